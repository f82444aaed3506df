//! What was found of one signature.

use super::Binding;
use crate::{Did, Fault, Timestamp};
use std::sync::Arc;

/// What was found of one signature of a document.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SignatureReport {
    /// The JWS algorithm or the cryptosuite, where it could be read.
    pub algorithm: Option<String>,
    /// What the signature calls its key: `kid` or `verificationMethod`.
    pub key_id: Option<String>,
    /// The reading of the signed bytes by which it verifies, where the format has several.
    pub reading: Option<&'static str>,
    /// Where the key is from, if one was found: `did`, `jwks` or `jku`.
    pub key_source: Option<&'static str>,
    /// Who signed, where the signature is good and its key is a DID's.
    pub signer: Option<Did>,
    /// What makes it count, where it is good.
    pub binding: Option<Binding>,
    /// When it was made, by its own word.
    pub created: Option<Timestamp>,
    /// When it ends, by its own word.
    pub expires: Option<Timestamp>,
    /// Why it is not good.
    pub error: Option<Arc<dyn Fault>>,
}

impl SignatureReport {
    /// Whether the signature is good; whether it counts, [`binding`](Self::binding) says.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.error.is_none()
    }
}
