//! What an operator decides.

use crate::store::Quota;
use std::time::Duration;

/// What an operator decides; the default is for a registry in public.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The largest document, in bytes, where its format takes so much.
    pub document_bytes: usize,
    /// What each host may have.
    pub quota: Quota,
    /// How often a host may write within a minute.
    pub writes_a_minute: u32,
    /// How long after it was confirmed a verified document is looked at again.
    pub reverify_after: Duration,
    /// How long a document counts as verified while its signer's DID document cannot be fetched.
    pub unconfirmed: Duration,
    /// How many documents are verified again at the same time.
    pub at_once: usize,
    /// How many of them of one host.
    pub at_once_per_host: usize,
}

impl Default for Settings {
    /// 1 MiB a document; 1,000 entries, 64 MiB and 60 writes a minute for a host; verified again every hour, 16 at once and 2 of one host, and kept as
    /// verified for a day while the signer cannot be asked.
    fn default() -> Self {
        Self {
            document_bytes: 1 << 20,
            quota: Quota { entries: 1000, bytes: 64 << 20 },
            writes_a_minute: 60,
            reverify_after: Duration::from_secs(3600),
            unconfirmed: Duration::from_secs(24 * 3600),
            at_once: 16,
            at_once_per_host: 2,
        }
    }
}
