//! Findings as SARIF 2.1.0 (OASIS), which code scanners read: one run over all inputs.

use super::{
    Findings,
    human::position,
    rules::{why_and_fix, worst},
};
use crate::{
    codes,
    excerpt::{scalars, token_length},
    failure::count,
    file,
    format::example_of,
};
use agent_description::{
    Code,
    diagnostic::{Diagnostic, Rule, Severity},
    hex::hex,
    json::{Json, Lines, Object, Position},
};
use sha2::{Digest, Sha256};
use std::path::{Component, Path};

/// What relative locations are relative to: viewers put the checkout's root here.
const ROOT: &str = "%SRCROOT%";

/// One finding, whether of the checks or of the reader.
struct Finding<'a> {
    rule: RuleOf,
    code: &'a str,
    level: &'static str,
    message: String,
    position: Option<Position>,
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
pub fn to_json(inputs: &[Findings]) -> Json {
    let all: Vec<(&Findings, Vec<Finding>)> = inputs.iter().map(|input| (input, findings_of(input))).collect();
    let mut rules: Vec<RuleOf> = all.iter().flat_map(|(_, found)| found.iter().map(|finding| finding.rule)).collect();
    rules.sort_unstable_by_key(|rule| rule.id());
    rules.dedup();

    let mut results = Vec::new();
    for (input, found) in &all {
        let lines = Lines::new(&input.source);
        results.extend(found.iter().map(|finding| result(finding, input, &lines, &rules)));
    }
    let mut driver = Object::new();
    driver.insert("name", "adp");
    driver.insert("semanticVersion", env!("CARGO_PKG_VERSION"));
    driver.insert("rules", rules.iter().map(|rule| descriptor(*rule)).collect::<Vec<_>>());
    let mut run = Object::new();
    run.insert("tool", object([("driver", driver.into())]));
    let root = object([("description", text("The folder in which adp was run."))]);
    run.insert("originalUriBaseIds", object([(ROOT, root.into())]));
    run.insert("columnKind", "unicodeCodePoints");
    let omitted: Vec<Json> = inputs.iter().filter_map(omitted).collect();
    if !omitted.is_empty() {
        let invocation = object([("executionSuccessful", true.into()), ("toolExecutionNotifications", omitted.into())]);
        run.insert("invocations", vec![Json::from(invocation)]);
    }
    run.insert("results", results);
    let mut log = Object::new();
    log.insert("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    log.insert("version", "2.1.0");
    log.insert("runs", vec![Json::from(run)]);
    log.into()
}

/// That an input has more findings than there are results.
fn omitted(input: &Findings) -> Option<Json> {
    let more = input.report.omitted.total();
    let message = format!("{more} more findings of {} are not listed", input.input);
    let location =
        object([("physicalLocation", object([("artifactLocation", location_of(&input.input).into())]).into())]);
    let mut notification = object([("level", "note".into()), ("message", text(&message))]);
    notification.insert("locations", vec![Json::from(location)]);
    (more > 0).then(|| notification.into())
}

fn findings_of(input: &Findings) -> Vec<Finding<'_>> {
    let of_checks = input.report.diagnostics.iter().map(|diagnostic: &Diagnostic| Finding {
        rule: RuleOf::Check(diagnostic.rule),
        code: diagnostic.code.as_str(),
        level: level(diagnostic.severity),
        message: match &diagnostic.help {
            Some(help) => format!("{}; {help}", diagnostic.message),
            None => diagnostic.message.clone(),
        },
        position: position(diagnostic),
        pointer: diagnostic.pointer.as_deref(),
        help: diagnostic.help.as_deref(),
        replacement: diagnostic.replacement.as_deref(),
    });
    let of_reader = input.unreadable.iter().map(|failure| Finding {
        rule: RuleOf::Reader(failure.code()),
        code: failure.code(),
        level: level(Severity::Error),
        message: failure.message().to_owned(),
        position: failure.position(),
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
fn descriptor(rule: RuleOf) -> Json {
    let mut descriptor = Object::new();
    descriptor.insert("id", rule.id());
    match rule {
        RuleOf::Check(rule) => {
            let example = example_of(rule);
            let (why, fix) = why_and_fix(rule);
            descriptor.insert("shortDescription", text(rule.sentence));
            descriptor.insert("fullDescription", text(&format!("{}: \"{}\"", rule.source, rule.original)));
            let mut help = object([("text", format!("{why} {fix}").into())]);
            if let Some(example) = example {
                let (wrong, right) = (example.wrong(), example.right());
                let examples =
                    format!("{why} {fix}\n\nWrong:\n\n```json\n{wrong}```\n\nRight:\n\n```json\n{right}```\n");
                help.insert("markdown", examples);
            }
            descriptor.insert("help", help);
            descriptor.insert("defaultConfiguration", object([("level", level(worst(rule)).into())]));
        }
        RuleOf::Reader(code) => {
            let sentence = codes::all().find(|known| known.as_str() == code).map_or("", Code::rule).trim();
            descriptor.insert("shortDescription", text(sentence));
            descriptor.insert("fullDescription", text(sentence));
            descriptor.insert("help", text("Input that cannot be read was not checked: fix it, then check again."));
            descriptor.insert("defaultConfiguration", object([("level", "error".into())]));
        }
    }
    descriptor.into()
}

fn result(finding: &Finding, input: &Findings, lines: &Lines, rules: &[RuleOf]) -> Json {
    let region = finding.position.map(|position| region(&input.source, lines, position));
    let mut physical = object([("artifactLocation", location_of(&input.input).into())]);
    if let Some(region) = &region {
        physical.insert("region", region.clone());
    }
    let mut location = object([("physicalLocation", physical.into())]);
    if let Some(pointer) = finding.pointer.filter(|pointer| !pointer.is_empty()) {
        location.insert("logicalLocations", vec![Json::from(object([("fullyQualifiedName", pointer.into())]))]);
    }
    let mut result = Object::new();
    result.insert("ruleId", finding.rule.id());
    result.insert("ruleIndex", rules.iter().position(|rule| *rule == finding.rule).map(count));
    result.insert("level", finding.level);
    result.insert("message", text(&finding.message));
    result.insert("locations", vec![Json::from(location)]);
    result.insert("partialFingerprints", object([("adpFinding/v1", fingerprint(finding).into())]));
    if let (Some(replacement), Some(region)) = (finding.replacement, region) {
        let replaced = object([("deletedRegion", region.into()), ("insertedContent", text(replacement))]);
        let mut change = object([("artifactLocation", location_of(&input.input).into())]);
        change.insert("replacements", vec![Json::from(replaced)]);
        let mut fix = object([("description", text(finding.help.unwrap_or_default()))]);
        fix.insert("artifactChanges", vec![Json::from(change)]);
        result.insert("fixes", vec![Json::from(fix)]);
    }
    result.insert("properties", object([("code", finding.code.into())]));
    result.into()
}

/// The token that stands at a position.
fn region(source: &[u8], lines: &Lines, position: Position) -> Object {
    let mut region = object([("startLine", count(position.line)), ("startColumn", count(position.column))]);
    if let Some((line, at)) = lines.find(source, position) {
        let rest = &line[at..];
        let characters = scalars(&rest[..token_length(rest)]);
        region.insert("endLine", count(position.line));
        region.insert("endColumn", count(position.column + characters));
    }
    region
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
fn location_of(input: &str) -> Object {
    if input.contains("://") {
        return object([("uri", input.into())]);
    }
    let path = Path::new(input);
    let below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if below || input == file::display_name(Path::new(file::STDIN)) {
        let input = input.strip_prefix("./").unwrap_or(input);
        return object([("uri", percent_encoded(input).into()), ("uriBaseId", ROOT.into())]);
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
    object([("uri", format!("file://{}", percent_encoded(&whole)).into())])
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

fn text(text: &str) -> Json {
    object([("text", text.into())]).into()
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Object {
    members.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::location_of;
    use agent_description::json::Json;

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
            assert_eq!(location.get("uri").and_then(Json::as_str), Some(uri));
            assert_eq!(location.contains("uriBaseId"), relative, "{name}");
        }
    }
}
