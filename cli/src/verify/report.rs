//! What is said about one verified or refused input.

use crate::{card::Card, failure::Failure, hex::hex};
use agent_description::{
    json::{Json, Object},
    proof::{Check, CheckName, CheckResult, Evidence},
};
use std::fmt;

/// One input's verdict, with everything that was found.
#[derive(Debug)]
pub struct Report {
    /// The input, as the user named it.
    pub input: String,
    /// What was found; `None` when the bytes could not be had or are not strict JSON.
    pub evidence: Option<Box<Evidence>>,
    /// Why the input is not verified.
    pub failure: Option<Failure>,
}

impl Report {
    /// Whether the input is verified.
    pub fn verified(&self) -> bool {
        self.failure.is_none()
    }

    /// The object of design 5: all keys always present, `null` where unknown.
    pub fn to_json(&self) -> Json {
        let evidence = self.evidence.as_deref();
        let mut object = Object::with_capacity(13);
        object.insert("input", self.input.as_str());
        object.insert("verified", self.verified());
        object.insert("signer", evidence.and_then(|found| found.signer.as_ref()).map(|did| did.as_str()));
        object.insert("subject", evidence.and_then(|found| found.subject.as_deref()));
        object.insert("verificationMethod", evidence.and_then(|found| found.verification_method.as_deref()));
        object.insert("suite", evidence.and_then(|found| found.suite).map(|suite| suite.name()));
        object.insert("created", evidence.and_then(|found| found.created.as_deref()));
        object.insert("domain", evidence.and_then(|found| found.domain.as_deref()));
        object.insert("challenge", evidence.and_then(|found| found.challenge.as_deref()));
        object.insert("canonicalSha256", evidence.map(|found| hex(&found.canonical_sha256)));
        object.insert("contexts", evidence.and_then(contexts));
        object.insert("checks", self.checks());
        object.insert("error", self.failure.as_ref().map(code_and_message));
        object.into()
    }

    fn checks(&self) -> Json {
        let json = |name: CheckName, result: CheckResult, detail: Option<&str>| {
            let mut object = Object::with_capacity(3);
            object.insert("name", name.as_str());
            object.insert("result", result.as_str());
            object.insert("detail", detail);
            Json::from(object)
        };
        match &self.evidence {
            Some(evidence) => evidence
                .checks()
                .iter()
                .map(|check| json(check.name, check.result, check.detail.as_deref()))
                .collect::<Vec<_>>(),
            None => {
                let not_json = self.failure.as_ref().filter(|failure| is_about_json(failure.code()));
                CheckName::ALL
                    .into_iter()
                    .map(|name| match not_json {
                        Some(failure) if name == CheckName::StrictJson => {
                            json(name, CheckResult::Fail, Some(failure.message()))
                        }
                        _ => json(name, CheckResult::NotReached, None),
                    })
                    .collect()
            }
        }
        .into()
    }
}

fn is_about_json(code: &str) -> bool {
    code.starts_with("json-") || code == "document-shape"
}

/// Known once the document was expanded.
fn contexts(evidence: &Evidence) -> Option<Json> {
    let known = evidence.result(CheckName::Expansion) == CheckResult::Pass;
    known.then(|| {
        evidence
            .contexts
            .iter()
            .map(|context| {
                let mut object = Object::with_capacity(2);
                object.insert("iri", context.iri.as_str());
                object.insert("sha256", hex(&context.sha256));
                Json::from(object)
            })
            .collect::<Vec<_>>()
            .into()
    })
}

fn code_and_message(failure: &Failure) -> Json {
    let mut object = Object::with_capacity(2);
    object.insert("code", failure.code());
    object.insert("message", failure.message());
    object.into()
}

/// What people read of a verified input: who signed what, and what nobody checked.
pub fn card(input: &str, evidence: &Evidence) -> impl fmt::Display {
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
    for (result, said) in not_passed(evidence) {
        card = card.line(result.as_str(), said);
    }
    card
}

/// The checks that did not pass, those with one reason together: `challenge: the caller expects none`.
fn not_passed(evidence: &Evidence) -> Vec<(CheckResult, String)> {
    let mut groups: Vec<(CheckResult, Vec<&str>, Option<&str>)> = Vec::new();
    for Check { name, result, detail } in evidence.checks() {
        let detail = detail.as_deref();
        match groups.iter_mut().find(|(of, _, why)| of == result && *why == detail) {
            _ if *result == CheckResult::Pass => {}
            Some((_, names, _)) => names.push(name.as_str()),
            None => groups.push((*result, vec![name.as_str()], detail)),
        }
    }
    groups
        .into_iter()
        .map(|(result, names, detail)| {
            let names = names.join(", ");
            (result, detail.map_or(names.clone(), |detail| format!("{names}: {detail}")))
        })
        .collect()
}
