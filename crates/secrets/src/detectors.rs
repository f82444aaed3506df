//! All detectors for one text: the bytes of a file, or the text after removing a layer of escapes.

use super::{
    At, FoundSecret, binary_key::BinaryKeyDetector, encoded::Encoded, json::Json, label::Labels, member::Members,
};

/// The detectors of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Detectors {
    binary: BinaryKeyDetector,
    encoded: Encoded,
    json: Json,
    label: Labels,
    member: Members,
}

impl Detectors {
    /// Reads a byte of the file, or of the unescaped text.
    pub(super) fn read(&mut self, byte: u8, at: At, is_of_file: bool) -> Option<FoundSecret> {
        let found = self.binary.read(byte.into(), 8);
        // if the first bytes of a key store are escaped, the file is recognized by the unescaped bytes
        if byte == 0x30 || is_of_file && BinaryKeyDetector::may_begin(byte) {
            self.binary.begin(byte, (0, 0), at);
        }
        // UTF-16 is treated as ASCII with NULs in between
        if byte == 0 {
            return found;
        }
        found
            .or_else(|| self.json.read(byte, at))
            .or_else(|| self.label.read(byte, at))
            .or_else(|| self.member.read(byte, at))
            .or_else(|| self.encoded.read(byte, at))
    }

    /// The value found at the end of the input.
    pub(super) fn finish(&mut self, at: At) -> Option<FoundSecret> {
        // the end of the text ends a token
        let text = self.member.read(b'\n', at);
        text.or_else(|| self.binary.finish()).or_else(|| self.encoded.finish())
    }
}
