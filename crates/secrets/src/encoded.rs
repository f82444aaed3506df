//! Binary keys encoded as text: Base64 (both alphabets) and hexadecimal, on one line or many.
//!
//! Each character adds bits to the current candidates; characters outside the encoding (line ends, quotes, commas,
//! padding) are skipped. A key may start at any bit offset at which a byte can start, so it is also found after other
//! bytes that were encoded together with it.

use super::{At, FoundSecret, binary_key::BinaryKeyDetector, der::SEQUENCE};

/// A detector for Base64 and hexadecimal.
#[derive(Clone, Debug, Default)]
pub(super) struct Encoded {
    base64: Letters,
    hex: Letters,
    is_after_backslash: bool,
}

#[derive(Clone, Debug, Default)]
struct Letters {
    binary: BinaryKeyDetector,
    /// The last two letters, and the position of the first one.
    pair: u32,
    last: At,
}

impl Encoded {
    pub(super) fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        // line ends in a string
        if std::mem::replace(&mut self.is_after_backslash, byte == b'\\') && matches!(byte, b'n' | b'r') {
            return None;
        }
        let base64 = base64(byte).and_then(|bits| self.base64.read(bits, 6, at));
        base64.or_else(|| char::from(byte).to_digit(16).and_then(|bits| self.hex.read(bits, 4, at)))
    }

    pub(super) fn finish(&self) -> Option<FoundSecret> {
        self.base64.binary.finish().or_else(|| self.hex.binary.finish())
    }
}

impl Letters {
    /// Reads a letter with a number of bits.
    fn read(&mut self, bits: u32, width: u32, at: At) -> Option<FoundSecret> {
        let found = self.binary.read(bits, width);
        self.pair = (self.pair << width | bits) & ((1 << (2 * width)) - 1);
        // byte boundaries within a letter: at its first, third or fifth bit
        for left in (0..=2 * width - 8).step_by(2) {
            if self.pair >> left & 0xFF == u32::from(SEQUENCE) {
                self.binary.begin(SEQUENCE, (self.pair & ((1 << left) - 1), left), self.last);
            }
        }
        self.last = at;
        found
    }
}

fn base64(letter: u8) -> Option<u32> {
    let bits = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(bits.into())
}
