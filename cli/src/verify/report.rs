//! The report on one verified or refused input.

use super::{Verdict, report_text::line_of};
use crate::{
    escape::escape_json,
    failure::{Failure, Outcome},
    object,
    terminal::Terminal,
};
use agent_description::{
    Code, Timestamp,
    json::{Json, Object},
    proof::{CheckName, CheckResult},
    secret::Redactor,
    verification::{Verification, report},
};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::{borrow::Cow, io, sync::Arc};

/// The verdict on an input, with all details.
#[derive(Debug)]
pub struct Report {
    /// The name of the input, as given on the command line.
    pub input: String,
    /// SHA-256 of the bytes, if they could be read.
    pub raw_sha256: Option<String>,
    /// The expectations, if the options set them.
    pub expectations: Option<Arc<Json>>,
    /// Time of verification.
    pub at: Option<Timestamp>,
    /// The verdict.
    pub verdict: Verdict,
    /// The typed model of the verified document.
    pub model: Option<Json>,
    /// Whether the report includes the document.
    pub shows_data: bool,
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

impl Report {
    /// A report with only a verdict.
    pub fn new(input: impl Into<String>, verdict: Verdict) -> Self {
        Self {
            input: input.into(),
            raw_sha256: None,
            expectations: None,
            at: None,
            verdict,
            model: None,
            shows_data: false,
            for_people: false,
        }
    }

    /// Appends the report to `text` as one line.
    pub fn write_line(&self, text: &mut String) -> io::Result<Counted> {
        let mut omission = None;
        if self.for_people {
            text.push_str(&line_of(&self.input, &self.verdict));
        } else {
            omission = self.write_json(false, text)?;
        }
        Ok(Counted {
            omission,
            skipped: matches!(self.verdict, Verdict::Skipped(_)),
            failure: self.failure().map(|failure| (failure.code(), failure.outcome())),
        })
    }

    /// The failure, if the input is not verified.
    pub fn failure(&self) -> Option<&Failure> {
        self.verdict.failure()
    }

    /// Returns an option that does not apply to the input as a usage error.
    pub fn misuse(self) -> Result<Self, Failure> {
        match self.verdict {
            Verdict::Unread(failure) if failure.is_usage() => Err(failure),
            _ => Ok(self),
        }
    }

    /// Appends the JSON text of the report with a line feed, on one line or indented.
    ///
    /// The verified document, its model and why one of them is omitted are the last members, if requested. They are
    /// data and not redacted; one that contains a secret is omitted, which the result says.
    pub fn write_json(&self, indented: bool, text: &mut String) -> io::Result<Option<Failure>> {
        text.push_str(&if indented {
            Terminal::json_text(self).map_err(|failure| io::Error::other(failure.message().to_owned()))?
        } else {
            Terminal::json_line(self)?
        });
        // an earlier report is copied unchanged
        if !self.shows_data || matches!(self.verdict, Verdict::Skipped(_)) {
            return Ok(None);
        }
        let (before, after, end) = if indented { ("\n  ", ": ", "\n}\n") } else { ("", ":", "}\n") };
        text.truncate(text.len() - end.len());
        let mut add = |name: &str, value: &str| {
            text.push_str(&format!(",{before}\"{name}\"{after}{}", escape_json(value)));
        };
        let written = |value: &Json| {
            if indented { value.to_pretty().replace('\n', "\n  ") } else { value.to_compact() }
        };
        let verified = self.verdict.found().filter(|found| found.is_verified());
        let members =
            [("document", verified.map(|found| found.document.json())), ("model", verified.and(self.model.as_ref()))];
        let mut omitted = Vec::new();
        for (name, value) in members {
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
        Ok(omission.map(|failure| failure.in_input(&self.input, &[]).with_help(help)))
    }
}

/// The members are the same for all formats, plus those of the format. All keys are present, `null` where unknown.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Verdict::Skipped(earlier) = &self.verdict {
            return earlier.serialize(serializer);
        }
        let found = self.verdict.found();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("input", &self.input)?;
        for member in &report(found) {
            match member.name().as_str() {
                "contexts" => {
                    map.serialize_entry("rawSha256", &self.raw_sha256)?;
                    map.serialize_entry("contexts", member.value())?;
                    map.serialize_entry("expectations", &self.expectations.as_deref())?;
                    let is_verified = found.is_some_and(Verification::is_verified);
                    map.serialize_entry("verifiedAt", &self.at.filter(|_| is_verified))?;
                    map.serialize_entry("skipped", &false)?;
                }
                "checks" if found.is_none() => map.serialize_entry("checks", &self.unmade_checks())?,
                // as printed for people, with secrets redacted
                "error" => map.serialize_entry("error", &self.failure().map(Failure::code_and_message))?,
                name => map.serialize_entry(name, member.value())?,
            }
        }
        map.end()
    }
}

impl Report {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{super::Verdict, Report};
    use crate::{escape::escape_json, failure::Failure, terminal::tree};
    use agent_description::{
        Code, Document, Expectations, Limits, Timestamp,
        did::{Did, DidDocument, Purpose},
        format::ADP,
        json::Json,
        verification::Supplied,
    };
    use std::{fs, path::Path, sync::Arc};

    fn verdict(name: &str, at: &str) -> Verdict {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/verify.in");
        let did: Did = "did:wba:agent.example.com".parse().unwrap();
        let limits = Limits::default();
        let resolved = DidDocument::parse_for(&did, &fs::read(folder.join("did.json")).unwrap(), &limits).unwrap();
        let document = Document::parse(&fs::read(folder.join(name)).unwrap(), &limits).unwrap();
        let at: Timestamp = at.parse().unwrap();
        let expectations =
            Expectations::for_purpose(Purpose::AssertionMethod).any_domain().any_challenge().at(at).signer_is_subject();
        let mut supplied = Supplied::default();
        supplied.did_documents.insert(did, Ok(Arc::new(resolved)));
        let found = match ADP.begin(document, &expectations) {
            Ok(pending) => pending.finish(&supplied),
            Err(refused) => *refused,
        };
        let failure = found.error.as_deref().map(Failure::from_error);
        Verdict::Found(Box::new(found), failure)
    }

    fn line_of(report: &Report) -> String {
        let mut line = String::new();
        report.write_line(&mut line).unwrap();
        line
    }

    /// The expected text, generated with the library's own tree and writer.
    fn by_tree(report: &Report) -> String {
        format!("{}\n", escape_json(&tree(report).unwrap().to_compact()))
    }

    #[test]
    fn a_line_is_the_report_in_compact_form() {
        let now = "2026-06-01T00:00:00Z";
        let verdicts = [
            verdict("signed.json", now),
            verdict("bound.json", now),
            verdict("eddsa.json", now),
            verdict("k1.json", now),
            verdict("tampered.json", now),
            verdict("unsigned.json", now),
            verdict("bound.json", "2028-01-01T00:00:00Z"),
            Verdict::Unread(Failure::new(Code::IO_READ, "no \"such\" file\n\\ \u{202e}\u{7f}\u{e0041} ü")),
            Verdict::Unread(Failure::new(Code::JSON_DEPTH, "too deep")),
        ];
        for (number, verdict) in verdicts.into_iter().enumerate() {
            let mut report = Report::new("a \"name\"\t\u{202e}ü.json", verdict);
            assert_eq!(line_of(&report), by_tree(&report));
            report.raw_sha256 = Some("00".repeat(32));
            report.expectations = Some(Arc::new(Json::from(vec![Json::from("ü\u{202e}"), number_json(number)])));
            assert_eq!(line_of(&report), by_tree(&report));
        }
    }

    fn number_json(number: usize) -> Json {
        Json::from(u32::try_from(number).unwrap())
    }
}
