//! Converts Arazzo workflows to a file of flows, as far as its format allows.

use super::losses::Losses;
use crate::{
    ARAZZO,
    agents_json::{FieldPath, FieldPathStep, Root},
    arazzo::{self, Arazzo, Expression, MessagePart, SourceDescription},
    openapi::{Location, Operation},
    workflow::{Argument, CompiledCall, CompiledStep, CompiledWorkflow, Template, Workflows},
};
use adp_tools::Loss;
use agent_description::{
    Document, Json,
    diagnostic::Severity,
    json::{Object, Text, Value, object, pointer::push_name},
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Writes the file, and reports losses.
pub(crate) fn write(document: &Document, workflows: &Workflows) -> (Object, Vec<Loss>) {
    let model = Arazzo::read(document);
    let mut losses = Losses::for_document(document);
    let title = model.title.clone().unwrap_or(Text::from_static("Flows"));
    let about = object! {
        "title": title.clone(),
        "version": model.document_version.clone().unwrap_or(Text::from_static("0")),
        "description": model.description.clone().unwrap_or(title),
    };
    losses.own_members(ARAZZO, "dropped: flows have no equivalent");
    let info = |name: &str| document.root().get("info").and_then(|info| info.get(name));
    if info("summary").is_some() && info("description").is_some() {
        losses.at("/info/description", "dropped: the summary is the description of the flows", Severity::Warning);
    }
    let is_of_workflows = |source: &SourceDescription| source.kind.as_deref() == Some("arazzo");
    for (number, _) in model.sources.iter().enumerate().filter(|(_, source)| is_of_workflows(source)) {
        losses.at(format!("/sourceDescriptions/{number}"), "dropped: flows call only operations", Severity::Warning);
    }
    let sources = model.sources.iter().filter(|source| !is_of_workflows(source));
    let sources = sources.map(|source| Json::from(object! { "id": source.name.clone(), "path": source.url.clone() }));
    let mut flows = Vec::new();
    for (number, (id, workflow)) in workflows.all().enumerate() {
        match workflow {
            Ok(workflow) => flows.extend(flow(workflows, workflow, number, &mut losses)),
            Err(error) => {
                losses.at(format!("/workflows/{number}"), format!("{id:?} cannot run: {error}"), Severity::Error);
            }
        }
    }
    let file = object! {
        "agentsJson": "0.1.0",
        "info": about,
        "sources": sources.collect::<Vec<_>>(),
        "flows": flows,
    };
    (file, losses.list)
}

/// A workflow being written.
struct Writing<'a, 'l, 'd> {
    workflow: &'a CompiledWorkflow,
    outputs: HashMap<(&'a str, &'a str), (&'a CompiledStep, &'a Expression)>,
    number: usize,
    links: Vec<Json>,
    /// The used inputs.
    taken: BTreeSet<String>,
    losses: &'l mut Losses<'d>,
}

fn flow(workflows: &Workflows, workflow: &CompiledWorkflow, number: usize, losses: &mut Losses<'_>) -> Option<Json> {
    let outputs = workflow.outputs_of_steps();
    let mut writing = Writing { workflow, outputs, number, links: Vec::new(), taken: BTreeSet::new(), losses };
    if !workflow.depends_on.is_empty() {
        writing.lost("dependsOn", "dropped: flows do not wait for other flows", Severity::Warning);
    }
    let mut actions = Vec::new();
    for (at, step) in workflow.steps.iter().enumerate() {
        match writing.action(workflows, step, at) {
            Some(action) => actions.push(action),
            None => {
                let place = format!("steps/{at}");
                writing.lost(&place, "dropped: flows call only operations, not workflows", Severity::Error);
                return None;
            }
        }
    }
    let links = writing.links.len();
    writing.value(&workflow.outputs, &workflow.id, "responses.success".to_owned(), "outputs");
    if writing.links.len() == links {
        let reason = "added: a flow without a link to its response returns the whole response of its last action";
        writing.lost("outputs", reason, Severity::Warning);
    }
    let fields = fields(workflow, &mut writing);
    let Writing { links, .. } = writing;
    let title = workflow.title.clone().unwrap_or_else(|| workflow.id.clone());
    let flow = object! {
        "id": workflow.id.clone(),
        "description": workflow.description.clone().unwrap_or_else(|| title.clone()),
        "title": title,
        "actions": actions,
        "links": links,
        "fields": fields,
    };
    Some(flow.into())
}

/// Whether the inputs have the form `{"parameters": …, "requestBody": …}`.
fn is_of_flow(workflow: &CompiledWorkflow) -> bool {
    let properties = workflow.inputs.as_ref().and_then(|inputs| inputs.get("properties")?.as_object());
    properties.is_some_and(|properties| {
        !properties.is_empty() && properties.iter().all(|it| matches!(it.name().as_str(), "parameters" | "requestBody"))
    })
}

fn fields(workflow: &CompiledWorkflow, writing: &mut Writing<'_, '_, '_>) -> Object {
    let is_of_flow = is_of_flow(workflow);
    let inputs = workflow.inputs.as_ref();
    let (schema, place) = if is_of_flow {
        writing.dropped_of_object(inputs, "inputs");
        (inputs.and_then(|it| it.get("properties")?.get("parameters")), "inputs/properties/parameters")
    } else {
        (inputs, "inputs")
    };
    writing.dropped_of_object(schema, place);
    let properties = schema.and_then(|schema| schema.get("properties")?.as_object());
    let mut parameters = Vec::new();
    let required = required_of(schema);
    for property in properties.into_iter().flatten() {
        let text = |name: &str| property.value().get(name).and_then(Json::as_text).cloned();
        parameters.push(Json::from(object! {
            "name": property.name().clone(),
            if "description": text("description"),
            if "type": text("type"),
            "required": required.contains(property.name().as_str()),
        }));
        let mut at = format!("{place}/properties");
        push_name(&mut at, property.name());
        writing.dropped_of_parameter(property.value(), &at);
    }
    // without a schema of its own, a workflow has the inputs that it uses
    let asked = required.iter().map(|name| (*name).to_owned());
    for name in std::mem::take(&mut writing.taken).into_iter().chain(asked).collect::<BTreeSet<_>>() {
        if properties.is_none_or(|properties| !properties.contains(&name)) {
            let reason = format!("the undeclared input {name:?} is declared with any type");
            writing.lost("inputs", &reason, Severity::Warning);
            let is_required = required.contains(name.as_str());
            parameters.push(object! { "name": name, "required": is_required }.into());
        }
    }
    let body = inputs.filter(|_| is_of_flow).and_then(|it| it.get("properties")?.get("requestBody"));
    let body = body.map(|body| {
        let content = object! { "application/json": object! { "schema": writing.body(body) } };
        object! { "content": content, "required": required_of(inputs).contains("requestBody") }
    });
    let outputs = match &workflow.outputs {
        Template::Object(members, _) => members.iter().map(|(name, _)| (name.clone(), Object::new())).collect(),
        _ => Object::new(),
    };
    let success = object! { "type": "object", "properties": outputs };
    object! {
        "parameters": parameters,
        if "requestBody": body,
        "responses": object! { "success": success },
    }
}

fn required_of(holder: Option<&Json>) -> HashSet<&str> {
    let list = holder.and_then(|holder| holder.get("required")?.as_array()).unwrap_or_default();
    list.iter().filter_map(Json::as_str).collect()
}

/// Whether a schema contains references.
fn refers(json: &Json) -> bool {
    match json.value() {
        Value::Object(object) => object
            .iter()
            .any(|member| member.name() == "$ref" && member.value().as_str().is_some() || refers(member.value())),
        Value::Array(items) => items.iter().any(refers),
        _ => false,
    }
}

/// Keywords that reject no value.
const ANNOTATIONS: [&str; 10] = [
    "$comment",
    "$schema",
    "default",
    "deprecated",
    "description",
    "example",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

impl Writing<'_, '_, '_> {
    /// The ID of an action: that of the step, unless the workflow has the same.
    fn action_id(&self, step: &Text) -> Text {
        if *step == self.workflow.id { format!("{step}_step").into() } else { step.clone() }
    }

    fn lost(&mut self, place: &str, reason: &str, severity: Severity) {
        self.losses.at(format!("/workflows/{}/{place}", self.number), reason, severity);
    }

    /// Reports losses of the parameters' object schema: a flow's parameters are always a closed object.
    fn dropped_of_object(&mut self, schema: Option<&Json>, place: &str) {
        let Some(schema) = schema else { return };
        let is_said = |name: &str, value: &Json| match name {
            "properties" | "required" | "$defs" | "definitions" => true,
            "type" => value.as_str() == Some("object"),
            "additionalProperties" => value.as_bool() == Some(false),
            _ => false,
        };
        self.dropped(schema, place, is_said, "dropped: flows describe each parameter separately");
    }

    /// Reports losses of a parameter's schema.
    fn dropped_of_parameter(&mut self, schema: &Json, place: &str) {
        let is_said = |name: &str, value: &Json| matches!(name, "description" | "type") && value.as_str().is_some();
        self.dropped(schema, place, is_said, "dropped: parameters of flows have only a description and one type");
    }

    /// Reports each lost keyword of a schema.
    fn dropped(&mut self, schema: &Json, place: &str, is_said: impl Fn(&str, &Json) -> bool, reason: &str) {
        if schema.as_bool() == Some(false) {
            self.lost(place, reason, Severity::Warning);
        }
        for member in schema.as_object().into_iter().flatten().filter(|it| !is_said(it.name(), it.value())) {
            let mut at = place.to_owned();
            push_name(&mut at, member.name());
            let is_annotation = ANNOTATIONS.contains(&member.name().as_str()) || member.name().starts_with("x-");
            self.lost(&at, reason, if is_annotation { Severity::Note } else { Severity::Warning });
        }
    }

    /// Writes the schema of a body, or one that accepts everything if it is not self-contained.
    fn body(&mut self, schema: &Json) -> Object {
        let own = schema.as_object().filter(|_| !refers(schema));
        if own.is_none() && schema.as_bool() != Some(true) {
            let reason = "flows have no shared schemas: any body is accepted";
            self.lost("inputs/properties/requestBody", reason, Severity::Error);
        }
        own.cloned().unwrap_or_default()
    }

    fn action(&mut self, workflows: &Workflows, step: &CompiledStep, at: usize) -> Option<Json> {
        let (source, id) = match &step.call {
            CompiledCall::Operation(operation) => {
                let found = workflows.operation(*operation);
                (operation.source, found.and_then(|found| found.id().map(str::to_owned))?)
            }
            CompiledCall::Missing { source, called } if !called.starts_with('{') => (*source, called.to_string()),
            _ => return None,
        };
        for (name, is_there) in [
            ("successCriteria", !step.criteria.is_empty()),
            ("onSuccess", !step.on_success.is_empty()),
            ("onFailure", !step.on_failure.is_empty()),
        ] {
            if is_there {
                let place = format!("steps/{at}/{name}");
                self.lost(&place, "dropped: actions run in order and stop at a failure", Severity::Error);
            }
        }
        let id_of_step = self.action_id(&step.id);
        if step.description.is_some() {
            self.lost(&format!("steps/{at}/description"), "dropped: actions have no description", Severity::Note);
        }
        // once per step, as compiling reads and charges it
        let declared = step.call.operation(workflows.sources()).map(declared);
        let mut given = HashSet::new();
        for argument in &step.arguments {
            let (place, name) = (format!("steps/{at}/parameters"), &argument.name);
            if !given.insert(name) {
                let reason = format!("flows name parameters without their locations: another {name:?} is written");
                self.lost(&place, &reason, Severity::Error);
                continue;
            }
            if !is_found_by_name(declared.as_ref(), argument) {
                let reason = format!("the operation does not declare {name:?} there: a flow would send it elsewhere");
                self.lost(&place, &reason, Severity::Error);
                continue;
            }
            match parameter_path(name) {
                Some(target) => self.value(&argument.value, &id_of_step, target, &place),
                None => self.lost(&place, &no_path("parameters", name), Severity::Error),
            }
        }
        if let Some(body) = &step.body {
            let place = format!("steps/{at}/requestBody");
            if body.content_type.is_some() {
                let reason = "dropped: the media type of the operation is used, JSON if it has several";
                self.lost(&format!("{place}/contentType"), reason, Severity::Note);
            }
            if let Some(payload) = &body.payload {
                self.value(payload, &id_of_step, "requestBody".to_owned(), &place);
            }
            for (number, (target, value)) in body.replacements.iter().enumerate() {
                let place = format!("{place}/replacements/{number}");
                match dotted("requestBody", Some(target)) {
                    Some(target) => self.value(value, &id_of_step, target, &place),
                    None => self.lost(&place, &no_path("requestBody", target), Severity::Error),
                }
            }
        }
        let source = workflows.sources().get(source)?;
        let action = object! { "id": id_of_step, "sourceId": source.name.clone(), "operationId": id };
        Some(action.into())
    }

    /// Writes the links that set a value at a location.
    fn value(&mut self, value: &Template, of: &Text, target: String, place: &str) {
        match value {
            Template::Object(members, _) => {
                for (name, value) in members {
                    match is_one_segment(name) {
                        true => self.value(value, of, format!("{target}.{name}"), place),
                        false => {
                            self.lost(place, &no_path(&target, name), Severity::Error);
                        }
                    }
                }
            }
            Template::Array(items, _) => {
                for (at, item) in items.iter().enumerate() {
                    self.value(item, of, format!("{target}.{at}"), place);
                }
            }
            Template::Expression(expression, _) => {
                let origin = self.origin(expression).filter(|(_, path)| is_path(path));
                let is_target = || is_path(&target) && FieldPath::read(&target).is_ok_and(|it| it.has_small_indices());
                match origin.filter(|_| is_target()) {
                    Some((action, path)) => {
                        let end = |id: &Text, path: String| {
                            object! { "actionId": id.clone(), "fieldPath": path }
                        };
                        let link = object! { "origin": end(&action, path), "target": end(of, target) };
                        self.links.push(link.into());
                    }
                    None => {
                        let reason = format!("links cannot express {expression}");
                        self.lost(place, &reason, Severity::Error);
                    }
                }
            }
            Template::Constant(_) | Template::Text(..) => {
                let reason = format!("links have no constants and no texts with expressions: {target} is omitted");
                self.lost(place, &reason, Severity::Error);
            }
        }
    }

    /// The origin of an expression: an action or the flow, and the path.
    fn origin(&mut self, expression: &Expression) -> Option<(Text, String)> {
        let workflow = self.workflow;
        match expression {
            Expression::Input(arazzo::NamedValue { name, pointer }) => {
                let mut root = name.clone();
                if !is_of_flow(workflow) {
                    root = parameter_path(name)?;
                    self.taken.insert(name.clone());
                }
                Some((workflow.id.clone(), dotted(&root, pointer.as_deref())?))
            }
            Expression::Step(id, arazzo::NamedValue { name, pointer }) => {
                let (step, output) = *self.outputs.get(&(id.as_str(), name.as_str()))?;
                let path = match output {
                    Expression::Response(MessagePart::Body(at)) => dotted("responses.success", at.as_deref())?,
                    Expression::Request(MessagePart::Body(at)) => dotted("requestBody", at.as_deref())?,
                    Expression::Request(
                        MessagePart::Query(name) | MessagePart::Path(name) | MessagePart::Header(name),
                    ) => parameter_path(name)?,
                    _ => return None,
                };
                Some((self.action_id(&step.id), dotted(&path, pointer.as_deref())?))
            }
            _ => None,
        }
    }
}

/// Whether a field path reads this name as one name, not as several or as an index.
fn is_one_segment(name: &str) -> bool {
    let path = FieldPath::below(Root::RequestBody, name);
    path.is_some_and(|path| matches!(path.steps.as_slice(), [FieldPathStep::Name(read)] if read == name))
}

/// Where an operation declares its parameters, by name; `None` for a name in several locations.
fn declared(operation: Operation<'_>) -> HashMap<&str, Option<Location>> {
    let mut declared = HashMap::new();
    for parameter in operation.parameters().unwrap_or_default() {
        let location = Some(parameter.location);
        declared.entry(parameter.name.as_str()).and_modify(|known| *known = None).or_insert(location);
    }
    declared
}

/// Whether a flow, which gives only the name of a parameter, sends an argument where the step does. What an operation
/// does not declare goes into the query.
fn is_found_by_name(declared: Option<&HashMap<&str, Option<Location>>>, argument: &Argument) -> bool {
    let (Some(declared), Some(location)) = (declared, argument.location) else { return true };
    declared.get(argument.name.as_str()).copied().unwrap_or(Some(Location::Query)) == Some(location)
}

/// The reason why a value is lost: a field path would split its name, or take it for an index.
fn no_path(root: &str, name: &str) -> String {
    format!("field paths cannot have the name {name:?}: {root} lacks it")
}

/// Whether a text is a field path that links can have. A flow's parameters have names.
fn is_path(text: &str) -> bool {
    let has_name = |path: &FieldPath| path.root != Root::Parameters || path.first_name().is_some();
    FieldPath::read(text).is_ok_and(|path| path.meant.is_none() && has_name(&path))
}

/// The field path of a parameter; `None` if its name has another meaning there.
fn parameter_path(name: &str) -> Option<String> {
    let path = format!("parameters.{name}");
    let read = FieldPath::read(&path).ok().filter(|read| read.meant.is_none())?;
    matches!(read.steps.as_slice(), [FieldPathStep::Name(read)] if read == name).then_some(path)
}

/// Appends a JSON Pointer to a field path; `None` if its name has another meaning there.
fn dotted(root: &str, pointer: Option<&str>) -> Option<String> {
    let mut path = root.to_owned();
    for token in pointer.unwrap_or_default().split('/').skip(1) {
        let name = token.replace("~1", "/").replace("~0", "~");
        let is_index = name == "0" || !name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit());
        // `-` is the end of an array in JSON Pointers only
        if name == "-" || !(is_one_segment(&name) || is_index && !name.is_empty()) {
            return None;
        }
        path.push('.');
        path.push_str(&name);
    }
    Some(path)
}
