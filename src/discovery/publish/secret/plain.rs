//! Text without its escapes: what `\n`, `\"`, `\u0064` and `\x64` stand for, however often they were escaped.

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
    /// After `\u` or `\x`: the number so far, and how many digits are to come.
    Number(u32, u8),
}

impl Plain {
    /// The byte that is certain after one more, if one is. What is not ASCII comes as one byte that is not.
    pub fn read(&mut self, byte: u8) -> Option<u8> {
        let (state, plain) = match (self.state, byte) {
            (_, b'\\') => (State::Escaped, None),
            (State::Text, _) => (State::Text, Some(byte)),
            (State::Escaped, b'u') => (State::Number(0, 4), None),
            (State::Escaped, b'x') => (State::Number(0, 2), None),
            (State::Escaped, b'n' | b'r' | b't') => (State::Text, Some(b'\n')),
            (State::Escaped, _) => (State::Text, Some(byte)),
            (State::Number(number, left), _) => match char::from(byte).to_digit(16) {
                Some(digit) if left > 1 => (State::Number(number * 16 + digit, left - 1), None),
                Some(digit) => {
                    let number = number * 16 + digit;
                    (State::Text, Some(u8::try_from(number).ok().filter(u8::is_ascii).unwrap_or(0xFF)))
                }
                // no escape after all
                None => (State::Text, Some(byte)),
            },
        };
        self.state = state;
        plain
    }
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
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
