//! Which DIDs have resolved before: so many of them, for so long.

use crate::{Timestamp, did::Did};
use lru::LruCache;
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    time::Duration,
};

/// The DIDs that have resolved, each by a number of 64 bits whose key is the process's secret: nobody finds two that are one, and one that is
/// taken for another would have a place, not another's document.
///
/// Nothing that is remembered makes way for anything new before its time is over: whoever resolves many DIDs of their own
/// pushes nobody out. One host's have at most an eighth of the room that is left.
#[derive(Debug)]
pub(super) struct KnownDids {
    /// In the order in which they last resolved, by the number of the DID.
    dids: LruCache<u64, KnownDid>,
    /// How many there are of each host, by the host's number.
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

/// One host may have one part in so many of the room that is left.
const HOST_PART: usize = 8;

impl KnownDids {
    pub(super) fn new(most: usize, lifetime: Duration) -> Self {
        let (dids, hosts, numbers) = (LruCache::unbounded(), HashMap::new(), RandomState::new());
        Self { dids, hosts, most, lifetime, numbers }
    }

    /// What a DID counts as.
    pub(super) fn number(&self, did: &Did) -> u64 {
        self.numbers.hash_one(did.as_str())
    }

    /// Whether the DID has resolved within the lifetime.
    pub(super) fn contains(&self, did: &Did, now: Timestamp) -> bool {
        self.dids.peek(&self.number(did)).is_some_and(|known| !self.is_over(known, now))
    }

    /// It resolved now.
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

    /// Its server says that there is none, or another's.
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
        // again, so from then on
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
        // one host has a ninth of it at most, so there is room for others
        assert_eq!(known.dids.len(), 1 + 111);
        for host in 2..10_000 {
            known.resolved(&did(host, 0), at(1));
        }
        assert_eq!((known.dids.len(), known.contains(&did(0, 0), at(59))), (1_000, true));
        // when their time is over, there is room again
        known.resolved(&did(0, 1), at(61));
        assert_eq!((known.dids.len(), known.hosts.len(), known.contains(&did(0, 1), at(61))), (1, 1, true));
    }
}
