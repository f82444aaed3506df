//! A throttle around a resolver: whoever can make us resolve DIDs cannot make us flood a host with requests.

use super::{
    Clock, NetError, Phase, Resolution, ResolutionOptions, Resolve, ResolveError, SystemClock,
    budget::{Budget, Exhausted},
};
use crate::did::{Did, DidDocument, Resolved};
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::Semaphore;
use tracing::debug;

/// Settings of [`Throttled`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThrottleSettings {
    /// Most fetches from one host at the same time (default 8).
    pub at_once_per_host: usize,
    /// Most fetches at the same time (default 64).
    pub at_once: usize,
    /// How long a fetch may wait for its turn (default 10 s).
    pub wait: Duration,
    /// Most fetches begun at one host within the window (default 300).
    pub per_host: usize,
    /// Most fetches begun within the window (default 3000).
    pub in_all: usize,
    /// The window (default 60 s).
    pub window: Duration,
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
        }
    }
}

/// A resolver that limits how much is fetched, from each host and in all: so much at the same time, so much within a
/// window. Cheap to clone; clones share the limits. It belongs inside a cache, so that only fetches count.
///
/// Beyond the first limit a resolution waits, and ends in `net-time` if it waits too long; beyond the second it is
/// refused with `net-connect` ([`NetError::Throttled`]) before anything is sent.
pub struct Throttled<R> {
    inner: Arc<Inner<R>>,
}

struct Inner<R> {
    resolver: R,
    settings: ThrottleSettings,
    clock: Box<dyn Clock>,
    turns: Semaphore,
    state: Mutex<State>,
}

struct State {
    budget: Budget,
    /// The hosts that somebody fetches from, or waits for.
    hosts: HashMap<String, Host>,
}

struct Host {
    turns: Arc<Semaphore>,
    users: usize,
}

impl<R: Resolve + Send> Throttled<R> {
    /// The default limits around `resolver`.
    #[must_use]
    pub fn new(resolver: R) -> Self {
        Self::with_settings(resolver, ThrottleSettings::default(), SystemClock::new())
    }

    /// These limits around `resolver`, by this clock.
    #[must_use]
    pub fn with_settings(resolver: R, settings: ThrottleSettings, clock: impl Clock + 'static) -> Self {
        let budget = Budget::new(settings.per_host, settings.in_all, settings.window);
        let turns = Semaphore::new(settings.at_once.clamp(1, Semaphore::MAX_PERMITS));
        let state = Mutex::new(State { budget, hosts: HashMap::new() });
        Self { inner: Arc::new(Inner { resolver, settings, clock: Box::new(clock), turns, state }) }
    }

    /// The resolver behind the throttle.
    #[must_use]
    pub fn resolver(&self) -> &R {
        &self.inner.resolver
    }
}

impl<R> Inner<R> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a fetch from the host, if the budget has it.
    fn begin(&self, host: &str) -> Result<Visit<'_, R>, NetError> {
        let (settings, now) = (&self.settings, self.clock.now());
        let mut state = self.lock();
        state.budget.spend(host, now).map_err(|exhausted| {
            let (limit, in_all) = match exhausted {
                Exhausted::Host => (settings.per_host, false),
                Exhausted::All => (settings.in_all, true),
            };
            debug!(host, limit, in_all, "throttled");
            NetError::Throttled { host: host.to_owned(), limit, in_all, window: settings.window }
        })?;
        let at_once = settings.at_once_per_host.clamp(1, Semaphore::MAX_PERMITS);
        let entry = state
            .hosts
            .entry(host.to_owned())
            .or_insert_with(|| Host { turns: Arc::new(Semaphore::new(at_once)), users: 0 });
        entry.users += 1;
        Ok(Visit { throttle: self, host: host.to_owned(), turns: entry.turns.clone() })
    }
}

/// A fetch that is under way or waits for its turn.
struct Visit<'a, R> {
    throttle: &'a Inner<R>,
    host: String,
    turns: Arc<Semaphore>,
}

impl<R> Drop for Visit<'_, R> {
    fn drop(&mut self) {
        let mut state = self.throttle.lock();
        if let Some(host) = state.hosts.get_mut(&self.host) {
            host.users -= 1;
            if host.users == 0 {
                state.hosts.remove(&self.host);
            }
        }
    }
}

impl<R: Resolve + Send> Resolve for Throttled<R> {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(self.resolve_with(did, &ResolutionOptions::new()).await?.into_document())
    }

    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let throttle = &*self.inner;
        // did:key asks nothing of anybody
        let (Some(host), Some(url)) = (did.host(), did.location()) else {
            return throttle.resolver.resolve_with(did, options).await;
        };
        let visit = throttle.begin(host)?;
        // the host's turn first: those who wait for a slow host keep nobody else from fetching
        let turns = async { Some((visit.turns.acquire().await.ok()?, throttle.turns.acquire().await.ok()?)) };
        let limit = throttle.settings.wait;
        let turn = tokio::time::timeout(limit, turns).await;
        // the semaphores are never closed, so there is a turn or it was too late
        let Ok(Some(_turn)) = turn else {
            debug!(host, "no turn in time");
            return Err(NetError::Time { url, phase: Phase::Turn, limit }.into());
        };
        throttle.resolver.resolve_with(did, options).await
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
