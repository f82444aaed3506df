//! Creation of signatures.

use super::{Algorithm, JwsError, reading::signing_input};
use crate::{
    key::{Signature, SigningKey, VerifyingKey},
    suite::SigningInput,
};
use adp_json::{Json, Object, jcs};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// A header with the payload to sign.
#[derive(Clone, Debug)]
pub struct Unsigned<'a> {
    header: Object,
    algorithm: Algorithm,
    payload: &'a [u8],
}

impl<'a> Unsigned<'a> {
    /// A header with `alg` only.
    #[must_use]
    pub fn new(algorithm: Algorithm, payload: &'a [u8]) -> Self {
        let mut header = Object::with_capacity(3);
        header.insert("alg", algorithm.as_str());
        Self { header, algorithm, payload }
    }

    /// Sets `alg` to another name of the algorithm: `Ed25519` (RFC 9864) instead of `EdDSA`.
    ///
    /// # Errors
    /// `jws-algorithm` for a name of another algorithm.
    pub fn alg(mut self, name: &str) -> Result<Self, JwsError> {
        if !self.algorithm.has_name(name) {
            let expected = format!("{} for a {} key", self.algorithm, self.algorithm.key_type());
            return Err(JwsError::Algorithm { found: name.chars().take(64).collect(), expected });
        }
        self.header.insert("alg", name);
        Ok(self)
    }

    /// Sets the header member `typ`.
    #[must_use]
    pub fn typ(mut self, typ: &str) -> Self {
        self.header.insert("typ", typ);
        self
    }

    /// Sets the header member `kid`.
    #[must_use]
    pub fn kid(mut self, kid: &str) -> Self {
        self.header.insert("kid", kid);
        self
    }

    /// The protected header: base64url of its canonical form.
    fn protected(&self) -> String {
        URL_SAFE_NO_PAD.encode(jcs::canonicalize(&Json::from(self.header.clone())))
    }

    /// The bytes to sign (RFC 7515 section 5.1, step 8), for an external signer.
    #[must_use]
    pub fn signing_input(&self) -> SigningInput {
        SigningInput::from_message(signing_input(&self.protected(), self.payload).into_bytes())
    }

    /// Signs with a key of the algorithm's type.
    ///
    /// # Errors
    /// `jws-key` for a key of another type.
    pub fn sign(&self, key: &SigningKey) -> Result<NewSignature, JwsError> {
        if key.key_type() != self.algorithm.key_type() {
            return Err(JwsError::Key { algorithm: self.algorithm, found: key.key_type() });
        }
        self.signed(&key.sign(self.signing_input().as_bytes()), key.verifying_key())
    }

    /// Adds an external signature over [`signing_input`](Self::signing_input) after verifying it.
    ///
    /// # Errors
    /// `jws-key`; `jws-signature` if it does not verify with `key`.
    pub fn signed(&self, signature: &Signature, key: &VerifyingKey) -> Result<NewSignature, JwsError> {
        if key.key_type() != self.algorithm.key_type() {
            return Err(JwsError::Key { algorithm: self.algorithm, found: key.key_type() });
        }
        key.verify(self.signing_input().as_bytes(), signature).map_err(|_| JwsError::Signature)?;
        Ok(NewSignature {
            protected: self.protected(),
            payload: URL_SAFE_NO_PAD.encode(self.payload),
            signature: URL_SAFE_NO_PAD.encode(signature.0),
        })
    }
}

/// A new signature, already verified.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NewSignature {
    /// The member `protected` of the JSON serialization (RFC 7515 section 7.2).
    pub protected: String,
    /// The member `payload`.
    pub payload: String,
    /// The member `signature`.
    pub signature: String,
}

impl NewSignature {
    /// The compact serialization (RFC 7515 section 7.1).
    #[must_use]
    pub fn to_compact(&self) -> String {
        format!("{}.{}.{}", self.protected, self.payload, self.signature)
    }

    /// The compact serialization without the payload (RFC 7515 appendix F).
    #[must_use]
    pub fn to_detached(&self) -> String {
        format!("{}..{}", self.protected, self.signature)
    }
}
