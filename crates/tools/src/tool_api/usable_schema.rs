//! Schemas that every API takes as those of arguments: of an object, and valid.

use crate::{
    Loss,
    json_schema::{PatternBudget, Schema, SchemaFault},
};
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Object, pointer::push_name},
};

/// The schema of a tool's arguments as one of an object that validators accept; without one, that of an empty object. A
/// part that is no valid schema is replaced by one that allows anything, which is a loss. The patterns are charged to the
/// document's budget.
#[must_use]
pub fn usable_schema(inputs: Option<&Json>, place: &str, patterns: &mut PatternBudget, losses: &mut Vec<Loss>) -> Json {
    let any = || Object::from_iter([("type", Json::from("object")), ("properties", Object::new().into())]);
    let Some(inputs) = inputs else {
        let mut closed = any();
        closed.insert("additionalProperties", false);
        return closed.into();
    };
    let Some(mut schema) = inputs.as_object().cloned() else { return any().into() };
    let kinds = schema.get("type").map(|kind| kind.as_array().unwrap_or(std::slice::from_ref(kind)));
    let kinds: Vec<&str> = kinds.unwrap_or_default().iter().map(|kind| kind.as_str().unwrap_or_default()).collect();
    if !matches!(*kinds, [] | ["object"] | ["object", "null"] | ["null", "object"]) {
        let reason = "tools take an object: the schema has another type";
        losses.push(Loss::new(place.to_owned(), reason, Severity::Error));
        return any().into();
    }
    // the arguments themselves are never null
    schema.insert("type", "object");
    if schema.get("nullable").and_then(Json::as_bool) == Some(true) {
        schema.remove("nullable");
    }
    if !schema.contains("properties") {
        schema.insert("properties", Object::new());
    }
    let mut schema = Json::from(schema);
    if Schema::compile_within(&schema, patterns).is_ok() {
        return schema;
    }
    mend(&mut schema, place, patterns, losses, 2);
    match Schema::compile_within(&schema, patterns) {
        Ok(_) => schema,
        Err(faults) => {
            losses.push(any_value(place.to_owned(), &faults));
            any().into()
        }
    }
}

fn any_value(place: String, faults: &[SchemaFault]) -> Loss {
    let why = faults.first().map_or("", |fault| &fault.message);
    Loss::new(place, format!("not a JSON Schema, so any value is accepted: {why}"), Severity::Error)
}

/// Replaces invalid schemas of properties by one that allows anything: of the inputs, then of `parameters` and
/// `requestBody`.
fn mend(schema: &mut Json, place: &str, patterns: &mut PatternBudget, losses: &mut Vec<Loss>, deep: usize) {
    let Some(properties) = schema.as_object_mut().and_then(|it| it.get_mut("properties")?.as_object_mut()) else {
        return;
    };
    for (name, property) in properties.iter_mut() {
        let Err(faults) = Schema::compile_within(property, patterns) else { continue };
        let mut at = format!("{place}/properties");
        push_name(&mut at, name);
        if deep > 1 {
            mend(property, &at, patterns, losses, deep - 1);
            if Schema::compile_within(property, patterns).is_ok() {
                continue;
            }
        }
        losses.push(any_value(at, &faults));
        let description = property.get("description").filter(|text| text.as_str().is_some()).cloned();
        *property = description.map(|text| Object::from_iter([("description", text)])).unwrap_or_default().into();
    }
}
