//! Parallel calls to several agents.

use super::{Ask, left};
use crate::agent::{AgentCall, CallError, SignedResponse};
use futures_util::stream::{self, StreamExt};
use std::time::Duration;
use tokio::time::Instant;

/// Maximum number of parallel calls; further ones start as these end.
const MAX_PARALLEL_CALLS: usize = 64;

/// The required number of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aggregation {
    /// All. Waits for every agent, even after a failure, to collect all results.
    All,
    /// The first answer; other calls are canceled.
    Any,
    /// This many answers. Other calls are canceled, also once this number can no longer be reached.
    Quorum(usize),
}

/// The results, in call order.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Gathered {
    /// The answers with the index of their call.
    pub answers: Vec<(usize, SignedResponse)>,
    /// The failed calls.
    pub failed: Vec<(usize, CallError)>,
    /// The canceled calls: enough had answered or failed, or the deadline had passed.
    pub given_up: Vec<usize>,
}

/// Makes all calls in parallel, at most 64 at a time, within the deadline. A call's time limit is reduced to the
/// remaining time.
///
/// # Errors
///
/// [`CallError::Quorum`]: too few answers; contains all results.
pub async fn gather(
    ask: &dyn Ask,
    calls: Vec<AgentCall>,
    enough: Aggregation,
    deadline: Instant,
) -> Result<Gathered, CallError> {
    let asked = calls.len();
    let needed = match enough {
        Aggregation::All => asked,
        Aggregation::Any => 1,
        Aggregation::Quorum(needed) => needed,
    };
    let mut found = Gathered::default();
    let mut ended = vec![false; asked];
    {
        let each = calls.into_iter().enumerate().map(|(index, call)| async move {
            let Some(left) = left(deadline) else { return (index, Err(CallError::Timeout { within: Duration::ZERO })) };
            let call = AgentCall { timeout: call.timeout.min(left), ..call };
            (index, ask.ask(call).await)
        });
        let mut running = stream::iter(each).buffer_unordered(MAX_PARALLEL_CALLS);
        loop {
            let is_enough = found.answers.len() >= needed && enough != Aggregation::All;
            let is_hopeless = asked.saturating_sub(found.failed.len()) < needed && enough != Aggregation::All;
            if is_enough || is_hopeless {
                break;
            }
            // dropping the stream cancels the calls still running
            let Ok(Some((index, ended_as))) = tokio::time::timeout_at(deadline, running.next()).await else { break };
            if let Some(ended) = ended.get_mut(index) {
                *ended = true;
            }
            match ended_as {
                Ok(answer) => found.answers.push((index, answer)),
                Err(error) => found.failed.push((index, error)),
            }
        }
    }
    found.answers.sort_by_key(|(index, _)| *index);
    found.failed.sort_by_key(|(index, _)| *index);
    found.given_up = ended.iter().enumerate().filter(|(_, ended)| !**ended).map(|(index, _)| index).collect();
    if found.answers.len() < needed {
        Err(CallError::Quorum { needed, asked, found: Box::new(found) })
    } else {
        Ok(found)
    }
}
