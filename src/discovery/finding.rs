//! Non-fatal problems of discovery.

use crate::{Code, CodedError, diagnostic::Severity, json::Position};
use std::fmt;

/// A problem of one document among several: its message, position and severity.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiscoveryFinding {
    /// The stable code.
    pub code: Code,
    /// The severity: an error means that a part of the result is missing.
    pub severity: Severity,
    /// The value found and the expected value.
    pub message: String,
    /// The URL of the document.
    pub url: String,
    /// The JSON Pointer of the invalid value.
    pub pointer: Option<String>,
    /// Its line and column.
    pub position: Option<Position>,
}

impl DiscoveryFinding {
    /// Converts an error to a finding about the document at `url`.
    #[cfg_attr(not(feature = "resolver"), allow(dead_code))] // only what fetches documents
    pub(super) fn error(url: &str, fault: &dyn CodedError) -> Self {
        Self {
            code: fault.code(),
            severity: Severity::Error,
            message: fault.unplaced_message(),
            url: url.to_owned(),
            pointer: fault.pointer(),
            position: fault.position(),
        }
    }

    pub(super) fn new(code: Code, severity: Severity, url: &str, message: impl Into<String>) -> Self {
        Self { code, severity, message: message.into(), url: url.to_owned(), pointer: None, position: None }
    }
}

/// `https://…:12:5: error[ad-structure]: …`
impl fmt::Display for DiscoveryFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)?;
        if let Some(position) = self.position {
            write!(f, ":{position}")?;
        }
        write!(f, ": {}[{}]: {}", self.severity, self.code, self.message)
    }
}
