//! Strict reading and JCS (RFC 8785).
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
use agent_description::{Code, Fault, Limits, json};

#[test]
fn refusals() {
    for (text, code, line, column) in [
        ("{\"a\":1,\"\\u0061\":2}", Code::JsonDuplicateKey, 1, 8),
        ("[9007199254740993]", Code::JsonNumber, 1, 2),
        ("[9007199254740993.0]", Code::JsonNumber, 1, 2),
        ("[9.007199254740993e15]", Code::JsonNumber, 1, 2),
        ("[12345678901234567890123]", Code::JsonNumber, 1, 2),
        ("[1e400]", Code::JsonNumber, 1, 2),
        ("[1e-400]", Code::JsonNumber, 1, 2),
        ("\u{feff}{}", Code::JsonEncoding, 1, 1),
        ("{} {}", Code::JsonSyntax, 1, 4),
        ("{\n \"é\": \"\\ud800\"}", Code::JsonEncoding, 2, 8),
        ("{\n  \"\"\n  \"b\": 1}", Code::JsonSyntax, 2, 3),
    ] {
        let error = json::parse(text.as_bytes(), &Limits::default()).unwrap_err();
        assert_eq!(error.code(), code, "{text}");
        let position = error.position().unwrap();
        assert_eq!((position.line, position.column), (line, column), "{text}");
    }
    for text in ["9007199254740994", "1e21", "1000000000000000000000", "-0", "0e5", "1.0"] {
        json::parse(text.as_bytes(), &Limits::default()).unwrap();
    }
}
