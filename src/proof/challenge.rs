//! Challenges: made once, expected once.

use crate::Timestamp;
#[cfg(feature = "generate")]
use crate::{RandomError, hex::hex, random};
use std::{fmt, time::Duration};
use subtle::ConstantTimeEq;

/// The challenge a caller expects in a proof. It is not `Clone`: expecting it uses it up.
pub struct Challenge(String);

impl Challenge {
    /// A challenge the caller knows from elsewhere.
    #[must_use]
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The same, where one set of options is for several documents.
    pub(crate) fn once_more(&self) -> Self {
        Self(self.0.clone())
    }

    /// Whether `found` is this challenge, in time that depends on lengths only.
    #[must_use]
    pub(crate) fn matches(&self, found: &str) -> bool {
        self.0.as_bytes().ct_eq(found.as_bytes()).into()
    }
}

impl fmt::Debug for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Challenge(..)")
    }
}

/// A challenge that was sent out and waits for its answer; it is consumed by [`PendingChallenge::take`].
#[derive(Debug)]
pub struct PendingChallenge {
    challenge: Challenge,
    expires: Timestamp,
}

impl PendingChallenge {
    /// A challenge of 128 random bits, in hexadecimal, that lapses `valid_for` after `now`.
    ///
    /// # Errors
    /// [`RandomError`].
    #[cfg(feature = "generate")]
    pub fn generate(now: Timestamp, valid_for: Duration) -> Result<Self, RandomError> {
        let mut bytes = [0_u8; 16];
        random::fill(&mut bytes)?;
        Ok(Self::new(hex(&bytes), now, valid_for))
    }

    /// A challenge made elsewhere that lapses `valid_for` after `now`.
    #[must_use]
    pub fn new(value: impl Into<String>, now: Timestamp, valid_for: Duration) -> Self {
        Self { challenge: Challenge::new(value), expires: now.saturating_add(valid_for) }
    }

    /// The text to send to the prover.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.challenge.0
    }

    /// The challenge to expect, once; `None` if it has lapsed by `now`.
    #[must_use]
    pub fn take(self, now: Timestamp) -> Option<Challenge> {
        (now < self.expires).then_some(self.challenge)
    }
}
