//! Vectors for verifying agent descriptions, and for a host's listing of them.

use super::{
    Answered, CannotAnswer, Path, Vector, VectorAnswer, document, flag, optional, parsed, required, value,
    verification::found,
};
use agent_description::{
    Contexts,
    did::{Did, Purpose},
    discovery::CollectionPage,
    format::ADP,
    hex::hex,
    json::{Json, Object, Value, jcs},
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

/// Parses a page of a listing (ANP-08). Output: the listed descriptions and the next page, as canonical JSON.
pub(super) fn listing(vector: &Vector, _: &Path) -> Answered {
    let page =
        CollectionPage::read_strict(&document(vector)?, required(vector, "fetched-from")?, &Contexts::embedded())?;
    let items: Vec<Json> = page.items.into_iter().map(|item| Json::from(item.url)).collect();
    let mut found = Object::new();
    found.insert("items", items);
    found.insert("next", page.next.map_or(Json::from(Value::Null), Json::from));
    Ok(VectorAnswer::output(String::from_utf8_lossy(&jcs::canonicalize(&found.into()))))
}
