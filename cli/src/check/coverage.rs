//! `--coverage`: which rules passed, failed or did not apply, over all inputs.

use super::InputFindings;
use crate::output::{escape::escape, object};
use agent_description::{
    diagnostic::{Rule, RuleOutcome},
    json::Object,
};
use anstyle::Style;
use std::fmt::Write;

const HEADING: Style = Style::new().bold();
/// Maximum number of inputs listed per rule; `--format json` lists all.
const NAMED: usize = 3;

/// The results of one rule, as indexes of inputs.
struct Line {
    rule: &'static Rule,
    met: Vec<usize>,
    broken: Vec<usize>,
}

impl Line {
    fn status(&self) -> &'static str {
        match (self.broken.is_empty(), self.met.is_empty()) {
            (false, _) => "broken",
            (true, false) => "met",
            (true, true) => "never-exercised",
        }
    }
}

/// The coverage of the rules of all formats that occur in the inputs.
#[derive(Default)]
pub struct CoverageReport {
    inputs: Vec<(String, bool)>,
    lines: Vec<Line>,
}

impl CoverageReport {
    /// Adds the results of one input. An unreadable input adds none.
    pub fn add(&mut self, findings: &InputFindings) {
        let number = self.inputs.len();
        for rule in findings.formats.iter().flat_map(|format| format.rules) {
            if !self.lines.iter().any(|line| line.rule == *rule) {
                self.lines.push(Line { rule, met: Vec::new(), broken: Vec::new() });
            }
        }
        self.inputs.push((findings.input.clone(), findings.unreadable.is_none()));
        for line in &mut self.lines {
            match findings.report.coverage.outcome(line.rule) {
                RuleOutcome::Met => line.met.push(number),
                RuleOutcome::Broken => line.broken.push(number),
                RuleOutcome::NotExercised => {}
            }
        }
    }

    fn number_of(&self, status: &str) -> usize {
        self.lines.iter().filter(|line| line.status() == status).count()
    }

    /// The JSON form of the report.
    pub fn to_json(&self) -> Object {
        let files = |numbers: &[usize]| {
            let names = numbers.iter().filter_map(|at| Some(self.inputs.get(*at)?.0.as_str()));
            object! { "count": numbers.len(), "inputs": names.collect::<Vec<_>>() }
        };
        let of_line = |line: &Line| {
            object! {
                "id": line.rule.id,
                "source": line.rule.source,
                "status": line.status(),
                "met": files(&line.met),
                "broken": files(&line.broken),
            }
        };
        let input = |(input, checked): &(String, bool)| object! { "input": input, "checked": checked };
        object! {
            "inputs": self.inputs.iter().map(input).collect::<Vec<_>>(),
            "summary": object! {
                "met": self.number_of("met"),
                "broken": self.number_of("broken"),
                "neverExercised": self.number_of("never-exercised"),
            },
            "rules": self.lines.iter().map(of_line).collect::<Vec<_>>(),
        }
    }

    pub fn to_text(&self) -> String {
        let width = self.lines.iter().map(|line| line.rule.id.len()).max().unwrap_or_default();
        let mut text = String::new();
        for (status, title) in [("broken", "broken"), ("met", "met"), ("never-exercised", "not applicable")] {
            let _ = writeln!(text, "{HEADING}{title}: {} rules{HEADING:#}", self.number_of(status));
            for line in self.lines.iter().filter(|line| line.status() == status) {
                let _ = match status {
                    "broken" => writeln!(
                        text,
                        "  {:width$}  {} broken ({}), {} met",
                        line.rule.id,
                        line.broken.len(),
                        self.names(&line.broken),
                        line.met.len()
                    ),
                    "met" => {
                        writeln!(text, "  {:width$}  {} met ({})", line.rule.id, line.met.len(), self.names(&line.met))
                    }
                    _ => writeln!(text, "  {:width$}  {}", line.rule.id, line.rule.source),
                };
            }
        }
        text
    }

    fn names(&self, numbers: &[usize]) -> String {
        let names = numbers.iter().take(NAMED).map(|at| escape(&self.inputs[*at].0)).collect::<Vec<_>>().join(", ");
        match numbers.len().saturating_sub(NAMED) {
            0 => names,
            more => format!("{names} and {more} more"),
        }
    }
}
