//! Positions in documents, as pointer, line and column.

use crate::{Document, Offset, Position, pointer};
use std::fmt;

/// A position: line and column, and a JSON Pointer. Empty for values created in code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The start in the document's text.
    pub offset: Offset,
    /// Line and column.
    pub position: Option<Position>,
    /// The JSON Pointer (RFC 6901); `None` if it would be longer than [`Place::MAX_POINTER_BYTES`].
    pub pointer: Option<String>,
}

impl Place {
    /// Maximum length of a pointer: below one long name there may be thousands of positions.
    pub const MAX_POINTER_BYTES: usize = 1024;

    /// Creates the position of an offset in a document.
    #[must_use]
    pub fn from_offset(document: &Document, offset: Offset) -> Self {
        let pointer = pointer::pointer_within(document.json(), offset, Self::MAX_POINTER_BYTES);
        Self { offset, position: document.position(offset), pointer }
    }

    /// Creates a position in a document built in code, which has no text yet.
    #[must_use]
    pub fn pointing(pointer: impl Into<String>) -> Self {
        Self { pointer: Some(pointer.into()), ..Self::default() }
    }

    /// Creates a position in a text that is not JSON, without a pointer.
    #[must_use]
    pub fn at(position: Option<Position>) -> Self {
        Self { position, ..Self::default() }
    }
}

/// Displays `12:5: /interfaces/0`; the root is called "the document".
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position {
            write!(f, "{position}: ")?;
        }
        f.write_str(match self.pointer.as_deref() {
            None | Some("") => "document",
            Some(pointer) => pointer,
        })
    }
}
