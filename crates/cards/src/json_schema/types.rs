//! The type names of JSON Schema and of other languages.

/// The types of JSON Schema; `integer` is a subset of `number`.
pub(crate) const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "string", "integer"];

/// Type names of other languages, and the corresponding types.
const LOOSE: [(&str, &str); 17] = [
    ("int", "integer"),
    ("long", "integer"),
    ("int32", "integer"),
    ("int64", "integer"),
    ("float", "number"),
    ("double", "number"),
    ("decimal", "number"),
    ("bool", "boolean"),
    ("str", "string"),
    ("text", "string"),
    ("list", "array"),
    ("tuple", "array"),
    ("map", "object"),
    ("dict", "object"),
    ("struct", "object"),
    ("none", "null"),
    ("nil", "null"),
];

/// Whether a name is a type of JSON Schema.
pub(crate) fn is_type(name: &str) -> bool {
    TYPES.contains(&name)
}

/// The type that a name of another language corresponds to.
pub(crate) fn type_meant(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let spelled = TYPES.into_iter().find(|known| *known == lower);
    spelled.or_else(|| LOOSE.iter().find(|(loose, _)| *loose == lower).map(|(_, meant)| *meant))
}
