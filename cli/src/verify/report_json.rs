//! A report as JSON, on one line, written straight into text: a tree for each of thousands of lines would cost as much as reading their
//! documents.

use super::report::{Report, Verdict};
use crate::{failure::Failure, terminal::Terminal};
use agent_description::{
    Did,
    hex::hex,
    json::Json,
    proof::{CheckName, CheckResult},
};

/// Appends the line of a report, with its end.
pub fn write(out: &mut String, report: &Report) {
    match &report.verdict {
        Verdict::Skipped(earlier) => out.push_str(&Terminal::json_line(&earlier.clone().into())),
        Verdict::OfFormat(format, identity) => write_of_format(out, report, format, identity.as_ref().ok()),
        Verdict::Card(card) => {
            out.push_str(&Terminal::json_line(&card.to_json(&report.input, report.raw_sha256.as_deref())));
        }
        Verdict::Catalog(catalog) => {
            out.push_str(&Terminal::json_line(&catalog.to_json(&report.input, report.raw_sha256.as_deref())));
        }
        Verdict::Verified(_) | Verdict::Refused(..) => write_of_description(out, report),
    }
}

/// `{input, verified, format, identity, rawSha256, error}`: what documents of other formats have.
fn write_of_format(out: &mut String, report: &Report, format: &str, identity: Option<&Did>) {
    let mut line = Writer { out, separator: "{" };
    line.text("input", Some(&report.input));
    line.flag("verified", identity.is_some());
    line.text("format", Some(format));
    line.text("identity", identity.map(|did| did.as_str()));
    line.text("rawSha256", report.raw_sha256.as_deref());
    line.error(report.failure());
    line.out.push_str("}\n");
}

/// The object of an agent description: all keys always present, `null` where unknown.
fn write_of_description(out: &mut String, report: &Report) {
    let evidence = report.evidence();
    let verified = matches!(report.verdict, Verdict::Verified(_));
    let mut line = Writer { out, separator: "{" };
    line.text("input", Some(&report.input));
    line.flag("verified", verified);
    line.text("signer", evidence.and_then(|found| found.signer.as_ref()).map(|did| did.as_str()));
    line.text("subject", evidence.and_then(|found| found.subject.as_deref()));
    line.text("verificationMethod", evidence.and_then(|found| found.verification_method.as_deref()));
    line.text("suite", evidence.and_then(|found| found.suite).map(|suite| suite.name()));
    line.text("created", evidence.and_then(|found| found.created.as_deref()));
    line.text("expires", evidence.and_then(|found| found.expires).map(|time| time.to_string()).as_deref());
    line.text("domain", evidence.and_then(|found| found.domain.as_deref()));
    line.text("challenge", evidence.and_then(|found| found.challenge.as_deref()));
    line.text("canonicalSha256", evidence.map(|found| hex(&found.canonical_sha256)).as_deref());
    line.text("rawSha256", report.raw_sha256.as_deref());
    match evidence.filter(|found| found.result(CheckName::Expansion) == CheckResult::Pass) {
        None => line.raw("contexts", "null"),
        Some(found) => {
            line.raw("contexts", "[");
            line.separator = "";
            for context in &found.contexts {
                line.out.push_str(line.separator);
                line.separator = "{";
                line.text("iri", Some(&context.iri));
                line.text("sha256", Some(&hex(&context.sha256)));
                line.out.push('}');
                line.separator = ",";
            }
            line.out.push(']');
            line.separator = ",";
        }
    }
    line.raw("expectations", report.expectations.as_ref().map_or("null", |expected| &expected.text));
    line.text("verifiedAt", evidence.filter(|_| verified).map(|found| found.at.to_string()).as_deref());
    line.flag("skipped", false);
    line.raw("checks", "[");
    let mut separator = "";
    report.for_each_check(|name, result, detail| {
        line.out.push_str(separator);
        separator = ",";
        line.separator = "{";
        // neither has a character to escape
        line.raw("name", "\"");
        line.out.push_str(name.as_str());
        line.out.push_str("\",\"result\":\"");
        line.out.push_str(result.as_str());
        line.out.push('"');
        line.text("detail", detail);
        line.out.push('}');
    });
    line.out.push(']');
    line.error(report.failure());
    line.out.push_str("}\n");
}

/// Members of an object, one after the other.
struct Writer<'a> {
    out: &'a mut String,
    /// What comes before the next member.
    separator: &'static str,
}

impl Writer<'_> {
    /// A member with a value that is JSON already.
    fn raw(&mut self, name: &str, json: &str) {
        self.out.push_str(self.separator);
        self.separator = ",";
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str("\":");
        self.out.push_str(json);
    }

    /// A member that is true or false.
    fn flag(&mut self, name: &str, flag: bool) {
        self.raw(name, if flag { "true" } else { "false" });
    }

    /// The last member: code and message of a failure, or `null`.
    fn error(&mut self, failure: Option<&Failure>) {
        let Some(failure) = failure else { return self.raw("error", "null") };
        self.raw("error", "");
        self.separator = "{";
        self.text("code", Some(failure.code()));
        self.text("message", Some(failure.message()));
        self.out.push('}');
    }

    /// A member with a string, or `null`.
    fn text(&mut self, name: &str, text: Option<&str>) {
        let Some(text) = text else { return self.raw(name, "null") };
        self.raw(name, "");
        let plain = |byte: u8| (b' '..0x7f).contains(&byte) && byte != b'"' && byte != b'\\';
        // looks at every byte, which is faster than to stop at the first that is not plain: several go at once
        if text.bytes().fold(true, |all, byte| all & plain(byte)) {
            self.out.push('"');
            self.out.push_str(text);
            self.out.push('"');
        } else {
            self.out.push_str(Terminal::json_line(&Json::from(text)).trim_end_matches('\n'));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::write;
    use crate::{
        failure::Failure,
        terminal::Terminal,
        verify::report::{Expected, Report, Verdict},
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
        let read = Unverified::<AgentDescription>::read(document, &Contexts::embedded(), &limits);
        match read.verify(&resolved, expectations) {
            Ok(verified) => Verdict::Verified(Box::new(verified.evidence().clone())),
            Err(error) => Verdict::Refused(Some(Box::new(error.evidence().clone())), Failure::of(&error)),
        }
    }

    fn of(report: &Report) -> String {
        let mut line = String::new();
        write(&mut line, report);
        line
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
            assert_eq!(of(&report), Terminal::json_line(&report.to_json().unwrap()));
            report.raw_sha256 = Some("00".repeat(32));
            report.expectations =
                Some(Arc::new(Expected::new(Json::from(vec![Json::from("ü\u{202e}"), number_json(number)]))));
            assert_eq!(of(&report), Terminal::json_line(&report.to_json().unwrap()));
        }
    }

    fn number_json(number: usize) -> Json {
        Json::from(u32::try_from(number).unwrap())
    }
}
