//! The queue of URLs to probe: well-known locations and links, each once and within a limit.

use super::{Inspector, ProbeReason, ProbeTarget, ProbedDocument};
use std::collections::{HashSet, VecDeque};

/// The URLs to probe on a host.
#[derive(Debug)]
pub struct Queue {
    waiting: VecDeque<ProbeTarget>,
    known: HashSet<String>,
    /// Number of linked documents that may still be probed.
    room: usize,
    /// Number of documents that were not probed, because of a limit.
    pub left: usize,
}

impl Queue {
    /// Starts with the well-known locations of an origin, and allows `most` linked documents.
    #[must_use]
    pub fn new(inspector: &Inspector<'_>, origin: &str, most: usize) -> Self {
        let waiting: VecDeque<ProbeTarget> =
            inspector.places().into_iter().map(|place| ProbeTarget::at(place, origin)).collect();
        let known = waiting.iter().map(|link| link.url.clone()).collect();
        Self { waiting, known, room: most, left: 0 }
    }

    /// Adds the home page of an origin, for its `Link` header fields.
    pub fn add_home(&mut self, origin: &str) {
        let home = ProbeTarget { reason: ProbeReason::Home, ..ProbeTarget::to(format!("{origin}/")) };
        self.known.insert(home.url.clone());
        self.waiting.push_back(home);
    }

    /// The next URL.
    pub fn take(&mut self) -> Option<ProbeTarget> {
        self.waiting.pop_front()
    }

    /// Adds the documents that a document links to.
    pub fn follow(&mut self, probed: &ProbedDocument<'_>) {
        self.add(&probed.links);
    }

    /// Adds the files that a document links to, and optionally its interfaces.
    pub fn probe(&mut self, probed: &ProbedDocument<'_>, interfaces: bool) {
        let is_wanted = |link: &&ProbeTarget| interfaces || link.reason != ProbeReason::Interface;
        self.add(probed.probes.iter().filter(is_wanted));
    }

    fn add<'l>(&mut self, links: impl IntoIterator<Item = &'l ProbeTarget>) {
        for link in links {
            if !self.known.insert(link.url.clone()) {
                continue;
            }
            match self.room.checked_sub(1) {
                Some(room) => {
                    self.room = room;
                    self.waiting.push_back(link.clone());
                }
                None => self.left += 1,
            }
        }
    }
}
