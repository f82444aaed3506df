//! A throttling resolver: prevents clients from flooding a host with our requests, and from blocking the resolutions of
//! others.

mod admission;
mod concurrency;
mod known_dids;
mod rate_limits;

pub(super) use self::{admission::Admission, concurrency::Permit, rate_limits::Limits};
use super::{Clock, LOG_TARGET, NetError, Phase, Resolution, ResolutionOptions, Resolve, ResolveError, SystemClock};
use admission::Fetch;
use adp_did::Did;
use known_dids::KnownDids;
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tracing::debug;

/// Settings of [`Throttled`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThrottleSettings {
    /// Maximum number of concurrent fetches from one host (default 8).
    pub at_once_per_host: usize,
    /// Maximum number of concurrent fetches (default 64).
    pub at_once: usize,
    /// Maximum waiting time of a fetch (default 10 s).
    pub wait: Duration,
    /// Maximum number of fetches at one host: so many at once, and so many more spread over the window (default 300).
    pub per_host: usize,
    /// Maximum number of fetches in total, in the same way (default 3000).
    pub in_all: usize,
    /// The window (default 60 s).
    pub window: Duration,
    /// The part of each limit that is reserved for DIDs that have resolved before: 1/n (default 3: a third; 0:
    /// nothing).
    pub kept_part: usize,
    /// The share of one client network (an IPv4 /24, an IPv6 /48): 1/n of what unknown DIDs may use (default 8; 0: no
    /// shares). It applies to each limit but `at_once_per_host`.
    pub address_part: usize,
    /// Maximum number of known DIDs (default 100,000, about 100 bytes each).
    pub known_dids: usize,
    /// How long a DID is known after it resolved (default 24 h).
    pub known_for: Duration,
}

impl ThrottleSettings {
    /// The settings of a process whose user chooses the DIDs: no other client makes it resolve any.
    #[must_use]
    pub fn for_own_dids(per_host: usize) -> Self {
        Self { per_host, in_all: 60_000, kept_part: 0, address_part: 0, ..Self::default() }
    }
}

impl Default for ThrottleSettings {
    fn default() -> Self {
        Self {
            at_once_per_host: 8,
            at_once: 64,
            wait: Duration::from_secs(10),
            per_host: 300,
            in_all: 3000,
            window: Duration::from_secs(60),
            kept_part: 3,
            address_part: 8,
            known_dids: 100_000,
            known_for: Duration::from_secs(24 * 60 * 60),
        }
    }
}

/// A resolver with limits per host and in total, on concurrent fetches and on fetches within a window. Cheap to clone;
/// clones share the limits. Use it inside a cache, so that only fetches are counted.
///
/// A resolution over the concurrency limit waits, and fails with `net-time` if it waits too long. A resolution over the
/// rate limit fails immediately with `net-connect` ([`NetError::Throttled`]).
///
/// - A third of each limit is reserved for DIDs that have resolved before. Requests with unknown DIDs cannot use it.
/// - Of the rest, each client network may use an eighth, if the caller sets the client address
///   ([`ResolutionOptions::peer`]). Eight networks together can use all of it.
/// - One known DID may use half of its host's limit, and each client network an eighth of this half.
///
/// It starts without known DIDs. Its memory is limited by its settings.
pub struct Throttled<R> {
    inner: Arc<Inner<R>>,
}

struct Inner<R> {
    resolver: R,
    settings: ThrottleSettings,
    admission: Admission,
    known: Mutex<KnownDids>,
}

impl<R: Resolve + Send> Throttled<R> {
    /// Creates a throttle with the default limits around `resolver`.
    #[must_use]
    pub fn new(resolver: R) -> Self {
        Self::with_settings(resolver, ThrottleSettings::default(), SystemClock::default())
    }

    /// Creates a throttle with limits and a clock around `resolver`.
    #[must_use]
    pub fn with_settings(resolver: R, settings: ThrottleSettings, clock: impl Clock + 'static) -> Self {
        let ThrottleSettings { per_host, in_all, window, kept_part, address_part, .. } = settings;
        let limits = Limits { per_host, in_all, window, kept_part, address_part };
        let admission = Admission::new((settings.at_once_per_host, settings.at_once), limits, clock);
        let known = Mutex::new(KnownDids::new(settings.known_dids, settings.known_for));
        Self { inner: Arc::new(Inner { resolver, settings, admission, known }) }
    }
}

impl<R> Inner<R> {
    fn known(&self) -> MutexGuard<'_, KnownDids> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fetch that a resolution needs.
    fn fetch<'a>(&self, did: &Did, host: &'a str, options: &ResolutionOptions) -> Fetch<'a> {
        let known = self.known();
        let (did, is_known) = (known.number(did), known.contains(did, self.admission.now()));
        Fetch { host, did, is_known, peer: options.peer }
    }

    /// Updates the known DIDs after a response.
    fn learn(&self, did: &Did, answer: &Result<Resolution, ResolveError>) {
        match answer {
            Ok(_) => self.known().insert(did, self.admission.now()),
            Err(ResolveError::Did(_) | ResolveError::Net(NetError::Status { status: 404 | 410, .. })) => {
                self.known().remove(did);
            }
            // an unavailable server does not change what is known about the DID
            Err(ResolveError::Net(_) | ResolveError::Supplier { .. }) => {}
        }
    }
}

impl<R: Resolve + Send> Resolve for Throttled<R> {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let throttle = &*self.inner;
        // did:key needs no fetch
        let (Some(host), Some(url)) = (did.host(), did.location()) else {
            return throttle.resolver.resolve_with(did, options).await;
        };
        let fetch = throttle.fetch(did, host, options);
        throttle.admission.count(&fetch)?;
        let limit = throttle.settings.wait;
        let Ok(_permit) = tokio::time::timeout(limit, throttle.admission.permit(&fetch)).await else {
            debug!(target: LOG_TARGET, host, "no permit in time");
            return Err(NetError::Time { url, phase: Phase::Permit, limit }.into());
        };
        let answer = throttle.resolver.resolve_with(did, options).await;
        throttle.learn(did, &answer);
        answer
    }
}

impl<R> Clone for Throttled<R> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

impl<R: fmt::Debug> fmt::Debug for Throttled<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Throttled")
            .field("resolver", &self.inner.resolver)
            .field("settings", &self.inner.settings)
            .finish_non_exhaustive()
    }
}
