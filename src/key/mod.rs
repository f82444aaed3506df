//! Keys: P-256, Ed25519 and secp256k1; PEM, JWK, Multikey, curve points and thumbprints.
//!
//! A [`VerifyingKey`] is a point that was validated when it was parsed. A [`SigningKey`] never displays its secret, and
//! wipes it when dropped.
//!
//! ```
//! use agent_description::key::{KeyType, SigningKey, VerifyingKey};
//!
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//! let signature = key.sign(b"a message");
//!
//! let published =
//!     VerifyingKey::from_multikey(&key.verifying_key().to_multikey())?;
//! published.verify(b"a message", &signature)?;
//! assert!(published.verify(b"another message", &signature).is_err());
//! # Ok::<(), agent_description::key::KeyError>(())
//! ```

mod agreement;
mod directory;
mod ed25519;
mod error;
mod jwk;
mod jwk_member;
mod jwk_use;
mod multikey;
mod p256;
mod pem;
mod public;
mod sec1;
mod secp256k1;
mod signature;
mod signing;
mod thumbprint;
mod verifying;

pub use agreement::AgreementKey;
pub use directory::{DirectoryKey, DirectoryKeyError, KeyDirectory, KeyDirectoryError};
pub use error::KeyError;
pub use public::PublicKey;
pub use signature::Signature;
pub use signing::SigningKey;
pub use verifying::VerifyingKey;

use std::{fmt, str::FromStr};

/// The supported key types for signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyType {
    /// NIST P-256 (secp256r1), ECDSA over SHA-256, FIPS 186-5.
    P256,
    /// Ed25519, RFC 8032.
    Ed25519,
    /// secp256k1, ECDSA over SHA-256, SEC 2.
    Secp256k1,
}

impl KeyType {
    /// Every key type.
    pub const ALL: &'static [KeyType] = &[Self::P256, Self::Ed25519, Self::Secp256k1];

    /// The name of the curve, as the JWK member `crv` spells it (RFC 7518, RFC 8037, RFC 8812).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::P256 => "P-256",
            Self::Ed25519 => "Ed25519",
            Self::Secp256k1 => "secp256k1",
        }
    }
}

impl fmt::Display for KeyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for KeyType {
    type Err = KeyError;

    /// Parses the name of a key type: `P-256`, `Ed25519`, `secp256k1`, or in lower case without hyphen.
    ///
    /// # Errors
    /// [`KeyError::UnsupportedType`] for any other text.
    fn from_str(text: &str) -> Result<Self, KeyError> {
        match text {
            "P-256" | "p256" => Ok(Self::P256),
            "Ed25519" | "ed25519" => Ok(Self::Ed25519),
            "secp256k1" => Ok(Self::Secp256k1),
            other => Err(KeyError::unsupported("key type", other)),
        }
    }
}
