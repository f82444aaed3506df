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
#[cfg(feature = "host")]
mod host;
mod jwk;
mod multikey;
mod p256;
mod pem;
mod public;
mod sec1;
mod secp256k1;
mod signature;
mod signing;
mod verifying;

#[cfg(feature = "host")]
#[doc(hidden)]
pub use self::host::verify_by_host;
pub use self::{
    agreement::AgreementKey,
    directory::{DirectoryKey, KeyDirectory},
    error::KeyError,
    signature::Signature,
    signing::SigningKey,
    verifying::VerifyingKey,
};
#[doc(hidden)]
pub use self::{multikey::is_secret_code, public::PublicKey};

use std::str::FromStr;

adp_json::words! {
    /// The supported key types for signatures, with the names of their curves in JWKs (RFC 7518, RFC 8037, RFC 8812).
    #[non_exhaustive]
    pub enum KeyType {
        /// NIST P-256 (secp256r1), ECDSA over SHA-256, FIPS 186-5.
        P256 = "P-256",
        /// Ed25519, RFC 8032.
        Ed25519 = "Ed25519",
        /// secp256k1, ECDSA over SHA-256, SEC 2.
        Secp256k1 = "secp256k1",
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
