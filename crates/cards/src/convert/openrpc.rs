//! Methods of an OpenRPC document and skills with schemas: the same thing.

use super::{
    agent::{Fields, Said},
    loss::{Losses, Severity},
    members::{Members, below},
    schema_refs,
};
use crate::diff::meaning::Spelling::Exact;
use agent_description::{
    Json,
    json::{Object, Text},
};
use std::collections::{BTreeMap, HashMap};

const COMPONENTS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";
/// OpenRPC 1.3.2, which the descriptions of ANP use.
const VERSION: &str = "1.3.2";

/// Whether a value is an OpenRPC document.
pub(super) fn is_openrpc(content: &Json) -> bool {
    content.get("methods").and_then(Json::as_array).is_some()
}

/// The methods of a document at this place, as skills; where it says that it is served. `budget` bounds what is copied of
/// shared schemas.
pub(super) fn read(
    place: &str,
    content: &Object,
    budget: &mut usize,
    losses: &mut Losses,
) -> (Vec<Fields>, Option<Said>) {
    let mut skills = Vec::new();
    let mut members = Members::of(place, content, Exact);
    members.take("openrpc", |_| true);
    let components = members.take("components", |_| true);
    let components = components.as_ref().and_then(|said| said.value.get("schemas")?.as_object());
    let known: HashMap<&str, &Json> =
        components.into_iter().flatten().map(|schema| (schema.name().as_str(), schema.value())).collect();
    let mut url = None;
    for (pointer, server) in members.items("servers", false).unwrap_or_default() {
        match server.get("url").filter(|it| it.as_str().is_some_and(|it| it.starts_with("https://"))) {
            Some(it) if url.is_none() => url = Some(Said { pointer: format!("{pointer}/url"), value: it.clone() }),
            _ => losses.lost(Said { pointer, value: server.clone() }, "one server is written", Severity::Error),
        }
    }
    for (pointer, item) in members.items("methods", false).unwrap_or_default() {
        match item.as_object() {
            Some(method) => skills.push(skill(&pointer, method, &known, budget, losses)),
            None => losses.lost(Said { pointer, value: item.clone() }, "it is no method", Severity::Warning),
        }
    }
    let mut rest = Fields::at(place);
    members.rest_into(&mut rest);
    for (_, said) in rest.unknown {
        losses.lost(said, "it says something of the interface, not of a skill", Severity::Warning);
    }
    (skills, url)
}

fn skill(
    pointer: &str,
    method: &Object,
    known: &HashMap<&str, &Json>,
    budget: &mut usize,
    losses: &mut Losses,
) -> Fields {
    let mut members = Members::of(pointer, method, Exact);
    let mut fields = Fields::at(pointer);
    fields.put("id", members.text("name"));
    fields.put("name", members.text("summary"));
    fields.put("description", members.text("description"));
    let are_names = |tags: &Json| {
        tags.as_array().is_some_and(|tags| tags.iter().all(|tag| tag.get("name").and_then(Json::as_str).is_some()))
    };
    if let Some(tags) = members.take("tags", are_names) {
        let names = tags.value.as_array().unwrap_or_default().iter().filter_map(|tag| tag.get("name").cloned());
        fields.put("tags", Some(Said { pointer: tags.pointer.clone(), value: names.collect::<Vec<_>>().into() }));
    }
    if let Some(parameters) = members.items("params", false) {
        let place = below(pointer, "params");
        match arguments(&parameters, known, budget) {
            Some(schema) => fields.put("inputSchema", Some(Said { pointer: place, value: schema.into() })),
            None => {
                let value = method.get("params").cloned().unwrap_or_else(|| Vec::new().into());
                losses.lost(Said { pointer: place, value }, UNMOVED, Severity::Error);
            }
        }
    }
    if let Some(mut result) = members.object("result", Exact) {
        let place = result.pointer.clone();
        result.take("name", |_| true);
        if let Some(said) = result.take("schema", |_| true) {
            match whole(&said.value, known, budget) {
                Some(schema) => fields.put("outputSchema", Some(Said { pointer: place, value: schema.into() })),
                None => losses.lost(said, UNMOVED, Severity::Error),
            }
        }
        let mut rest = Fields::at("");
        result.rest_into(&mut rest);
        fields.unknown.extend(rest.unknown);
    }
    members.rest_into(&mut fields);
    fields
}

const UNMOVED: &str = "a schema refers to what does not move with it, or to more than is moved";

/// One schema of an object from all parameters.
fn arguments(parameters: &[(String, &Json)], known: &HashMap<&str, &Json>, budget: &mut usize) -> Option<Object> {
    let (mut properties, mut required, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (_, parameter) in parameters {
        let name = parameter.get("name")?.as_text()?.clone();
        let any = Json::from(Object::new());
        let schema = parameter.get("schema").unwrap_or(&any);
        let mut schema = schema_refs::moved(schema, COMPONENTS, DEFINITIONS, &mut names, budget)?;
        if let (Some(description), Some(object)) = (parameter.get("description"), schema.as_object_mut())
            && !object.contains("description")
        {
            object.insert("description", description.clone());
        }
        if parameter.get("required").and_then(Json::as_bool) == Some(true) {
            required.push(Json::from(name.clone()));
        }
        properties.push((name, schema));
    }
    let definitions = schema_refs::all_of(names, known, COMPONENTS, DEFINITIONS, budget)?;
    let mut schema = Object::with_capacity(4);
    schema.insert("type", "object");
    schema.insert("properties", properties.into_iter().collect::<Object>());
    if !required.is_empty() {
        schema.insert("required", required);
    }
    if !definitions.is_empty() {
        schema.insert("$defs", definitions.into_iter().collect::<Object>());
    }
    Some(schema)
}

/// A schema with all that it refers to.
fn whole(schema: &Json, known: &HashMap<&str, &Json>, budget: &mut usize) -> Option<Object> {
    let mut names = Vec::new();
    let mut schema = schema_refs::moved(schema, COMPONENTS, DEFINITIONS, &mut names, budget)?;
    let definitions = schema_refs::all_of(names, known, COMPONENTS, DEFINITIONS, budget)?;
    let object = schema.as_object_mut()?;
    if !definitions.is_empty() {
        object.insert("$defs", definitions.into_iter().collect::<Object>());
    }
    Some(std::mem::take(object))
}

/// An OpenRPC document of these skills.
pub(super) fn write(title: &Json, version: &Json, skills: &mut [Fields], losses: &mut Losses) -> Object {
    let mut components = BTreeMap::new();
    let mut methods = Vec::new();
    for skill in skills {
        methods.push(Json::from(method(skill, &mut components, losses)));
    }
    let info: Object = [("title", title.clone()), ("version", version.clone())].into_iter().collect();
    let mut document = Object::with_capacity(4);
    document.insert("openrpc", VERSION);
    document.insert("info", info);
    document.insert("methods", methods);
    if !components.is_empty() {
        let schemas: Object = components.into_iter().collect();
        document.insert("components", [("schemas", Json::from(schemas))].into_iter().collect::<Object>());
    }
    document
}

fn method(skill: &mut Fields, components: &mut BTreeMap<Text, Json>, losses: &mut Losses) -> Object {
    let mut method = Object::with_capacity(6);
    let id = skill.take("id").unwrap_or_else(|| {
        losses.made_up(skill.place("id"), "a method needs a name: \"method\" is written");
        "method".into()
    });
    method.insert("name", id);
    for (name, written) in [("name", "summary"), ("description", "description")] {
        if let Some(value) = skill.take(name) {
            method.insert(written, value);
        }
    }
    if let Some(tags) = skill.take("tags") {
        let tags: Vec<Json> = tags.as_array().unwrap_or_default().iter().cloned().map(named).collect();
        if !tags.is_empty() {
            method.insert("tags", tags);
        }
    }
    let parameters = skill.take_said("inputSchema").map(|said| {
        parameters(&said, components, losses).unwrap_or_else(|| {
            losses.lost(
                said,
                "OpenRPC has parameters with a schema each: this one cannot be taken apart",
                Severity::Error,
            );
            Vec::new()
        })
    });
    method.insert("params", parameters.unwrap_or_default());
    if let Some(said) = skill.take_said("outputSchema") {
        match apart(&said.value, components) {
            Some(schema) => {
                let mut result = Object::with_capacity(2);
                result.insert("name", "result");
                result.insert("schema", schema);
                method.insert("result", result);
            }
            None => losses.lost(said, "its references cannot be moved", Severity::Error),
        }
    }
    method
}

fn named(name: Json) -> Json {
    [("name", name)].into_iter().collect::<Object>().into()
}

/// The parameters that a schema of an object is made of.
fn parameters(said: &Said, components: &mut BTreeMap<Text, Json>, losses: &mut Losses) -> Option<Vec<Json>> {
    let schema = said.value.as_object()?;
    if schema.get("type").and_then(Json::as_str) != Some("object") {
        return None;
    }
    let required = match schema.get("required") {
        None => Vec::new(),
        Some(names) => names.as_array()?.iter().map(Json::as_str).collect::<Option<Vec<_>>>()?,
    };
    let properties = match schema.get("properties") {
        None => None,
        Some(properties) => Some(properties.as_object()?),
    };
    // a required name without a property has no parameter
    let names: std::collections::HashSet<&str> =
        properties.into_iter().flatten().map(|property| property.name().as_str()).collect();
    if required.iter().any(|name| !names.contains(name)) {
        return None;
    }
    let required: std::collections::HashSet<&str> = required.into_iter().collect();
    let mut budget = schema_refs::BUDGET;
    let mut found = Vec::new();
    let mut definitions = definitions(schema, components)?;
    for property in properties.into_iter().flatten() {
        let mut names = Vec::new();
        let value = schema_refs::moved(property.value(), DEFINITIONS, COMPONENTS, &mut names, &mut budget)?;
        if names.iter().any(|name| !definitions.contains_key(name)) {
            return None;
        }
        let mut parameter = Object::with_capacity(3);
        parameter.insert("name", property.name().clone());
        if required.contains(property.name().as_str()) {
            parameter.insert("required", true);
        }
        parameter.insert("schema", value);
        found.push(Json::from(parameter));
    }
    components.append(&mut definitions);
    for keyword in schema {
        if !matches!(keyword.name().as_str(), "type" | "properties" | "required" | "$defs") {
            let lost = Said { pointer: below(&said.pointer, keyword.name()), value: keyword.value().clone() };
            losses.lost(lost, "OpenRPC has no keyword for all parameters", Severity::Error);
        }
    }
    Some(found)
}

/// A schema's definitions as components; `None` where another one has such a name already.
fn definitions(schema: &Object, components: &BTreeMap<Text, Json>) -> Option<BTreeMap<Text, Json>> {
    let Some(definitions) = schema.get("$defs") else { return Some(BTreeMap::new()) };
    let mut budget = schema_refs::BUDGET;
    let mut found = BTreeMap::new();
    let all: HashMap<&str, &Json> =
        definitions.as_object()?.iter().map(|definition| (definition.name().as_str(), definition.value())).collect();
    let names = definitions.as_object()?.iter().map(|definition| definition.name().clone()).collect();
    for (name, schema) in schema_refs::all_of(names, &all, DEFINITIONS, COMPONENTS, &mut budget)? {
        if components.get(&name).is_some_and(|other| *other != schema) {
            return None;
        }
        found.insert(name, schema);
    }
    Some(found)
}

/// A schema whose definitions become components.
fn apart(schema: &Json, components: &mut BTreeMap<Text, Json>) -> Option<Json> {
    let object = schema.as_object()?;
    let mut definitions = definitions(object, components)?;
    let mut own = object.clone();
    own.remove("$defs");
    let (mut names, mut budget) = (Vec::new(), schema_refs::BUDGET);
    let moved = schema_refs::moved(&own.into(), DEFINITIONS, COMPONENTS, &mut names, &mut budget)?;
    if names.iter().any(|name| !definitions.contains_key(name)) {
        return None;
    }
    components.append(&mut definitions);
    Some(moved)
}
