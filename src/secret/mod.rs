//! Secrets in texts: secret keys in files, whatever their name or format; what outputs must not show.
//!
//! Each file is read once, in bounded memory: it may be larger than memory, and its JSON may be deeper, larger or less
//! strict than our reader accepts. `head` checks the start of a file for OpenPGP keys; five detectors (`eyes`) see
//! every byte:
//!
//! - `begun`: binary keys anywhere in a file (PKCS#8, PKCS#12, SEC 1 and others in `der`, and key stores);
//! - `encoded`: the same keys in Base64 and hexadecimal;
//! - `json`: members of JSON objects, with exact nesting and escaped names (a JWK is an object with `kty` and a secret);
//! - `label`: labels that precede a key in text (`BEGIN … PRIVATE KEY`);
//! - `member`: `kty` close to a secret in text that is not JSON, such as YAML, JavaScript or logs.
//!
//! All but the first skip NUL bytes, so UTF-16 is read as text. Text may be escaped several times over, in several ways:
//! every `layer` runs its own detectors on what `unescape` leaves of the layer above.
//!
//! What programs print goes through `redactor` (`report` for JSON, `process` for the one of a program), which also knows `credentials`, `token`s
//! of services, `name`s that say that a value is secret, and `placeholder`s that are none.
//!
//! Compressed, encrypted or doubly encoded data (a ZIP archive, Base64 of a JWK) is not searched.

mod binary_key;
mod credentials;
mod der;
mod detectors;
mod encoded;
mod head;
mod json;
mod key_text;
mod label;
mod layer;
mod member;
mod multikey;
mod name;
mod placeholder;
mod process;
mod published;
mod redacted_url;
mod redactor;
mod report;
mod token;
mod unescape;
mod writer;

pub(crate) use multikey::is_secret_code;
pub use name::is_credential_name;
pub(crate) use published::in_json;
pub use redacted_url::RedactedUrl;
pub use redactor::{MASK, Redactor};
pub use writer::RedactingWriter;

use crate::json::Position;
use name::Name;

/// A secret key that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundSecret {
    /// What it looks like.
    pub what: &'static str,
    /// Where it stands, in the text as it is.
    pub position: Option<Position>,
}

/// Looks for secret keys in the bytes of a file, piece by piece.
#[derive(Debug, Default)]
pub struct SecretScanner {
    at: At,
    head: head::Head,
    text: layer::EscapeLayer,
    found: Option<FoundSecret>,
}

/// The number of the byte, and its line and column.
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
    /// Goes past a byte. As everywhere in the crate, lines end at LF and columns count Unicode scalar values.
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
    /// Reads on. After something was found, nothing more is looked at.
    pub fn read(&mut self, bytes: &[u8]) {
        if self.found.is_some() {
            return;
        }
        self.head.read(bytes);
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

    /// What was found in all of it.
    #[must_use]
    pub fn finish(mut self) -> Option<FoundSecret> {
        let found = self.found.or_else(|| self.text.finish(self.at));
        found.or_else(|| {
            let what = self.head.finish()?;
            Some(FoundSecret { what, position: Some(Position { line: 1, column: 1 }) })
        })
    }
}

/// Whether a byte may stand in a value in Base64, Base64url, Base58 or hexadecimal.
fn is_key_text(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+' | b'/')
}

/// The types of JWKs, as far as they decide which members are secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyKind {
    /// `oct`: `k` is secret.
    Symmetric,
    /// `RSA`: the primes are, and `d`.
    Rsa,
    /// `AKP`: `priv` is.
    Akp,
    /// Anything else: `d` is.
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

/// The longest name that is of interest.
const MAX_NAME_BYTES: usize = 48;

/// The first bytes of a text, and how many there were.
#[derive(Clone, Copy, Debug, Default)]
struct Short<const ROOM: usize> {
    bytes: Room<ROOM>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Room<const ROOM: usize>([u8; ROOM]);

impl<const ROOM: usize> Default for Room<ROOM> {
    fn default() -> Self {
        Self([0; ROOM])
    }
}

impl<const ROOM: usize> Short<ROOM> {
    fn push(&mut self, byte: u8) {
        if let Some(free) = self.bytes.0.get_mut(self.len) {
            *free = byte;
        }
        self.len = self.len.saturating_add(1);
    }

    /// The text, if it is not longer than there is room.
    fn whole(&self) -> Option<&[u8]> {
        self.bytes.0.get(..self.len)
    }
}
