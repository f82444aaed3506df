//! Signed bytes with an unverified signature.

use super::http_signature::check_algorithm;
use crate::AuthError;
use adp_crypto::{
    Timestamp,
    key::{KeyType, Signature, VerifyingKey},
    suite::SigningInput,
};
use adp_did::{DidDocument, DidUrl, Purpose, Resolved};
use std::fmt::Display;

/// The signed bytes of credentials, and their unverified signature.
#[derive(Debug)]
pub(crate) struct SignedBytes {
    pub(crate) input: SigningInput,
    pub(crate) signature: Signature,
    /// The key type in the credentials, if any.
    pub(crate) key_type: Option<KeyType>,
}

impl SignedBytes {
    /// Checks the signature with a key of a DID's document. [`DidDocument::key_for`] decides whether the key may
    /// authenticate the DID.
    ///
    /// # Errors
    /// `auth-method-not-authorized`, those of [`DidDocument::check_time`], and those of [`verify`](Self::verify).
    pub(crate) fn verify_by(
        &self,
        method: &DidUrl,
        resolved: &Resolved<DidDocument>,
        now: Timestamp,
    ) -> Result<(), AuthError> {
        self.verify(resolved.get().key_for(method, Purpose::Authentication, now)?, method)
    }

    /// Checks the signature with a key.
    ///
    /// # Errors
    /// `auth-malformed` if the algorithm in the credentials does not match the key; `auth-signature`.
    pub(crate) fn verify(&self, key: &VerifyingKey, key_id: impl Display) -> Result<(), AuthError> {
        check_algorithm(self.key_type, key.key_type())?;
        self.input.verify(key, &self.signature).map_err(|_| AuthError::Signature { key_id: key_id.to_string() })
    }
}
