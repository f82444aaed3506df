//! Errors of envelopes.

use agent_description::{Code, CodedError, diagnostic::Place, diagnostic::Rule};

/// The first error of an envelope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct EnvelopeError {
    /// The error code.
    pub code: Code,
    /// The message.
    pub message: String,
    /// The violated rule.
    pub rule: &'static Rule,
    // boxed to keep errors small
    pub(super) place: Box<Place>,
}

impl CodedError for EnvelopeError {
    fn code(&self) -> Code {
        self.code
    }

    fn place(&self) -> Place {
        (*self.place).clone()
    }
}
