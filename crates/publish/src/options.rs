//! Options for publishing.

use agent_description::{
    Did, Limits, Timestamp,
    format::{self, Format},
    jsonld::Contexts,
    key::SigningKey,
    suite::Suite,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

/// Options for publishing: the time, the lifetime of proofs, and the listed descriptions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PublishOptions {
    /// The time of new proofs, at which everything must verify.
    pub at: Timestamp,
    /// The site's `HOST` or `HOST:PORT`; `None` means that of the DIDs.
    pub host: Option<String>,
    /// The lifetime of proofs (default 90 days).
    pub expires_in: Duration,
    /// A proof is renewed if less than this remains; `None` means a third of `expires_in`.
    pub renew_before: Option<Duration>,
    /// Maximum number of descriptions on one discovery page (default 100).
    pub page_size: usize,
    /// Paths of descriptions that are not listed.
    pub unlisted: BTreeSet<String>,
    /// Handles to publish by their local parts, for this DID or the only one of the site. Their generation depends on
    /// the published one.
    pub handles: BTreeMap<String, Option<Did>>,
    /// Paths of files that are copied although they contain a private key, for example documentation. Not for
    /// descriptions and DID documents.
    pub allow_secrets: BTreeSet<String>,
    /// Maximum total size of descriptions and DID documents (default 256 MiB), which stay in memory.
    pub documents_bytes: usize,
    /// The formats whose rules apply to copied files (default [`format::ALL`]): a file with an error is refused.
    pub formats: Vec<&'static Format>,
    /// The suite for P-256 keys: `AdpEcdsaP256` (default) or `EcdsaJcs2019`.
    pub p256_suite: Suite,
    /// The keys with which the site's agents sign requests by Web Bot Auth: the site gets a key directory. Each signs its response, for
    /// [`expires_in`](Self::expires_in).
    pub bot_keys: Arc<[SigningKey]>,
    /// Parser limits.
    pub limits: Limits,
    /// The contexts to expand with; by default the embedded ones.
    pub contexts: Contexts,
}

impl PublishOptions {
    /// The default options at this time.
    #[must_use]
    pub fn new(at: Timestamp) -> Self {
        Self {
            at,
            host: None,
            expires_in: Duration::from_secs(90 * 24 * 60 * 60),
            renew_before: None,
            page_size: 100,
            unlisted: BTreeSet::new(),
            handles: BTreeMap::new(),
            allow_secrets: BTreeSet::new(),
            documents_bytes: 256 << 20,
            formats: format::ALL.to_vec(),
            p256_suite: Suite::AdpEcdsaP256,
            bot_keys: Arc::new([]),
            limits: Limits::default(),
            contexts: Contexts::default(),
        }
    }

    /// The remaining lifetime below which a proof is renewed.
    #[must_use]
    pub fn renew_before(&self) -> Duration {
        self.renew_before.unwrap_or(self.expires_in / 3)
    }
}
