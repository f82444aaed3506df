//! NATS subjects of agents and types.

use crate::channel::refusal::digest;
use agent_description::Did;

/// The subject of an agent.
#[must_use]
pub fn for_agent(did: &Did) -> String {
    format!("a2a.agent.{}", name(did.as_str()))
}

/// The subject for any one agent of a type. The queue group has the name of the type.
#[must_use]
pub fn for_one(agent_type: &str) -> String {
    format!("a2a.one.{}", name(agent_type))
}

/// The subject for all agents of a type.
#[must_use]
pub fn for_all(agent_type: &str) -> String {
    format!("a2a.type.{}", name(agent_type))
}

/// Converts a text to one subject token of letters, digits, `-` and `_`.
pub(super) fn name(text: &str) -> String {
    digest(text.as_bytes())
}
