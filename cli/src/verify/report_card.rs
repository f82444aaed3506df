//! What people read of one input: who signed what, and each check with what was compared.

use super::report::Verdict;
use crate::{
    card::Card,
    check_list::{Told, write_checks},
    escape::escape,
    failure::Failure,
    redaction,
};
use agent_description::{hex::hex, json::Object, proof::Evidence};
use std::{
    borrow::Cow,
    fmt::{self, Write},
};

/// The facts of a verified input and its checks; of a refused one the checks, its reason is told elsewhere.
pub fn card_of(input: &str, verdict: &Verdict) -> String {
    let mut text = String::new();
    // writing to a String cannot fail
    let _ = match verdict {
        Verdict::Verified(evidence) => {
            write!(text, "{}", facts(input, evidence)).and_then(|()| write_checks(&mut text, &of_evidence(evidence)))
        }
        Verdict::Skipped(report) => write!(text, "{}", earlier_facts(input, report))
            .and_then(|()| write_checks(&mut text, &of_report(report).unwrap_or_default())),
        Verdict::Refused(Some(evidence), _) => write_checks(&mut text, &of_evidence(evidence)),
        Verdict::OfFormat(format, Ok(did)) => {
            write!(text, "{}", Card::titled(format!("verified: {input}")).line("format", format).line("identity", did))
        }
        Verdict::Card(card) => write!(text, "{}", card.told(input)),
        Verdict::Catalog(catalog) => write!(text, "{}", catalog.told(input)),
        Verdict::Refused(None, _) | Verdict::OfFormat(_, Err(_)) => Ok(()),
    };
    text
}

/// The verdict on one line: `verified: https://… (did:wba:…)`.
pub fn line_of(input: &str, verdict: &Verdict, failure: Option<&Failure>) -> String {
    let input = redaction::message(input);
    let input = escape(&input);
    if let Some(failure) = failure {
        return format!("not verified: {input}: {}: {}\n", failure.code(), escape(failure.message()));
    }
    let whose = match verdict {
        Verdict::Verified(evidence) => evidence.signer.as_ref().map(ToString::to_string),
        Verdict::OfFormat(_, Ok(did)) => Some(did.to_string()),
        Verdict::Card(card) => card.identity(),
        Verdict::Catalog(catalog) => catalog.identity(),
        _ => None,
    };
    let whose = whose.map(|whose| format!(" ({})", escape(&whose))).unwrap_or_default();
    format!("verified: {input}{whose}\n")
}

fn facts(input: &str, evidence: &Evidence) -> impl fmt::Display {
    let mut card = Card::titled(format!("verified: {input}"))
        .line_if("signer", evidence.signer.as_ref())
        .line_if("subject", evidence.subject.as_deref())
        .line_if("method", evidence.verification_method.as_deref())
        .line_if("suite", evidence.suite.map(|suite| suite.name()))
        .line_if("created", evidence.created.as_deref())
        .line_if("expires", evidence.expires)
        .line_if("domain", evidence.domain.as_deref())
        .line_if("challenge", evidence.challenge.as_deref())
        .line("sha-256", hex(&evidence.canonical_sha256));
    for context in &evidence.contexts {
        card = card.line("context", &context.iri);
    }
    card
}

fn earlier_facts(input: &str, report: &Object) -> impl fmt::Display {
    let text = |name: &str| report.get(name).and_then(|json| json.as_str()).map(str::to_owned);
    Card::titled(format!("verified before: {input}"))
        .line_if("signer", text("signer"))
        .line_if("subject", text("subject"))
        .line_if("method", text("verificationMethod"))
        .line_if("created", text("created"))
        .line_if("expires", text("expires"))
        .line_if("verified", text("verifiedAt"))
        .line_if("sha-256", text("canonicalSha256"))
}

fn of_evidence(evidence: &Evidence) -> Vec<Told<'_>> {
    let checks = evidence.checks().iter();
    checks
        .map(|check| {
            let detail = check.detail.as_ref().map(|detail| Cow::Owned(detail.to_string())).unwrap_or_default();
            (check.name.as_str(), check.result.as_str(), detail)
        })
        .collect()
}

fn of_report(report: &Object) -> Option<Vec<Told<'_>>> {
    let checks = report.get("checks")?.as_array()?;
    checks
        .iter()
        .map(|check| {
            let text = |name: &str| check.get(name).and_then(|json| json.as_str());
            Some((text("name")?, text("result")?, text("detail").unwrap_or_default().into()))
        })
        .collect()
}
