//! Catalogs: a signature over all of it, or a manifest in each of the signer's own entries.

use super::Args;
use crate::{
    escape::escape_json,
    failure::{Failure, Outcome},
    output::{Output, write_or_print},
    terminal::Terminal,
};
use adp_cards::{
    ai_catalog::limits,
    trust_manifest::{PROFILE, Validity, sign_catalog, sign_entries},
};
use agent_description::{
    Document, Timestamp,
    diagnostic::Severity,
    format::{Format, Options},
    proof::KeySigner,
};
use serde::Serialize;

/// Signs a catalog, and says what readers will refuse all the same.
pub fn sign(
    args: &Args,
    format: &dyn Format,
    signer: &KeySigner,
    document: &Document,
    (name, output): (&str, Option<Output<'_>>),
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let of_proofs = [
        (args.domain.is_some(), "--domain"),
        (args.challenge.is_some(), "--challenge"),
        (args.reading.is_some(), "--reading"),
    ];
    if let Some((_, flag)) = of_proofs.into_iter().find(|(given, _)| *given) {
        return Err(Failure::usage(format!("{flag} does not apply to {}", format.title())));
    }
    let issued_at = args.created.unwrap_or_else(Timestamp::now);
    let mut validity = Validity::from(issued_at);
    if let Some(expires_at) = args.expires {
        validity = validity.until(expires_at);
    }
    let sign = if args.manifests { sign_entries } else { sign_catalog };
    let signed = sign(document, signer, validity, args.replace, limits())
        .map_err(|error| Failure::of(&error).in_document(name, document))?;
    let report = format.check(&signed, &Options::at(issued_at));
    if let Some(error) = report.diagnostics.iter().find(|finding| finding.severity == Severity::Error) {
        let failure = Failure::new(error.code, format!("readers will refuse this catalog: {}", error.message));
        terminal.warn(&failure.in_input(name, &[]).with_help(format!("adp check {}", args.file.display())));
    }
    let text = escape_json(signed.source());
    write_or_print(output.as_ref(), text.as_bytes(), terminal)?;
    let Some(output) = output.map(|output| output.path()) else { return Ok(Outcome::Done) };
    if !terminal.wants_json() {
        let what = if args.manifests { "its entries signed" } else { "signed" };
        terminal.note(&format!("{}: {what} as {} by {PROFILE}", output.display(), args.method));
        return Ok(Outcome::Done);
    }
    terminal.print_json(&SignedCatalog {
        file: output.display().to_string(),
        format: format.name(),
        verification_method: &args.method,
        profile: PROFILE,
        manifests: args.manifests,
        issued_at: validity.issued_at(),
        expires_at: validity.expires_at(),
    })?;
    Ok(Outcome::Done)
}

/// What was signed, as it is printed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SignedCatalog<'a> {
    file: String,
    format: &'a str,
    verification_method: &'a str,
    profile: &'a str,
    manifests: bool,
    issued_at: Timestamp,
    expires_at: Option<Timestamp>,
}
