//! Detection of secrets: private keys in files of any name and format, and masking of secrets in program output.
//!
//! [`SecretScanner`] reads each file once with limited memory: it may be larger than memory, and its JSON may be deeper,
//! larger or less strict than the parser of `adp-json` accepts. It finds secrets that have an exact form:
//!
//! - `label`: labels before a key in text (`BEGIN … PRIVATE KEY`);
//! - `json`: members of JSON objects, with exact nesting and escaped names (a JWK is an object with `kty` and a
//!   secret);
//! - `binary_key`: keys in DER anywhere in a file (PKCS#8, PKCS#12, SEC 1 and others in `der`);
//! - `encoded`: the same keys in Base64 and hexadecimal;
//! - `token`: tokens of known services, and secret Multikeys (`multikey`).
//!
//! [`Redactor`] masks these forms in program output, credentials in URLs (`url_text`), and values that were named as
//! secrets. It guesses nothing: a password in a text looks like any other word.
//!
//! All but `binary_key` skip NUL bytes, so UTF-16 is read as text. Escaped (beyond JSON), compressed, encrypted or doubly
//! encoded data is not searched.

mod beginnings;
mod binary_key;
mod der;
mod encoded;
mod json;
mod key_text;
mod label;
mod multikey;
mod name;
mod published;
mod redactor;
mod token;

pub use self::{
    name::is_credential_name,
    redactor::{Redactor, marks::MASK, redacted_url::RedactedUrl, writer::RedactedStderr},
};
#[doc(hidden)]
pub use published::in_json;

use adp_json::Position;
use name::Name;

/// A private key that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundSecret {
    /// The kind of key.
    pub what: &'static str,
    /// Its position in the text.
    pub position: Option<Position>,
}

/// Searches the bytes of a file for secrets, piece by piece.
#[derive(Debug, Default)]
pub struct SecretScanner {
    at: At,
    binary: binary_key::BinaryKeyDetector,
    encoded: encoded::Encoded,
    json: json::Json,
    label: label::Labels,
    token: token::Tokens,
    /// Whether tokens are not searched.
    is_for_keys: bool,
    found: Option<FoundSecret>,
}

/// The byte offset, with line and column.
#[derive(Clone, Copy, Debug)]
struct At {
    byte: u64,
    position: Position,
}

impl Default for At {
    fn default() -> Self {
        Self { byte: 0, position: Position { line: 1, column: 1 } }
    }
}

impl At {
    /// Advances over a byte. As everywhere in the crate, lines end at LF and columns count Unicode scalar values.
    fn pass(&mut self, byte: u8) {
        self.byte += 1;
        if byte == b'\n' {
            self.position = Position { line: self.position.line + 1, column: 1 };
        } else if byte & 0xC0 != 0x80 {
            self.position.column += 1;
        }
    }
}

impl SecretScanner {
    /// Reads more bytes. After a match, further bytes are ignored.
    pub fn read(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.found.is_some() {
                return;
            }
            self.found = self.read_byte(byte);
            self.at.pass(byte);
        }
    }

    fn read_byte(&mut self, byte: u8) -> Option<FoundSecret> {
        let at = self.at;
        let found = self.binary.read(byte.into(), 8);
        if byte == der::SEQUENCE {
            self.binary.begin(byte, (0, 0), at);
        }
        // UTF-16 is treated as ASCII with NULs in between
        if byte == 0 {
            return found;
        }
        found
            .or_else(|| self.json.read(byte, at))
            .or_else(|| self.label.read(byte, at))
            .or_else(|| self.token.read(byte, at, self.is_for_keys))
            .or_else(|| self.encoded.read(byte, at))
    }

    /// The result for all bytes.
    #[must_use]
    pub fn finish(mut self) -> Option<FoundSecret> {
        let at = self.at;
        // the end of the text ends a token
        let found = self.found.or_else(|| self.token.read(b'\n', at, self.is_for_keys));
        found.or_else(|| self.binary.finish()).or_else(|| self.encoded.finish())
    }
}

/// Whether a byte may occur in Base64, Base64url, Base58 or hexadecimal values.
fn is_key_text(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+' | b'/')
}

/// The JWK types that determine which members are secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyKind {
    /// `oct`: `k` is secret.
    Symmetric,
    /// `RSA`: the primes and `d` are secret.
    Rsa,
    /// `AKP`: `priv` is secret.
    Akp,
    /// Other types: `d` is secret.
    Other,
}

impl KeyKind {
    fn from_kty(kty: &[u8]) -> Self {
        match kty {
            _ if kty.eq_ignore_ascii_case(b"oct") => Self::Symmetric,
            _ if kty.eq_ignore_ascii_case(b"RSA") => Self::Rsa,
            _ if kty.eq_ignore_ascii_case(b"AKP") => Self::Akp,
            _ => Self::Other,
        }
    }
}

/// Maximum length of a relevant name.
const MAX_NAME_BYTES: usize = 48;

/// The first bytes of a text, and its length.
#[derive(Clone, Copy, Debug)]
struct Short<const ROOM: usize> {
    bytes: [u8; ROOM],
    len: usize,
}

impl<const ROOM: usize> Default for Short<ROOM> {
    fn default() -> Self {
        Self { bytes: [0; ROOM], len: 0 }
    }
}

impl<const ROOM: usize> Short<ROOM> {
    fn push(&mut self, byte: u8) {
        if let Some(free) = self.bytes.get_mut(self.len) {
            *free = byte;
        }
        self.len = self.len.saturating_add(1);
    }

    /// The text, unless it is longer than the buffer.
    fn whole(&self) -> Option<&[u8]> {
        self.bytes.get(..self.len)
    }
}
