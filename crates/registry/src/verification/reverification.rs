//! Verifies stored documents again: when a proof expires, when keys may have changed, or after network failures.

use crate::{
    Entry, Identifier, Registry, RegistryError, Stored, StoredEvidence, SummaryTexts, VersionFloor, check,
    entry::registrable_domain,
    registry::RegistryInner,
    store::{Write, Written},
    verification::{self, DidDocumentSource, Resolving, Verification, slow_domains::SLOW_ANSWER},
};
use adp_catalogs::ai_catalog::ArtifactDigest;
use agent_description::{
    did::{Did, DidDocument, Resolved},
    resolve::ResolveError,
};
use futures_util::stream::{FuturesUnordered, StreamExt};
use std::{
    collections::{HashMap, VecDeque},
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OnceCell, Semaphore},
    time::Instant,
};

/// Maximum number of entries that are due to read; further ones wait until these are fewer.
const MAX_DUE: usize = 65_536;
/// After this time no more verifications begin in a round, so that what has become due meanwhile is seen.
const ROUND_TIME: Duration = Duration::from_secs(20);
/// Maximum number of domains per round, and of slow ones; those with the longest overdue entries come first.
const MAX_DOMAINS: usize = 1024;
const MAX_SLOW_DOMAINS: usize = 64;
/// Maximum number of entries to scan for expired verifications.
const MAX_LAPSED: usize = 4096;
/// Interval for querying entries that are due.
const DUE_INTERVAL: Duration = Duration::from_secs(10);

/// The results for entries that were due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reverified {
    /// Verified.
    pub verified: usize,
    /// Refused.
    pub refused: usize,
    /// Undecided, because the network was unavailable.
    pub undecided: usize,
    /// Changed meanwhile by another writer or instance.
    pub changed: usize,
}

impl Registry {
    /// Verifies entries that are due, with the settings' limits in total and per registrable domain. Begins no more
    /// after some seconds, so that it comes to an end while servers are slow. Domains that were slow within a day share
    /// a quarter of the places. Each signer's DID document is fetched once. Expired verifications are marked first, so
    /// that a slow server cannot delay that.
    ///
    /// # Errors
    /// `registry-store`
    pub async fn reverify_due(&self) -> Result<Reverified, RegistryError> {
        let inside = &self.inner;
        inside.lapse_due().await?;
        let due = inside.store.due(inside.clock.now(), MAX_DUE).await?;
        let documents = RoundDidDocuments { registry: inside, known: Mutex::default() };
        let round = Round::new(inside, &documents);
        let mut under_way = FuturesUnordered::new();
        for queue in round.queues(&due) {
            for worker in 0..inside.settings.at_once_per_domain.max(1) {
                under_way.push(round.verify(Arc::clone(&queue), worker == 0));
            }
        }
        let mut found = Reverified::default();
        while let Some(outcomes) = under_way.next().await {
            for outcome in outcomes? {
                match outcome {
                    Outcome::Verified => found.verified += 1,
                    Outcome::Refused => found.refused += 1,
                    Outcome::Undecided => found.undecided += 1,
                    Outcome::Changed => found.changed += 1,
                }
            }
        }
        Ok(found)
    }

    /// Verifies entries that are due, until `end`. Retries if the store is unavailable.
    pub async fn keep_verified(&self, end: impl Future<Output = ()> + Send) {
        let work = async {
            loop {
                let begin = Instant::now();
                match self.reverify_due().await {
                    Ok(found) => {
                        let Reverified { verified, refused, undecided, changed } = found;
                        let all = verified + refused + undecided + changed;
                        if all > 0 {
                            tracing::debug!(verified, refused, undecided, changed, "verified again");
                        }
                        // it ended before it had verified everything
                        if begin.elapsed() >= ROUND_TIME && changed < all {
                            continue;
                        }
                    }
                    Err(error) => {
                        tracing::warn!(code = %agent_description::CodedError::code(&error), "not verified again");
                    }
                }
                tokio::time::sleep(DUE_INTERVAL).await;
            }
        };
        tokio::select! {
            () = work => {}
            () = end => {}
        }
    }
}

/// The entries of a domain that are due, longest overdue first.
type Queue<'d> = Arc<Mutex<VecDeque<&'d Identifier>>>;

/// A round of verifications, in which each domain has its share.
struct Round<'r> {
    registry: &'r RegistryInner,
    documents: &'r RoundDidDocuments<'r>,
    /// The places of domains that are not known to be slow, and of those that are.
    places: Semaphore,
    slow_places: Semaphore,
    begin: Instant,
}

impl<'r> Round<'r> {
    fn new(registry: &'r RegistryInner, documents: &'r RoundDidDocuments<'r>) -> Self {
        let all = registry.settings.at_once.clamp(1, Semaphore::MAX_PERMITS);
        let slow = (all / 4).max(1);
        let places = Semaphore::new(all.saturating_sub(slow).max(1));
        Self { registry, documents, places, slow_places: Semaphore::new(slow), begin: Instant::now() }
    }

    /// The entries by domain, for as many domains as a round has.
    fn queues<'d>(&self, due: &'d [Identifier]) -> Vec<Queue<'d>> {
        let now = self.registry.clock.now();
        let mut entries: Vec<VecDeque<&Identifier>> = Vec::new();
        // the place of each domain in the list; `None` if it has none in this round
        let mut places: HashMap<&str, Option<usize>> = HashMap::new();
        let (mut left, mut slow_left) = (MAX_DOMAINS, MAX_SLOW_DOMAINS);
        for identifier in due {
            let domain = identifier.domain();
            let place = *places.entry(domain).or_insert_with(|| {
                let is_slow = self.registry.slow_domains.contains(domain, now);
                let left = if is_slow { &mut slow_left } else { &mut left };
                *left = left.checked_sub(1)?;
                entries.push(VecDeque::new());
                Some(entries.len() - 1)
            });
            if let Some(queue) = place.and_then(|place| entries.get_mut(place)) {
                queue.push_back(identifier);
            }
        }
        entries.into_iter().map(|queue| Arc::new(Mutex::new(queue))).collect()
    }

    /// Verifies the entries of a domain one after the other, until there are none or the round is over. Only the first
    /// worker of a domain goes on if it is slow.
    async fn verify(&self, queue: Queue<'_>, is_first: bool) -> Result<Vec<Outcome>, RegistryError> {
        let Self { registry, documents, places, slow_places, begin } = self;
        let mut outcomes = Vec::new();
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).front().copied();
            let Some(identifier) = next else { return Ok(outcomes) };
            let is_slow = registry.slow_domains.contains(identifier.domain(), registry.clock.now());
            if is_slow && !is_first {
                return Ok(outcomes);
            }
            let _place = if is_slow { slow_places.acquire().await } else { places.acquire().await };
            if begin.elapsed() >= ROUND_TIME {
                return Ok(outcomes);
            }
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(identifier) = next else { return Ok(outcomes) };
            outcomes.push(registry.reverify(identifier, *documents).await?);
        }
    }
}

enum Outcome {
    Verified,
    Refused,
    Undecided,
    Changed,
}

impl RegistryInner {
    /// Marks expired verifications, without fetching.
    async fn lapse_due(&self) -> Result<(), RegistryError> {
        let now = self.clock.now();
        let mut writes = Vec::new();
        for identifier in self.store.due(now, MAX_LAPSED).await? {
            let Some(Stored::Entry(entry)) = self.store.get(&identifier).await? else { continue };
            if entry.evidence.identity.is_some() && !entry.evidence.is_verified_at(now) {
                let replaces = Some(entry.sequence);
                let evidence = entry.evidence.clone().lapsed(now);
                let stored = Stored::Entry(Box::new(Entry { evidence, ..*entry }));
                writes.push(Write { stored, replaces, quota: None });
            }
        }
        // ignore conflicts: the other writer knows more
        self.store.write(writes).await?;
        Ok(())
    }

    async fn reverify(
        &self,
        identifier: &Identifier,
        documents: &dyn DidDocumentSource,
    ) -> Result<Outcome, RegistryError> {
        let Some(Stored::Entry(entry)) = self.store.get(identifier).await? else { return Ok(Outcome::Changed) };
        let at = self.clock.now();
        if entry.evidence.next.is_none_or(|next| next > at) {
            return Ok(Outcome::Changed);
        }
        // a document that newer rules reject must not block others
        let (document, own) = (entry.document.clone(), identifier.clone());
        let read = move || {
            let checked = check(&document, at)?;
            let summary = checked.record(&own, at).as_ref().map(SummaryTexts::from_record);
            let sha256 = ArtifactDigest::from_bytes(&document).as_str().to_owned();
            Ok::<_, RegistryError>((verification::start(&checked, &own, at), summary, sha256))
        };
        let (mut summary, mut read_sha256) = (None, None);
        let pool = &self.pools.reverification;
        let found = match pool.run(read).await.unwrap_or_else(|overload| Err(overload.into())) {
            Ok((started, texts, sha256)) => {
                (summary, read_sha256) = (texts, Some(sha256));
                verification::finish(started, identifier, (documents, true), pool).await
            }
            Err(error) => Verification::refused(&error),
        };
        let outcome = match (&found.identity, found.undecided.is_some()) {
            (Some(_), _) => Outcome::Verified,
            (None, true) => Outcome::Undecided,
            (None, false) => Outcome::Refused,
        };
        let (mut version_floor, mut unverified_floor) = (entry.version_floor.clone(), entry.unverified_floor.clone());
        // a document that could not be verified when it was written
        if let Some(sha256) = read_sha256.filter(|_| found.identity.is_some()) {
            version_floor = version_floor.advance(&found.release, &sha256, entry.updated);
            unverified_floor = VersionFloor::default();
        }
        let evidence = StoredEvidence::from_verification(found, Some(&entry.evidence), identifier, &self.settings, at);
        let replaces = Some(entry.sequence);
        let summary = SummaryTexts::of_covered(summary.or_else(|| entry.summary.clone()), &evidence, Some(&entry));
        let stored = Stored::Entry(Box::new(Entry { evidence, summary, version_floor, unverified_floor, ..*entry }));
        let written = self.store.write(vec![Write { stored, replaces, quota: None }]).await?;
        Ok(if matches!(written.first(), Some(Written::Done { .. })) { outcome } else { Outcome::Changed })
    }
}

type SharedDidDocument = Arc<OnceCell<Result<Arc<Resolved<DidDocument>>, ResolveError>>>;

/// The DID documents of one round, each fetched once.
struct RoundDidDocuments<'r> {
    registry: &'r RegistryInner,
    known: Mutex<HashMap<Did, SharedDidDocument>>,
}

impl DidDocumentSource for RoundDidDocuments<'_> {
    fn document<'a>(&'a self, did: &'a Did, bypass_caches: bool) -> Resolving<'a> {
        Box::pin(async move {
            let known = {
                let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(all.entry(did.clone()).or_default())
            };
            let fetch = || async {
                let _fetch = Fetch { registry: self.registry, did, begin: Instant::now() };
                self.registry.documents.document(did, bypass_caches).await
            };
            known.get_or_init(fetch).await.clone()
        })
    }
}

/// A fetch, which may end because its caller's time is over.
struct Fetch<'r> {
    registry: &'r RegistryInner,
    did: &'r Did,
    begin: Instant,
}

impl Drop for Fetch<'_> {
    fn drop(&mut self) {
        if self.begin.elapsed() >= SLOW_ANSWER
            && let Some(host) = self.did.host()
        {
            self.registry.slow_domains.add(registrable_domain(host), self.registry.clock.now());
        }
    }
}
