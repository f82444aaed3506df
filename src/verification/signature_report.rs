//! The result for one signature.

use super::Binding;
use crate::{CodedError, Did, Timestamp};
use std::sync::Arc;

/// The result for one signature of a document.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SignatureReport {
    /// The JWS algorithm or the cryptosuite, if it could be parsed.
    pub algorithm: Option<String>,
    /// The key ID in the signature: `kid` or `verificationMethod`.
    pub key_id: Option<String>,
    /// The payload form that verifies, if the format has several.
    pub payload_form: Option<&'static str>,
    /// Source of the key, if one was found: `did`, `jwks` or `jku`.
    pub key_source: Option<&'static str>,
    /// The DID that signed, if the signature is valid and its key belongs to a DID.
    pub signer: Option<Did>,
    /// Why the signature is accepted, or [`Binding::Unbound`]; `None` if it is invalid.
    pub binding: Option<Binding>,
    /// The signing time in the signature.
    pub created: Option<Timestamp>,
    /// The expiry time in the signature.
    pub expires: Option<Timestamp>,
    /// Why the signature is invalid; `None` if it is valid. [`binding`](Self::binding) tells whether it is accepted.
    pub error: Option<Arc<dyn CodedError>>,
}
