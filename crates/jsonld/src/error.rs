//! Errors of JSON-LD processing.

use adp_json::{Code, CodedError, Document, Offset, Place, Position, pointer};
use std::fmt;

/// Why a document could not be processed as JSON-LD.
///
/// The code is the error code of the JSON-LD 1.1 API with hyphens instead of spaces, or `jsonld-budget` or
/// `context-not-embedded`. The position is an offset until [`JsonLdError::locate`] converts it to line and column.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonLdError(Box<Details>);

/// The result of a step of the algorithms.
pub(super) type Result<T, E = JsonLdError> = std::result::Result<T, E>;

#[derive(Clone, PartialEq, Eq)]
struct Details {
    code: Code,
    message: String,
    offset: Offset,
    place: Option<(Position, String)>,
}

/// Creates the error for a missing context.
pub(super) fn unknown_context(iri: &str) -> String {
    format!("the context {iri} is not embedded, and contexts are never fetched; supply a reviewed copy")
}

impl JsonLdError {
    #[cold]
    pub(super) fn new(code: Code, offset: Offset, message: impl Into<String>) -> Self {
        Self(Box::new(Details { code, message: message.into(), offset, place: None }))
    }

    /// The problem, without the position.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The offset of the error in the expanded document's source.
    #[must_use]
    pub fn offset(&self) -> Offset {
        self.0.offset
    }

    /// Adds line, column and JSON Pointer in the expanded document.
    #[must_use]
    pub fn locate(mut self, document: &Document) -> Self {
        if let Some(position) = document.position(self.0.offset) {
            let pointer = pointer::pointer_to(document.json(), self.0.offset).unwrap_or_default();
            self.0.place = Some((position, pointer));
        }
        self
    }

    /// Replaces the code.
    pub(super) fn with_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }

    /// Moves the error to the position in the document that caused it; `inside` describes the actual position.
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
