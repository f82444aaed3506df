//! Members of an object as lenient models read them: a member that is missing or of another type is left out.

use agent_description::json::{Json, Object, Text};

/// The string of a member.
#[must_use]
pub fn text(object: &Object, name: &str) -> Option<Text> {
    object.get(name).and_then(Json::as_text).cloned()
}

/// The strings of a list.
#[must_use]
pub fn texts(object: &Object, name: &str) -> Vec<Text> {
    list(object, name).iter().filter_map(Json::as_text).cloned().collect()
}

/// `true` or `false`.
#[must_use]
pub fn flag(object: &Object, name: &str) -> Option<bool> {
    object.get(name).and_then(Json::as_bool)
}

/// The object that a member is.
#[must_use]
pub fn object<'a>(object: &'a Object, name: &str) -> Option<&'a Object> {
    object.get(name).and_then(Json::as_object)
}

/// The entries of a list, none where it is none.
#[must_use]
pub fn list<'a>(object: &'a Object, name: &str) -> &'a [Json] {
    object.get(name).and_then(Json::as_array).unwrap_or_default()
}

/// The objects of a list.
pub fn objects<'a>(object: &'a Object, name: &str) -> impl Iterator<Item = &'a Object> {
    list(object, name).iter().filter_map(Json::as_object)
}

/// The members beside those named, as they are.
#[must_use]
pub fn other(object: &Object, known: &[&str]) -> Object {
    let unknown = object.iter().filter(|member| !known.contains(&member.name().as_str()));
    unknown.map(|member| (member.name().clone(), member.value().clone())).collect()
}

/// Texts as an array.
#[must_use]
pub fn text_array(texts: &[Text]) -> Vec<Json> {
    texts.iter().cloned().map(Json::from).collect()
}

/// How many entries a list has, and the lists of this name in them.
#[must_use]
pub fn parts(entries: &[Json], inner: &str) -> usize {
    let inner = entries.iter().filter_map(Json::as_object).map(|entry| list(entry, inner).len());
    entries.len() + inner.sum::<usize>()
}
