//! JSON Pointer, RFC 6901.

use super::{
    Json, Offset, Value,
    position::by_offset::{Step, walk_to},
};
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
    walk_to(root, offset, |step| {
        match step {
            Step::Name(name) if name.len() > most => return None,
            Step::Name(name) => push_name(&mut pointer, name),
            Step::Index(index) => push_index(&mut pointer, index),
        }
        (pointer.len() <= most).then_some(())
    })?;
    Some(pointer)
}
