//! Secret members of JSON objects, in JSON of any size and depth, strict or lenient, also within other text.

use super::{At, FoundSecret, KeyKind, MAX_NAME_BYTES, Name, Short, is_key_text};
use adp_json::Position;

/// Maximum number of nested objects that are distinguished; deeper ones are treated as one object.
const MAX_DEPTH: usize = 1 << 16;

/// Searches for objects outside strings, and for those that seem to be in one because of a quotation mark before them, as
/// in `a 5" phone: {"kty": …}` or `KEY="{"kty": …}"`.
#[derive(Clone, Debug, Default)]
pub(super) struct Json {
    outside: Reader,
    /// Begins with an object in a string of both readers.
    in_string: Reader,
    /// Whether only spaces followed the beginning of such an object. A name must follow.
    may_begin: bool,
}

impl Json {
    pub(super) fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        let is_in_string =
            || self.outside.is_in_string() && (self.in_string.is_in_string() || !self.in_string.is_open());
        let may_begin = if byte == b'{' { is_in_string() } else { self.may_begin && byte.is_ascii_whitespace() };
        if self.may_begin && byte == b'"' {
            self.in_string = Reader::default();
            self.in_string.read(b'{', at);
        }
        self.may_begin = may_begin;
        let found = self.outside.read(byte, at);
        if self.in_string.is_open() { found.or_else(|| self.in_string.read(byte, at)) } else { found }
    }
}

/// A lenient JSON reader.
#[derive(Clone, Debug, Default)]
struct Reader {
    /// The open objects.
    open: Vec<Level>,
    /// Number of open objects beyond the limit.
    deeper: u64,
    state: State,
    string: StringSoFar,
    /// The last string, until the next token: a name if that is a colon.
    last: Option<Option<Name>>,
    /// The member whose value comes next.
    member: Option<Name>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Between,
    InString,
    Escaped,
    Number(u32, u8),
}

/// A string, as far as it was read.
#[derive(Clone, Copy, Debug, Default)]
struct StringSoFar {
    text: Short<MAX_NAME_BYTES>,
    /// Whether it contains a character that no key has.
    is_other: bool,
    is_padded: bool,
    begins: Option<Position>,
}

/// Members found in an open object.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    kind: Option<KeyKind>,
    is_private_jwk: bool,
    d: bool,
    k: bool,
    prime: bool,
    private: bool,
    /// Position of the last secret.
    at: Option<Position>,
}

impl Level {
    fn is_secret(&self) -> bool {
        let of_kind = match self.kind {
            None => false,
            Some(KeyKind::Symmetric) => self.d || self.k,
            Some(KeyKind::Rsa) => self.d || self.prime,
            Some(KeyKind::Akp) => self.d || self.private,
            Some(KeyKind::Other) => self.d,
        };
        of_kind || self.is_private_jwk && (self.d || self.k)
    }
}

impl Reader {
    fn is_in_string(&self) -> bool {
        self.state != State::Between
    }

    fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        match self.state {
            State::Between => {
                self.between(byte, at);
                None
            }
            // a JSON string has one line: after an unclosed quote, the next line is read normally
            State::InString if byte == b'\n' => {
                self.state = State::Between;
                None
            }
            State::InString => match byte {
                b'"' => {
                    self.state = State::Between;
                    self.end_of_string()
                }
                b'\\' => {
                    self.state = State::Escaped;
                    None
                }
                _ => self.text(byte),
            },
            State::Escaped => {
                self.state = if byte == b'u' { State::Number(0, 4) } else { State::InString };
                match byte {
                    b'u' => None,
                    b'/' => self.text(byte),
                    // a control character, quote or backslash, which keys do not contain
                    _ => self.text(b'"'),
                }
            }
            State::Number(number, left) => {
                let Some(digit) = char::from(byte).to_digit(16) else {
                    self.state = State::InString;
                    return self.read(byte, at);
                };
                let number = number * 16 + digit;
                if left > 1 {
                    self.state = State::Number(number, left - 1);
                    return None;
                }
                self.state = State::InString;
                self.text(u8::try_from(number).unwrap_or(0xFF))
            }
        }
    }

    fn between(&mut self, byte: u8, at: At) {
        match byte {
            b'"' => {
                self.state = State::InString;
                self.string = StringSoFar { begins: Some(at.position), ..StringSoFar::default() };
            }
            b':' => self.member = self.last.take().flatten(),
            b'{' => {
                let is_private_jwk = self.member.take() == Some(Name::PrivateJwk);
                if self.open.len() < MAX_DEPTH {
                    self.open.push(Level { is_private_jwk, ..Level::default() });
                } else {
                    self.deeper += 1;
                }
            }
            b'}' => {
                self.member = None;
                match self.deeper {
                    0 => drop(self.open.pop()),
                    _ => self.deeper -= 1,
                }
            }
            b',' | b'[' | b']' => self.member = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() && byte != b'"' {
            self.last = None;
        }
    }

    fn text(&mut self, byte: u8) -> Option<FoundSecret> {
        let string = &mut self.string;
        string.text.push(byte);
        if byte == b'=' {
            string.is_padded = true;
        } else if string.is_padded || !is_key_text(byte) {
            string.is_other = true;
        }
        None
    }

    fn end_of_string(&mut self) -> Option<FoundSecret> {
        let string = self.string;
        let Some(name) = self.member.take() else {
            self.last = Some(string.text.whole().and_then(Name::from_text));
            return None;
        };
        let is_key = string.text.len > 0 && !string.is_other;
        if name == Name::Secret && is_key {
            return Some(FoundSecret { what: "a secret key", position: string.begins });
        }
        let level = self.open.last_mut()?;
        let secret = match name {
            Name::Kty => {
                level.kind = Some(string.text.whole().map_or(KeyKind::Other, KeyKind::from_kty));
                None
            }
            Name::D => Some(&mut level.d),
            Name::K => Some(&mut level.k),
            Name::Prime => Some(&mut level.prime),
            Name::Priv => Some(&mut level.private),
            Name::OtherPrimes | Name::OfOtherPrime | Name::PrivateJwk | Name::Secret => None,
        };
        if let Some(secret) = secret.filter(|secret| is_key && !**secret) {
            *secret = true;
            level.at = string.begins;
        }
        let found = FoundSecret { what: "a secret key in a JWK", position: level.at };
        level.is_secret().then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::{At, Json, MAX_DEPTH};

    fn finds(text: &str) -> bool {
        let mut json = Json::default();
        text.bytes().any(|byte| json.read(byte, At::default()).is_some())
    }

    #[test]
    fn escapes_in_names_and_values_are_read() {
        for text in [
            r#"{"kty": "oct", "k": "QUJD"}"#,
            r#"{"\u006b\u0074y": "oct", "k": "QUJD"}"#,
            r#"{"kty": "\u006fct", "\u006B": "QUJD"}"#,
            r#"{"kty": "oct", "k": "QU\/D"}"#,
            r#"{"kty": "oct", "k": "QUJ\u003d"}"#,
            "{\"kty\" : \"oct\", \"k\"\n: \"QUJD\"}",
        ] {
            assert!(finds(text), "{text}");
        }
        for text in [
            r#"{"kty": "oct", "k": "QU\nJD"}"#,
            r#"{"kty": "oct", "k": "QUJD\u0021"}"#,
            r#"{"kty": "oct", "k": "QUJD\u016b"}"#,
            r#"{"kty": "oct", "\u016b": "QUJD"}"#,
            r#"{"kty": "oct", "x": ["k", 1: "QUJD"]}"#,
        ] {
            assert!(!finds(text), "{text}");
        }
    }

    #[test]
    fn what_is_deeper_counts_as_one_object() {
        let open = |more: usize| "{".repeat(MAX_DEPTH + more);
        assert!(finds(&format!(r#"{}"kty": "oct", "x": {{"k": "QUJD""#, open(0))));
        assert!(!finds(&format!(r#"{}"kty": "oct", "x": {{"k": "QUJD""#, "{".repeat(MAX_DEPTH - 1))));
        assert!(finds(&format!(r#"{}"kty": "oct", "x": {{}}, "k": "QUJD""#, open(0))));
        assert!(!finds(&format!(r#"{}"kty": "oct", "x": {{}}}}, "k": "QUJD""#, open(0))));
        assert!(finds(&format!(r#"{}"kty": "oct"}}}}, "k": "QUJD""#, open(2))));
    }
}
