//! Escapes untrusted text for output: no control, bidirectional or invisible character reaches the terminal.

use super::is_unseen;
use std::borrow::Cow;

/// Escapes characters that move the cursor, hide or reorder text, as `\u{…}`.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_by(text, is_unsafe, |c, out| out.push_str(&format!("\\u{{{:x}}}", u32::from(c))))
}

/// Escapes the same characters in JSON text as JSON escapes, without changing the value.
#[must_use]
pub fn escape_json(text: &str) -> Cow<'_, str> {
    let in_string = |c: char| c != '\n' && is_unsafe(c);
    escape_by(text, in_string, |c, out| {
        c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
    })
}

fn escape_by(text: &str, is_escaped: impl Fn(char) -> bool, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) { escape(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Whether a character can move the cursor, hide or reorder text.
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    c.is_control() || is_unseen(c)
}

#[cfg(test)]
mod tests {
    use super::{escape, escape_json};

    #[test]
    fn terminals_get_no_orders() {
        assert_eq!(escape("plain, 東京 ü"), "plain, 東京 ü");
        // several invisible characters in a name
        assert_eq!(
            escape("a\u{ad}b\u{fe0f}\u{e0100}\u{2800}\u{3164}"),
            "a\\u{ad}b\\u{fe0f}\\u{e0100}\\u{2800}\\u{3164}"
        );
        assert_eq!(escape("a\u{1b}[2Jb\u{202e}c\nd\u{9b}"), "a\\u{1b}[2Jb\\u{202e}c\\u{a}d\\u{9b}");
    }

    #[test]
    fn json_stays_the_same_value() {
        assert_eq!(
            escape_json("{\n  \"a\": \"\u{202e}\u{7f}\u{e0041}\"\n}"),
            "{\n  \"a\": \"\\u202e\\u007f\\udb40\\udc41\"\n}"
        );
    }
}
