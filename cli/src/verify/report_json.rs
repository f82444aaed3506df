//! A report as JSON: what `adp verify --json` prints, and a line of `--batch`.

use super::report::{Report, Verdict};
use crate::{escape::escape_json, failure::CodeAndMessage, terminal::Terminal};
use agent_description::{
    Did, Timestamp,
    hex::hex,
    json::Json,
    jsonld::UsedContext,
    proof::{CheckName, CheckResult},
    secret::Redactor,
    suite::Suite,
};
use serde::{Serialize, Serializer};
use std::{borrow::Cow, io};

impl Report {
    /// The report as JSON, with its line end: indented or on one line. The verified document and its model stand last, where they were
    /// asked for. They are data, never redacted: what shows a secret is left out whole.
    pub fn to_json_text(&self, indented: bool) -> io::Result<String> {
        let mut text = if indented {
            Terminal::json_text(self).map_err(|failure| io::Error::other(failure.message().to_owned()))?
        } else {
            Terminal::json_line(self)?
        };
        // what is taken over from an earlier report is as it was there
        if !self.shows_data || matches!(self.verdict, Verdict::Skipped(_)) {
            return Ok(text);
        }
        let end = if indented { "\n}\n" } else { "}\n" };
        text.truncate(text.len() - end.len());
        let data = self.data.as_ref();
        let members =
            [("document", data.map(|data| data.document.json())), ("model", data.and_then(|data| data.model.as_ref()))];
        for (name, value) in members {
            let value = match value {
                Some(value) if indented => value.to_pretty().replace('\n', "\n  "),
                Some(value) => value.to_compact(),
                None => "null".to_owned(),
            };
            let shows_secret = matches!(Redactor::of_process().document(&value), Cow::Owned(_));
            let value = if shows_secret { "null".to_owned() } else { value };
            let (before, after) = if indented { ("\n  ", ": ") } else { ("", ":") };
            text.push_str(&format!(",{before}\"{name}\"{after}{}", escape_json(&value)));
        }
        text.push_str(end);
        Ok(text)
    }
}

/// The findings. All keys are always there, `null` where nothing is known.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self;
        match &report.verdict {
            Verdict::Skipped(earlier) => earlier.serialize(serializer),
            Verdict::OfFormat(format, identity) => OfFormat {
                input: &report.input,
                verified: identity.is_ok(),
                format,
                identity: identity.as_ref().ok(),
                raw_sha256: report.raw_sha256.as_deref(),
                error: identity.as_ref().err().map(|failure| failure.code_and_message()),
            }
            .serialize(serializer),
            Verdict::Card(card) => card.as_json(&report.input, report.raw_sha256.as_deref()).serialize(serializer),
            Verdict::Catalog(catalog) => {
                catalog.as_json(&report.input, report.raw_sha256.as_deref()).serialize(serializer)
            }
            Verdict::Verified(_) | Verdict::Refused(..) => OfDescription::of(report).serialize(serializer),
        }
    }
}

/// What documents of formats without more evidence have.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfFormat<'a> {
    input: &'a str,
    verified: bool,
    format: &'a str,
    identity: Option<&'a Did>,
    raw_sha256: Option<&'a str>,
    error: Option<CodeAndMessage<'a>>,
}

/// What an agent description has.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfDescription<'a> {
    input: &'a str,
    verified: bool,
    signer: Option<&'a Did>,
    subject: Option<&'a str>,
    verification_method: Option<&'a str>,
    suite: Option<Suite>,
    created: Option<&'a str>,
    expires: Option<Timestamp>,
    domain: Option<&'a str>,
    challenge: Option<&'a str>,
    canonical_sha256: Option<String>,
    raw_sha256: Option<&'a str>,
    contexts: Option<&'a [UsedContext]>,
    expectations: Option<&'a Json>,
    verified_at: Option<Timestamp>,
    skipped: bool,
    checks: Vec<OfCheck<'a>>,
    error: Option<CodeAndMessage<'a>>,
}

#[derive(Serialize)]
struct OfCheck<'a> {
    name: CheckName,
    result: CheckResult,
    detail: Option<Cow<'a, str>>,
}

impl<'a> OfDescription<'a> {
    fn of(report: &'a Report) -> Self {
        let evidence = report.evidence();
        let verified = matches!(report.verdict, Verdict::Verified(_));
        let known = evidence.filter(|found| found.result(CheckName::Expansion) == CheckResult::Pass);
        Self {
            input: &report.input,
            verified,
            signer: evidence.and_then(|found| found.signer.as_ref()),
            subject: evidence.and_then(|found| found.subject.as_deref()),
            verification_method: evidence.and_then(|found| found.verification_method.as_deref()),
            suite: evidence.and_then(|found| found.suite),
            created: evidence.and_then(|found| found.created.as_deref()),
            expires: evidence.and_then(|found| found.expires),
            domain: evidence.and_then(|found| found.domain.as_deref()),
            challenge: evidence.and_then(|found| found.challenge.as_deref()),
            canonical_sha256: evidence.map(|found| hex(&found.canonical_sha256)),
            raw_sha256: report.raw_sha256.as_deref(),
            contexts: known.map(|found| found.contexts.as_slice()),
            expectations: report.expectations.as_deref(),
            verified_at: evidence.filter(|_| verified).map(|found| found.at),
            skipped: false,
            checks: report.checks().map(|(name, result, detail)| OfCheck { name, result, detail }).collect(),
            error: report.failure().map(|failure| failure.code_and_message()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::{
        escape::escape_json,
        failure::Failure,
        terminal::tree,
        verify::report::{Report, Verdict},
    };
    use agent_description::{
        Code, Document, Expectations, Limits, Timestamp,
        description::AgentDescription,
        did::{Did, DidDocument, Purpose},
        json::Json,
        jsonld::Contexts,
        proof::Unverified,
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
        let read = Unverified::<AgentDescription>::read(document, &Contexts::embedded());
        match read.verify(&resolved, expectations) {
            Ok(verified) => Verdict::Verified(Box::new(verified.evidence().clone())),
            Err(error) => Verdict::Refused(Some(Box::new(error.evidence().clone())), Failure::of(&error)),
        }
    }

    fn of(report: &Report) -> String {
        let mut line = String::new();
        report.write_line(&mut line).unwrap();
        line
    }

    /// The same by the library's own tree and writer.
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
            Verdict::Refused(None, Failure::new(Code::IO_READ, "no \"such\" file\n\\ \u{202e}\u{7f}\u{e0041} ü")),
            Verdict::Refused(None, Failure::new(Code::JSON_DEPTH, "too deep")),
        ];
        for (number, verdict) in verdicts.into_iter().enumerate() {
            let mut report = Report::new("a \"name\"\t\u{202e}ü.json", verdict);
            assert_eq!(of(&report), by_tree(&report));
            report.raw_sha256 = Some("00".repeat(32));
            report.expectations = Some(Arc::new(Json::from(vec![Json::from("ü\u{202e}"), number_json(number)])));
            assert_eq!(of(&report), by_tree(&report));
        }
    }

    fn number_json(number: usize) -> Json {
        Json::from(u32::try_from(number).unwrap())
    }
}
