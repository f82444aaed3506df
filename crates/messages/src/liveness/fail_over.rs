//! One agent at several places: the primary is asked, and where it does not answer the backup is.

use super::Watch;
use crate::{
    agent::{Answer, Call, CallError, Caller},
    channel::ChannelError,
    orchestration::Ask,
};
use agent_description::CodedError;
use futures_util::future::{BoxFuture, FutureExt};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, warn};

/// The pause after all places failed.
const FAILOVER_DELAY: Duration = Duration::from_millis(20);

/// Asks one agent at the first of its places that is not down. Cheap to clone.
///
/// A caller gets one answer or one error. All attempts have the same id, so a place does once what it is asked for, and places
/// that share their stores do it once together; a primary that did it and died before it said so leaves its effect, and the
/// backup has one of its own.
#[derive(Clone, Debug)]
pub struct FailOver {
    caller: Caller,
    watch: Arc<Watch>,
    moved: Arc<AtomicU64>,
}

impl FailOver {
    /// Calls by this caller, at the places that are watched.
    #[must_use]
    pub fn new(caller: Caller, watch: Watch) -> Self {
        Self { caller, watch: Arc::new(watch), moved: Arc::default() }
    }

    /// The places and which of them are down.
    #[must_use]
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// How many times a request went on to another place.
    #[must_use]
    pub fn moved(&self) -> u64 {
        self.moved.load(Ordering::Relaxed)
    }

    /// Asks at the first place that is not down; after a failure that passes, and as soon as the place goes down, at the next one; after the
    /// last one again at the first. Within the call's time; as often as it may be tried again, but at each place once.
    ///
    /// # Errors
    /// [`CallError`]: the last attempt's, or `message-timeout`. That nobody answered does not mean that nothing was done.
    pub async fn call(&self, call: Call) -> Result<Answer, CallError> {
        let (within, started) = (call.timeout, Instant::now());
        let deadline = started + within;
        let asked = self.caller.ask(call)?;
        let places = u32::try_from(self.watch.places().count()).unwrap_or(u32::MAX);
        let mut attempts_left = asked.call().retries.saturating_add(1).max(places);
        let mut tried: Vec<usize> = Vec::new();
        let mut attempt = 0_u32;
        loop {
            let Some((index, address)) = self.watch.first(&tried) else {
                if tried.is_empty() {
                    let (found, expected) = ("no endpoint".to_owned(), "a primary and a backup endpoint");
                    return Err(ChannelError::Address { found, expected }.into());
                }
                tried.clear();
                let next = Instant::now() + FAILOVER_DELAY;
                if next >= deadline {
                    return Err(CallError::Timeout { within });
                }
                sleep_until(next).await;
                continue;
            };
            attempt = attempt.saturating_add(1);
            attempts_left = attempts_left.saturating_sub(1);
            // one that is down already is not waited for to the end
            let until = match self.watch.down_since(index) {
                Some(_) => deadline.min(Instant::now() + self.watch.heartbeat()),
                None => deadline,
            };
            let error = tokio::select! {
                answered = self.caller.attempt(&asked, address, until) => match answered {
                    Ok(answer) => return Ok(answer.after(attempt)),
                    Err(error) => error,
                },
                () = self.watch.goes_down(index) => {
                    warn!(place = %address, message = asked.message_id(), "failed during the call");
                    ChannelError::Unreachable { address: address.to_string(), reason: "it sends no heartbeat".into() }.into()
                }
            };
            debug!(place = %address, attempt, code = error.code().as_str(), "no response");
            if !error.is_passing() || attempts_left == 0 {
                return Err(error);
            }
            if Instant::now() >= deadline {
                return Err(CallError::Timeout { within });
            }
            tried.push(index);
            self.moved.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Ask for FailOver {
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>> {
        FailOver::call(self, call).boxed()
    }
}
