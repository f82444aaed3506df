//! Candidates for binary keys: each is read from its first byte until it is recognized or excluded.

use super::{At, FoundSecret, der};

/// Number of bytes needed for recognition.
const HEAD_BYTES: usize = 160;
/// Number of bytes after which most candidates are excluded.
const EARLY_CHECK_BYTES: usize = 9;

/// All open candidates.
#[derive(Clone, Debug, Default)]
pub(super) struct BinaryKeyDetector {
    open: Vec<One>,
}

#[derive(Clone, Debug)]
struct One {
    bytes: [u8; HEAD_BYTES],
    len: usize,
    /// The bits of the next byte, and their number.
    bits: u32,
    width: u32,
    begins: At,
}

impl One {
    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// Whether it may still be a key.
    fn is_possible(&self) -> bool {
        self.len != EARLY_CHECK_BYTES || der::may_be_key(self.bytes())
    }

    fn secret(&self) -> Option<FoundSecret> {
        Some(FoundSecret { what: der::key(self.bytes())?, position: Some(self.begins.position) })
    }
}

impl BinaryKeyDetector {
    /// Starts a candidate with a byte and perhaps some bits of the next.
    pub(super) fn begin(&mut self, byte: u8, (bits, width): (u32, u32), begins: At) {
        let mut bytes = [0; HEAD_BYTES];
        bytes[0] = byte;
        self.open.push(One { bytes, len: 1, bits, width, begins });
    }

    /// Reads up to 8 more bits.
    pub(super) fn read(&mut self, bits: u32, width: u32) -> Option<FoundSecret> {
        if self.open.is_empty() {
            return None;
        }
        let mut found = None;
        self.open.retain_mut(|one| {
            one.bits = one.bits << width | bits;
            one.width += width;
            if one.width < 8 {
                return true;
            }
            one.width -= 8;
            let byte = u8::try_from(one.bits >> one.width & 0xFF).unwrap_or_default();
            one.bits &= (1 << one.width) - 1;
            if let Some(free) = one.bytes.get_mut(one.len) {
                *free = byte;
                one.len += 1;
            }
            if one.len == HEAD_BYTES {
                found = found.or_else(|| one.secret());
                return false;
            }
            one.is_possible()
        });
        found
    }

    /// The value found at the end of the input.
    pub(super) fn finish(&self) -> Option<FoundSecret> {
        self.open.iter().find_map(One::secret)
    }
}
