//! Token ranges for editors.

use super::Position;
use std::ops::Range;

/// The token of a finding: a name or a string with its quotes, a number or word, or the opening bracket of an object or
/// list.
///
/// For an object only the bracket is marked, as in editors, because the rest of the object may be correct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The bytes.
    pub bytes: Range<usize>,
    /// Line and column of the first character.
    pub start: Position,
    /// Line and column after the last character.
    pub end: Position,
    /// UTF-16 code units from the start of the text.
    pub utf16: Range<usize>,
    /// The columns of start and end in UTF-16 code units, from 1 like those of [`Position`]; the Language Server
    /// Protocol counts from 0.
    pub utf16_columns: Range<usize>,
}

/// Length of the token at the start of `text`: a string with its quotes, a number or word, else one character.
pub(super) fn token_length(text: &[u8]) -> usize {
    let is_in_character = |byte: &u8| byte & 0xC0 == 0x80;
    match text {
        [] => 0,
        [b'"', rest @ ..] => {
            let mut escaped = false;
            let end = rest.iter().position(|byte| {
                let ends = *byte == b'"' && !escaped;
                escaped = *byte == b'\\' && !escaped;
                ends
            });
            end.map_or(text.len(), |end| end + 2)
        }
        // in YAML, where single quotes are doubled
        [b'\'', rest @ ..] => {
            let mut end = 0;
            while let Some(quote) = rest.get(end..).and_then(|rest| rest.iter().position(|byte| *byte == b'\'')) {
                end += quote + 1;
                if rest.get(end) != Some(&b'\'') {
                    return end + 1;
                }
                end += 1;
            }
            1
        }
        [first, ..] if first.is_ascii_alphanumeric() || *first == b'-' => {
            let is_in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-+.".contains(byte);
            text.iter().position(|byte| !is_in_word(byte)).unwrap_or(text.len())
        }
        [_, rest @ ..] => 1 + rest.iter().take_while(|byte| is_in_character(byte)).count(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::{Document, Limits, Lines, Position};

    /// The marked text at the first occurrence of `needle`, and its span.
    fn marked<'a>(document: &'a Document, pointer: &str) -> (&'a str, super::Span) {
        let value = crate::pointer::lookup(document.json(), pointer).unwrap();
        let span = document.span(value.offset()).unwrap();
        (&document.source()[span.bytes.clone()], span)
    }

    #[test]
    fn a_value_is_marked_by_bytes_columns_and_utf16() {
        // é is two bytes and one unit; 😀 four bytes and two units
        let text = "{\n  \"é\": {\"😀\": \"a\\\"😀\", \"b\": [-1.5e3, true]}\n}";
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let (string, span) = marked(&document, "/é/😀");
        assert_eq!(string, "\"a\\\"😀\"");
        assert_eq!(span.bytes, 19..28);
        assert_eq!((span.start, span.end), (Position { line: 2, column: 14 }, Position { line: 2, column: 20 }));
        assert_eq!((span.utf16, span.utf16_columns), (16..23, 15..22));
        assert_eq!(marked(&document, "/é/b/0").0, "-1.5e3");
        assert_eq!(marked(&document, "/é/b/1").0, "true");
        for (pointer, bracket) in [("", "{"), ("/é", "{"), ("/é/b", "[")] {
            assert_eq!(marked(&document, pointer).0, bracket, "{pointer}");
        }
        let name = document.root().member("é").unwrap().name_offset();
        assert_eq!(document.span(name).unwrap().utf16, 4..7);
    }

    #[test]
    fn a_value_in_yaml_is_marked_as_it_is_written() {
        let text = "plain text: one, two # three\nquoted: 'it''s'\ndouble: \"a\n  b\"\nblock: |\n  x\nlist: [a b, 7]\nsame: &s yes\nas: *s\n";
        let document = Document::parse_yaml(text.as_bytes(), &Limits::default()).unwrap();
        for (pointer, expected) in [
            ("/plain text", "one, two"),
            ("/quoted", "'it''s'"),
            ("/double", "\"a\n  b\""),
            ("/list/0", "a b"),
            ("/list/1", "7"),
            // an anchor or tag belongs to the value that follows
            ("/same", "&"),
            ("/as", "*"),
        ] {
            assert_eq!(marked(&document, pointer).0, expected, "{pointer}");
        }
        assert_eq!(marked(&document, "/double").1.end, Position { line: 4, column: 5 });
        let name = document.root().member("plain text").unwrap().name_offset();
        assert_eq!(document.span(name).unwrap().bytes, 0..10);
    }

    #[test]
    fn a_text_that_was_not_read_is_marked_at_a_place() {
        for (text, column, expected) in
            [("[1e400, 2]", 2, 1..6), ("{\"a\"", 5, 4..4), ("[é]", 2, 1..3), ("'a", 1, 0..1), ("\"a\nb", 1, 0..2)]
        {
            let lines = Lines::new(text.as_bytes());
            let span = lines.token(text.as_bytes(), Position { line: 1, column }).unwrap();
            assert_eq!(span.bytes, expected, "{text}");
        }
    }
}
