//! Makes input schemas self-contained: components under `components.inputs` become `$defs`.

use agent_description::{
    Json,
    json::{Object, Value},
};
use std::collections::BTreeSet;

const INPUTS: &str = "#/components/inputs/";

/// The schema with the components that it needs.
pub(crate) fn alone(schema: &Json, components: Option<&Object>) -> Json {
    let mut needed = BTreeSet::new();
    let mut own = schema.clone();
    rewrite(&mut own, &mut needed);
    let Some(components) = components.filter(|_| !needed.is_empty()) else { return own };
    let mut defs = Object::new();
    while let Some(name) = needed.iter().find(|name| !defs.contains(&key(name))).cloned() {
        let mut component = components.get(&name).cloned().unwrap_or(Json::from(false));
        rewrite(&mut component, &mut needed);
        defs.insert(key(&name), component);
    }
    let Some(object) = own.as_object_mut() else { return own };
    match object.get_mut("$defs").and_then(Json::as_object_mut) {
        Some(known) => {
            for member in defs {
                known.insert(member.name().clone(), member.value().clone());
            }
        }
        None => _ = object.insert("$defs", defs),
    }
    own
}

fn key(name: &str) -> String {
    format!("components-inputs-{name}")
}

fn rewrite(json: &mut Json, needed: &mut BTreeSet<String>) {
    if let Some(items) = json.as_array_mut() {
        items.iter_mut().for_each(|item| rewrite(item, needed));
    }
    let Some(object) = json.as_object_mut() else { return };
    for (name, value) in object.iter_mut() {
        let reference = value.as_str().and_then(|text| text.strip_prefix(INPUTS)).map(str::to_owned);
        match reference.filter(|_| name == "$ref") {
            Some(component) if !component.contains('/') => {
                *value = Json::at(Value::String(format!("#/$defs/{}", key(&component)).into()), value.offset());
                needed.insert(component);
            }
            _ => rewrite(value, needed),
        }
    }
}
