//! Rejects documents with a member whose name is another spelling of a known one.

use agent_description::{
    Code, CodedError, Document,
    diagnostic::{Place, members::Misspelled},
};

/// The document has a member whose name is another spelling of a known one. It can be neither signed nor verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found the member {name:?}, expected only `{known}`: some decoders treat them as one; remove {name:?}")]
pub struct SpellingError {
    /// The name, shortened.
    pub name: String,
    /// The known name.
    pub known: String,
    /// JSON Pointer of the member.
    pub pointer: Option<String>,
}

impl SpellingError {
    pub(crate) fn new(document: &Document, found: &Misspelled<'_>) -> Self {
        let short = |text: &str| text.chars().take(200).collect();
        let pointer = Place::from_offset(document, found.member.name_offset()).pointer;
        Self { name: short(found.member.name()), known: short(found.known), pointer }
    }
}

impl CodedError for SpellingError {
    fn code(&self) -> Code {
        Code::SPELLING
    }

    fn pointer(&self) -> Option<String> {
        self.pointer.clone()
    }
}
