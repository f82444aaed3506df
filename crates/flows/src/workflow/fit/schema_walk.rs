//! Derives from schemas the types and members of values.

use crate::openapi::{At, OpenApi};
use agent_description::{Json, json::Value};
use std::fmt;

/// A set of JSON types. Integers are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Types(u8);

const NAMES: [&str; 6] = ["null", "boolean", "number", "string", "array", "object"];

impl Types {
    pub(super) const ANY: Self = Self(0b11_1111);
    pub(super) const SCALAR: Self = Self(0b00_1110);

    fn from_name(name: &str) -> Self {
        let name = if name == "integer" { "number" } else { name };
        NAMES.iter().position(|known| *known == name).map_or(Self::ANY, |at| Self(1 << at))
    }

    /// The type of a value.
    pub(super) fn from_value(json: &Json) -> Self {
        Self::from_name(match json.value() {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) | Value::Wide(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        })
    }

    /// The types that a schema allows by `type` and `enum`. Other keywords are ignored.
    pub(super) fn from_schema(schema: &Json) -> Self {
        let kind = match schema.get("type").map(Json::value) {
            Some(Value::String(name)) => Self::from_name(name),
            Some(Value::Array(names)) => {
                names.iter().filter_map(Json::as_str).fold(Self(0), |all, name| Self(all.0 | Self::from_name(name).0))
            }
            _ => Self::ANY,
        };
        let nullable = schema.get("nullable").and_then(Json::as_bool) == Some(true);
        Self(kind.0 | u8::from(nullable))
    }

    pub(super) fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Formats as `a string or a number`.
impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            NAMES.iter().enumerate().filter(|(at, _)| self.0 & (1 << at) != 0).map(|(_, name)| *name).collect();
        f.write_str(&names.join(" or "))
    }
}

/// The result of a walk.
pub(super) enum WalkEnd<'a> {
    /// A schema.
    Schema(At<'a>),
    /// Unknown: the schema does not define it.
    Unknown,
    /// The schema names other members, which are listed, but not this one.
    Missing(String, Vec<&'a str>),
    /// The value has a type without members.
    NoMembers(String, Types),
}

/// Walks from a schema along a JSON Pointer, and resolves references.
pub(super) fn walk<'a>(openapi: &'a OpenApi, mut at: At<'a>, pointer: &str) -> WalkEnd<'a> {
    for token in pointer.split('/').skip(1) {
        let token = token.replace("~1", "/").replace("~0", "~");
        let schema = at.json;
        if ["allOf", "anyOf", "oneOf", "$ref", "patternProperties", "prefixItems"]
            .iter()
            .any(|it| schema.get(it).is_some())
        {
            return WalkEnd::Unknown;
        }
        let is_index = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
        let types = Types::from_schema(schema);
        let holders = Types::from_name("array").or(Types::from_name("object"));
        if !types.meet(holders) || types == Types::from_name("array") && !is_index {
            return WalkEnd::NoMembers(token, types);
        }
        let next = if is_index && types.meet(Types::from_name("array")) {
            schema.get("items")
        } else {
            match schema.get("properties").and_then(Json::as_object) {
                None => None,
                Some(properties) => match properties.get(&token) {
                    Some(property) => Some(property),
                    None if schema.get("additionalProperties").is_some_and(|it| it.as_bool() != Some(false)) => None,
                    None => {
                        return WalkEnd::Missing(token, properties.iter().map(|it| it.name().as_str()).collect());
                    }
                },
            }
        };
        let Some(next) = next else { return WalkEnd::Unknown };
        let Ok(followed) = openapi.follow(at.with(next)) else { return WalkEnd::Unknown };
        at = followed;
    }
    WalkEnd::Schema(at)
}
