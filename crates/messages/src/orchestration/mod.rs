//! Orchestration of several agents: in sequence ([`Pipeline`]) or in parallel ([`gather`]).
//!
//! All steps share one deadline. Each call gets the remaining time and states it in its message
//! (`payload.metadata.timeout`), so that nested calls have less. Dropping the future cancels all pending requests, and
//! the time limits of nested calls expire.

mod gather;
mod pipeline;

pub use gather::{Aggregation, Gathered, gather};
pub use pipeline::{Piped, Pipeline, PipelineError, Stage, StageDone};

use crate::agent::{AgentCall, CallError, Caller, SignedResponse};
use futures_util::future::{BoxFuture, FutureExt};
use std::time::Duration;
use tokio::time::Instant;

/// Makes calls that result in one response or one error. Dropping the future cancels the call.
pub trait Ask: Send + Sync {
    /// Makes a call.
    fn ask(&self, call: AgentCall) -> BoxFuture<'_, Result<SignedResponse, CallError>>;
}

impl Ask for Caller {
    fn ask(&self, call: AgentCall) -> BoxFuture<'_, Result<SignedResponse, CallError>> {
        self.call(call).boxed()
    }
}

/// The remaining time in whole milliseconds, the unit of messages; `None` if less than one.
fn left(deadline: Instant) -> Option<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    let millis = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
    (millis > 0).then(|| Duration::from_millis(millis))
}
