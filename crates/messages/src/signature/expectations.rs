//! Expectations for verifying messages.

use crate::envelope::{Envelope, RoutingStrategy};
use agent_description::{CLOCK_SKEW, Did, Timestamp};
use std::time::Duration;

/// Lifetime of a signature.
pub const MESSAGE_WINDOW: Duration = Duration::from_secs(300);

/// The receiver of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageReceiver {
    /// DID of the receiver.
    pub did: Did,
    /// Type of the receiver.
    pub agent_type: String,
}

impl MessageReceiver {
    /// Creates a receiver with a DID and a type.
    #[must_use]
    pub fn new(did: Did, agent_type: impl Into<String>) -> Self {
        Self { did, agent_type: agent_type.into() }
    }

    /// Whether a message is for this receiver: all members of the target match.
    #[must_use]
    pub fn is_meant(&self, envelope: &Envelope) -> bool {
        let target = &envelope.target;
        let is_agent = target.agent_id.as_ref().map(|id| id.as_str() == self.did.as_str());
        let is_type = target.agent_type.as_ref().map(|named| named.as_str() == self.agent_type);
        match target.routing {
            RoutingStrategy::Direct => is_agent == Some(true) && is_type != Some(false),
            RoutingStrategy::Broadcast | RoutingStrategy::LoadBalance => {
                is_type == Some(true) && is_agent != Some(false)
            }
        }
    }
}

/// Expectations for verifying a message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MessageExpectations {
    /// Time of verification.
    pub at: Timestamp,
    /// Lifetime of a signature (default: five minutes).
    pub window: Duration,
    /// Maximum clock skew (default: a minute).
    pub skew: Duration,
    /// Requests and events must be signed after this time, because earlier ones may have been accepted already.
    /// Responses may be older, because the ID of their request is new.
    pub signed_after: Option<Timestamp>,
    /// The receiver; `None` disables the check of the target.
    pub receiver: Option<MessageReceiver>,
}

impl MessageExpectations {
    /// The default expectations at a time.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        Self { at, window: MESSAGE_WINDOW, skew: CLOCK_SKEW, signed_after: None, receiver: None }
    }

    /// Sets the receiver.
    #[must_use]
    pub fn receiver(self, receiver: MessageReceiver) -> Self {
        Self { receiver: Some(receiver), ..self }
    }
}
