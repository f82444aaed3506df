//! Several agents at one job: one after another ([`Pipeline`]), or at the same time ([`gather`]).
//!
//! All steps share one deadline: each is given what is left of it, and what is left is what its message says
//! (`payload.metadata.timeout`), so that whoever is asked further down has less. What is started ends with the future that
//! started it: dropping it drops every request under way, and those whom these asked see their time run out.

mod error;
mod gather;
mod pipeline;

pub use error::{GatherError, PipelineError, StageFault};
pub use gather::{Aggregation, Gathered, gather};
pub use pipeline::{Piped, Pipeline, Stage, StageDone};

use crate::agent::{Answer, Call, CallError, Caller};
use futures_util::future::{BoxFuture, FutureExt};
use std::time::Duration;
use tokio::time::Instant;

/// Asks agents: one answer or one error. Dropping the future gives up.
pub trait Ask: Send + Sync {
    /// Asks.
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>>;
}

impl Ask for Caller {
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>> {
        self.call(call).boxed()
    }
}

/// What is left of the time, in whole milliseconds as messages count it; nothing where that is less than one.
fn left(deadline: Instant) -> Option<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    let millis = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
    (millis > 0).then(|| Duration::from_millis(millis))
}
