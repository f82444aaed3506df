//! Text from an input, made safe to print: no control or bidirectional character reaches the terminal, and none that is not seen.

use adp_cards::text::is_unseen;
use std::borrow::Cow;

/// The text with every character that could move the cursor, hide or reorder text as `\u{…}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) {
            out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// JSON text with the same characters as JSON escapes: the same value, safe to print.
pub fn escape_json(text: &str) -> Cow<'_, str> {
    let in_string = |c: char| c != '\n' && is_unsafe(c);
    if !text.contains(in_string) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if in_string(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// N-Quads, Turtle or TriG as this crate writes them, with the same characters as their escapes (`UCHAR`): the same quads.
/// Such characters stand in literals and IRIs only, which both may have these escapes.
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

fn is_unsafe(c: char) -> bool {
    c.is_control() || is_unseen(c)
}

#[cfg(test)]
mod tests {
    use super::{escape, escape_json, escape_rdf};

    #[test]
    fn terminals_get_no_orders() {
        assert_eq!(escape("plain, 東京 ü"), "plain, 東京 ü");
        // what hides in a name, one after another
        assert_eq!(
            escape("a\u{ad}b\u{fe0f}\u{e0100}\u{2800}\u{3164}"),
            "a\\u{ad}b\\u{fe0f}\\u{e0100}\\u{2800}\\u{3164}"
        );
        assert_eq!(escape("a\u{1b}[2Jb\u{202e}c\nd\u{9b}"), "a\\u{1b}[2Jb\\u{202e}c\\u{a}d\\u{9b}");
    }

    #[test]
    fn rdf_stays_the_same_quads() {
        assert_eq!(
            escape_rdf("<a:\u{202e}> <b:c> \"\u{7f}\u{9b}\u{e0041} 東京\" .\n"),
            "<a:\\u202E> <b:c> \"\\u007F\\u009B\\U000E0041 東京\" .\n"
        );
    }

    #[test]
    fn json_stays_the_same_value() {
        assert_eq!(
            escape_json("{\n  \"a\": \"\u{202e}\u{7f}\u{e0041}\"\n}"),
            "{\n  \"a\": \"\\u202e\\u007f\\udb40\\udc41\"\n}"
        );
    }
}
