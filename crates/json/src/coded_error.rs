//! The trait of all errors in this project.

use crate::{Code, Place, Position};
use std::sync::Arc;

/// An error with a stable code and, if it is about a document, a position.
pub trait CodedError: std::error::Error + Send + Sync + 'static {
    /// The stable code.
    fn code(&self) -> Code;

    /// The underlying error, if both are about the same document: it has the position.
    fn cause(&self) -> Option<&dyn CodedError> {
        None
    }

    /// The position in the document: that of the [`cause`](Self::cause), or an empty one.
    fn place(&self) -> Place {
        // `Error` has a deprecated method with this name
        CodedError::cause(self).map_or_else(Place::default, |cause| cause.place())
    }

    /// Line and column of the [`place`](Self::place).
    fn position(&self) -> Option<Position> {
        self.place().position
    }

    /// The JSON Pointer (RFC 6901) of the invalid value, from the [`place`](Self::place).
    fn pointer(&self) -> Option<String> {
        self.place().pointer
    }

    /// The message without the [`position`](Self::position) at its start, for reports with own members for places.
    fn unplaced_message(&self) -> String {
        let message = self.to_string();
        let place = self.position().map(|position| format!("{position}: "));
        place.and_then(|place| message.strip_prefix(&place).map(str::to_owned)).unwrap_or(message)
    }
}

/// An error that callers only report: its code, its message and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct SimpleError {
    /// The stable code.
    pub code: Code,
    /// What was found, what is expected, and what to do.
    pub message: String,
    // boxed to keep results small
    place: Box<Place>,
}

impl SimpleError {
    /// Creates an error without a place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: Box::default() }
    }

    /// The code, the message and the place of another error.
    #[must_use]
    pub fn from_error(error: &dyn CodedError) -> Self {
        Self::new(error.code(), error.to_string()).at(error.place())
    }

    /// The same error at a place.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: Box::new(place), ..self }
    }
}

impl CodedError for SimpleError {
    fn code(&self) -> Code {
        self.code
    }

    fn place(&self) -> Place {
        Place::clone(&self.place)
    }
}

/// A shared error.
impl CodedError for Arc<dyn CodedError> {
    fn code(&self) -> Code {
        (**self).code()
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        CodedError::cause(&**self)
    }

    fn place(&self) -> Place {
        (**self).place()
    }

    fn position(&self) -> Option<Position> {
        (**self).position()
    }

    fn pointer(&self) -> Option<String> {
        (**self).pointer()
    }
}
