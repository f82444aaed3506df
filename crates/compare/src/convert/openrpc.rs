//! Converts between the methods of an OpenRPC document and skills with schemas.

use super::{
    agent::Fields,
    losses::Losses,
    members::{Members, below, object_with},
    placed_value::PlacedValue,
    schema_refs::{MAX_COPIED_VALUES, SchemaMover},
};
use adp_tools::openrpc::OpenRpc;
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::Exact, shortened},
    json::{Object, Text, object},
};
use std::collections::{BTreeMap, HashMap, HashSet};

const COMPONENTS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";
/// OpenRPC 1.3.2, which ANP's descriptions use.
const VERSION: &str = "1.3.2";
/// The default name of a result.
const RESULT: &str = "result";

/// Whether a value is an OpenRPC document.
pub(super) fn is_openrpc(content: &Json) -> bool {
    content.as_object().and_then(OpenRpc::of).is_some()
}

/// Reads the methods of a document as skills, and the URL of its server. `budget` limits the copies of shared schemas.
pub(super) fn read(
    place: &str,
    content: &Object,
    budget: &mut usize,
    losses: &mut Losses,
) -> (Vec<Fields>, Option<PlacedValue>) {
    let mut skills = Vec::new();
    let mut members = Members::from_object(place, content, Exact);
    if let Some(version) = members.take("openrpc", |_| true).filter(|version| version.value.as_str() != Some(VERSION)) {
        losses.changed(version.pointer, format!("OpenRPC {VERSION} is written"), Severity::Note);
    }
    let components = members.object("components");
    let components_at = components.as_ref().map(|components| components.pointer.clone());
    let schemas = content.get("components").and_then(|components| components.get("schemas")?.as_object());
    if let Some(mut components) = components {
        components.take("schemas", |schemas| schemas.as_object().is_some());
        components.rest_lost("dropped: only schemas are copied", losses);
    }
    let mut moving = Moving {
        document: OpenRpc::of(content),
        used: HashSet::new(),
        mover: SchemaMover { known: by_name(schemas), from: COMPONENTS, to: DEFINITIONS, budget },
    };
    let mut url = None;
    for (pointer, server) in members.items("servers").unwrap_or_default() {
        match server.get("url").filter(|it| it.as_str().is_some_and(|it| it.starts_with("https://"))) {
            Some(it) if url.is_none() => url = Some(PlacedValue::new(format!("{pointer}/url"), it.clone())),
            _ => losses.lost_at(pointer, server, "only the first server is written", Severity::Error),
        }
    }
    for (pointer, item) in members.items("methods").unwrap_or_default() {
        match moving.followed(item).as_object() {
            Some(method) => skills.push(skill(&pointer, method, &mut moving, losses)),
            None => losses.lost_at(pointer, item, "dropped: not a method", Severity::Warning),
        }
    }
    let schemas_at = format!("{}/schemas", components_at.unwrap_or_default());
    for schema in schemas.into_iter().flatten().filter(|schema| !moving.used.contains(schema.name())) {
        let reason = "dropped: not used by a written method";
        losses.lost_at(below(&schemas_at, schema.name()), schema.value(), reason, Severity::Warning);
    }
    members.rest_lost("dropped: applies to the interface, not to a skill", losses);
    (skills, url)
}

/// Shared schemas, which move together with the methods that refer to them.
struct Moving<'a, 'b> {
    document: Option<OpenRpc<'a>>,
    used: HashSet<Text>,
    mover: SchemaMover<'a, 'b>,
}

impl<'a> Moving<'a, '_> {
    /// Resolves a reference. Returns other values and unresolvable references unchanged.
    fn followed(&self, json: &'a Json) -> &'a Json {
        self.document.and_then(|document| document.follow(json).ok()).unwrap_or(json)
    }

    /// Adds the schemas with these names, and those that they refer to, to a schema.
    fn add_definitions(&mut self, schema: &mut Object, names: Vec<Text>) -> Option<()> {
        let found = self.mover.definitions(names)?;
        self.used.extend(found.keys().cloned());
        if !found.is_empty() {
            schema.insert("$defs", found.into_iter().collect::<Object>());
        }
        Some(())
    }
}

fn by_name(schemas: Option<&Object>) -> HashMap<&str, &Json> {
    schemas.into_iter().flatten().map(|schema| (schema.name().as_str(), schema.value())).collect()
}

fn skill<'a>(pointer: &str, method: &'a Object, moving: &mut Moving<'a, '_>, losses: &mut Losses) -> Fields {
    let mut members = Members::from_object(pointer, method, Exact);
    let mut fields = Fields::at(pointer).called(&[
        ("id", "name"),
        ("name", "summary"),
        ("inputSchema", "params"),
        ("outputSchema", "result"),
    ]);
    members.texts_into(&mut fields, &["id", "name", "description"]);
    fields.without_duplicate_name(losses);
    let are_names = |tags: &Json| {
        tags.as_array().is_some_and(|tags| tags.iter().all(|tag| tag.get("name").and_then(Json::as_str).is_some()))
    };
    if let Some(tags) = members.take("tags", are_names) {
        for (at, tag) in tags.value.as_array().unwrap_or_default().iter().enumerate() {
            for more in tag.as_object().into_iter().flatten().filter(|more| *more.name() != "name") {
                let pointer = below(&format!("{}/{at}", tags.pointer), more.name());
                losses.lost_at(pointer, more.value(), "only the name of a tag is written", Severity::Warning);
            }
        }
        let names = tags.value.as_array().unwrap_or_default().iter().filter_map(|tag| tag.get("name").cloned());
        fields.put("tags", Some(PlacedValue::new(tags.pointer.clone(), names.collect::<Vec<_>>())));
    }
    if let Some(mut parameters) = members.items("params") {
        parameters.iter_mut().for_each(|(_, parameter)| *parameter = moving.followed(parameter));
        let place = below(pointer, "params");
        match arguments(&parameters, moving, losses) {
            Some(schema) => fields.put("inputSchema", Some(PlacedValue::new(place, schema))),
            None => {
                let value = method.get("params").cloned().unwrap_or_else(|| Vec::new().into());
                losses.lost_at(place, &value, UNMOVED, Severity::Error);
            }
        }
    }
    if let Some(mut result) = members.object("result") {
        let place = result.pointer.clone();
        if let Some(shared) = method.get("result").and_then(|written| moving.followed(written).as_object()) {
            result = Members::from_object(place.clone(), shared, Exact);
        }
        let name = result.take("name", |_| true);
        if name.as_ref().and_then(|name| name.value.as_str()) != Some(RESULT) {
            losses.changed(below(&result.pointer, "name"), "dropped: results of skills have no name", Severity::Note);
        }
        if let Some(said) = result.take("schema", |_| true) {
            match whole(&said.value, moving) {
                Some(schema) => fields.put("outputSchema", Some(PlacedValue::new(place, schema))),
                None => losses.lost(said, UNMOVED, Severity::Error),
            }
        }
        result.rest_into(&mut fields);
    }
    members.rest_into(&mut fields);
    fields
}

const UNMOVED: &str = "dropped: the schema has references that cannot be copied";

/// Combines all parameters into one schema of an object.
fn arguments(parameters: &[(String, &Json)], moving: &mut Moving<'_, '_>, losses: &mut Losses) -> Option<Object> {
    let (mut properties, mut required, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = HashSet::new();
    let mut told = Vec::new();
    for (place, parameter) in parameters {
        let mut members = Members::from_object(place, parameter.as_object()?, Exact);
        let name = parameter.get("name")?.as_text()?.clone();
        members.text("name");
        // two parameters cannot be one property
        known.insert(name.clone()).then_some(())?;
        let any = Json::from(Object::new());
        let schema = members.take("schema", |_| true).map_or(any, |said| said.value);
        let mut schema = moving.mover.moved(&schema, &mut names)?;
        let text = parameter.get("description").filter(|text| text.as_str().is_some());
        if let Some(object) = schema.as_object_mut() {
            let place = |name: &str| format!("{place}/{name}");
            let moved = "dropped: the schema already has a description";
            match (text, object.get("description")) {
                (Some(text), Some(own)) if text == own => drop(members.text("description")),
                (Some(text), None) => {
                    object.insert("description", text.clone());
                    members.text("description");
                    told.push((place("schema/description"), moved));
                }
                (None, Some(own)) if own.as_str().is_some() => told.push((place("description"), moved)),
                _ => {}
            }
        }
        match members.flag("required").map(|said| (said.value.as_bool(), said.pointer)) {
            Some((Some(true), _)) => required.push(Json::from(name.clone())),
            Some((_, pointer)) => told.push((pointer, "`required: false` is the default")),
            None => {}
        }
        members.rest_lost("dropped: properties have no equivalent", losses);
        properties.push((name, schema));
    }
    let mut schema = object! {
        "type": "object",
        "properties": properties.into_iter().collect::<Object>(),
        if "required": Some(required).filter(|all| !all.is_empty()),
    };
    moving.add_definitions(&mut schema, names)?;
    told.into_iter().for_each(|(pointer, reason)| losses.changed(pointer, reason, Severity::Note));
    Some(schema)
}

/// A schema together with everything that it refers to.
fn whole(schema: &Json, moving: &mut Moving<'_, '_>) -> Option<Object> {
    let mut names = Vec::new();
    let mut schema = moving.mover.moved(schema, &mut names)?;
    let object = schema.as_object_mut()?;
    moving.add_definitions(object, names)?;
    Some(std::mem::take(object))
}

/// Writes an OpenRPC document with these skills.
pub(super) fn write(title: &Json, version: &Json, skills: &mut [Fields], losses: &mut Losses) -> Object {
    let mut components = BTreeMap::new();
    let (mut methods, mut names) = (Vec::<Json>::with_capacity(skills.len()), HashSet::new());
    for skill in skills {
        if let Some(id) = skill.get("id").and_then(Json::as_str).filter(|id| !names.insert(Text::from(*id))) {
            let reason = format!("dropped: an earlier skill also has the ID {}", shortened(id));
            losses.changed(skill.pointer.clone(), reason, Severity::Error);
            continue;
        }
        methods.push(method(skill, &mut components, losses).into());
    }
    let schemas = Some(components).filter(|components| !components.is_empty());
    object! {
        "openrpc": VERSION,
        "info": object! { "title": title.clone(), "version": version.clone() },
        "methods": methods,
        if "components": schemas.map(|schemas| object! { "schemas": Object::from_iter(schemas) }),
    }
}

fn method(skill: &mut Fields, components: &mut BTreeMap<Text, Json>, losses: &mut Losses) -> Object {
    let mut method = Object::with_capacity(6);
    method.insert("name", skill.take_id("method", losses));
    skill.move_as(&mut method, "name", "summary");
    skill.move_to(&mut method, &["description"]);
    if let Some(tags) = skill.take("tags") {
        let tags: Vec<Json> =
            tags.as_array().unwrap_or_default().iter().map(|tag| object_with("name", tag.clone())).collect();
        if !tags.is_empty() {
            method.insert("tags", tags);
        }
    }
    let parameters = skill.take_said("inputSchema").map(|said| {
        parameters(&said, components, losses).unwrap_or_else(|| {
            let reason = "this schema cannot be split into parameters: none are written, so any arguments are valid";
            losses.lost(said, reason, Severity::Error);
            Vec::new()
        })
    });
    if parameters.is_none() {
        let reason = "no parameters are written: methods require a list";
        losses.changed(skill.place("inputSchema"), reason, Severity::Warning);
    }
    method.insert("params", parameters.unwrap_or_default());
    if let Some(said) = skill.take_said("outputSchema") {
        match apart(&said.value, components) {
            Some(schema) => {
                method.insert("result", Object::from_iter([("name", RESULT.into()), ("schema", schema)]));
            }
            None => losses.lost(said, "its references cannot be copied", Severity::Error),
        }
    }
    method
}

/// Splits the schema of an object into parameters.
fn parameters(said: &PlacedValue, components: &mut BTreeMap<Text, Json>, losses: &mut Losses) -> Option<Vec<Json>> {
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
    let names: HashSet<&str> = properties.into_iter().flatten().map(|property| property.name().as_str()).collect();
    let required: HashSet<&str> = required.into_iter().collect();
    if !required.is_subset(&names) {
        return None;
    }
    let mut found = Vec::new();
    let mut budget = MAX_COPIED_VALUES;
    let (mut mover, mut definitions) = definitions(schema, components, &mut budget)?;
    for property in properties.into_iter().flatten() {
        if property.name().is_empty() || !is_schema(property.value()) {
            return None;
        }
        let value = mover.moved(property.value(), &mut Vec::new())?;
        let parameter = object! {
            "name": property.name().clone(),
            if "required": required.contains(property.name().as_str()).then_some(true),
            if "description": value.get("description").filter(|text| text.as_str().is_some()).cloned(),
            "schema": value,
        };
        found.push(Json::from(parameter));
    }
    components.append(&mut definitions);
    for keyword in schema {
        if !matches!(keyword.name().as_str(), "type" | "properties" | "required" | "$defs") {
            let pointer = below(&said.pointer, keyword.name());
            losses.lost_at(pointer, keyword.value(), "OpenRPC has no keyword for all parameters", Severity::Error);
        }
    }
    Some(found)
}

/// Whether a value can be a schema: an object or a boolean.
fn is_schema(value: &Json) -> bool {
    value.as_object().is_some() || value.as_bool().is_some()
}

/// Converts the definitions of a schema to components. `None` if another component already has one of the names.
fn definitions<'a, 'b>(
    schema: &'a Object,
    components: &BTreeMap<Text, Json>,
    budget: &'b mut usize,
) -> Option<(SchemaMover<'a, 'b>, BTreeMap<Text, Json>)> {
    let definitions = match schema.get("$defs") {
        Some(definitions) => Some(definitions.as_object()?),
        None => None,
    };
    if !definitions.into_iter().flatten().all(|definition| is_schema(definition.value())) {
        return None;
    }
    let mut mover = SchemaMover { known: by_name(definitions), from: DEFINITIONS, to: COMPONENTS, budget };
    let found = mover.definitions(definitions.into_iter().flatten().map(|it| it.name().clone()).collect())?;
    let is_new = |(name, schema): (&Text, &Json)| components.get(name).is_none_or(|other| other == schema);
    found.iter().all(is_new).then_some((mover, found))
}

/// Moves the definitions of a schema to the components.
fn apart(schema: &Json, components: &mut BTreeMap<Text, Json>) -> Option<Json> {
    let object = schema.as_object()?;
    let mut budget = MAX_COPIED_VALUES;
    let (mut mover, mut definitions) = definitions(object, components, &mut budget)?;
    let mut own = object.clone();
    own.remove("$defs");
    let moved = mover.moved(&own.into(), &mut Vec::new())?;
    components.append(&mut definitions);
    Some(moved)
}
