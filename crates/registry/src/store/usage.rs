//! How much a host has in a store, and may have.

use crate::Stored;

/// What a host has in a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Entries.
    pub entries: u64,
    /// Bytes of their documents.
    pub bytes: u64,
    /// Removals that are remembered.
    pub removed: u64,
}

/// What a host may have in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Entries.
    pub entries: u64,
    /// Bytes of their documents.
    pub bytes: u64,
}

impl Quota {
    /// Whether so much is too much.
    #[must_use]
    pub fn is_exceeded_by(&self, usage: Usage) -> bool {
        usage.entries > self.entries || usage.bytes > self.bytes
    }
}

/// What a change has to know of what it replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// Its sequence.
    pub sequence: u64,
    /// The bytes of an entry's document; nothing for what is left of one.
    pub bytes: Option<u64>,
}

impl Held {
    pub fn for_stored(stored: &Stored) -> Self {
        let bytes = match stored {
            Stored::Entry(entry) => Some(u64::try_from(entry.document.len()).unwrap_or(u64::MAX)),
            Stored::Removed(_) => None,
        };
        Self { sequence: stored.sequence(), bytes }
    }

    /// Whether a change applies: this is what the writer has seen, and only an entry is removed.
    pub fn admits(held: Option<Self>, stored: &Stored, replaces: Option<u64>) -> bool {
        let is_removal = matches!(stored, Stored::Removed(_));
        held.map(|held| held.sequence) == replaces && (!is_removal || held.is_some_and(|held| held.bytes.is_some()))
    }
}

impl Usage {
    /// The same without what was there.
    pub(super) fn without(self, before: Option<Held>) -> Self {
        match before {
            Some(Held { bytes: Some(bytes), .. }) => {
                Self { entries: self.entries.saturating_sub(1), bytes: self.bytes.saturating_sub(bytes), ..self }
            }
            Some(Held { bytes: None, .. }) => Self { removed: self.removed.saturating_sub(1), ..self },
            None => self,
        }
    }

    /// The same with what comes.
    pub(super) fn with(self, stored: Held) -> Self {
        match stored.bytes {
            Some(bytes) => {
                Self { entries: self.entries.saturating_add(1), bytes: self.bytes.saturating_add(bytes), ..self }
            }
            None => Self { removed: self.removed.saturating_add(1), ..self },
        }
    }

    /// Whether a quota refuses so much, where there was so much before: who has too much already may still replace it by less.
    pub(super) fn is_refused_by(self, quota: Option<Quota>, before: Self) -> bool {
        let is_more = self.entries > before.entries || self.bytes > before.bytes;
        is_more && quota.is_some_and(|quota| quota.is_exceeded_by(self))
    }
}
