//! Several agents at the same time.

use super::{Ask, GatherError, left};
use crate::agent::{Answer, Call, CallError};
use futures_util::stream::{self, StreamExt};
use std::time::Duration;
use tokio::time::Instant;

/// The most agents that are asked at once; further ones follow as these end.
const MAX_PARALLEL_CALLS: usize = 64;

/// How many answers are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aggregation {
    /// All. Every agent is waited for, also after one has failed, so that what can be had is had.
    All,
    /// One: the first. The others are given up.
    Any,
    /// So many: the first ones. The others are given up, also once so many cannot be had any more.
    Quorum(usize),
}

/// What came of it, by the order of the calls.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Gathered {
    /// The answers, each with the number of its call from 0.
    pub answers: Vec<(usize, Answer)>,
    /// The calls that failed, and why.
    pub failed: Vec<(usize, CallError)>,
    /// The calls that were given up: enough had answered or failed, or the time was over.
    pub given_up: Vec<usize>,
}

/// Asks all at the same time, at most 64 of them at once, within the deadline. Each call's time is what is left, if that is less than its
/// own.
///
/// # Errors
/// [`GatherError`]: fewer answered than are enough, with all that came.
pub async fn gather(
    ask: &dyn Ask,
    calls: Vec<Call>,
    enough: Aggregation,
    deadline: Instant,
) -> Result<Gathered, GatherError> {
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
            let call = Call { timeout: call.timeout.min(left), ..call };
            (index, ask.ask(call).await)
        });
        let mut running = stream::iter(each).buffer_unordered(MAX_PARALLEL_CALLS);
        loop {
            let is_enough = found.answers.len() >= needed && enough != Aggregation::All;
            let is_hopeless = asked.saturating_sub(found.failed.len()) < needed && enough != Aggregation::All;
            if is_enough || is_hopeless {
                break;
            }
            // over: whatever still runs is given up with the stream
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
    if found.answers.len() < needed { Err(GatherError { needed, asked, found }) } else { Ok(found) }
}
