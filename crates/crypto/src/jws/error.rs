//! Errors of JSON Web Signatures.

use super::Algorithm;
use crate::{Timestamp, key::KeyType};
use adp_json::{Code, CodedError};

/// Why a JSON Web Signature is refused or cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JwsError {
    /// The text does not have the syntax of the serialization (RFC 7515 sections 3.1 and 7.1, appendix F).
    #[error("not a JWS: {found}")]
    Malformed {
        /// The value found and the expected value.
        found: String,
    },
    /// The profile does not allow `alg`.
    #[error("`alg` is {found:?}, expected {expected}")]
    Algorithm {
        /// The header's `alg`.
        found: String,
        /// The algorithms allowed.
        expected: String,
    },
    /// A header member is not valid in this profile.
    #[error("the header's `{member}` {found}")]
    Header {
        /// The member.
        member: String,
        /// The problem and the expected value.
        found: String,
    },
    /// The key does not have the type that `alg` requires.
    #[error("`alg` is {algorithm}, which signs with {} keys; the key is {found}", algorithm.key_type())]
    Key {
        /// The header's algorithm.
        algorithm: Algorithm,
        /// The key's type.
        found: KeyType,
    },
    /// The signature is not yet valid, or has expired.
    #[error("the signature {found}, and the time of verification is {at}")]
    Time {
        /// `is valid from` or `expired at`, with the time.
        found: String,
        /// The time of verification.
        at: Timestamp,
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
            Self::Time { .. } => Code::JWS_TIME,
            Self::Signature => Code::JWS_SIGNATURE,
        }
    }
}
