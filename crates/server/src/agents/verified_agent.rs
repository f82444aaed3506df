//! The agent that sent a request, for handlers.

use agent_description::{Did, Timestamp};
use std::sync::Arc;

/// The agent that sent a request, as [`AgentLayer`](super::AgentLayer) puts it into the request's extensions. Only a verification makes one.
///
/// With feature `axum`, handlers take it as an argument; on a route that is not behind the layer the answer is then 500, never a pass.
#[derive(Clone, Debug)]
pub struct VerifiedAgent(Arc<Verdict>);

#[derive(Debug)]
struct Verdict {
    did: Did,
    url: String,
    format: &'static str,
    verified_at: Timestamp,
    fresh_until: Timestamp,
}

impl VerifiedAgent {
    pub(super) fn new(
        did: Did,
        url: String,
        format: &'static str,
        (verified_at, fresh_until): (Timestamp, Timestamp),
    ) -> Self {
        Self(Arc::new(Verdict { did, url, format, verified_at, fresh_until }))
    }

    /// The DID that sent the request and signed the document.
    #[must_use]
    pub fn did(&self) -> &Did {
        &self.0.did
    }

    /// Where the card or description is.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// The name of its format, such as `adp`.
    #[must_use]
    pub fn format(&self) -> &'static str {
        self.0.format
    }

    /// When it was verified.
    #[must_use]
    pub fn verified_at(&self) -> Timestamp {
        self.0.verified_at
    }

    /// When the verdict expires.
    #[must_use]
    pub fn fresh_until(&self) -> Timestamp {
        self.0.fresh_until
    }
}

#[cfg(feature = "axum")]
mod extractor {
    use super::VerifiedAgent;
    use crate::MissingLayer;
    use axum_core::extract::FromRequestParts;
    use http::request::Parts;

    impl<S: Send + Sync> FromRequestParts<S> for VerifiedAgent {
        type Rejection = MissingLayer;

        async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, MissingLayer> {
            let missing = MissingLayer { argument: "VerifiedAgent", layer: "AgentLayer" };
            parts.extensions.get().cloned().ok_or(missing)
        }
    }
}
