//! Findings as SARIF 2.1.0 (OASIS), which code scanners read: one run over all inputs.

use super::{
    Findings,
    rules::{why_and_fix, worst},
    sarif_log::{
        ArtifactLocation, Base, BaseIds, Change, Configuration, Descriptor, Driver, Fingerprints, Fix, Invocation,
        Location, Log, LogicalLocation, Notification, PhysicalLocation, Properties, ROOT, Region, Replacement, Run,
        SarifResult, Text, Tool,
    },
};
use crate::{codes, file, format::example_of};
use agent_description::{
    Code,
    diagnostic::{Diagnostic, Rule, Severity},
    hex::hex,
    json::{Lines, Span},
};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    path::{Component, Path},
};

/// One finding, whether of the checks or of the reader.
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

/// A rule of the checks, or the code of a reader's refusal, which is a rule too.
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

/// A log with one run.
pub fn log_of(inputs: &[Findings]) -> Log {
    let all: Vec<(&Findings, Vec<Finding>)> = inputs.iter().map(|input| (input, findings_of(input))).collect();
    let mut rules: Vec<RuleOf> = all.iter().flat_map(|(_, found)| found.iter().map(|finding| finding.rule)).collect();
    rules.sort_unstable_by_key(|rule| rule.id());
    rules.dedup();

    let mut results = Vec::new();
    for (input, found) in &all {
        results.extend(found.iter().map(|finding| result(finding, input, &rules)));
    }
    let omitted: Vec<Notification> = inputs.iter().filter_map(omitted).collect();
    let driver = Driver {
        name: "adp",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: rules.iter().map(|rule| descriptor(*rule)).collect(),
    };
    let run = Run {
        tool: Tool { driver },
        original_uri_base_ids: BaseIds { root: Base { description: text("The folder in which adp was run.") } },
        column_kind: "utf16CodeUnits",
        invocations: (!omitted.is_empty())
            .then_some([Invocation { execution_successful: true, tool_execution_notifications: omitted }]),
        results,
    };
    Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }
}

/// That an input has more findings than there are results.
fn omitted(input: &Findings) -> Option<Notification> {
    let more = input.report.omitted.total();
    let message = format!("{more} more findings of {} are not listed", input.input);
    let physical_location = PhysicalLocation { artifact_location: location_of(&input.input), region: None };
    let locations = [Location { physical_location, logical_locations: None }];
    (more > 0).then(|| Notification { level: "note", message: text(message), locations })
}

fn findings_of(input: &Findings) -> Vec<Finding<'_>> {
    let lines = Lines::new(&input.source);
    let of_checks = input.report.diagnostics.iter().map(|diagnostic: &Diagnostic| Finding {
        rule: RuleOf::Check(diagnostic.rule),
        code: diagnostic.code.as_str(),
        level: level(diagnostic.severity),
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
        level: level(Severity::Error),
        message: failure.message().to_owned(),
        span: failure.span().cloned(),
        pointer: None,
        help: None,
        replacement: None,
    });
    of_checks.chain(of_reader).collect()
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// What a viewer shows of a rule.
fn descriptor(rule: RuleOf) -> Descriptor {
    match rule {
        RuleOf::Check(rule) => {
            let (why, fix) = why_and_fix(rule);
            let markdown = example_of(rule).map(|example| {
                let (wrong, right) = (example.wrong(), example.right());
                format!("{why} {fix}\n\nWrong:\n\n```json\n{wrong}```\n\nRight:\n\n```json\n{right}```\n")
            });
            Descriptor {
                id: rule.id,
                short_description: text(rule.sentence),
                full_description: text(format!("{}: \"{}\"", rule.source, rule.original)),
                help: Text { text: format!("{why} {fix}").into(), markdown },
                default_configuration: Configuration { level: level(worst(rule)) },
            }
        }
        RuleOf::Reader(code) => {
            let sentence = codes::all().find(|known| known.as_str() == code).map_or("", Code::rule).trim();
            Descriptor {
                id: code,
                short_description: text(sentence),
                full_description: text(sentence),
                help: text("Input that cannot be read was not checked: fix it, then check again."),
                default_configuration: Configuration { level: "error" },
            }
        }
    }
}

fn result(finding: &Finding, input: &Findings, rules: &[RuleOf]) -> SarifResult {
    let region = finding.span.as_ref().map(region);
    let artifact_location = location_of(&input.input);
    let fixes = finding.replacement.zip(region).map(|(replacement, deleted_region)| {
        let replacements = [Replacement { deleted_region, inserted_content: text(replacement.to_owned()) }];
        let artifact_changes = [Change { artifact_location: artifact_location.clone(), replacements }];
        [Fix { description: text(finding.help.unwrap_or_default().to_owned()), artifact_changes }]
    });
    let pointer = finding.pointer.filter(|pointer| !pointer.is_empty());
    SarifResult {
        rule_id: finding.rule.id(),
        rule_index: rules.iter().position(|rule| *rule == finding.rule),
        level: finding.level,
        message: text(finding.message.clone()),
        locations: [Location {
            physical_location: PhysicalLocation { artifact_location, region },
            logical_locations: pointer.map(|pointer| [LogicalLocation { fully_qualified_name: pointer.to_owned() }]),
        }],
        partial_fingerprints: Fingerprints { finding: fingerprint(finding) },
        fixes,
        properties: Properties { code: finding.code.to_owned() },
    }
}

fn region(span: &Span) -> Region {
    Region {
        start_line: span.start.line,
        start_column: span.utf16_columns.start,
        end_line: span.end.line,
        end_column: span.utf16_columns.end,
    }
}

/// The same for a finding however its lines move: of the rule, the code, the place in the document's structure, and what is said of it, as
/// one place can have several findings of a rule.
fn fingerprint(finding: &Finding) -> String {
    let mut hash = Sha256::new();
    for part in [finding.rule.id(), finding.code, finding.pointer.unwrap_or_default(), &finding.message] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize()[..16])
}

/// A URL as it is, a file below the folder as a reference to it (RFC 3986 section 4.2), another file by its whole path.
fn location_of(input: &str) -> ArtifactLocation {
    if input.contains("://") {
        return ArtifactLocation { uri: input.to_owned(), uri_base_id: None };
    }
    let path = Path::new(input);
    let below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if below || input == file::display_name(Path::new(file::STDIN)) {
        let input = input.strip_prefix("./").unwrap_or(input);
        return ArtifactLocation { uri: percent_encoded(input), uri_base_id: Some(ROOT) };
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
    let whole = whole.to_string_lossy();
    ArtifactLocation { uri: format!("file://{}", percent_encoded(&whole)), uri_base_id: None }
}

fn percent_encoded(path: &str) -> String {
    path.bytes().fold(String::with_capacity(path.len()), |mut uri, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
        uri
    })
}

fn text(text: impl Into<Cow<'static, str>>) -> Text {
    Text { text: text.into(), markdown: None }
}

#[cfg(test)]
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
            assert_eq!(location.uri, uri);
            assert_eq!(location.uri_base_id.is_some(), relative, "{name}");
        }
    }
}
