//! Fair scheduling of fetches: concurrency is limited per host and in total. Unknown DIDs may use a part of it, and
//! each client address a share of that part.
//!
//! | party | quota | maximum number of concurrent fetches |
//! |---|---|---|
//! | everyone | a host; the total | the limit |
//! | unknown DIDs | the same | the limit without the part reserved for known DIDs |
//! | an address; its network | the total | half a `part`; one `part` |
//! | a network with unknown DIDs | the quota of unknown DIDs, at the host and in total | as many as remain free |
//!
//! Waiting fetches are scheduled round-robin. At each host, the least recently served network is next. Within a network,
//! it is the least recently served address; within an address, the first fetch in the queue. Between hosts, it is the
//! network that was served least recently at any host.

use super::{
    budget::{Fetch, Standing, untrusted_signers},
    peer_address::{Block, PeerAddress},
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// The scheduler of all fetches.
#[derive(Debug)]
pub(super) struct FairScheduler {
    per_host: usize,
    at_once: usize,
    kept_part: usize,
    address_part: usize,
    state: Mutex<State>,
}

/// A counter key: kind of DID or all, host or total, address block or all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct QuotaKey {
    standing: Option<Standing>,
    host: Option<Arc<str>>,
    from: Option<Origin>,
}

/// An address or a network; `None` if it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Link(Option<Block>),
    Network(Option<Block>),
}

/// The counters of a key.
#[derive(Debug)]
struct Usage {
    /// Number of running and waiting fetches.
    visitors: usize,
    /// Number of running fetches.
    turns: usize,
    /// The event number of the last start or end of a fetch, or of the arrival.
    last: u64,
}

/// Running and waiting fetches; nothing else is stored.
#[derive(Debug, Default)]
struct State {
    tallies: HashMap<QuotaKey, Usage>,
    /// By number, in the order of arrival.
    waiting: BTreeMap<u64, Arc<Ticket>>,
    /// Number of events: arrival, start and end.
    events: u64,
}

/// A running or waiting fetch.
#[derive(Debug)]
struct Ticket {
    host: Arc<str>,
    /// Keys with a concurrency limit.
    limits: Vec<(QuotaKey, usize)>,
    /// A network, the group that it shares with others, and the group's limit.
    shares: Vec<(QuotaKey, QuotaKey, usize)>,
    /// The network and the address at the host.
    at_host: [QuotaKey; 2],
    /// The network and the address in total.
    in_all: [QuotaKey; 2],
    called: Notify,
}

impl FairScheduler {
    pub(super) fn new(per_host: usize, at_once: usize, kept_part: usize, address_part: usize) -> Self {
        Self { per_host, at_once, kept_part, address_part, state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a fetch.
    pub(super) fn stand_in_line(self: &Arc<Self>, fetch: &Fetch<'_>) -> Permit {
        let visitor = Arc::new(self.visitor(fetch));
        let mut state = self.lock();
        let number = state.come(&visitor);
        // earlier fetches are still blocked by the same limits
        if state.may_go(&visitor) {
            state.call(number);
        }
        Permit { turns: Arc::clone(self), number, visitor }
    }

    fn visitor(&self, fetch: &Fetch<'_>) -> Ticket {
        let host: Arc<str> = fetch.host.into();
        let is_stranger = fetch.standing == Standing::Stranger;
        let peer = fetch.peer.filter(|_| self.address_part > 0);
        let link = Origin::Link(peer.map(PeerAddress::link));
        let network = Origin::Network(peer.map(PeerAddress::network));
        let party = |standing, host: Option<&Arc<str>>, from| QuotaKey { standing, host: host.cloned(), from };
        let (mut limits, mut shares) = (Vec::new(), Vec::new());
        let [at_host, in_all] = [(Some(&host), self.per_host), (None, self.at_once)].map(|(place, turns)| {
            let of_standing = |from| party(Some(fetch.standing), place, from);
            if is_stranger {
                let open = untrusted_signers(turns, self.kept_part).max(1);
                limits.push((of_standing(None), open));
                if peer.is_some() {
                    shares.push((of_standing(Some(network)), of_standing(None), open));
                }
            }
            limits.push((party(None, place, None), turns.max(1)));
            [of_standing(Some(network)), of_standing(Some(link))]
        });
        if peer.is_some() {
            let share = self.at_once.checked_div(self.address_part).unwrap_or(0);
            limits.push((party(None, None, Some(link)), (share / 2).max(1)));
            limits.push((party(None, None, Some(network)), share.max(1)));
        }
        Ticket { host, limits, shares, at_host, in_all, called: Notify::new() }
    }
}

impl State {
    fn next_event(&mut self) -> u64 {
        self.events += 1;
        self.events
    }

    /// Adds a waiting fetch.
    fn come(&mut self, visitor: &Arc<Ticket>) -> u64 {
        let number = self.next_event();
        for party in visitor.parties() {
            match self.tallies.get_mut(party) {
                Some(tally) => tally.visitors += 1,
                None => {
                    self.tallies.insert(party.clone(), Usage { visitors: 1, turns: 0, last: number });
                }
            }
        }
        self.waiting.insert(number, Arc::clone(visitor));
        number
    }

    /// Removes a running or waiting fetch.
    fn go(&mut self, number: u64, visitor: &Ticket) {
        let event = self.next_event();
        let had_a_turn = self.waiting.remove(&number).is_none();
        for party in visitor.parties() {
            if let Some(tally) = self.tallies.get_mut(party) {
                if had_a_turn {
                    tally.turns -= 1;
                    tally.last = event;
                }
                tally.visitors -= 1;
                if tally.visitors == 0 {
                    self.tallies.remove(party);
                }
            }
        }
        // a fetch that did not start frees no permit
        if had_a_turn {
            while let Some(next) = self.next() {
                self.call(next);
            }
        }
    }

    /// Starts a fetch.
    fn call(&mut self, number: u64) {
        let event = self.next_event();
        if let Some(visitor) = self.waiting.remove(&number) {
            for party in visitor.parties() {
                if let Some(tally) = self.tallies.get_mut(party) {
                    tally.turns += 1;
                    tally.last = event;
                }
            }
            visitor.called.notify_one();
        }
    }

    /// Selects the next waiting fetch.
    fn next(&self) -> Option<u64> {
        let mut next_at: HashMap<&str, ([u64; 2], u64, &Ticket)> = HashMap::new();
        for (&number, visitor) in self.waiting.iter().filter(|(_, visitor)| self.may_go(visitor)) {
            let last = self.last(&visitor.at_host);
            let next = next_at.entry(&visitor.host).or_insert((last, number, visitor));
            if (last, number) < (next.0, next.1) {
                *next = (last, number, visitor);
            }
        }
        let next = next_at.into_values().min_by_key(|(_, number, visitor)| (self.last(&visitor.in_all), *number));
        next.map(|(_, number, _)| number)
    }

    /// Whether a permit is available that is not reserved for others.
    fn may_go(&self, visitor: &Ticket) -> bool {
        visitor.limits.iter().all(|(party, most)| self.turns(party) < *most)
            && visitor.shares.iter().all(|(network, among, most)| {
                // the limit holds, so there are no more of them
                self.turns(network) < most.saturating_sub(self.turns(among))
            })
    }

    fn turns(&self, party: &QuotaKey) -> usize {
        self.tallies.get(party).map_or(0, |tally| tally.turns)
    }

    /// The last events of these keys.
    fn last(&self, parties: &[QuotaKey; 2]) -> [u64; 2] {
        parties.each_ref().map(|party| self.tallies.get(party).map_or(0, |tally| tally.last))
    }
}

impl Ticket {
    /// All counter keys of a fetch, each once.
    fn parties(&self) -> impl Iterator<Item = &QuotaKey> {
        self.limits.iter().map(|(party, _)| party).chain(&self.at_host).chain(&self.in_all)
    }
}

/// A queued or running fetch, until it is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    turns: Arc<FairScheduler>,
    number: u64,
    visitor: Arc<Ticket>,
}

impl Permit {
    /// Waits for the permit, which is held until the drop.
    pub(super) async fn turn(&self) {
        self.visitor.called.notified().await;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.turns.lock().go(self.number, &self.visitor);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{FairScheduler, Permit};
    use crate::resolve::{
        PeerAddress,
        budget::{Fetch, Standing},
    };
    use std::sync::Arc;

    fn of(per_host: usize, at_once: usize, kept_part: usize, address_part: usize) -> Arc<FairScheduler> {
        Arc::new(FairScheduler::new(per_host, at_once, kept_part, address_part))
    }

    fn stranger<'a>(host: &'a str, peer: &str) -> Fetch<'a> {
        let peer = (!peer.is_empty()).then(|| PeerAddress::new(peer.parse().unwrap()));
        Fetch { host, did: 0, standing: Standing::Stranger, peer }
    }

    fn known<'a>(host: &'a str, peer: &str) -> Fetch<'a> {
        Fetch { standing: Standing::Known, ..stranger(host, peer) }
    }

    /// Number of fetches at the host from an address.
    fn come(turns: &Arc<FairScheduler>, count: usize, fetch: Fetch<'_>) -> Vec<Permit> {
        (0..count).map(|_| turns.stand_in_line(&fetch)).collect()
    }

    fn has_a_turn(turns: &FairScheduler, visit: &Permit) -> bool {
        !turns.lock().waiting.contains_key(&visit.number)
    }

    /// Number of running fetches.
    fn called(turns: &FairScheduler, visits: &[Permit]) -> usize {
        visits.iter().filter(|visit| has_a_turn(turns, visit)).count()
    }

    /// Ends one running fetch.
    fn end_one(turns: &FairScheduler, visits: &mut Vec<Permit>) {
        let at = visits.iter().position(|visit| has_a_turn(turns, visit)).unwrap();
        drop(visits.remove(at));
    }

    #[test]
    fn a_network_leaves_as_many_turns_as_it_has() {
        // six of the host's eight permits are available to unknown DIDs
        let turns = of(8, 64, 3, 8);
        let from = |n: usize| -> Vec<Permit> {
            (0..12).flat_map(|low| come(&turns, 4, stranger("a", &format!("198.51.{n}.{low}")))).collect()
        };
        let visits: Vec<_> = (0..5).map(from).collect();
        let had: Vec<usize> = visits.iter().map(|visits| called(&turns, visits)).collect();
        assert_eq!(had, [3, 2, 1, 0, 0]);
        // another host has its own limit, and the total is 43: eight from one network, four from one address
        let elsewhere: Vec<_> =
            (0..20).flat_map(|n| come(&turns, 2, stranger(&format!("b{n}"), "203.0.113.1"))).collect();
        assert_eq!(called(&turns, &elsewhere), 4);
        let beside: Vec<_> = (0..20)
            .flat_map(|n| come(&turns, 1, stranger(&format!("b{n}"), &format!("203.0.113.{}", n + 2))))
            .collect();
        assert_eq!(called(&turns, &beside), 4);
        // a fetch without a known network has no share
        let turns = of(8, 64, 3, 8);
        assert_eq!(called(&turns, &come(&turns, 9, stranger("a", ""))), 6);
        // without shares there is no limit either
        let turns = of(8, 64, 3, 0);
        assert_eq!(called(&turns, &come(&turns, 9, stranger("a", "192.0.2.1"))), 6);
        // a single permit is available to everyone
        let turns = of(1, 1, 3, 8);
        let visits = come(&turns, 2, stranger("a", "192.0.2.1"));
        assert_eq!(called(&turns, &visits), 1);
    }

    #[test]
    fn in_all_a_network_leaves_as_many_as_it_has_too() {
        // 12 in total, eight of them for unknown DIDs
        let turns = of(8, 12, 3, 1);
        let hosts: Vec<String> = (0..12).map(|n| format!("h{n}")).collect();
        let from = |network: &'static str| -> Vec<Permit> {
            let mut peers = 0..;
            hosts
                .iter()
                .map(|host| turns.stand_in_line(&stranger(host, &format!("{network}.{}", peers.next().unwrap()))))
                .collect()
        };
        let visits = ["192.0.2", "198.51.100", "203.0.113"].map(from);
        assert_eq!(visits.each_ref().map(|visits| called(&turns, visits)), [4, 2, 1]);
    }

    #[test]
    fn known_dids_have_what_is_left() {
        let turns = of(8, 64, 3, 8);
        let _strangers = come(&turns, 20, stranger("a", ""));
        let visits = come(&turns, 20, known("a", "192.0.2.1"));
        assert_eq!(called(&turns, &visits), 2);
        let turns = of(8, 64, 3, 8);
        let links: Vec<_> = (0..5).flat_map(|n| come(&turns, 2, known("a", &format!("192.0.2.{n}")))).collect();
        assert_eq!(called(&turns, &links), 8);
        let (_other, in_all) = (links, of(8, 6, 0, 0));
        let visits: Vec<_> = (0..9).flat_map(|n| come(&in_all, 1, known(&format!("h{n}"), ""))).collect();
        assert_eq!(called(&in_all, &visits), 6);
    }

    #[test]
    fn the_network_whose_last_turn_is_longest_ago_is_next() {
        // with one permit, each fetch starts when another ends
        let turns = of(1, 64, 0, 8);
        let mut first = come(&turns, 4, stranger("a", "192.0.2.1"));
        let mut second = come(&turns, 2, stranger("a", "198.51.100.1"));
        let mut third = come(&turns, 1, stranger("a", "203.0.113.1"));
        let mut order = Vec::new();
        for _ in 0..7 {
            let each = [&mut first, &mut second, &mut third];
            let now = each.iter().position(|visits| called(&turns, visits) == 1).unwrap();
            order.push(now);
            end_one(&turns, [&mut first, &mut second, &mut third][now]);
        }
        assert_eq!(order, [0, 1, 2, 0, 1, 0, 0]);
    }

    #[test]
    fn of_a_network_the_address_whose_last_turn_is_longest_ago_is_next() {
        let turns = of(1, 64, 0, 8);
        let mut many = come(&turns, 4, stranger("a", "192.0.2.1"));
        let one = come(&turns, 1, stranger("a", "192.0.2.2"));
        end_one(&turns, &mut many);
        assert_eq!((called(&turns, &many), called(&turns, &one)), (0, 1));
        drop(one);
        // within one address: first come, first served
        assert!(has_a_turn(&turns, &many[0]));
    }

    #[test]
    fn of_several_hosts_the_network_whose_last_turn_anywhere_is_longest_ago_is_next() {
        let turns = of(8, 1, 0, 8);
        let hosts: Vec<String> = (0..4).map(|n| format!("h{n}")).collect();
        let mut many: Vec<_> = hosts.iter().map(|host| turns.stand_in_line(&stranger(host, "192.0.2.1"))).collect();
        let one = turns.stand_in_line(&stranger("z", "198.51.100.1"));
        end_one(&turns, &mut many);
        assert!(has_a_turn(&turns, &one));
        drop(one);
        assert!(has_a_turn(&turns, &many[0]));
    }

    #[test]
    fn whoever_waits_for_one_host_holds_no_turn_of_another_s() {
        let turns = of(1, 2, 0, 0);
        let waiting = come(&turns, 50, stranger("slow", ""));
        assert_eq!(called(&turns, &waiting), 1);
        assert!(has_a_turn(&turns, &turns.stand_in_line(&stranger("quick", ""))));
    }

    #[test]
    fn whoever_goes_leaves_nothing_behind() {
        let turns = of(2, 3, 0, 8);
        let mut visits = Vec::new();
        for number in 0..500_u32 {
            let peer = std::net::Ipv4Addr::from_bits(number << 8).to_string();
            let host = format!("h{}", number % 5);
            visits.push(turns.stand_in_line(&if number % 3 == 0 {
                known(&host, &peer)
            } else {
                stranger(&host, &peer)
            }));
        }
        assert_eq!((called(&turns, &visits), turns.lock().waiting.len()), (3, 497));
        // waiting fetches end first, then running ones, from the last to the first
        let waiting = visits.iter().position(|visit| !has_a_turn(&turns, visit)).unwrap();
        drop(visits.remove(waiting));
        assert_eq!(called(&turns, &visits), 3);
        while visits.pop().is_some() {
            assert_eq!(called(&turns, &visits), visits.len().min(3));
        }
        let state = turns.lock();
        assert!(state.waiting.is_empty() && state.tallies.is_empty(), "{state:?}");
    }
}
