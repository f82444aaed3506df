//! One way to a place: from an offset in a positioned tree to pointer, line and column.

use super::{Document, Offset, Position, pointer};
use std::fmt;

/// Where something stands: as line and column, and as a JSON Pointer. Empty for values that were made in code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Where it starts in the document's text.
    pub offset: Offset,
    /// Line and column.
    pub position: Option<Position>,
    /// The JSON Pointer (RFC 6901); none where it would have more than [`Place::MAX_POINTER_BYTES`] bytes.
    pub pointer: Option<String>,
}

impl Place {
    /// The longest pointer, in bytes: below one long name there may be thousands of places.
    pub const MAX_POINTER_BYTES: usize = 1024;

    /// The place of an offset in a document.
    #[must_use]
    pub fn from_offset(document: &Document, offset: Offset) -> Self {
        let pointer = pointer::pointer_within(document.json(), offset, Self::MAX_POINTER_BYTES);
        Self { offset, position: document.position(offset), pointer }
    }

    /// A place in a document that is made in code: it has no text yet.
    #[must_use]
    pub fn pointing(pointer: impl Into<String>) -> Self {
        Self { pointer: Some(pointer.into()), ..Self::default() }
    }

    /// A place in a text that was not read as JSON: no pointer leads there.
    #[must_use]
    pub fn at(position: Option<Position>) -> Self {
        Self { position, ..Self::default() }
    }
}

/// `12:5: /interfaces/0`; the root is called the document.
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
