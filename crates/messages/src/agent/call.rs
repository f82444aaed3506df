//! Requests and events.

use crate::envelope::{Priority, RoutingStrategy, SubType};
use agent_description::{Did, json::Object};
use std::time::Duration;

/// The recipient of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum To {
    /// One agent.
    Agent {
        /// DID of the agent.
        did: Did,
        /// Type of the agent, if it must match.
        agent_type: Option<String>,
    },
    /// Any one agent of a type.
    OneOf {
        /// The type.
        agent_type: String,
        /// The agents whose responses are accepted, because a type is not an identity.
        agents: Vec<Did>,
    },
    /// All agents of a type; no response is expected.
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

    /// The routing strategy.
    #[must_use]
    pub fn routing(&self) -> RoutingStrategy {
        match self {
            Self::Agent { .. } => RoutingStrategy::Direct,
            Self::OneOf { .. } => RoutingStrategy::LoadBalance,
            Self::EveryOf { .. } => RoutingStrategy::Broadcast,
        }
    }

    /// Whether responses of this agent are accepted.
    #[must_use]
    pub fn may_answer(&self, agent: &Did) -> bool {
        match self {
            Self::Agent { did, .. } => did == agent,
            Self::OneOf { agents, .. } => agents.contains(agent),
            Self::EveryOf { .. } => false,
        }
    }
}

/// A request, which results in one response or one error.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AgentCall {
    /// The recipient.
    pub to: To,
    /// The capability (`payload.action`).
    pub action: String,
    /// The parameters.
    pub parameters: Object,
    /// Whether the request reads or changes something.
    pub sub_type: Option<SubType>,
    /// The priority.
    pub priority: Priority,
    /// Time limit for all attempts together: 1 ms to an hour.
    pub timeout: Duration,
    /// Number of retries, at most 100. Each has the same ID and a new signature.
    pub retries: u32,
    /// ID of the first message of the conversation. Messages of one conversation and one priority are handled in order.
    pub conversation: Option<String>,
    /// ID of the message; generated if absent.
    pub message_id: Option<String>,
}

impl AgentCall {
    /// Creates a request: normal priority, 30 s, two retries.
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

    /// Sets the priority.
    #[must_use]
    pub fn priority(self, priority: Priority) -> Self {
        Self { priority, ..self }
    }

    /// Sets the time limit.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the number of retries.
    #[must_use]
    pub fn retries(self, retries: u32) -> Self {
        Self { retries, ..self }
    }

    /// Sets the conversation.
    #[must_use]
    pub fn conversation(self, id: impl Into<String>) -> Self {
        Self { conversation: Some(id.into()), ..self }
    }

    /// Sets the message ID.
    #[must_use]
    pub fn message_id(self, id: impl Into<String>) -> Self {
        Self { message_id: Some(id.into()), ..self }
    }
}

/// An event; no response is expected.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The recipient.
    pub to: To,
    /// The content (`payload`).
    pub payload: Object,
    /// The priority.
    pub priority: Priority,
    /// ID of the first message of the conversation.
    pub conversation: Option<String>,
    /// Whether this is a heartbeat (`message.type`).
    pub is_heartbeat: bool,
}

impl Event {
    /// Creates an event with normal priority.
    #[must_use]
    pub fn new(to: To, payload: Object) -> Self {
        Self { to, payload, priority: Priority::Normal, conversation: None, is_heartbeat: false }
    }

    /// Creates a heartbeat.
    #[must_use]
    pub fn heartbeat(to: To) -> Self {
        Self { is_heartbeat: true, ..Self::new(to, Object::new()) }
    }

    /// Sets the priority.
    #[must_use]
    pub fn priority(self, priority: Priority) -> Self {
        Self { priority, ..self }
    }

    /// Sets the conversation.
    #[must_use]
    pub fn conversation(self, id: impl Into<String>) -> Self {
        Self { conversation: Some(id.into()), ..self }
    }
}
