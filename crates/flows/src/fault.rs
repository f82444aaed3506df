//! Findings that keep a flow from running.

use agent_description::{
    Code,
    diagnostic::{Finding, Findings, Rule},
    json::Offset,
};

/// A finding that keeps a flow from running: checks report it, and the compilation stops at it.
#[derive(Debug)]
pub(crate) struct Fault {
    pub rule: &'static Rule,
    pub at: Offset,
    pub finding: Finding,
}

impl Fault {
    pub(crate) fn new(rule: &'static Rule, at: Offset, code: Code, message: String, help: impl Into<String>) -> Self {
        Self { rule, at, finding: Finding::new(code, message).with_help(help) }
    }

    pub(crate) fn report(self, found: &mut Findings<'_>) {
        found.add(self.rule, self.at, || self.finding);
    }
}
