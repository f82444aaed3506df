//! Findings as SARIF 2.1.0 (OASIS), which code scanners read.

use super::{Findings, position};
use crate::failure::count;
use agent_description::{
    Code,
    description::Severity,
    json::{Json, Object, Position},
};

/// One finding, whether of the checks or of the reader.
struct Finding<'a> {
    code: &'a str,
    level: &'static str,
    message: String,
    position: Option<Position>,
    pointer: Option<&'a str>,
}

/// A log with one run.
pub fn to_json(findings: &Findings) -> Json {
    let mut all: Vec<Finding> = findings
        .diagnostics
        .iter()
        .map(|diagnostic| Finding {
            code: diagnostic.code.as_str(),
            level: level(diagnostic.severity),
            message: match &diagnostic.help {
                Some(help) => format!("{}; {help}", diagnostic.message),
                None => diagnostic.message.clone(),
            },
            position: position(diagnostic),
            pointer: diagnostic.pointer.as_deref(),
        })
        .collect();
    if let Some(failure) = &findings.unreadable {
        all.push(Finding {
            code: failure.code(),
            level: level(Severity::Error),
            message: failure.message().to_owned(),
            position: failure.position(),
            pointer: None,
        });
    }
    let mut codes: Vec<&str> = all.iter().map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();

    let mut driver = Object::new();
    driver.insert("name", "adp");
    driver.insert("version", env!("CARGO_PKG_VERSION"));
    driver.insert("rules", codes.iter().map(|code| rule(code)).collect::<Vec<_>>());
    let mut run = Object::new();
    run.insert("tool", object([("driver", driver.into())]));
    run.insert("columnKind", "unicodeCodePoints");
    run.insert("results", all.iter().map(|finding| result(finding, findings.input, &codes)).collect::<Vec<_>>());
    let mut log = Object::new();
    log.insert("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    log.insert("version", "2.1.0");
    log.insert("runs", vec![Json::from(run)]);
    log.into()
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn rule(code: &str) -> Json {
    let sentence = code.parse::<Code>().map_or("", Code::rule).trim();
    let mut rule = Object::new();
    rule.insert("id", code);
    rule.insert("shortDescription", text(sentence));
    rule.into()
}

fn result(finding: &Finding, input: &str, codes: &[&str]) -> Json {
    let mut physical = Object::new();
    physical.insert("artifactLocation", object([("uri", uri_of(input).into())]));
    if let Some(position) = finding.position {
        physical
            .insert("region", object([("startLine", count(position.line)), ("startColumn", count(position.column))]));
    }
    let mut location = object([("physicalLocation", physical.into())]);
    if let Some(pointer) = finding.pointer.filter(|pointer| !pointer.is_empty()) {
        location.insert("logicalLocations", vec![Json::from(object([("fullyQualifiedName", pointer.into())]))]);
    }
    let mut result = Object::new();
    result.insert("ruleId", finding.code);
    result.insert("ruleIndex", codes.iter().position(|code| *code == finding.code).map(count));
    result.insert("level", finding.level);
    result.insert("message", text(&finding.message));
    result.insert("locations", vec![Json::from(location)]);
    result.into()
}

/// A URL as it is, a file's name as a relative reference (RFC 3986 section 4.2).
fn uri_of(input: &str) -> String {
    if input.contains("://") {
        return input.to_owned();
    }
    input.bytes().fold(String::with_capacity(input.len()), |mut uri, byte| {
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
    use super::uri_of;

    #[test]
    fn file_names_become_references() {
        for (name, uri) in [
            ("site/ad.json", "site/ad.json"),
            ("my ad#1.json", "my%20ad%231.json"),
            ("a:b.json", "a%3Ab.json"),
            ("ä%.json", "%C3%A4%25.json"),
            ("https://agent.example.com/ad.json?x=1", "https://agent.example.com/ad.json?x=1"),
        ] {
            assert_eq!(uri_of(name), uri);
        }
    }
}
