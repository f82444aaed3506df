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
    // printable ASCII, the most frequent text; no byte ends the search of a piece, so the processor takes many at once
    let is_printable = |piece: &[u8]| !piece.iter().fold(false, |found, byte| found | !matches!(byte, b' '..=b'~'));
    let (pieces, rest) = text.as_bytes().as_chunks::<64>();
    if pieces.iter().all(|piece| is_printable(piece)) && is_printable(rest) || !text.contains(&is_escaped) {
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
    // most characters are printable ASCII
    !matches!(c, ' '..='~') && (c.is_control() || is_unseen(c))
}
