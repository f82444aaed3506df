//! Counters of an endpoint.

use crate::{codes, counters::counters};
use std::sync::atomic::{AtomicU64, Ordering};

counters! {
    /// Counts messages since the endpoint was created.
    pub struct Counters {
        /// Received messages.
        received,
        /// Verified and new messages.
        accepted,
        /// Retries of known messages.
        repeated,
        /// Completely handled messages.
        handled,
        /// Signed responses.
        answered,
        /// Messages whose deadline passed before they were handled.
        late,
        /// Refused messages, for any reason.
        refused_in_all,
        /// Messages refused because a queue was full.
        full,
    }
}

impl Counters {
    pub(super) fn count(&self, which: impl Fn(&Self) -> &AtomicU64) {
        which(self).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn refused(&self, code: &str) {
        self.count(|counts| &counts.refused_in_all);
        if code == codes::MESSAGE_QUEUE_FULL.as_str() {
            self.count(|counts| &counts.full);
        }
    }
}
