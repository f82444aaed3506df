//! Where a message is sent.

use super::ChannelError;
use crate::agent::To;
use agent_description::{Did, diagnostic::shortened};
use std::fmt;

/// Where a message is sent. Who it is *for* stands in the message, and is checked by whoever gets it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Address {
    /// One agent, by its DID.
    Agent(Did),
    /// Whichever agent of a type takes it.
    OneOf(String),
    /// All agents of a type.
    EveryOf(String),
    /// What answers at an `https` URL.
    Https(String),
    /// What answers at a `wss` URL.
    WebSocket(String),
}

impl Address {
    /// The address of whom a message is for, where agents are found by their names: in this process and over NATS.
    #[must_use]
    pub fn for_recipient(to: &To) -> Self {
        match to {
            To::Agent { did, .. } => Self::Agent(did.clone()),
            To::OneOf { agent_type, .. } => Self::OneOf(agent_type.clone()),
            To::EveryOf { agent_type } => Self::EveryOf(agent_type.clone()),
        }
    }

    /// The address that a URL is. `http` and `ws` are addresses too; they lead somewhere only on this machine, where that is allowed.
    ///
    /// # Errors
    /// `invalid-url` for a URL of another scheme.
    pub fn from_url(url: &str) -> Result<Self, ChannelError> {
        let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("https" | "http") => Ok(Self::Https(url.to_owned())),
            Some("wss" | "ws") => Ok(Self::WebSocket(url.to_owned())),
            _ => Err(ChannelError::Address { found: shortened(url), expected: "an https or wss URL" }),
        }
    }
}

/// In words, for people.
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
