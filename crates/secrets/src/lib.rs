//! Detection of secrets: private keys in files of any name and format, and redaction of program output.
//!
//! Each file is read once with limited memory: it may be larger than memory, and its JSON may be deeper, larger or less
//! strict than the parser of `adp-json` accepts. `open_pgp` checks the start of a file; five detectors
//! (`detectors`) read every byte:
//!
//! - `binary_key`: binary keys anywhere in a file (PKCS#8, PKCS#12, SEC 1 and others in `der`, and key stores);
//! - `encoded`: the same keys in Base64 and hexadecimal;
//! - `json`: members of JSON objects, with exact nesting and escaped names (a JWK is an object with `kty` and a
//!   secret);
//! - `label`: labels before a key in text (`BEGIN … PRIVATE KEY`);
//! - `member`: `kty` close to a secret in text that is not JSON, such as YAML, JavaScript or logs.
//!
//! All but the first skip NUL bytes, so UTF-16 is read as text. Text may be escaped several times and in several ways:
//! every `layer` has its own detectors, which read the result of `unescape` on the layer above.
//!
//! Program output goes through `redactor` (`report` for JSON, `process` for the one of a program). It also uses
//! `credentials`, `token` (tokens of known services), `name` (names that indicate a secret) and `placeholder` (values
//! that are not secrets).
//!
//! Compressed, encrypted or doubly encoded data (a ZIP archive, Base64 of a JWK) is not searched.

mod binary_key;
mod credentials;
mod der;
mod detectors;
mod encoded;
mod json;
mod key_text;
mod label;
mod layer;
mod marks;
mod member;
mod multikey;
mod name;
mod open_pgp;
mod placeholder;
mod process;
mod published;
mod redacted_url;
mod redactor;
mod report;
mod token;
mod unescape;
mod writer;

pub use self::{
    marks::MASK, name::is_credential_name, redacted_url::RedactedUrl, redactor::Redactor, writer::RedactedStderr,
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

/// Searches the bytes of a file for private keys, piece by piece.
#[derive(Debug, Default)]
pub struct SecretScanner {
    at: At,
    head: Vec<u8>,
    text: layer::EscapeLayer,
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
        if self.found.is_some() {
            return;
        }
        let free = open_pgp::HEAD_BYTES.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(free));
        for &byte in bytes {
            let at = self.at;
            let found = self.text.read(byte, at);
            if found.is_some() {
                self.found = found;
                return;
            }
            self.at.pass(byte);
        }
    }

    /// The result for all bytes.
    #[must_use]
    pub fn finish(mut self) -> Option<FoundSecret> {
        let found = self.found.or_else(|| self.text.finish(self.at));
        let position = Some(Position { line: 1, column: 1 });
        let of_head = || FoundSecret { what: "a secret OpenPGP key", position };
        found.or_else(|| open_pgp::is_key(&self.head).then(of_head))
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
