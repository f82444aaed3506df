//! Usage and quota of a registrable domain.

/// The usage of a registrable domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Number of entries.
    pub entries: u64,
    /// Total size of their documents, in bytes.
    pub bytes: u64,
    /// Number of remembered removals that may be forgotten.
    pub removed: u64,
    /// Number of removals with a minimum version, which are not forgotten.
    pub floors: u64,
}

/// The quota of a registrable domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Number of entries; together with the removals that are not forgotten, ten times as many.
    pub entries: u64,
    /// Total size of their documents, in bytes.
    pub bytes: u64,
}
