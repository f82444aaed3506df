//! What is to be looked at: the well-known places, and what is found to be named there, each once and not without end.

use super::{Inspector, Link, ProbeReason, ProbedDocument};
use std::collections::{HashSet, VecDeque};

/// What is to be looked at of a host.
#[derive(Debug)]
pub struct Queue {
    waiting: VecDeque<Link>,
    known: HashSet<String>,
    /// How many documents that others name may be looked at yet.
    room: usize,
    /// How many were not looked at, for want of room or time.
    pub left: usize,
}

impl Queue {
    /// The well-known places of an origin, and room for `most` documents that these name.
    #[must_use]
    pub fn new(inspector: &Inspector<'_>, origin: &str, most: usize) -> Self {
        let waiting: VecDeque<Link> = inspector.places().into_iter().map(|place| Link::at(place, origin)).collect();
        let known = waiting.iter().map(|link| link.url.clone()).collect();
        Self { waiting, known, room: most, left: 0 }
    }

    /// The next one.
    pub fn take(&mut self) -> Option<Link> {
        self.waiting.pop_front()
    }

    /// Adds the documents that a document names.
    pub fn follow(&mut self, exhibit: &ProbedDocument<'_>) {
        self.add(&exhibit.links);
    }

    /// Adds the files and, where they are wanted, the interfaces that a document names.
    pub fn probe(&mut self, exhibit: &ProbedDocument<'_>, interfaces: bool) {
        let is_wanted = |link: &&Link| interfaces || link.asked != ProbeReason::Interface;
        self.add(exhibit.probes.iter().filter(is_wanted));
    }

    fn add<'l>(&mut self, links: impl IntoIterator<Item = &'l Link>) {
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
