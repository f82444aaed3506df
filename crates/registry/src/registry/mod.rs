//! The registry: authorizes, checks and verifies documents before they are stored.

mod batch;
mod settings;
mod version_floor;
mod write_rate;
mod writer;

pub use self::{
    settings::RegistrySettings,
    writer::{Administrators, Right, Writer, speaks_for_host},
};
use crate::{
    Entry, EntrySummary, Identifier, RegistryError, Removed, Stored, StoredEvidence, StoredFinding, SummaryTexts,
    VersionFloor, check, codes,
    cpu_pool::{CpuPools, Stopwatch},
    indexing::NewRecords,
    search::{Hit, Record},
    store::{Store, StorePosition, Write, Written},
    verification::{self, DidDocumentSource, SlowDomains, StartedVerification, Verification},
};
use adp_catalogs::ai_catalog::ArtifactDigest;
use agent_description::{Code, Timestamp, format::Release, resolve::Clock};
use bytes::Bytes;
use std::{fmt, sync::Arc, time::Instant};
pub(super) use write_rate::MAX_WORK_PER_MINUTE;
use write_rate::WriteRate;

/// Maximum number of stored findings per document.
const FINDINGS: usize = 100;
/// Maximum number of attempts to write after conflicts.
pub(crate) const MAX_ATTEMPTS: u32 = 5;

/// A registry with its store. Clones share their state.
#[derive(Clone)]
pub struct Registry {
    pub(crate) inner: Arc<RegistryInner>,
}

pub(crate) struct RegistryInner {
    pub store: Arc<dyn Store>,
    pub documents: Arc<dyn DidDocumentSource>,
    pub clock: Arc<dyn Clock>,
    pub administrators: Administrators,
    pub settings: RegistrySettings,
    pub pools: CpuPools,
    pub new_records: NewRecords,
    pub slow_domains: SlowDomains,
    rate: WriteRate,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("store", &self.inner.store).finish_non_exhaustive()
    }
}

/// The result of writing a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Added {
    /// The stored entry.
    pub entry: Entry,
    /// Whether the identifier is new.
    pub is_new: bool,
}

/// A checked and verified document, and the state that it replaces.
pub(crate) struct PreparedDocument {
    pub stored: Option<Stored>,
    document: Bytes,
    read: ReadDocument,
    found: Verification,
}

/// What is stored of a document besides its bytes and verification.
struct ReadDocument {
    sha256: String,
    claims: Release,
    format: &'static str,
    profile: String,
    record: Option<Record>,
    /// The listed findings, and the number of others.
    findings: (Vec<StoredFinding>, usize),
}

impl PreparedDocument {
    /// Keeps the index record for the index, which follows.
    pub(crate) fn keep_record(&mut self, new_records: &NewRecords) {
        if let Some(record) = self.read.record.take() {
            new_records.keep(&self.document, record);
        }
    }
}

impl Registry {
    /// Creates a registry with a store, a source of DID documents and a clock.
    pub fn new(
        store: Arc<dyn Store>,
        documents: Arc<dyn DidDocumentSource>,
        clock: Arc<dyn Clock>,
        administrators: Administrators,
        settings: RegistrySettings,
    ) -> Self {
        let (pools, new_records) = (CpuPools::new(), NewRecords::default());
        let (slow_domains, rate) = (SlowDomains::default(), WriteRate::default());
        let inner =
            RegistryInner { store, documents, clock, administrators, settings, pools, new_records, slow_domains, rate };
        Self { inner: Arc::new(inner) }
    }

    /// The current time of the registry's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// The operator's settings.
    #[must_use]
    pub fn settings(&self) -> &RegistrySettings {
        &self.inner.settings
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.inner.store
    }

    /// The pools for CPU-bound work.
    pub(crate) fn pools(&self) -> &CpuPools {
        &self.inner.pools
    }

    /// Authorizes a writer for an entry, as [`put`](Self::put) and [`remove`](Self::remove) do first. For callers that
    /// must respond before the body arrives.
    ///
    /// # Errors
    /// `auth-forbidden`
    pub fn permit(&self, writer: &Writer, identifier: &Identifier) -> Result<Right, RegistryError> {
        self.inner.administrators.permit(writer, identifier)
    }

    /// Removes an entry. The version of its newest verified document is kept, so that no older document can be written under its identifier.
    ///
    /// # Errors
    /// `auth-forbidden`, `rate-limit`, `not-found`, `registry-conflict`, `registry-store`.
    pub async fn remove(&self, writer: &Writer, identifier: &Identifier) -> Result<(), RegistryError> {
        let right = self.permit(writer, identifier)?;
        self.inner.count(right, identifier)?;
        for _ in 0..MAX_ATTEMPTS {
            let stored = self.inner.store.get(identifier).await?;
            let entry = stored.and_then(Stored::into_entry).ok_or_else(|| not_found(identifier))?;
            let stored = Stored::Removed(Removed::for_entry(&entry, self.now()));
            let write = Write { stored, replaces: Some(entry.sequence), quota: None };
            if let Some(Written::Done { .. }) = self.inner.store.write(vec![write]).await?.first() {
                return Ok(());
            }
        }
        Err(conflict(identifier))
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// `not-found`, `registry-store`.
    pub async fn get(&self, identifier: &Identifier) -> Result<Entry, RegistryError> {
        let stored = self.inner.store.get(identifier).await?;
        stored.and_then(Stored::into_entry).ok_or_else(|| not_found(identifier))
    }

    /// The summaries of these entries, in the order of the identifiers. Missing entries are omitted.
    ///
    /// A summary that is missing, or that an earlier version of this software wrote, is computed and stored.
    ///
    /// # Errors
    /// `registry-store`, `registry-busy`
    pub async fn summaries(&self, identifiers: Vec<Identifier>) -> Result<Vec<EntrySummary>, RegistryError> {
        let mut summaries = self.inner.store.summaries(identifiers).await?;
        let mut writes = Vec::new();
        for summary in
            summaries.iter_mut().filter(|summary| summary.texts.as_ref().is_none_or(SummaryTexts::is_outdated))
        {
            let Some(Stored::Entry(mut entry)) = self.inner.store.get(&summary.identifier).await? else { continue };
            if entry.summary.as_ref().is_none_or(SummaryTexts::is_outdated) {
                let document = entry.clone();
                let texts = self.inner.pools.pages.run(move || SummaryTexts::from_document(&document)).await?;
                entry.summary = Some(texts);
                let replaces = Some(entry.sequence);
                writes.push(Write { stored: Stored::Entry(entry.clone()), replaces, quota: None });
            }
            *summary = EntrySummary::from(&*entry);
        }
        if !writes.is_empty()
            && let Err(error) = self.inner.store.write(writes).await
        {
            tracing::warn!(%error, "summaries of entries were not updated");
        }
        Ok(summaries)
    }

    /// The summaries of search results with scores. Entries that were removed meanwhile are omitted.
    ///
    /// # Errors
    /// `registry-store`, `registry-busy`; `registry-identifier` if the index belongs to another registry.
    pub async fn shown(&self, hits: &[Hit]) -> Result<Vec<(EntrySummary, u8)>, RegistryError> {
        let identifiers = hits.iter().map(|hit| hit.id.parse()).collect::<Result<Vec<_>, _>>()?;
        let mut scores = hits.iter();
        let summaries = self.summaries(identifiers).await?.into_iter();
        let scored = summaries.filter_map(|summary| {
            let hit = scores.find(|hit| hit.id == summary.identifier.as_str())?;
            Some((summary, hit.score))
        });
        Ok(scored.collect())
    }

    /// The entries after an identifier, in identifier order: at most `most`.
    ///
    /// # Errors
    /// `registry-store`
    pub async fn list(&self, after: Option<&Identifier>, most: usize) -> Result<Vec<Entry>, RegistryError> {
        Ok(self.inner.store.page(after, most).await?)
    }

    /// The identity and revision of the store.
    ///
    /// # Errors
    /// `registry-store`
    pub async fn position(&self) -> Result<StorePosition, RegistryError> {
        Ok(self.inner.store.position().await?)
    }
}

impl RegistryInner {
    pub(crate) fn count(&self, right: Right, identifier: &Identifier) -> Result<(), RegistryError> {
        let (domain, most) = (identifier.domain(), self.settings.writes_a_minute);
        if right == Right::Administration {
            return Ok(());
        }
        let too_often = |retry_after| RegistryError::Rate { domain: domain.to_owned(), most, retry_after };
        self.rate.count(domain, most, self.clock.now()).map_err(too_often)
    }

    /// All work that does not depend on other writers.
    pub(crate) async fn prepare(
        &self,
        identifier: &Identifier,
        document: Bytes,
        stored: Option<Stored>,
    ) -> Result<PreparedDocument, RegistryError> {
        let (found, most) = (document.len(), self.settings.document_bytes);
        if found > most {
            let message = format!("the document has {found} bytes, expected at most {most}");
            return Err(RegistryError::refused(Code::TOO_LARGE, message));
        }
        let at = self.clock.now();
        let (source, own, floor) = (document.clone(), identifier.clone(), floor_of(stored.as_ref()));
        let read = move || {
            let stopwatch = Stopwatch::start();
            let read = read_document(&source, &own, &floor, at);
            (read, stopwatch.elapsed())
        };
        let begin = Instant::now();
        let outcome = self.pools.writes.run(read).await;
        // what takes too long is charged with the time that its writer waited
        let spent = outcome.as_ref().map_or_else(|_| begin.elapsed(), |(_, spent)| *spent);
        self.rate.charge(identifier.domain(), spent);
        let (read, started) = outcome?.0?;
        let found = verification::finish(started, identifier, (&*self.documents, false), &self.pools.writes).await;
        Ok(PreparedDocument { stored, document, read, found })
    }

    /// The entry for a document.
    pub(crate) fn entry_of(
        &self,
        writer: &Writer,
        identifier: &Identifier,
        PreparedDocument { stored, document, read, found }: &PreparedDocument,
    ) -> Result<Entry, RegistryError> {
        let (now, floor) = (self.clock.now(), floor_of(stored.as_ref()));
        floor.check(&read.claims, &read.sha256, now)?;
        let before = match stored {
            Some(Stored::Entry(entry)) => Some(entry),
            _ => None,
        };
        let same_entry = before.filter(|before| before.document == *document).map(|before| &**before);
        let same = same_entry.map(|before| &before.evidence);
        // a signer that is unavailable for a minute must not take a valid verification away
        if let (Some(code), None, Some(before)) = (found.undecided, same, before)
            && before.evidence.is_verified_at(now)
        {
            let reason = found.refusal.as_ref().map(|refusal| refusal.message.clone()).unwrap_or_default();
            let (identifier, is_permanent) = (identifier.to_string(), found.is_permanent);
            return Err(RegistryError::Unconfirmed { identifier, code, reason, is_permanent });
        }
        let (version_floor, unverified_floor) = if found.identity.is_some() {
            // the claims of the whole document may be lower or higher than what is signed
            floor.check(&found.release, &read.sha256, now)?;
            (floor.advance(&found.release, &read.sha256, now), VersionFloor::default())
        } else {
            let unverified = before.map(|before| before.unverified_floor.clone()).unwrap_or_default();
            floor.check_unverified(&read.claims, &read.sha256, now)?;
            unverified.check_unverified(&read.claims, &read.sha256, now)?;
            (floor, unverified.advance(&read.claims, &read.sha256, now))
        };
        let (findings, omitted) = read.findings.clone();
        let evidence = StoredEvidence::from_verification(found.clone(), same, identifier, &self.settings, now);
        let whole = read.record.as_ref().map(SummaryTexts::from_record);
        Ok(Entry {
            identifier: identifier.clone(),
            document: document.clone(),
            format: read.format.to_owned(),
            profile: read.profile.clone(),
            summary: SummaryTexts::of_covered(whole, &evidence, same_entry),
            findings,
            omitted,
            version_floor,
            unverified_floor,
            evidence,
            added: before.map_or(now, |before| before.added),
            updated: now,
            written_by: writer.to_string(),
            sequence: 0,
        })
    }
}

/// Checks a document, and starts to verify it.
fn read_document(
    source: &Bytes,
    identifier: &Identifier,
    floor: &VersionFloor,
    at: Timestamp,
) -> Result<(ReadDocument, StartedVerification), RegistryError> {
    let checked = check(source, at)?;
    if !checked.report.is_valid() {
        let format = checked.format();
        return Err(RegistryError::Invalid { format, report: Box::new(checked.report) });
    }
    let (claims, sha256) = (checked.release(), ArtifactDigest::from_bytes(source).as_str().to_owned());
    // refuse early, before a signer's server is contacted
    floor.check(&claims, &sha256, at)?;
    let record = checked.record(identifier, at);
    let started = verification::start(&checked, identifier, at);
    let (format, findings) = (checked.format(), checked.findings(FINDINGS));
    let profile = checked.profile;
    Ok((ReadDocument { sha256, claims, format, profile, record, findings }, started))
}

/// The minimum version of documents that replace a state.
fn floor_of(stored: Option<&Stored>) -> VersionFloor {
    stored.map(Stored::version_floor).cloned().unwrap_or_default()
}

pub(crate) fn not_found(identifier: &Identifier) -> RegistryError {
    RegistryError::refused(Code::NOT_FOUND, format!("unknown identifier {identifier}"))
}

pub(crate) fn conflict(identifier: &Identifier) -> RegistryError {
    let message = format!("{identifier} was changed concurrently {MAX_ATTEMPTS} times; retry");
    RegistryError::refused(codes::REGISTRY_CONFLICT, message)
}
