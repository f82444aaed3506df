//! The registry: what is written is permitted, valid, not older than what it replaces and verified before it is stored.

use crate::{
    Administrators, CheckedDocument, Entry, Evidence, Identifier, RegistryError, Removed, Right, Settings, Stored,
    Summary, SummaryTexts, Writer, check,
    cpu_pool::CpuPool,
    search::Hit,
    store::{Position, Store, Write, Written},
    verification::{DidDocuments, Verification, VerifyContext, verify},
    write_rate::WriteRate,
};
use adp_cards::ai_catalog::ArtifactDigest;
use agent_description::{Timestamp, format::Release, resolve::Clock};
use bytes::Bytes;
use std::{fmt, sync::Arc};

/// How often a write is tried again that others were faster than.
const MAX_ATTEMPTS: u32 = 5;
/// The most findings that are kept of one document.
const FINDINGS: usize = 100;

/// The registry over a store. Clones share everything.
#[derive(Clone)]
pub struct Registry {
    pub(crate) inner: Arc<RegistryInner>,
}

pub(crate) struct RegistryInner {
    pub store: Arc<dyn Store>,
    pub documents: Arc<dyn DidDocuments>,
    pub clock: Arc<dyn Clock>,
    pub administrators: Administrators,
    pub settings: Settings,
    pub pool: CpuPool,
    rate: WriteRate,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("store", &self.inner.store).finish_non_exhaustive()
    }
}

/// What became of a document that was written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Added {
    /// The entry as it is stored.
    pub entry: Entry,
    /// Whether there was none under its identifier.
    pub is_new: bool,
}

/// A document that is ready to be stored.
pub(crate) struct PreparedDocument {
    pub identifier: Identifier,
    document: Bytes,
    sha256: String,
    claims: Release,
    checked: Arc<CheckedDocument>,
    summary: Option<SummaryTexts>,
    found: Verification,
}

impl Registry {
    /// A registry over a store, which gets DID documents from `documents` and the time from `clock`.
    pub fn new(
        store: Arc<dyn Store>,
        documents: Arc<dyn DidDocuments>,
        clock: Arc<dyn Clock>,
        administrators: Administrators,
        settings: Settings,
    ) -> Self {
        let (pool, rate) = (CpuPool::new(), WriteRate::default());
        Self { inner: Arc::new(RegistryInner { store, documents, clock, administrators, settings, pool, rate }) }
    }

    /// The time by the registry's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// What the operator decided.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.inner.store
    }

    /// Where work is done that takes a processor.
    pub(crate) fn pool(&self) -> &CpuPool {
        &self.inner.pool
    }

    /// Reads and checks a document; fetches nothing and keeps nothing.
    ///
    /// # Errors
    /// `too-large`; the code of the reason where it cannot be read or is of no known format.
    pub fn check(&self, document: &[u8]) -> Result<CheckedDocument, RegistryError> {
        self.inner.within_size(document)?;
        check(document, self.now())
    }

    /// Whether and why somebody may write or remove an entry: the first question of [`put`](Self::put) and [`remove`](Self::remove), for whoever has
    /// to answer before the body is there.
    ///
    /// # Errors
    /// `auth-forbidden`
    pub fn permit(&self, writer: &Writer, identifier: &Identifier) -> Result<Right, RegistryError> {
        self.inner.administrators.permit(writer, identifier)
    }

    /// Writes a document: permitted, counted, checked, not older, verified, stored within the host's quota.
    ///
    /// # Errors
    /// `auth-forbidden`, `too-large`, `rate-limit`, the code of the reason where it cannot be read, `registry-invalid`, `registry-older`,
    /// `registry-quota`, `registry-conflict`, `registry-store`. That nobody stands behind it is no error: the entry says so.
    pub async fn put(&self, writer: &Writer, identifier: &Identifier, document: Bytes) -> Result<Added, RegistryError> {
        let right = self.permit(writer, identifier)?;
        self.inner.count(right, identifier)?;
        let stored = self.inner.store.get(identifier).await?;
        let ready = self.inner.prepare(identifier, document, stored.as_ref()).await?;
        self.inner.store_one(writer, &ready, stored).await
    }

    /// Writes many documents: verified side by side, stored together. One that fails does not keep the others out.
    ///
    /// # Errors
    /// Of each, those of [`put`](Self::put).
    pub async fn put_all(
        &self,
        writer: &Writer,
        documents: Vec<(Identifier, Bytes)>,
    ) -> Vec<Result<Added, RegistryError>> {
        crate::batch::put_all(self, writer, documents).await
    }

    /// Removes an entry; what it was is remembered, so that nothing older comes back under its identifier.
    ///
    /// # Errors
    /// `auth-forbidden`, `rate-limit`, `not-found`, `registry-conflict`, `registry-store`.
    pub async fn remove(&self, writer: &Writer, identifier: &Identifier) -> Result<(), RegistryError> {
        let right = self.permit(writer, identifier)?;
        self.inner.count(right, identifier)?;
        for _ in 0..MAX_ATTEMPTS {
            let stored = self.inner.store.get(identifier).await?;
            let entry = stored.and_then(Stored::into_entry).ok_or_else(|| not_found(identifier))?;
            let write = Write::Remove { removed: Removed::for_entry(&entry, self.now()), replaces: entry.sequence };
            if let Some(Written::Done { .. }) = self.inner.store.write(vec![write]).await?.first() {
                return Ok(());
            }
        }
        Err(conflict(identifier))
    }

    /// An entry.
    ///
    /// # Errors
    /// `not-found`, `registry-store`.
    pub async fn get(&self, identifier: &Identifier) -> Result<Entry, RegistryError> {
        let stored = self.inner.store.get(identifier).await?;
        stored.and_then(Stored::into_entry).ok_or_else(|| not_found(identifier))
    }

    /// What lists show of these entries, in the order of the identifiers; what is not there is left out.
    ///
    /// If an earlier version of this software wrote an entry, what lists show of it is made from the document now, and written.
    ///
    /// # Errors
    /// `registry-store`
    pub async fn summaries(&self, identifiers: Vec<Identifier>) -> Result<Vec<Summary>, RegistryError> {
        let mut summaries = self.inner.store.summaries(identifiers).await?;
        let mut writes = Vec::new();
        for summary in
            summaries.iter_mut().filter(|summary| summary.texts.as_ref().is_none_or(SummaryTexts::is_outdated))
        {
            let Some(Stored::Entry(mut entry)) = self.inner.store.get(&summary.identifier).await? else { continue };
            if entry.summary.as_ref().is_none_or(SummaryTexts::is_outdated) {
                let document = entry.clone();
                entry.summary = Some(self.inner.pool.run(move || SummaryTexts::from_document(&document)).await);
                writes.push(Write::Put { replaces: Some(entry.sequence), entry: entry.clone(), quota: None });
            }
            *summary = Summary::from(&*entry);
        }
        if !writes.is_empty()
            && let Err(error) = self.inner.store.write(writes).await
        {
            tracing::warn!(%error, "summaries of entries were not updated");
        }
        Ok(summaries)
    }

    /// What a search found, each with its score; what was removed meanwhile is left out.
    ///
    /// # Errors
    /// `registry-store`; `registry-identifier` if the index is not of this registry.
    pub async fn shown(&self, hits: &[Hit]) -> Result<Vec<(Summary, u8)>, RegistryError> {
        let identifiers = hits.iter().map(|hit| hit.id.parse()).collect::<Result<Vec<_>, _>>()?;
        let mut scores = hits.iter();
        let summaries = self.summaries(identifiers).await?.into_iter();
        let scored = summaries.filter_map(|summary| {
            let hit = scores.find(|hit| hit.id == summary.identifier.as_str())?;
            Some((summary, hit.score))
        });
        Ok(scored.collect())
    }

    /// Entries behind an identifier, in the order of identifiers: at most so many.
    ///
    /// # Errors
    /// `registry-store`
    pub async fn list(&self, after: Option<&Identifier>, most: usize) -> Result<Vec<Entry>, RegistryError> {
        Ok(self.inner.store.page(after, most).await?)
    }

    /// Which store it is, and its last change.
    ///
    /// # Errors
    /// `registry-store`
    pub async fn position(&self) -> Result<Position, RegistryError> {
        Ok(self.inner.store.position().await?)
    }
}

impl RegistryInner {
    fn within_size(&self, document: &[u8]) -> Result<(), RegistryError> {
        match document.len() {
            found if found > self.settings.document_bytes => {
                Err(RegistryError::Size { found, most: self.settings.document_bytes })
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn count(&self, right: Right, identifier: &Identifier) -> Result<(), RegistryError> {
        let (host, most) = (identifier.host(), self.settings.writes_a_minute);
        if right == Right::Administration {
            return Ok(());
        }
        let too_often = |retry_after| RegistryError::Rate { host: host.to_owned(), most, retry_after };
        self.rate.count(host, most, self.clock.now()).map_err(too_often)
    }

    /// Everything about a document that does not depend on who else writes.
    pub(crate) async fn prepare(
        &self,
        identifier: &Identifier,
        document: Bytes,
        stored: Option<&Stored>,
    ) -> Result<PreparedDocument, RegistryError> {
        self.within_size(&document)?;
        let at = self.clock.now();
        let (source, own) = (document.clone(), identifier.clone());
        let read = move || -> Result<_, RegistryError> {
            let checked = check(&source, at)?;
            if !checked.report.is_valid() {
                let format = checked.format();
                return Err(RegistryError::Invalid { format, report: Box::new(checked.report) });
            }
            let claims = checked.release();
            let summary = SummaryTexts::from_checked(&own, &checked, at);
            Ok((Arc::new(checked), summary, claims, ArtifactDigest::from_bytes(&source).as_str().to_owned()))
        };
        let (checked, summary, claims, sha256) = self.pool.run(read).await?;
        // what is refused anyway is refused before anybody's server is asked
        if let Some(stored) = stored {
            stored.mark().check(&claims, &sha256, at)?;
        }
        let question = VerifyContext { identifier, documents: &*self.documents, pool: &self.pool, fresh: false, at };
        let found = verify(&checked, question).await;
        Ok(PreparedDocument { identifier: identifier.clone(), document, sha256, claims, checked, summary, found })
    }

    pub(crate) async fn store_one(
        &self,
        writer: &Writer,
        ready: &PreparedDocument,
        mut stored: Option<Stored>,
    ) -> Result<Added, RegistryError> {
        for _ in 0..MAX_ATTEMPTS {
            let write = self.write_of(writer, ready, stored.as_ref())?;
            let is_new = !matches!(stored, Some(Stored::Entry(_)));
            let Write::Put { entry, .. } = &write else { break };
            let mut entry = entry.as_ref().clone();
            match self.store.write(vec![write]).await?.first() {
                Some(Written::Done { sequence }) => {
                    entry.sequence = *sequence;
                    return Ok(Added { entry, is_new });
                }
                Some(Written::OverQuota(usage)) => return Err(self.over_quota(&ready.identifier, *usage)),
                Some(Written::Conflict) | None => stored = self.store.get(&ready.identifier).await?,
            }
        }
        Err(conflict(&ready.identifier))
    }

    /// The change that puts a document in the place of what is stored.
    pub(crate) fn write_of(
        &self,
        writer: &Writer,
        ready: &PreparedDocument,
        stored: Option<&Stored>,
    ) -> Result<Write, RegistryError> {
        let now = self.clock.now();
        let mark = stored.map(Stored::mark).cloned().unwrap_or_default();
        mark.check(&ready.claims, &ready.sha256, now)?;
        let before = match stored {
            Some(Stored::Entry(entry)) => Some(entry),
            _ => None,
        };
        let mark = if ready.found.identity.is_some() { mark.advance(&ready.claims, &ready.sha256) } else { mark };
        let same = before.filter(|before| before.document == ready.document).map(|before| &before.evidence);
        let evidence = Evidence::from_verification(ready.found.clone(), same, &ready.identifier, &self.settings, now);
        let (findings, omitted) = ready.checked.findings(FINDINGS);
        let entry = Entry {
            identifier: ready.identifier.clone(),
            document: ready.document.clone(),
            format: ready.checked.format().to_owned(),
            profile: ready.checked.profile.clone(),
            summary: ready.summary.clone(),
            findings,
            omitted,
            evidence,
            mark,
            added: before.map_or(now, |before| before.added),
            updated: now,
            written_by: writer.to_string(),
            sequence: 0,
        };
        let quota = Some(self.settings.quota);
        Ok(Write::Put { entry: Box::new(entry), replaces: stored.map(Stored::sequence), quota })
    }

    pub(crate) fn over_quota(&self, identifier: &Identifier, usage: crate::store::Usage) -> RegistryError {
        RegistryError::Quota { host: identifier.host().to_owned(), usage, quota: self.settings.quota }
    }
}

pub(crate) fn not_found(identifier: &Identifier) -> RegistryError {
    RegistryError::NotFound { identifier: identifier.to_string() }
}

pub(crate) fn conflict(identifier: &Identifier) -> RegistryError {
    RegistryError::Conflict { identifier: identifier.to_string(), attempts: MAX_ATTEMPTS }
}
