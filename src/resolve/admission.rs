//! Admission of requests: limits within a time window and on concurrent requests, per host and in total. Used by the
//! throttle around a resolver and by [`Fetcher`](super::Fetcher).

use super::{
    Clock, NetError, Phase,
    budget::{Budget, Fetch, Limits, Standing},
    fair_scheduler::{FairScheduler, Permit},
    target::Target,
};
use crate::Timestamp;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::time::{Instant, timeout_at};
use tracing::debug;

/// The counters of all requests.
pub(super) struct Admission {
    limits: Limits,
    clock: Box<dyn Clock>,
    budget: Mutex<Budget>,
    turns: Arc<FairScheduler>,
}

impl Admission {
    /// Concurrency limits per host and in total, and the limits of the time window.
    pub(super) fn new(at_once: (usize, usize), limits: Limits, clock: impl Clock + 'static) -> Self {
        let Limits { kept_part, address_part, .. } = limits;
        let turns = Arc::new(FairScheduler::new(at_once.0, at_once.1, kept_part, address_part));
        Self { limits, clock: Box::new(clock), budget: Mutex::new(Budget::new(limits)), turns }
    }

    /// The clock of the time window.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Counts a request if the window allows it, and queues it.
    ///
    /// # Errors
    /// [`NetError::Throttled`].
    pub(super) fn begin(&self, fetch: &Fetch<'_>) -> Result<Permit, NetError> {
        let spent = self.budget.lock().unwrap_or_else(PoisonError::into_inner).spend(fetch, self.now());
        match spent {
            Ok(()) => Ok(self.turns.stand_in_line(fetch)),
            Err(limit) => {
                let host = fetch.host;
                debug!(host, ?limit, "throttled");
                Err(NetError::Throttled { host: host.to_owned(), limit, window: self.limits.window })
            }
        }
    }

    /// A permit for a request of the caller itself, without a DID or client address.
    ///
    /// # Errors
    /// [`NetError::Throttled`], or [`NetError::Time`] if no permit is available before the deadline.
    pub(super) async fn turn(&self, target: &Target, deadline: Instant) -> Result<Permit, NetError> {
        let visit = self.begin(&Fetch { host: target.host(), did: 0, standing: Standing::Known, peer: None })?;
        let in_time = timeout_at(deadline, visit.turn()).await;
        in_time.map_err(|_| target.timed_out(Phase::Turn))?;
        Ok(visit)
    }
}

impl fmt::Debug for Admission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Admission").field("limits", &self.limits).finish_non_exhaustive()
    }
}
