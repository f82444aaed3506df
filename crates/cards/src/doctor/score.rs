//! One number for everything that is shown.

use super::{ProbedDocument, rules};
use agent_description::diagnostic::{Rule, RuleOutcome, Severity};
use std::collections::{BTreeMap, BTreeSet};

/// The weight of the rules that apply to what is shown, and of those that are held.
///
/// Each rule counts once for each document to which it applies. An error weighs 3, a warning 1, a note nothing; a rule that is
/// held weighs as its worst finding would, one that is broken as its worst finding does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The weight of the rules held.
    pub held: u64,
    /// The weight of the rules that apply.
    pub applied: u64,
    /// Whether anything is shown.
    pub shown: bool,
}

impl Score {
    /// The score of these documents.
    #[must_use]
    pub fn from_documents(exhibits: &[ProbedDocument<'_>]) -> Self {
        let mut score = Self::default();
        for exhibit in exhibits {
            score.shown |= exhibit.is_shown();
            score.add(exhibit);
        }
        score
    }

    /// `round(100 · held / applied)`, from 0 to 100; 0 where nothing is shown.
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
        // generations of a format share their rules
        for rule in rules_of_all.flatten().filter(|rule| seen.insert(rule.id)) {
            let outcome = exhibit.report.coverage.outcome(rule);
            match (broken.get(rule.id), outcome) {
                (Some(found), _) => self.count(*found, false),
                // its findings are not listed for want of room
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
