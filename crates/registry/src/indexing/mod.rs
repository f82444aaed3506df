//! Keeps the search index in sync with the store, and rebuilds it if necessary.

mod new_records;

use crate::{
    Entry, Identifier, Registry, RegistryError, Stored,
    formats::FORMATS,
    search::{EntryMetadata, Index, IndexChange, IndexError, Record, SearchLimits},
};
use agent_description::{Limits, Timestamp, verification::Covered};
pub(super) use new_records::NewRecords;
use std::{future::Future, path::Path, sync::Arc, time::Duration};
use tokio::{runtime::Handle, sync::Mutex, task::spawn_blocking};

/// Number of changes to read and write together.
const BATCH_SIZE: usize = 500;

/// The search index of a registry.
#[derive(Clone, Debug)]
pub struct Indexing {
    registry: Registry,
    index: Arc<Index>,
    /// Only one task updates the index; the others wait, and usually find nothing left to do.
    turn: Arc<Mutex<()>>,
}

impl Indexing {
    /// Opens the index of a registry, in a folder or in memory. Rebuilds it if it belongs to another store, is damaged
    /// or unwritable, or contains changes that the store does not have.
    ///
    /// # Errors
    /// [`RegistryError`]
    pub async fn open(registry: Registry, folder: Option<&Path>, limits: SearchLimits) -> Result<Self, RegistryError> {
        let store = registry.position().await?.store;
        let Some(folder) = folder else {
            let this = Self::over(registry, Index::in_memory(limits)?);
            return this.rebuild().await.map(|()| this);
        };
        Index::no_link(folder)?;
        // changes of another store can have the same numbers
        let (folder, existing) = (folder.join(&store), folder.join(&store));
        let opened = spawn_blocking(move || Index::open(&existing, limits)).await.map_err(ended)??;
        let this = Self::over(registry.clone(), opened.index);
        if !opened.is_complete {
            return this.rebuild().await.map(|()| this);
        }
        match this.catch_up().await {
            Err(RegistryError::Index(error)) => tracing::warn!(%error, "the index cannot be written and is rebuilt"),
            followed => return followed.map(|()| this),
        }
        // releases the lock
        drop(this);
        let index = spawn_blocking(move || Index::open_empty(&folder, limits)).await.map_err(ended)??;
        let this = Self::over(registry, index);
        this.rebuild().await.map(|()| this)
    }

    fn over(registry: Registry, index: Index) -> Self {
        Self { registry, index: Arc::new(index), turn: Arc::default() }
    }

    /// The index for searches.
    #[must_use]
    pub fn index(&self) -> &Arc<Index> {
        &self.index
    }

    /// Applies the store's changes since the last update. Searches see them when this returns.
    ///
    /// # Errors
    /// [`RegistryError`]
    pub async fn catch_up(&self) -> Result<(), RegistryError> {
        let before = self.index.revision();
        let wanted = self.registry.position().await?.revision;
        if before == wanted {
            return Ok(());
        }
        let turn = self.turn.lock().await;
        // the first of several waiting tasks applies the changes of all
        let seen = self.index.revision();
        if seen != before && seen.sequence >= wanted.sequence {
            return Ok(());
        }
        loop {
            let seen = self.index.revision();
            let found = self.registry.store().changes(seen, BATCH_SIZE).await?;
            if !found.is_complete {
                drop(turn);
                return self.rebuild().await;
            }
            if found.revision == seen {
                return Ok(());
            }
            let (index, registry, now) = (Arc::clone(&self.index), self.registry.clone(), self.registry.now());
            let is_last = found.changes.len() < BATCH_SIZE;
            let apply = move || {
                let changes = found.changes.iter().filter_map(|stored| change(&registry, stored, now));
                index.apply(changes, found.revision)
            };
            spawn_blocking(apply).await.map_err(ended)??;
            if is_last {
                return Ok(());
            }
        }
    }

    /// Rebuilds the index from all entries. Searches use the old index until it is complete.
    ///
    /// # Errors
    /// [`RegistryError`]
    pub async fn rebuild(&self) -> Result<(), RegistryError> {
        let _turn = self.turn.lock().await;
        // later changes are applied afterwards
        let revision = self.registry.position().await?.revision;
        let (index, pages) = (Arc::clone(&self.index), pages(self.registry.clone()));
        let now = self.registry.now();
        let records = move || {
            let records = pages.flat_map(move |page| match page {
                Ok(entries) => entries.iter().filter_map(|entry| record(entry, now)).map(Ok).collect(),
                Err(error) => vec![Err(error)],
            });
            index.rebuild(records, revision)
        };
        spawn_blocking(records).await.map_err(ended)?
    }

    /// Polls the store for changes by other instances, until `end`.
    pub async fn keep_up(&self, every: Duration, end: impl Future<Output = ()>) {
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return,
                () = tokio::time::sleep(every) => {}
            }
            if let Err(error) = self.catch_up().await {
                tracing::warn!(%error, "the index is behind the store");
            }
        }
    }
}

/// The index record of an entry as of a time, parsed from its document; `None` if the document can no longer be parsed
/// in its format. Of a verified document, it has only what the signatures cover.
#[must_use]
pub fn record(entry: &Entry, now: Timestamp) -> Option<Record> {
    let (document, found) = FORMATS.read(&entry.document, None, &Limits::default()).ok()?;
    let format = *found.first()?;
    let covered = Covered::without(&document, entry.evidence.unsigned()).ok()?;
    Some(Record { profile: format.profile(&document), ..Record::read(metadata(entry, now), format, &covered) })
}

fn metadata(entry: &Entry, now: Timestamp) -> EntryMetadata<'_> {
    let signer = entry.evidence.identity_at(now);
    EntryMetadata { id: &entry.identifier, signer, created: entry.added, updated: entry.updated }
}

fn change(registry: &Registry, stored: &Stored, now: Timestamp) -> Option<IndexChange> {
    let entry = match stored {
        Stored::Entry(entry) => entry,
        Stored::Removed(removed) => return Some(IndexChange::Remove(removed.identifier.to_string())),
    };
    // it has the texts of all of the document
    let new = registry.inner.new_records.take(entry).filter(|_| entry.evidence.unsigned().is_empty());
    let new = new.map(|mut record| {
        record.set_metadata(metadata(entry, now));
        record
    });
    Some(IndexChange::Put(Box::new(new.or_else(|| record(entry, now))?)))
}

fn ended(error: tokio::task::JoinError) -> RegistryError {
    IndexError::Ended(error.to_string()).into()
}

/// All entries of a store page by page, on a thread that may block.
fn pages(registry: Registry) -> impl Iterator<Item = Result<Vec<Entry>, RegistryError>> {
    let runtime = Handle::current();
    // the entry before the next page; none at first
    let mut next: Option<Option<Identifier>> = Some(None);
    std::iter::from_fn(move || {
        let page = runtime.block_on(registry.list(next.take()?.as_ref(), BATCH_SIZE));
        if let Some(last) = page.iter().flatten().nth(BATCH_SIZE - 1) {
            next = Some(Some(last.identifier.clone()));
        }
        Some(page)
    })
}
