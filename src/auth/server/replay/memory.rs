//! The store of one process: what was used is in its memory.

use super::{
    Recording, Replay, ReplayKey, ReplayStore,
    index::{Index, default_share},
};
use crate::Timestamp;
use std::{
    fmt,
    future::ready,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Remembers keys in the memory of this process: what was used before a restart can be used again after it, and at every other process.
///
/// A key takes at most 200 bytes. Each call takes the same short time, however many keys there are, but for the hash table's growth. Where
/// the store is full, what is new is refused until something expires; nothing is forgotten before.
pub struct MemoryReplayStore {
    index: Mutex<Index>,
}

impl MemoryReplayStore {
    /// The default capacity: 2^20 keys, 2,900 requests a second with the default window and skew, 200 MB at most.
    pub const CAPACITY: usize = 1 << 20;

    /// A store for `capacity` keys. It needs one for each request of the last window and skew: of 6 minutes, if nothing else is set.
    ///
    /// One signer may have an eighth of them, or 1024 if that is more: whoever can sign cannot fill the store for all others.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { index: Mutex::new(Index::new(capacity, default_share(capacity))) }
    }

    /// The same store, in which one signer may have `share` keys.
    #[must_use]
    pub fn with_share(self, share: usize) -> Self {
        self.index().set_share(share);
        self
    }

    /// How many keys it remembers now, those included that have expired and are not forgotten yet.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index().len()
    }

    /// Whether it remembers nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Until when keys may have been forgotten: of a key that expired until then nobody can tell whether it was there. None before the first
    /// was forgotten.
    #[must_use]
    pub fn forgotten(&self) -> Option<Timestamp> {
        self.index().forgotten()
    }

    /// Takes up that keys which expired until `until` were forgotten by a store that keeps this one's keys elsewhere too, before
    /// [`restore`](Self::restore) takes up what that one has.
    pub fn set_forgotten(&self, until: Timestamp) {
        self.index().set_forgotten(until);
    }

    /// Takes up a key that a store elsewhere still has, even beyond the capacity: [`ReplayKey::as_bytes`], [`ReplayKey::signer`], and when it
    /// expires, as a whole second ([`Timestamp::rounded_up_to_second`]). One that was forgotten stays so.
    pub fn restore(&self, key: [u8; 32], signer: &[u8; 16], expires: Timestamp) {
        self.index().restore(key, signer, expires);
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        // nothing panics while it is held
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`ReplayStore::record`], for whoever does not wait for anything.
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
        f.debug_struct("MemoryReplayStore").field("len", &self.len()).finish_non_exhaustive()
    }
}
