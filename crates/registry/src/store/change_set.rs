//! Decides which changes of a transaction apply, for all stores.

use super::{Quota, Usage, Write, Written};
use crate::{Identifier, Stored};
use std::collections::{BTreeMap, HashMap};

/// What a transaction finds in the store, and its changes.
#[derive(Debug, Default)]
pub(super) struct ChangeSet {
    /// Sequence of the last change.
    pub sequence: u64,
    /// The stored states of the changes' identifiers.
    pub held: HashMap<Identifier, Held>,
    /// The usage of their hosts.
    pub hosts: BTreeMap<String, Usage>,
    /// The new states with their sequences.
    pub changed: BTreeMap<Identifier, (u64, Stored)>,
}

/// What a change needs to know about the replaced state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// Its sequence.
    pub sequence: u64,
    /// Size of the document in bytes; `None` for a removal.
    pub bytes: Option<u64>,
}

impl Held {
    fn new(sequence: u64, stored: &Stored) -> Self {
        let bytes = match stored {
            Stored::Entry(entry) => Some(u64::try_from(entry.document.len()).unwrap_or(u64::MAX)),
            Stored::Removed(_) => None,
        };
        Self { sequence, bytes }
    }
}

impl ChangeSet {
    /// Adds a change, if it applies.
    pub(super) fn add(&mut self, Write { stored, replaces, quota }: Write) -> Written {
        let identifier = stored.identifier().clone();
        let changed = self.changed.get(&identifier).map(|(sequence, stored)| Held::new(*sequence, stored));
        let held = changed.or_else(|| self.held.get(&identifier).copied());
        let is_entry = held.is_some_and(|held| held.bytes.is_some());
        // the stored state must be the one that the writer has seen, and only entries are removed
        if held.map(|held| held.sequence) != replaces || matches!(stored, Stored::Removed(_)) && !is_entry {
            return Written::Conflict;
        }
        let (now, new) = (self.usage(identifier.host()), Held::new(self.sequence + 1, &stored));
        let after = now.replaced(held, new);
        if is_refused(after, now, quota) {
            return Written::OverQuota(now);
        }
        self.sequence = new.sequence;
        self.hosts.insert(identifier.host().to_owned(), after);
        self.changed.insert(identifier, (new.sequence, stored));
        Written::Done { sequence: new.sequence }
    }

    fn usage(&self, host: &str) -> Usage {
        self.hosts.get(host).copied().unwrap_or_default()
    }
}

impl Usage {
    /// The usage after a state was replaced.
    fn replaced(self, before: Option<Held>, new: Held) -> Self {
        let Self { mut entries, mut bytes, mut removed } = self;
        match before.map(|before| before.bytes) {
            Some(Some(size)) => (entries, bytes) = (entries.saturating_sub(1), bytes.saturating_sub(size)),
            Some(None) => removed = removed.saturating_sub(1),
            None => {}
        }
        match new.bytes {
            Some(size) => (entries, bytes) = (entries.saturating_add(1), bytes.saturating_add(size)),
            None => removed = removed.saturating_add(1),
        }
        Self { entries, bytes, removed }
    }
}

/// Whether a quota refuses a usage. A host that already exceeds its quota may still reduce its usage.
fn is_refused(after: Usage, now: Usage, quota: Option<Quota>) -> bool {
    let is_more = after.entries > now.entries || after.bytes > now.bytes;
    is_more && quota.is_some_and(|quota| after.entries > quota.entries || after.bytes > quota.bytes)
}
