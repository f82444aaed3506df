//! Errors of verifying and signing cards and catalogs.

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
    /// The member that is wrong.
    member: Option<&'static str>,
}

impl SignatureError {
    /// Creates an error.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), pointer: None, member: None }
    }

    /// An error of something else than the signature: the DID document, key set or artifact is unavailable, or the
    /// signer failed.
    #[must_use]
    pub fn elsewhere(error: &dyn CodedError) -> Self {
        Self::new(error.code(), error.to_string())
    }

    /// `found` states what the header's `member` is, and what is expected.
    #[must_use]
    pub fn header(member: &str, found: impl Into<String>) -> Self {
        JwsError::Header { member: member.to_owned(), found: found.into() }.into()
    }

    /// The same, and which member of an object is wrong.
    #[must_use]
    pub fn with_member(self, member: &'static str) -> Self {
        Self { member: Some(member), ..self }
    }

    /// The member that is wrong, if the error names one.
    #[must_use]
    pub fn member(&self) -> Option<&'static str> {
        self.member
    }

    /// A member name is another spelling of a known one, so parsers interpret the document differently.
    #[must_use]
    pub fn misspelled(document: &Document, found: &Misspelled<'_>) -> Self {
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
