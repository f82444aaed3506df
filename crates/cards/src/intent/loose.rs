//! Accepts type names of other languages in schemas.

use adp_tools::json_schema::{is_type, type_meant};
use agent_description::json::{Json, Object, Offset, Text, Value};

/// Keywords whose values are data, not schemas.
const DATA: [&str; 5] = ["enum", "const", "default", "examples", "example"];

/// A type name that was replaced.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadAs<'a> {
    pub offset: Offset,
    pub written: &'a str,
    pub meant: &'static str,
}

/// The schema with JSON Schema's type names (`int` becomes `integer`), at the original offsets. Adds the replacements
/// to `read`. Unknown names stay.
pub(super) fn tightened<'a>(schema: &'a Json, read: &mut Vec<ReadAs<'a>>) -> Json {
    let value = match schema.value() {
        Value::Object(object) => {
            let members = object.iter().map(|member| {
                let (name, value) = (member.name(), member.value());
                let value = match name.as_str() {
                    "type" => types(value, read),
                    name if DATA.contains(&name) => value.clone(),
                    _ => tightened(value, read),
                };
                (name.clone(), value)
            });
            Value::Object(members.collect::<Object>())
        }
        Value::Array(items) => Value::Array(items.iter().map(|item| tightened(item, read)).collect()),
        other => other.clone(),
    };
    Json::at(value, schema.offset())
}

/// Replaces one or several type names. A property named `type` contains a schema instead.
fn types<'a>(value: &'a Json, read: &mut Vec<ReadAs<'a>>) -> Json {
    match value.value() {
        Value::String(written) => match type_meant(written).filter(|_| !is_type(written)) {
            Some(meant) => {
                read.push(ReadAs { offset: value.offset(), written, meant });
                Json::at(Value::String(Text::from_static(meant)), value.offset())
            }
            None => value.clone(),
        },
        Value::Array(items) => {
            let types = items.iter().map(|item| if item.as_str().is_some() { types(item, read) } else { item.clone() });
            Json::at(Value::Array(types.collect()), value.offset())
        }
        _ => tightened(value, read),
    }
}
