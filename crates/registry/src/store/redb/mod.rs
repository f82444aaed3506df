//! The store for one machine: a single file, used by one process at a time.

mod tables;

use super::{
    RegistryStoreError, Revision, RevisionChanges, Store, StoreFuture, StorePosition, Write, Written, random_token,
    store_name,
};
use crate::{Entry, EntrySummary, Identifier, Stored};
use adp_server::{GroupWriter, store_file};
use agent_description::Timestamp;
use redb::{Builder, Database, Durability, backends::InMemoryBackend};
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

type Writer = GroupWriter<Vec<Write>, Result<Vec<Written>, RegistryStoreError>>;

/// Stores entries in a file. Acknowledged changes are durable, and interrupted ones have no effect.
///
/// A separate thread writes, and combines concurrent changes into one disk write. Opening reads the complete file, and
/// repairs it after a crash. For tests and demos, a store can also be [in memory](Self::in_memory).
pub struct RedbStore {
    file: Arc<StoreFile>,
    name: String,
    /// `None` for a store in memory, which has no disk writes to share; tests with a paused clock need its writes
    /// in the runtime.
    writer: Option<Writer>,
}

impl RedbStore {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// [`RegistryStoreError`] if another process uses it, if it is not a store, or if it cannot be read or written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RegistryStoreError> {
        let name = store_name()?;
        let file = Arc::new(StoreFile { path: Some(path.as_ref().to_owned()), database: RwLock::default() });
        let database = file.database()?;
        let name = file.with_path(tables::prepare(&database, &name))?;
        let written_to = Arc::clone(&file);
        let write = move |batches: Vec<_>| {
            let count = batches.len();
            match written_to.write(batches) {
                Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
                Err(error) => {
                    // after a failed commit, reopening shows which changes were stored
                    *written_to.database.write().unwrap_or_else(PoisonError::into_inner) = None;
                    vec![Err(error); count]
                }
            }
        };
        let writer = GroupWriter::start("registry-store", Vec::len, write).map_err(RegistryStoreError::new)?;
        Ok(Self { file, name, writer: Some(writer) })
    }

    /// Creates an empty store that is kept in memory until it is dropped.
    ///
    /// # Errors
    /// [`RegistryStoreError`] if the system has no random numbers for its name.
    pub fn in_memory() -> Result<Self, RegistryStoreError> {
        let file = StoreFile { path: None, database: RwLock::default() };
        let database =
            file.with_path(Builder::new().create_with_backend(InMemoryBackend::new()).map_err(Trouble::from))?;
        let name = file.with_path(tables::prepare(&database, &store_name()?))?;
        let file = Arc::new(StoreFile { database: RwLock::new(Some(Arc::new(database))), ..file });
        Ok(Self { file, name, writer: None })
    }

    /// Runs work on a thread that may block.
    fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&StoreFile) -> Result<T, RegistryStoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let file = Arc::clone(&self.file);
        Box::pin(
            async move { tokio::task::spawn_blocking(move || work(&file)).await.map_err(RegistryStoreError::new)? },
        )
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Database) -> Result<T, Trouble> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        self.run(move |file| file.with_path(read(&*file.database()?)))
    }
}

impl fmt::Debug for RedbStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file.path {
            Some(path) => f.debug_struct("RedbStore").field("path", path).finish_non_exhaustive(),
            None => f.write_str("RedbStore (in memory)"),
        }
    }
}

impl Store for RedbStore {
    fn get_all(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<Stored>> {
        self.read(move |database| tables::get_all(database, &identifiers))
    }

    fn summaries(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<EntrySummary>> {
        self.read(move |database| tables::summaries(database, &identifiers))
    }

    fn write(&self, writes: Vec<Write>) -> StoreFuture<'_, Vec<Written>> {
        if writes.is_empty() {
            return Box::pin(std::future::ready(Ok(Vec::new())));
        }
        let Some(writer) = &self.writer else {
            return self.run(|file| Ok(file.write(vec![writes])?.pop().unwrap_or_default()));
        };
        Box::pin(async move { writer.write(writes).await.map_err(RegistryStoreError::new)? })
    }

    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> StoreFuture<'a, Vec<Entry>> {
        let after = after.cloned();
        self.read(move |database| tables::page(database, after.as_ref(), most))
    }

    fn changes(&self, after: Revision, most: usize) -> StoreFuture<'_, RevisionChanges> {
        self.read(move |database| tables::changes(database, after, most))
    }

    fn position(&self) -> StoreFuture<'_, StorePosition> {
        let store = self.name.clone();
        self.read(move |database| Ok(StorePosition { store, revision: tables::revision(database)? }))
    }

    fn due(&self, by: Timestamp, most: usize) -> StoreFuture<'_, Vec<Identifier>> {
        self.read(move |database| tables::due(database, by, most))
    }
}

/// An internal failure.
#[derive(Debug)]
enum Trouble {
    /// The file cannot be read or written.
    File(redb::Error),
    /// Its content cannot be parsed.
    Kept(RegistryStoreError),
}

impl<E: Into<redb::Error>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::File(error.into())
    }
}

/// The file. Closed after a failure, until it can be opened again.
struct StoreFile {
    /// `None` for a store in memory, which is never closed.
    path: Option<PathBuf>,
    database: RwLock<Option<Arc<Database>>>,
}

impl StoreFile {
    fn database(&self) -> Result<Arc<Database>, RegistryStoreError> {
        if let Some(database) = &*self.database.read().unwrap_or_else(PoisonError::into_inner) {
            return Ok(Arc::clone(database));
        }
        let mut place = self.database.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(database) = &*place {
            return Ok(Arc::clone(database));
        }
        let path =
            self.path.as_deref().ok_or_else(|| RegistryStoreError::new("a store in memory is never opened again"))?;
        let database = Arc::new(self.with_path(store_file::open_database(path).map_err(Trouble::from))?);
        *place = Some(Arc::clone(&database));
        Ok(database)
    }

    fn with_path<T>(&self, result: Result<T, Trouble>) -> Result<T, RegistryStoreError> {
        let path = self.path.as_deref().unwrap_or(Path::new("memory")).display();
        result.map_err(|trouble| match trouble {
            Trouble::File(redb::Error::DatabaseAlreadyOpen) => RegistryStoreError::new(format!(
                "{path}: another process has it open, expected one at a time; end that one, or keep the entries in PostgreSQL"
            )),
            Trouble::File(error) => RegistryStoreError::new(format!(
                "{path}: it cannot be used as a registry's store: {error}; see to the disk and who may write there, name another file, or restore it from a backup"
            )),
            Trouble::Kept(error) => error,
        })
    }

    /// Writes batches in one transaction.
    fn write(&self, batches: Vec<Vec<Write>>) -> Result<Vec<Vec<Written>>, RegistryStoreError> {
        let (database, token) = (self.database()?, random_token()?);
        let write = || -> Result<Vec<Vec<Written>>, Trouble> {
            let mut transaction = database.begin_write()?;
            transaction.set_durability(Durability::Immediate)?;
            transaction.set_quick_repair(true);
            let written = tables::write(&transaction, batches, token)?;
            transaction.commit()?;
            Ok(written)
        };
        self.with_path(write())
    }
}
