//! Private keys.

use super::{KeyError, KeyType, Signature, VerifyingKey, ed25519, p256, secp256k1, verifying::Inner};
use std::{fmt, sync::Arc};
use zeroize::ZeroizeOnDrop;

/// A private key. Its secret is wiped from memory on drop, never printed and never part of an error.
pub struct SigningKey {
    pub(super) secret: Secret,
    public: VerifyingKey,
}

pub(super) enum Secret {
    P256(p256::SecretKey),
    Ed25519(ed25519::SecretKey),
    Secp256k1(secp256k1::SecretKey),
}

impl SigningKey {
    /// Creates a key from its 32 secret bytes: the scalar, big-endian, or the Ed25519 seed (RFC 8032 section 5.1.5).
    ///
    /// # Errors
    /// [`KeyError::Secret`] if an ECDSA scalar is zero or not below the group's order.
    pub fn from_secret_bytes(key_type: KeyType, bytes: &[u8; 32]) -> Result<Self, KeyError> {
        let refused = KeyError::Secret { key_type };
        Self::new(match key_type {
            KeyType::P256 => Secret::P256(p256::SecretKey::from_bytes(bytes).ok_or(refused)?),
            KeyType::Ed25519 => Secret::Ed25519(ed25519::SecretKey::from_bytes(bytes)),
            KeyType::Secp256k1 => Secret::Secp256k1(secp256k1::SecretKey::from_bytes(bytes).ok_or(refused)?),
        })
    }

    /// Generates a key with the operating system's random numbers.
    ///
    /// # Errors
    /// [`KeyError::Random`] if the system provides none.
    #[cfg(feature = "generate")]
    pub fn generate(key_type: KeyType) -> Result<Self, KeyError> {
        let mut bytes = zeroize::Zeroizing::new([0; 32]);
        loop {
            crate::random::fill(bytes.as_mut()).map_err(KeyError::Random)?;
            // an invalid scalar has a probability below 2^-32
            match Self::from_secret_bytes(key_type, &bytes) {
                Err(KeyError::Secret { .. }) => {}
                key => return key,
            }
        }
    }

    pub(super) fn new(secret: Secret) -> Result<Self, KeyError> {
        let public = match &secret {
            Secret::P256(key) => Inner::P256(Arc::new(key.public_key()?)),
            Secret::Ed25519(key) => Inner::Ed25519(Arc::new(key.public_key())),
            Secret::Secp256k1(key) => Inner::Secp256k1(Arc::new(key.public_key())),
        };
        Ok(Self { secret, public: VerifyingKey(public) })
    }

    /// The key's type.
    #[must_use]
    pub fn key_type(&self) -> KeyType {
        self.public.key_type()
    }

    /// The public key, derived from the secret.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKey {
        &self.public
    }

    /// Signs: ECDSA over SHA-256 of `message` with the nonce of RFC 6979, or Ed25519 over `message`.
    ///
    /// Deterministic: the same message always gives the same signature. P-256 signatures may have a high s; secp256k1
    /// signatures have a low s.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Signature {
        match &self.secret {
            Secret::P256(key) => key.sign(message),
            Secret::Ed25519(key) => key.sign(message),
            Secret::Secp256k1(key) => key.sign(message),
        }
        // r or s is zero with probability 2^-255; zeros never verify, and signing a proof verifies its result
        .unwrap_or(Signature([0; 64]))
    }
}

impl ZeroizeOnDrop for SigningKey {}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("secret", &"[redacted]").field("public", &self.public).finish()
    }
}
