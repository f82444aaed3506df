//! How a site is published.

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

/// How a site is published: the time, how long proofs are valid for, and what is listed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PublishOptions {
    /// The time at which everything has to verify, and at which proofs are made.
    pub at: Timestamp,
    /// The site's `HOST` or `HOST:PORT`; if `None`, that of the DIDs.
    pub host: Option<String>,
    /// How long a proof is valid for (default 90 days).
    pub expires_in: Duration,
    /// A proof is made again when less than this is left of it; if `None`, when less than a third of `expires_in` is.
    pub renew_before: Option<Duration>,
    /// Most descriptions on one discovery page (default 100).
    pub page_size: usize,
    /// Paths of descriptions that no discovery page lists.
    pub unlisted: BTreeSet<String>,
    /// Handles to publish, by their local parts: of this DID, or of the only one of the site. Their generation follows from what is
    /// published.
    pub handles: BTreeMap<String, Option<Did>>,
    /// Paths of files that are copied although a secret key stands in them: documentation that quotes one. Descriptions and
    /// DID documents are not among them.
    pub allow_secrets: BTreeSet<String>,
    /// Most bytes of descriptions and DID documents together (default 256 MiB): they stay in memory, as files that are
    /// copied do not.
    pub documents_bytes: usize,
    /// The formats by whose rules files are checked that are copied (default [`format::ALL`]): an error keeps a file off the site.
    pub formats: Vec<&'static dyn Format>,
    /// The suite that P-256 keys sign with: `AdpEcdsaP256` (default) or `EcdsaJcs2019`.
    pub p256_suite: Suite,
    /// The keys with which the site's agents sign requests by Web Bot Auth: the site gets a key directory. Each signs its response, for
    /// [`expires_in`](Self::expires_in).
    pub bot_keys: Arc<[SigningKey]>,
    /// Limits on what is read.
    pub limits: Limits,
    /// The contexts to expand with; by default the embedded ones.
    pub contexts: Contexts,
}

impl PublishOptions {
    /// The defaults, at this time.
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

    /// When less than this is left of a proof, it is made again.
    #[must_use]
    pub fn renew_before(&self) -> Duration {
        self.renew_before.unwrap_or(self.expires_in / 3)
    }
}
