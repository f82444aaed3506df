//! What every error of the crate can say about itself.

use crate::{Code, json::Position};

/// What every error of this crate can say: its stable code and, where there is one, the place in the document.
pub trait Fault: std::error::Error + Send + Sync + 'static {
    /// The stable code.
    fn code(&self) -> Code;

    /// Line and column in the document that was read.
    fn position(&self) -> Option<Position> {
        None
    }

    /// The JSON Pointer (RFC 6901) of the value at fault.
    fn pointer(&self) -> Option<String> {
        None
    }
}
