//! Errors of matching messages with capabilities.

use adp_cards::json_schema::Unfit;
use agent_description::{Code, CodedError, diagnostic::Place};

/// The reason why a message does not match a capability, or why it cannot be checked. The code is `invalid-reference`
/// for an unknown capability, `invalid-arguments`, `invalid-result`, or `invalid-schema` for an unusable card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct CapabilityError {
    /// The error code.
    pub code: Code,
    /// The message.
    pub message: String,
    /// JSON Pointer in the message, if it is about one.
    pub pointer: Option<String>,
}

impl CapabilityError {
    /// The card's capabilities cannot be used.
    pub(super) fn unusable(message: String) -> Self {
        Self { code: Code::INVALID_SCHEMA, message, pointer: None }
    }

    /// The first mismatch of a value at a location. `what` does not match.
    pub(super) fn unfit(code: Code, what: &str, at: &str, unfit: &Unfit) -> Self {
        let (pointer, misfit) = match unfit.mismatches().first() {
            Some(first) => (format!("{at}{}", first.pointer), first.message.as_str()),
            None => (at.to_owned(), "validation exceeds the work limit"),
        };
        Self { code, message: format!("{what}: {misfit}"), pointer: Some(pointer) }
    }
}

impl CodedError for CapabilityError {
    fn code(&self) -> Code {
        self.code
    }

    /// The location in the validated message.
    fn place(&self) -> Place {
        self.pointer.as_deref().map(Place::pointing).unwrap_or_default()
    }
}
