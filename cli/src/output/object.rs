//! Builds JSON objects for output.

use agent_description::json::{Json, to_json};
use serde::Serialize;

/// An object, such as `object! { "file": path, "error": failure.error() }`. `None` becomes `null`.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {{
        let mut object = agent_description::json::Object::new();
        $(object.insert($name, $crate::output::object::json(&$value));)*
        object
    }};
}
pub(crate) use object;

/// Converts a value to a JSON tree. Numbers beyond 53 bits, which reports do not contain, become `null`.
pub fn json(value: impl Serialize) -> Json {
    to_json(&value).unwrap_or_else(|_| Json::from(None::<bool>))
}
