//! A throttle around a resolver: whoever can make us resolve DIDs cannot make us flood a host with requests, nor keep others from resolving.

use super::{
    Clock, NetError, Phase, Resolution, ResolutionOptions, Resolve, ResolveError, SystemClock,
    admission::Admission,
    budget::{Fetch, Limits, Standing},
    fair_scheduler::Permit,
    known_dids::KnownDids,
};
use crate::did::{Did, DidDocument, Resolved};
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
    /// One part in so many of each of these limits is kept for DIDs that have resolved before (default 3: a third; 0: nothing is kept).
    pub kept_part: usize,
    /// One [`PeerAddress`](super::PeerAddress) may begin one part in so many of the fetches that are left to strangers, and its network (an IPv4
    /// /24, an IPv6 /48) twice as many (default 8; 0: there are no shares).
    pub address_part: usize,
    /// Most DIDs that are remembered to have resolved (default 100,000, at some 100 bytes each).
    pub known_dids: usize,
    /// How long that is remembered (default 24 h).
    pub known_for: Duration,
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

/// A resolver that limits how much is fetched, from each host and in all: so much at the same time, so much within a
/// window. Cheap to clone; clones share the limits. It belongs inside a cache, so that only fetches count.
///
/// Beyond the first limit a resolution waits, and ends in `net-time` if it waits too long; beyond the second it is
/// refused with `net-connect` ([`NetError::Throttled`]) before anything is sent.
///
/// Nobody can use up all of it for everyone:
///
/// - A third is kept for DIDs that have resolved before. Requests that name DIDs which nobody has heard of take nothing of that.
/// - Of the rest, an address has an eighth of what is left, and its network a quarter, where whoever asks says for whom
///   ([`ResolutionOptions::for_peer`]). Where nobody says, there is one share, which is all of the rest.
/// - Turns go round: next is the network whose last one at the host is longest ago, and of that the address. A network of strangers has no more
///   turns at a host than it leaves free, so that there is always one for the third network that comes, however slowly the host answers.
/// - Of a host's places one known DID has at most half of what is left, and a host at most an eighth of all that are left.
///
/// It starts without knowing any DID. What it keeps in memory is bounded by its settings, whatever is asked.
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
    /// The default limits around `resolver`.
    #[must_use]
    pub fn new(resolver: R) -> Self {
        Self::with_settings(resolver, ThrottleSettings::default(), SystemClock::new())
    }

    /// These limits around `resolver`, by this clock.
    #[must_use]
    pub fn with_settings(resolver: R, settings: ThrottleSettings, clock: impl Clock + 'static) -> Self {
        let ThrottleSettings { per_host, in_all, window, kept_part, address_part, .. } = settings;
        let limits = Limits { per_host, in_all, window, kept_part, address_part };
        let admission = Admission::new((settings.at_once_per_host, settings.at_once), limits, clock);
        let known = Mutex::new(KnownDids::new(settings.known_dids, settings.known_for));
        Self { inner: Arc::new(Inner { resolver, settings, admission, known }) }
    }

    /// The resolver behind the throttle.
    #[must_use]
    pub fn resolver(&self) -> &R {
        &self.inner.resolver
    }
}

impl<R> Inner<R> {
    fn known(&self) -> MutexGuard<'_, KnownDids> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a fetch from the host, if there is room for it, and has it stand in line.
    fn begin(&self, did: &Did, host: &str, options: &ResolutionOptions) -> Result<Permit, NetError> {
        let now = self.admission.now();
        let (did, is_known) = {
            let known = self.known();
            (known.number(did), known.contains(did, now))
        };
        let standing = if is_known { Standing::Known } else { Standing::Stranger };
        self.admission.begin(&Fetch { host, did, standing, peer: options.peer() })
    }

    /// Remembers what an answer says about the DID.
    fn learn(&self, did: &Did, answer: &Result<Resolution, ResolveError>) {
        match answer {
            Ok(_) => self.known().resolved(did, self.admission.now()),
            Err(ResolveError::Did(_) | ResolveError::Net(NetError::Status { status: 404 | 410, .. })) => {
                self.known().forget(did);
            }
            // that its server does not answer says nothing about it
            Err(ResolveError::Net(_)) => {}
        }
    }
}

impl<R: Resolve + Send> Resolve for Throttled<R> {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(self.resolve_with(did, &ResolutionOptions::new()).await?.into_document())
    }

    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let throttle = &*self.inner;
        // did:key asks nothing of anyone
        let (Some(host), Some(url)) = (did.host(), did.location()) else {
            return throttle.resolver.resolve_with(did, options).await;
        };
        let visit = throttle.begin(did, host, options)?;
        let limit = throttle.settings.wait;
        if tokio::time::timeout(limit, visit.turn()).await.is_err() {
            debug!(host, "no turn in time");
            return Err(NetError::Time { url, phase: Phase::Turn, limit }.into());
        }
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
