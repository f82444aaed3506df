//! Additional things that a caller allows.

use crate::Origin;
use std::sync::Arc;

/// Additional things that a caller allows during verification. By default nothing; formats ignore allowances that they
/// do not use.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Allowances {
    /// The accepted payload forms of a card's signatures, by name: `served`, `presence`, `pruned`. If empty, the
    /// format's default.
    pub payload_forms: Vec<String>,
    /// A key set that the caller trusts (RFC 7517), as JSON: it proves integrity, but not the signer. Unless the caller
    /// names a signer, other keys are not accepted.
    pub key_set: Option<Arc<[u8]>>,
    /// The origins from which key sets named by `jku` may be fetched. Unless the caller names a signer, other keys are
    /// not accepted. Not used beside a [`key_set`](Self::key_set), whose keys are the only ones.
    pub key_origins: Vec<Origin>,
    /// Whether to compare the artifacts of a catalog with their digests.
    pub artifacts: bool,
    /// Whether to accept signatures of a superseded DID from before the transition, if the chain of its successors is
    /// signed.
    pub superseded_signers: bool,
}
