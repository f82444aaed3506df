//! Gemini's own form of schemas, as JSON Schema.

use agent_description::{Json, json::Value};

/// Rewrites a schema of Gemini's `parameters`: type names in lower case, and `nullable` as the type "null".
pub(super) fn into_json_schema(schema: &mut Json) {
    let Some(object) = schema.as_object_mut() else { return };
    let kind = object.get("type").and_then(Json::as_str).map(str::to_ascii_lowercase);
    let is_nullable = object.get("nullable").and_then(Json::as_bool) == Some(true);
    match kind.as_deref() {
        None => {}
        Some("type_unspecified") => _ = object.remove("type"),
        Some(kind) if is_nullable && kind != "null" => {
            object.insert("type", vec![Json::from(kind), Json::from("null")]);
            object.remove("nullable");
            if let Some(values) = object.get_mut("enum").and_then(Json::as_array_mut)
                && !values.iter().any(Json::is_null)
            {
                values.push(Value::Null.into());
            }
        }
        Some(kind) => _ = object.insert("type", kind),
    }
    if let Some(items) = object.get_mut("items") {
        into_json_schema(items);
    }
    object.get_mut("anyOf").and_then(Json::as_array_mut).into_iter().flatten().for_each(into_json_schema);
    let Some(properties) = object.get_mut("properties").and_then(Json::as_object_mut) else { return };
    properties.iter_mut().for_each(|(_, schema)| into_json_schema(schema));
}
