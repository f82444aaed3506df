//! `--coverage`: over all inputs, which rules were met, which broken, and which nothing exercised.

use super::Findings;
use crate::{escape::escape, failure::count};
use agent_description::{
    diagnostic::{Rule, RuleOutcome},
    json::{Json, Object},
};
use anstyle::Style;
use std::fmt::Write;

const HEADING: Style = Style::new().bold();
/// How many inputs are named after a rule; `--format json` names all.
const NAMED: usize = 3;

/// What all inputs did with one rule: indices of inputs.
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

/// An implementation report: of the rules of the formats that the inputs are of.
#[derive(Default)]
pub struct Report {
    inputs: Vec<(String, bool)>,
    lines: Vec<Line>,
}

impl Report {
    /// Takes in what one input exercised; one that could not be read exercised nothing.
    pub fn add(&mut self, findings: &Findings) {
        let number = self.inputs.len();
        for rule in findings.formats.iter().flat_map(|format| format.catalogue().rules) {
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

    /// `{inputs, summary, rules}`.
    pub fn to_json(&self) -> Json {
        let inputs = self.inputs.iter().map(|(input, checked)| {
            let mut object = Object::with_capacity(2);
            object.insert("input", input.as_str());
            object.insert("checked", *checked);
            Json::from(object)
        });
        let mut summary = Object::with_capacity(3);
        summary.insert("met", count(self.number_of("met")));
        summary.insert("broken", count(self.number_of("broken")));
        summary.insert("neverExercised", count(self.number_of("never-exercised")));
        let files = |numbers: &[usize]| {
            let mut object = Object::with_capacity(2);
            object.insert("count", count(numbers.len()));
            object
                .insert("inputs", numbers.iter().map(|at| Json::from(self.inputs[*at].0.as_str())).collect::<Vec<_>>());
            object
        };
        let rules = self.lines.iter().map(|line| {
            let mut object = Object::with_capacity(5);
            object.insert("id", line.rule.id);
            object.insert("source", line.rule.source);
            object.insert("status", line.status());
            object.insert("met", files(&line.met));
            object.insert("broken", files(&line.broken));
            Json::from(object)
        });
        let mut object = Object::with_capacity(3);
        object.insert("inputs", inputs.collect::<Vec<_>>());
        object.insert("summary", summary);
        object.insert("rules", rules.collect::<Vec<_>>());
        object.into()
    }

    pub fn to_text(&self) -> String {
        let width = self.lines.iter().map(|line| line.rule.id.len()).max().unwrap_or_default();
        let mut text = String::new();
        for (status, title) in [("broken", "broken"), ("met", "met"), ("never-exercised", "never exercised")] {
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
