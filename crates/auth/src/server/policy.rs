//! The policy of a server: which credentials it accepts.

use adp_crypto::CLOCK_SKEW;
use std::time::Duration;

/// The policy of a server for credentials: their maximum age, their required parts and the body limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthPolicy {
    /// Maximum lifetime of credentials; a later expiry is refused. Default 5 minutes, the maximum that the Agent
    /// Network Protocol recommends.
    pub window: Duration,
    /// How far the client's clock may be ahead. Default [`CLOCK_SKEW`].
    pub skew: Duration,
    /// How to treat requests without a nonce. Default: refused.
    pub nonce: NoncePolicy,
    /// Whether to accept the `DIDWba` forms that RFC 9421 replaced; they do not cover method, path or body. Default no.
    pub legacy: bool,
    /// Maximum size of a body with a digest, in bytes. Default 1 MiB.
    pub body_limit: usize,
}

/// How to treat requests without a nonce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoncePolicy {
    /// They are refused.
    #[default]
    Required,
    /// The signed bytes replace the nonce: exactly the same request is accepted once.
    OrSignatureBase,
}

impl Default for AuthPolicy {
    fn default() -> Self {
        Self {
            window: Duration::from_secs(300),
            skew: CLOCK_SKEW,
            nonce: NoncePolicy::Required,
            legacy: false,
            body_limit: 1 << 20,
        }
    }
}
