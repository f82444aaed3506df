//! Removes one layer of escapes from a text: `\"`, `\n`, `\u0064`, `\x64`, `%64`, `&quot;`, `&#100;` and `&#x64;`. The
//! result of an escape never starts another one in the same layer; the next layer handles it.
//!
//! One layer handles all kinds of escapes, because they are often mixed, as in JSON within an HTML attribute. A backslash
//! before another kind of escape (`\&quot;`) is kept for the next layer.

use super::{At, Short};

/// The HTML names of ASCII characters, and of a blank (HTML Standard, section 13.5).
const ENTITIES: [(&[u8], u8); 46] = [
    (b"quot", b'"'),
    (b"QUOT", b'"'),
    (b"apos", b'\''),
    (b"amp", b'&'),
    (b"AMP", b'&'),
    (b"lt", b'<'),
    (b"LT", b'<'),
    (b"gt", b'>'),
    (b"GT", b'>'),
    (b"nbsp", b' '),
    (b"NonBreakingSpace", b' '),
    (b"Tab", b'\t'),
    (b"NewLine", b'\n'),
    (b"excl", b'!'),
    (b"num", b'#'),
    (b"dollar", b'$'),
    (b"percnt", b'%'),
    (b"lpar", b'('),
    (b"rpar", b')'),
    (b"ast", b'*'),
    (b"midast", b'*'),
    (b"plus", b'+'),
    (b"comma", b','),
    (b"period", b'.'),
    (b"sol", b'/'),
    (b"colon", b':'),
    (b"semi", b';'),
    (b"equals", b'='),
    (b"quest", b'?'),
    (b"commat", b'@'),
    (b"lsqb", b'['),
    (b"lbrack", b'['),
    (b"bsol", b'\\'),
    (b"rsqb", b']'),
    (b"rbrack", b']'),
    (b"Hat", b'^'),
    (b"lowbar", b'_'),
    (b"UnderBar", b'_'),
    (b"grave", b'`'),
    (b"DiacriticalGrave", b'`'),
    (b"lcub", b'{'),
    (b"lbrace", b'{'),
    (b"verbar", b'|'),
    (b"vert", b'|'),
    (b"rcub", b'}'),
    (b"rbrace", b'}'),
];

/// Maximum number of layers of escapes that are removed.
pub(super) const MAX_LAYERS: usize = 3;
/// Maximum length of an escape, in bytes: a reference may have leading zeros.
const MAX_ESCAPE_BYTES: usize = 20;

/// Removes escapes.
#[derive(Debug, Default)]
pub(super) struct Unescape {
    state: State,
    /// The bytes of an unfinished escape, and its start.
    open: Short<MAX_ESCAPE_BYTES>,
    begins: At,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Text,
    /// After one or more backslashes: JSON within a JSON string has three before a quote.
    Backslash,
    /// After `\u`, `\x` or `%`: the number so far, and the missing digits.
    Number(u32, u8),
    /// After `&` and letters of a name.
    Entity,
    /// After `&#` or `&#x`: the number so far, if there are digits, and its base.
    Reference(Option<u32>, u32),
}

/// Whether an escape may begin with this byte.
pub(super) fn may_begin(byte: u8) -> bool {
    matches!(byte, b'\\' | b'%' | b'&')
}

impl Unescape {
    /// Reads a byte, and passes all completed bytes to `each`, with the positions where they or their escapes begin. An
    /// escape that is not a single byte is passed as a non-ASCII byte.
    pub(super) fn read(&mut self, byte: u8, at: At, each: &mut impl FnMut(u8, At)) {
        match (self.state, byte) {
            (State::Text, _) => self.text(byte, at, each),
            (State::Backslash, b'\\') => {}
            (State::Backslash, b'u') => self.go_on(byte, State::Number(0, 4)),
            (State::Backslash, b'x') => self.go_on(byte, State::Number(0, 2)),
            // not line ends: a JSON string contains these escapes, but no line ends
            (State::Backslash, b'n' | b'r' | b't' | b'b' | b'f') => self.end(b' '.into(), each),
            // the backslash belongs to a text that was escaped again, for example as URL or HTML
            (State::Backslash, b'&' | b'%') => self.no_escape(byte, at, each),
            (State::Backslash, _) => self.end(byte.into(), each),
            (State::Number(number, left), _) => match char::from(byte).to_digit(16) {
                Some(digit) if left > 1 => self.go_on(byte, State::Number(number * 16 + digit, left - 1)),
                Some(digit) => self.end(number * 16 + digit, each),
                None => self.no_escape(byte, at, each),
            },
            (State::Entity, b'#') if self.open.len == 1 => self.go_on(byte, State::Reference(None, 10)),
            (State::Entity, b';') => {
                let entity = ENTITIES.iter().find(|(name, _)| Some(*name) == self.name());
                match entity {
                    Some((_, plain)) => self.end((*plain).into(), each),
                    None => self.no_escape(byte, at, each),
                }
            }
            (State::Entity, _) => {
                let so_far = self.name().unwrap_or_default();
                let is_possible =
                    |name: &[u8]| name.strip_prefix(so_far).is_some_and(|rest| rest.first() == Some(&byte));
                if ENTITIES.iter().any(|(name, _)| is_possible(name)) {
                    self.go_on(byte, State::Entity);
                } else {
                    self.no_escape(byte, at, each);
                }
            }
            (State::Reference(None, 10), b'x' | b'X') => self.go_on(byte, State::Reference(None, 16)),
            (State::Reference(Some(number), _), b';') => self.end(number, each),
            (State::Reference(number, base), _) => match char::from(byte).to_digit(base) {
                Some(digit) if self.open.len < MAX_ESCAPE_BYTES => {
                    let number = number.unwrap_or(0).saturating_mul(base).saturating_add(digit);
                    self.go_on(byte, State::Reference(Some(number), base));
                }
                _ => self.no_escape(byte, at, each),
            },
        }
    }

    /// A byte outside of escapes: it starts an escape, or is passed unchanged.
    fn text(&mut self, byte: u8, at: At, each: &mut impl FnMut(u8, At)) {
        let state = match byte {
            b'\\' => State::Backslash,
            b'%' => State::Number(0, 2),
            b'&' => State::Entity,
            _ => return each(byte, at),
        };
        (self.open, self.begins) = (Short::default(), at);
        self.go_on(byte, state);
    }

    fn go_on(&mut self, byte: u8, state: State) {
        self.open.push(byte);
        self.state = state;
    }

    /// The end of a character's escape.
    fn end(&mut self, character: u32, each: &mut impl FnMut(u8, At)) {
        self.state = State::Text;
        each(u8::try_from(character).unwrap_or(0xFF), self.begins);
    }

    /// The end of an invalid escape: none begins inside of it, but one may begin with this byte.
    fn no_escape(&mut self, byte: u8, at: At, each: &mut impl FnMut(u8, At)) {
        self.state = State::Text;
        for &read in self.open.whole().unwrap_or_default() {
            each(read, self.begins);
        }
        self.text(byte, at, each);
    }

    /// The name of an entity, as far as it was read.
    fn name(&self) -> Option<&[u8]> {
        self.open.whole()?.get(1..)
    }
}

#[cfg(test)]
mod tests {
    use super::{At, Unescape};

    fn unescaped(text: &str) -> String {
        let (mut reader, mut plain) = (Unescape::default(), String::new());
        for byte in text.bytes() {
            reader.read(byte, At::default(), &mut |byte, _| plain.push(char::from(byte)));
        }
        plain
    }

    #[test]
    fn one_layer_of_escapes_is_read_and_anything_else_stays() {
        for (text, expected) in [
            ("plain: \"d\"", "plain: \"d\""),
            (r#"{\"kty\": \"EC\"}"#, r#"{"kty": "EC"}"#),
            (r#"{\\\"kty\\\": \\\"EC\\\"}"#, r#"{"kty": "EC"}"#),
            (r"a\nb\\nc\/", "a b c/"),
            (r"\u0064\x64\\u0064 \u00e9 \u2028", "ddd \u{e9} \u{ff}"),
            (r"C:\users\x", r"C:\users"),
            (r"\{\'\-", "{'-"),
            ("%7B%22d%22%3a%2B+", "{\"d\":++"),
            ("%2522 100% 5%x %%2222 ", "%22 100% 5%x %\"22 "),
            ("&quot;d&#34;&#x22;&#X22;&apos;&lt;&lbrace;", "\"d\"\"\"'<{"),
            ("&amp;quot; &amp;amp;#34; &#00000000034;", "&quot; &amp;#34; \""),
            ("&#0000000000000000000034; &#; &#x; &#3a;", "&#0000000000000000000034; &#; &#x; &#3a;"),
            ("a=1&d=2&kty=EC & b; &quo; &quote;", "a=1&d=2&kty=EC & b; &quo; &quote;"),
            ("{\\&quot;kty\\&#34; \\%22 &am&amp; %2%22 \\u00%22 ", "{\\\"kty\\\" \\\" &am& %2\" \\u00\" "),
            (r"\u0026quot;", "&quot;"),
            ("&#4294967330;&#9999999999;", "\u{ff}\u{ff}"),
        ] {
            assert_eq!(unescaped(text), expected, "{text}");
        }
    }
}
