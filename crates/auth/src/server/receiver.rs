//! The service that a request must be addressed to.

use crate::AuthPolicy;
use adp_crypto::{Origin, Timestamp};

/// The service that receives a request, with its policy and its current time.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Receiver<'a> {
    /// The origin that credentials must be for; configured by the operator, never taken from a request.
    pub audience: &'a Origin,
    /// The policy.
    pub policy: &'a AuthPolicy,
    /// The current time.
    pub now: Timestamp,
}

impl<'a> Receiver<'a> {
    /// Creates a receiver with a policy at `now`.
    #[must_use]
    pub fn new(audience: &'a Origin, policy: &'a AuthPolicy, now: Timestamp) -> Self {
        Self { audience, policy, now }
    }
}
