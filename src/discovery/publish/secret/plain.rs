//! Text without its escapes: what `\n`, `\"`, `\u0064`, `\x64`, `%64`, `&quot;` and `&#100;` stand for, however often they
//! were escaped.

use super::Short;

/// Entities of HTML that may stand in a key or around it.
const ENTITIES: [(&[u8], u8); 6] =
    [(b"quot", b'"'), (b"apos", b'\''), (b"amp", b'&'), (b"lt", b'<'), (b"gt", b'>'), (b"nbsp", b' ')];

/// A reader of escapes.
#[derive(Debug, Default)]
pub(super) struct Plain {
    state: State,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Text,
    /// After one backslash or more: JSON within a string of JSON has two.
    Escaped,
    /// After `\u`, `\x` or `%`: the number so far, and how many digits are to come.
    Number(u32, u8),
    /// After `&`: the name so far.
    Entity(Short<4>),
    /// After `&#` or `&#x`: the number so far, and its base.
    Reference(u32, u32),
}

impl Plain {
    /// The byte that is certain after one more, if one is. What is not ASCII comes as one byte that is not. An `&` comes
    /// before what it stands for.
    pub fn read(&mut self, byte: u8) -> Option<u8> {
        let (state, plain) = match (self.state, byte) {
            (State::Text, _) => text(byte),
            (_, b'\\') => (State::Escaped, None),
            (State::Escaped, b'u') => (State::Number(0, 4), None),
            (State::Escaped, b'x') => (State::Number(0, 2), None),
            (State::Escaped, b'n' | b'r' | b't') => (State::Text, Some(b'\n')),
            (State::Escaped, _) => (State::Text, Some(byte)),
            (State::Number(number, left), _) => match char::from(byte).to_digit(16) {
                Some(digit) if left > 1 => (State::Number(number * 16 + digit, left - 1), None),
                Some(digit) => of_number(number * 16 + digit),
                // no escape after all
                None => text(byte),
            },
            (State::Entity(name), b'#') if name.len == 0 => (State::Reference(0, 10), None),
            (State::Entity(name), b';') => {
                let entity = ENTITIES.iter().find(|(known, _)| Some(*known) == name.whole());
                entity.map_or((State::Text, Some(byte)), |(_, plain)| text(*plain))
            }
            (State::Entity(mut name), _) => {
                name.push(byte);
                let is_possible = |name: &[u8]| ENTITIES.iter().any(|(known, _)| known.starts_with(name));
                if name.whole().is_some_and(is_possible) { (State::Entity(name), None) } else { text(byte) }
            }
            (State::Reference(0, 10), b'x' | b'X') => (State::Reference(0, 16), None),
            (State::Reference(number, _), b';') => of_number(number),
            (State::Reference(number, base), _) => match char::from(byte).to_digit(base) {
                Some(digit) => (State::Reference(number.saturating_mul(base).saturating_add(digit), base), None),
                None => text(byte),
            },
        };
        self.state = state;
        plain
    }
}

/// A byte of the text, or one that was escaped: what it begins, or itself.
fn text(byte: u8) -> (State, Option<u8>) {
    match byte {
        b'\\' => (State::Escaped, None),
        b'%' => (State::Number(0, 2), None),
        b'&' => (State::Entity(Short::default()), Some(byte)),
        _ => (State::Text, Some(byte)),
    }
}

fn of_number(number: u32) -> (State, Option<u8>) {
    text(u8::try_from(number).ok().filter(u8::is_ascii).unwrap_or(0xFF))
}

#[cfg(test)]
mod tests {
    use super::Plain;

    fn plain(text: &str) -> String {
        let mut reader = Plain::default();
        text.bytes().filter_map(|byte| reader.read(byte)).map(char::from).collect()
    }

    #[test]
    fn escapes_are_read_and_anything_else_stays() {
        for (text, expected) in [
            ("plain: \"d\"", "plain: \"d\""),
            (r#"{\"kty\": \"EC\"}"#, r#"{"kty": "EC"}"#),
            (r#"{\\\"kty\\\": \\\"EC\\\"}"#, r#"{"kty": "EC"}"#),
            (r"a\nb\\nc\/", "a\nb\nc/"),
            (r"\u0064\x64\\u0064 \u00e9", "ddd \u{ff}"),
            (r"C:\users\x", "C:sers"),
            ("%7B%22d%22%3a%2B", "{\"d\":+"),
            ("%2522 100% 5%x", "\" 100 5x"),
            ("&quot;d&#34;&#x22;&apos;&lt;", "&\"d&\"&\"&'&<"),
            ("&amp;quot; &amp;amp;#34;", "&&\" &&&\""),
            ("a=1&d=2&kty=EC & b;", "a=1&d=2&kty=EC & b;"),
            (r"\u0026quot;", "&\""),
            ("%25%25%", ""),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
