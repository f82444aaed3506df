//! Errors of verifying and signing cards and catalogs.

use crate::{codes, spelling::SpellingError};
use agent_description::{Code, CodedError, did::KeyRefusal, jws::JwsError};
use std::sync::Arc;

/// The reason why a signature, card or catalog is not verified, or was not signed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// A rule is broken.
    #[error("{message}")]
    Refused {
        /// The code of the rule.
        code: Code,
        /// What was found and expected.
        message: String,
        /// JSON Pointer of the member.
        pointer: Option<String>,
    },
    /// The JWS is invalid.
    #[error(transparent)]
    Jws(#[from] JwsError),
    /// The key may not sign for the DID.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The DID document, key set or artifact is unavailable, or the signer failed.
    #[error("{0}")]
    Elsewhere(Arc<dyn CodedError>),
    /// An unsupported signature profile of a catalog.
    #[error("the signature profile is {found:?}, expected \"did-web-v1\"")]
    Profile {
        /// The profile, shortened.
        found: String,
    },
    /// The subject of a trust manifest is another entry or another release.
    #[error("the manifest's `subject.{member}` {found}")]
    Subject {
        /// The member.
        member: &'static str,
        /// The message, with what was found and expected.
        found: String,
    },
}

impl SignatureError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self::Refused { code, message: message.into(), pointer: None }
    }

    /// An error of something else than the signature.
    pub(crate) fn elsewhere(error: impl CodedError) -> Self {
        Self::Elsewhere(Arc::new(error))
    }

    /// `found` is what the header's `member` is, and what is expected.
    pub(crate) fn header(member: &str, found: impl Into<String>) -> Self {
        JwsError::Header { member: member.to_owned(), found: found.into() }.into()
    }

    /// Whether the result could change with network access or another option.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.code().class() == agent_description::CodeClass::Undecided
    }
}

impl CodedError for SignatureError {
    fn code(&self) -> Code {
        match self {
            Self::Refused { code, .. } => *code,
            Self::Jws(error) => error.code(),
            Self::Key(error) => error.code(),
            Self::Elsewhere(error) => error.code(),
            Self::Profile { .. } => Code::UNSUPPORTED_VERSION,
            Self::Subject { .. } => codes::CATALOG_SUBJECT,
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Refused { pointer, .. } => pointer.clone(),
            _ => None,
        }
    }
}

/// A member name is another spelling of a known one, so parsers interpret the document differently.
impl From<SpellingError> for SignatureError {
    fn from(error: SpellingError) -> Self {
        Self::Refused { code: error.code(), message: error.to_string(), pointer: error.pointer }
    }
}
