//! Errors of keys and signatures.

use super::KeyType;
use crate::Timestamp;
use adp_json::{Code, CodedError, Place, SimpleError, cut};

/// Why a key cannot be parsed or generated, or a signature does not verify. Messages contain no bytes of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The text is not one PEM block with a key (RFC 7468), or its DER is invalid (RFC 5958, RFC 5280).
    #[error("the PEM {problem}")]
    Pem {
        /// The problem, the expected value and the fix.
        problem: String,
    },
    /// The private key is encrypted with a password.
    #[error(
        "the PEM is an encrypted private key ({label}), expected an unencrypted PKCS#8 `PRIVATE KEY`; \
         decrypt it first, for example with `openssl pkcs8 -in FILE -out PLAIN`"
    )]
    EncryptedPem {
        /// The label or header that indicates encryption.
        label: &'static str,
    },
    /// The text is a private key, but a public key is expected. If it was published, its owner must replace it.
    #[error(
        "{found} is a private key, expected a public one; if it was published, the key is compromised: replace it, and \
         publish only the public key"
    )]
    PrivateKeyPublished {
        /// How it was recognized, for example by the JWK member `d`.
        found: &'static str,
    },
    /// The key type is not supported.
    #[error("the {what} is {found}; supported are P-256, Ed25519 and secp256k1")]
    UnsupportedType {
        /// The name of the type's field: the JWK's `kty` or `crv`, a multicodec, an algorithm identifier.
        what: &'static str,
        /// Its value, shortened.
        found: String,
    },
    /// A member of a JWK is missing or malformed (RFC 7517, RFC 7518 section 6.2, RFC 8037).
    #[error("the JWK member `{member}` {problem}")]
    Jwk {
        /// The member.
        member: &'static str,
        /// The problem and the expected value.
        problem: String,
    },
    /// The text is not a Multikey value (Controlled Identifiers 1.0 section 2.2.2).
    #[error("the Multikey value {problem}")]
    Multikey {
        /// The problem and the expected value.
        problem: String,
    },
    /// The bytes are not a public key of the curve: wrong length, not on the curve, the identity, of small order.
    #[error("the {key_type} public key {problem}")]
    Point {
        /// The curve.
        key_type: KeyType,
        /// The problem and the expected value.
        problem: String,
    },
    /// The bytes are not a private key of the curve: zero, or not below the group's order.
    #[error("the {key_type} private key is zero or not below the group's order; generate a new key")]
    Secret {
        /// The curve.
        key_type: KeyType,
    },
    /// The operating system provided no random numbers.
    #[error("{0}; no key was generated")]
    Random(SimpleError),
    /// A key of a directory cannot be used for HTTP signatures.
    #[error("{problem}")]
    DirectoryEntry {
        /// The member that is wrong, if it is one.
        member: Option<&'static str>,
        /// The problem and the expected value.
        problem: String,
    },
    /// The key of a directory is a published one.
    #[error("the key is a test key of RFC 9421, whose private half is public; make a new key")]
    TestKey,
    /// A directory does not have the key.
    #[error("there is no key with this thumbprint")]
    NotInDirectory,
    /// The key of a directory is not valid yet.
    #[error("the key is valid from {from}")]
    NotYetValid {
        /// `nbf`.
        from: Timestamp,
    },
    /// The key of a directory is no longer valid.
    #[error("the key expired at {until}")]
    Expired {
        /// `exp`.
        until: Timestamp,
    },
    /// The signature does not verify.
    #[error("the signature does not verify with this {key_type} key: the signed bytes or the key differ")]
    Signature {
        /// The key's type.
        key_type: KeyType,
    },
}

impl KeyError {
    pub(super) fn unsupported(what: &'static str, found: &str) -> Self {
        Self::UnsupportedType { what, found: format!("{:?}", cut(found, 32)) }
    }

    pub(super) fn pem(problem: impl Into<String>) -> Self {
        Self::Pem { problem: problem.into() }
    }

    pub(super) fn entry(member: Option<&'static str>, problem: impl Into<String>) -> Self {
        Self::DirectoryEntry { member, problem: problem.into() }
    }

    pub(super) fn point(key_type: KeyType, problem: impl Into<String>) -> Self {
        Self::Point { key_type, problem: problem.into() }
    }
}

impl CodedError for KeyError {
    fn code(&self) -> Code {
        match self {
            Self::Signature { .. } => Code::PROOF_SIGNATURE,
            Self::NotInDirectory | Self::NotYetValid { .. } | Self::Expired { .. } => Code::AUTH_METHOD_NOT_AUTHORIZED,
            _ => Code::KEY_MALFORMED,
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Jwk { member, .. } => Place::pointing(format!("/{member}")),
            _ => Place::default(),
        }
    }
}
