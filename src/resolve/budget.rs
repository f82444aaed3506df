//! How many fetches may be begun within a window of time, at each host and in all, and who of those who cause them has which share.
//!
//! | who | of what | may have begun, before the next one, less than |
//! |---|---|---|
//! | all | a host's places, all places | their number |
//! | strangers | the same | the number of those that are not kept for known DIDs |
//! | a stranger's address; its network | what is left to strangers, at the host and in all | one part in `part`; two |
//! | a known DID; an address; its network | what is left of a host's places | as many as are left |
//! | an address, for one known DID | what is left of a host's places to that DID | half as many as are left |
//! | whoever resolves known DIDs, by address; by network | what is left in all | one part in `part`; two |
//! | a host | what is left in all | one part in `part` |
//!
//! As a share is one of what is left, few never use up everything: each leaves something to the next.

use super::peer_address::{Block, PeerAddress};
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
    /// One part in so many is kept for known DIDs; 0: none.
    pub(super) kept_part: usize,
    /// An address has one part in so many; 0: there are no shares.
    pub(super) address_part: usize,
}

/// Whether a DID has resolved before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Standing {
    Known,
    Stranger,
}

/// A fetch that someone would begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fetch<'a> {
    pub(super) host: &'a str,
    /// The DID, as a number.
    pub(super) did: u64,
    pub(super) standing: Standing,
    pub(super) peer: Option<PeerAddress>,
}

/// Which limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exhausted {
    /// That of the host.
    Host,
    /// That of all hosts together.
    All,
    /// What strangers may have of the host's.
    StrangersAtHost,
    /// What strangers may have of all.
    StrangersInAll,
    /// The share of whoever asks, or of what is asked for.
    Share,
}

/// What is counted: fetches for DIDs of a standing, at a host or in all, of one DID or all, from a block of addresses or from anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counter {
    standing: Standing,
    host: Option<Arc<str>>,
    did: Option<u64>,
    from: Option<Block>,
}

/// Fetches begun within the window that ends now. Exact: in no window of that length are more begun than the limits
/// say. As large as the limit in all, at most: what is refused leaves nothing behind, so no list of addresses or hosts can be filled up.
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

    /// Counts a fetch begun now.
    pub(super) fn spend(&mut self, fetch: &Fetch<'_>, now: Timestamp) -> Result<(), Exhausted> {
        self.forget(now.saturating_sub(self.limits.window));
        let host: Arc<str> = fetch.host.into();
        let mut counters = Vec::new();
        for place in [Some(host.clone()), None] {
            let room = self.room(place.as_ref(), fetch.standing)?;
            counters.push(Counter { standing: fetch.standing, host: place.clone(), did: None, from: None });
            for Share { counter, part, room } in self.shares(fetch, place.as_ref(), room) {
                if self.count(&counter).saturating_mul(part) >= room {
                    return Err(Exhausted::Share);
                }
                counters.push(counter);
            }
        }
        // a host's share of all: both standings together
        let of_host = self.begun_at(Some(&host));
        if of_host.saturating_mul(self.limits.address_part) >= self.room(None, fetch.standing)? {
            return Err(Exhausted::Share);
        }
        for counter in &counters {
            *self.counts.entry(counter.clone()).or_default() += 1;
        }
        self.begun.push_back((now, counters));
        Ok(())
    }

    /// Forgets what was begun until then.
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

    /// How many places are left at a host, or in all.
    fn room(&self, place: Option<&Arc<str>>, standing: Standing) -> Result<usize, Exhausted> {
        let (limit, exhausted, for_strangers) = match place {
            Some(_) => (self.limits.per_host, Exhausted::Host, Exhausted::StrangersAtHost),
            None => (self.limits.in_all, Exhausted::All, Exhausted::StrangersInAll),
        };
        let left = limit.saturating_sub(self.begun_at(place));
        if left == 0 {
            return Err(exhausted);
        }
        if standing == Standing::Known {
            return Ok(left);
        }
        let open = untrusted_signers(limit, self.limits.kept_part).saturating_sub(self.count_of(place, standing));
        if open == 0 { Err(for_strangers) } else { Ok(left.min(open)) }
    }

    /// What has a share of the places at a host, or in all, of which so many are left.
    fn shares(&self, fetch: &Fetch<'_>, place: Option<&Arc<str>>, room: usize) -> Vec<Share> {
        let part = self.limits.address_part;
        if part == 0 {
            return Vec::new();
        }
        let counter = |did, from| Counter { standing: fetch.standing, host: place.cloned(), did, from };
        let (link, network) = (fetch.peer.map(PeerAddress::link), fetch.peer.map(PeerAddress::network));
        let mut shares = Vec::new();
        // a known DID is fetched once in its document's lifetime, whoever asks: unless its document may not be kept
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

/// Who has a share: so many times the part must be less than what is left.
#[derive(Debug)]
struct Share {
    counter: Counter,
    part: usize,
    room: usize,
}

/// How many of the places strangers may have.
pub(super) fn untrusted_signers(limit: usize, kept_part: usize) -> usize {
    limit - limit.checked_div(kept_part).unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Budget, Exhausted, Fetch, Limits, Standing};
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

    /// How many of these are begun before one is refused, and why it is.
    fn spend_all(budget: &mut Budget, fetch: Fetch<'_>, now: i64) -> (usize, Exhausted) {
        (0..).find_map(|number| Some((number, budget.spend(&fetch, at(now)).err()?))).unwrap()
    }

    #[test]
    fn no_window_has_more_than_the_limit() {
        let mut budget = budget(3, 5, 0, 0);
        for second in [0, 10, 20] {
            assert_eq!(budget.spend(&stranger("a"), at(second)), Ok(()));
        }
        assert_eq!(budget.spend(&stranger("a"), at(20)), Err(Exhausted::Host));
        // what was refused does not count
        assert_eq!(budget.spend(&stranger("a"), at(59)), Err(Exhausted::Host));
        // the first of the three is out of the window, the second is not
        assert_eq!(budget.spend(&stranger("a"), at(60)), Ok(()));
        assert_eq!(budget.spend(&stranger("a"), at(69)), Err(Exhausted::Host));
        assert_eq!(budget.spend(&stranger("a"), at(70)), Ok(()));
    }

    #[test]
    fn all_hosts_together_have_a_limit() {
        let mut budget = budget(3, 5, 0, 0);
        for host in ["a", "b", "c", "d", "e"] {
            assert_eq!(budget.spend(&stranger(host), at(0)), Ok(()));
        }
        assert_eq!(budget.spend(&stranger("f"), at(59)), Err(Exhausted::All));
        assert_eq!(budget.spend(&stranger("f"), at(60)), Ok(()));
    }

    #[test]
    fn places_are_kept_for_known_dids() {
        let mut budget = budget(9, 12, 3, 0);
        assert_eq!(spend_all(&mut budget, stranger("a"), 0), (6, Exhausted::StrangersAtHost));
        assert_eq!(spend_all(&mut budget, stranger("b"), 0), (2, Exhausted::StrangersInAll));
        assert_eq!(spend_all(&mut budget, known("a", 1), 0), (3, Exhausted::Host));
        assert_eq!(spend_all(&mut budget, known("b", 1), 0), (1, Exhausted::All));
        // a place that a known DID has is no stranger's
        assert_eq!(budget.spend(&known("a", 1), at(60)), Ok(()));
        assert_eq!(spend_all(&mut budget, known("a", 1), 60), (8, Exhausted::Host));
        assert_eq!(spend_all(&mut budget, stranger("a"), 60), (0, Exhausted::Host));
    }

    #[test]
    fn a_stranger_s_address_has_a_share_of_what_is_left() {
        let mut budget = budget(300, 3_000, 3, 8);
        // 200 are open: with 23 of them begun, 8 times 23 is no longer less than the 177 that are left
        assert_eq!(spend_all(&mut budget, from("192.0.2.1", stranger("a")), 0), (23, Exhausted::Share));
        // its network has twice as much, and no more, however many addresses it has
        let network: usize =
            (2..255).map(|n| spend_all(&mut budget, from(&format!("192.0.2.{n}"), stranger("a")), 0).0).sum();
        assert_eq!(23 + network, 40);
        // all the others have less and less, and there is always something left for the next
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
        // a host too: known DIDs of one host leave places to those of others
        let mut budget = self::budget(300, 900, 3, 8);
        let mut begun = 0;
        for did in 0..10_000 {
            begun += usize::from(budget.spend(&known("a", did), at(0)).is_ok());
        }
        assert_eq!(begun, 100);
    }

    #[test]
    fn a_known_did_that_is_named_by_others_keeps_places() {
        // a document that may not be kept is fetched for each forged request that names its DID
        let mut budget = budget(300, 3_000, 3, 8);
        assert_eq!(spend_all(&mut budget, from("192.0.2.1", known("a", 1)), 0), (75, Exhausted::Share));
        spend_all(&mut budget, from("203.0.113.1", known("a", 1)), 0);
        assert_eq!(budget.spend(&from("198.51.100.1", known("a", 1)), at(0)), Ok(()));
        // however many name it, there is something left for another DID of the host
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
