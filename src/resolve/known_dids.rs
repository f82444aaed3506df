//! Known DIDs: a limited number of DIDs that have resolved, for a limited time.

use crate::{Timestamp, did::Did};
use lru::LruCache;
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    time::Duration,
};

/// The DIDs that have resolved, each as a 64-bit hash with a secret of the process, so that attackers cannot find
/// collisions. A collision only affects scheduling, never the document.
///
/// Entries are removed only when they expire, so resolving many DIDs does not displace others. The DIDs of one host may
/// use an eighth of the remaining capacity.
#[derive(Debug)]
pub(super) struct KnownDids {
    /// Sorted by the last resolution, with the DID's number.
    dids: LruCache<u64, KnownDid>,
    /// Number of entries of each host, by the host's number.
    hosts: HashMap<u64, usize>,
    most: usize,
    lifetime: Duration,
    numbers: RandomState,
}

#[derive(Debug)]
struct KnownDid {
    host: u64,
    resolved: Timestamp,
}

/// One host may use 1/n of the remaining capacity.
const HOST_PART: usize = 8;

impl KnownDids {
    pub(super) fn new(most: usize, lifetime: Duration) -> Self {
        let (dids, hosts, numbers) = (LruCache::unbounded(), HashMap::new(), RandomState::new());
        Self { dids, hosts, most, lifetime, numbers }
    }

    /// The standing of a DID.
    pub(super) fn number(&self, did: &Did) -> u64 {
        self.numbers.hash_one(did.as_str())
    }

    /// Whether the DID has resolved within the lifetime.
    pub(super) fn contains(&self, did: &Did, now: Timestamp) -> bool {
        self.dids.peek(&self.number(did)).is_some_and(|known| !self.is_over(known, now))
    }

    /// Records that it resolved now.
    pub(super) fn resolved(&mut self, did: &Did, now: Timestamp) {
        while self.dids.peek_lru().is_some_and(|(_, known)| self.is_over(known, now)) {
            self.remove_oldest();
        }
        let number = self.number(did);
        if let Some(known) = self.dids.get_mut(&number) {
            known.resolved = now;
            return;
        }
        let host = self.numbers.hash_one(did.host());
        let room = self.most.saturating_sub(self.dids.len());
        let of_host = self.hosts.get(&host).copied().unwrap_or(0);
        if of_host.saturating_mul(HOST_PART) < room {
            self.hosts.insert(host, of_host + 1);
            self.dids.put(number, KnownDid { host, resolved: now });
        }
    }

    /// Removes it: its server has no document for it, or an invalid one.
    pub(super) fn forget(&mut self, did: &Did) {
        if let Some(known) = self.dids.pop(&self.number(did)) {
            self.count_out(known.host);
        }
    }

    fn remove_oldest(&mut self) {
        if let Some((_, known)) = self.dids.pop_lru() {
            self.count_out(known.host);
        }
    }

    fn count_out(&mut self, host: u64) {
        if let Some(count) = self.hosts.get_mut(&host) {
            *count -= 1;
            if *count == 0 {
                self.hosts.remove(&host);
            }
        }
    }

    fn is_over(&self, known: &KnownDid, now: Timestamp) -> bool {
        known.resolved.saturating_add(self.lifetime) <= now
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::KnownDids;
    use crate::{Timestamp, did::Did};
    use std::time::Duration;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_unix_seconds(second).unwrap()
    }

    fn did(host: usize, number: usize) -> Did {
        format!("did:wba:h{host}.example:{number}").parse().unwrap()
    }

    #[test]
    fn what_has_resolved_is_known_until_its_time_is_over() {
        let mut known = KnownDids::new(100, Duration::from_secs(60));
        assert!(!known.contains(&did(0, 0), at(0)));
        known.resolved(&did(0, 0), at(0));
        assert!(known.contains(&did(0, 0), at(59)) && !known.contains(&did(0, 0), at(60)));
        // the lifetime starts again
        known.resolved(&did(0, 0), at(59));
        assert!(known.contains(&did(0, 0), at(118)) && !known.contains(&did(0, 0), at(119)));
        known.forget(&did(0, 0));
        assert!(!known.contains(&did(0, 0), at(59)));
        assert!(known.hosts.is_empty());
    }

    #[test]
    fn nobody_is_pushed_out_by_others() {
        let mut known = KnownDids::new(1_000, Duration::from_secs(60));
        known.resolved(&did(0, 0), at(0));
        for number in 0..10_000 {
            known.resolved(&did(1, number), at(1));
        }
        // one host has at most a ninth, so there is capacity for others
        assert_eq!(known.dids.len(), 1 + 111);
        for host in 2..10_000 {
            known.resolved(&did(host, 0), at(1));
        }
        assert_eq!((known.dids.len(), known.contains(&did(0, 0), at(59))), (1_000, true));
        // after expiry, there is capacity again
        known.resolved(&did(0, 1), at(61));
        assert_eq!((known.dids.len(), known.hosts.len(), known.contains(&did(0, 1), at(61))), (1, 1, true));
    }
}
