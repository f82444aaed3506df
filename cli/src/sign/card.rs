//! Cards: one more entry in `signatures`.

use super::{Args, SignedCheck};
use crate::{
    escape::escape_json,
    failure::{Failure, Outcome},
    output::{Output, write_or_print},
};
use adp_cards::signature::{self, Kind, check_signer};
use agent_description::{
    Document, Limits, Timestamp,
    format::Format,
    jws::Algorithm,
    proof::{KeySigner, Signer},
};
use serde::Serialize;

/// Signs a card.
pub fn sign(
    args: &Args,
    kind: &'static Kind,
    format: &dyn Format,
    signer: &KeySigner,
    document: &Document,
    (check, output): (&SignedCheck<'_>, Option<Output<'_>>),
) -> Result<Outcome, Failure> {
    if let Some(reading) = args.reading.filter(|reading| kind.payload(document.root(), *reading).is_none()) {
        return Err(Failure::usage(format!("--reading {reading} does not apply to {}", format.title())));
    }
    let signed = signature::sign(document, kind, signer, args.reading, &Limits::default())
        .map_err(|error| Failure::of(&error).in_document(check.name, document))?;
    let now = Timestamp::now();
    check.check(format, &signed, now)?;
    if let Err(error) = check_signer(&signed, kind, signer.method().did()) {
        let did = signer.method().did();
        let fix = format!(
            "sign with a key of a DID of the host of the card's URLs, or have verifiers name the signer (--signer {did})"
        );
        check.refuse(Failure::of(&error), &fix)?;
    }
    let text = escape_json(signed.source());
    write_or_print(output.as_ref(), text.as_bytes(), check.terminal)?;
    let Some(output) = output.map(|output| output.path()) else { return Ok(Outcome::Done) };
    let alg = Algorithm::of(signer.verifying_key().key_type());
    if !check.terminal.wants_json() {
        check.terminal.note(&format!("{}: signed as {} by {alg}", output.display(), args.key_id));
        return Ok(Outcome::Done);
    }
    check.terminal.print_json(&SignedCard {
        file: output.display().to_string(),
        format: format.name(),
        verification_method: args.key_id.as_str(),
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
