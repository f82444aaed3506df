//! Addresses of messages.

use super::ChannelError;
use crate::agent::To;
use agent_description::{Did, diagnostic::shortened};
use std::fmt;

/// The address of a message. The recipient itself is in the message, and the receiver checks it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Address {
    /// An agent, by DID.
    Agent(Did),
    /// Any one agent of a type.
    OneOf(String),
    /// All agents of a type.
    EveryOf(String),
    /// An `https` URL.
    Https(String),
    /// A `wss` URL.
    WebSocket(String),
}

impl Address {
    /// The address of a recipient by name: in this process or over NATS.
    #[must_use]
    pub fn for_recipient(to: &To) -> Self {
        match to {
            To::Agent { did, .. } => Self::Agent(did.clone()),
            To::OneOf { agent_type, .. } => Self::OneOf(agent_type.clone()),
            To::EveryOf { agent_type } => Self::EveryOf(agent_type.clone()),
        }
    }

    /// The address for a URL. `http` and `ws` are accepted, but work only on this machine, if allowed.
    ///
    /// # Errors
    ///
    /// `invalid-url` for another scheme.
    pub fn from_url(url: &str) -> Result<Self, ChannelError> {
        let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("https" | "http") => Ok(Self::Https(url.to_owned())),
            Some("wss" | "ws") => Ok(Self::WebSocket(url.to_owned())),
            _ => Err(ChannelError::Address { found: shortened(url), expected: "an https or wss URL" }),
        }
    }
}

/// Formats the address for people.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(did) => write!(f, "{did}"),
            Self::OneOf(agent_type) => write!(f, "an agent of type {}", shortened(agent_type)),
            Self::EveryOf(agent_type) => write!(f, "every agent of type {}", shortened(agent_type)),
            Self::Https(url) | Self::WebSocket(url) => f.write_str(&shortened(url)),
        }
    }
}
