//! The summary of a batch.

use crate::{failure::Outcome, verify::report::Counted};
use std::collections::BTreeMap;

/// The counts of a batch.
#[derive(Debug)]
pub struct BatchSummary {
    verified: u64,
    skipped: u64,
    /// Number of inputs.
    pub total: u64,
    codes: BTreeMap<&'static str, u64>,
    pub outcome: Outcome,
}

impl BatchSummary {
    /// An empty summary.
    pub fn new() -> Self {
        Self { verified: 0, skipped: 0, total: 0, codes: BTreeMap::new(), outcome: Outcome::Done }
    }

    /// Adds an input: verified, or failed with a code.
    pub fn count(&mut self, counted: &Counted) {
        self.total += 1;
        match counted.failure {
            None => {
                self.verified += 1;
                self.skipped += u64::from(counted.skipped);
            }
            Some((code, outcome)) => {
                *self.codes.entry(code).or_default() += 1;
                self.outcome = self.outcome.max(outcome);
            }
        }
    }

    /// The text form, such as `3 of 5 verified (1 skipped); proof-signature 1, net-time 1`.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} of {} verified", self.verified, self.total);
        if self.skipped > 0 {
            text.push_str(&format!(" ({} skipped: verified before)", self.skipped));
        }
        for (at, (code, n)) in self.codes.iter().enumerate() {
            text.push_str(if at == 0 { "; " } else { ", " });
            text.push_str(&format!("{code} {n}"));
        }
        text
    }
}
