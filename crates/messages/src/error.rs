//! The error of messages, cards, capabilities, directories and rate limits.

use agent_description::{Code, CodedError, diagnostic::Place};

/// The reason why a message, card or capability was refused, a message was not signed, or a directory failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct MessageError {
    /// The error code.
    pub code: Code,
    /// The message.
    pub message: String,
    /// Seconds after which the sender can sign and send the message again, if known.
    pub retry_after: Option<u64>,
    // boxed to keep errors small
    place: Box<Place>,
}

impl MessageError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retry_after: None, place: Box::default() }
    }

    /// An error of another document or part, without its place.
    pub(crate) fn from_error(error: impl CodedError) -> Self {
        Self::new(error.code(), error.to_string())
    }

    /// Sets the place in the message.
    pub(crate) fn at(self, place: Place) -> Self {
        Self { place: Box::new(place), ..self }
    }
}

impl CodedError for MessageError {
    fn code(&self) -> Code {
        self.code
    }

    fn place(&self) -> Place {
        (*self.place).clone()
    }
}
