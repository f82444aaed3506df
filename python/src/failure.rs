//! Errors in the form for Python.

use agent_description::{Code, CodeClass, CodedError, Document, json::Position};
use pyo3::prelude::*;

/// `(class, code, message, line, column, pointer)`; the class names an exception.
pub type FailureTuple = (&'static str, &'static str, String, Option<usize>, Option<usize>, Option<String>);

/// An error for Python.
#[derive(Clone, Debug)]
pub struct Failure {
    class: &'static str,
    code: &'static str,
    message: String,
    position: Option<Position>,
    pointer: Option<String>,
}

impl Failure {
    /// The message of a library error.
    pub fn from_error(error: &dyn CodedError) -> Self {
        let (code, position) = (error.code(), error.position());
        let message = error.unplaced_message();
        let pointer = error.pointer().filter(|pointer| !pointer.is_empty());
        Self { class: class_of(code), code: code.as_str(), message, position, pointer }
    }

    /// An error with a code of the library.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { class: class_of(code), code: code.as_str(), message: message.into(), position: None, pointer: None }
    }

    /// An expectation does not apply to the document.
    pub fn misuse(message: String) -> Self {
        Self { class: "malformed", code: "usage", message, position: None, pointer: None }
    }

    /// An internal error of this package.
    pub fn internal(message: &str) -> Self {
        let message = format!("a bug in this package, not an error in the input: {message}; please report it");
        Self { class: "undecided", code: "internal", message, position: None, pointer: None }
    }

    /// Same with line and column, if the error has only a pointer.
    #[must_use]
    pub fn in_document(mut self, document: &Document) -> Self {
        if self.position.is_none() {
            self.position = self.pointer.as_deref().and_then(|pointer| document.nearest_position(pointer));
        }
        self
    }

    /// The code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The name of the exception class.
    pub fn into_exception(self, py: Python<'_>) -> PyErr {
        let errors = py.import("agent_description._errors");
        let made = errors.and_then(|errors| errors.call_method1("error_from", (self.into_tuple(),)));
        made.map_or_else(|error| error, PyErr::from_value)
    }

    /// The tuple for Python.
    pub fn into_tuple(self) -> FailureTuple {
        let (line, column) = self.position.map(|position| (position.line, position.column)).unzip();
        (self.class, self.code, self.message, line, column, self.pointer)
    }
}

/// The exception class of a code. An error for a URL that may never be fetched is not retryable.
pub fn class_of(code: Code) -> &'static str {
    match code.class() {
        CodeClass::Malformed => "malformed",
        CodeClass::Refused => "refused",
        CodeClass::Undecided if code == Code::NET_SCHEME || code == Code::NET_ADDRESS => "permanent",
        CodeClass::Undecided => "undecided",
    }
}
