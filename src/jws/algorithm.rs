//! The signature algorithms.

use crate::key::KeyType;
use std::fmt;

/// A JWS algorithm. `none` and `HS256` are not supported, because they do not prove the signer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// ECDSA with P-256 and SHA-256 (RFC 7518 section 3.4).
    Es256,
    /// ECDSA with secp256k1 and SHA-256 (RFC 8812 section 3.2).
    Es256K,
    /// Ed25519 (RFC 8037 section 3.1).
    EdDsa,
}

impl Algorithm {
    /// Every algorithm.
    pub const ALL: &'static [Algorithm] = &[Self::Es256, Self::Es256K, Self::EdDsa];

    /// The value of `alg`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::Es256K => "ES256K",
            Self::EdDsa => "EdDSA",
        }
    }

    /// The key type of the algorithm.
    #[must_use]
    pub const fn key_type(self) -> KeyType {
        match self {
            Self::Es256 => KeyType::P256,
            Self::Es256K => KeyType::Secp256k1,
            Self::EdDsa => KeyType::Ed25519,
        }
    }

    /// The algorithm for a key type.
    #[must_use]
    pub const fn for_key_type(key_type: KeyType) -> Self {
        match key_type {
            KeyType::P256 => Self::Es256,
            KeyType::Secp256k1 => Self::Es256K,
            KeyType::Ed25519 => Self::EdDsa,
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
