//! A replay store in a file: each nonce is on disk before its request is accepted.

use super::closed_mark;
use crate::{GroupWriter, store_file};
use agent_description::{
    Timestamp,
    auth::replay::{MemoryReplayStore, Recording, Replay, ReplayKey, ReplayStore, StoreError},
};
use redb::{Database, Durability, ReadableTable, TableDefinition};
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// (expiry in seconds since 1970, key) to signer, sorted by expiry.
const ENTRIES: TableDefinition<'_, (i64, &[u8; 32]), &[u8; 16]> = TableDefinition::new("replay-1");
/// The time up to which keys were removed, so that setting back the clock does not make them valid again.
const FORGOTTEN: TableDefinition<'_, (), i64> = TableDefinition::new("replay-1-forgotten");

/// Since when the file has all keys, in seconds. That is its creation, or its opening after a process did not close it or
/// after it was put back from a copy.
const CREATED: TableDefinition<'_, (), i64> = TableDefinition::new("replay-1-created");

/// Stores keys in a file, for one process at a time; they survive restarts and crashes.
///
/// A key is on disk before its request is accepted. A thread of the store writes concurrent keys together, so that they
/// share one disk write. All keys are also in memory, as in [`MemoryReplayStore`], whose rules for capacity and shares
/// apply. The file needs about 200 bytes for each key.
///
/// A new file has no keys of earlier requests, and a file that was put back from a copy lacks the latest: see
/// [`ReplayStore::forgotten_until`]. A mark `FILE.closed` beside the file tells that nothing has touched it since it was
/// closed. Without the mark, as after a crash, the file is treated as a copy.
pub struct RedbReplayStore {
    created: Timestamp,
    memory: Arc<MemoryReplayStore>,
    writer: GroupWriter<NewKey, Result<(), Arc<redb::Error>>>,
}

/// A key with its expiry in seconds since 1970.
type NewKey = (i64, ReplayKey);

impl RedbReplayStore {
    /// Opens or creates the file for `capacity` keys; see [`MemoryReplayStore::new`].
    ///
    /// Reads the whole file, and repairs it after a crash.
    ///
    /// # Errors
    /// [`StoreError`] if another process has opened it, it is not a store, or it cannot be read or written.
    pub fn open(path: impl AsRef<Path>, capacity: usize) -> Result<Self, StoreError> {
        Self::open_over(path.as_ref(), MemoryReplayStore::new(capacity))
    }

    /// Like [`Self::open`], with a limit of `share` keys for one signer.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_with_share(path: impl AsRef<Path>, capacity: usize, share: usize) -> Result<Self, StoreError> {
        Self::open_over(path.as_ref(), MemoryReplayStore::new(capacity).with_share(share))
    }

    fn open_over(path: &Path, memory: MemoryReplayStore) -> Result<Self, StoreError> {
        let (mut journal, created) = Journal::open(path.to_owned(), &memory)?;
        let memory = Arc::new(memory);
        let shared = Arc::clone(&memory);
        let write = move |keys: Vec<NewKey>| {
            let outcome = journal.write(&keys, &shared).map_err(Arc::new);
            if outcome.is_err() {
                // the state after a failed commit is only known after opening the file again
                journal.database = None;
            }
            vec![outcome; keys.len()]
        };
        let writer = GroupWriter::start("replay-store", |_| 1, write).map_err(StoreError::new)?;
        Ok(Self { created, memory, writer })
    }

    /// The number of stored keys, including expired keys that are not removed yet.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.memory.key_count()
    }
}

impl ReplayStore for RedbReplayStore {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        Box::pin(async move {
            // a concurrent request with the same key is already refused
            let replay = self.memory.record_now(key, expires, now);
            if replay == Replay::Fresh {
                let second = expires.rounded_up_to_second().as_unix_seconds();
                self.writer.write((second, *key)).await.map_err(StoreError::new)?.map_err(StoreError::new)?;
            }
            Ok(replay)
        })
    }

    fn survives_restart(&self) -> bool {
        true
    }

    /// The time since when the file has all keys, so that a file that was removed, emptied or put back from a copy does
    /// not make replays possible. At most the start, in case that the clock was ahead at the creation.
    fn forgotten_until(&self, start: Timestamp, skew: Duration) -> Option<Timestamp> {
        Some(self.created.min(start).saturating_add(skew))
    }
}

impl fmt::Debug for RedbReplayStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedbReplayStore").field("key_count", &self.key_count()).finish_non_exhaustive()
    }
}

/// The file; `None` after an error, until it can be opened again.
struct Journal {
    path: PathBuf,
    database: Option<Database>,
}

impl Journal {
    /// Opens or creates the file; also when it was created.
    fn open(path: PathBuf, memory: &MemoryReplayStore) -> Result<(Self, Timestamp), StoreError> {
        let open = || -> Result<(Database, Timestamp), redb::Error> {
            // of a file that another process has open, the mark is removed already
            let is_untouched = closed_mark::take(&path);
            let database = store_file::open_database(&path)?;
            let created = load(&database, memory, is_untouched)?;
            Ok((database, created))
        };
        match open() {
            Ok((database, created)) => Ok((Self { path, database: Some(database) }, created)),
            Err(redb::Error::DatabaseAlreadyOpen) => Err(StoreError::new(format!(
                "{}: another process has it open, expected one at a time; end that one, or share a Redis server",
                path.display()
            ))),
            Err(error) => Err(StoreError::new(format!(
                "{}: it cannot be opened as a replay store: {error}; name another file, or remove it",
                path.display()
            ))),
        }
    }

    /// Writes keys, and removes twice as many expired keys, so that the file does not grow forever.
    fn write(&mut self, keys: &[NewKey], memory: &MemoryReplayStore) -> Result<(), redb::Error> {
        let database = match &mut self.database {
            Some(database) => database,
            none => {
                let database = Database::open(&self.path)?;
                // all keys of this process are in memory
                load(&database, memory, true)?;
                none.insert(database)
            }
        };
        let forgotten = memory.forgotten().map(Timestamp::as_unix_seconds);
        let mut transaction = database.begin_write()?;
        transaction.set_durability(Durability::Immediate)?;
        {
            let mut entries = transaction.open_table(ENTRIES)?;
            for (second, key) in keys {
                entries.insert((*second, &key.digest), &key.signer)?;
            }
            let mut taken_out = None;
            for _ in 0..2 * keys.len() {
                let Some(second) = entries.first()?.map(|(key, _)| key.value().0) else { break };
                if forgotten.is_none_or(|until| second > until) {
                    break;
                }
                entries.pop_first()?;
                taken_out = Some(second);
            }
            if let Some(second) = taken_out {
                let mut table = transaction.open_table(FORGOTTEN)?;
                let before = table.get(())?.map(|second| second.value());
                table.insert((), before.max(Some(second)).unwrap_or(second))?;
            }
        }
        transaction.commit()?;
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if let Some(database) = self.database.take() {
            // closing writes to the file
            drop(database);
            // without the mark, the next process does not trust the file
            let _ = closed_mark::write(&self.path);
        }
    }
}

/// Loads the keys of the file, and since when it has all of them: since now, if it does not say, or if another hand may
/// have changed it.
fn load(database: &Database, memory: &MemoryReplayStore, is_untouched: bool) -> Result<Timestamp, redb::Error> {
    let transaction = database.begin_write()?;
    let created = {
        let mut created = transaction.open_table(CREATED)?;
        let known = created.get(())?.and_then(|second| Timestamp::from_unix_seconds(second.value()));
        let known = known.filter(|_| is_untouched);
        let now = Timestamp::now().rounded_up_to_second();
        if known.is_none() {
            created.insert((), now.as_unix_seconds())?;
        }
        known.unwrap_or(now)
    };
    {
        let forgotten = transaction.open_table(FORGOTTEN)?;
        if let Some(until) = forgotten.get(())?.and_then(|second| Timestamp::from_unix_seconds(second.value())) {
            memory.set_forgotten(until);
        }
        for entry in transaction.open_table(ENTRIES)?.iter()? {
            let (key, signer) = entry?;
            let (second, key) = key.value();
            if let Some(second) = Timestamp::from_unix_seconds(second) {
                memory.restore(*key, signer.value(), second);
            }
        }
    }
    transaction.commit()?;
    Ok(created)
}
