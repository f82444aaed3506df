//! The store for one machine: a single file, used by one process at a time.

mod tables;

use super::{Answer, Changes, Position, Revision, Store, StoreError, Usage, Write, Written, random_token, store_name};
use crate::{Entry, Identifier, Stored, Summary};
use adp_server::store_file;
use agent_description::Timestamp;
use redb::{Builder, Database, Durability, backends::FileBackend};
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock, mpsc},
    thread::JoinHandle,
};
use tokio::sync::oneshot;

/// Maximum number of changes to write together.
const GROUP: usize = 4096;

/// Stores entries in a file. Acknowledged changes are durable, and interrupted ones have no effect.
///
/// A separate thread writes, and combines concurrent changes into one disk write. Opening reads the complete file, and
/// repairs it after a crash.
pub struct RedbStore {
    file: Arc<StoreFile>,
    name: String,
    queue: Option<mpsc::Sender<Batch>>,
    writer: Option<JoinHandle<()>>,
}

/// Changes that are applied together or not at all.
struct Batch {
    writes: Vec<Write>,
    written: oneshot::Sender<Result<Vec<Written>, StoreError>>,
}

/// The reason why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
enum OpenError {
    #[error("{}: another process has it open, expected one at a time; end that one, or keep the entries in PostgreSQL", path.display())]
    Locked { path: PathBuf },
    #[error("{}: it cannot be used as a registry's store: {error}; see to the disk and who may write there, name another file, or restore it from a backup", path.display())]
    Open {
        path: PathBuf,
        #[source]
        error: redb::Error,
    },
    #[error("the store's thread cannot be started: {0}")]
    Thread(#[source] std::io::Error),
    #[error("the store's thread has ended")]
    Ended,
}

impl RedbStore {
    /// Opens or creates the file.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if another process uses it, if it is not a store, or if it cannot be read or written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let name = store_name()?;
        let file = Arc::new(StoreFile { path: path.as_ref().to_owned(), database: RwLock::default() });
        let database = file.database()?;
        let name = file.opened(tables::prepare(&database, &name))?;
        let (queue, batches) = mpsc::channel();
        let written_to = Arc::clone(&file);
        let writer = std::thread::Builder::new()
            .name("registry-store".to_owned())
            .spawn(move || written_to.write_all(&batches))
            .map_err(|error| StoreError::new(OpenError::Thread(error)))?;
        Ok(Self { file, name, queue: Some(queue), writer: Some(writer) })
    }

    /// Reads on a thread that may block.
    fn read<'a, T: Send + 'static>(
        &'a self,
        read: impl FnOnce(&Database) -> Result<T, Trouble> + Send + 'static,
    ) -> Answer<'a, T> {
        let file = Arc::clone(&self.file);
        Box::pin(async move {
            let reading = tokio::task::spawn_blocking(move || {
                let database = file.database()?;
                read(&database).map_err(|trouble| trouble.with_path(&file.path))
            });
            reading.await.map_err(StoreError::new)?
        })
    }
}

impl fmt::Debug for RedbStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedbStore").field("path", &self.file.path).finish_non_exhaustive()
    }
}

impl Drop for RedbStore {
    /// Waits until the file is closed, so that it can be opened again.
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(writer) = self.writer.take() {
            // the thread has no result
            let _ = writer.join();
        }
    }
}

impl Store for RedbStore {
    fn get<'a>(&'a self, identifier: &'a Identifier) -> Answer<'a, Option<Stored>> {
        let identifier = identifier.clone();
        self.read(move |database| tables::get(database, &identifier))
    }

    fn summaries(&self, identifiers: Vec<Identifier>) -> Answer<'_, Vec<Summary>> {
        self.read(move |database| tables::summaries(database, &identifiers))
    }

    fn write(&self, writes: Vec<Write>) -> Answer<'_, Vec<Written>> {
        Box::pin(async move {
            if writes.is_empty() {
                return Ok(Vec::new());
            }
            let ended = || StoreError::new(OpenError::Ended);
            let (written, answer) = oneshot::channel();
            self.queue.as_ref().ok_or_else(ended)?.send(Batch { writes, written }).map_err(|_| ended())?;
            answer.await.map_err(|_| ended())?
        })
    }

    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> Answer<'a, Vec<Entry>> {
        let after = after.cloned();
        self.read(move |database| tables::page(database, after.as_ref(), most))
    }

    fn changes(&self, after: Revision, most: usize) -> Answer<'_, Changes> {
        self.read(move |database| tables::changes(database, after, most))
    }

    fn position(&self) -> Answer<'_, Position> {
        let store = self.name.clone();
        self.read(move |database| Ok(Position { store, revision: tables::revision(database)? }))
    }

    fn usage<'a>(&'a self, host: &'a str) -> Answer<'a, Usage> {
        let host = host.to_owned();
        self.read(move |database| tables::usage(database, &host))
    }

    fn due(&self, by: Timestamp, most: usize) -> Answer<'_, Vec<Identifier>> {
        self.read(move |database| tables::due(database, by, most))
    }
}

/// An internal failure.
#[derive(Debug)]
enum Trouble {
    /// The file cannot be read or written.
    File(redb::Error),
    /// Its content cannot be parsed.
    Kept(StoreError),
}

impl<E: Into<redb::Error>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::File(error.into())
    }
}

impl Trouble {
    fn with_path(self, path: &Path) -> StoreError {
        match self {
            Self::File(error) => StoreError::new(OpenError::Open { path: path.to_owned(), error }),
            Self::Kept(error) => error,
        }
    }
}

/// The file. Closed after a failure, until it can be opened again.
struct StoreFile {
    path: PathBuf,
    database: RwLock<Option<Arc<Database>>>,
}

impl StoreFile {
    fn database(&self) -> Result<Arc<Database>, StoreError> {
        if let Some(database) = &*self.database.read().unwrap_or_else(PoisonError::into_inner) {
            return Ok(Arc::clone(database));
        }
        let mut place = self.database.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(database) = &*place {
            return Ok(Arc::clone(database));
        }
        let database = Arc::new(self.opened(open(&self.path))?);
        *place = Some(Arc::clone(&database));
        Ok(database)
    }

    fn opened<T>(&self, result: Result<T, Trouble>) -> Result<T, StoreError> {
        result.map_err(|trouble| match trouble {
            Trouble::File(redb::Error::DatabaseAlreadyOpen) => {
                StoreError::new(OpenError::Locked { path: self.path.clone() })
            }
            trouble => trouble.with_path(&self.path),
        })
    }

    /// Writes changes until all senders are dropped.
    fn write_all(&self, batches: &mpsc::Receiver<Batch>) {
        while let Ok(first) = batches.recv() {
            let mut changes = first.writes.len();
            let mut group = vec![first];
            while changes < GROUP
                && let Ok(next) = batches.try_recv()
            {
                changes += next.writes.len();
                group.push(next);
            }
            let (writes, waiting): (Vec<_>, Vec<_>) = group.into_iter().map(|it| (it.writes, it.written)).unzip();
            let outcome = self.write(writes);
            if outcome.is_err() {
                // after a failed commit, reopening shows which changes were stored
                *self.database.write().unwrap_or_else(PoisonError::into_inner) = None;
            }
            let mut outcome = outcome.map(Vec::into_iter);
            for written in waiting {
                let own = match &mut outcome {
                    Ok(outcomes) => Ok(outcomes.next().unwrap_or_default()),
                    Err(error) => Err(error.clone()),
                };
                // the caller may have stopped waiting
                let _ = written.send(own);
            }
        }
    }

    fn write(&self, batches: Vec<Vec<Write>>) -> Result<Vec<Vec<Written>>, StoreError> {
        let (database, token) = (self.database()?, random_token()?);
        let write = || -> Result<Vec<Vec<Written>>, Trouble> {
            let mut transaction = database.begin_write()?;
            transaction.set_durability(Durability::Immediate)?;
            transaction.set_quick_repair(true);
            let written = tables::write(&transaction, batches, token)?;
            transaction.commit()?;
            Ok(written)
        };
        write().map_err(|trouble| trouble.with_path(&self.path))
    }
}

fn open(path: &Path) -> Result<Database, Trouble> {
    let file = store_file::open(path).map_err(redb::Error::Io)?;
    // checking on open turns damage into an error instead of a later panic
    Ok(Builder::new().set_check_integrity_on_open(true).create_with_backend(FileBackend::new(file)?)?)
}
