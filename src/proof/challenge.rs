//! Challenges: created once, expected once.

use crate::Timestamp;
#[cfg(feature = "generate")]
use crate::{SimpleError, hex::hex, random};
use std::{fmt, time::Duration};
use subtle::ConstantTimeEq;

/// The challenge that a caller expects in a proof. Not `Clone`, so that it can be used only once.
pub struct Challenge(String);

impl Challenge {
    /// Creates the expected challenge from a text that the caller knows.
    #[must_use]
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// Same, for options that apply to several documents.
    pub(crate) fn once_more(&self) -> Self {
        Self(self.0.clone())
    }

    /// Whether `found` is this challenge; the time depends only on lengths.
    pub(crate) fn matches(&self, found: &str) -> bool {
        self.0.as_bytes().ct_eq(found.as_bytes()).into()
    }
}

impl fmt::Debug for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Challenge(..)")
    }
}

/// A challenge that was sent and waits for its response; [`PendingChallenge::take`] consumes it.
#[derive(Debug)]
pub struct PendingChallenge {
    challenge: Challenge,
    expires: Timestamp,
}

impl PendingChallenge {
    /// Creates a challenge of 128 random bits, in hexadecimal, that expires `valid_for` after `now`.
    ///
    /// # Errors
    /// `io-read`.
    #[cfg(feature = "generate")]
    pub fn generate(now: Timestamp, valid_for: Duration) -> Result<Self, SimpleError> {
        let mut bytes = [0_u8; 16];
        random::fill(&mut bytes)?;
        Ok(Self::new(hex(&bytes), now, valid_for))
    }

    /// Creates a pending challenge from a text that the caller generated. It expires `valid_for` after `now`.
    #[must_use]
    pub fn new(value: impl Into<String>, now: Timestamp, valid_for: Duration) -> Self {
        Self { challenge: Challenge::new(value), expires: now.saturating_add(valid_for) }
    }

    /// The text to send to the prover.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.challenge.0
    }

    /// The challenge to expect, once; `None` if it has expired at `now`.
    #[must_use]
    pub fn take(self, now: Timestamp) -> Option<Challenge> {
        (now < self.expires).then_some(self.challenge)
    }
}
