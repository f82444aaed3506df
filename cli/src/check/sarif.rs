//! Findings as SARIF 2.1.0 (OASIS) for code scanning: one run with all inputs.

use super::InputFindings;
use crate::{check::rules::worst, failure::codes, input::file, output::object};
use agent_description::{
    Code,
    diagnostic::{Diagnostic, Rule, Severity},
    hex::hex,
    json::{Lines, Object, Span},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};
use std::path::{Component, MAIN_SEPARATOR, Path};

/// The base ID for relative locations, which viewers map to the root of the checkout.
const ROOT: &str = "%SRCROOT%";

/// The characters that are percent-encoded in a path (RFC 3986, section 2.3).
const OUTSIDE_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A finding of a check or of the parser.
struct Finding<'a> {
    rule: RuleOf,
    code: &'a str,
    level: &'static str,
    message: String,
    span: Option<Span>,
    pointer: Option<&'a str>,
    help: Option<&'a str>,
    replacement: Option<&'a str>,
}

/// A rule, or the code of a parse error, which SARIF also treats as a rule.
#[derive(Clone, Copy, PartialEq)]
enum RuleOf {
    Check(&'static Rule),
    Reader(&'static str),
}

impl RuleOf {
    fn id(self) -> &'static str {
        match self {
            Self::Check(rule) => rule.id,
            Self::Reader(code) => code,
        }
    }
}

/// A log with one run (SARIF 2.1.0, section 3).
pub fn log_of(inputs: &[InputFindings]) -> Object {
    let all: Vec<(&InputFindings, Vec<Finding>)> = inputs.iter().map(|input| (input, findings_of(input))).collect();
    let mut rules: Vec<RuleOf> = all.iter().flat_map(|(_, found)| found.iter().map(|finding| finding.rule)).collect();
    rules.sort_unstable_by_key(|rule| rule.id());
    rules.dedup();

    let results = all.iter().flat_map(|(input, found)| found.iter().map(|finding| result(finding, input, &rules)));
    let driver = object! {
        "name": "adp",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.iter().map(|rule| descriptor(*rule)).collect::<Vec<_>>(),
    };
    let root = object! { "description": text("The working directory of adp.") };
    let mut run = object! {
        "tool": object! { "driver": driver },
        "originalUriBaseIds": [(ROOT, root)].into_iter().collect::<Object>(),
        // most viewers count UTF-16 code units
        "columnKind": "utf16CodeUnits",
    };
    let omitted: Vec<Object> = inputs.iter().filter_map(omitted).collect();
    if !omitted.is_empty() {
        let invocation = object! { "executionSuccessful": true, "toolExecutionNotifications": omitted };
        run.insert("invocations", vec![invocation.into()]);
    }
    run.insert("results", object::json(results.collect::<Vec<_>>()));
    object! { "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run] }
}

/// A notification that findings of an input are omitted.
fn omitted(input: &InputFindings) -> Option<Object> {
    let more = input.report.omitted.total();
    let message = format!("{more} more findings of {} are not listed", input.input);
    let location = object! { "physicalLocation": object! { "artifactLocation": location_of(&input.input) } };
    (more > 0).then(|| object! { "level": "note", "message": text(&message), "locations": [location] })
}

fn findings_of(input: &InputFindings) -> Vec<Finding<'_>> {
    let lines = Lines::new(&input.source);
    let of_checks = input.report.diagnostics.iter().map(|diagnostic: &Diagnostic| Finding {
        rule: RuleOf::Check(diagnostic.rule),
        code: diagnostic.code.as_str(),
        level: diagnostic.severity.as_str(),
        message: match &diagnostic.help {
            Some(help) => format!("{}; {help}", diagnostic.message),
            None => diagnostic.message.clone(),
        },
        span: diagnostic.span.clone().or_else(|| lines.token(&input.source, diagnostic.place().position?)),
        pointer: diagnostic.pointer.as_deref(),
        help: diagnostic.help.as_deref(),
        replacement: diagnostic.replacement.as_deref(),
    });
    let of_reader = input.unreadable.iter().map(|failure| Finding {
        rule: RuleOf::Reader(failure.code()),
        code: failure.code(),
        level: Severity::Error.as_str(),
        message: failure.message().to_owned(),
        span: failure.span().cloned(),
        pointer: None,
        help: None,
        replacement: None,
    });
    of_checks.chain(of_reader).collect()
}

/// The reporting descriptor of a rule.
fn descriptor(rule: RuleOf) -> Object {
    let (short, full, help, level) = match rule {
        RuleOf::Check(rule) => {
            let advice = format!("{} {}", rule.rationale, rule.fix);
            let mut help = text(&advice);
            if let Some(example) = &rule.example {
                let (wrong, right) = (example.wrong_document(), example.right_document());
                let examples = format!("Wrong:\n\n```json\n{wrong}```\n\nRight:\n\n```json\n{right}```\n");
                help.insert("markdown", format!("{advice}\n\n{examples}"));
            }
            (rule.summary, format!("{}: \"{}\"", rule.source, rule.quote), help, worst(rule).as_str())
        }
        RuleOf::Reader(code) => {
            let sentence = codes::all().find(|known| known.as_str() == code).map_or("", Code::rule).trim();
            let help = text("The input could not be read and was not checked; fix it and check again.");
            (sentence, sentence.to_owned(), help, Severity::Error.as_str())
        }
    };
    object! {
        "id": rule.id(),
        "shortDescription": text(short),
        "fullDescription": text(&full),
        "help": help,
        "defaultConfiguration": object! { "level": level },
    }
}

fn result(finding: &Finding, input: &InputFindings, rules: &[RuleOf]) -> Object {
    let artifact = location_of(&input.input);
    let region = finding.span.as_ref().map(region);
    let mut place = object! { "artifactLocation": &artifact };
    if let Some(region) = &region {
        place.insert("region", region.clone());
    }
    let mut location = object! { "physicalLocation": place };
    if let Some(pointer) = finding.pointer.filter(|pointer| !pointer.is_empty()) {
        location.insert("logicalLocations", object::json([object! { "fullyQualifiedName": pointer }]));
    }
    let mut result = object! {
        "ruleId": finding.rule.id(),
        "ruleIndex": rules.iter().position(|rule| *rule == finding.rule),
        "level": finding.level,
        "message": text(&finding.message),
        "locations": [location],
        "partialFingerprints": object! { "adpFinding/v1": fingerprint(finding) },
    };
    if let (Some(replacement), Some(region)) = (finding.replacement, region) {
        let replacement = object! { "deletedRegion": region, "insertedContent": text(replacement) };
        let change = object! { "artifactLocation": artifact, "replacements": [replacement] };
        let description = text(finding.help.unwrap_or_default());
        result.insert("fixes", object::json([object! { "description": description, "artifactChanges": [change] }]));
    }
    // a rule may have several codes
    result.insert("properties", object! { "code": finding.code });
    result
}

fn region(span: &Span) -> Object {
    object! {
        "startLine": span.start.line,
        "startColumn": span.utf16_columns.start,
        "endLine": span.end.line,
        "endColumn": span.utf16_columns.end,
    }
}

/// A fingerprint that does not depend on line numbers. It covers the rule, the code, the JSON path and the message,
/// because a rule can have several findings at one path.
fn fingerprint(finding: &Finding) -> String {
    let mut hash = Sha256::new();
    for part in [finding.rule.id(), finding.code, finding.pointer.unwrap_or_default(), &finding.message] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize()[..16])
}

/// An artifact location: a URL as given, a file in the working directory as a relative reference (RFC 3986, section
/// 4.2), other files by absolute path.
fn location_of(input: &str) -> Object {
    if input.contains("://") {
        return object! { "uri": input };
    }
    let path = Path::new(input);
    let below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if below || input == file::display_name(Path::new(file::STDIN)) {
        let input = input.strip_prefix("./").unwrap_or(input);
        return object! { "uri": encoded(input), "uriBaseId": ROOT };
    }
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut parts: Vec<Component> = Vec::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let whole = parts.iter().collect::<std::path::PathBuf>();
    // a path of Windows begins with a letter
    let whole = encoded(&whole.to_string_lossy());
    object! { "uri": format!("file:///{}", whole.trim_start_matches('/')) }
}

/// The path of a URI; `\` separates names on Windows only.
fn encoded(path: &str) -> String {
    utf8_percent_encode(&path.replace(MAIN_SEPARATOR, "/"), OUTSIDE_PATHS).to_string()
}

fn text(text: &str) -> Object {
    object! { "text": text }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::location_of;

    #[test]
    fn file_names_become_references() {
        for (name, uri, relative) in [
            ("site/ad.json", "site/ad.json", true),
            ("./ad.json", "ad.json", true),
            ("my ad#1.json", "my%20ad%231.json", true),
            ("a:b.json", "a%3Ab.json", true),
            ("ä%.json", "%C3%A4%25.json", true),
            ("/srv/x/../a b.json", "file:///srv/a%20b.json", false),
            ("https://agent.example.com/ad.json?x=1", "https://agent.example.com/ad.json?x=1", false),
        ] {
            let location = location_of(name);
            assert_eq!(location.get("uri").unwrap().as_str(), Some(uri));
            assert_eq!(location.contains("uriBaseId"), relative, "{name}");
        }
    }
}
