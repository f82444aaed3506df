//! Usage and quota of a host.

use crate::Stored;

/// The usage of a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Number of entries.
    pub entries: u64,
    /// Total size of their documents, in bytes.
    pub bytes: u64,
    /// Number of remembered removals.
    pub removed: u64,
}

/// The quota of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Number of entries.
    pub entries: u64,
    /// Total size of their documents, in bytes.
    pub bytes: u64,
}

impl Quota {
    /// Whether the usage exceeds the quota.
    #[must_use]
    pub fn is_exceeded_by(&self, usage: Usage) -> bool {
        usage.entries > self.entries || usage.bytes > self.bytes
    }
}

/// What a change needs to know about the replaced entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// Its sequence.
    pub sequence: u64,
    /// Size of the document in bytes; `None` for a removal.
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

    /// Whether a change applies: the stored state is the one that the writer has seen, and only entries are removed.
    pub fn admits(held: Option<Self>, stored: &Stored, replaces: Option<u64>) -> bool {
        let is_removal = matches!(stored, Stored::Removed(_));
        held.map(|held| held.sequence) == replaces && (!is_removal || held.is_some_and(|held| held.bytes.is_some()))
    }
}

impl Usage {
    /// The usage without an entry.
    pub(super) fn without(self, before: Option<Held>) -> Self {
        match before {
            Some(Held { bytes: Some(bytes), .. }) => {
                Self { entries: self.entries.saturating_sub(1), bytes: self.bytes.saturating_sub(bytes), ..self }
            }
            Some(Held { bytes: None, .. }) => Self { removed: self.removed.saturating_sub(1), ..self },
            None => self,
        }
    }

    /// The usage with an entry.
    pub(super) fn with(self, stored: Held) -> Self {
        match stored.bytes {
            Some(bytes) => {
                Self { entries: self.entries.saturating_add(1), bytes: self.bytes.saturating_add(bytes), ..self }
            }
            None => Self { removed: self.removed.saturating_add(1), ..self },
        }
    }

    /// Whether a quota refuses this usage. A host that already exceeds its quota may still reduce its usage.
    pub(super) fn is_refused_by(self, quota: Option<Quota>, before: Self) -> bool {
        let is_more = self.entries > before.entries || self.bytes > before.bytes;
        is_more && quota.is_some_and(|quota| quota.is_exceeded_by(self))
    }
}
