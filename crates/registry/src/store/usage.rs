//! Usage and quota of a host.

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
