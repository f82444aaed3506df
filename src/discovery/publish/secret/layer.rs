//! A file's text without one layer of its escapes, without two, and so on.

use super::{At, Secret, eyes::Eyes, unescape::Unescape};

/// How often a text may be escaped.
const MOST: usize = 4;

/// The layers, each of which reads what is left of the one before. The time is that of `MOST` passes over the bytes.
#[derive(Debug, Default)]
pub(super) struct Layers([Layer; MOST]);

#[derive(Debug, Default)]
struct Layer {
    unescape: Unescape,
    eyes: Eyes,
}

impl Layers {
    /// Reads a byte of the file.
    pub fn read(&mut self, byte: u8, at: At) -> Option<Secret> {
        read(&mut self.0, byte, at)
    }

    /// What was found when there is no more.
    pub fn finish(&mut self, at: At) -> Option<Secret> {
        // no escape goes on over the end of a line
        let found = self.read(b'\n', at);
        found.or_else(|| self.0.iter_mut().find_map(|layer| layer.eyes.finish(at)))
    }
}

fn read(layers: &mut [Layer], byte: u8, at: At) -> Option<Secret> {
    let (Layer { unescape, eyes }, deeper) = layers.split_first_mut()?;
    // UTF-16 has NULs within escapes
    if byte == 0 {
        return None;
    }
    let mut found = None;
    unescape.read(byte, at, &mut |byte, at| {
        found = found.or_else(|| eyes.read(byte, at)).or_else(|| read(deeper, byte, at));
    });
    found
}
