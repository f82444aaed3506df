//! Explains a rule of a format or of `adp doctor`.

use crate::{
    check::rules,
    failure::Failure,
    input::format,
    output::{object, terminal::Terminal},
};
use agent_description::{
    Code, Document, Limits, Timestamp,
    diagnostic::{Diagnostic, Rule, RuleExample},
    format::Options,
    json::Object,
};
use anstyle::Style;
use std::{fmt::Write, sync::LazyLock};

const HEADING: Style = Style::new().bold();

/// Prints the explanation of a rule.
pub fn explain(rule: &'static Rule, as_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    if as_json { terminal.print_json(&explained(rule)) } else { terminal.print(page(rule)) }
}

pub(super) fn explained(rule: &'static Rule) -> Object {
    let example = rule.example.as_ref();
    let mut explained = object::json(rule).as_object().cloned().unwrap_or_default();
    explained.insert("why", rule.rationale);
    explained.insert("fix", rule.fix);
    explained.insert("wrong", example.map(RuleExample::wrong_document));
    explained.insert("right", example.map(RuleExample::right_document));
    explained
}

pub(super) fn page(rule: &Rule) -> String {
    let mut text = String::new();
    let severity = match (rule.severity(true, false), rule.severity(false, false)) {
        (missing, wrong) if missing == wrong => missing.to_string(),
        (missing, wrong) => format!("{missing} (missing), {wrong} (invalid)"),
    };
    let hardens = |missing| rule.severity(missing, true) != rule.severity(missing, false);
    let strict = if hardens(true) || hardens(false) { "; error with --strict" } else { "" };
    let _ = writeln!(text, "{HEADING}{}{HEADING:#}: {severity}{strict}\n", rule.id);
    let _ = writeln!(text, "{}\n", rule.summary);
    let _ = writeln!(text, "{HEADING}source{HEADING:#}  {}\n        \"{}\"", rule.source, rule.quote);
    let _ = writeln!(text, "{HEADING}why{HEADING:#}     {}", rule.rationale);
    let _ = writeln!(text, "{HEADING}fix{HEADING:#}     {}", rule.fix);
    if let Some(example) = &rule.example {
        let _ = writeln!(text, "\n{HEADING}wrong{HEADING:#}\n{}", indented(&example.wrong_document()));
        if let Some(finding) = finding(rule) {
            let _ = writeln!(text, "  -> {finding}");
        }
        let _ = writeln!(text, "\n{HEADING}right{HEADING:#}\n{}", indented(&example.right_document()));
    }
    text
}

fn indented(document: &str) -> String {
    document.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// The finding of the rule's failing example.
fn finding(rule: &Rule) -> Option<Diagnostic> {
    let document = Document::parse(rule.example?.wrong_document().as_bytes(), &Limits::default()).ok()?;
    let mut options = Options::at(Timestamp::now());
    options.for_registry = true;
    let report = format::for_rule(rule)?.check(&document, &options);
    report.diagnostics.into_iter().find(|finding| finding.rule == rule)
}

/// The rules whose failing examples have findings with this code.
pub fn with_code(code: Code) -> Vec<&'static str> {
    static CODES: LazyLock<Vec<(&str, Code)>> =
        LazyLock::new(|| rules::all().filter_map(|rule| Some((rule.id, finding(rule)?.code))).collect());
    CODES.iter().filter(|(_, found)| *found == code).map(|(id, _)| *id).collect()
}
