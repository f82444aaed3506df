//! Strict JSON: RFC 8259, RFC 7493 (I-JSON), and our stricter rules.

use super::{All, Vector};

/// Name, expected result, comment, input.
type Row = (&'static str, &'static str, &'static str, &'static [u8]);

const ROWS: &[Row] = &[
    ("scalar", "ok", "any value can be a JSON text", b" \t\r\n\"text\" "),
    (
        "names-of-prototypes",
        "ok",
        "plain data: __proto__, constructor, the empty name, NUL in a name",
        br#"{"__proto__":1,"constructor":2,"":3,"\u0000":4}"#,
    ),
    ("surrogate-pair", "ok", "an escaped pair is one scalar", br#"["\ud83d\ude00"]"#),
    (
        "unicode-look-alikes",
        "ok",
        "names are never normalized: e with acute, and e with a combining acute, are two",
        "{\"\u{e9}\":1,\"e\u{301}\":2}".as_bytes(),
    ),
    ("number-2-pow-53", "ok", "9007199254740992 is its own double", b"[9007199254740992]"),
    (
        "number-large-exact",
        "ok",
        "as decimal numbers these equal the text that ES6 writes for their doubles",
        b"[9007199254740994,1e21,1000000000000000000000]",
    ),
    (
        "number-fraction-inexact",
        "ok",
        "below 2^53 a literal need not be exact: 0.1 is its double",
        b"[0.1,3.14159265358979323846]",
    ),
    ("number-zeros", "ok", "zero in every spelling", b"[0,-0,0.0,0e5,-0.0e-7]"),
    ("duplicate-name", "json-duplicate-key", "the same name twice", br#"{"a":1,"a":2}"#),
    (
        "duplicate-name-equal-values",
        "json-duplicate-key",
        "the same name twice, with the same value",
        br#"{"a":1,"a":1}"#,
    ),
    ("duplicate-name-escaped", "json-duplicate-key", "names are compared unescaped", br#"{"a":1,"\u0061":2}"#),
    ("duplicate-name-nested", "json-duplicate-key", "at any depth", br#"{"a":[{"b":{"c":1,"d":2,"c":3}}]}"#),
    ("number-2-pow-53-plus-1", "json-number", "its double is 9007199254740992", b"[9007199254740993]"),
    (
        "number-2-pow-53-plus-1-fraction",
        "json-number",
        "the same number, written with a fraction",
        b"[9007199254740993.0]",
    ),
    (
        "number-2-pow-53-plus-1-exponent",
        "json-number",
        "the same number, written with an exponent",
        b"[9.007199254740993e15]",
    ),
    ("number-23-digits", "json-number", "more digits than a double holds", b"[12345678901234567890123]"),
    ("number-overflow", "json-number", "larger than any double", b"[1e400]"),
    ("number-underflow", "json-number", "not zero, but its double is", b"[1e-400]"),
    ("number-leading-zero", "json-syntax", "RFC 8259 section 6", b"[01]"),
    ("number-leading-plus", "json-syntax", "RFC 8259 section 6", b"[+1]"),
    ("number-no-fraction-digits", "json-syntax", "RFC 8259 section 6", b"[1.]"),
    ("number-hexadecimal", "json-syntax", "RFC 8259 section 6", b"[0x10]"),
    ("number-nan", "json-syntax", "no JSON number", b"[NaN]"),
    ("empty", "json-syntax", "no value at all", b""),
    ("trailing-value", "json-syntax", "two values", b"{} {}"),
    ("trailing-comma", "json-syntax", "in an object", br#"{"a":1,}"#),
    ("trailing-comma-array", "json-syntax", "in an array", b"[1,]"),
    ("comment", "json-syntax", "JSON has no comments", b"{} // none"),
    ("single-quotes", "json-syntax", "strings stand in double quotes", b"['a']"),
    (
        "name-without-value",
        "json-syntax",
        "the fault in the specification's own example",
        b"{\n  \"\"\n  \"challenge\": \"1235abcd6789\"\n}",
    ),
    ("unclosed-object", "json-syntax", "the text ends in an object", br#"{"a":1"#),
    ("unclosed-string", "json-syntax", "the text ends in a string", br#"["a"#),
    ("control-character", "json-syntax", "a line feed in a string is written as an escape", b"[\"a\nb\"]"),
    ("escape-unknown", "json-syntax", "RFC 8259 section 7 has no such escape", br#"["\x41"]"#),
    ("escape-short", "json-syntax", "four hexadecimal digits are due", br#"["\u12"]"#),
    (
        "whitespace-no-break-space",
        "json-syntax",
        "white space is space, tab, line feed and carriage return",
        "\u{a0}{}".as_bytes(),
    ),
    ("byte-order-mark", "json-encoding", "RFC 8259 section 8.1", b"\xEF\xBB\xBF{}"),
    ("utf-8-invalid", "json-encoding", "a Latin-1 e with acute", b"[\"\xE9\"]"),
    ("utf-8-overlong", "json-encoding", "a slash in two bytes", b"[\"\xC0\xAF\"]"),
    ("utf-8-surrogate", "json-encoding", "a surrogate in three bytes", b"[\"\xED\xA0\x80\"]"),
    ("utf-16", "json-encoding", "little-endian, with its byte order mark", b"\xFF\xFE{\0}\0"),
    ("surrogate-high-alone", "json-encoding", "RFC 7493 section 2.1", br#"["\ud800"]"#),
    ("surrogate-low-alone", "json-encoding", "RFC 7493 section 2.1", br#"["\udc00"]"#),
    ("surrogates-reversed", "json-encoding", "low before high", br#"["\udc00\ud800"]"#),
    ("surrogate-in-name", "json-encoding", "names are strings too", br#"{"\ud800":1}"#),
];

const DOCUMENTS: &[Row] = &[
    ("object", "ok", "a document is an object", b"{}"),
    ("array", "document-shape", "a document is an object", b"[{}]"),
    ("string", "document-shape", "a document is an object", b"\"{}\""),
    ("null", "document-shape", "a document is an object", b"null"),
];

pub fn add(all: &mut All) {
    for (name, expect, comment, input) in ROWS {
        all.push(format!("json/{name}"), Vector::new("json", expect, comment, *input));
    }
    let nested = |depth: usize| [b"[".repeat(depth), b"]".repeat(depth)].concat();
    all.push("json/depth-64", Vector::new("json", "ok", "64 nested brackets pass", nested(64)));
    all.push("json/depth-65", Vector::new("json", "json-depth", "one bracket more than the limit", nested(65)));
    all.push(
        "json/depth-100000",
        Vector::new(
            "json",
            "json-depth",
            "refused at the 65th bracket, before any stack overflows",
            b"[".repeat(100_000),
        ),
    );
    all.push("json/size-1-mib", Vector::new("json", "ok", "the largest input that is read", sized(1 << 20)));
    all.push(
        "json/size-1-mib-and-1",
        Vector::new("json", "json-size", "one byte more than the limit", sized((1 << 20) + 1)),
    );
    for (name, expect, comment, input) in DOCUMENTS {
        all.push(format!("document/{name}"), Vector::new("document", expect, comment, *input));
    }
}

/// A string whose JSON text has this size.
fn sized(bytes: usize) -> Vec<u8> {
    [b"\"".to_vec(), b"x".repeat(bytes - 2), b"\"".to_vec()].concat()
}
