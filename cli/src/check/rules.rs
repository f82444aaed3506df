//! The rules: listed, and explained one by one.

use super::Format;
use crate::{
    failure::{Failure, Outcome},
    format::{self, example_of},
    object,
    terminal::Terminal,
};
use adp_cards::{doctor, skills_index::rules as skills};
use agent_description::{
    Document, Limits, Timestamp,
    description::rules::REACHABLE,
    diagnostic::{Rule, RuleExample, Severity},
    format::{Format as DocumentFormat, Options},
};
use anstyle::Style;
use std::{collections::HashSet, fmt::Write};

const HEADING: Style = Style::new().bold();

/// Every rule of a format: those that every check looks at, and those of what its documents refer to.
fn of(format: &dyn DocumentFormat) -> impl Iterator<Item = &'static Rule> {
    format.catalogue().rules.iter().chain(format.linked_catalogue().rules).copied()
}

/// Every rule of every format, once: some share theirs.
fn all() -> impl Iterator<Item = &'static Rule> {
    let mut seen = HashSet::new();
    format::all().into_iter().flat_map(of).filter(move |rule| seen.insert(rule.id))
}

/// The severity of the worst finding a rule can have.
pub fn worst(rule: &Rule) -> Severity {
    rule.severity(true, false).max(rule.severity(false, false))
}

/// The ids of all rules of all formats.
pub fn rule_ids() -> impl Iterator<Item = &'static str> {
    all().map(|rule| rule.id)
}

/// Lists the rules of a format, if none is named those of all.
pub fn list(
    named: Option<&'static dyn DocumentFormat>,
    format: Format,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let rules: Vec<&Rule> = named.map_or_else(|| all().collect(), |format| of(format).collect());
    if format == Format::Json {
        terminal.print_json(&object! { "rules": rules })?;
        return Ok(Outcome::Done);
    }
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for rule in rules {
        let (severity, sentence) = (worst(rule).as_str(), rule.sentence);
        let _ = writeln!(text, "{:width$}  {severity:7}  {sentence} [{}]", rule.id, rule.source);
    }
    terminal.print(text)?;
    terminal.note("`adp explain ID` explains a rule");
    Ok(Outcome::Done)
}

fn hardens(rule: &Rule, missing: bool) -> bool {
    rule.severity(missing, true) != rule.severity(missing, false)
}

/// The rule of an id, also one of `adp doctor`, by which no single document is checked.
pub fn rule(id: &str) -> Option<&'static Rule> {
    all().chain(doctor::rules::CATALOGUE.rules.iter().copied()).find(|rule| rule.id == id)
}

/// Explains one rule.
pub fn explain_rule(rule: &'static Rule, format: Format, terminal: &Terminal) -> Result<Outcome, Failure> {
    let example = example_of(rule);
    if format == Format::Json {
        let (why, fix) = why_and_fix(rule);
        let (wrong, right) = (example.map(RuleExample::wrong), example.map(RuleExample::right));
        let mut explained = object::json(rule).as_object().cloned().unwrap_or_default();
        for (name, value) in
            [("why", Some(why.to_owned())), ("fix", Some(fix.to_owned())), ("wrong", wrong), ("right", right)]
        {
            explained.insert(name, value);
        }
        terminal.print_json(&explained)?;
    } else {
        terminal.print(to_text(rule, example))?;
    }
    Ok(Outcome::Done)
}

/// Why a rule is one, and what puts a breach right: as its example says, of which the rule of `--follow` has none, as no document shows it.
pub fn why_and_fix(rule: &Rule) -> (&'static str, &'static str) {
    match example_of(rule) {
        Some(example) => (example.why, example.fix),
        None if *rule == REACHABLE => (
            "A description whose links lead nowhere describes nothing usable.",
            "Publish what the URL names, or correct the URL.",
        ),
        None if skills::FOLLOWED.contains(&rule) => (
            "A skill is instructions for an agent: what nobody can fetch is useless, and what has changed may be anybody's.",
            "Publish the file, and the index with the digest of its bytes.",
        ),
        None => ("", ""),
    }
}

fn to_text(rule: &Rule, example: Option<&RuleExample>) -> String {
    let mut text = String::new();
    let severity = match (rule.severity(true, false), rule.severity(false, false)) {
        (missing, wrong) if missing == wrong => missing.to_string(),
        (missing, wrong) => format!("{missing} if something is missing, {wrong} if it is wrong"),
    };
    let strict = if hardens(rule, true) || hardens(rule, false) { "; an error with --strict" } else { "" };
    let _ = writeln!(text, "{HEADING}{}{HEADING:#}: {severity}{strict}\n", rule.id);
    let _ = writeln!(text, "{}\n", rule.sentence);
    let _ = writeln!(text, "{HEADING}source{HEADING:#}  {}\n        \"{}\"", rule.source, rule.original);
    let (why, fix) = why_and_fix(rule);
    let _ = writeln!(text, "{HEADING}why{HEADING:#}     {why}");
    let _ = writeln!(text, "{HEADING}fix{HEADING:#}     {fix}");
    if let Some(example) = example {
        let wrong = example.wrong();
        let _ = writeln!(text, "\n{HEADING}wrong{HEADING:#}\n{}", indented(&wrong));
        if let Some(finding) = finding(rule, &wrong) {
            let _ = writeln!(text, "  -> {finding}");
        }
        let _ = writeln!(text, "\n{HEADING}right{HEADING:#}\n{}", indented(&example.right()));
    }
    text
}

fn indented(document: &str) -> String {
    document.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// What the checker says about a rule's wrong document.
fn finding(rule: &Rule, wrong: &str) -> Option<String> {
    let document = Document::parse(wrong.as_bytes(), &Limits::default()).ok()?;
    let mut options = Options::at(Timestamp::now());
    options.for_registry = true;
    let report = format::of_rule(rule)?.check(&document, &options);
    report.diagnostics.iter().find(|finding| finding.rule == rule).map(ToString::to_string)
}
