//! What every error of the crate can say about itself.

use crate::{Code, Place, Position};
use std::sync::Arc;

/// What every error of this crate can say: its stable code and, where there is one, the place in the document.
pub trait CodedError: std::error::Error + Send + Sync + 'static {
    /// The stable code.
    fn code(&self) -> Code;

    /// The fault that this one passes on, where both are about the same document: it says where.
    fn cause(&self) -> Option<&dyn CodedError> {
        None
    }

    /// Where in the document that was read: the place of the [`cause`](Self::cause), or no place.
    fn place(&self) -> Place {
        // `Error` has a method of that name, which nobody should use
        CodedError::cause(self).map_or_else(Place::default, |cause| cause.place())
    }

    /// Line and column of the [`place`](Self::place).
    fn position(&self) -> Option<Position> {
        self.place().position
    }

    /// The JSON Pointer (RFC 6901) of the value at fault, of the [`place`](Self::place).
    fn pointer(&self) -> Option<String> {
        self.place().pointer
    }
}

/// A fault that several share.
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
