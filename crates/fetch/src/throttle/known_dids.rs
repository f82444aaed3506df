//! Known DIDs: a limited number of DIDs that have resolved, for a limited time.

use adp_crypto::Timestamp;
use adp_did::Did;
use lru::LruCache;
use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

/// The DIDs that have resolved, each as a 64-bit hash with a secret of the process, so that attackers cannot find
/// collisions. A collision only affects limits, never the document.
///
/// Entries are removed only when they expire, so resolving many DIDs does not displace others.
#[derive(Debug)]
pub(super) struct KnownDids {
    /// The time of the last resolution, oldest first.
    resolved: LruCache<u64, Timestamp>,
    most: usize,
    lifetime: Duration,
    numbers: RandomState,
}

impl KnownDids {
    pub(super) fn new(most: usize, lifetime: Duration) -> Self {
        Self { resolved: LruCache::unbounded(), most, lifetime, numbers: RandomState::new() }
    }

    /// The number of a DID.
    pub(super) fn number(&self, did: &Did) -> u64 {
        self.numbers.hash_one(did.as_str())
    }

    /// Whether the DID has resolved within the lifetime.
    pub(super) fn contains(&self, did: &Did, now: Timestamp) -> bool {
        self.resolved.peek(&self.number(did)).is_some_and(|resolved| resolved.saturating_add(self.lifetime) > now)
    }

    /// Records that it resolved now, if there is room.
    pub(super) fn insert(&mut self, did: &Did, now: Timestamp) {
        while self.resolved.peek_lru().is_some_and(|(_, resolved)| resolved.saturating_add(self.lifetime) <= now) {
            self.resolved.pop_lru();
        }
        let number = self.number(did);
        if self.resolved.len() < self.most || self.resolved.contains(&number) {
            self.resolved.put(number, now);
        }
    }

    /// Removes it: its server has no document for it, or an invalid one.
    pub(super) fn remove(&mut self, did: &Did) {
        self.resolved.pop(&self.number(did));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::KnownDids;
    use adp_crypto::Timestamp;
    use adp_did::Did;
    use std::time::Duration;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_unix_seconds(second).unwrap()
    }

    fn did(number: usize) -> Did {
        format!("did:wba:h.example:{number}").parse().unwrap()
    }

    #[test]
    fn what_has_resolved_is_known_until_its_time_is_over() {
        let mut known = KnownDids::new(100, Duration::from_secs(60));
        assert!(!known.contains(&did(0), at(0)));
        known.insert(&did(0), at(0));
        assert!(known.contains(&did(0), at(59)) && !known.contains(&did(0), at(60)));
        // the lifetime starts again
        known.insert(&did(0), at(59));
        assert!(known.contains(&did(0), at(118)) && !known.contains(&did(0), at(119)));
        known.remove(&did(0));
        assert!(!known.contains(&did(0), at(59)));
    }

    #[test]
    fn nobody_is_pushed_out_by_others() {
        let mut known = KnownDids::new(1_000, Duration::from_secs(60));
        for number in 0..10_000 {
            known.insert(&did(number), at(1));
        }
        assert!(
            known.resolved.len() == 1_000 && known.contains(&did(0), at(59)) && !known.contains(&did(1_000), at(1))
        );
        // after expiry, there is room again
        known.insert(&did(1_000), at(61));
        assert!(known.resolved.len() == 1 && known.contains(&did(1_000), at(61)));
    }
}
