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
    /// The same without what was there.
    pub(super) fn without(self, before: Option<&Stored>) -> Self {
        match before {
            Some(Stored::Entry(entry)) => Self {
                entries: self.entries.saturating_sub(1),
                bytes: self.bytes.saturating_sub(bytes_of(entry)),
                ..self
            },
            Some(Stored::Removed(_)) => Self { removed: self.removed.saturating_sub(1), ..self },
            None => self,
        }
    }

    /// The same with what comes.
    pub(super) fn with(self, stored: &Stored) -> Self {
        match stored {
            Stored::Entry(entry) => Self {
                entries: self.entries.saturating_add(1),
                bytes: self.bytes.saturating_add(bytes_of(entry)),
                ..self
            },
            Stored::Removed(_) => Self { removed: self.removed.saturating_add(1), ..self },
        }
    }

    /// Whether a quota refuses so much, where there was so much before: who has too much already may still replace it by less.
    pub(super) fn is_refused_by(self, quota: Option<Quota>, before: Self) -> bool {
        let is_more = self.entries > before.entries || self.bytes > before.bytes;
        is_more && quota.is_some_and(|quota| quota.is_exceeded_by(self))
    }
}

fn bytes_of(entry: &Entry) -> u64 {
    u64::try_from(entry.document.len()).unwrap_or(u64::MAX)
}
