//! Whose turn it is to fetch: so many at the same time from each host and in all, of which strangers have a part, and each address its own.

use super::{
    budget::{Fetch, Standing, strangers},
    peer_address::{Block, PeerAddress},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What has so many turns at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Queue {
    /// An address or a network.
    From(Block),
    /// A host's, of strangers.
    StrangersAt(Arc<str>),
    /// A host's.
    At(Arc<str>),
}

/// The turns of all who fetch.
#[derive(Debug)]
pub(super) struct Turns {
    per_host: usize,
    at_once: usize,
    kept_part: usize,
    address_part: usize,
    of_strangers: Arc<Semaphore>,
    of_all: Arc<Semaphore>,
    /// Those that somebody has a turn in, or waits for.
    queues: Mutex<HashMap<Queue, (Arc<Semaphore>, usize)>>,
}

impl Turns {
    pub(super) fn new(per_host: usize, at_once: usize, kept_part: usize, address_part: usize) -> Self {
        let permits = |permits: usize| Arc::new(Semaphore::new(permits.clamp(1, Semaphore::MAX_PERMITS)));
        let of_strangers = permits(strangers(at_once, kept_part));
        let of_all = permits(at_once);
        Self { per_host, at_once, kept_part, address_part, of_strangers, of_all, queues: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Queue, (Arc<Semaphore>, usize)>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stands in line for a fetch.
    pub(super) fn stand_in_line(&self, fetch: &Fetch<'_>) -> Visit<'_> {
        let host: Arc<str> = fetch.host.into();
        // first those that concern fewest: whoever waits there keeps nobody else waiting
        let mut wanted = Vec::new();
        if let (Some(peer), Some(share)) = (fetch.peer, self.at_once.checked_div(self.address_part)) {
            wanted.push((Queue::From(PeerAddress::link(peer)), share / 2));
            wanted.push((Queue::From(PeerAddress::network(peer)), share));
        }
        if fetch.standing == Standing::Stranger {
            wanted.push((Queue::StrangersAt(host.clone()), strangers(self.per_host, self.kept_part)));
        }
        wanted.push((Queue::At(host), self.per_host));
        let mut queues = self.lock();
        let lines = wanted.into_iter().map(|(queue, permits)| {
            let permits = permits.clamp(1, Semaphore::MAX_PERMITS);
            let (turns, users) = queues.entry(queue.clone()).or_insert_with(|| (Arc::new(Semaphore::new(permits)), 0));
            *users += 1;
            (queue, Arc::clone(turns))
        });
        Visit { turns: self, lines: lines.collect(), is_stranger: fetch.standing == Standing::Stranger }
    }
}

/// A fetch that is under way or waits for its turn.
#[derive(Debug)]
pub(super) struct Visit<'a> {
    turns: &'a Turns,
    lines: Vec<(Queue, Arc<Semaphore>)>,
    is_stranger: bool,
}

impl Visit<'_> {
    /// Waits for its turn in each line; it has it until the permits are dropped. `None` is never: no line is closed.
    pub(super) async fn turn(&self) -> Option<Vec<OwnedSemaphorePermit>> {
        let mut permits = Vec::new();
        let of_strangers = self.is_stranger.then_some(&self.turns.of_strangers);
        let lines = self.lines.iter().map(|(_, turns)| turns).chain(of_strangers).chain([&self.turns.of_all]);
        for turns in lines {
            permits.push(Arc::clone(turns).acquire_owned().await.ok()?);
        }
        Some(permits)
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let mut queues = self.turns.lock();
        for (queue, _) in &self.lines {
            if let Some((_, users)) = queues.get_mut(queue) {
                *users -= 1;
                if *users == 0 {
                    queues.remove(queue);
                }
            }
        }
    }
}
