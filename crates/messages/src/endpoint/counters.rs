//! What came in, and what became of it.

use crate::codes;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts of an endpoint since it began.
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
    /// Messages that came in.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }

    /// Those that were verified and new.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.accepted.load(Ordering::Relaxed)
    }

    /// Retries: accepted ones whose id was known.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.repeated.load(Ordering::Relaxed)
    }

    /// Those that were handled to the end.
    #[must_use]
    pub fn handled(&self) -> u64 {
        self.handled.load(Ordering::Relaxed)
    }

    /// Signed responses.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Those whose time was over before they were handled to the end.
    #[must_use]
    pub fn late(&self) -> u64 {
        self.late.load(Ordering::Relaxed)
    }

    /// Those that were refused, for whatever reason.
    #[must_use]
    pub fn refused_in_all(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Those that were refused because a queue was full.
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
