//! A replay store in the memory of one process.

use super::{
    Recording, Replay, ReplayKey, ReplayStore,
    index::{Index, default_share},
};
use adp_crypto::Timestamp;
use std::{
    fmt,
    future::ready,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Stores keys in the memory of this process. After a restart, or at another process, an old request is accepted again.
///
/// A key needs at most 200 bytes. Each call takes the same short time, apart from growth of the hash table. A full
/// store refuses new keys until old ones expire; it removes nothing earlier.
pub struct MemoryReplayStore {
    index: Mutex<Index>,
}

impl MemoryReplayStore {
    /// The default capacity: 2^20 keys, enough for 2,900 requests per second with the default window and skew; at most
    /// 200 MB.
    pub const CAPACITY: usize = 1 << 20;

    /// Creates a store for `capacity` keys. It needs one for each request within the window plus skew, 6 minutes by
    /// default.
    ///
    /// One signer may use an eighth of them, or 1024 if that is more, so that one signer cannot fill the store.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { index: Mutex::new(Index::new(capacity, default_share(capacity))) }
    }

    /// Sets the number of keys of one signer.
    #[must_use]
    pub fn with_share(self, share: usize) -> Self {
        self.index().share = share;
        self
    }

    /// The number of stored keys, including expired keys that are not removed yet.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.index().keys.len()
    }

    /// The time up to which keys may have been removed, so that the absence of a key proves nothing. `None` before the
    /// first removal.
    #[must_use]
    pub fn forgotten(&self) -> Option<Timestamp> {
        self.index().forgotten
    }

    /// Records that the persistent copy of this store removed keys up to `until`. Call it before
    /// [`restore`](Self::restore).
    pub fn set_forgotten(&self, until: Timestamp) {
        let mut index = self.index();
        index.forgotten = index.forgotten.max(Some(until));
    }

    /// Restores a key from a persistent store, even beyond the capacity: [`ReplayKey::digest`],
    /// [`ReplayKey::signer`], and its expiry rounded up to a second ([`Timestamp::rounded_up_to_second`]). Removed keys
    /// stay removed.
    pub fn restore(&self, key: [u8; 32], signer: &[u8; 16], expires: Timestamp) {
        self.index().restore(key, signer, expires);
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        // no code panics while it holds the lock
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Like [`ReplayStore::record`], without waiting.
    pub fn record_now(&self, key: &ReplayKey, expires: Timestamp, now: Timestamp) -> Replay {
        self.index().record(key, expires, now)
    }
}

impl Default for MemoryReplayStore {
    fn default() -> Self {
        Self::new(Self::CAPACITY)
    }
}

impl ReplayStore for MemoryReplayStore {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        Box::pin(ready(Ok(self.record_now(key, expires, now))))
    }
}

impl fmt::Debug for MemoryReplayStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryReplayStore").field("key_count", &self.key_count()).finish_non_exhaustive()
    }
}
