//! Writes documents: verifies them in parallel and stores them together.

use crate::{
    Added, Entry, Identifier, Registry, RegistryError, Stored, Writer, codes,
    registry::{MAX_ATTEMPTS, PreparedDocument, RegistryInner, conflict},
    store::{RegistryStoreError, Write, Written},
};
use agent_description::Timestamp;
use bytes::Bytes;
use futures_util::future::join_all;
use std::collections::{HashMap, HashSet};

/// Maximum number of documents per store request.
const MAX_BATCH_ENTRIES: usize = 512;

type Outcome = Result<Added, RegistryError>;

/// A document on its way into the store.
struct Candidate {
    identifier: Identifier,
    progress: Progress,
}

enum Progress {
    Ready(Box<PreparedDocument>),
    Over(Box<Outcome>),
}

impl Progress {
    fn over(outcome: Outcome) -> Self {
        Self::Over(Box::new(outcome))
    }
}

impl Registry {
    /// Writes a document: authorizes the writer, applies the rate limit, checks, compares with the stored version,
    /// verifies, and stores within the host's quota.
    ///
    /// # Errors
    /// `auth-forbidden`, `too-large`, `rate-limit`, the code of the reason if the document cannot be parsed,
    /// `registry-invalid`, `registry-older`, `registry-quota`, `registry-conflict`, `registry-store`. `net-*` if the
    /// signer's DID document is unavailable and the document would replace a verified one. Any other unverified document
    /// is not an error; the entry contains the reason.
    pub async fn put(&self, writer: &Writer, identifier: &Identifier, document: Bytes) -> Result<Added, RegistryError> {
        let outcomes = self.put_all(writer, vec![(identifier.clone(), document)]).await;
        outcomes.into_iter().next().unwrap_or_else(|| Err(conflict(identifier)))
    }

    /// Writes many documents: verifies them in parallel and stores them together. A failure does not affect the others.
    ///
    /// # Errors
    /// For each document, those of [`put`](Self::put).
    pub async fn put_all(
        &self,
        writer: &Writer,
        documents: Vec<(Identifier, Bytes)>,
    ) -> Vec<Result<Added, RegistryError>> {
        self.restore_all(writer, documents, &HashMap::new()).await
    }

    /// Writes the documents of an export as [`put_all`](Self::put_all) does. `added` has the times at which entries were first added; a
    /// stored entry keeps its own time if that is earlier.
    ///
    /// # Errors
    /// For each document, those of [`put`](Self::put).
    pub async fn restore_all(
        &self,
        writer: &Writer,
        documents: Vec<(Identifier, Bytes)>,
        added: &HashMap<Identifier, Timestamp>,
    ) -> Vec<Result<Added, RegistryError>> {
        let mut outcomes = Vec::with_capacity(documents.len());
        let mut documents = documents.into_iter().peekable();
        while documents.peek().is_some() {
            let (mut identifiers, mut together) = (HashSet::new(), Vec::new());
            // a second document for the same identifier waits for the first
            while together.len() < MAX_BATCH_ENTRIES
                && let Some((identifier, document)) =
                    documents.next_if(|(identifier, _)| !identifiers.contains(identifier))
            {
                identifiers.insert(identifier.clone());
                together.push((identifier, document));
            }
            outcomes.extend(self.inner.put_together(writer, together, added).await);
        }
        outcomes
    }
}

impl RegistryInner {
    async fn put_together(
        &self,
        writer: &Writer,
        documents: Vec<(Identifier, Bytes)>,
        added: &HashMap<Identifier, Timestamp>,
    ) -> Vec<Outcome> {
        let mut candidates = self.prepare_all(writer, documents).await;
        for _ in 0..MAX_ATTEMPTS {
            if !self.write_ready(writer, &mut candidates, added).await {
                break;
            }
        }
        let outcome = |candidate: Candidate| match candidate.progress {
            Progress::Over(outcome) => *outcome,
            Progress::Ready(_) => Err(conflict(&candidate.identifier)),
        };
        candidates.into_iter().map(outcome).collect()
    }

    /// Authorizes and counts the writer, then checks and verifies the documents on all processors.
    async fn prepare_all(&self, writer: &Writer, documents: Vec<(Identifier, Bytes)>) -> Vec<Candidate> {
        let admit = |(identifier, _): &(Identifier, Bytes)| {
            let right = self.administrators.permit(writer, identifier)?;
            self.count(right, identifier)
        };
        let admitted: Vec<_> = documents.iter().map(admit).collect();
        let known = documents.iter().zip(&admitted).filter(|(_, admitted)| admitted.is_ok());
        let mut stored = self.states(known.map(|((identifier, _), _)| identifier.clone()).collect()).await;
        let preparing = documents.into_iter().zip(admitted).map(|((identifier, document), admitted)| {
            let stored = stored.as_mut().map(|stored| stored.remove(&identifier)).map_err(|error| error.clone());
            async move {
                let prepared = match (admitted, stored) {
                    (Ok(()), Ok(stored)) => self.prepare(&identifier, document, stored).await,
                    (Err(error), _) => Err(error),
                    (_, Err(error)) => Err(error.into()),
                };
                let progress =
                    prepared.map_or_else(|error| Progress::over(Err(error)), |ready| Progress::Ready(ready.into()));
                Candidate { identifier, progress }
            }
        });
        join_all(preparing).await
    }

    /// Writes the prepared documents in one store request. Returns whether a change by another writer prevented some of
    /// them, which then have the new state.
    async fn write_ready(
        &self,
        writer: &Writer,
        candidates: &mut [Candidate],
        added: &HashMap<Identifier, Timestamp>,
    ) -> bool {
        let (mut writes, mut sent): (Vec<Write>, Vec<(&mut Candidate, Entry)>) = (Vec::new(), Vec::new());
        for candidate in candidates {
            let Progress::Ready(ready) = &candidate.progress else { continue };
            match self.entry_of(writer, &candidate.identifier, ready) {
                Ok(mut entry) => {
                    entry.added = added.get(&candidate.identifier).map_or(entry.added, |first| entry.added.min(*first));
                    let (replaces, quota) = (ready.stored.as_ref().map(Stored::sequence), Some(self.settings.quota));
                    writes.push(Write { stored: Stored::Entry(Box::new(entry.clone())), replaces, quota });
                    sent.push((candidate, entry));
                }
                Err(error) => candidate.progress = Progress::over(Err(error)),
            }
        }
        let written = match self.store.write(writes).await {
            Ok(written) => written,
            Err(error) => {
                sent.into_iter()
                    .for_each(|(candidate, _)| candidate.progress = Progress::over(Err(error.clone().into())));
                return false;
            }
        };
        let mut conflicts = Vec::new();
        for ((candidate, mut entry), written) in sent.into_iter().zip(written) {
            let Progress::Ready(ready) = &mut candidate.progress else { continue };
            candidate.progress = Progress::over(match written {
                Written::Done { sequence } => {
                    ready.keep_record(&self.new_records);
                    entry.sequence = sequence;
                    Ok(Added { entry, is_new: !matches!(ready.stored, Some(Stored::Entry(_))) })
                }
                Written::OverQuota(usage) => {
                    let (domain, quota) = (candidate.identifier.domain(), self.settings.quota);
                    let mut message = format!(
                        "{domain} and its subdomains have {} entries and {} bytes here, expected at most {} and {} with this one",
                        usage.entries, usage.bytes, quota.entries, quota.bytes
                    );
                    if usage.entries.saturating_add(usage.floors) >= quota.most_known() {
                        message += &format!(
                            "; the versions of {} removed entries are kept, expected at most {} entries and removed ones: use their identifiers again",
                            usage.floors,
                            quota.most_known()
                        );
                    }
                    Err(RegistryError::refused(codes::REGISTRY_QUOTA, message))
                }
                Written::Conflict => {
                    conflicts.push(candidate);
                    continue;
                }
            });
        }
        let identifiers = conflicts.iter().map(|candidate| candidate.identifier.clone()).collect();
        let stored = self.states(identifiers).await;
        for candidate in &mut conflicts {
            match (&stored, &mut candidate.progress) {
                (Ok(stored), Progress::Ready(ready)) => ready.stored = stored.get(&candidate.identifier).cloned(),
                (Err(error), progress) => *progress = Progress::over(Err(error.clone().into())),
                _ => {}
            }
        }
        !conflicts.is_empty()
    }

    /// The stored states of these identifiers, read together.
    async fn states(&self, identifiers: Vec<Identifier>) -> Result<HashMap<Identifier, Stored>, RegistryStoreError> {
        if identifiers.is_empty() {
            return Ok(HashMap::new());
        }
        let stored = self.store.get_all(identifiers).await?;
        Ok(stored.into_iter().map(|stored| (stored.identifier().clone(), stored)).collect())
    }
}
