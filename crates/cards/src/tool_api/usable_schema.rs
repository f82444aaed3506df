//! Schemas that every API takes as those of arguments: of an object, and valid.

use crate::{
    convert::{Loss, Severity},
    json_schema::Schema,
};
use agent_description::{
    Json,
    json::{Object, pointer::push_name},
};

/// The schema of a tool's arguments as one of an object that validators accept; without one, that of an empty object. A part that is no valid
/// schema is replaced by one that allows anything, which is a loss.
#[must_use]
pub fn usable_schema(inputs: Option<&Json>, place: &str, losses: &mut Vec<Loss>) -> Json {
    let any = || Json::from(Object::from_iter([("type", Json::from("object")), ("properties", Object::new().into())]));
    let Some(inputs) = inputs else {
        let closed = [
            ("type", Json::from("object")),
            ("properties", Object::new().into()),
            ("additionalProperties", false.into()),
        ];
        return Object::from_iter(closed).into();
    };
    let Some(schema) = inputs.as_object() else { return any() };
    let mut schema = schema.clone();
    match schema.get("type").map(|kind| kind.as_str().unwrap_or_default()) {
        Some("object") => {}
        None => _ = schema.insert("type", "object"),
        Some(_) => {
            losses.push(Loss::new(
                place.to_owned(),
                "tools take an object: the schema has another type",
                Severity::Error,
            ));
            return any();
        }
    }
    if !schema.contains("properties") {
        schema.insert("properties", Object::new());
    }
    let mut schema = Json::from(schema);
    if Schema::compile(&schema).is_ok() {
        return schema;
    }
    mend(&mut schema, place, losses, 2);
    match Schema::compile(&schema) {
        Ok(_) => schema,
        Err(faults) => {
            let why = faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
            losses.push(Loss::new(
                place.to_owned(),
                format!("not a JSON Schema, so any value is accepted: {why}"),
                Severity::Error,
            ));
            any()
        }
    }
}

/// Replaces invalid schemas of properties by one that allows anything: of the inputs, then of `parameters` and `requestBody`.
fn mend(schema: &mut Json, place: &str, losses: &mut Vec<Loss>, deep: usize) {
    let Some(properties) = schema.as_object_mut().and_then(|it| it.get_mut("properties")?.as_object_mut()) else {
        return;
    };
    for (name, property) in properties.iter_mut() {
        let Err(faults) = Schema::compile(property) else { continue };
        let mut at = format!("{place}/properties");
        push_name(&mut at, name);
        if deep > 1 {
            mend(property, &at, losses, deep - 1);
            if Schema::compile(property).is_ok() {
                continue;
            }
        }
        let why = faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
        losses.push(Loss::new(at, format!("not a JSON Schema, so any value is accepted: {why}"), Severity::Error));
        let description = property.get("description").filter(|text| text.as_str().is_some()).cloned();
        *property = description.map(|text| Object::from_iter([("description", text)])).unwrap_or_default().into();
    }
}
