//! Lenient access to members for typed models. A member of the wrong type is treated as absent.

use agent_description::json::{Json, Object, Offset, Text};

/// The string value of a member.
#[must_use]
pub fn text(object: &Object, name: &str) -> Option<Text> {
    object.get(name).and_then(Json::as_text).cloned()
}

/// The strings in a list.
#[must_use]
pub fn texts(object: &Object, name: &str) -> Vec<Text> {
    list(object, name).iter().filter_map(Json::as_text).cloned().collect()
}

/// The boolean value of a member.
#[must_use]
pub fn flag(object: &Object, name: &str) -> Option<bool> {
    object.get(name).and_then(Json::as_bool)
}

/// The object value of a member.
#[must_use]
pub fn object<'a>(object: &'a Object, name: &str) -> Option<&'a Object> {
    object.get(name).and_then(Json::as_object)
}

/// The items of a list; empty if it is not a list.
#[must_use]
pub fn list<'a>(object: &'a Object, name: &str) -> &'a [Json] {
    object.get(name).and_then(Json::as_array).unwrap_or_default()
}

/// The objects in a list.
pub fn objects<'a>(object: &'a Object, name: &str) -> impl Iterator<Item = &'a Object> {
    list(object, name).iter().filter_map(Json::as_object)
}

/// The `digest` of an object and its position, if it is a string.
#[must_use]
pub fn digest_of(object: &Object) -> Option<(String, Offset)> {
    let json = object.get("digest")?;
    Some((json.as_str()?.to_owned(), json.offset()))
}

/// The members that are not known, unchanged.
#[must_use]
pub fn other(object: &Object, known: &[&str]) -> Object {
    let unknown = object.iter().filter(|member| !known.contains(&member.name().as_str()));
    unknown.map(|member| (member.name().clone(), member.value().clone())).collect()
}

/// Number of items in a list, and in their lists of this name.
#[must_use]
pub fn parts(entries: &[Json], inner: &str) -> usize {
    let inner = entries.iter().filter_map(Json::as_object).map(|entry| list(entry, inner).len());
    entries.len() + inner.sum::<usize>()
}
