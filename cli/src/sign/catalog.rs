//! Catalogs: a signature over all of it, or a manifest in each of the signer's own entries.

use super::{Args, SignedCheck};
use crate::{
    escape::escape_json,
    failure::{Failure, Outcome},
    output::{Output, write_or_print},
};
use adp_cards::{
    ai_catalog::limits,
    trust_manifest::{PROFILE, Validity, sign_catalog, sign_entries},
};
use agent_description::{Document, Timestamp, format::Format, proof::KeySigner};
use serde::Serialize;

/// Signs a catalog.
pub fn sign(
    args: &Args,
    format: &dyn Format,
    signer: &KeySigner,
    document: &Document,
    (check, output): (&SignedCheck<'_>, Option<Output<'_>>),
) -> Result<Outcome, Failure> {
    let issued_at = args.created.unwrap_or_else(Timestamp::now);
    let mut validity = Validity::from(issued_at);
    if let Some(expires_at) = args.expires {
        validity = validity.until(expires_at);
    }
    let sign = if args.manifests { sign_entries } else { sign_catalog };
    let signed = sign(document, signer, validity, args.replace, limits())
        .map_err(|error| Failure::of(&error).in_document(check.name, document))?;
    check.check_expiry(args.expires)?;
    check.check(format, &signed, issued_at)?;
    let text = escape_json(signed.source());
    write_or_print(output.as_ref(), text.as_bytes(), check.terminal)?;
    let Some(output) = output.map(|output| output.path()) else { return Ok(Outcome::Done) };
    if !check.terminal.wants_json() {
        let what = if args.manifests { "its entries signed" } else { "signed" };
        check.terminal.note(&format!("{}: {what} as {} by {PROFILE}", output.display(), args.key_id));
        return Ok(Outcome::Done);
    }
    check.terminal.print_json(&SignedCatalog {
        file: output.display().to_string(),
        format: format.name(),
        verification_method: &args.key_id,
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
