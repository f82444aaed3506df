//! Counters of an endpoint.

use crate::{codes, counter::Counter};

/// Counts messages since the endpoint was created.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Counters {
    /// Received messages.
    pub received: Counter,
    /// Verified and new messages.
    pub accepted: Counter,
    /// Retries of known messages.
    pub repeated: Counter,
    /// Completely handled messages.
    pub handled: Counter,
    /// Signed responses.
    pub answered: Counter,
    /// Messages whose deadline passed before they were handled.
    pub late: Counter,
    /// Refused messages, for any reason.
    pub refused_in_all: Counter,
    /// Messages refused because a queue was full.
    pub full: Counter,
}

impl Counters {
    pub(super) fn refused(&self, code: &str) {
        self.refused_in_all.add();
        if code == codes::MESSAGE_QUEUE_FULL.as_str() {
            self.full.add();
        }
    }
}
