//! The score of all documents.

use super::{ProbedDocument, rules};
use agent_description::diagnostic::{Rule, RuleOutcome, Severity};
use std::collections::{BTreeMap, BTreeSet};

/// The weight of applicable rules, and of those that passed.
///
/// Each rule counts once per document to which it applies. An error weighs 3, a warning 1, a note 0. A passed rule has
/// the weight of its worst possible finding, a failed rule that of its worst finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// Weight of the passed rules.
    pub held: u64,
    /// Weight of the applicable rules.
    pub applied: u64,
    /// Whether any document exists.
    pub shown: bool,
}

impl Score {
    /// Computes the score of these documents.
    #[must_use]
    pub fn from_documents(exhibits: &[ProbedDocument<'_>]) -> Self {
        let mut score = Self::default();
        for exhibit in exhibits {
            score.shown |= exhibit.is_shown();
            score.add(exhibit);
        }
        score
    }

    /// `round(100 · held / applied)`, from 0 to 100; 0 without documents.
    #[must_use]
    pub fn points(self) -> u8 {
        if !self.shown || self.applied == 0 {
            return 0;
        }
        u8::try_from((200 * self.held + self.applied) / (2 * self.applied)).unwrap_or(100)
    }

    fn add(&mut self, exhibit: &ProbedDocument<'_>) {
        let mut broken = BTreeMap::<&str, u64>::new();
        for found in &exhibit.report.diagnostics {
            let worst = broken.entry(found.rule.id).or_default();
            *worst = (*worst).max(weight(found.severity));
        }
        let mut seen = BTreeSet::new();
        let rules_of_all = exhibit.formats.iter().map(|format| format.rules()).chain([rules::RULES]);
        // versions of a format share rules
        for rule in rules_of_all.flatten().filter(|rule| seen.insert(rule.id)) {
            let outcome = exhibit.report.coverage.outcome(rule);
            match (broken.get(rule.id), outcome) {
                (Some(found), _) => self.count(*found, false),
                // the finding was omitted because of a limit
                (None, RuleOutcome::Broken) => self.count(weight_of(rule), false),
                (None, RuleOutcome::Met) => self.count(weight_of(rule), true),
                (None, RuleOutcome::NotExercised) => {}
            }
        }
    }

    fn count(&mut self, weight: u64, held: bool) {
        self.applied += weight;
        self.held += if held { weight } else { 0 };
    }
}

fn weight(severity: Severity) -> u64 {
    match severity {
        Severity::Error => 3,
        Severity::Warning => 1,
        Severity::Note => 0,
    }
}

fn weight_of(rule: &Rule) -> u64 {
    weight(rule.severity(true, false).max(rule.severity(false, false)))
}
