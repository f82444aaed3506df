//! The signature algorithms.

use crate::key::KeyType;

adp_json::words! {
    /// A JWS algorithm. `none` and `HS256` are not supported, because they do not prove the signer.
    #[non_exhaustive]
    pub enum Algorithm {
        /// ECDSA with P-256 and SHA-256 (RFC 7518 section 3.4).
        Es256 = "ES256",
        /// ECDSA with secp256k1 and SHA-256 (RFC 8812 section 3.2).
        Es256K = "ES256K",
        /// Ed25519 (RFC 8037 section 3.1); headers may name it `Ed25519`, too.
        EdDsa = "EdDSA",
    }
}

impl Algorithm {
    /// Whether a header names the algorithm so: by its own name, or for Ed25519 by that of RFC 9864 section 2.2.
    #[must_use]
    pub fn has_name(self, name: &str) -> bool {
        name == self.as_str() || self == Self::EdDsa && name == "Ed25519"
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
