//! Why a JSON Web Signature is refused.

use super::Algorithm;
use crate::{Code, CodedError, key::KeyType};

/// Why a JSON Web Signature is refused, or cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JwsError {
    /// The text is not of the form that the serialization has (RFC 7515 sections 3.1 and 7.1, appendix F).
    #[error("not a JWS: {found}")]
    Malformed {
        /// What was found, and what was expected.
        found: String,
    },
    /// `alg` is not one that the profile allows.
    #[error("`alg` is {found:?}, expected {expected}")]
    Algorithm {
        /// The header's `alg`.
        found: String,
        /// The algorithms allowed.
        expected: String,
    },
    /// A member of the header is not what the profile asks for.
    #[error("the header's `{member}` {found}")]
    Header {
        /// The member.
        member: String,
        /// What is wrong with it, and what was expected.
        found: String,
    },
    /// The key is of another type than `alg` signs with.
    #[error("`alg` is {algorithm}, which signs with {} keys; the key is {found}", algorithm.key_type())]
    Key {
        /// The header's algorithm.
        algorithm: Algorithm,
        /// The key's type.
        found: KeyType,
    },
    /// The signature does not verify.
    #[error("the signature does not verify: the header or payload was changed, or another key signed it")]
    Signature,
}

impl JwsError {
    pub(super) fn malformed(found: impl Into<String>) -> Self {
        Self::Malformed { found: found.into() }
    }

    pub(super) fn header(member: &str, found: impl Into<String>) -> Self {
        Self::Header { member: member.to_owned(), found: found.into() }
    }
}

impl CodedError for JwsError {
    fn code(&self) -> Code {
        match self {
            Self::Malformed { .. } => Code::JWS_MALFORMED,
            Self::Algorithm { .. } => Code::JWS_ALGORITHM,
            Self::Header { .. } => Code::JWS_HEADER,
            Self::Key { .. } => Code::JWS_KEY,
            Self::Signature => Code::JWS_SIGNATURE,
        }
    }
}
