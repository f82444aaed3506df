//! JSON Pointer, RFC 6901.

use super::{Json, Offset, Value};
use std::borrow::Cow;

/// The value at `pointer`; the empty pointer is the root. `None` if there is no value, or the pointer is malformed.
#[must_use]
pub fn lookup<'a>(root: &'a Json, pointer: &str) -> Option<&'a Json> {
    if pointer.is_empty() {
        return Some(root);
    }
    pointer.strip_prefix('/')?.split('/').try_fold(root, |json, token| match json.value() {
        Value::Object(object) => object.get(&unescape(token)?),
        // no sign, no leading zeros
        Value::Array(items) if token == "0" || token.starts_with(|c: char| matches!(c, '1'..='9')) => {
            items.get(token.parse::<usize>().ok()?)
        }
        _ => None,
    })
}

/// `None` if a `~` is not followed by `0` or `1`.
fn unescape(token: &str) -> Option<Cow<'_, str>> {
    let Some((plain, escaped)) = token.split_once('~') else { return Some(Cow::Borrowed(token)) };
    let mut name = plain.to_owned();
    for part in escaped.split('~') {
        let (escape, rest) = part.split_at_checked(1)?;
        name.push(match escape {
            "0" => '~',
            "1" => '/',
            _ => return None,
        });
        name.push_str(rest);
    }
    Some(Cow::Owned(name))
}

/// Appends a member name as a reference token.
pub fn push_name(pointer: &mut String, name: &str) {
    pointer.push('/');
    for c in name.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Appends an array index as a reference token.
pub fn push_index(pointer: &mut String, index: usize) {
    pointer.push('/');
    pointer.push_str(&index.to_string());
}

/// The pointer to the innermost value or member that starts at `offset`. It maps positions of an expanded document to
/// the source. `None` if nothing starts there.
#[must_use]
pub fn pointer_to(root: &Json, offset: Offset) -> Option<String> {
    pointer_within(root, offset, usize::MAX)
}

/// Same with a maximum length; `None` for a longer pointer. Without a limit, many positions below one long name would
/// repeat this name many times.
#[must_use]
pub fn pointer_within(root: &Json, offset: Offset, most: usize) -> Option<String> {
    offset.get()?;
    let mut pointer = String::new();
    (find(root, offset, most, &mut pointer) && pointer.len() <= most).then_some(pointer)
}

fn find(json: &Json, offset: Offset, most: usize, pointer: &mut String) -> bool {
    if json.offset() == offset {
        return true;
    }
    let length = pointer.len();
    match json.value() {
        Value::Object(object) => {
            // the last member that starts at or before the offset is the only one that can contain it
            let members = object.iter().as_slice();
            let after = members.partition_point(|member| member.name_offset() <= offset);
            let Some(member) = after.checked_sub(1).and_then(|at| members.get(at)) else {
                return false;
            };
            if member.name().len() > most {
                return false;
            }
            push_name(pointer, member.name());
            if member.name_offset() == offset || find(member.value(), offset, most, pointer) {
                return true;
            }
        }
        Value::Array(items) => {
            let after = items.partition_point(|item| item.offset() <= offset);
            let Some((index, item)) = after.checked_sub(1).and_then(|at| Some((at, items.get(at)?))) else {
                return false;
            };
            push_index(pointer, index);
            if find(item, offset, most, pointer) {
                return true;
            }
        }
        _ => {}
    }
    pointer.truncate(length);
    false
}
