//! Decides which changes of a transaction apply, for all stores.

use super::{Quota, Usage, Write, Written};
use crate::{Identifier, Stored};
use std::collections::{BTreeMap, HashMap};

/// The state that a transaction read from the store, and its changes.
#[derive(Debug, Default)]
pub(super) struct ChangeSet {
    /// Sequence of the last change.
    pub sequence: u64,
    /// The stored states of the changes' identifiers.
    pub held: HashMap<Identifier, Held>,
    /// The usage of their registrable domains.
    pub domains: BTreeMap<String, Usage>,
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
    /// Whether it is a removal that must not be forgotten.
    pub has_floor: bool,
}

impl Held {
    fn new(sequence: u64, stored: &Stored) -> Self {
        let bytes = match stored {
            Stored::Entry(entry) => Some(u64::try_from(entry.document.len()).unwrap_or(u64::MAX)),
            Stored::Removed(_) => None,
        };
        Self { sequence, bytes, has_floor: stored.is_removed_with_floor() }
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
        let (now, new) = (self.usage(identifier.domain()), Held::new(self.sequence + 1, &stored));
        let after = now.replaced(held, new);
        if is_refused(after, now, quota) {
            return Written::OverQuota(now);
        }
        self.sequence = new.sequence;
        self.domains.insert(identifier.domain().to_owned(), after);
        self.changed.insert(identifier, (new.sequence, stored));
        Written::Done { sequence: new.sequence }
    }

    fn usage(&self, domain: &str) -> Usage {
        self.domains.get(domain).copied().unwrap_or_default()
    }
}

impl Usage {
    /// The usage after a state was replaced.
    fn replaced(self, before: Option<Held>, new: Held) -> Self {
        let Self { mut entries, mut bytes, mut removed, mut floors } = self;
        match before {
            Some(Held { bytes: Some(size), .. }) => {
                (entries, bytes) = (entries.saturating_sub(1), bytes.saturating_sub(size));
            }
            Some(Held { has_floor: true, .. }) => floors = floors.saturating_sub(1),
            Some(_) => removed = removed.saturating_sub(1),
            None => {}
        }
        match new {
            Held { bytes: Some(size), .. } => {
                (entries, bytes) = (entries.saturating_add(1), bytes.saturating_add(size));
            }
            Held { has_floor: true, .. } => floors = floors.saturating_add(1),
            _ => removed = removed.saturating_add(1),
        }
        Self { entries, bytes, removed, floors }
    }

    /// Number of identifiers that are not forgotten.
    fn known(self) -> u64 {
        self.entries.saturating_add(self.floors)
    }
}

/// Whether a quota refuses a usage. A domain that already exceeds its quota may still reduce its usage.
fn is_refused(after: Usage, now: Usage, quota: Option<Quota>) -> bool {
    let Some(quota) = quota else { return false };
    let is_more = after.entries > now.entries || after.bytes > now.bytes;
    is_more && (after.entries > quota.entries || after.bytes > quota.bytes)
        || after.known() > now.known() && after.known() > quota.most_known()
}

impl Quota {
    /// Maximum number of identifiers that have or had an entry.
    pub(crate) fn most_known(self) -> u64 {
        self.entries.saturating_mul(10)
    }
}
