//! Runs of string bytes that stand for themselves, eight bytes at a time.

/// How many bytes at the start of `bytes` are neither a quote, a backslash nor a control character below U+0020.
#[inline]
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    let (words, rest) = bytes.as_chunks::<8>();
    // the top bit of a byte is set where the byte is below n (n <= 0x80); a borrow can only mark bytes above
    // the first marked one, and only the first is used
    let below = |word: u64, n: u64| word.wrapping_sub(ONES * n) & !word & HIGH;
    let first_special = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        let quote = below(word ^ (ONES * 0x22), 1);
        let backslash = below(word ^ (ONES * 0x5C), 1);
        let special = below(word, 0x20) | quote | backslash;
        (special != 0).then(|| special.trailing_zeros() as usize / 8)
    };
    for (at, word) in words.iter().enumerate() {
        if let Some(special) = first_special(word) {
            return at * 8 + special;
        }
    }
    // the last eight bytes once more, with those before the rest that are known to be plain
    if let Some(word) = bytes.last_chunk::<8>() {
        return first_special(word).map_or(bytes.len(), |special| bytes.len() - 8 + special);
    }
    let special = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\');
    special.unwrap_or(rest.len())
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
                    // a special byte further on must not move the first one
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
