//! Text from an input, made safe to print: no control or bidirectional character reaches the terminal, and none that is not seen.

pub use adp_cards::text::{escape, escape_json};

use adp_cards::text::is_unsafe;
use std::borrow::Cow;

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

#[cfg(test)]
mod tests {
    use super::escape_rdf;

    #[test]
    fn rdf_stays_the_same_quads() {
        assert_eq!(
            escape_rdf("<a:\u{202e}> <b:c> \"\u{7f}\u{9b}\u{e0041} 東京\" .\n"),
            "<a:\\u202E> <b:c> \"\\u007F\\u009B\\U000E0041 東京\" .\n"
        );
    }
}
