//! What one agent asks of another, or tells it.

use crate::envelope::{Priority, RoutingStrategy, SubType};
use agent_description::{Did, json::Object};
use std::time::Duration;

/// Whom a message is for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum To {
    /// One agent.
    Agent {
        /// Its DID.
        did: Did,
        /// Its type, where that is to be checked.
        agent_type: Option<String>,
    },
    /// One agent of a type, whichever takes it.
    OneOf {
        /// The type.
        agent_type: String,
        /// The agents that may answer: a type is nobody's identity, so that answers of others are refused.
        agents: Vec<Did>,
    },
    /// Every agent of a type; nobody answers.
    EveryOf {
        /// The type.
        agent_type: String,
    },
}

impl To {
    /// One agent.
    #[must_use]
    pub fn agent(did: Did) -> Self {
        Self::Agent { did, agent_type: None }
    }

    /// How it is routed.
    #[must_use]
    pub fn routing(&self) -> RoutingStrategy {
        match self {
            Self::Agent { .. } => RoutingStrategy::Direct,
            Self::OneOf { .. } => RoutingStrategy::LoadBalance,
            Self::EveryOf { .. } => RoutingStrategy::Broadcast,
        }
    }

    /// Whether this agent may answer.
    #[must_use]
    pub fn may_answer(&self, agent: &Did) -> bool {
        match self {
            Self::Agent { did, .. } => did == agent,
            Self::OneOf { agents, .. } => agents.contains(agent),
            Self::EveryOf { .. } => false,
        }
    }
}

/// A request: one answer or one error comes of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Call {
    /// Who is asked.
    pub to: To,
    /// The capability (`payload.action`).
    pub action: String,
    /// What it is given.
    pub parameters: Object,
    /// Whether it reads or changes something.
    pub sub_type: Option<SubType>,
    /// How urgent it is.
    pub priority: Priority,
    /// How long the caller waits, all attempts together: 1 ms to an hour.
    pub timeout: Duration,
    /// How often it is tried again, at most 100: with the same id, signed anew.
    pub retries: u32,
    /// The id of the message that the conversation began with: messages of one conversation and one priority are handled in their order.
    pub conversation: Option<String>,
    /// Its id; a new one where none is set.
    pub message_id: Option<String>,
}

impl Call {
    /// Asks for a capability: normal priority, 30 s, two retries.
    #[must_use]
    pub fn new(to: To, action: impl Into<String>, parameters: Object) -> Self {
        Self {
            to,
            action: action.into(),
            parameters,
            sub_type: None,
            priority: Priority::Normal,
            timeout: Duration::from_secs(30),
            retries: 2,
            conversation: None,
            message_id: None,
        }
    }

    /// With this priority.
    #[must_use]
    pub fn priority(self, priority: Priority) -> Self {
        Self { priority, ..self }
    }

    /// Within this time.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Tried again so often.
    #[must_use]
    pub fn retries(self, retries: u32) -> Self {
        Self { retries, ..self }
    }

    /// In this conversation.
    #[must_use]
    pub fn conversation(self, id: impl Into<String>) -> Self {
        Self { conversation: Some(id.into()), ..self }
    }

    /// With this id.
    #[must_use]
    pub fn message_id(self, id: impl Into<String>) -> Self {
        Self { message_id: Some(id.into()), ..self }
    }
}

/// Something told; no answer is expected.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event {
    /// Who is told.
    pub to: To,
    /// What is told (`payload`).
    pub payload: Object,
    /// How urgent it is.
    pub priority: Priority,
    /// The id of the message that the conversation began with.
    pub conversation: Option<String>,
    /// A sign of life, not an event (`message.type`).
    pub is_heartbeat: bool,
}

impl Event {
    /// Tells this, with normal priority.
    #[must_use]
    pub fn new(to: To, payload: Object) -> Self {
        Self { to, payload, priority: Priority::Normal, conversation: None, is_heartbeat: false }
    }

    /// Says that the agent is alive.
    #[must_use]
    pub fn heartbeat(to: To) -> Self {
        Self { is_heartbeat: true, ..Self::new(to, Object::new()) }
    }

    /// With this priority.
    #[must_use]
    pub fn priority(self, priority: Priority) -> Self {
        Self { priority, ..self }
    }

    /// In this conversation.
    #[must_use]
    pub fn conversation(self, id: impl Into<String>) -> Self {
        Self { conversation: Some(id.into()), ..self }
    }
}
