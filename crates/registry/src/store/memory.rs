//! A store in memory, for tests and demos.

use super::{
    Answer, Changes, MAX_REMOVED_PER_CALL, Position, Revision, Store, StoreError, Usage, Write, Written, store_name,
    usage::Held,
};
use crate::{Entry, Identifier, Stored, Summary};
use agent_description::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Bound,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Keeps entries until it is dropped.
#[derive(Debug)]
pub struct MemoryStore {
    name: String,
    inside: Mutex<MemoryState>,
}

#[derive(Debug, Default)]
struct MemoryState {
    stored: BTreeMap<Identifier, Stored>,
    by_sequence: BTreeMap<u64, Identifier>,
    due: BTreeSet<(Timestamp, Identifier)>,
    hosts: HashMap<String, Usage>,
    sequence: u64,
    /// Sequence of the last forgotten removal.
    forgotten: u64,
}

impl MemoryStore {
    /// An empty store.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers for its name.
    pub fn new() -> Result<Self, StoreError> {
        Ok(Self { name: store_name()?, inside: Mutex::default() })
    }

    fn inside(&self) -> MutexGuard<'_, MemoryState> {
        // a panic leaves the data consistent
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryState {
    fn write(&mut self, write: Write) -> Written {
        let (stored, replaces, quota) = write.into_parts();
        let before = self.stored.get(stored.identifier()).map(Held::for_stored);
        if !Held::admits(before, &stored, replaces) {
            return Written::Conflict;
        }
        let host = stored.identifier().host().to_owned();
        let now = self.usage(&host);
        let after = now.without(before).with(Held::for_stored(&stored));
        if after.is_refused_by(quota, now) {
            return Written::OverQuota(now);
        }
        self.hosts.insert(host.clone(), after);
        let written = self.replace(stored);
        if after.removed > MAX_REMOVED_PER_CALL {
            self.forget_oldest_removal(&host);
        }
        written
    }

    fn usage(&self, host: &str) -> Usage {
        self.hosts.get(host).copied().unwrap_or_default()
    }

    fn replace(&mut self, mut stored: Stored) -> Written {
        self.sequence += 1;
        let identifier = stored.identifier().clone();
        if let Some(before) = self.stored.get(&identifier) {
            self.by_sequence.remove(&before.sequence());
            if let Stored::Entry(entry) = before
                && let Some(next) = entry.evidence.next
            {
                self.due.remove(&(next, identifier.clone()));
            }
        }
        match &mut stored {
            Stored::Entry(entry) => {
                entry.sequence = self.sequence;
                if let Some(next) = entry.evidence.next {
                    self.due.insert((next, identifier.clone()));
                }
            }
            Stored::Removed(removed) => removed.sequence = self.sequence,
        }
        self.by_sequence.insert(self.sequence, identifier.clone());
        self.stored.insert(identifier, stored);
        Written::Done { sequence: self.sequence }
    }

    fn forget_oldest_removal(&mut self, host: &str) {
        let is_its = |stored: &&Stored| matches!(stored, Stored::Removed(removed) if removed.identifier.host() == host);
        let Some(oldest) = self.stored.values().filter(is_its).min_by_key(|stored| stored.sequence()) else { return };
        let (sequence, identifier) = (oldest.sequence(), oldest.identifier().clone());
        self.stored.remove(&identifier);
        self.by_sequence.remove(&sequence);
        self.forgotten = self.forgotten.max(sequence);
        if let Some(usage) = self.hosts.get_mut(host) {
            usage.removed = usage.removed.saturating_sub(1);
        }
    }
}

fn ready<'a, T: Send + 'a>(value: T) -> Answer<'a, T> {
    Box::pin(std::future::ready(Ok(value)))
}

impl Store for MemoryStore {
    fn get<'a>(&'a self, identifier: &'a Identifier) -> Answer<'a, Option<Stored>> {
        ready(self.inside().stored.get(identifier).cloned())
    }

    fn summaries(&self, identifiers: Vec<Identifier>) -> Answer<'_, Vec<Summary>> {
        let inside = self.inside();
        let summary = |identifier: &Identifier| match inside.stored.get(identifier)? {
            Stored::Entry(entry) => Some(Summary::from(&**entry)),
            Stored::Removed(_) => None,
        };
        ready(identifiers.iter().filter_map(summary).collect())
    }

    fn write(&self, writes: Vec<Write>) -> Answer<'_, Vec<Written>> {
        let mut inside = self.inside();
        let written = writes.into_iter().map(|write| inside.write(write)).collect();
        drop(inside);
        ready(written)
    }

    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> Answer<'a, Vec<Entry>> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let inside = self.inside();
        let behind = inside.stored.range::<Identifier, _>((from, Bound::Unbounded)).map(|(_, stored)| stored);
        let entries = behind.filter_map(|stored| match stored {
            Stored::Entry(entry) => Some(entry.as_ref().clone()),
            Stored::Removed(_) => None,
        });
        ready(entries.take(most).collect())
    }

    fn changes(&self, after: Revision, most: usize) -> Answer<'_, Changes> {
        let is_known = after.is_of_store(Some(0));
        let after = after.sequence;
        let inside = self.inside();
        let behind = inside.by_sequence.range((Bound::Excluded(after), Bound::Unbounded));
        let changes: Vec<Stored> =
            behind.take(most).filter_map(|(_, identifier)| inside.stored.get(identifier).cloned()).collect();
        let last = changes.last().map_or(inside.sequence, Stored::sequence);
        let sequence = if changes.len() < most { inside.sequence } else { last };
        let is_complete = is_known && (after == 0 || (inside.forgotten..=inside.sequence).contains(&after));
        ready(Changes { changes, is_complete, revision: sequence.into() })
    }

    fn position(&self) -> Answer<'_, Position> {
        ready(Position { store: self.name.clone(), revision: self.inside().sequence.into() })
    }

    fn usage<'a>(&'a self, host: &'a str) -> Answer<'a, Usage> {
        ready(self.inside().usage(host))
    }

    fn due(&self, by: Timestamp, most: usize) -> Answer<'_, Vec<Identifier>> {
        let inside = self.inside();
        let due = inside.due.iter().take_while(|(next, _)| *next <= by);
        ready(due.take(most).map(|(_, identifier)| identifier.clone()).collect())
    }
}
