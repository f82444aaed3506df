//! How much a host has in a store, and may have.

use crate::{Entry, Stored};

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

impl Usage {
    /// The same with an entry more.
    pub(super) fn with(self, entry: &Entry) -> Self {
        let bytes = bytes_of(entry);
        Self { entries: self.entries + 1, bytes: self.bytes.saturating_add(bytes), ..self }
    }

    /// The same without what was there.
    pub(super) fn without(self, before: Option<&Stored>) -> Self {
        match before {
            Some(Stored::Entry(entry)) => {
                let bytes = bytes_of(entry);
                Self { entries: self.entries.saturating_sub(1), bytes: self.bytes.saturating_sub(bytes), ..self }
            }
            Some(Stored::Removed(_)) => Self { removed: self.removed.saturating_sub(1), ..self },
            None => self,
        }
    }

    /// Whether there are more entries, or more bytes.
    pub(super) fn is_more_than(self, other: Self) -> bool {
        self.entries > other.entries || self.bytes > other.bytes
    }
}

fn bytes_of(entry: &Entry) -> u64 {
    u64::try_from(entry.document.len()).unwrap_or(u64::MAX)
}
