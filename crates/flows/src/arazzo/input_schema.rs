//! Makes input schemas self-contained: components under `components.inputs` become `$defs`.

use crate::referenced::{CopyBudget, ReferencedNames};
use agent_description::{
    Json,
    json::{Object, Text, Value, object},
};

const INPUTS: &str = "#/components/inputs/";

/// Whether a schema is in another file, which is not read: it allows any object.
pub(super) fn is_elsewhere(schema: &Json) -> bool {
    schema.get("$ref").and_then(Json::as_str).is_some_and(|reference| !reference.starts_with('#'))
}

/// The schema with the components that it needs. `None` if that is more than the budget of the document has left.
pub(crate) fn alone(schema: &Json, components: Option<&Object>, budget: &mut CopyBudget) -> Option<Json> {
    if is_elsewhere(schema) {
        return Some(object! { "type": "object" }.into());
    }
    let mut needed = ReferencedNames::default();
    let mut own = copy(schema, &mut needed, budget)?;
    let Some(components) = components.filter(|_| !needed.is_empty()) else { return Some(own) };
    let definitions = needed.into_definitions(|name, needed| match components.get(name) {
        Some(component) => copy(component, needed, budget),
        None => Some(Json::from(false)),
    })?;
    let Some(object) = own.as_object_mut() else { return Some(own) };
    let known = object.remove("$defs").and_then(|known| known.as_object().cloned()).unwrap_or_default();
    let known = known.into_iter().map(|member| (member.name, member.value));
    let definitions = definitions.into_iter().map(|(name, schema)| (Text::from(key(&name)), schema));
    object.insert("$defs", known.chain(definitions).collect::<Object>());
    Some(own)
}

fn key(name: &str) -> String {
    format!("components-inputs-{name}")
}

/// Copies a schema, with references to `$defs` instead of components, whose names it adds.
fn copy(schema: &Json, needed: &mut ReferencedNames, budget: &mut CopyBudget) -> Option<Json> {
    budget.charge(schema)?;
    let mut own = schema.clone();
    rewrite(&mut own, needed);
    Some(own)
}

fn rewrite(json: &mut Json, needed: &mut ReferencedNames) {
    if let Some(items) = json.as_array_mut() {
        items.iter_mut().for_each(|item| rewrite(item, needed));
    }
    let Some(object) = json.as_object_mut() else { return };
    for (name, value) in object.iter_mut() {
        let reference = value.as_str().and_then(|text| text.strip_prefix(INPUTS)).map(str::to_owned);
        match reference.filter(|_| name == "$ref") {
            Some(component) if !component.contains('/') => {
                *value = Json::at(Value::String(format!("#/$defs/{}", key(&component)).into()), value.offset());
                needed.add(&component);
            }
            _ => rewrite(value, needed),
        }
    }
}
