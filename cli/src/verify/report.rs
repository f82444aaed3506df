//! The report on one verified or refused input.

use super::{InputVerdict, report_text::line_of};
use crate::{
    failure::{Failure, Outcome},
    output::{escape::escape_json, object, terminal::Terminal},
};
use agent_description::{
    Code, Document, Timestamp,
    json::{Json, Member, Object},
    proof::{CheckName, CheckResult},
    secret::Redactor,
    verification::{Verification, report},
};
use std::{borrow::Cow, sync::Arc};

/// Initial capacity for a report on one line; those of files have about this size.
pub(super) const REPORT_BYTES: usize = 4608;

/// The status of a verified input.
pub const VERIFIED: &str = "verified";

/// The verdict on an input, with all details.
#[derive(Debug)]
pub struct VerifyReport {
    /// The name of the input, as given on the command line.
    pub input: String,
    /// SHA-256 of the bytes, if they could be read.
    pub raw_sha256: Option<String>,
    /// The expectations, if the options set them.
    pub expectations: Option<Arc<Json>>,
    /// Time of verification.
    pub at: Option<Timestamp>,
    /// The verdict.
    pub verdict: InputVerdict,
    /// The typed model of the verified document.
    pub model: Option<Json>,
    /// Whether the report includes the document.
    pub shows_document: bool,
    /// Whether the report includes the model.
    pub shows_model: bool,
    /// Whether the line is text instead of JSON.
    pub for_people: bool,
}

/// The summary of a report.
#[derive(Debug)]
pub struct Counted {
    /// Whether the verdict is from an earlier run.
    pub skipped: bool,
    /// The code and outcome of a failure.
    pub failure: Option<(&'static str, Outcome)>,
    /// Why a verified document or its model is not shown.
    pub omission: Option<Failure>,
}

impl VerifyReport {
    /// A report with only a verdict.
    pub fn new(input: impl Into<String>, verdict: InputVerdict) -> Self {
        Self {
            input: input.into(),
            raw_sha256: None,
            expectations: None,
            at: None,
            verdict,
            model: None,
            shows_document: false,
            shows_model: false,
            for_people: false,
        }
    }

    /// Appends the report to `text` as one line.
    pub fn write_line(&self, text: &mut String) -> Counted {
        let mut omission = None;
        if self.for_people {
            text.push_str(&line_of(&self.input, &self.verdict));
        } else {
            omission = self.write_json(false, text);
        }
        Counted {
            omission,
            skipped: matches!(self.verdict, InputVerdict::Skipped(_)),
            failure: self.failure().map(|failure| (failure.code(), failure.outcome())),
        }
    }

    /// The failure, if the input is not verified.
    pub fn failure(&self) -> Option<&Failure> {
        self.verdict.failure()
    }

    /// Returns an option that does not apply to the input as a usage error.
    pub fn misuse(self) -> Result<Self, Failure> {
        match self.verdict {
            InputVerdict::Unread(failure) if failure.is_usage() => Err(failure),
            _ => Ok(self),
        }
    }

    /// Appends the JSON text of the report with a line feed, on one line or indented.
    ///
    /// The verified document, its model and why one of them is omitted are the last members, if requested. They are
    /// data and not redacted; one that contains a secret is omitted, which the result says.
    pub fn write_json(&self, indented: bool, text: &mut String) -> Option<Failure> {
        let json = Json::from(self.to_json());
        let written = if indented { json.to_pretty() } else { json.to_compact_of(REPORT_BYTES) };
        text.push_str(&Terminal::report_text(written));
        // an earlier report is copied unchanged
        if !self.shows_model || matches!(self.verdict, InputVerdict::Skipped(_)) {
            return None;
        }
        let (before, after, end) = if indented { ("\n  ", ": ", "\n}\n") } else { ("", ":", "}\n") };
        text.truncate(text.len() - end.len());
        let mut add = |name: &str, value: &str| {
            [",", before, "\"", name, "\"", after, &escape_json(value)].iter().for_each(|piece| text.push_str(piece));
        };
        let size = self.verdict.found().and_then(Verification::document).map_or(0, |document| document.source().len());
        let written = |value: &Json| {
            if indented { value.to_pretty().replace('\n', "\n  ") } else { value.to_compact_of(size) }
        };
        let verified = self.verdict.found().filter(|found| found.is_verified());
        let document = verified.and_then(Verification::document).map(Document::json);
        let members = [("document", document), ("model", verified.and(self.model.as_ref()))];
        let mut omitted = Vec::new();
        for (name, value) in members.into_iter().skip(usize::from(!self.shows_document)) {
            let value = value.map_or_else(|| "null".to_owned(), written);
            if matches!(Redactor::for_process().document(&value), Cow::Owned(_)) {
                omitted.push(name);
                add(name, "null");
            } else {
                add(name, &value);
            }
        }
        let omission = (!omitted.is_empty()).then(|| {
            let message =
                format!("the document is verified, but contains a secret; not printed: {}", omitted.join(", "));
            Failure::new(Code::KEY_MALFORMED, message)
        });
        let error = omission.as_ref().map(|failure| Json::from(failure.code_and_message()));
        add("omitted", &error.map_or_else(|| "null".to_owned(), |error| written(&error)));
        text.push_str(end);
        let help = "ask the publisher to replace the secret; --save FILE writes one verified document";
        omission.map(|failure| failure.in_input(&self.input, &[]).with_help(help))
    }

    /// The JSON form, without the document and its model. The members are the same for all formats, plus those of the
    /// format. All are present, `null` where unknown.
    pub fn to_json(&self) -> Object {
        if let InputVerdict::Skipped(earlier) = &self.verdict {
            return earlier.clone();
        }
        let found = self.verdict.found();
        let mut json = Object::with_capacity(32);
        json.insert("input", self.input.as_str());
        for Member { name, value, .. } in report(found) {
            match name.as_str() {
                "contexts" => {
                    json.insert("rawSha256", self.raw_sha256.as_deref());
                    json.insert(name, value);
                    json.insert("expectations", self.expectations.as_deref().cloned());
                    let is_verified = found.is_some_and(Verification::is_verified);
                    json.insert("verifiedAt", self.at.filter(|_| is_verified).map(|at| at.to_string()));
                    json.insert("skipped", false)
                }
                "checks" if found.is_none() => json.insert("checks", object::json(self.unmade_checks())),
                "verified" => {
                    json.insert(name, value);
                    json.insert("status", self.status())
                }
                // as printed for people, with secrets redacted
                "error" => json.insert("error", object::json(self.failure().map(Failure::code_and_message))),
                _ => json.insert(name, value),
            };
        }
        json
    }

    /// `verified`, `refused`, `undecided` or `malformed`.
    fn status(&self) -> &'static str {
        match self.failure().map(Failure::outcome) {
            None => VERIFIED,
            Some(Outcome::Refused) => "refused",
            Some(Outcome::Malformed) => "malformed",
            Some(_) => "undecided",
        }
    }

    /// The checks of an input that is not a document: only one was made.
    fn unmade_checks(&self) -> Vec<Object> {
        let not_json = self.failure().filter(|failure| is_about_json(failure.code()));
        let unmade = CheckName::ALL.iter().map(|name| {
            let failure = not_json.filter(|_| *name == CheckName::StrictJson);
            let result = if failure.is_some() { CheckResult::Fail } else { CheckResult::NotReached };
            let detail = failure.map(|failure| failure.message().to_owned());
            object! { "name": name.as_str(), "result": result.as_str(), "detail": detail }
        });
        unmade.collect()
    }
}

fn is_about_json(code: &str) -> bool {
    code.starts_with("json-") || code.starts_with("yaml-") || code == "document-shape"
}
