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
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::{OnceCell, Semaphore};

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
        let turns = |most: usize| Arc::new(Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS)));
        let (all, mut hosts) = (turns(inside.settings.at_once), HashMap::new());
        let mut under_way = FuturesUnordered::new();
        for identifier in &due {
            let of_host = hosts.entry(identifier.host()).or_insert_with(|| turns(inside.settings.at_once_per_host));
            let (of_host, all, documents) = (Arc::clone(of_host), Arc::clone(&all), &documents);
            under_way.push(async move {
                // first that of the host, so that one with many entries takes no turns of the others
                let _turn = (of_host.acquire().await, all.acquire().await);
                inside.reverify(identifier, documents).await
            });
        }
        let mut found = Reverified::default();
        while let Some(outcome) = under_way.next().await {
            match outcome? {
                Outcome::Verified => found.verified += 1,
                Outcome::Refused => found.refused += 1,
                Outcome::Undecided => found.undecided += 1,
                Outcome::Changed => found.changed += 1,
            }
        }
        Ok(found)
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
