//! Findings as text: each on stderr, the verdict on stdout.

use super::InputFindings;
use crate::{
    failure::Failure,
    output::{
        escape::escape,
        terminal::{Terminal, counted},
    },
};
use agent_description::{diagnostic::Severity, json::Lines};

pub fn print(findings: &InputFindings, terminal: &Terminal) -> Result<(), Failure> {
    let lines = Lines::new(&findings.source);
    for (at, diagnostic) in findings.report.diagnostics.iter().enumerate() {
        if at > 0 {
            terminal.note("");
        }
        let failure = Failure::from_finding(diagnostic).in_lines(&findings.input, &findings.source, Some(&lines));
        terminal.show(diagnostic.severity, &failure);
    }
    let report = &findings.report;
    terminal.tell_omitted(report);
    let input = escape(&findings.input);
    if let Some(failure) = &findings.unreadable {
        return terminal.print(format_args!("{input}: not checked: {}\n", failure.code()));
    }
    let numbers = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
        .into_iter()
        .map(|(severity, word)| (report.number_of(severity), word))
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| counted(number, word))
        .collect::<Vec<_>>();
    let verdict = if findings.valid() { "valid" } else { "not valid" };
    let numbers = if numbers.is_empty() { String::new() } else { format!(": {}", numbers.join(", ")) };
    let profile = findings.profile.as_deref().unwrap_or_default();
    terminal.print(format_args!("{input}: {verdict} ({profile}){numbers}\n"))
}

/// Number of inputs per verdict.
#[derive(Debug, Default)]
pub struct Verdicts {
    valid: usize,
    not_valid: usize,
    not_checked: usize,
}

impl Verdicts {
    pub fn count(&mut self, findings: &InputFindings) {
        match &findings.unreadable {
            Some(_) => self.not_checked += 1,
            None if findings.valid() => self.valid += 1,
            None => self.not_valid += 1,
        }
    }

    pub fn to_text(&self) -> String {
        let total = self.valid + self.not_valid + self.not_checked;
        format!("{total} inputs: {} valid, {} not valid, {} not checked", self.valid, self.not_valid, self.not_checked)
    }
}
