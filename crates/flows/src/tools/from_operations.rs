//! Converts the operations of an OpenAPI document to MCP tools. Arguments have the form of flow arguments.

use crate::{
    cut,
    openapi::{OpenApi, Operation, Parameter},
    plain_name,
};
use adp_cards::{
    convert::{Loss, Severity},
    tool_api::usable_schema,
};
use agent_description::{
    Json,
    json::{Object, Text, Value, object, pointer::push_name},
};
use std::collections::{BTreeSet, HashSet};

/// Maximum number of schema values to copy, for all tools together.
const MAX_COPIED_VALUES: usize = 400_000;
const SCHEMAS: &str = "#/components/schemas/";
const MAX_NAME_CHARS: usize = 128;

/// The result `{"tools": […]}` and its losses, located in the OpenAPI document.
#[must_use]
pub fn operations_as_tools(openapi: &OpenApi) -> (Object, Vec<Loss>) {
    let mut writer = Writer { openapi, losses: Vec::new(), copied: 0, names: HashSet::new() };
    let tools: Vec<Json> = openapi.operations().filter_map(|operation| writer.tool(&operation)).collect();
    if openapi.operations().any(|operation| operation.security().iter().any(|all| !all.is_empty())) {
        let reason = "dropped: MCP has no equivalent of security for single operations";
        writer.losses.push(Loss::new("/components/securitySchemes".to_owned(), reason, Severity::Error));
    }
    (object! { "tools": tools }, writer.losses)
}

struct Writer<'a> {
    openapi: &'a OpenApi,
    losses: Vec<Loss>,
    copied: usize,
    names: HashSet<String>,
}

impl<'a> Writer<'a> {
    fn lost(&mut self, place: &str, reason: impl Into<String>, severity: Severity) {
        self.losses.push(Loss::new(place.to_owned(), reason, severity));
    }

    fn tool(&mut self, operation: &Operation<'a>) -> Option<Json> {
        let mut place = "/paths".to_owned();
        push_name(&mut place, operation.path());
        push_name(&mut place, operation.method().as_str());
        let own = operation
            .id()
            .map_or_else(|| format!("{}{}", operation.method().as_str(), operation.path()), str::to_owned);
        let plain: String = plain_name(&own).chars().take(MAX_NAME_CHARS - 4).collect();
        let mut name = plain.clone();
        let mut count = 1_u32;
        while !self.names.insert(name.clone()) {
            count += 1;
            name = format!("{plain}_{count}");
        }
        if operation.id() != Some(name.as_str()) {
            let reason = format!("a tool has a name of letters, digits, _ and -: {name} is written");
            self.lost(&place, reason, Severity::Warning);
        }
        let text = |name: &str| operation.json().get(name).and_then(Json::as_text).cloned();
        let (parameters, body) = match (operation.parameters(), operation.body()) {
            (Ok(parameters), Ok(body)) => (parameters, body),
            (Err(error), _) | (_, Err(error)) => {
                self.lost(&place, format!("it cannot be called: {error}"), Severity::Error);
                return None;
            }
        };
        let (mut properties, mut required, mut asked) = (Object::new(), Vec::new(), Vec::new());
        let mut needed = BTreeSet::new();
        let mut named = Object::new();
        let is_asked = |it: &&Parameter<'_>| operation.supplier(it).is_none() && !it.is_from_elsewhere();
        for parameter in parameters.iter().filter(is_asked) {
            let mut at = format!("{place}/parameters");
            push_name(&mut at, parameter.name);
            if named.contains(parameter.name) {
                self.lost(&at, "duplicate parameter name: only one of the two is written", Severity::Error);
                continue;
            }
            let schema = parameter.schema.map_or_else(|| Object::new().into(), |schema| schema.json.clone());
            let mut schema = self.own(schema, &mut needed);
            let description = parameter.object.get("description").and_then(Json::as_text);
            if let (Some(object), Some(description)) = (schema.as_object_mut(), description)
                && !object.contains("description")
            {
                object.insert("description", Text::clone(description));
            }
            named.insert(parameter.name.clone(), schema);
            if parameter.required {
                asked.push(Json::from(parameter.name.clone()));
            }
        }
        if !named.is_empty() {
            if !asked.is_empty() {
                required.push(Json::from("parameters"));
            }
            let parameters = object! { "type": "object", "properties": named, "required": asked };
            properties.insert("parameters", parameters);
        }
        if let Some(body) = &body {
            let media = body.content.iter().find(|(name, _)| Some(*name) == body.preferred());
            let schema = media.and_then(|(_, schema)| *schema).map(|schema| schema.json.clone());
            let schema = self.own(schema.unwrap_or_else(|| Object::new().into()), &mut needed);
            properties.insert("requestBody", schema);
            if body.required {
                required.push("requestBody".into());
            }
            if body.content.len() > 1 {
                let at = format!("{place}/requestBody/content");
                self.lost(&at, "only one media type is written", Severity::Warning);
            }
        }
        let definitions = Some(self.definitions(&place, needed)).filter(|all| !all.is_empty());
        let schema = object! {
            "type": "object",
            "properties": properties,
            "required": required,
            if "$defs": definitions,
        };
        let schema = usable_schema(Some(&schema.into()), &format!("{place}/inputs"), &mut self.losses);
        let tool = object! {
            "name": name,
            if "title": text("summary"),
            if "description": text("description").or_else(|| text("summary")),
            "inputSchema": schema,
        };
        Some(tool.into())
    }

    /// Adds the referenced schemas by name.
    fn definitions(&mut self, place: &str, mut needed: BTreeSet<String>) -> Object {
        let root = self.openapi.root();
        let schemas = root.and_then(|root| root.get("components")?.get("schemas")?.as_object());
        let mut definitions = Object::new();
        while let Some(name) = needed.iter().find(|name| !definitions.contains(name)).cloned() {
            let schema = schemas.and_then(|schemas| schemas.get(&name)).cloned();
            let schema = match schema {
                Some(schema) if self.copied < MAX_COPIED_VALUES => self.own(schema, &mut needed),
                other => {
                    let why = if other.is_some() { "it exceeds the copy limit" } else { "it does not exist" };
                    self.lost(place, format!("any value is accepted for the schema {name:?}: {why}"), Severity::Error);
                    Object::new().into()
                }
            };
            definitions.insert(name, schema);
        }
        definitions
    }

    /// Converts a schema to JSON Schema 2020-12. References to the document's schemas refer to `$defs`.
    fn own(&mut self, mut json: Json, needed: &mut BTreeSet<String>) -> Json {
        self.rewrite(&mut json, needed);
        json
    }

    fn rewrite(&mut self, json: &mut Json, needed: &mut BTreeSet<String>) {
        self.copied += 1;
        if let Some(items) = json.as_array_mut() {
            items.iter_mut().for_each(|item| self.rewrite(item, needed));
            return;
        }
        let Some(object) = json.as_object_mut() else { return };
        let reference = object.get("$ref").and_then(Json::as_str).map(str::to_owned);
        if let Some(reference) = reference {
            match reference.strip_prefix(SCHEMAS).filter(|name| !name.contains('/') && !name.contains('%')) {
                Some(name) => {
                    let mut to = "#/$defs".to_owned();
                    push_name(&mut to, name);
                    needed.insert(name.to_owned());
                    object.insert("$ref", to);
                }
                None => {
                    self.lost(&cut(&reference), "any value is accepted there", Severity::Error);
                    *object = Object::new();
                }
            }
            return;
        }
        // keywords that only 3.0 has
        if object.remove("nullable").is_some_and(|it| it.as_bool() == Some(true))
            && let Some(Value::String(kind)) = object.get("type").map(Json::value)
        {
            let kinds = vec![Json::from(kind.clone()), "null".into()];
            object.insert("type", kinds);
        }
        for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            match object.get(exclusive).and_then(Json::as_bool) {
                Some(true) => {
                    if let Some(value) = object.remove(bound) {
                        object.insert(exclusive, value);
                    }
                }
                Some(false) => _ = object.remove(exclusive),
                None => {}
            }
        }
        // the boolean `required` of draft 3, which newer validators reject
        if object.get("required").is_some_and(|it| it.as_bool().is_some()) {
            object.remove("required");
        }
        for name in ["example", "xml", "externalDocs", "discriminator"] {
            object.remove(name);
        }
        let is_data = |name: &Text| ["const", "default", "enum", "examples"].contains(&name.as_str());
        object.iter_mut().filter(|(name, _)| !is_data(name)).for_each(|(_, value)| self.rewrite(value, needed));
    }
}
