//! Health monitoring of endpoints, and failover.
//!
//! A [`Watch`] probes each endpoint of an agent twice per interval, with a timeout of half an interval. An endpoint is
//! down after two consecutive failures, at most one and a half intervals after it stopped responding. [`FailOver`]
//! calls the first available endpoint, and moves to the next one as soon as the current one is reported down.

mod fail_over;
mod sign_of_life;
mod watch;

pub use fail_over::FailOver;
#[cfg(feature = "http")]
pub use sign_of_life::HealthCheck;
pub use sign_of_life::{Heartbeat, SignOfLife};
pub use watch::Watch;
