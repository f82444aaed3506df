//! The JSON Canonicalization Scheme, RFC 8785: tree to canonical bytes.

use super::{Json, Member, Object, Value};
use std::cmp::Ordering;

/// The canonical bytes of a value.
#[must_use]
pub fn canonicalize(json: &Json) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    write_value(&mut out, json.value(), &[]);
    out
}

/// The canonical bytes of an object without the member that `path` names, if it is there.
///
/// `&["proof"]` leaves out the proof, `&["proof", "proofValue"]` only its value.
#[must_use]
pub fn canonicalize_omitting(object: &Object, path: &[&str]) -> Vec<u8> {
    let mut out = Vec::with_capacity(1024);
    write_object(&mut out, object, path);
    out
}

fn write_value(out: &mut Vec<u8>, value: &Value, omit: &[&str]) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Number(number) => number.write_to(out),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => {
            out.push(b'[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write_value(out, item.value(), &[]);
            }
            out.push(b']');
        }
        Value::Object(object) => write_object(out, object, omit),
    }
}

fn write_object(out: &mut Vec<u8>, object: &Object, omit: &[&str]) {
    let mut sorted: Vec<&Member> = match omit {
        [last] => object.iter().filter(|member| member.name.as_str() != *last).collect(),
        _ => object.iter().collect(),
    };
    sorted.sort_unstable_by(|a, b| utf16_order(&a.name, &b.name));
    out.push(b'{');
    for (at, member) in sorted.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_string(out, &member.name);
        out.push(b':');
        let inner = match omit {
            [first, rest @ ..] if !rest.is_empty() && member.name.as_str() == *first => rest,
            _ => &[],
        };
        write_value(out, member.value.value(), inner);
    }
    out.push(b'}');
}

/// Names sort by UTF-16 code units (RFC 8785 section 3.2.3).
fn utf16_order(a: &str, b: &str) -> Ordering {
    // UTF-8 sorts the same until a scalar of U+E000 or above (first byte 0xEE) meets one beyond the basic plane
    if a.bytes().chain(b.bytes()).all(|byte| byte < 0xEE) {
        a.as_bytes().cmp(b.as_bytes())
    } else {
        a.encode_utf16().cmp(b.encode_utf16())
    }
}

/// Writes a string with RFC 8785's escapes (section 3.2.2.2).
pub(super) fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut done = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte > 0x1F && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.extend_from_slice(&bytes[done..at]);
        done = at + 1;
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x09 => out.extend_from_slice(b"\\t"),
            0x0A => out.extend_from_slice(b"\\n"),
            0x0C => out.extend_from_slice(b"\\f"),
            0x0D => out.extend_from_slice(b"\\r"),
            _ => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                out.extend_from_slice(b"\\u00");
                out.push(HEX[usize::from(byte >> 4)]);
                out.push(HEX[usize::from(byte & 0xF)]);
            }
        }
    }
    out.extend_from_slice(&bytes[done..]);
    out.push(b'"');
}
