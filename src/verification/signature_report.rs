//! The result for one signature.

use super::Binding;
use crate::{CodedError, Did, Timestamp};
use std::sync::Arc;

/// The result for one signature of a document.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SignatureReport {
    /// The JWS algorithm or the cryptosuite, where it could be read.
    pub algorithm: Option<String>,
    /// What the signature calls its key: `kid` or `verificationMethod`.
    pub key_id: Option<String>,
    /// The reading of the signed bytes by which it verifies, where the format has several.
    pub reading: Option<&'static str>,
    /// Source of the key, if one was found: `did`, `jwks` or `jku`.
    pub key_source: Option<&'static str>,
    /// The DID that signed, if the signature is valid and its key belongs to a DID.
    pub signer: Option<Did>,
    /// Why it is accepted, or [`Binding::Unbound`]; `None` if it is not valid.
    pub binding: Option<Binding>,
    /// The time of signing that the signature states.
    pub created: Option<Timestamp>,
    /// The expiry that the signature states.
    pub expires: Option<Timestamp>,
    /// Why it is not valid.
    pub error: Option<Arc<dyn CodedError>>,
}

impl SignatureReport {
    /// Whether the signature is valid. Whether it is accepted is in [`binding`](Self::binding).
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.error.is_none()
    }
}
