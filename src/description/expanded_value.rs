//! Values of the expanded form: where they stand in the source, what they hold, what they are called in messages.

use crate::{
    diagnostic::shortened,
    json::{Json, Offset, Text, Value},
};

/// Where an expanded value stands in the source.
pub(super) fn source_offset(value: &Json) -> Offset {
    if value.offset() != Offset::NONE {
        return value.offset();
    }
    ["@value", "@id", "@list"].into_iter().find_map(|key| value.get(key)).map_or(Offset::NONE, Json::offset)
}

/// Whether a source value leaves nothing in the expanded form: null, or arrays of nothing.
pub(super) fn vanishes(value: &Json) -> bool {
    match value.value() {
        Value::Null => true,
        Value::Array(items) => items.iter().all(vanishes),
        _ => false,
    }
}

/// The scalar of a value object that is not a JSON literal.
pub(super) fn literal(value: &Json) -> Option<&Json> {
    match value.value() {
        Value::Object(object) => {
            let inner = object.get("@value")?;
            (object.get("@type").and_then(Json::as_str) != Some("@json")).then_some(inner)
        }
        Value::Array(_) | Value::Null => None,
        _ => Some(value),
    }
}

/// Whether this is a value object, be it a JSON literal, and no node.
pub(super) fn is_value(value: &Json) -> bool {
    literal(value).is_some() || value.get("@value").is_some()
}

/// The string of a value object, whatever its language.
pub(super) fn text_of(value: &Json) -> Option<&Text> {
    literal(value)?.as_text()
}

/// The string of a value object, or the IRI of a node reference.
pub(super) fn reference_of(value: &Json) -> Option<&Text> {
    text_of(value).or_else(|| value.get("@id")?.as_text())
}

/// What an expanded value is, for messages.
pub(super) fn kind(value: &Json) -> String {
    if let Some(inner) = literal(value) {
        return match inner.as_str() {
            Some(text) => format!("the string {}", shortened(text)),
            None => inner.kind().into(),
        };
    }
    let Some(object) = value.as_object() else { return value.kind().into() };
    if object.contains("@value") {
        return "a JSON literal".into();
    }
    match object.get("@id").and_then(Json::as_str) {
        Some(id) if object.len() == 1 => format!("the IRI {}", shortened(id)),
        _ => "an object".into(),
    }
}
