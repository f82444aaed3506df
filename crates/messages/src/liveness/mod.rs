//! Whether an agent's places answer, and who is asked where one does not.
//!
//! A [`Watch`] asks each place of an agent for a sign of life, twice in each interval; a place at which two in a row go unanswered, each
//! for half an interval, counts as down: one and a half intervals after it went silent at the latest. [`FailOver`] asks the first place that
//! is not down, and goes to the next one as soon as that is said of the one that it waits for.

mod fail_over;
mod sign_of_life;
mod watch;

pub use fail_over::FailOver;
#[cfg(feature = "http")]
pub use sign_of_life::HealthCheck;
pub use sign_of_life::{Heartbeat, SignOfLife};
pub use watch::Watch;
