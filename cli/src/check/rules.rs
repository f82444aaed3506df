//! The rules of all formats, and their list (`adp check --rules`).

use crate::{
    failure::Failure,
    input::format,
    output::{object, terminal::Terminal},
};
use adp_compare::doctor;
use agent_description::{
    diagnostic::{Rule, Severity},
    format::Format,
};
use std::{collections::HashSet, fmt::Write};

/// The rules of a format, including those for referenced documents.
fn rules_for(format: &Format) -> impl Iterator<Item = &'static Rule> {
    format.rules.iter().chain(format.linked_rules).copied()
}

/// All rules of all formats, without duplicates.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    let mut seen = HashSet::new();
    format::all().into_iter().flat_map(rules_for).filter(move |rule| seen.insert(rule.id))
}

/// The most severe finding of a rule.
pub fn worst(rule: &Rule) -> Severity {
    rule.severity(true, false).max(rule.severity(false, false))
}

/// Lists the rules of a format, or of all formats.
pub fn list(named: Option<&'static Format>, as_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    let rules: Vec<&Rule> = named.map_or_else(|| all().collect(), |format| rules_for(format).collect());
    if as_json {
        return terminal.print_json(&object! { "rules": rules });
    }
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for rule in rules {
        let (severity, sentence) = (worst(rule).as_str(), rule.summary);
        let _ = writeln!(text, "{:width$}  {severity:7}  {sentence} [{}]", rule.id, rule.source);
    }
    terminal.print(text)?;
    terminal.note("`adp explain ID` explains a rule");
    Ok(())
}

/// Finds a rule by its ID, including the rules of `adp doctor`.
pub fn rule(id: &str) -> Option<&'static Rule> {
    all().chain(doctor::rules::RULES.iter().copied()).find(|rule| rule.id == id)
}
