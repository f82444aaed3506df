//! Positions in the source.

pub(crate) mod by_offset;
pub(crate) mod lines;
pub(crate) mod place;
pub(crate) mod span;

use std::fmt;

/// A byte offset into the source text, or none for values created in code.
// fits into the padding of values, so it needs no memory
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset(u64);

impl Offset {
    /// The offset of values without source text.
    pub const NONE: Offset = Offset(u64::MAX);

    /// Creates the offset of a byte in the source text.
    #[must_use]
    pub fn at(byte: usize) -> Self {
        u64::try_from(byte).map_or(Self::NONE, Offset)
    }

    /// The byte offset, if the value has a source text.
    #[must_use]
    pub fn get(self) -> Option<usize> {
        usize::try_from(self.0).ok().filter(|_| self != Self::NONE)
    }
}

/// None.
impl Default for Offset {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(byte) => write!(f, "@{byte}"),
            None => f.write_str("@-"),
        }
    }
}

/// Line and column, both counted from 1; columns count Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in Unicode scalar values, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The position of a byte offset in `source`. Lines end at LF; invalid UTF-8 bytes count as one column each.
#[must_use]
pub fn position_at(source: &[u8], byte: usize) -> Position {
    let before = source.get(..byte).unwrap_or(source);
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let line = before[..line_start].iter().filter(|&&b| b == b'\n').count() + 1;
    // continuation bytes (10xxxxxx) belong to the scalar before them
    let column = before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
    Position { line, column }
}
