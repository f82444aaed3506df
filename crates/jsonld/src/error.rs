//! Why a document could not be processed as JSON-LD.

use adp_json::{Code, CodedError, Document, Offset, Place, Position, pointer};
use std::fmt;

/// Why a document could not be processed as JSON-LD.
///
/// The code is the error code of the JSON-LD 1.1 API with its spaces replaced, or one of `jsonld-budget` and
/// `context-not-embedded`. The place is an offset until [`JsonLdError::locate`] turns it into line and column.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonLdError(Box<Details>);

#[derive(Clone, PartialEq, Eq)]
struct Details {
    code: Code,
    message: String,
    offset: Offset,
    place: Option<(Position, String)>,
}

/// That a context is neither embedded nor pinned.
pub(super) fn unknown_context(iri: &str) -> String {
    format!("the context {iri} is neither embedded nor pinned, and contexts are never fetched; pin a reviewed copy")
}

impl JsonLdError {
    #[cold]
    pub(super) fn new(code: Code, offset: Offset, message: impl Into<String>) -> Self {
        Self(Box::new(Details { code, message: message.into(), offset, place: None }))
    }

    /// What is wrong, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where in the expanded document's source the fault stands.
    #[must_use]
    pub fn offset(&self) -> Offset {
        self.0.offset
    }

    /// The same error with line, column and JSON Pointer in the document that was expanded.
    #[must_use]
    pub fn locate(mut self, document: &Document) -> Self {
        if let Some(position) = document.position(self.0.offset) {
            let pointer = pointer::pointer_to(document.json(), self.0.offset).unwrap_or_default();
            self.0.place = Some((position, pointer));
        }
        self
    }

    /// The same error under another code.
    pub(super) fn with_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }

    /// The same error moved to the place in the document that led to it; `inside` says where it really is.
    pub(super) fn referred_from(mut self, offset: Offset, inside: &str) -> Self {
        self.0.message.push_str(inside);
        self.0.offset = offset;
        self
    }
}

impl fmt::Display for JsonLdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((position, _)) = &self.0.place {
            write!(f, "{position}: ")?;
        }
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for JsonLdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonLdError({} {:?}: {self})", self.0.code, self.0.offset)
    }
}

impl std::error::Error for JsonLdError {}

impl CodedError for JsonLdError {
    fn code(&self) -> Code {
        self.0.code
    }

    fn place(&self) -> Place {
        let Some((position, pointer)) = &self.0.place else { return Place::default() };
        Place { offset: self.0.offset, position: Some(*position), pointer: Some(pointer.clone()) }
    }
}
