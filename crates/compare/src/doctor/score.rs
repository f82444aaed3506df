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

/// A row of the score: a rule that applies to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreRow {
    /// The place of the document in the list.
    pub document: usize,
    /// The rule.
    pub rule: &'static str,
    /// Its weight: 3 for an error, 1 for a warning.
    pub weight: u64,
    /// Whether the document keeps it.
    pub is_held: bool,
}

impl Score {
    /// The score of these documents.
    #[must_use]
    pub fn from_documents(documents: &[ProbedDocument<'_>]) -> Self {
        let mut score = Self { shown: documents.iter().any(ProbedDocument::is_shown), ..Self::default() };
        for row in ScoreRow::from_documents(documents) {
            score.applied += row.weight;
            score.held += if row.is_held { row.weight } else { 0 };
        }
        score
    }

    /// `100 · held / applied`, rounded down, so that 100 means that every rule is kept; 0 without documents.
    #[must_use]
    pub fn points(self) -> u8 {
        if !self.shown || self.applied == 0 {
            return 0;
        }
        u8::try_from(100 * self.held / self.applied).unwrap_or(100)
    }
}

impl ScoreRow {
    /// The rows of these documents, in their order: each rule that applies, once for each document.
    #[must_use]
    pub fn from_documents(documents: &[ProbedDocument<'_>]) -> Vec<Self> {
        let rows = documents.iter().enumerate().flat_map(|(document, probed)| Self::from_document(document, probed));
        rows.filter(|row| row.weight > 0).collect()
    }

    fn from_document(document: usize, probed: &ProbedDocument<'_>) -> Vec<Self> {
        let mut broken = BTreeMap::<&str, u64>::new();
        for found in &probed.report.diagnostics {
            let worst = broken.entry(found.rule.id).or_default();
            *worst = (*worst).max(weight(found.severity));
        }
        let mut seen = BTreeSet::new();
        let rules_of_all = probed.formats.iter().map(|format| format.rules).chain([rules::RULES]);
        // generations of a format share their rules
        let rules = rules_of_all.flatten().filter(|rule| seen.insert(rule.id));
        let row = |rule: &&'static Rule| {
            let (weight, is_held) = match (broken.get(rule.id), probed.report.coverage.outcome(rule)) {
                (Some(found), _) => (*found, false),
                // more findings than are listed
                (None, RuleOutcome::Broken) => (weight_of(rule), false),
                (None, RuleOutcome::Met) => (weight_of(rule), true),
                (None, RuleOutcome::NotExercised) => return None,
            };
            Some(Self { document, rule: rule.id, weight, is_held })
        };
        rules.filter_map(row).collect()
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
