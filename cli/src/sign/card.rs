//! Cards: one more entry in `signatures`.

use super::Args;
use crate::{
    escape::escape_json,
    failure::{Failure, Outcome},
    output::{Output, write_or_print},
    terminal::Terminal,
};
use adp_cards::signature::{self, Kind};
use agent_description::{
    Document, Limits, Timestamp,
    diagnostic::Severity,
    format::{Format, Options},
    jws::Algorithm,
    proof::{KeySigner, Signer},
};
use serde::Serialize;

/// Signs a card, and says what readers will refuse all the same.
pub fn sign(
    args: &Args,
    kind: &'static Kind,
    format: &dyn Format,
    signer: &KeySigner,
    document: &Document,
    (name, output): (&str, Option<Output<'_>>),
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let of_proofs = [
        (args.domain.is_some(), "--domain"),
        (args.challenge.is_some(), "--challenge"),
        (args.created.is_some(), "--created"),
        (args.expires.is_some(), "--expires"),
        (args.replace, "--replace"),
    ];
    if let Some((_, flag)) = of_proofs.into_iter().find(|(given, _)| *given) {
        return Err(Failure::usage(format!("{flag} is of proofs; {} has none", format.title())));
    }
    if let Some(reading) = args.reading.filter(|reading| kind.payload(document.root(), *reading).is_none()) {
        return Err(Failure::usage(format!("--reading {reading} does not apply to {}", format.title())));
    }
    let signed = signature::sign(document, kind, signer, args.reading, &Limits::default())
        .map_err(|error| Failure::of(&error).in_document(name, document))?;
    let report = format.check(document, &Options::at(Timestamp::now()));
    if let Some(error) = report.diagnostics.iter().find(|finding| finding.severity == Severity::Error) {
        let failure = Failure::new(error.code, format!("readers will refuse this card: {}", error.message));
        terminal.warn(&failure.in_input(name, &[]).with_help(format!("adp check {}", args.file.display())));
    }
    let text = escape_json(signed.source());
    write_or_print(output.as_ref(), text.as_bytes(), terminal)?;
    let Some(output) = output.map(|output| output.path()) else { return Ok(Outcome::Done) };
    let alg = Algorithm::of(signer.verifying_key().key_type());
    if !terminal.wants_json() {
        terminal.note(&format!("{}: signed as {} by {alg}", output.display(), args.method));
        return Ok(Outcome::Done);
    }
    terminal.print_json(&SignedCard {
        file: output.display().to_string(),
        format: format.name(),
        verification_method: args.method.as_str(),
        alg: alg.as_str(),
        reading: args.reading.map(signature::Reading::as_str),
    })?;
    Ok(Outcome::Done)
}

/// What was signed, as it is printed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SignedCard<'a> {
    file: String,
    format: &'a str,
    verification_method: &'a str,
    alg: &'a str,
    reading: Option<&'a str>,
}
