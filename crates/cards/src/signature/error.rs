//! Errors of verifying and signing cards and catalogs.

use super::LeftOut;
use crate::{codes, members::named, spelling::SpellingError};
use agent_description::{
    Code, CodedError, ReadError, did::KeyRefusal, jws::JwsError, proof::SignError as ProofSignError,
};
use std::sync::Arc;

/// The reason why a signature, card or catalog is not verified.
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
    },
    /// A member name is another spelling of a known one, so parsers interpret the document differently.
    #[error("{0}")]
    Spelling(SpellingError),
    /// The JWS is invalid.
    #[error(transparent)]
    Jws(#[from] JwsError),
    /// The key may not sign for the DID.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The DID document, key set or artifact is unavailable.
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
        Self::Refused { code, message: message.into() }
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
            Self::Spelling(error) => error.code(),
            Self::Jws(error) => error.code(),
            Self::Key(error) => error.code(),
            Self::Elsewhere(error) => error.code(),
            Self::Profile { .. } => Code::UNSUPPORTED_VERSION,
            Self::Subject { .. } => codes::CATALOG_SUBJECT,
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Spelling(error) => error.pointer(),
            _ => None,
        }
    }
}

/// The reason why a card or catalog was not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignError {
    /// The document cannot be signed, or not by this signer.
    #[error(transparent)]
    Refused(#[from] SignatureError),
    /// The payload forms differ.
    #[error("{}", not_portable(.members))]
    NotPortable {
        /// The members to correct, as JSON Pointers, with the reasons.
        members: Vec<(Option<String>, LeftOut)>,
    },
    /// The signer failed.
    #[error("{0}")]
    Signer(ProofSignError),
    /// The signed document exceeds the limits.
    #[error("{0}")]
    Document(ReadError),
}

impl SignError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self::Refused(SignatureError::new(code, message))
    }
}

impl From<JwsError> for SignError {
    fn from(error: JwsError) -> Self {
        Self::Refused(error.into())
    }
}

fn not_portable(members: &[(Option<String>, LeftOut)]) -> String {
    let name = |(pointer, member): &(Option<String>, LeftOut)| {
        format!("{} ({})", pointer.as_deref().unwrap_or(&member.name), member.why)
    };
    let members = named(members.iter().map(name), 12);
    format!("verifiers would compute different payloads; to sign for all of them, correct {members}")
}

impl CodedError for SignError {
    fn code(&self) -> Code {
        match self {
            Self::Refused(error) => error.code(),
            Self::NotPortable { .. } => codes::CARD_NOT_PORTABLE,
            Self::Signer(error) => error.code(),
            Self::Document(error) => error.code(),
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Refused(error) => error.pointer(),
            Self::NotPortable { members } => members.first()?.0.clone(),
            Self::Signer(error) => error.pointer(),
            Self::Document(_) => None,
        }
    }
}
