//! Lines, columns and the marked parts of a text.

use adp_json::{Document, Limits, Lines, Position, Span, pointer, position_at};

/// The text between two places where the characters are counted.
const BLOCK: usize = 256;

#[test]
fn every_place_is_found_both_ways() {
    let long = format!("{}\n{}é\r\n\n東京{}", "ü".repeat(BLOCK), "x".repeat(3 * BLOCK), "y".repeat(BLOCK));
    let full = "z".repeat(BLOCK);
    for text in ["", "\n", "a", "a\nb", "é\n\né", long.as_str(), full.as_str()] {
        let lines = Lines::new(text.as_bytes());
        for (byte, c) in text.char_indices().chain([(text.len(), ' ')]) {
            let position = lines.position(text.as_bytes(), byte);
            assert_eq!(position, position_at(text.as_bytes(), byte), "{byte}");
            let (line, at) = lines.find(text.as_bytes(), position).unwrap();
            if !"\r\n".contains(c) && byte < text.len() {
                assert_eq!(std::str::from_utf8(&line[at..]).unwrap().chars().next(), Some(c), "{byte}");
            } else {
                assert_eq!(at, line.len(), "{byte}");
            }
        }
        assert!(lines.find(text.as_bytes(), Position { line: 99, column: 1 }).is_none());
        assert!(lines.find(text.as_bytes(), Position { line: 0, column: 0 }).is_none());
    }
}

/// The marked text at the first occurrence of `needle`, and its span.
fn marked<'a>(document: &'a Document, pointer: &str) -> (&'a str, Span) {
    let value = pointer::lookup(document.json(), pointer).unwrap();
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
