//! The JSON Canonicalization Scheme, RFC 8785: tree to canonical bytes.

use super::{Json, Member, Object, Offset, ReadError, Value, WideNumber, position_at, reader::scan::plain_run};
use std::{cmp::Ordering, ops::Range};

/// The canonical bytes of a value.
///
/// RFC 8785 has no form for a number that no double holds: it is written as its digits and an exponent. [`check`]
/// refuses it; what is signed or verified has none.
#[must_use]
pub fn canonicalize(json: &Json) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.value(json.value(), &[]);
    writer.out
}

/// Checks that RFC 8785 has a form for a value, parsed from `source`.
///
/// # Errors
/// [`ReadError::Number`] at the first number that no double holds.
pub fn check(json: &Json, source: &[u8]) -> Result<(), ReadError> {
    wide_number(json, &|number| number.as_double().is_none()).map_or(Ok(()), |(number, offset)| {
        Err(ReadError::wide(position_at(source, offset.get().unwrap_or_default()), number))
    })
}

/// The first number of a kind that is not written as its double is.
pub(super) fn wide_number<'a>(json: &'a Json, is: &dyn Fn(&WideNumber) -> bool) -> Option<(&'a WideNumber, Offset)> {
    match json.value() {
        Value::Wide(number) => is(number).then_some((number, json.offset())),
        Value::Array(items) => items.iter().find_map(|item| wide_number(item, is)),
        Value::Object(object) => object.iter().find_map(|member| wide_number(member.value(), is)),
        _ => None,
    }
}

/// The canonical bytes of an object without the member at `path`, if present.
///
/// `&["proof"]` omits the proof, `&["proof", "proofValue"]` only its value.
#[must_use]
pub fn canonicalize_omitting(object: &Object, path: &[&str]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.object(object, path);
    writer.out
}

/// The canonical bytes of an object with the range of a member.
#[derive(Clone, Debug)]
pub struct Marked {
    /// The canonical bytes.
    pub text: Vec<u8>,
    /// The ranges of the member's value, and of the member with one adjacent comma. `None` if there is no such member.
    pub member: Option<(Range<usize>, Range<usize>)>,
}

/// [`canonicalize_omitting`] for a member of the member `name`, with the range of `name`. The member `added` is written
/// into `name`, which does not have it.
#[must_use]
pub fn canonicalize_marking(object: &Object, name: &str, omitted: &str, added: Option<&Member>) -> Marked {
    let mut writer = Writer { added, ..Writer::new() };
    writer.object(object, &[name, omitted]);
    let text = writer.out;
    let member = writer.marked.map(|(value, start)| {
        let is_first = text.get(start) != Some(&b',');
        let end = value.end + usize::from(is_first && text.get(value.end) == Some(&b','));
        (value, start..end)
    });
    Marked { text, member }
}

struct Writer<'a> {
    out: Vec<u8>,
    /// The value of the member at the path, and the start of the member, including a comma before it.
    marked: Option<(Range<usize>, usize)>,
    /// A member of the object from which the path omits one.
    added: Option<&'a Member>,
    // scratch stack of the remaining members, sorted within each object
    members: Vec<(&'a str, &'a Member)>,
}

impl<'a> Writer<'a> {
    fn new() -> Self {
        Self { out: Vec::with_capacity(4096), marked: None, added: None, members: Vec::with_capacity(64) }
    }

    fn value(&mut self, value: &'a Value, omit: &[&str]) {
        match value {
            Value::Array(items) => {
                self.out.push(b'[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.out.push(b',');
                    }
                    self.value(item.value(), &[]);
                }
                self.out.push(b']');
            }
            Value::Object(object) => self.object(object, omit),
            Value::Wide(number) => number.write_canonical(&mut self.out),
            scalar => write_scalar(&mut self.out, scalar),
        }
    }

    fn object(&mut self, object: &'a Object, omit: &[&str]) {
        let named = |member: &'a Member| (member.name.as_str(), member);
        let first = self.members.len();
        match omit {
            [last] => {
                let kept = object.iter().map(named).filter(|(name, _)| name != last);
                self.members.extend(kept.chain(self.added.map(named)));
            }
            _ => self.members.extend(object.iter().map(named)),
        }
        // popped from the end, so the last name comes first
        if let Some(own) = self.members.get_mut(first..) {
            own.sort_unstable_by(|(a, _), (b, _)| utf16_order(b, a));
        }
        self.out.push(b'{');
        let mut separator = false;
        while self.members.len() > first
            && let Some((name, member)) = self.members.pop()
        {
            let start = self.out.len();
            if separator {
                self.out.push(b',');
            }
            separator = true;
            write_string(&mut self.out, name);
            self.out.push(b':');
            let inner = match omit {
                [leading, rest @ ..] if !rest.is_empty() && name == *leading => rest,
                _ => &[],
            };
            let value_start = self.out.len();
            self.value(member.value.value(), inner);
            if !inner.is_empty() {
                self.marked = Some((value_start..self.out.len(), start));
            }
        }
        self.out.push(b'}');
    }
}

/// Compares names by UTF-16 code units (RFC 8785 section 3.2.3).
fn utf16_order(a: &str, b: &str) -> Ordering {
    match a.bytes().zip(b.bytes()).find(|(a, b)| a != b) {
        // UTF-8 order differs only here: first bytes 0xEE and 0xEF are U+E000 to U+FFFF; higher ones are scalars that
        // UTF-16 writes as surrogates, below U+E000
        Some((a, b)) if a >= 0xEE && b >= 0xEE => (a < 0xF0).cmp(&(b < 0xF0)).then(a.cmp(&b)),
        Some((a, b)) => a.cmp(&b),
        None => a.len().cmp(&b.len()),
    }
}

/// Writes a value without layout: a scalar, or an empty array or object.
pub(super) fn write_scalar(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
        Value::Number(number) => number.write_to(out),
        Value::Wide(number) => out.extend_from_slice(number.literal().as_bytes()),
        Value::String(text) => write_string(out, text),
        Value::Array(_) => out.extend_from_slice(b"[]"),
        Value::Object(_) => out.extend_from_slice(b"{}"),
    }
}

/// Writes a string with RFC 8785's escapes (section 3.2.2.2).
pub(super) fn write_string(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text.as_bytes();
    loop {
        let (plain, special) = rest.split_at(plain_run(rest));
        out.extend_from_slice(plain);
        let Some((&byte, after)) = special.split_first() else { break };
        write_escape(out, byte);
        rest = after;
    }
    out.push(b'"');
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x09 => b't',
        0x0A => b'n',
        0x0C => b'f',
        0x0D => b'r',
        _ => {
            let hex = |digit: u8| if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', hex(byte >> 4), hex(byte & 0xF)]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}
