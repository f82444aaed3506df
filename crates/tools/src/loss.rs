//! A loss of a conversion.

use agent_description::{
    diagnostic::Severity,
    json::{Object, Place, object},
};

/// A difference between the original and the converted document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Loss {
    /// JSON Pointer in the original. For an added value, the location where it is missing; if the pointer would be too
    /// long, that of an enclosing value.
    pub pointer: String,
    /// What happens to the value.
    pub reason: String,
    /// An error if callers lose something that they need or trust: an endpoint, schema, security requirement or
    /// signature. A warning if a statement is lost, or was added. A note if the value is written differently.
    pub severity: Severity,
    /// Whether the lost value asks callers for a person's consent.
    pub asks_consent: bool,
}

impl Loss {
    /// Creates a loss. A long pointer is shortened to an enclosing value.
    #[must_use]
    pub fn new(pointer: String, reason: impl Into<String>, severity: Severity) -> Self {
        Self { pointer: within(pointer), reason: reason.into(), severity, asks_consent: false }
    }

    /// Whether the lost value asks callers for a person's consent.
    #[must_use]
    pub fn loses_consent(&self) -> bool {
        self.asks_consent && self.severity == Severity::Error
    }

    /// The pointer, or `the document`, for messages.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.pointer.is_empty() { "the document" } else { &self.pointer }
    }

    /// The object `{pointer, reason, severity}`.
    #[must_use]
    pub fn to_json(&self) -> Object {
        object! {
            "pointer": self.pointer.as_str(),
            "reason": self.reason.as_str(),
            "severity": self.severity.as_str(),
        }
    }
}

/// Shortens a pointer to the maximum length.
fn within(mut pointer: String) -> String {
    while pointer.len() > Place::MAX_POINTER_BYTES {
        match pointer.rfind('/') {
            Some(at) => pointer.truncate(at),
            None => break,
        }
    }
    pointer
}
