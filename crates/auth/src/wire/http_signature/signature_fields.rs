//! The two fields of a signature.

use super::SignatureParams;
use crate::AuthError;
use adp_crypto::key::Signature;
use base64::{Engine, prelude::BASE64_STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue};
use sfv::KeyRef;

/// The values of `Signature-Input` and `Signature` for one signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureFields {
    /// `Signature-Input`.
    pub signature_input: String,
    /// `Signature`.
    pub signature: String,
}

impl SignatureFields {
    /// # Errors
    /// `auth-malformed` for a label that is not a key of RFC 9651: lower case, digits, `_-.*`.
    pub(super) fn new(label: &str, params: &SignatureParams, signature: &Signature) -> Result<Self, AuthError> {
        let label = KeyRef::from_str(label)
            .map_err(|error| AuthError::malformed("the label", format!("{label:?}: {error}")))?;
        Ok(Self {
            signature_input: format!("{label}={params}"),
            signature: format!("{label}=:{}:", BASE64_STANDARD.encode(signature.0)),
        })
    }

    /// Sets the two fields, replacing existing ones.
    ///
    /// # Errors
    /// `auth-malformed` for invalid field values; these two are ASCII.
    pub fn insert_into(&self, fields: &mut HeaderMap) -> Result<(), AuthError> {
        for (name, value) in [("signature-input", &self.signature_input), ("signature", &self.signature)] {
            fields.insert(HeaderName::from_static(name), field_value(value)?);
        }
        Ok(())
    }
}

pub(super) fn field_value(text: &str) -> Result<HeaderValue, AuthError> {
    HeaderValue::from_str(text).map_err(|error| AuthError::malformed("a field", error.to_string()))
}
