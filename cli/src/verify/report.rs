//! What is said about one verified or refused input.

use super::report_card::line_of;
use super::{card::CardReport, catalog::CatalogReport};
use crate::failure::{Failure, Outcome};
use agent_description::{
    Did, Document,
    json::{Json, Object},
    proof::{CheckName, CheckResult, Evidence},
};
use std::{borrow::Cow, io, sync::Arc};
use tracing::{Level, debug, enabled, trace};

/// One input's verdict, with everything that was found.
#[derive(Debug)]
pub struct Report {
    /// The input, as the user named it.
    pub input: String,
    /// SHA-256 of its bytes, if they could be obtained.
    pub raw_sha256: Option<String>,
    /// What was expected of it, where that was said by arguments.
    pub expectations: Option<Arc<Json>>,
    /// What was found.
    pub verdict: Verdict,
    /// The document, if it is verified; none where the report is to have no documents.
    pub data: Option<VerifiedData>,
    /// Whether the report is to have the document.
    pub shows_data: bool,
    /// Whether its line is for people.
    pub for_people: bool,
}

/// What a verified input says.
#[derive(Debug)]
pub struct VerifiedData {
    /// The document of which the signature was verified.
    pub document: Document,
    /// What it says, as its format's model.
    pub model: Option<Json>,
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
    /// It is a catalog: what was found of its signature and of its entries' manifests.
    Catalog(Box<CatalogReport>),
    /// It is not verified. There is no evidence when the bytes could not be obtained or are not strict JSON.
    Refused(Option<Box<Evidence>>, Failure),
}

impl Verdict {
    /// Why the input is not verified.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Refused(_, failure) | Self::OfFormat(_, Err(failure)) => Some(failure),
            Self::Card(card) => card.failure.as_ref(),
            Self::Catalog(catalog) => catalog.failure.as_ref(),
            Self::Verified(_) | Self::Skipped(_) | Self::OfFormat(_, Ok(_)) => None,
        }
    }
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
        Self {
            input: input.into(),
            raw_sha256: None,
            expectations: None,
            verdict,
            data: None,
            shows_data: false,
            for_people: false,
        }
    }

    /// Appends the report as a line to `text`.
    pub fn write_line(&self, text: &mut String) -> io::Result<Counted> {
        if self.for_people {
            text.push_str(&line_of(&self.input, &self.verdict, self.failure()));
        } else {
            text.push_str(&self.to_json_text(false)?);
        }
        Ok(Counted {
            skipped: matches!(self.verdict, Verdict::Skipped(_)),
            failure: self.failure().map(|failure| (failure.code(), failure.outcome())),
        })
    }

    /// What was found, in this run.
    pub fn evidence(&self) -> Option<&Evidence> {
        match &self.verdict {
            Verdict::Verified(evidence) => Some(evidence),
            Verdict::Refused(evidence, _) => evidence.as_deref(),
            Verdict::Skipped(_) | Verdict::OfFormat(..) | Verdict::Card(_) | Verdict::Catalog(_) => None,
        }
    }

    /// Why the input is not verified.
    pub fn failure(&self) -> Option<&Failure> {
        self.verdict.failure()
    }

    /// Why an argument cannot be asked of this input: no verdict, but a misused command line. Anything else stays a report.
    pub fn misuse(self) -> Result<Self, Failure> {
        match self.verdict {
            Verdict::Refused(None, failure) | Verdict::OfFormat(_, Err(failure)) if failure.is_usage() => Err(failure),
            _ => Ok(self),
        }
    }

    /// Tells it to whoever asked for what goes on: of each check its name and result, for details may quote a challenge.
    /// Where there is evidence, the library's verifier has told it.
    pub fn log(&self) {
        if self.evidence().is_some() {
            return;
        }
        if enabled!(Level::TRACE) {
            self.checks().for_each(|(name, result, _)| trace!(check = name.as_str(), result = result.as_str()));
        }
        match (&self.verdict, self.failure()) {
            (_, Some(failure)) => debug!(code = failure.code(), "refused"),
            (Verdict::OfFormat(_, Ok(did)), None) => debug!(signer = display(did), "verified"),
            (Verdict::Card(_) | Verdict::Catalog(_), None) => debug!("verified"),
            (_, None) => debug!("skipped"),
        }
    }

    /// Every check with its result and what was compared, in their order.
    pub fn checks(&self) -> impl Iterator<Item = (CheckName, CheckResult, Option<Cow<'_, str>>)> {
        let found = self.evidence().map(Evidence::checks);
        let made = found.unwrap_or_default().iter().map(|check| {
            (check.name, check.result, check.detail.as_ref().map(|detail| Cow::Owned(detail.to_string())))
        });
        let not_json = self.failure().filter(|failure| is_about_json(failure.code()));
        let not_made = if found.is_some() { &[] } else { CheckName::ALL.as_slice() };
        made.chain(not_made.iter().map(move |&name| match not_json {
            Some(failure) if name == CheckName::StrictJson => {
                (name, CheckResult::Fail, Some(Cow::Borrowed(failure.message())))
            }
            _ => (name, CheckResult::NotReached, None),
        }))
    }
}

fn is_about_json(code: &str) -> bool {
    code.starts_with("json-") || code == "document-shape"
}
