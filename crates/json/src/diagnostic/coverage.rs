//! Which rules a document was judged by: the ones that applied to something in it, and of these the ones it breaks.

use super::Rule;
use std::collections::BTreeSet;

/// What a document did with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleOutcome {
    /// The rule applied to something, and all of it was as the rule asks.
    Met,
    /// Something was not as the rule asks.
    Broken,
    /// The document holds nothing that the rule is about.
    NotExercised,
}

/// The rules that applied to something in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    exercised: BTreeSet<&'static str>,
    broken: BTreeSet<&'static str>,
}

impl Coverage {
    /// What the document did with a rule.
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

    /// Notes that there is something a rule applies to.
    pub fn exercise(&mut self, rule: &Rule) {
        self.exercised.insert(rule.id);
    }

    /// Notes that something breaks a rule.
    pub fn broken(&mut self, rule: &Rule) {
        self.broken.insert(rule.id);
    }

    /// Takes in what another look at the document found.
    pub fn merge(&mut self, other: Self) {
        self.exercised.extend(other.exercised);
        self.broken.extend(other.broken);
    }
}
