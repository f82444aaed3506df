//! Converts the operations of an OpenAPI document to MCP tools. Arguments have the form of flow arguments.

use crate::{
    cut,
    error::CompileError,
    openapi::{OpenApi, Operation, OperationBody, OperationParameter, WORK, too_much_work},
    referenced::{CopyBudget, ReferencedNames},
};
use adp_tools::{
    Loss,
    json_schema::PatternBudget,
    tool_api::{MAX_TOOLS, ToolFormat, ToolNames, usable_schema},
};
use agent_description::diagnostic::Severity;
use agent_description::{
    Json,
    json::{Object, Text, Value, object, pointer::push_name},
};

const SCHEMAS: &str = "#/components/schemas/";

/// The result `{"tools": […]}` and its losses, located in the OpenAPI document.
#[must_use]
pub fn operations_as_tools(openapi: &OpenApi) -> (Object, Vec<Loss>) {
    let (described, mut losses) = describe_operations(openapi);
    if described.iter().any(|(operation, _)| operation.security().iter().any(|all| !all.is_empty())) {
        let reason = "dropped: MCP has no equivalent of security for single operations";
        losses.push(Loss::new("/components/securitySchemes".to_owned(), reason, Severity::Error));
    }
    let tools: Vec<Json> = described.into_iter().map(|(_, tool)| tool).collect();
    (object! { "tools": tools }, losses)
}

/// The callable operations, each with its tool, and what tools cannot express.
pub(crate) fn describe_operations(openapi: &OpenApi) -> (Vec<(Operation<'_>, Json)>, Vec<Loss>) {
    let operations = || openapi.operations().take(MAX_TOOLS);
    let own: Vec<String> = operations().map(|operation| own_name(&operation)).collect();
    let names = ToolNames::new(ToolFormat::Mcp, own.iter().map(String::as_str));
    let mut writer = Writer {
        openapi,
        losses: Vec::new(),
        budget: CopyBudget::for_document(),
        patterns: PatternBudget::for_document(),
        work: WORK,
        names,
    };
    let described = operations().filter_map(|operation| Some((operation, writer.tool(&operation)?))).collect();
    if openapi.len() > MAX_TOOLS {
        let reason = format!("a list has at most {MAX_TOOLS} tools: only the first operations are written");
        writer.lost("/paths", reason, Severity::Error);
    }
    (described, writer.losses)
}

/// The operation's ID, or else its method and path.
fn own_name(operation: &Operation<'_>) -> String {
    let place = || format!("{}{}", operation.method().as_str(), operation.path());
    operation.id().map_or_else(place, str::to_owned)
}

struct Writer<'a> {
    openapi: &'a OpenApi,
    losses: Vec<Loss>,
    budget: CopyBudget,
    patterns: PatternBudget,
    /// Work that may still be spent on reading operations.
    work: u64,
    names: ToolNames,
}

impl<'a> Writer<'a> {
    fn lost(&mut self, place: &str, reason: impl Into<String>, severity: Severity) {
        self.losses.push(Loss::new(place.to_owned(), reason, severity));
    }

    fn tool(&mut self, operation: &Operation<'a>) -> Option<Json> {
        let mut place = "/paths".to_owned();
        push_name(&mut place, operation.path());
        push_name(&mut place, operation.method().as_str());
        let name = self.names.give(&own_name(operation), &place, &mut self.losses);
        let text = |name: &str| operation.json().get(name).and_then(Json::as_text).cloned();
        let (parameters, body) = match self.read(operation) {
            Ok(read) => read,
            Err(error) => {
                self.lost(&place, format!("it cannot be called: {error}"), Severity::Error);
                return None;
            }
        };
        let (mut properties, mut required, mut asked) = (Object::new(), Vec::new(), Vec::new());
        let mut needed = ReferencedNames::default();
        let mut named = Object::new();
        let is_asked = |it: &&OperationParameter<'_>| operation.supplier(it).is_none() && !it.is_from_elsewhere();
        for parameter in parameters.iter().filter(is_asked) {
            let mut at = format!("{place}/parameters");
            push_name(&mut at, parameter.name);
            if named.contains(parameter.name) {
                self.lost(&at, "duplicate parameter name: only one of the two is written", Severity::Error);
                continue;
            }
            let mut schema = self.own(parameter.schema.map(|schema| schema.json), &at, &mut needed);
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
            let schema = media.and_then(|(_, schema)| *schema).map(|schema| schema.json);
            let schema = self.own(schema, &format!("{place}/requestBody"), &mut needed);
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
        let inputs = format!("{place}/inputs");
        let schema = usable_schema(Some(&schema.into()), &inputs, &mut self.patterns, &mut self.losses);
        let tool = object! {
            "name": name,
            if "title": text("summary"),
            if "description": text("description").or_else(|| text("summary")),
            "inputSchema": schema,
        };
        Some(tool.into())
    }

    /// The referenced schemas by name.
    fn definitions(&mut self, place: &str, needed: ReferencedNames) -> Object {
        let root = self.openapi.root();
        let schemas = root.and_then(|root| root.get("components")?.get("schemas")?.as_object());
        let definitions = needed.into_definitions(|name, needed| {
            let schema = schemas.and_then(|schemas| schemas.get(name));
            if schema.is_none() {
                let reason = format!("any value is accepted for the schema {name:?}: it does not exist");
                self.lost(place, reason, Severity::Error);
            }
            Some(self.own(schema, place, needed))
        });
        definitions.into_iter().flatten().collect()
    }

    /// The parameters and the body of an operation, if there is work left for it.
    fn read(
        &mut self,
        operation: &Operation<'a>,
    ) -> Result<(Vec<OperationParameter<'a>>, Option<OperationBody<'a>>), CompileError> {
        self.work = self.work.checked_sub(operation.work() as u64).ok_or_else(too_much_work)?;
        Ok((operation.parameters()?, operation.body()?))
    }

    /// Converts a schema to JSON Schema 2020-12. References to the document's schemas refer to `$defs`. Without a schema
    /// or values left, any value is accepted.
    fn own(&mut self, schema: Option<&Json>, place: &str, needed: &mut ReferencedNames) -> Json {
        let Some(schema) = schema else { return Object::new().into() };
        if self.budget.charge(schema).is_none() {
            self.lost(place, "any value is accepted there: the schemas exceed the copy limit", Severity::Error);
            return Object::new().into();
        }
        let mut json = schema.clone();
        self.rewrite(&mut json, needed);
        json
    }

    fn rewrite(&mut self, json: &mut Json, needed: &mut ReferencedNames) {
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
                    needed.add(name);
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
