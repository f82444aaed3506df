//! Public keys.

use super::{KeyError, KeyType, Signature, ed25519, p256, sec1::Coordinates, secp256k1};
use adp_json::jcs;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use std::{fmt, hash, sync::Arc};

/// A public key, validated when parsed and ready for verification. Cheap to clone.
///
/// Every constructor checks that the point is on its curve, is not the identity, and for Ed25519 is not of small order.
#[derive(Clone)]
pub struct VerifyingKey(pub(super) Inner);

#[derive(Clone)]
pub(super) enum Inner {
    P256(Arc<p256::PublicKey>),
    Ed25519(Arc<ed25519::PublicKey>),
    Secp256k1(Arc<secp256k1::PublicKey>),
}

impl VerifyingKey {
    /// Parses a public key from its bytes: a compressed or uncompressed point (SEC 1 section 2.3.3), or for Ed25519 the
    /// 32 bytes of RFC 8032.
    ///
    /// # Errors
    /// [`KeyError::Point`] if the bytes are not a valid point.
    pub fn from_sec1(key_type: KeyType, bytes: &[u8]) -> Result<Self, KeyError> {
        Ok(Self(match key_type {
            KeyType::P256 => Inner::P256(Arc::new(p256::PublicKey::from_sec1(bytes)?)),
            KeyType::Ed25519 => Inner::Ed25519(Arc::new(ed25519::PublicKey::from_bytes(bytes)?)),
            KeyType::Secp256k1 => Inner::Secp256k1(Arc::new(secp256k1::PublicKey::from_sec1(bytes)?)),
        }))
    }

    /// The key's type.
    #[must_use]
    pub fn key_type(&self) -> KeyType {
        match self.0 {
            Inner::P256(_) => KeyType::P256,
            Inner::Ed25519(_) => KeyType::Ed25519,
            Inner::Secp256k1(_) => KeyType::Secp256k1,
        }
    }

    /// The point (SEC 1 section 2.3.3): compressed, 33 bytes, or uncompressed, 65 bytes; for Ed25519 the 32 bytes of RFC
    /// 8032.
    #[must_use]
    pub fn to_sec1(&self, is_compressed: bool) -> Vec<u8> {
        match self.form() {
            Form::Weierstrass(point) if is_compressed => point.compressed(),
            Form::Weierstrass(point) => point.uncompressed(),
            Form::Edwards(bytes) => bytes.to_vec(),
        }
    }

    /// The JWK thumbprint (RFC 7638, RFC 8037): SHA-256, base64url without padding, 43 characters.
    #[must_use]
    pub fn thumbprint(&self) -> String {
        // the required members are ASCII strings, so the canonical form of RFC 8785 is that of RFC 7638 section 3.3
        URL_SAFE_NO_PAD.encode(Sha256::digest(jcs::canonicalize(&self.to_jwk().into())))
    }

    /// Verifies a signature: ECDSA over SHA-256 of `message`, or Ed25519 over `message` by the strict rules.
    ///
    /// P-256 and secp256k1 accept high and low s; Ed25519 refuses s not below the order and points of small order.
    ///
    /// # Errors
    /// [`KeyError::Signature`] if it does not verify.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), KeyError> {
        self.verify_hashed(message, None, signature)
    }

    /// [`VerifyingKey::verify`] with an optional known SHA-256 of `message`.
    pub(crate) fn verify_hashed(
        &self,
        message: &[u8],
        sha256: Option<&[u8; 32]>,
        signature: &Signature,
    ) -> Result<(), KeyError> {
        #[cfg(feature = "host")]
        if let Some(verified) = super::host::verify(self, message, signature) {
            return if verified { Ok(()) } else { Err(KeyError::Signature { key_type: self.key_type() }) };
        }
        let verified = match (&self.0, sha256) {
            (Inner::P256(key), Some(sha256)) => key.verify_hash(sha256, signature),
            (Inner::P256(key), None) => key.verify(message, signature),
            (Inner::Ed25519(key), _) => key.verify(message, signature),
            (Inner::Secp256k1(key), _) => key.verify(message, signature),
        };
        if verified { Ok(()) } else { Err(KeyError::Signature { key_type: self.key_type() }) }
    }

    pub(super) fn form(&self) -> Form {
        match &self.0 {
            Inner::P256(key) => Form::Weierstrass(key.coordinates()),
            Inner::Ed25519(key) => Form::Edwards(*key.as_bytes()),
            Inner::Secp256k1(key) => Form::Weierstrass(key.coordinates()),
        }
    }

    pub(super) fn to_spki_pem(&self) -> Option<String> {
        use ::p256::pkcs8::{EncodePublicKey, LineEnding};
        match &self.0 {
            Inner::P256(key) => key.inner().to_public_key_pem(LineEnding::LF),
            Inner::Ed25519(key) => key.inner().to_public_key_pem(LineEnding::LF),
            Inner::Secp256k1(key) => key.inner().to_public_key_pem(LineEnding::LF),
        }
        .ok()
    }
}

/// The two representations of public keys.
pub(super) enum Form {
    /// The coordinates x and y.
    Weierstrass(Coordinates),
    /// The compressed Edwards point.
    Edwards([u8; 32]),
}

impl PartialEq for VerifyingKey {
    fn eq(&self, other: &Self) -> bool {
        self.key_type() == other.key_type() && self.to_sec1(true) == other.to_sec1(true)
    }
}

impl Eq for VerifyingKey {}

impl hash::Hash for VerifyingKey {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.key_type().hash(state);
        self.to_sec1(true).hash(state);
    }
}

impl fmt::Debug for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VerifyingKey({} {})", self.key_type(), self.to_multikey())
    }
}
