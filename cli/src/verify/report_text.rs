//! The text form of a report: the signer, what is signed, and each check.

use super::InputVerdict;
use crate::output::{
    check_list::{CheckLine, write_checks},
    escape::escape,
    redaction,
    summary_box::SummaryBox,
};
use adp_catalogs::trust_manifest::COVERAGE_CHECK;
use agent_description::{
    CodeClass, CodedError,
    diagnostic::cut,
    json::{Json, Object},
    proof::CheckName,
    verification::{Binding, SignatureReport, Verification},
};
use std::borrow::Cow;

/// Maximum number of catalog entries to print.
const MAX_ENTRIES: usize = 100;
/// Maximum number of parts without a signature to print.
const MAX_UNSIGNED: usize = 5;
const MAX_POINTER_CHARS: usize = 200;

/// The facts about an input and its checks. The failure is printed separately.
pub fn text_of(input: &str, verdict: &InputVerdict) -> String {
    let mut text = String::new();
    let checks: Vec<CheckLine<'_>> = match verdict {
        InputVerdict::Found(found, _) => {
            text.push_str(&facts(input, found));
            // the lines of the signatures already contain these checks
            let has_lines = !found.own.contains("verificationMethod") && !signature_lines(found).is_empty();
            let checks = if has_lines { &[][..] } else { &found.checks };
            let checks = checks.iter().map(|check| {
                let detail = check.detail.as_ref().map(|detail| Cow::Owned(detail.to_string())).unwrap_or_default();
                (&*check.name, check.result.as_str(), detail)
            });
            checks.collect()
        }
        InputVerdict::Skipped(report) => {
            text.push_str(&earlier_facts(input, report));
            check_lines(report).unwrap_or_default()
        }
        InputVerdict::Unread(_) => Vec::new(),
    };
    // writing to a String cannot fail
    let _ = write_checks(&mut text, &checks);
    text
}

/// The verdict on one line, such as `verified: https://… (did:wba:…)`.
pub fn line_of(input: &str, verdict: &InputVerdict) -> String {
    let input = redaction::message(input);
    let input = escape(&input);
    if let Some(failure) = verdict.failure() {
        return format!("not verified: {input}: {}: {}\n", failure.code(), escape(failure.message()));
    }
    let signer = verdict.found().and_then(|found| found.signer.as_ref());
    let succession = verdict.found().and_then(|found| found.succession.as_ref());
    let now = succession.map(|succession| format!(", now {}", escape(succession.current_did().as_str())));
    let now = now.unwrap_or_default();
    let whose = signer.map(|signer| format!(" ({}{now})", escape(signer.as_str()))).unwrap_or_default();
    let covered = verdict.found().and_then(coverage).map(|covered| format!(": {covered}")).unwrap_or_default();
    format!("verified: {input}{whose}{covered}\n")
}

/// What the signatures cover, if that is not the whole document.
fn coverage(found: &Verification) -> Option<String> {
    found.checks.iter().find(|check| check.name == COVERAGE_CHECK)?.detail.as_ref().map(ToString::to_string)
}

/// The signers of the document. For a refused document, only the result of each signature.
fn facts(input: &str, found: &Verification) -> String {
    let has_proof = found.own.contains("verificationMethod");
    let lines = if has_proof { Vec::new() } else { signature_lines(found) };
    if !found.is_verified() && lines.is_empty() {
        return String::new();
    }
    let title = match root_error(found) {
        _ if !found.is_verified() => "not verified",
        None => "verified",
        Some(error) if error.code().class() == CodeClass::Undecided => {
            "verified by its entries; the catalog's own signature could not be checked"
        }
        Some(_) => "verified by its entries; the catalog's own signature does not verify",
    };
    let mut card = SummaryBox::titled(format!("{title}: {input}"));
    if found.description().is_none() {
        card = card.line("format", found.format);
    }
    if let Some((succession, assurance)) = found.succession.as_ref().and_then(|found| Some((found, found.assurance()?)))
    {
        card = card.line("now", format!("{} ({assurance})", succession.current_did()));
    }
    if has_proof {
        card = proof_lines(card, &found.own).line_if("expires", found.expires);
        for (label, member) in [("domain", "domain"), ("challenge", "challenge"), ("sha-256", "canonicalSha256")] {
            card = card.line_if(label, text_in(&found.own, member));
        }
        for context in found.own.get("contexts").and_then(Json::as_array).unwrap_or_default() {
            card = card.line_if("context", context.get("iri").and_then(Json::as_str));
        }
    } else if found.is_verified() {
        let nobody = match found.binding {
            Some(Binding::Key) => "unmodified (verified with your keys); signer unknown",
            _ => "each entry's own publisher",
        };
        card = card.line("identity", found.signer.as_ref().map_or(nobody, |signer| signer.as_str()));
    }
    let has_lines = !lines.is_empty();
    let card = lines.into_iter().fold(card, |card, (label, text)| card.line(label, text));
    let card = card.line_if("unsigned", unsigned(found));
    // without these lines, all checks are listed
    let resolved = found.checks.iter().filter(|check| has_lines && check.name == CheckName::Resolve.as_str());
    resolved.take(MAX_ENTRIES).fold(card, |card, check| card.line_if("resolve", check.detail.as_ref())).to_string()
}

/// What was left out of the verified document, as JSON Pointers.
fn unsigned(found: &Verification) -> Option<String> {
    let (listed, more) = found.unsigned().split_at(found.unsigned().len().min(MAX_UNSIGNED));
    let more = more.len().saturating_add(found.unsigned_omitted());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let listed: Vec<String> = listed.iter().map(|pointer| cut(pointer, MAX_POINTER_CHARS)).collect();
    (more.len() + listed.len() > 0).then(|| format!("{}{more}, left out", listed.join(", ")))
}

/// Why a catalog's own signature does not verify, if it has one.
pub fn root_error(found: &Verification) -> Option<&dyn CodedError> {
    found.own.get("root").filter(|root| !root.is_null())?;
    found.signatures.first()?.error.as_deref()
}

fn earlier_facts(input: &str, report: &Object) -> String {
    let card = proof_lines(SummaryBox::titled(format!("verified before: {input}")), report);
    let last = [("expires", "expires"), ("verified", "verifiedAt"), ("sha-256", "canonicalSha256")];
    last.into_iter().fold(card, |card, (label, member)| card.line_if(label, text_in(report, member))).to_string()
}

fn check_lines(report: &Object) -> Option<Vec<CheckLine<'_>>> {
    let checks = report.get("checks")?.as_array()?;
    checks
        .iter()
        .map(|check| {
            let text = |name: &str| check.get(name).and_then(|json| json.as_str());
            Some((text("name")?, text("result")?, text("detail").unwrap_or_default().into()))
        })
        .collect()
}

fn proof_lines(card: SummaryBox, members: &Object) -> SummaryBox {
    let first = [
        ("signer", "signer"),
        ("subject", "subject"),
        ("method", "verificationMethod"),
        ("suite", "suite"),
        ("created", "created"),
    ];
    first.into_iter().fold(card, |card, (label, member)| card.line_if(label, text_in(members, member)))
}

fn text_in<'a>(object: &'a Object, member: &str) -> Option<&'a str> {
    object.get(member).and_then(Json::as_str)
}

/// A line for each signature of the document, or of a catalog and its entries.
fn signature_lines(found: &Verification) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let manifests = found.own.get("manifests").and_then(Json::as_array);
    let root = found.own.get("root").filter(|root| !root.is_null());
    if let Some(manifests) = manifests {
        lines.extend(coverage(found).map(|covered| ("covered".to_owned(), covered)));
        if let Some(root) = root {
            lines.push(("catalog".to_owned(), entry_text(root, None, "")));
        }
        for manifest in manifests.iter().take(MAX_ENTRIES) {
            let name = manifest.get("entry").and_then(Json::as_str).unwrap_or("an entry without identifier");
            lines.push(("entry".to_owned(), entry_text(manifest, Some(name), artifact_text(manifest))));
        }
        if let more @ 1.. = manifests.len().saturating_sub(MAX_ENTRIES) {
            lines.push(("entry".to_owned(), format!("and {more} more manifests")));
        }
        return lines;
    }
    for (index, signature) in found.signatures.iter().enumerate() {
        lines.push((format!("signature {index}"), signature_text(signature)));
    }
    lines
}

/// The line of an entry: `good: urn:air:hotel.example:agent:rooms, by its publisher did:web:hotel.example, …`, or code
/// and message.
fn entry_text(report: &Json, entry: Option<&str>, artifact: &str) -> String {
    let signer = report.get("signer").and_then(Json::as_str).unwrap_or("signer unknown");
    let error = |member: &str| report.get("error")?.get(member)?.as_str();
    match (entry, error("code"), error("message")) {
        (Some(entry), Some(code), Some(message)) => format!("{code}: {entry}: {signer}: {message}"),
        (None, Some(code), Some(message)) => format!("{code}: {signer}: {message}"),
        (Some(entry), ..) => {
            let is_publisher = report.get("publisher").is_some_and(|publisher| !publisher.is_null());
            let whose = if is_publisher { "by its publisher" } else { "endorsed by" };
            format!("good: {entry}, {whose} {signer}{artifact}")
        }
        (None, ..) => format!("good: {signer}"),
    }
}

/// The result of comparing an artifact with its manifest.
fn artifact_text(manifest: &Json) -> &'static str {
    match manifest.get("artifact").and_then(Json::as_str) {
        Some("matches") => ", the artifact matches",
        _ => ", only the URL is signed, not its content",
    }
}

/// The line of a signature, such as `good: did:wba:hotel.example#key-1 (ES256, served), of the card's host`.
fn signature_text(signature: &SignatureReport) -> String {
    let kid = signature.key_id.as_deref().unwrap_or("no key");
    if let Some(error) = &signature.error {
        return format!("{}: {kid}: {error}", error.code());
    }
    let counts = match signature.binding {
        Some(Binding::Signer) => "the signer that you named",
        Some(Binding::Host) => "a DID of the card's host",
        Some(Binding::Key) => "a key that you named",
        Some(Binding::Subject) => "the sender",
        _ => "who may not sign for it",
    };
    let algorithm = signature.algorithm.as_deref().unwrap_or_default();
    match signature.payload_form {
        Some(form) => format!("good: {kid} ({algorithm}, {form}), {counts}"),
        None => format!("good: {kid} ({algorithm}), {counts}"),
    }
}
