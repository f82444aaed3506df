//! What the stores of one machine keep in memory: the keys, in the order in which they expire, and how many each signer has.

use super::{Replay, ReplayKey};
use crate::Timestamp;
use std::{
    collections::{BTreeMap, HashMap, HashSet, hash_map::RandomState},
    hash::BuildHasher,
};

/// So many keys that have expired are forgotten each time one is recorded: more than come in, so that none stays for long, and few, so that
/// no request waits for a whole second's worth of them.
const MAX_EVICTIONS_PER_CALL: usize = 16;

/// Keys until they expire; so many in all, so many of each signer.
pub(super) struct Index {
    capacity: usize,
    share: usize,
    keys: HashSet<[u8; 32]>,
    /// By the whole second after which nobody needs them.
    by_expiry: BTreeMap<Timestamp, Vec<Slot>>,
    /// How many keys each signer has. Hashed once more with a secret, so that nobody can choose a DID that shares another's count.
    signers: HashMap<u64, usize>,
    hasher: RandomState,
    /// Keys that expired until then may be forgotten: of such a key nobody can tell whether it was there.
    forgotten: Option<Timestamp>,
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

    pub(super) fn set_share(&mut self, share: usize) {
        self.share = share;
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Until when keys may be forgotten.
    pub(super) fn forgotten(&self) -> Option<Timestamp> {
        self.forgotten
    }

    /// Remembers the key, or says why not.
    pub(super) fn record(&mut self, key: &ReplayKey, expires: Timestamp, now: Timestamp) -> Replay {
        self.forget(now, MAX_EVICTIONS_PER_CALL);
        if self.keys.contains(key.as_bytes()) {
            return Replay::Replayed;
        }
        let second = expires.rounded_up_to_second();
        // whatever the clock says now: what was forgotten once cannot be told from what is new
        if expires <= now || self.is_forgotten(second) {
            return Replay::Expired;
        }
        let signer = self.hasher.hash_one(key.signer());
        if self.is_full_for(signer) {
            // what has expired takes nobody's place; each key is forgotten once, so this costs little on the whole
            self.forget(now, usize::MAX);
            if self.is_full_for(signer) {
                return Replay::Full;
            }
        }
        self.insert(*key.as_bytes(), signer, second);
        Replay::Fresh
    }

    /// Takes up what a store on disk remembers, even beyond the capacity.
    pub(super) fn restore(&mut self, key: [u8; 32], signer: &[u8; 16], second: Timestamp) {
        if !self.is_forgotten(second) && !self.keys.contains(&key) {
            let signer = self.hasher.hash_one(signer);
            self.insert(key, signer, second);
        }
    }

    /// Takes up that a store on disk has forgotten keys until then.
    pub(super) fn set_forgotten(&mut self, until: Timestamp) {
        self.forgotten = self.forgotten.max(Some(until));
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

    /// Forgets what has expired, but no more than so many.
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

/// What one signer may have if nobody says otherwise: an eighth, but in a small store all of it.
pub(super) fn default_share(capacity: usize) -> usize {
    (capacity / 8).max(1024)
}
