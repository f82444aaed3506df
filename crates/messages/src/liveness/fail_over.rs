//! Failover of an agent with several endpoints.

use super::Watch;
use crate::{
    agent::{AgentCall, CallError, Caller, SignedResponse},
    channel::ChannelError,
    counter::Counter,
    orchestration::Ask,
};
use agent_description::CodedError;
use futures_util::future::{BoxFuture, FutureExt};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, warn};

/// Delay after all endpoints failed.
const FAILOVER_DELAY: Duration = Duration::from_millis(20);

/// Calls an agent at its first available endpoint. Cheap to clone.
///
/// A call results in one response or one error. All attempts have the same ID, so an endpoint executes the request
/// once, and so do endpoints with shared stores. If a primary executes the request but fails before responding, the
/// backup executes it again.
#[derive(Clone, Debug)]
pub struct FailOver {
    caller: Caller,
    watch: Arc<Watch>,
    moved: Arc<Counter>,
}

impl FailOver {
    /// Creates failover for the watched endpoints.
    #[must_use]
    pub fn new(caller: Caller, watch: Watch) -> Self {
        Self { caller, watch: Arc::new(watch), moved: Arc::default() }
    }

    /// The watched endpoints.
    #[must_use]
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Number of times that a request moved to another endpoint.
    #[must_use]
    pub fn moved(&self) -> u64 {
        self.moved.get()
    }

    /// Calls the first available endpoint. Continues with the next one after a temporary failure, or as soon as the
    /// endpoint is reported down; after the last one, starts over.
    ///
    /// Uses the call's time limit and retries, but tries each endpoint at least once.
    ///
    /// # Errors
    ///
    /// [`CallError`] of the last attempt, or `message-timeout`. Without a response, the request may still have been
    /// executed.
    pub async fn call(&self, call: AgentCall) -> Result<SignedResponse, CallError> {
        let (within, started) = (call.timeout, Instant::now());
        let deadline = started + within;
        let asked = self.caller.ask(call)?;
        let places = u32::try_from(self.watch.places().count()).unwrap_or(u32::MAX);
        let mut attempts_left = asked.call.retries.saturating_add(1).max(places);
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
            // an endpoint that is already down gets a limited time
            let until = match self.watch.down_since(index) {
                Some(_) => deadline.min(Instant::now() + self.watch.heartbeat()),
                None => deadline,
            };
            let error = tokio::select! {
                answered = self.caller.attempt(&asked, address, until) => match answered {
                    Ok(answer) => return Ok(SignedResponse { attempts: attempt, ..answer }),
                    Err(error) => error,
                },
                () = self.watch.goes_down(index) => {
                    warn!(place = %address, message = asked.message_id, "failed during the call");
                    ChannelError::unreachable(address, "it sends no heartbeat").into()
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
            self.moved.add();
        }
    }
}

impl Ask for FailOver {
    fn ask(&self, call: AgentCall) -> BoxFuture<'_, Result<SignedResponse, CallError>> {
        FailOver::call(self, call).boxed()
    }
}
