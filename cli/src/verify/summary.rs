//! How a batch goes, told on stderr.

use crate::failure::Outcome;
use std::{
    collections::BTreeMap,
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// How a batch goes, and went.
#[derive(Debug)]
pub struct Summary {
    verified: usize,
    total: usize,
    codes: BTreeMap<&'static str, usize>,
    pub outcome: Outcome,
    /// When progress was shown last, if stderr is a terminal.
    shown: Option<Instant>,
}

impl Summary {
    /// How often progress is shown.
    const EVERY: Duration = Duration::from_millis(200);

    /// Nothing counted yet.
    pub fn new() -> Self {
        let shown = io::stderr().is_terminal().then(Instant::now);
        Self { verified: 0, total: 0, codes: BTreeMap::new(), outcome: Outcome::Done, shown }
    }

    /// Counts an input: verified, or failed with a code.
    pub fn count(&mut self, failure: Option<(&'static str, Outcome)>) {
        self.total += 1;
        match failure {
            None => self.verified += 1,
            Some((code, outcome)) => {
                *self.codes.entry(code).or_default() += 1;
                self.outcome = self.outcome.and(outcome);
            }
        }
        if self.shown.is_some_and(|shown| shown.elapsed() > Self::EVERY) {
            self.shown = Some(Instant::now());
            let _ = write!(io::stderr(), "\r{}\r", self.to_text());
        }
    }

    /// `3 of 5 verified; proof-signature 1, net-time 1`
    pub fn to_text(&self) -> String {
        let mut text = format!("{} of {} verified", self.verified, self.total);
        for (at, (code, n)) in self.codes.iter().enumerate() {
            text.push_str(if at == 0 { "; " } else { ", " });
            text.push_str(&format!("{code} {n}"));
        }
        text
    }
}
