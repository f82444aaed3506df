//! Lines and columns of a text, each found without reading the text again.

use super::Position;

/// How many bytes lie between two places whose number of characters is known.
const BLOCK: usize = 1024;

/// Where the lines of a text begin, and how many characters stand before each block of it.
///
/// Lines end at LF; columns count Unicode scalar values, and bytes that are not UTF-8 as one each.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    counts: Vec<usize>,
}

impl Lines {
    /// The lines of a text.
    #[must_use]
    pub fn new(source: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
        let mut before = 0;
        let counts = source.chunks(BLOCK).map(|block| {
            let here = before;
            before += scalars(block);
            here
        });
        Self { counts: counts.collect(), starts }
    }

    /// Line and column of a byte offset in the text the lines were made of.
    #[must_use]
    pub fn position(&self, source: &[u8], byte: usize) -> Position {
        let byte = byte.min(source.len());
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at)).copied().unwrap_or_default();
        Position { line, column: self.before(source, byte) - self.before(source, start) + 1 }
    }

    /// The bytes of a line without its end, and the offset in it of a column; `None` if there is no such place.
    #[must_use]
    pub fn find<'a>(&self, source: &'a [u8], position: Position) -> Option<(&'a [u8], usize)> {
        let start = *self.starts.get(position.line.checked_sub(1)?)?;
        let end = self.starts.get(position.line).map_or(source.len(), |next| next - 1);
        let line = source.get(start..end)?;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // the character that is there is this one of the text
        let wanted = self.before(source, start) + position.column.checked_sub(1)?;
        let block = self.counts.partition_point(|count| *count <= wanted).saturating_sub(1);
        let from = (block * BLOCK).max(start);
        let skipped = wanted.checked_sub(self.before(source, from))?;
        let rest = source.get(from..start + line.len()).unwrap_or_default();
        let at =
            rest.iter().enumerate().filter(|(_, byte)| begins(**byte)).nth(skipped).map(|(at, _)| from + at - start);
        Some((line, at.unwrap_or(line.len())))
    }

    /// How many characters begin before a byte.
    fn before(&self, source: &[u8], byte: usize) -> usize {
        let block = byte / BLOCK;
        match self.counts.get(block) {
            Some(count) => count + scalars(source.get(block * BLOCK..byte).unwrap_or_default()),
            // the end of a text that fills its last block
            None => match block.checked_sub(1).and_then(|last| Some((last, self.counts.get(last)?))) {
                Some((last, count)) => count + scalars(source.get(last * BLOCK..).unwrap_or_default()),
                None => 0,
            },
        }
    }
}

/// Continuation bytes (10xxxxxx) belong to the scalar before them.
fn begins(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

fn scalars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| begins(**byte)).count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{BLOCK, Lines};
    use crate::{Position, position_at};

    #[test]
    fn every_place_is_found_both_ways() {
        let long = format!("{}\n{}é\r\n\n東京{}", "ü".repeat(BLOCK), "x".repeat(3 * BLOCK), "y".repeat(BLOCK));
        let full = "z".repeat(BLOCK);
        for text in ["", "\n", "a", "a\nb", "é\n\né", long.as_str(), full.as_str()] {
            let lines = Lines::new(text.as_bytes());
            for (byte, c) in text.char_indices().chain([(text.len(), ' ')]) {
                let position = lines.position(text.as_bytes(), byte);
                assert_eq!(position, position_at(text.as_bytes(), byte), "{byte}");
                let (line, at) = lines.find(text.as_bytes(), position).unwrap();
                if !"\r\n".contains(c) && byte < text.len() {
                    assert_eq!(std::str::from_utf8(&line[at..]).unwrap().chars().next(), Some(c), "{byte}");
                } else {
                    assert_eq!(at, line.len(), "{byte}");
                }
            }
            assert!(lines.find(text.as_bytes(), Position { line: 99, column: 1 }).is_none());
            assert!(lines.find(text.as_bytes(), Position { line: 0, column: 0 }).is_none());
        }
    }
}
