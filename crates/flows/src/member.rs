//! Members of objects, as far as they are there and of the kind that they should be of: how lenient models read.

use agent_description::{
    Json,
    json::{Object, Text},
};

/// A member that is a string.
pub(crate) fn text(object: &Object, name: &str) -> Option<Text> {
    object.get(name).and_then(Json::as_text).cloned()
}

/// The items of a member that is an array.
pub(crate) fn list<'a>(object: &'a Object, name: &str) -> &'a [Json] {
    object.get(name).and_then(Json::as_array).unwrap_or_default()
}

/// The objects among the items of a member that is an array.
pub(crate) fn objects<'a>(object: &'a Object, name: &str) -> impl Iterator<Item = &'a Object> {
    list(object, name).iter().filter_map(Json::as_object)
}

/// A member that is an object.
pub(crate) fn object<'a>(holder: &'a Object, name: &str) -> Option<&'a Object> {
    holder.get(name).and_then(Json::as_object)
}

/// The members of an object beside those of these names.
pub(crate) fn others(object: &Object, known: &[&str]) -> Object {
    object
        .iter()
        .filter(|member| !known.contains(&member.name().as_str()))
        .map(|member| (member.name().clone(), member.value().clone()))
        .collect()
}
