//! Admission of fetches: limits within a time window and on fetches in progress. Used by the throttle around a resolver
//! and by [`Fetcher`](crate::Fetcher).

use super::{
    concurrency::{Concurrency, Permit},
    rate_limits::{Limits, RateLimits},
};
use crate::{Clock, LOG_TARGET, NetError, Phase, resolver::PeerAddress, target::Target};
use adp_crypto::Timestamp;
use std::{fmt, sync::Arc};
use tokio::time::{Instant, timeout_at};
use tracing::debug;

/// A requested fetch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fetch<'a> {
    pub(super) host: &'a str,
    /// The DID, as a number.
    pub(super) did: u64,
    /// Whether the DID has resolved before.
    pub(super) is_known: bool,
    pub(super) peer: Option<PeerAddress>,
}

/// The limits of all fetches.
pub(crate) struct Admission {
    limits: Limits,
    clock: Arc<dyn Clock>,
    rates: RateLimits,
    concurrency: Concurrency,
}

impl Admission {
    /// Concurrency limits per host and in total, and the limits of the time window.
    pub(crate) fn new(at_once: (usize, usize), limits: Limits, clock: impl Clock + 'static) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(clock);
        let rates = RateLimits::new(limits, &clock);
        Self { limits, rates, concurrency: Concurrency::new(at_once.0, at_once.1, &limits), clock }
    }

    /// The clock of the time window.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Counts a fetch, if the window allows it.
    ///
    /// # Errors
    /// [`NetError::Throttled`].
    pub(super) fn count(&self, fetch: &Fetch<'_>) -> Result<(), NetError> {
        self.rates.check(fetch).map_err(|limit| {
            let host = fetch.host;
            debug!(target: LOG_TARGET, host, ?limit, "throttled");
            NetError::Throttled { host: host.to_owned(), limit, window: self.limits.window }
        })
    }

    /// Waits until a counted fetch may be in progress.
    pub(super) async fn permit(&self, fetch: &Fetch<'_>) -> Permit {
        self.concurrency.permit(fetch).await
    }

    /// A permit for a request of the caller itself, without a DID or client address.
    ///
    /// # Errors
    /// [`NetError::Throttled`], or [`NetError::Time`] if no permit is available before the deadline.
    pub(crate) async fn permit_for_target(&self, target: &Target, deadline: Instant) -> Result<Permit, NetError> {
        let fetch = Fetch { host: target.host(), did: 0, is_known: true, peer: None };
        self.count(&fetch)?;
        let in_time = timeout_at(deadline, self.permit(&fetch)).await;
        in_time.map_err(|_| target.timed_out(Phase::Permit))
    }
}

impl fmt::Debug for Admission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Admission").field("limits", &self.limits).finish_non_exhaustive()
    }
}
