//! Conversion of the parser's character positions to byte offsets.

/// The byte offset of a character. Positions are nearly sorted, so each search starts at the previous one.
#[derive(Debug)]
pub(super) struct Offsets<'a> {
    source: &'a str,
    is_ascii: bool,
    character: usize,
    byte: usize,
}

impl<'a> Offsets<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, is_ascii: source.is_ascii(), character: 0, byte: 0 }
    }

    pub(super) fn byte_of(&mut self, character: usize) -> usize {
        if self.is_ascii {
            return character.min(self.source.len());
        }
        let (before, after) = self.source.split_at_checked(self.byte).unwrap_or((self.source, ""));
        if character >= self.character {
            let wanted = character - self.character;
            self.byte += after.char_indices().nth(wanted).map_or(after.len(), |(at, _)| at);
        } else {
            let wanted = self.character - character;
            self.byte = before.char_indices().rev().nth(wanted - 1).map_or(0, |(at, _)| at);
        }
        self.character = character;
        self.byte
    }
}

#[cfg(test)]
mod tests {
    use super::Offsets;

    #[test]
    fn forwards_and_backwards() {
        for text in ["", "abc", "äb東😀c"] {
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let mut offsets = Offsets::new(text);
            for from in 0..starts.len() {
                for to in 0..starts.len() {
                    assert_eq!(offsets.byte_of(from), starts[from], "{text} {from}");
                    assert_eq!(offsets.byte_of(to), starts[to], "{text} {from} {to}");
                }
            }
            assert_eq!(offsets.byte_of(100), text.len());
        }
    }
}
