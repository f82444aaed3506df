//! Errors of verifying and signing cards and catalogs.

use crate::codes;
use agent_description::{
    Code, CodedError, Document,
    diagnostic::{Place, members::Misspelled},
    did::KeyRefusal,
    jws::JwsError,
};

/// The reason why a signature, card or catalog is not verified, or was not signed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SignatureError {
    code: Code,
    message: String,
    /// JSON Pointer of the member.
    pub(crate) pointer: Option<String>,
    /// The member of a trust manifest's subject that is wrong.
    pub(crate) subject_member: Option<&'static str>,
}

impl SignatureError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), pointer: None, subject_member: None }
    }

    /// An error of something else than the signature: the DID document, key set or artifact is unavailable, or the
    /// signer failed.
    pub(crate) fn elsewhere(error: &dyn CodedError) -> Self {
        Self::new(error.code(), error.to_string())
    }

    /// `found` states what the header's `member` is, and what is expected.
    pub(crate) fn header(member: &str, found: impl Into<String>) -> Self {
        JwsError::Header { member: member.to_owned(), found: found.into() }.into()
    }

    /// The subject of a trust manifest is another entry or another release. `found` states what the `member` is and
    /// what is expected.
    pub(crate) fn subject(member: &'static str, found: &str) -> Self {
        let error = Self::new(codes::CATALOG_SUBJECT, format!("the manifest's `subject.{member}` {found}"));
        Self { subject_member: Some(member), ..error }
    }

    /// A member name is another spelling of a known one, so parsers interpret the document differently.
    pub(crate) fn misspelled(document: &Document, found: &Misspelled<'_>) -> Self {
        let short = |text: &str| text.chars().take(200).collect::<String>();
        let (name, known) = (short(found.member.name()), short(found.known));
        let message = format!(
            "found the member {name:?}, expected only `{known}`: some decoders treat them as one; remove {name:?}"
        );
        let pointer = Place::from_offset(document, found.member.name_offset()).pointer;
        Self { pointer, ..Self::new(Code::SPELLING, message) }
    }

    /// Whether the result could change with network access or another option.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.code.class() == agent_description::CodeClass::Undecided
    }
}

impl CodedError for SignatureError {
    fn code(&self) -> Code {
        self.code
    }

    fn pointer(&self) -> Option<String> {
        self.pointer.clone()
    }
}

/// The JWS is invalid.
impl From<JwsError> for SignatureError {
    fn from(error: JwsError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// The key may not sign for the DID.
impl From<KeyRefusal> for SignatureError {
    fn from(error: KeyRefusal) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
