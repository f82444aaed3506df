//! Scanning of plain string bytes, eight at a time.

const LOW_BITS: u64 = u64::from_le_bytes([0x01; 8]);
const HIGH_BITS: u64 = u64::from_le_bytes([0x80; 8]);

/// Number of bytes at the start of `bytes` that are not a quote, a backslash or a control character below U+0020.
#[inline]
pub fn plain_run(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let special = specials(u64::from_le_bytes(*word));
        if special != 0 {
            return at * 8 + first(special);
        }
    }
    // the last eight bytes; some of them were already checked
    if let Some(word) = bytes.last_chunk::<8>() {
        let special = specials(u64::from_le_bytes(*word));
        return if special == 0 { bytes.len() } else { bytes.len() - 8 + first(special) };
    }
    // the first four and the last four, which may overlap
    if let (Some(start), Some(end)) = (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        let [start, end] = [start, end].map(|half| u64::from(u32::from_le_bytes(*half)));
        if specials(start | end << 32) == 0 {
            return rest.len();
        }
    }
    let special = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\');
    special.unwrap_or(rest.len())
}

/// The top bit of each special byte. After the first special byte, other bits may be set too, because of borrows; use
/// only [`first`].
#[inline]
fn specials(word: u64) -> u64 {
    // the top bit of a byte minus n is set if the byte is below n; bytes with this bit are masked out at the end
    let control = word.wrapping_sub(LOW_BITS * 0x20);
    let quote = (word ^ (LOW_BITS * 0x22)).wrapping_sub(LOW_BITS);
    let backslash = (word ^ (LOW_BITS * 0x5C)).wrapping_sub(LOW_BITS);
    (control | quote | backslash) & !word & HIGH_BITS
}

#[inline]
fn first(special: u64) -> usize {
    special.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::plain_run;

    #[test]
    fn every_byte_at_every_place() {
        for length in 0..=24 {
            for at in 0..length {
                for byte in 0..=u8::MAX {
                    let mut bytes = vec![b'x'; length];
                    bytes[at] = byte;
                    // a later special byte must not affect the first one
                    if at + 1 < length {
                        bytes[at + 1] = b'"';
                    }
                    let special = |b: u8| b < 0x20 || b == b'"' || b == b'\\';
                    let expected = bytes.iter().position(|&b| special(b)).unwrap_or(length);
                    assert_eq!(plain_run(&bytes), expected, "byte {byte:#04x} at {at} of {length}");
                }
            }
        }
    }
}
