//! The policy of a server: which credentials it accepts.

use crate::CLOCK_SKEW;
use std::time::Duration;

/// What a server accepts: how old credentials may be, what they must have, how much is read before they are believed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthPolicy {
    /// How long after they were made credentials are good, at most; what expires later than that is refused. Default 5 minutes, the
    /// longest that the Agent Network Protocol recommends.
    pub window: Duration,
    /// By how much the client's clock may be ahead. Default [`CLOCK_SKEW`].
    pub skew: Duration,
    /// What is done with requests without nonce. Default: refused.
    pub nonce: NoncePolicy,
    /// Whether the `DIDWba` forms that RFC 9421 replaced are accepted; they cover neither method nor path nor body. Default no.
    pub legacy: bool,
    /// Largest body in bytes that is digested. Default 1 MiB.
    pub body_limit: usize,
}

/// What is done with requests without nonce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoncePolicy {
    /// They are refused.
    #[default]
    Required,
    /// The bytes under the signature stand for the nonce: the very same request is taken once.
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
