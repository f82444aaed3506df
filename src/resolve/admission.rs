//! Whether a request may be begun, and when: so many within a window of time, so many at the same time, at each host and in all.
//! Whoever connects to hosts asks here, the throttle around a resolver and the one of a [`Fetcher`](super::Fetcher).

use super::{
    Clock, NetError, Phase, ThrottleLimit,
    budget::{Budget, Exhausted, Fetch, Limits, Standing, untrusted_signers},
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

/// What is counted of all that is begun.
pub(super) struct Admission {
    limits: Limits,
    clock: Box<dyn Clock>,
    budget: Mutex<Budget>,
    turns: Arc<FairScheduler>,
}

impl Admission {
    /// At the same time so many at a host and in all, within a window what the limits say.
    pub(super) fn new(at_once: (usize, usize), limits: Limits, clock: impl Clock + 'static) -> Self {
        let Limits { kept_part, address_part, .. } = limits;
        let turns = Arc::new(FairScheduler::new(at_once.0, at_once.1, kept_part, address_part));
        Self { limits, clock: Box::new(clock), budget: Mutex::new(Budget::new(limits)), turns }
    }

    /// The time that the window is measured by.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Counts a request, if the window has room for it, and has it stand in line for its turn.
    ///
    /// # Errors
    /// [`NetError::Throttled`].
    pub(super) fn begin(&self, fetch: &Fetch<'_>) -> Result<Permit, NetError> {
        let spent = self.budget.lock().unwrap_or_else(PoisonError::into_inner).spend(fetch, self.now());
        match spent {
            Ok(()) => Ok(self.turns.stand_in_line(fetch)),
            Err(exhausted) => {
                let (host, limit) = (fetch.host, self.limit(exhausted));
                debug!(host, ?limit, "throttled");
                Err(NetError::Throttled { host: host.to_owned(), limit, window: self.limits.window })
            }
        }
    }

    /// The turn of a request of the caller's own, which is for no DID and on behalf of nobody else.
    ///
    /// # Errors
    /// [`NetError::Throttled`], or [`NetError::Time`] where there is none until the deadline.
    pub(super) async fn turn(&self, target: &Target, deadline: Instant) -> Result<Permit, NetError> {
        let visit = self.begin(&Fetch { host: target.host(), did: 0, standing: Standing::Known, peer: None })?;
        let in_time = timeout_at(deadline, visit.turn()).await;
        in_time.map_err(|_| target.timed_out(Phase::Turn))?;
        Ok(visit)
    }

    fn limit(&self, exhausted: Exhausted) -> ThrottleLimit {
        let Limits { per_host, in_all, kept_part, .. } = self.limits;
        match exhausted {
            Exhausted::Host => ThrottleLimit::Host(per_host),
            Exhausted::All => ThrottleLimit::InAll(in_all),
            Exhausted::StrangersAtHost => ThrottleLimit::StrangersAtHost(untrusted_signers(per_host, kept_part)),
            Exhausted::StrangersInAll => ThrottleLimit::StrangersInAll(untrusted_signers(in_all, kept_part)),
            Exhausted::Share => ThrottleLimit::Share,
        }
    }
}

impl fmt::Debug for Admission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Admission").field("limits", &self.limits).finish_non_exhaustive()
    }
}
