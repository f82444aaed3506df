//! The operator's settings.

use crate::store::Quota;
use std::time::Duration;

/// The operator's settings. The default is for a public registry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegistrySettings {
    /// Maximum size of a document in bytes, if its format allows that much.
    pub document_bytes: usize,
    /// Quota per registrable domain.
    pub quota: Quota,
    /// Maximum number of writes per registrable domain and minute.
    pub writes_a_minute: u32,
    /// Interval for verifying a verified document again.
    pub reverify_after: Duration,
    /// How long a document stays verified while its signer's DID document is unavailable.
    pub unconfirmed: Duration,
    /// Number of documents to verify again in parallel; a quarter of them for domains that were slow.
    pub at_once: usize,
    /// Number of these per registrable domain.
    pub at_once_per_domain: usize,
}

impl Default for RegistrySettings {
    /// 1 MiB per document; 1,000 entries, 64 MiB and 60 writes per minute per registrable domain. Verification every
    /// hour, 16 in parallel and 2 per domain. Documents stay verified for a day while the signer is unavailable.
    fn default() -> Self {
        Self {
            document_bytes: 1 << 20,
            quota: Quota { entries: 1000, bytes: 64 << 20 },
            writes_a_minute: 60,
            reverify_after: Duration::from_secs(3600),
            unconfirmed: Duration::from_secs(24 * 3600),
            at_once: 16,
            at_once_per_domain: 2,
        }
    }
}
