//! The in-memory index of replay stores: keys in the order of expiry, and the number of keys of each signer.

use super::{Replay, ReplayKey};
use adp_crypto::Timestamp;
use std::{
    collections::{BTreeMap, HashMap, HashSet, hash_map::RandomState},
    hash::BuildHasher,
};

/// Number of expired keys removed for each new key: more than one, so that expired keys do not accumulate, but few, so
/// that no request waits long.
const MAX_EVICTIONS_PER_CALL: usize = 16;

/// Keys until they expire, limited in total and for each signer.
pub(super) struct Index {
    capacity: usize,
    pub(super) share: usize,
    pub(super) keys: HashSet<[u8; 32]>,
    /// Keys by the second in which they expire.
    by_expiry: BTreeMap<Timestamp, Vec<Slot>>,
    /// Number of keys of each signer. Hashed again with a secret, so that attackers cannot choose a DID that shares
    /// another signer's count.
    signers: HashMap<u64, usize>,
    hasher: RandomState,
    /// Keys with an expiry up to this time may have been removed, so their absence proves nothing.
    pub(super) forgotten: Option<Timestamp>,
}

struct Slot {
    key: [u8; 32],
    signer: u64,
}

impl Index {
    pub(super) fn new(capacity: usize, share: usize) -> Self {
        Self {
            capacity,
            share,
            keys: HashSet::new(),
            by_expiry: BTreeMap::new(),
            signers: HashMap::new(),
            hasher: RandomState::new(),
            forgotten: None,
        }
    }

    /// Stores the key, or returns why not.
    pub(super) fn record(&mut self, key: &ReplayKey, expires: Timestamp, now: Timestamp) -> Replay {
        self.forget(now, MAX_EVICTIONS_PER_CALL);
        if self.keys.contains(&key.digest) {
            return Replay::Replayed;
        }
        let second = expires.rounded_up_to_second();
        // independent of the current clock: a removed key cannot be distinguished from a new one
        if expires <= now || self.is_forgotten(second) {
            return Replay::Expired;
        }
        let signer = self.hasher.hash_one(key.signer);
        if self.is_full_for(signer) {
            // expired keys do not use capacity; each key is removed once, so the total cost is low
            self.forget(now, usize::MAX);
            if self.is_full_for(signer) {
                return Replay::Full;
            }
        }
        self.insert(key.digest, signer, second);
        Replay::Fresh
    }

    /// Adds a key from a store on disk, even beyond the capacity.
    pub(super) fn restore(&mut self, key: [u8; 32], signer: &[u8; 16], second: Timestamp) {
        if !self.is_forgotten(second) && !self.keys.contains(&key) {
            let signer = self.hasher.hash_one(signer);
            self.insert(key, signer, second);
        }
    }

    fn is_full_for(&self, signer: u64) -> bool {
        self.keys.len() >= self.capacity || self.signers.get(&signer).copied().unwrap_or_default() >= self.share
    }

    fn is_forgotten(&self, second: Timestamp) -> bool {
        self.forgotten.is_some_and(|until| second <= until)
    }

    fn insert(&mut self, key: [u8; 32], signer: u64, second: Timestamp) {
        self.keys.insert(key);
        *self.signers.entry(signer).or_default() += 1;
        self.by_expiry.entry(second).or_default().push(Slot { key, signer });
    }

    /// Removes expired keys, up to a number.
    fn forget(&mut self, now: Timestamp, most: usize) {
        for _ in 0..most {
            let Some(mut oldest) = self.by_expiry.first_entry() else { return };
            if *oldest.key() > now {
                return;
            }
            self.forgotten = self.forgotten.max(Some(*oldest.key()));
            let slot = oldest.get_mut().pop();
            if oldest.get().is_empty() {
                oldest.remove();
            }
            let Some(Slot { key, signer }) = slot else { continue };
            self.keys.remove(&key);
            if let Some(count) = self.signers.get_mut(&signer) {
                *count -= 1;
                if *count == 0 {
                    self.signers.remove(&signer);
                }
            }
        }
    }
}

/// The default share of one signer: an eighth, but all of a small store.
pub(super) fn default_share(capacity: usize) -> usize {
    (capacity / 8).max(1024)
}
