//! The service that a request must be addressed to.

use super::AuthPolicy;
use crate::{Origin, Timestamp};

/// The service that receives a request: which one it is, what it accepts, and what time it is there.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Receiver<'a> {
    /// The service that credentials must be for, as its operator configures it; never taken from a request.
    pub audience: &'a Origin,
    /// What it accepts.
    pub policy: &'a AuthPolicy,
    /// The time there.
    pub now: Timestamp,
}

impl<'a> Receiver<'a> {
    /// A service that accepts what `policy` says, at `now`.
    #[must_use]
    pub fn new(audience: &'a Origin, policy: &'a AuthPolicy, now: Timestamp) -> Self {
        Self { audience, policy, now }
    }
}
