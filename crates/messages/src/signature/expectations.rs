//! What a message is verified with.

use crate::envelope::{Envelope, RoutingStrategy};
use agent_description::{CLOCK_SKEW, Did, Timestamp};
use std::time::Duration;

/// How long a message is good after it was signed.
pub const MESSAGE_WINDOW: Duration = Duration::from_secs(300);

/// Who receives a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receiver {
    did: Did,
    agent_type: String,
}

impl Receiver {
    /// An agent of a type.
    #[must_use]
    pub fn new(did: Did, agent_type: impl Into<String>) -> Self {
        Self { did, agent_type: agent_type.into() }
    }

    /// The agent.
    #[must_use]
    pub fn did(&self) -> &Did {
        &self.did
    }

    /// What kind of agent it is.
    #[must_use]
    pub fn agent_type(&self) -> &str {
        &self.agent_type
    }

    /// Whether a message is for it: all that the target names is its own.
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

/// What a message is verified with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MessageExpectations {
    /// The time of verification.
    pub at: Timestamp,
    /// How long a signature is good: five minutes, if nothing else is set.
    pub window: Duration,
    /// How far the sender's clock may be ahead: a minute, if nothing else is set.
    pub skew: Duration,
    /// Only what was signed later is accepted, if it is a request or an event: nobody knows any more what was accepted until then. An answer
    /// may be older, since its request's id is new.
    pub signed_after: Option<Timestamp>,
    /// Who has received the message; where nobody is named, whom it is for is not asked.
    pub receiver: Option<Receiver>,
}

impl MessageExpectations {
    /// The usual ones at a time.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        Self { at, window: MESSAGE_WINDOW, skew: CLOCK_SKEW, signed_after: None, receiver: None }
    }

    /// The same for a receiver.
    #[must_use]
    pub fn receiver(self, receiver: Receiver) -> Self {
        Self { receiver: Some(receiver), ..self }
    }
}
