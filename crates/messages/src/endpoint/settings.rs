//! How much an endpoint takes.

use super::Failure;
use crate::signature::AcceptedMessage;
use std::time::Duration;

/// How much an endpoint takes; what is beyond is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndpointSettings {
    /// Most messages handled at the same time (default 64; 0 counts as 1).
    pub at_once: usize,
    /// Most messages of each priority that wait (default 256).
    pub queued_per_priority: usize,
    /// Most messages that are verified at the same time (default 256; 0 counts as 1).
    pub arriving: usize,
    /// Most answers remembered for retries (default 100 000), each for as long as a signature of its request can be good.
    pub answers: usize,
    /// Most bytes of them (default 64 MiB).
    pub answer_bytes: usize,
    /// How long a message is handled whose sender does not say how long it waits (default 30 s).
    pub timeout: Duration,
    /// The longest that any message is handled (default 5 minutes).
    pub longest_timeout: Duration,
}

impl Default for EndpointSettings {
    fn default() -> Self {
        Self {
            at_once: 64,
            queued_per_priority: 256,
            arriving: 256,
            answers: 100_000,
            answer_bytes: 64 << 20,
            timeout: Duration::from_secs(30),
            longest_timeout: Duration::from_secs(300),
        }
    }
}

/// Decides whether an accepted message is queued: by who sent it, by what it asks for, by how many came before.
pub trait Admission: Send + Sync + 'static {
    /// Lets a message through.
    ///
    /// # Errors
    /// Why not: the sender is told so, unsigned.
    fn admit(&self, message: &AcceptedMessage) -> Result<(), Failure>;
}
