//! Counters of an endpoint.

use crate::codes;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts messages since the endpoint was created.
#[derive(Debug, Default)]
pub struct Counters {
    pub(super) received: AtomicU64,
    pub(super) accepted: AtomicU64,
    pub(super) repeated: AtomicU64,
    pub(super) handled: AtomicU64,
    pub(super) answered: AtomicU64,
    pub(super) late: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) full: AtomicU64,
}

impl Counters {
    /// Received messages.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }

    /// Verified and new messages.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.accepted.load(Ordering::Relaxed)
    }

    /// Retries of known messages.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.repeated.load(Ordering::Relaxed)
    }

    /// Completely handled messages.
    #[must_use]
    pub fn handled(&self) -> u64 {
        self.handled.load(Ordering::Relaxed)
    }

    /// Signed responses.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Messages whose deadline passed before they were handled.
    #[must_use]
    pub fn late(&self) -> u64 {
        self.late.load(Ordering::Relaxed)
    }

    /// Refused messages, for any reason.
    #[must_use]
    pub fn refused_in_all(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Messages refused because a queue was full.
    #[must_use]
    pub fn full(&self) -> u64 {
        self.full.load(Ordering::Relaxed)
    }

    pub(super) fn count(&self, which: impl Fn(&Self) -> &AtomicU64) {
        which(self).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn refused(&self, code: &str) {
        self.count(|counts| &counts.refused);
        if code == codes::MESSAGE_QUEUE_FULL.as_str() {
            self.count(|counts| &counts.full);
        }
    }
}
