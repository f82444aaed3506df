//! Private Multikeys: multibase values with the code of a private key.

use adp_crypto::key::is_secret_code;
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

/// Maximum length of a decoded value: Base58 takes quadratic time.
const MAX_DECODED_CHARS: usize = 1024;
/// Minimum length of a private key as text: 32 bytes with a code, and the letter of the base.
const MIN_CHARS: usize = 44;
/// Lengths of private keys in bytes: seeds and numbers of the curves, Ed448 and X448, Ed25519 with its public key.
const KEY_LENGTHS: [usize; 6] = [32, 48, 56, 57, 64, 66];

/// Whether a complete text is a multibase value with a private-key code and a key.
pub(super) fn is_secret(text: &str) -> bool {
    let is_possible = (MIN_CHARS..=MAX_DECODED_CHARS).contains(&text.len());
    let Some(first) = text.chars().next().filter(|first| is_possible && first.is_ascii()) else { return false };
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
