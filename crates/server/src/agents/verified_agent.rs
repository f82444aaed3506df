//! The agent that sent a request, for handlers.

use agent_description::{Did, Timestamp};
use std::{ops::Deref, sync::Arc};

/// The agent that sent a request, as [`AgentLayer`](super::AgentLayer) puts it into the request's extensions. Only a verification makes one.
///
/// With feature `axum`, handlers take it as an argument; on a route that is not behind the layer the answer is then 500, never a pass.
#[derive(Clone, Debug)]
pub struct VerifiedAgent(pub(super) Arc<AgentVerdict>);

/// What was verified, and when.
#[derive(Debug)]
#[non_exhaustive]
pub struct AgentVerdict {
    /// The DID that sent the request and signed the document.
    pub did: Did,
    /// Where the card or description is.
    pub url: String,
    /// The name of its format, such as `adp`.
    pub format: &'static str,
    /// When it was verified.
    pub verified_at: Timestamp,
    /// When the verdict expires.
    pub fresh_until: Timestamp,
}

impl Deref for VerifiedAgent {
    type Target = AgentVerdict;

    fn deref(&self) -> &AgentVerdict {
        &self.0
    }
}

#[cfg(feature = "axum")]
crate::missing_layer::from_extensions!(VerifiedAgent, "AgentLayer");
