//! Signers: what makes signatures with a key that a DID document lists.

use crate::DidUrl;
use adp_crypto::{
    Timestamp,
    key::{KeyError, KeyType, Signature, SigningKey, VerifyingKey},
    suite::{SigningInput, Suite},
};
use adp_json::{Code, CodedError, ReadError, SimpleError};

/// A signer: a key in memory, an HSM, an agent.
pub trait Signer {
    /// The verification method that publishes the public key.
    fn method(&self) -> &DidUrl;

    /// The public key, which verifies the signature before it is returned.
    fn verifying_key(&self) -> &VerifyingKey;

    /// Signs the bytes of `input`; ECDSA hashes them once with SHA-256.
    ///
    /// # Errors
    /// Any error of the signer.
    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError>;
}

/// A signer with its key in memory.
#[derive(Debug)]
pub struct KeySigner {
    method: DidUrl,
    key: SigningKey,
}

impl KeySigner {
    /// Creates a signer with `key`, published as `method`.
    #[must_use]
    pub fn new(method: DidUrl, key: SigningKey) -> Self {
        Self { method, key }
    }
}

impl Signer for KeySigner {
    fn method(&self) -> &DidUrl {
        &self.method
    }

    fn verifying_key(&self) -> &VerifyingKey {
        self.key.verifying_key()
    }

    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError> {
        Ok(self.key.sign(input.as_bytes()))
    }
}

/// The signer's signature, verified with its own public key.
///
/// # Errors
/// [`SignError::OwnSignature`]; errors of the signer.
pub fn signed(signer: &dyn Signer, input: &SigningInput) -> Result<Signature, SignError> {
    let signature = signer.sign(input)?;
    // a faulty signer must not publish a signature that its own key refuses
    signer.verifying_key().verify(input.as_bytes(), &signature).map_err(|error| match error {
        KeyError::Signature { .. } => SignError::OwnSignature,
        other => SignError::Signer(other),
    })?;
    Ok(signature)
}

/// Why a document cannot be signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignError {
    /// The document already has a proof.
    #[error("the document already has a `proof`; to sign it again, replace the proof")]
    ProofPresent,
    /// The expiry time is not after the creation time.
    #[error("the proof would expire at {expires}, not after its creation at {created}")]
    ExpiresBeforeCreated {
        /// The creation time.
        created: Timestamp,
        /// The expiry time.
        expires: Timestamp,
    },
    /// The key does not have the suite's type.
    #[error("the signer's key is of the type {found}, but the suite {suite} signs with {expected}")]
    KeyType {
        /// The signer's key type.
        found: KeyType,
        /// The suite's key type.
        expected: KeyType,
        /// The suite.
        suite: Suite,
    },
    /// The suite refused the document or the proof's members.
    #[error(transparent)]
    Suite(#[from] SimpleError),
    /// The signature does not verify with the signer's own public key; nothing was returned.
    #[error("the signature does not verify with the signer's own public key; check which private key the signer uses")]
    OwnSignature,
    /// The signer failed.
    #[error("the signer failed: {0}")]
    Signer(#[from] KeyError),
    /// The strict parser refuses the signed document.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl CodedError for SignError {
    fn code(&self) -> Code {
        match self {
            Self::ProofPresent => Code::PROOF_MULTIPLE,
            Self::ExpiresBeforeCreated { .. } => Code::PROOF_CREATED,
            Self::KeyType { .. } => Code::PROOF_KEY_TYPE,
            Self::Suite(error) => error.code(),
            Self::OwnSignature => Code::PROOF_SIGNATURE,
            Self::Signer(error) => error.code(),
            Self::Read(error) => error.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Read(error) => Some(error),
            _ => None,
        }
    }
}
