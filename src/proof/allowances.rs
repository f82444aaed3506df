//! What a caller allows beside what a proof must say.

use crate::Origin;
use std::sync::Arc;

/// What a caller allows beside what a proof must say. By default nothing; a format that has no use for one ignores it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Allowances {
    /// The readings of a card's signatures that are accepted, by name: `served`, `presence`, `pruned`. Empty: the format's usual ones.
    pub readings: Vec<String>,
    /// A set of keys that the caller trusts (RFC 7517), as JSON: integrity, without knowing who signed.
    pub key_set: Option<Arc<[u8]>>,
    /// The origins from which sets of keys may be fetched that signatures name by `jku`.
    pub key_origins: Vec<Origin>,
    /// Whether the artifacts that a catalog names are compared with their digests.
    pub artifacts: bool,
    /// Whether a superseded DID may have signed, before the transition and if the chain of its successors is signed.
    pub superseded_signers: bool,
}
