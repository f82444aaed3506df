//! `kty` close to a secret in text of any format, and keys recognized by their prefix.

use super::{At, FoundSecret, KeyKind, MAX_NAME_BYTES, Name, Short, is_key_text, multikey};

/// Maximum distance between the members of one key, in bytes: an RSA key of 8192 bits has 8 KiB.
const MAX_KEY_SPAN_BYTES: u64 = 16 << 10;
/// Minimum length of the secret of a key pair, in characters: 32 bytes in Base64url are 43.
const MIN_KEY_PART_CHARS: usize = 42;
/// Minimum length of a symmetric key, in characters: 16 bytes are 22.
const MIN_SYMMETRIC_KEY_CHARS: usize = 22;
/// Bech32 is upper or lower case.
const AGE_PREFIX: &[u8] = b"AGE-SECRET-KEY-";

/// A detector for `name: value`, `"name": "value"`, `name = 'value'` and similar syntax.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    state: State,
    token: Token,
    near: Near,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Between,
    /// In a token, which may be a name or a value.
    Token(Option<Name>),
    /// After a token, with at most a quote and blanks.
    AfterToken(Option<Name>),
    /// After the colon.
    AfterColon(Option<Name>),
}

/// A word: other encodings have no other characters than Base64url.
#[derive(Clone, Copy, Debug, Default)]
struct Token {
    text: Short<MAX_NAME_BYTES>,
    begins: At,
    /// The part after the last `-`, `_`, `+` or `/`, which Base58 and hexadecimal do not contain.
    tail: Short<8>,
    tail_begins: At,
    /// The part after the last `+`, which is a blank in form data.
    word: Short<8>,
    word_begins: At,
}

impl Token {
    fn at(begins: At) -> Self {
        Self { begins, tail_begins: begins, word_begins: begins, ..Self::default() }
    }

    fn push(&mut self, byte: u8, at: At) {
        self.text.push(byte);
        if self.tail.len == 0 {
            self.tail_begins = at;
        }
        if self.word.len == 0 {
            self.word_begins = at;
        }
        if byte.is_ascii_alphanumeric() {
            self.tail.push(byte);
        } else {
            self.tail = Short::default();
        }
        if byte == b'+' {
            self.word = Short::default();
        } else {
            self.word.push(byte);
        }
    }

    /// A private Multikey that ends before `separator`. In Base58 and hexadecimal every foreign character ends it, in
    /// Base64 only the `+` of form data.
    fn multikey_before(&self, separator: u8) -> Option<FoundSecret> {
        let begins = if multikey::is_base58_or_hex(&self.tail.bytes, self.tail.len) {
            self.tail_begins
        } else if separator == b'+' && multikey::is_base64(&self.word.bytes, self.word.len) {
            self.word_begins
        } else {
            return None;
        };
        Some(FoundSecret { what: "a secret key in multibase", position: Some(begins.position) })
    }

    /// Whether it is a YAML block scalar indicator, such as `>-` and `|2-`.
    fn is_of_yaml(&self) -> bool {
        self.text.len <= 2 && self.text.whole().is_some_and(|text| text.iter().any(|byte| matches!(byte, b'-' | b'+')))
    }
}

/// Positions of the last key members.
#[derive(Clone, Copy, Debug, Default)]
struct Near {
    kty: [Option<u64>; 4],
    d: Option<At>,
    k: Option<At>,
    prime: Option<At>,
    private: Option<At>,
}

impl Members {
    pub(super) fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        // a blank in form data, before a value or before nothing; inside a value it belongs to Base64
        let is_in_token = matches!(self.state, State::Token(_));
        let byte = if byte == b'+' && !is_in_token { b' ' } else { byte };
        if is_key_text(byte) {
            let name = match self.state {
                State::Token(name) => name,
                State::AfterColon(name) => {
                    self.token = Token::at(at);
                    name
                }
                State::Between | State::AfterToken(_) => {
                    self.token = Token::at(at);
                    None
                }
            };
            let found = if byte.is_ascii_alphanumeric() { None } else { self.token.multikey_before(byte) };
            self.token.push(byte, at);
            self.state = State::Token(name);
            return found;
        }
        let mut found = None;
        if let State::Token(name) = self.state {
            found = self.end_of_token(name);
            self.state = match name {
                Some(_) if self.token.is_of_yaml() => State::AfterColon(name),
                _ => State::AfterToken(self.token.text.whole().and_then(Name::from_word)),
            };
        }
        self.state = match (self.state, byte) {
            (State::AfterToken(name), b':' | b'=') => State::AfterColon(name),
            // XML
            (State::AfterToken(name @ Some(Name::Kty | Name::D | Name::K | Name::Priv)), b'>') => {
                State::AfterColon(name)
            }
            (state @ (State::AfterToken(_) | State::AfterColon(_)), b'"' | b'\'' | b'`') => state,
            (State::AfterColon(name), b'>' | b'|') => State::AfterColon(name),
            (state @ (State::AfterToken(_) | State::AfterColon(_)), _) if byte.is_ascii_whitespace() => state,
            _ => State::Between,
        };
        found
    }

    /// Decides whether a token is a key by itself, or the value of a member.
    fn end_of_token(&mut self, name: Option<Name>) -> Option<FoundSecret> {
        let (token, at) = (self.token.text, self.token.begins);
        let head = &token.bytes;
        let secret = |what, at: At| Some(FoundSecret { what, position: Some(at.position) });
        if multikey::is_base64(head, token.len) {
            return secret("a secret key in multibase", at);
        }
        if let Some(found) = self.token.multikey_before(b'+') {
            return Some(found);
        }
        if token.len > AGE_PREFIX.len() + MIN_KEY_PART_CHARS
            && head.get(..AGE_PREFIX.len()).is_some_and(|head| head.eq_ignore_ascii_case(AGE_PREFIX))
        {
            return secret("a secret key of age", at);
        }
        let near = &mut self.near;
        match name? {
            Name::Kty => {
                let kty = token.whole()?;
                if ![&b"EC"[..], b"OKP", b"RSA", b"oct", b"AKP"].iter().any(|known| kty.eq_ignore_ascii_case(known)) {
                    return None;
                }
                near.kty[KeyKind::from_kty(kty) as usize] = Some(at.byte);
            }
            Name::Secret if token.len >= MIN_KEY_PART_CHARS => return secret("a secret key", at),
            Name::D if token.len >= MIN_KEY_PART_CHARS => near.d = Some(at),
            Name::K if token.len >= MIN_SYMMETRIC_KEY_CHARS => near.k = Some(at),
            Name::Prime if token.len >= MIN_KEY_PART_CHARS => near.prime = Some(at),
            Name::Priv if token.len >= MIN_KEY_PART_CHARS => near.private = Some(at),
            _ => return None,
        }
        near.secret().and_then(|at| secret("a secret key in a JWK", at))
    }
}

impl Near {
    /// The position of a secret with its `kty` nearby.
    fn secret(&self) -> Option<At> {
        let is_near = |at: At, kind: KeyKind| {
            self.kty[kind as usize].is_some_and(|kty| kty.abs_diff(at.byte) <= MAX_KEY_SPAN_BYTES)
        };
        let all = [KeyKind::Other, KeyKind::Rsa, KeyKind::Akp];
        let d = self.d.filter(|&at| all.iter().any(|&kind| is_near(at, kind)));
        let k = self.k.filter(|&at| is_near(at, KeyKind::Symmetric));
        let prime = self.prime.filter(|&at| is_near(at, KeyKind::Rsa));
        let private = self.private.filter(|&at| is_near(at, KeyKind::Akp));
        d.or(k).or(prime).or(private)
    }
}
