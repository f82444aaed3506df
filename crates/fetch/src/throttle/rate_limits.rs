//! How many fetches start within a window: at a host, in total, and of unknown DIDs for each client network.

use super::admission::Fetch;
use crate::{
    Clock, ThrottleLimit,
    resolver::{Block, PeerAddress},
};
use governor::{Quota, RateLimiter, clock, middleware::NoOpMiddleware, nanos::Nanos, state::keyed::HashMapStateStore};
use std::{
    hash::Hash,
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// The limits of a window and the parts of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) per_host: usize,
    pub(crate) in_all: usize,
    pub(crate) window: Duration,
    /// Known DIDs have a reserved part: 1/n of a limit; 0: none.
    pub(crate) kept_part: usize,
    /// The share of a client network: 1/n of what unknown DIDs may use; 0: no shares.
    pub(crate) address_part: usize,
}

impl Limits {
    /// The parts of a limit: for every DID, and for known DIDs only.
    pub(crate) fn parts(&self, limit: usize) -> (usize, usize) {
        let reserved = limit.checked_div(self.kept_part).unwrap_or(0);
        (limit - reserved, reserved)
    }

    /// The share of a client network of what unknown DIDs may use.
    pub(crate) fn share(&self, open: usize) -> Option<usize> {
        Some(open.checked_div(self.address_part)?.max(1))
    }
}

/// After this many fetches, the counters of hosts and networks without recent fetches are removed.
const CLEANING_INTERVAL: usize = 1024;

/// Counters by the generic cell rate algorithm: a whole limit at once, then the limit's rate.
pub(super) struct RateLimits {
    limits: Limits,
    hosts: Divided<Arc<str>>,
    total: Divided<()>,
    network: Option<Counters<Block>>,
    network_at_host: Option<Counters<(Block, Arc<str>)>>,
    known_did: Option<Counters<u64>>,
    network_for_known_did: Option<Counters<(Block, u64)>>,
    checked: AtomicUsize,
}

impl RateLimits {
    pub(super) fn new(limits: Limits, clock: &Arc<dyn Clock>) -> Self {
        fn counters<K: Clone + Hash + Eq>(limits: &Limits, limit: usize, clock: &Arc<dyn Clock>) -> Counters<K> {
            RateLimiter::new(quota(limit, limits.window), HashMapStateStore::default(), CountersClock(clock.clone()))
        }
        fn divided<K: Clone + Hash + Eq>(limits: &Limits, limit: usize, clock: &Arc<dyn Clock>) -> Divided<K> {
            let (open, reserved) = limits.parts(limit);
            let part = |limit| (limit > 0).then(|| counters(limits, limit, clock));
            Divided { open: part(open), reserved: part(reserved) }
        }
        let of_network = |limit| limits.share(limits.parts(limit).0);
        // one document that must not be cached does not use up its host's limit
        let of_known_did = limits.per_host / 2;
        Self {
            limits,
            hosts: divided(&limits, limits.per_host, clock),
            total: divided(&limits, limits.in_all, clock),
            network: of_network(limits.in_all).map(|share| counters(&limits, share, clock)),
            network_at_host: of_network(limits.per_host).map(|share| counters(&limits, share, clock)),
            known_did: (limits.address_part > 0).then(|| counters(&limits, of_known_did, clock)),
            network_for_known_did: limits.share(of_known_did).map(|share| counters(&limits, share, clock)),
            checked: AtomicUsize::new(0),
        }
    }

    /// Counts a fetch that starts now.
    pub(super) fn check(&self, fetch: &Fetch<'_>) -> Result<(), ThrottleLimit> {
        if self.checked.fetch_add(1, Ordering::Relaxed) % CLEANING_INTERVAL == CLEANING_INTERVAL - 1 {
            self.clean();
        }
        let host: Arc<str> = fetch.host.into();
        match fetch.peer.map(PeerAddress::network) {
            Some(network) if fetch.is_known => check_share(&self.network_for_known_did, &(network, fetch.did))?,
            Some(network) => {
                check_share(&self.network, &network)?;
                check_share(&self.network_at_host, &(network, host.clone()))?;
            }
            None => {}
        }
        if fetch.is_known {
            check_share(&self.known_did, &fetch.did)?;
        }
        let limits = &self.limits;
        let refused = |limit: usize, of_all: fn(usize) -> ThrottleLimit, of_new: fn(usize) -> ThrottleLimit| {
            let (open, reserved) = limits.parts(limit);
            if fetch.is_known || reserved == 0 { of_all(limit) } else { of_new(open) }
        };
        if !self.hosts.check(&host, fetch.is_known) {
            return Err(refused(limits.per_host, ThrottleLimit::Host, ThrottleLimit::NewDidsAtHost));
        }
        if !self.total.check(&(), fetch.is_known) {
            return Err(refused(limits.in_all, ThrottleLimit::InAll, ThrottleLimit::NewDidsInAll));
        }
        Ok(())
    }

    fn clean(&self) {
        for counters in [&self.hosts.open, &self.hosts.reserved].into_iter().flatten() {
            counters.retain_recent();
        }
        self.network.iter().for_each(RateLimiter::retain_recent);
        self.network_at_host.iter().for_each(RateLimiter::retain_recent);
        self.known_did.iter().for_each(RateLimiter::retain_recent);
        self.network_for_known_did.iter().for_each(RateLimiter::retain_recent);
    }
}

type Counters<K> = RateLimiter<K, HashMapStateStore<K>, CountersClock, NoOpMiddleware<Nanos>>;

/// A limit in two parts; a part of 0 has no counters.
struct Divided<K: Clone + Hash + Eq> {
    open: Option<Counters<K>>,
    reserved: Option<Counters<K>>,
}

impl<K: Clone + Hash + Eq> Divided<K> {
    fn check(&self, key: &K, is_known: bool) -> bool {
        let counts = |part: &Option<Counters<K>>| part.as_ref().is_some_and(|part| part.check_key(key).is_ok());
        counts(&self.open) || is_known && counts(&self.reserved)
    }
}

fn check_share<K: Clone + Hash + Eq>(counters: &Option<Counters<K>>, key: &K) -> Result<(), ThrottleLimit> {
    counters.as_ref().is_none_or(|counters| counters.check_key(key).is_ok()).then_some(()).ok_or(ThrottleLimit::Share)
}

fn quota(limit: usize, window: Duration) -> Quota {
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    let limit = NonZeroU32::new(limit).unwrap_or(NonZeroU32::MIN);
    let interval = (window / limit.get()).max(Duration::from_nanos(1));
    Quota::with_period(interval).unwrap_or(Quota::per_second(limit)).allow_burst(limit)
}

/// The clock of the settings, to the second.
struct CountersClock(Arc<dyn Clock>);

impl clock::Clock for CountersClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Duration::from_secs(self.0.now().as_unix_seconds().try_into().unwrap_or(0)).into()
    }
}
