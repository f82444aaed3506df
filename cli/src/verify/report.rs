//! What is said about one verified or refused input.

use super::{card::CardReport, line};
use crate::{
    failure::{Failure, Outcome},
    hex::hex,
    terminal::Terminal,
};
use agent_description::{
    Did,
    json::{Json, Object},
    proof::{CheckName, CheckResult, Evidence},
};
use std::sync::Arc;
use tracing::{Level, debug, enabled, trace};

/// One input's verdict, with everything that was found.
#[derive(Debug)]
pub struct Report {
    /// The input, as the user named it.
    pub input: String,
    /// SHA-256 of its bytes, if they could be had.
    pub raw_sha256: Option<String>,
    /// What was expected of it, where that was said by arguments.
    pub expectations: Option<Arc<Expected>>,
    /// What was found.
    pub verdict: Verdict,
}

/// What was expected, the same for all inputs of a run.
#[derive(Debug)]
pub struct Expected {
    /// As JSON.
    pub json: Json,
    /// As it stands in a line.
    pub text: String,
}

impl Expected {
    /// Both forms of it.
    pub fn new(json: Json) -> Self {
        let text = Terminal::json_line(&json).trim_end_matches('\n').to_owned();
        Self { json, text }
    }
}

/// What was found of an input.
#[derive(Debug)]
pub enum Verdict {
    /// It is verified.
    Verified(Box<Evidence>),
    /// An earlier run verified the same bytes by the same expectations: its report, marked.
    Skipped(Object),
    /// It is of another format than agent descriptions: which, and who signed it or why it is not verified.
    OfFormat(&'static str, Result<Did, Failure>),
    /// It is a card: what was found of its signatures.
    Card(Box<CardReport>),
    /// It is not verified. There is no evidence when the bytes could not be had or are not strict JSON.
    Refused(Option<Box<Evidence>>, Failure),
}

/// What there is to count of a report.
#[derive(Debug)]
pub struct Counted {
    /// Whether an earlier verification was taken over.
    pub skipped: bool,
    /// The code and the outcome of a refusal.
    pub failure: Option<(&'static str, Outcome)>,
}

impl Report {
    /// A report that says no more than the verdict.
    pub fn new(input: impl Into<String>, verdict: Verdict) -> Self {
        Self { input: input.into(), raw_sha256: None, expectations: None, verdict }
    }

    /// Appends the report as a line to `text`.
    pub fn write_line(&self, text: &mut String) -> Counted {
        match &self.verdict {
            Verdict::Skipped(_) | Verdict::OfFormat(..) | Verdict::Card(_) => {
                text.push_str(&Terminal::json_line(&self.to_json()))
            }
            _ => line::write(text, self),
        }
        Counted {
            skipped: matches!(self.verdict, Verdict::Skipped(_)),
            failure: self.failure().map(|failure| (failure.code(), failure.outcome())),
        }
    }

    /// What was found, in this run.
    pub fn evidence(&self) -> Option<&Evidence> {
        match &self.verdict {
            Verdict::Verified(evidence) => Some(evidence),
            Verdict::Refused(evidence, _) => evidence.as_deref(),
            Verdict::Skipped(_) | Verdict::OfFormat(..) | Verdict::Card(_) => None,
        }
    }

    /// Why the input is not verified.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.verdict {
            Verdict::Refused(_, failure) | Verdict::OfFormat(_, Err(failure)) => Some(failure),
            Verdict::Card(card) => card.failure.as_ref(),
            _ => None,
        }
    }

    /// Tells it to whoever asked for what goes on: of each check its name and result, for details may quote a challenge.
    pub fn log(&self) {
        if enabled!(Level::TRACE) {
            self.for_each_check(|name, result, _| trace!(check = name.as_str(), result = result.as_str()));
        }
        match &self.verdict {
            Verdict::Verified(evidence) => debug!(signer = evidence.signer.as_ref().map(display), "verified"),
            Verdict::Skipped(_) => debug!("skipped"),
            Verdict::OfFormat(_, Ok(did)) => debug!(signer = display(did), "verified"),
            Verdict::Card(card) => match &card.failure {
                None => debug!("verified"),
                Some(failure) => debug!(code = failure.code(), "refused"),
            },
            Verdict::Refused(_, failure) | Verdict::OfFormat(_, Err(failure)) => {
                debug!(code = failure.code(), "refused");
            }
        }
    }

    /// The object of design 5: all keys always present, `null` where unknown.
    pub fn to_json(&self) -> Json {
        if let Verdict::Skipped(earlier) = &self.verdict {
            return earlier.clone().into();
        }
        if let Verdict::OfFormat(format, identity) = &self.verdict {
            return self.of_format(format, identity);
        }
        if let Verdict::Card(card) = &self.verdict {
            return card.to_json(&self.input, self.raw_sha256.as_deref());
        }
        let evidence = self.evidence();
        let verified = matches!(self.verdict, Verdict::Verified(_));
        let mut object = Object::with_capacity(18);
        object.insert("input", self.input.as_str());
        object.insert("verified", verified);
        object.insert("signer", evidence.and_then(|found| found.signer.as_ref()).map(|did| did.as_str()));
        object.insert("subject", evidence.and_then(|found| found.subject.as_deref()));
        object.insert("verificationMethod", evidence.and_then(|found| found.verification_method.as_deref()));
        object.insert("suite", evidence.and_then(|found| found.suite).map(|suite| suite.name()));
        object.insert("created", evidence.and_then(|found| found.created.as_deref()));
        object.insert("expires", evidence.and_then(|found| found.expires).map(|time| time.to_string()));
        object.insert("domain", evidence.and_then(|found| found.domain.as_deref()));
        object.insert("challenge", evidence.and_then(|found| found.challenge.as_deref()));
        object.insert("canonicalSha256", evidence.map(|found| hex(&found.canonical_sha256)));
        object.insert("rawSha256", self.raw_sha256.as_deref());
        object.insert("contexts", evidence.and_then(contexts));
        object.insert("expectations", self.expectations.as_ref().map(|expected| expected.json.clone()));
        object.insert("verifiedAt", evidence.filter(|_| verified).map(|found| found.at.to_string()));
        object.insert("skipped", false);
        object.insert("checks", self.checks());
        object.insert("error", self.failure().map(code_and_message));
        object.into()
    }

    /// `{input, verified, format, identity, rawSha256, error}`: what documents of other formats have.
    fn of_format(&self, format: &str, identity: &Result<Did, Failure>) -> Json {
        let mut object = Object::with_capacity(6);
        object.insert("input", self.input.as_str());
        object.insert("verified", identity.is_ok());
        object.insert("format", format);
        object.insert("identity", identity.as_ref().ok().map(|did| did.as_str()));
        object.insert("rawSha256", self.raw_sha256.as_deref());
        object.insert("error", identity.as_ref().err().map(code_and_message));
        object.into()
    }

    fn checks(&self) -> Json {
        let mut checks = Vec::with_capacity(CheckName::ALL.len());
        self.for_each_check(|name, result, detail| {
            let mut object = Object::with_capacity(3);
            object.insert("name", name.as_str());
            object.insert("result", result.as_str());
            object.insert("detail", detail);
            checks.push(Json::from(object));
        });
        checks.into()
    }

    /// Every check with its result and what was compared, in their order.
    pub fn for_each_check(&self, mut tell: impl FnMut(CheckName, CheckResult, Option<&str>)) {
        if let Some(evidence) = self.evidence() {
            for check in evidence.checks() {
                tell(check.name, check.result, check.detail.as_deref());
            }
            return;
        }
        let not_json = self.failure().filter(|failure| is_about_json(failure.code()));
        for name in CheckName::ALL {
            match not_json {
                Some(failure) if name == CheckName::StrictJson => {
                    tell(name, CheckResult::Fail, Some(failure.message()));
                }
                _ => tell(name, CheckResult::NotReached, None),
            }
        }
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

pub fn code_and_message(failure: &Failure) -> Json {
    let mut object = Object::with_capacity(2);
    object.insert("code", failure.code());
    object.insert("message", failure.message());
    object.into()
}
