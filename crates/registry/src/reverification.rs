//! Verifies stored documents again: when a proof expires, when keys may have changed, or after network failures.

use crate::{
    Entry, Evidence, Identifier, Registry, RegistryError, Stored, SummaryTexts, check,
    registry::RegistryInner,
    store::{Write, Written},
    verification::{self, DidDocuments, Resolving, Verification},
};
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
use tokio::sync::OnceCell;

/// Maximum number of entries per store request.
const STORE_PAGE_SIZE: usize = 256;
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
    /// Verifies a batch of entries that are due, with the settings' limits in total and per host. Each signer's DID
    /// document is fetched once. Expired verifications are marked first, so that a slow server cannot delay that.
    ///
    /// # Errors
    /// `registry-store`
    pub async fn reverify_due(&self) -> Result<Reverified, RegistryError> {
        let inside = &self.inner;
        inside.lapse_due().await?;
        let due = inside.store.due(inside.clock.now(), STORE_PAGE_SIZE).await?;
        let documents = RoundDidDocuments { documents: &*inside.documents, known: Mutex::default() };
        let mut hosts = ByHost::from_identifiers(due);
        let (mut under_way, mut found) = (FuturesUnordered::new(), Reverified::default());
        loop {
            while under_way.len() < inside.settings.at_once.max(1) {
                let Some(identifier) = hosts.next(inside.settings.at_once_per_host.max(1)) else { break };
                let documents = &documents;
                under_way.push(async move {
                    let outcome = inside.reverify(&identifier, documents).await;
                    (identifier, outcome)
                });
            }
            let Some((identifier, outcome)) = under_way.next().await else { return Ok(found) };
            hosts.done(identifier.host());
            match outcome? {
                Outcome::Verified => found.verified += 1,
                Outcome::Refused => found.refused += 1,
                Outcome::Undecided => found.undecided += 1,
                Outcome::Changed => found.changed += 1,
            }
        }
    }

    /// Verifies entries that are due, until `end`. Retries if the store is unavailable.
    pub async fn keep_verified(&self, end: impl Future<Output = ()> + Send) {
        let work = async {
            loop {
                match self.reverify_due().await {
                    Ok(found) => {
                        let Reverified { verified, refused, undecided, changed } = found;
                        let all = verified + refused + undecided + changed;
                        if all > 0 {
                            tracing::debug!(verified, refused, undecided, changed, "verified again");
                        }
                        if all == STORE_PAGE_SIZE && changed < all {
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

    async fn reverify(&self, identifier: &Identifier, documents: &dyn DidDocuments) -> Result<Outcome, RegistryError> {
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
            Ok::<_, RegistryError>((verification::start(&checked, &own, at), summary))
        };
        let mut summary = None;
        let found = match self.pool.run(read).await {
            Ok((started, texts)) => {
                summary = texts;
                verification::finish(started, identifier, (documents, true), &self.pool).await
            }
            Err(error) => Verification::refused(&error),
        };
        let outcome = match (&found.identity, found.undecided.is_some()) {
            (Some(_), _) => Outcome::Verified,
            (None, true) => Outcome::Undecided,
            (None, false) => Outcome::Refused,
        };
        let evidence = Evidence::from_verification(found, Some(&entry.evidence), identifier, &self.settings, at);
        let replaces = Some(entry.sequence);
        let summary = summary.or(entry.summary);
        let stored = Stored::Entry(Box::new(Entry { evidence, summary, ..*entry }));
        let written = self.store.write(vec![Write { stored, replaces, quota: None }]).await?;
        Ok(if matches!(written.first(), Some(Written::Done { .. })) { outcome } else { Outcome::Changed })
    }
}

/// Waiting entries, scheduled round-robin by host, so that a host with many entries does not delay the others.
struct ByHost {
    waiting: VecDeque<(String, VecDeque<Identifier>)>,
    under_way: HashMap<String, usize>,
}

impl ByHost {
    fn from_identifiers(identifiers: Vec<Identifier>) -> Self {
        let mut waiting: VecDeque<(String, VecDeque<Identifier>)> = VecDeque::new();
        for identifier in identifiers {
            match waiting.iter_mut().find(|(host, _)| host == identifier.host()) {
                Some((_, of_host)) => of_host.push_back(identifier),
                None => waiting.push_back((identifier.host().to_owned(), VecDeque::from([identifier]))),
            }
        }
        Self { waiting, under_way: HashMap::new() }
    }

    /// The next entry of a host with fewer than `per_host` running verifications.
    fn next(&mut self, per_host: usize) -> Option<Identifier> {
        for _ in 0..self.waiting.len() {
            let (host, mut identifiers) = self.waiting.pop_front()?;
            let under_way = self.under_way.entry(host.clone()).or_default();
            let next = if *under_way < per_host { identifiers.pop_front() } else { None };
            *under_way += usize::from(next.is_some());
            if !identifiers.is_empty() {
                self.waiting.push_back((host, identifiers));
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }

    fn done(&mut self, host: &str) {
        if let Some(under_way) = self.under_way.get_mut(host) {
            *under_way = under_way.saturating_sub(1);
        }
    }
}

type SharedDidDocument = Arc<OnceCell<Result<Arc<Resolved<DidDocument>>, ResolveError>>>;

/// The DID documents of one round, each fetched once.
struct RoundDidDocuments<'d> {
    documents: &'d dyn DidDocuments,
    known: Mutex<HashMap<Did, SharedDidDocument>>,
}

impl DidDocuments for RoundDidDocuments<'_> {
    fn document<'a>(&'a self, did: &'a Did, bypass_caches: bool) -> Resolving<'a> {
        Box::pin(async move {
            let known = {
                let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(all.entry(did.clone()).or_default())
            };
            known.get_or_init(|| self.documents.document(did, bypass_caches)).await.clone()
        })
    }
}
