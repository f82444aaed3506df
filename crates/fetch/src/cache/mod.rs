//! A caching resolver: concurrent requests share one fetch, and a document is used within the limits of its server and
//! of this cache.

mod freshness;
mod headers;
mod settings;
mod store;

pub(super) use self::{
    freshness::Freshness,
    headers::{CacheHeaders, Validators},
};
use super::{
    AtHand, Clock, LOG_TARGET, NetError, PeerAddress, Phase, Provenance, Resolution, ResolutionOptions, Resolve,
    ResolveError, SystemClock,
};
use crate::resolver::Block;
use adp_crypto::Timestamp;
use adp_did::{Did, DidDocument, Resolved};
use futures_util::future::{BoxFuture, FutureExt, Shared, WeakShared};
pub use settings::CacheSettings;
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::{Outcome, Store};
use tracing::debug;

/// A resolver with an in-memory cache. Cheap to clone; clones share the cache.
///
/// - A document is used as long as its server allows (RFC 9111), at most [`CacheSettings::longest`]. Then its server is
///   asked, with `ETag` or date if available. Results without network access are not cached.
/// - A failure is repeated for [`CacheSettings::failure`], and a missing document for [`CacheSettings::not_found`]. A failure
///   removes the cached document, so that an old document never replaces an unavailable one. Failures have their own
///   capacity, so that they do not displace documents. Refusals of a throttle are not cached, because they do not
///   depend on the DID.
/// - Concurrent resolutions of one DID for the same [`PeerAddress`], or for none, share one fetch. If one caller is
///   dropped, another continues the fetch. Callers never wait for a fetch in another client's share.
/// - Entries are found by the exact text of the DID.
pub struct Cached<R> {
    inner: Arc<Inner<R>>,
}

struct Inner<R> {
    resolver: R,
    clock: Box<dyn Clock>,
    settings: CacheSettings,
    state: Mutex<State>,
}

struct State {
    store: Store,
    /// Fetches in progress, owned by the waiting callers: a fetch without callers is dropped.
    flights: HashMap<Course, Flight>,
    /// The number of the next resolution.
    next: u64,
}

/// The DID to fetch, and the client.
type Course = (Did, Option<Block>);

struct Flight {
    number: u64,
    future: WeakShared<Resolving>,
}

type Resolving = BoxFuture<'static, Result<Resolution, ResolveError>>;

impl<R: Resolve + Send + 'static> Cached<R> {
    /// Creates a cache of default size around `resolver`.
    #[must_use]
    pub fn new(resolver: R) -> Self {
        Self::with_settings(resolver, CacheSettings::default(), SystemClock::default())
    }

    /// Creates a cache with these settings and this clock.
    #[must_use]
    pub fn with_settings(resolver: R, settings: CacheSettings, clock: impl Clock + 'static) -> Self {
        let settings = settings.bounded();
        let state = Mutex::new(State { store: Store::new(&settings), flights: HashMap::new(), next: 0 });
        Self { inner: Arc::new(Inner { resolver, clock: Box::new(clock), settings, state }) }
    }

    /// Number of cached DIDs, including failures.
    #[must_use]
    pub fn did_count(&self) -> usize {
        self.inner.lock().store.len()
    }

    /// The estimated size in bytes, which [`CacheSettings::bytes`] limits.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.inner.lock().store.bytes()
    }

    /// Removes all entries.
    pub fn clear(&self) {
        self.inner.lock().store.clear();
    }

    /// The cached result, or the fetch to wait for.
    fn look_up(
        &self,
        did: &Did,
        options: &ResolutionOptions,
    ) -> Result<Result<Resolution, ResolveError>, Shared<Resolving>> {
        let (no_cache, peer) = (options.no_cache, options.peer);
        let course: Course = (did.clone(), peer.map(PeerAddress::link));
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        let mut stale = None;
        match state.store.get(did) {
            _ if no_cache => {}
            Some(Outcome::Document(document, freshness)) => {
                if freshness.is_fresh(now) {
                    return Ok(Ok(kept(document.clone(), Provenance::Cached, freshness)));
                }
                stale = Some((document.clone(), freshness.clone()));
            }
            Some(Outcome::Failure { error, from, until }) if *from <= now && now < *until => {
                return Ok(Err(error.clone()));
            }
            Some(Outcome::Failure { .. }) | None => {}
        }
        // callers that bypass the cache need a response requested after this moment
        if !no_cache && let Some(flight) = state.flights.get(&course).and_then(|flight| flight.future.upgrade()) {
            return Err(flight);
        }
        let number = state.next;
        state.next += 1;
        let inner = Arc::clone(&self.inner);
        let flying = Flying { inner: Arc::clone(&self.inner), course: course.clone(), number };
        let future = async move {
            // the age of a document counts from the request
            let asked = inner.clock.now();
            let (did, _) = &flying.course;
            let result = inner.ask(did, stale, peer).await;
            let (result, kept) = inner.classify(result, asked);
            match kept {
                Kept::AsItWas => {}
                Kept::Nothing => inner.lock().store.put(did, number, None),
                Kept::Now(outcome) => inner.lock().store.put(did, number, Some(outcome)),
            }
            drop(flying);
            result
        };
        let future = future.boxed().shared();
        if !no_cache && let Some(weak) = future.downgrade() {
            state.flights.insert(course, Flight { number, future: weak });
        }
        Err(future)
    }
}

impl<R: Resolve> Inner<R> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the resolver: whether the stale document is still current, or for a new one.
    async fn ask(
        &self,
        did: &Did,
        stale: Option<(Arc<Resolved<DidDocument>>, Box<Freshness>)>,
        peer: Option<PeerAddress>,
    ) -> Result<Resolution, ResolveError> {
        let options = ResolutionOptions { no_cache: true, peer, ..ResolutionOptions::default() };
        if let Some((document, freshness)) = stale {
            let validators = freshness.validators(self.clock.now());
            let at_hand = Some(AtHand { document, validators });
            let answer = self.resolver.resolve_with(did, &ResolutionOptions { at_hand, ..options.clone() }).await?;
            if answer.provenance != Provenance::Revalidated {
                return Ok(answer);
            }
            let headers = answer.headers.clone().unwrap_or_default();
            if let Some(headers) = freshness.not_modified(&headers, self.clock.now()) {
                return Ok(Resolution { headers: Some(headers), ..answer });
            }
            // the server confirms another version than the cached one
        }
        self.resolver.resolve_with(did, &options).await
    }

    /// The result, and the entry to cache.
    fn classify(
        &self,
        result: Result<Resolution, ResolveError>,
        asked: Timestamp,
    ) -> (Result<Resolution, ResolveError>, Kept) {
        match result {
            Ok(resolution) => {
                let (Some(headers), Some(url)) = (&resolution.headers, resolution.document.url()) else {
                    return (Ok(resolution), Kept::Nothing);
                };
                match Freshness::new(url, headers.clone(), asked, &self.settings) {
                    Some(freshness) => {
                        let answer = kept(resolution.document.clone(), resolution.provenance, &freshness);
                        (Ok(answer), Kept::Now(Outcome::Document(resolution.document, Box::new(freshness))))
                    }
                    None => (Ok(Resolution { retrieved: Some(asked), ..resolution }), Kept::Nothing),
                }
            }
            Err(ResolveError::Net(
                error @ (NetError::Offline { .. }
                | NetError::Throttled { .. }
                | NetError::Time { phase: Phase::Permit, .. }),
            )) => (Err(error.into()), Kept::AsItWas),
            Err(error) => {
                let from = self.clock.now();
                let until = from.saturating_add(match error {
                    ResolveError::Net(NetError::Status { status: 404 | 410, .. }) => self.settings.not_found,
                    _ => self.settings.failure,
                });
                (Err(error.clone()), Kept::Now(Outcome::Failure { error, from, until }))
            }
        }
    }
}

/// The new cache entry of a resolution.
enum Kept {
    /// The existing entry: a local refusal does not depend on the DID.
    AsItWas,
    Nothing,
    Now(Outcome),
}

fn kept(document: Arc<Resolved<DidDocument>>, provenance: Provenance, freshness: &Freshness) -> Resolution {
    Resolution {
        document,
        provenance,
        headers: Some(freshness.headers.clone()),
        retrieved: Some(freshness.received),
        fresh_until: Some(freshness.until),
    }
}

/// A fetch in progress; it leaves the list when it ends or has no more callers.
struct Flying<R: Resolve> {
    inner: Arc<Inner<R>>,
    course: Course,
    number: u64,
}

impl<R: Resolve> Drop for Flying<R> {
    fn drop(&mut self) {
        let mut state = self.inner.lock();
        if state.flights.get(&self.course).is_some_and(|flight| flight.number == self.number) {
            state.flights.remove(&self.course);
        }
    }
}

impl<R: Resolve + Send + 'static> Resolve for Cached<R> {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        match self.look_up(did, options) {
            Ok(answer) => {
                debug!(target: LOG_TARGET, %did, is_document = answer.is_ok(), "resolved from the cache");
                answer
            }
            Err(fetch) => fetch.await,
        }
    }
}

impl<R> Clone for Cached<R> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

impl<R: fmt::Debug> fmt::Debug for Cached<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cached")
            .field("resolver", &self.inner.resolver)
            .field("settings", &self.inner.settings)
            .finish_non_exhaustive()
    }
}
