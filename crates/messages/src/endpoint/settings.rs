//! Limits of an endpoint.

use super::HandlerFailure;
use crate::signature::AcceptedMessage;
use std::time::Duration;

/// Limits of an endpoint; messages beyond them are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndpointSettings {
    /// Maximum number of messages handled in parallel (default: 64; 0 means 1).
    pub at_once: usize,
    /// Maximum number of queued messages per priority (default: 256).
    pub queued_per_priority: usize,
    /// Maximum number of messages verified in parallel (default: 256; 0 means 1).
    pub arriving: usize,
    /// Maximum number of answers remembered for retries (default: 1,048,576), each for the lifetime of its request's
    /// signature: about 2,500 messages per second.
    pub answers: usize,
    /// Maximum size of these answers in bytes (default: 256 MiB).
    pub answer_bytes: usize,
    /// Time limit for handling a message whose sender sets none (default: 30 s).
    pub timeout: Duration,
    /// Maximum time for handling any message (default: 5 minutes).
    pub longest_timeout: Duration,
}

impl Default for EndpointSettings {
    fn default() -> Self {
        Self {
            at_once: 64,
            queued_per_priority: 256,
            arriving: 256,
            answers: 1 << 20,
            answer_bytes: 256 << 20,
            timeout: Duration::from_secs(30),
            longest_timeout: Duration::from_secs(300),
        }
    }
}

/// Decides whether an accepted message is queued, by sender, content or rate. The sender receives the reason
/// of a refusal in an unsigned message.
pub type AdmissionRule = Box<dyn Fn(&AcceptedMessage) -> Result<(), HandlerFailure> + Send + Sync>;
