//! The text of a file, and the texts left after removing one layer of escapes, two layers, and so on.

use super::{
    At, FoundSecret,
    detectors::Detectors,
    unescape::{self, Unescape},
};

/// How often a text may be escaped.
const MAX_LAYERS: usize = 3;

/// The file's text, and below it what is left of it. The time is at most that of one pass over the bytes for each.
#[derive(Debug, Default)]
pub(super) struct EscapeLayer {
    eyes: Detectors,
    /// What is left below, from the first byte on that may begin an escape: before that, both texts are the same.
    below: Option<Box<(Unescape, EscapeLayer)>>,
    depth: usize,
}

impl EscapeLayer {
    /// Reads a byte, and what it stands for.
    pub fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        if self.below.is_none() && self.depth < MAX_LAYERS && unescape::may_begin(byte) {
            let below = Self { eyes: self.eyes.clone(), below: None, depth: self.depth + 1 };
            self.below = Some(Box::new((Unescape::default(), below)));
        }
        let mut found = self.eyes.read(byte, at, self.depth == 0);
        // UTF-16 has NULs within escapes
        if byte != 0
            && let Some((unescape, below)) = self.below.as_deref_mut()
        {
            unescape.read(byte, at, &mut |byte, at| found = found.or_else(|| below.read(byte, at)));
        }
        found
    }

    /// What was found when there is no more.
    pub fn finish(&mut self, at: At) -> Option<FoundSecret> {
        self.eyes.finish(at).or_else(|| {
            let (unescape, below) = self.below.as_deref_mut()?;
            // no escape goes on over the end of a line
            let mut found = None;
            unescape.read(b'\n', at, &mut |byte, at| found = found.or_else(|| below.read(byte, at)));
            found.or_else(|| below.finish(at))
        })
    }
}
