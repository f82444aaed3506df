//! What is odd about a DID document without spoiling it.

use super::Place;
use crate::Code;
use std::fmt;

/// A warning about a DID document that resolves all the same: see
/// [`DidDocument::diagnostics`](super::DidDocument::diagnostics).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What kind of warning.
    pub code: Code,
    /// Where.
    pub place: Place,
    /// What was found, what follows from it and what would be right.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
