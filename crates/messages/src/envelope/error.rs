//! Errors of envelopes.

use agent_description::{Code, CodedError, diagnostic::Place, diagnostic::Rule};

/// The first error of an envelope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct EnvelopeError {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) rule: &'static Rule,
    // boxed to keep errors small
    pub(super) place: Box<Place>,
}

impl EnvelopeError {
    /// The violated rule.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        self.rule
    }
}

impl CodedError for EnvelopeError {
    fn code(&self) -> Code {
        self.code
    }

    fn place(&self) -> Place {
        (*self.place).clone()
    }
}
