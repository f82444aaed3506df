//! The type names of JSON Schema and of other languages.

use agent_description::json::{Json, Value};

/// The types of JSON Schema; `integer` is a subset of `number`.
pub const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "string", "integer"];

/// The types, and the names that other languages have for them.
const LOOSE: [(&str, &[&str]); 7] = [
    ("integer", &["int", "long", "int32", "int64"]),
    ("number", &["float", "double", "decimal"]),
    ("boolean", &["bool"]),
    ("string", &["str", "text"]),
    ("array", &["list", "tuple"]),
    ("object", &["map", "dict", "struct"]),
    ("null", &["none", "nil"]),
];

/// Whether a name is a type of JSON Schema.
#[must_use]
pub fn is_type(name: &str) -> bool {
    TYPES.contains(&name)
}

/// Whether a schema names a type.
#[must_use]
pub fn is_of_type(schema: &Json, wanted: &str) -> bool {
    match schema.get("type").map(Json::value) {
        Some(Value::String(one)) => one == wanted,
        Some(Value::Array(all)) => all.iter().any(|one| one.as_str() == Some(wanted)),
        _ => false,
    }
}

/// The type that a name of another language corresponds to.
#[must_use]
pub fn type_meant(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let spelled = TYPES.into_iter().find(|known| *known == lower);
    spelled.or_else(|| LOOSE.iter().find(|(_, loose)| loose.contains(&&*lower)).map(|(meant, _)| *meant))
}
