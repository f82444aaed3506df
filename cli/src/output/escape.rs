//! Escapes untrusted text for output: no control, bidirectional or invisible character reaches the terminal.

pub use adp_tools::text::{escape, escape_json};

use adp_tools::text::is_unsafe;
use std::borrow::Cow;

/// Escapes special characters in N-Quads, Turtle or TriG as `UCHAR`. The quads stay the same, because these characters
/// occur only in literals and IRIs.
pub fn escape_rdf(text: &str) -> Cow<'_, str> {
    let in_term = |c: char| c != '\n' && is_unsafe(c);
    if !text.contains(in_term) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match u32::from(c) {
            _ if !in_term(c) => out.push(c),
            scalar @ ..=0xffff => out.push_str(&format!("\\u{scalar:04X}")),
            scalar => out.push_str(&format!("\\U{scalar:08X}")),
        }
    }
    Cow::Owned(out)
}

/// Escapes our own multi-line text, except line breaks and color sequences.
pub fn escape_styled(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !is_unsafe(c);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let (mut out, mut rest) = (String::with_capacity(text.len() + 16), text);
    while let Some(c) = rest.chars().next() {
        let length = style_length(rest).unwrap_or(c.len_utf8());
        let (piece, after) = rest.split_at(length);
        if length > c.len_utf8() || is_plain(c) {
            out.push_str(piece)
        } else {
            out.push_str(&escape(piece))
        }
        rest = after;
    }
    Cow::Owned(out)
}

/// The length of a color sequence (ECMA-48, SGR) at the start of the text, if any.
fn style_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("\u{1b}[")?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    (rest.as_bytes().get(end) == Some(&b'm')).then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::{escape_rdf, escape_styled};

    #[test]
    fn colours_and_lines_stay_and_nothing_else_does() {
        assert_eq!(escape_styled("plain\n\t東京"), "plain\n\t東京");
        assert_eq!(
            escape_styled("\u{1b}[1;31mred\u{1b}[0m\u{202e}\u{1b}[2J\u{9b}m\r\n"),
            "\u{1b}[1;31mred\u{1b}[0m\\u{202e}\\u{1b}[2J\\u{9b}m\\u{d}\n"
        );
    }

    #[test]
    fn rdf_stays_the_same_quads() {
        assert_eq!(
            escape_rdf("<a:\u{202e}> <b:c> \"\u{7f}\u{9b}\u{e0041} 東京\" .\n"),
            "<a:\\u202E> <b:c> \"\\u007F\\u009B\\U000E0041 東京\" .\n"
        );
    }
}
