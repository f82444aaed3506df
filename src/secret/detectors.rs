//! All detectors for one text: the bytes of a file, or the text left after removing a layer of escapes.

use super::{
    At, FoundSecret, binary_key::BinaryKeyDetector, encoded::Encoded, json::Json, label::Labels, member::Members,
};

/// The readers of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Detectors {
    begun: BinaryKeyDetector,
    encoded: Encoded,
    json: Json,
    label: Labels,
    member: Members,
}

impl Detectors {
    /// Reads a byte, of the file itself or of what was escaped in it.
    pub fn read(&mut self, byte: u8, at: At, is_of_file: bool) -> Option<FoundSecret> {
        let found = self.begun.read(byte.into(), 8);
        // who writes the first bytes of a key store with escapes tells files apart by them
        if byte == 0x30 || is_of_file && BinaryKeyDetector::may_begin(byte) {
            self.begun.begin(byte, (0, 0), at);
        }
        // UTF-16 is ASCII with NULs in between, as far as keys go
        if byte == 0 {
            return found;
        }
        found
            .or_else(|| self.json.read(byte, at))
            .or_else(|| self.label.read(byte, at))
            .or_else(|| self.member.read(byte, at))
            .or_else(|| self.encoded.read(byte, at))
    }

    /// What was found when there is no more.
    pub fn finish(&mut self, at: At) -> Option<FoundSecret> {
        // a last token ends with the text
        let text = self.member.read(b'\n', at);
        text.or_else(|| self.begun.finish()).or_else(|| self.encoded.finish())
    }
}
