//! Rule coverage: the rules that applied to a document, and those that it breaks.

use super::Rule;
use std::collections::BTreeSet;

/// The status of a rule for a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleOutcome {
    /// The rule applied and was met.
    Met,
    /// The rule was broken.
    Broken,
    /// The rule did not apply.
    NotExercised,
}

/// The rules that applied to a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    exercised: BTreeSet<&'static str>,
    broken: BTreeSet<&'static str>,
}

impl Coverage {
    /// The status of a rule.
    #[must_use]
    pub fn outcome(&self, rule: &Rule) -> RuleOutcome {
        if self.broken.contains(rule.id) {
            RuleOutcome::Broken
        } else if self.exercised.contains(rule.id) {
            RuleOutcome::Met
        } else {
            RuleOutcome::NotExercised
        }
    }

    /// Records that a rule applies.
    pub fn exercise(&mut self, rule: &Rule) {
        self.exercised.insert(rule.id);
    }

    /// Records that a rule is broken.
    pub fn broken(&mut self, rule: &Rule) {
        self.broken.insert(rule.id);
    }

    /// Merges the result of another check.
    pub fn merge(&mut self, other: Self) {
        self.exercised.extend(other.exercised);
        self.broken.extend(other.broken);
    }
}
