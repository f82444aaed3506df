//! Private Multikeys, recognized by prefix and length.
//!
//! The codes are those of `ed25519-priv`, `secp256k1-priv`, `x25519-priv`, `p256-priv`, `p384-priv` and `p521-priv`
//! (Multicodec table: 0x1300 to 0x1302, 0x1306 to 0x1308). They are followed by 32, 48 or 66 bytes; Ed25519 also with
//! its public key, 64 bytes.

use adp_crypto::key::is_secret_code;
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

const BASE58: [(&[u8], usize); 8] = [
    (b"z3u2", 48),
    (b"z3vL", 48),
    (b"z3we", 48),
    (b"z42t", 48),
    (b"z2fa", 70),
    (b"zJp", 94),
    (b"zru", 91),
    (b"zrv", 91),
];
/// Four bits of the third letter belong to the code.
const BASE64: [(&[u8], usize); 7] =
    [(b"gC", 47), (b"gC", 89), (b"gS", 47), (b"gi", 47), (b"hi", 47), (b"hy", 68), (b"iC", 92)];
const HEX: [(&[u8], usize); 7] =
    [(b"8026", 69), (b"8026", 133), (b"8126", 69), (b"8226", 69), (b"8626", 69), (b"8726", 101), (b"8826", 137)];

/// Whether a word with this beginning and length is one in Base64 (`m`, `u`, with or without padding, which is not a
/// letter).
pub(super) fn is_base64(head: &[u8], len: usize) -> bool {
    let Some([b'm' | b'M' | b'u' | b'U', code @ .., b'Y' | b'Z' | b'a' | b'b']) = head.get(..4) else { return false };
    BASE64.contains(&(code, len))
}

/// Whether it is one in Base58 (`z`) or hexadecimal (`f`).
pub(super) fn is_base58_or_hex(head: &[u8], len: usize) -> bool {
    let is_hex = matches!(head, [b'f' | b'F', ..]) && HEX.contains(&(head.get(1..5).unwrap_or_default(), len));
    is_hex || BASE58.iter().any(|(beginning, known)| len == *known && head.starts_with(beginning))
}

/// Maximum length of a decoded value: Base58 takes quadratic time.
const MAX_DECODED_CHARS: usize = 1024;
/// Lengths of private keys in bytes: seeds and numbers of the curves, Ed448 and X448, Ed25519 with its public key.
const KEY_LENGTHS: [usize; 6] = [32, 48, 56, 57, 64, 66];

/// Whether a complete text is a multibase value with a private-key code and a key.
pub(super) fn is_secret(text: &str) -> bool {
    let Some(first) = text.chars().next().filter(|first| text.len() <= MAX_DECODED_CHARS && first.is_ascii()) else {
        return false;
    };
    let value = text.get(1..).unwrap_or_default().trim_end_matches('=');
    let bytes = match first {
        'z' => bs58::decode(value).into_vec().ok(),
        'u' | 'U' => URL_SAFE_NO_PAD.decode(value).ok(),
        'm' | 'M' => STANDARD_NO_PAD.decode(value).ok(),
        'f' | 'F' => from_hex(value),
        _ => None,
    };
    bytes.as_deref().is_some_and(|bytes| match bytes.split_first_chunk() {
        Some((code, key)) => is_secret_code(*code) && (KEY_LENGTHS.contains(&key.len()) || key.len() > 600),
        None => false,
    })
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect::<Option<_>>()?;
    let (bytes, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| bytes.iter().map(|[high, low]| high << 4 | low).collect())
}
