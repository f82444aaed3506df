//! Binary OpenPGP private keys, recognized only at the start of a file, because their header is too short to search for
//! elsewhere.

/// Number of bytes needed for recognition.
pub(super) const HEAD_BYTES: usize = 16;

/// Whether a file begins with a Secret-Key packet (RFC 9580, section 5.5.3): tag 5, a version, a time, a key algorithm.
pub(super) fn is_key(bytes: &[u8]) -> bool {
    let packet = match bytes {
        [0x94, _, packet @ ..] | [0x95, _, _, packet @ ..] | [0x96, _, _, _, _, packet @ ..] => packet,
        [0xC5, 0..=191, packet @ ..] | [0xC5, 192..=223, _, packet @ ..] | [0xC5, 255, _, _, _, _, packet @ ..] => {
            packet
        }
        _ => return false,
    };
    matches!(packet, [4..=6, _, _, _, _, 1..=3 | 16..=19 | 22 | 25..=28, ..])
}
