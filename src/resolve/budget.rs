//! Rate limits: the number of fetches within a time window, per host and in total, and the shares of those who cause
//! them.
//!
//! | party | quota | a fetch is allowed if the party has started fewer than |
//! |---|---|---|
//! | everyone | the limit of a host; the total limit | the limit |
//! | unknown DIDs | the same | the limit without the part reserved for known DIDs |
//! | an address with unknown DIDs; its network | what unknown DIDs have left, at the host and in total | 1/`part` of it; 2/`part` |
//! | a known DID; an address; its network | what is left of the host's limit | all of it |
//! | an address, for one known DID | what is left of the host's limit for this DID | half of it |
//! | an address with known DIDs; its network | what is left of the total limit | 1/`part` of it; 2/`part` |
//! | a host | what is left of the total limit | 1/`part` of it |
//!
//! Each share is a part of the remaining fetches, so a few clients never use all of them.

use super::{
    ThrottleLimit,
    peer_address::{Block, PeerAddress},
};
use crate::Timestamp;
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

/// The limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) per_host: usize,
    pub(super) in_all: usize,
    pub(super) window: Duration,
    /// Known DIDs have a reserved part: 1/n of the limit; 0: none.
    pub(super) kept_part: usize,
    /// The share of an address: 1/n of the remaining fetches; 0: no shares.
    pub(super) address_part: usize,
}

/// Whether a DID has resolved before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Standing {
    Known,
    Stranger,
}

/// A requested fetch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fetch<'a> {
    pub(super) host: &'a str,
    /// The DID, as a number.
    pub(super) did: u64,
    pub(super) standing: Standing,
    pub(super) peer: Option<PeerAddress>,
}

/// A counter key: fetches by kind of DID, host or total, DID or all DIDs, address block or all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counter {
    standing: Standing,
    host: Option<Arc<str>>,
    did: Option<u64>,
    from: Option<Block>,
}

/// The fetches started within the current window. Exact: no window of this length exceeds the limits. Its size is at
/// most the total limit: refused fetches are not stored, so attackers cannot fill it with addresses or hosts.
#[derive(Debug)]
pub(super) struct Budget {
    limits: Limits,
    begun: VecDeque<(Timestamp, Vec<Counter>)>,
    counts: HashMap<Counter, usize>,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, begun: VecDeque::new(), counts: HashMap::new() }
    }

    /// Counts a fetch that starts now.
    pub(super) fn spend(&mut self, fetch: &Fetch<'_>, now: Timestamp) -> Result<(), ThrottleLimit> {
        self.forget(now.saturating_sub(self.limits.window));
        let host: Arc<str> = fetch.host.into();
        let mut counters = Vec::new();
        for place in [Some(host.clone()), None] {
            let room = self.room(place.as_ref(), fetch.standing)?;
            counters.push(Counter { standing: fetch.standing, host: place.clone(), did: None, from: None });
            for Share { counter, part, room } in self.shares(fetch, place.as_ref(), room) {
                if self.count(&counter).saturating_mul(part) >= room {
                    return Err(ThrottleLimit::Share);
                }
                counters.push(counter);
            }
        }
        // a host's share of the total: known and unknown DIDs together
        let of_host = self.begun_at(Some(&host));
        if of_host.saturating_mul(self.limits.address_part) >= self.room(None, fetch.standing)? {
            return Err(ThrottleLimit::Share);
        }
        for counter in &counters {
            *self.counts.entry(counter.clone()).or_default() += 1;
        }
        self.begun.push_back((now, counters));
        Ok(())
    }

    /// Removes fetches that started before a time.
    fn forget(&mut self, until: Timestamp) {
        while self.begun.front().is_some_and(|(begun, _)| *begun <= until) {
            for counter in self.begun.pop_front().into_iter().flat_map(|(_, counters)| counters) {
                if let Some(count) = self.counts.get_mut(&counter) {
                    *count -= 1;
                    if *count == 0 {
                        self.counts.remove(&counter);
                    }
                }
            }
        }
    }

    fn count(&self, counter: &Counter) -> usize {
        self.counts.get(counter).copied().unwrap_or(0)
    }

    fn count_of(&self, place: Option<&Arc<str>>, standing: Standing) -> usize {
        self.count(&Counter { standing, host: place.cloned(), did: None, from: None })
    }

    fn begun_at(&self, place: Option<&Arc<str>>) -> usize {
        self.count_of(place, Standing::Known) + self.count_of(place, Standing::Stranger)
    }

    /// Number of remaining fetches at a host or in total.
    fn room(&self, place: Option<&Arc<str>>, standing: Standing) -> Result<usize, ThrottleLimit> {
        type Limit = fn(usize) -> ThrottleLimit;
        let (limit, of_all, of_strangers): (_, Limit, Limit) = match place {
            Some(_) => (self.limits.per_host, ThrottleLimit::Host, ThrottleLimit::StrangersAtHost),
            None => (self.limits.in_all, ThrottleLimit::InAll, ThrottleLimit::StrangersInAll),
        };
        let left = limit.saturating_sub(self.begun_at(place));
        if left == 0 {
            return Err(of_all(limit));
        }
        if standing == Standing::Known {
            return Ok(left);
        }
        let for_strangers = untrusted_signers(limit, self.limits.kept_part);
        let open = for_strangers.saturating_sub(self.count_of(place, standing));
        if open == 0 { Err(of_strangers(for_strangers)) } else { Ok(left.min(open)) }
    }

    /// The parties with a share of the remaining fetches at a host or in total.
    fn shares(&self, fetch: &Fetch<'_>, place: Option<&Arc<str>>, room: usize) -> Vec<Share> {
        let part = self.limits.address_part;
        if part == 0 {
            return Vec::new();
        }
        let counter = |did, from| Counter { standing: fetch.standing, host: place.cloned(), did, from };
        let (link, network) = (fetch.peer.map(PeerAddress::link), fetch.peer.map(PeerAddress::network));
        let mut shares = Vec::new();
        // a known DID is fetched once in its document's lifetime, unless its document must not be cached
        let (by_link, by_network) = if place.is_some() && fetch.standing == Standing::Known {
            let of_did = counter(Some(fetch.did), None);
            let left_to_did = room.saturating_sub(self.count(&of_did));
            shares.push(Share { counter: of_did, part: 1, room });
            for block in [link, network].into_iter().flatten() {
                shares.push(Share { counter: counter(Some(fetch.did), Some(block)), part: 2, room: left_to_did });
            }
            (1, 1)
        } else {
            (part, (part / 2).max(1))
        };
        shares.extend(link.map(|link| Share { counter: counter(None, Some(link)), part: by_link, room }));
        shares.extend(network.map(|network| Share { counter: counter(None, Some(network)), part: by_network, room }));
        shares
    }
}

/// The parties and their factors: used fetches times the factor must be less than the remaining fetches.
#[derive(Debug)]
struct Share {
    counter: Counter,
    part: usize,
    room: usize,
}

/// The part of the limit for unknown DIDs.
pub(super) fn untrusted_signers(limit: usize, kept_part: usize) -> usize {
    limit - limit.checked_div(kept_part).unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Budget, Fetch, Limits, Standing, ThrottleLimit};
    use crate::{Timestamp, resolve::PeerAddress};
    use std::time::Duration;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_unix_seconds(second).unwrap()
    }

    fn budget(per_host: usize, in_all: usize, kept_part: usize, address_part: usize) -> Budget {
        Budget::new(Limits { per_host, in_all, window: Duration::from_secs(60), kept_part, address_part })
    }

    fn stranger(host: &str) -> Fetch<'_> {
        Fetch { host, did: 0, standing: Standing::Stranger, peer: None }
    }

    fn known(host: &str, did: u64) -> Fetch<'_> {
        Fetch { host, did, standing: Standing::Known, peer: None }
    }

    /// From this address.
    fn from<'a>(peer: &str, fetch: Fetch<'a>) -> Fetch<'a> {
        Fetch { peer: Some(PeerAddress::new(peer.parse().unwrap())), ..fetch }
    }

    /// Number of fetches until one is refused, and the reason.
    fn spend_all(budget: &mut Budget, fetch: Fetch<'_>, now: i64) -> (usize, ThrottleLimit) {
        (0..).find_map(|number| Some((number, budget.spend(&fetch, at(now)).err()?))).unwrap()
    }

    #[test]
    fn no_window_has_more_than_the_limit() {
        let mut budget = budget(3, 5, 0, 0);
        for second in [0, 10, 20] {
            assert_eq!(budget.spend(&stranger("a"), at(second)), Ok(()));
        }
        assert_eq!(budget.spend(&stranger("a"), at(20)), Err(ThrottleLimit::Host(3)));
        // refused fetches are not counted
        assert_eq!(budget.spend(&stranger("a"), at(59)), Err(ThrottleLimit::Host(3)));
        // the first of the three is outside the window, the second is not
        assert_eq!(budget.spend(&stranger("a"), at(60)), Ok(()));
        assert_eq!(budget.spend(&stranger("a"), at(69)), Err(ThrottleLimit::Host(3)));
        assert_eq!(budget.spend(&stranger("a"), at(70)), Ok(()));
    }

    #[test]
    fn all_hosts_together_have_a_limit() {
        let mut budget = budget(3, 5, 0, 0);
        for host in ["a", "b", "c", "d", "e"] {
            assert_eq!(budget.spend(&stranger(host), at(0)), Ok(()));
        }
        assert_eq!(budget.spend(&stranger("f"), at(59)), Err(ThrottleLimit::InAll(5)));
        assert_eq!(budget.spend(&stranger("f"), at(60)), Ok(()));
    }

    #[test]
    fn places_are_kept_for_known_dids() {
        let mut budget = budget(9, 12, 3, 0);
        assert_eq!(spend_all(&mut budget, stranger("a"), 0), (6, ThrottleLimit::StrangersAtHost(6)));
        assert_eq!(spend_all(&mut budget, stranger("b"), 0), (2, ThrottleLimit::StrangersInAll(8)));
        assert_eq!(spend_all(&mut budget, known("a", 1), 0), (3, ThrottleLimit::Host(9)));
        assert_eq!(spend_all(&mut budget, known("b", 1), 0), (1, ThrottleLimit::InAll(12)));
        // a fetch for a known DID does not use the part of unknown ones
        assert_eq!(budget.spend(&known("a", 1), at(60)), Ok(()));
        assert_eq!(spend_all(&mut budget, known("a", 1), 60), (8, ThrottleLimit::Host(9)));
        assert_eq!(spend_all(&mut budget, stranger("a"), 60), (0, ThrottleLimit::Host(9)));
    }

    #[test]
    fn a_stranger_s_address_has_a_share_of_what_is_left() {
        let mut budget = budget(300, 3_000, 3, 8);
        // 200 are available: after 23 fetches, 8 times 23 is not less than the 177 that remain
        assert_eq!(spend_all(&mut budget, from("192.0.2.1", stranger("a")), 0), (23, ThrottleLimit::Share));
        // its network has twice as much, for any number of addresses
        let network: usize =
            (2..255).map(|n| spend_all(&mut budget, from(&format!("192.0.2.{n}"), stranger("a")), 0).0).sum();
        assert_eq!(23 + network, 40);
        // all other addresses get less and less, but the next one always gets some
        let networks: Vec<usize> =
            (0..20).map(|n| spend_all(&mut budget, from(&format!("198.51.{n}.1"), stranger("a")), 0).0).collect();
        assert!(networks.is_sorted_by(|one, next| one >= next) && networks.iter().all(|&n| n > 0), "{networks:?}");
        // IPv6 by /64, and by /48
        let mut budget = self::budget(300, 3_000, 3, 8);
        let six = |n: usize| (0..8).map(move |low| format!("2001:db8:1:{n:x}::{low:x}"));
        let begun = |budget: &mut Budget, n| -> usize {
            six(n).map(|address| spend_all(budget, from(&address, stranger("a")), 0).0).sum()
        };
        assert_eq!(begun(&mut budget, 0), 23);
        assert_eq!((1..1_000).map(|n| begun(&mut budget, n)).sum::<usize>(), 17);
    }

    #[test]
    fn an_address_and_a_host_have_a_share_of_all() {
        let mut budget = budget(300, 3_000, 3, 8);
        let mut begun = 0;
        for host in 0..10_000 {
            begun += usize::from(budget.spend(&from("192.0.2.1", stranger(&format!("h{host}"))), at(0)).is_ok());
        }
        assert_eq!(begun, 223);
        // known DIDs of one host leave fetches for those of other hosts
        let mut budget = self::budget(300, 900, 3, 8);
        let mut begun = 0;
        for did in 0..10_000 {
            begun += usize::from(budget.spend(&known("a", did), at(0)).is_ok());
        }
        assert_eq!(begun, 100);
    }

    #[test]
    fn a_known_did_that_is_named_by_others_keeps_places() {
        // a document that must not be cached is fetched for each forged request with its DID
        let mut budget = budget(300, 3_000, 3, 8);
        assert_eq!(spend_all(&mut budget, from("192.0.2.1", known("a", 1)), 0), (75, ThrottleLimit::Share));
        spend_all(&mut budget, from("203.0.113.1", known("a", 1)), 0);
        assert_eq!(budget.spend(&from("198.51.100.1", known("a", 1)), at(0)), Ok(()));
        // for any number of clients that name it, another DID of the host still gets fetches
        for n in 0..200 {
            spend_all(&mut budget, from(&format!("203.0.{n}.1"), known("a", 1)), 0);
        }
        assert_eq!(budget.spend(&from("198.51.100.1", known("a", 2)), at(0)), Ok(()));
    }

    #[test]
    fn what_is_refused_or_over_is_forgotten() {
        let mut budget = budget(3, 1_000, 3, 8);
        for number in 0..10_000_u32 {
            let peer = std::net::Ipv4Addr::from_bits(number << 8).to_string();
            let _ = budget.spend(&from(&peer, stranger("a")), at(0));
        }
        assert_eq!((budget.begun.len(), budget.counts.len()), (2, 10));
        for number in 0..10_000 {
            budget.spend(&stranger(&format!("host-{number}")), at(100 + number)).unwrap();
        }
        assert_eq!((budget.counts.len(), budget.begun.len()), (61, 60));
    }
}
