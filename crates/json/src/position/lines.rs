//! Line and column lookup in a text, without rescanning it.

use super::span::token_length;
use crate::{Offset, Position, Span};
use std::ops::Range;

/// Number of bytes between two positions with known character counts.
const BLOCK: usize = 256;

/// The starts of all lines, and the number of characters and UTF-16 code units before each block.
///
/// Lines end at LF. Columns count Unicode scalar values; invalid UTF-8 bytes count as one each.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    /// What is before each block, then the whole text.
    counts: Vec<Count>,
}

/// The length of a part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    scalars: usize,
    utf16: usize,
}

impl Count {
    fn from_bytes(bytes: &[u8]) -> Self {
        let scalars = bytes.iter().filter(|byte| begins(**byte)).count();
        // a character of four bytes is a surrogate pair
        Self { scalars, utf16: scalars + bytes.iter().filter(|byte| **byte >= 0xF0).count() }
    }

    fn plus(self, other: Self) -> Self {
        Self { scalars: self.scalars + other.scalars, utf16: self.utf16 + other.utf16 }
    }
}

impl Lines {
    /// Indexes the lines of a text.
    #[must_use]
    pub fn new(source: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
        let mut counts = vec![Count::default()];
        let mut before = Count::default();
        counts.extend(source.chunks(BLOCK).map(|block| {
            before = before.plus(Count::from_bytes(block));
            before
        }));
        Self { counts, starts }
    }

    /// Line and column of a byte offset in the indexed text.
    #[must_use]
    pub fn position(&self, source: &[u8], byte: usize) -> Position {
        let byte = byte.min(source.len());
        let (line, start) = self.line(byte);
        Position { line, column: self.before(source, byte).scalars - self.before(source, start).scalars + 1 }
    }

    /// A byte range as lines and columns, and in UTF-16.
    #[must_use]
    pub fn span(&self, source: &[u8], bytes: Range<usize>) -> Span {
        let utf16 = |byte: usize| self.before(source, byte.min(source.len())).utf16;
        let column = |byte: usize| utf16(byte) - utf16(self.line(byte).1) + 1;
        Span {
            start: self.position(source, bytes.start),
            end: self.position(source, bytes.end),
            utf16: utf16(bytes.start)..utf16(bytes.end),
            utf16_columns: column(bytes.start)..column(bytes.end),
            bytes,
        }
    }

    /// The token at a position, up to the end of its line; `None` for an invalid position.
    #[must_use]
    pub fn token(&self, source: &[u8], position: Position) -> Option<Span> {
        let (line, start) = self.find_in_text(source, position)?;
        let end = start + token_length(source.get(start..line.end)?);
        Some(self.span(source, start..end))
    }

    /// The bytes of a line without its end, and the offset of a column in it; `None` for an invalid position.
    #[must_use]
    pub fn find<'a>(&self, source: &'a [u8], position: Position) -> Option<(&'a [u8], usize)> {
        let (line, byte) = self.find_in_text(source, position)?;
        Some((source.get(line.clone())?, byte - line.start))
    }

    /// The offset of a position.
    pub(crate) fn offset(&self, source: &[u8], position: Position) -> Option<Offset> {
        self.find_in_text(source, position).map(|(_, byte)| Offset::at(byte))
    }

    /// The line of a position, and its byte offset in the text.
    fn find_in_text(&self, source: &[u8], position: Position) -> Option<(Range<usize>, usize)> {
        let start = *self.starts.get(position.line.checked_sub(1)?)?;
        let end = self.starts.get(position.line).map_or(source.len(), |next| next - 1);
        let line = source.get(start..end)?;
        let end = start + line.strip_suffix(b"\r").unwrap_or(line).len();
        // a position at a character means the start of that character
        let wanted = self.before(source, start).scalars + position.column.checked_sub(1)?;
        let block = self.counts.partition_point(|count| count.scalars <= wanted).saturating_sub(1);
        let from = (block * BLOCK).max(start);
        let skipped = wanted.checked_sub(self.before(source, from).scalars)?;
        let rest = source.get(from..end).unwrap_or_default();
        let at = rest.iter().enumerate().filter(|(_, byte)| begins(**byte)).nth(skipped).map(|(at, _)| from + at);
        Some((start..end, at.unwrap_or(end)))
    }

    /// The line number of a byte, and the line's start.
    fn line(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= byte);
        (line, line.checked_sub(1).and_then(|at| self.starts.get(at)).copied().unwrap_or_default())
    }

    /// The length of the text before a byte.
    fn before(&self, source: &[u8], byte: usize) -> Count {
        let block = byte / BLOCK;
        let Some(count) = self.counts.get(block) else { return self.counts.last().copied().unwrap_or_default() };
        // blocks of ASCII, which most are, need no counting
        let ascii = count.plus(Count { scalars: BLOCK, utf16: BLOCK });
        if self.counts.get(block + 1).is_some_and(|next| *next == ascii) {
            let skipped = byte - block * BLOCK;
            return count.plus(Count { scalars: skipped, utf16: skipped });
        }
        count.plus(Count::from_bytes(source.get(block * BLOCK..byte).unwrap_or_default()))
    }
}

/// Continuation bytes (10xxxxxx) belong to the scalar before them.
fn begins(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}
