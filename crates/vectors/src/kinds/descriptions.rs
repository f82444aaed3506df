//! Vectors for agent descriptions: check, verify.

use super::{
    Answer, CannotAnswer, Path, Vector,
    dids::{did, time},
    verification::found,
};
use agent_description::{
    Document, Limits,
    description::{self, CheckOptions},
    diagnostic::Severity,
    did::Purpose,
    format::ADP,
    hex::hex,
    proof::{Challenge, Expectations},
    suite::{Suite, canonical_sha256},
};
use std::time::Duration;

/// Checks an agent description. The result is the first error.
pub fn check(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let document = match Document::parse(vector.body(), &Limits::default()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let options = CheckOptions { strict: flag(vector, "strict")?, ..CheckOptions::default() };
    let findings = description::check(&document, &options);
    Ok(match findings.iter().find(|finding| finding.severity == Severity::Error) {
        Some(finding) => Answer::with_code(finding.code, finding.message.clone()),
        None => Answer::ok(),
    })
}

/// Verifies a signed agent description with its signer's DID document. Output: the SHA-256 of the description.
pub fn verify(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let document = match Document::parse(vector.body(), &Limits::default()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let sha256 = hex(&canonical_sha256(document.root()));
    let found = found(vector, folder, document, ADP, &expectations(vector)?)?;
    Ok(match found.error {
        None => Answer::output(sha256),
        Some(error) => Answer::refused(error.as_ref()),
    })
}

/// The expectations in the headers, which correspond to options of `adp verify`.
fn expectations(vector: &Vector) -> Result<Expectations, CannotAnswer> {
    let purpose = match vector.header("purpose") {
        None => Purpose::AssertionMethod,
        Some(text) => text.parse().map_err(|error| CannotAnswer::value("purpose", text, format!("{error}")))?,
    };
    let wants = Expectations::for_purpose(purpose);
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
    let at = time(vector, "at")?.ok_or_else(|| CannotAnswer::value("at", "", "this kind needs the header"))?;
    let wants = wants.at(at);
    let mut expectations = match did(vector, "signer")? {
        Some(signer) => wants.signer(signer),
        None => wants.signer_is_subject(),
    };
    if flag(vector, "require-domain")? {
        expectations.require_domain = true;
    }
    if let Some(url) = vector.header("fetched-from") {
        expectations = expectations.fetched_from(url);
    }
    if let Some(seconds) = vector.header("max-age-seconds") {
        let seconds =
            seconds.parse().map_err(|_| CannotAnswer::value("max-age-seconds", seconds, "expected a number"))?;
        expectations.max_age = Some(Duration::from_secs(seconds));
    }
    if let Some(oldest) = time(vector, "not-before")? {
        expectations.not_before = Some(oldest);
    }
    if let Some(names) = vector.header("suites") {
        let suites: Result<Vec<Suite>, _> = names.split(' ').map(str::parse).collect();
        let suites = suites.map_err(|error| CannotAnswer::value("suites", names, format!("{error}")))?;
        expectations.suites = suites;
    }
    Ok(expectations)
}

/// A header with the value `true`, or missing.
pub fn flag(vector: &Vector, name: &'static str) -> Result<bool, CannotAnswer> {
    match vector.header(name) {
        None => Ok(false),
        Some("true") => Ok(true),
        Some(other) => Err(CannotAnswer::value(name, other, "expected true, or no such header")),
    }
}
