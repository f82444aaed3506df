//! JSON objects that are printed, written member by member.

use agent_description::json::{Json, to_json};
use serde::Serialize;

/// An object: `object! { "file": path, "error": failure.error() }`. What is `None` is `null`.
#[macro_export]
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {{
        let mut object = agent_description::json::Object::new();
        $(object.insert($name, $crate::object::json($value));)*
        object
    }};
}

/// A value as a tree; `null` in place of a number beyond 53 bits, which no report has.
pub fn json(value: impl Serialize) -> Json {
    to_json(&value).unwrap_or_else(|_| Json::from(None::<bool>))
}
