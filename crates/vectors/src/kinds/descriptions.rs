//! Vectors for verifying agent descriptions.

use super::{
    Answered, CannotAnswer, Path, Vector, VectorAnswer, document, flag, optional, parsed, value, verification::found,
};
use agent_description::{
    did::{Did, Purpose},
    format::ADP,
    hex::hex,
    proof::{Challenge, Expectations},
    suite::{Suite, canonical_sha256},
};
use std::time::Duration;

/// Verifies a signed agent description with its signer's DID document. Output: the SHA-256 of the description.
pub(super) fn verify(vector: &Vector, folder: &Path) -> Answered {
    let document = document(vector)?;
    let sha256 = hex(&canonical_sha256(document.root()));
    match found(vector, folder, document, ADP, &expectations(vector)?)?.error {
        None => Ok(VectorAnswer::output(sha256)),
        Some(error) => Err(error.into()),
    }
}

/// The expectations in the headers, which correspond to options of `adp verify`.
fn expectations(vector: &Vector) -> Result<Expectations, CannotAnswer> {
    let wants = Expectations::for_purpose(optional(vector, "purpose")?.unwrap_or(Purpose::AssertionMethod));
    let wants = match (vector.header("domain"), flag(vector, "any-domain")?, vector.header("fetched-from")) {
        (Some(domain), ..) => wants.domain(domain),
        (None, true, _) => wants.any_domain(),
        (None, false, Some(_)) => wants.domain_as_fetched(),
        (None, false, None) => wants.no_domain(),
    };
    let wants = match vector.header("challenge") {
        Some(challenge) => wants.challenge(Challenge::new(challenge)),
        None => wants.any_challenge(),
    };
    let wants = wants.at(value(vector, "at")?);
    let mut expectations = match optional::<Did>(vector, "signer")? {
        Some(signer) => wants.signer(signer),
        None => wants.signer_is_subject(),
    };
    if flag(vector, "require-domain")? {
        expectations.require_domain = true;
    }
    if let Some(url) = vector.header("fetched-from") {
        expectations.fetched_from = Some(url.into());
    }
    if let Some(seconds) = optional(vector, "max-age-seconds")? {
        expectations.max_age = Some(Duration::from_secs(seconds));
    }
    if let Some(oldest) = optional(vector, "not-before")? {
        expectations.not_before = Some(oldest);
    }
    if let Some(names) = vector.header("suites") {
        let suites: Result<Vec<Suite>, _> = names.split(' ').map(|name| parsed("suites", name)).collect();
        expectations.suites = suites?;
    }
    Ok(expectations)
}
