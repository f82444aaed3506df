//! Settings of a cache.

use std::time::Duration;

/// Settings of [`Cached`](crate::Cached): lifetimes independent of the server, and the capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheSettings {
    /// Maximum lifetime of a document without revalidation (default and maximum 5 minutes). A rotated key is noticed
    /// after this time.
    pub longest: Duration,
    /// Lifetime of a document whose server sends no caching headers (default 1 minute).
    pub unstated: Duration,
    /// Lifetime of a failure (default 5 s, at most 30 s).
    pub failure: Duration,
    /// Lifetime of a missing document, 404 or 410 (default 30 s, at most 60 s). A document published later is noticed
    /// after this time.
    pub not_found: Duration,
    /// Maximum number of documents (default 10,000).
    pub dids: usize,
    /// Maximum memory for documents, in bytes, conservatively estimated (default 64 MiB).
    pub bytes: usize,
    /// Maximum number of failures (default 10,000), in additional memory of an eighth of [`bytes`](Self::bytes). Anyone
    /// can request DIDs that do not resolve, so failures do not displace documents.
    pub failures: usize,
}

const MAX_LIFETIME: Duration = Duration::from_secs(300);
const MAX_FAILURE_LIFETIME: Duration = Duration::from_secs(30);
const MAX_NOT_FOUND_LIFETIME: Duration = Duration::from_secs(60);

impl CacheSettings {
    /// The same with lifetimes up to their maximums.
    pub(super) fn bounded(self) -> Self {
        let longest = self.longest.min(MAX_LIFETIME);
        Self {
            longest,
            unstated: self.unstated.min(longest),
            failure: self.failure.min(MAX_FAILURE_LIFETIME),
            not_found: self.not_found.min(MAX_NOT_FOUND_LIFETIME),
            ..self
        }
    }
}

impl Default for CacheSettings {
    fn default() -> Self {
        Self {
            longest: MAX_LIFETIME,
            unstated: Duration::from_secs(60),
            failure: Duration::from_secs(5),
            not_found: Duration::from_secs(30),
            dids: 10_000,
            bytes: 64 << 20,
            failures: 10_000,
        }
    }
}
