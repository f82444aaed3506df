//! The layers of a text: unchanged, and after removing one or more layers of escapes.

use super::{
    At, FoundSecret,
    detectors::Detectors,
    unescape::{self, MAX_LAYERS, Unescape},
};

/// A text and its unescaped layer. The time is at most one pass over the bytes for each layer.
#[derive(Debug, Default)]
pub(super) struct EscapeLayer {
    detectors: Detectors,
    /// The unescaped layer, from the first possible escape on: before that, both texts are the same.
    below: Option<Box<(Unescape, EscapeLayer)>>,
    depth: usize,
}

impl EscapeLayer {
    /// Reads a byte, and passes its unescaped value on.
    pub(super) fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        if self.below.is_none() && self.depth < MAX_LAYERS && unescape::may_begin(byte) {
            let below = Self { detectors: self.detectors.clone(), below: None, depth: self.depth + 1 };
            self.below = Some(Box::new((Unescape::default(), below)));
        }
        let mut found = self.detectors.read(byte, at, self.depth == 0);
        // UTF-16 has NULs within escapes
        if byte != 0
            && let Some((unescape, below)) = self.below.as_deref_mut()
        {
            unescape.read(byte, at, &mut |byte, at| found = found.or_else(|| below.read(byte, at)));
        }
        found
    }

    /// The value found at the end of the input.
    pub(super) fn finish(&mut self, at: At) -> Option<FoundSecret> {
        self.detectors.finish(at).or_else(|| {
            let (unescape, below) = self.below.as_deref_mut()?;
            // no escape continues over a line end
            let mut found = None;
            unescape.read(b'\n', at, &mut |byte, at| found = found.or_else(|| below.read(byte, at)));
            found.or_else(|| below.finish(at))
        })
    }
}
