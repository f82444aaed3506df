//! Checks flows against the operations that they call.

mod schema_walk;

use super::{
    CompileError, Compiled, CompiledBody, CompiledCall, CompiledContent, CompiledSource, CompiledStep,
    CompiledWorkflow, Template, Workflows, rules,
};
use crate::{
    agents_json::{AgentsJson, with_near},
    arazzo::{Expression, MessagePart, is_arazzo},
    openapi::{At, Location, OpenApi, Operation, OperationParameter},
};
use adp_tools::lenient_members::list;
use agent_description::{
    Code, CodedError, Document, Json,
    diagnostic::{CheckReport, Finding, FindingFilter, Findings, Suggestions, shortened},
    format::Options,
    json::{Member, Offset, pointer::lookup},
};
use schema_walk::{Types, WalkEnd as Walked, walk};
use std::collections::{HashMap, HashSet};

/// Checks a document against its sources. The format itself checks the document alone.
#[must_use]
pub fn fit(document: &Document, compiled: &Compiled, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    let mut suggestions = Suggestions::default();
    let workflows = &compiled.workflows;
    sources(&mut found, document, workflows);
    let is_arazzo = is_arazzo(document);
    let mut origins = HashMap::new();
    if !is_arazzo {
        let file = AgentsJson::read(document);
        actions(&mut found, &mut suggestions, &file, workflows);
        let links = file.flows.iter().flat_map(|flow| &flow.links);
        origins.extend(links.map(|link| (link.target.path_at, link.origin.path_at)));
    }
    for (_, workflow) in workflows.all() {
        match workflow {
            Ok(workflow) => {
                let (found, suggestions) = (&mut found, &mut suggestions);
                let (outputs, missing, origins) = (workflow.outputs_of_steps(), Vec::new(), &origins);
                let mut fit = Fit { found, suggestions, origins, workflows, workflow, is_arazzo, outputs, missing };
                workflow.steps.iter().for_each(|step| fit.step(step));
                fit.missing();
                fit.output(&workflow.outputs);
            }
            Err(CompileError::Operation { message, at }) if is_arazzo => {
                let finding = || Finding::new(Code::INVALID_REFERENCE, message.clone());
                found.check(&rules::OPERATION, false, *at, finding);
            }
            // the format's own check reports these errors
            Err(_) => {}
        }
    }
    found.into_report()
}

/// Reports unavailable sources.
fn sources(found: &mut Findings<'_>, document: &Document, workflows: &Workflows) {
    let root = document.root();
    let name = if is_arazzo(document) { "sourceDescriptions" } else { "sources" };
    let items = list(root, name).iter().filter(|item| item.as_object().is_some());
    for (item, source) in items.zip(workflows.sources()) {
        found.exercise(&rules::SOURCE);
        if let CompiledContent::Missing(why) = &source.content {
            found.add(&rules::SOURCE, item.offset(), || {
                let message = format!("the source {} {why}: calls of it are not checked", shortened(&source.name));
                Finding::new(Code::INVALID_REFERENCE, message).with_help(help_for_missing(&source.name))
            });
        }
    }
}

/// The help for an unavailable source.
#[must_use]
pub fn help_for_missing(source: &str) -> String {
    format!("put the document there, or pass `--source {}=FILE`", shortened(source).trim_matches('"'))
}

/// Checks the operations that actions of a file of flows refer to.
fn actions(found: &mut Findings<'_>, suggestions: &mut Suggestions, file: &AgentsJson, workflows: &Workflows) {
    let sources: HashMap<_, _> = workflows.sources().iter().rev().map(|source| (&source.name, source)).collect();
    for action in file.flows.iter().flat_map(|flow| &flow.actions) {
        let source = action.source_id.as_ref().and_then(|name| sources.get(name).copied());
        let Some(openapi) = source.and_then(CompiledSource::openapi) else { continue };
        let Some(id) = action.operation_id.as_deref() else { continue };
        found.check(&rules::OPERATION, openapi.number(id).is_some(), action.operation_at, || {
            let message = format!("the source has no operation {}", shortened(id));
            let near = suggestions.closest(id, openapi.ids());
            with_near(Finding::new(Code::INVALID_REFERENCE, message), id, near, "use one of its operations")
        });
    }
}

fn helped(remark: Finding, near: Option<&str>, otherwise: &str) -> Finding {
    match near {
        Some(near) => remark.with_help(format!("did you mean {near:?}?")),
        None => remark.with_help(otherwise),
    }
}

/// The finding for an invalid override. The format's own check reports what else keeps a document from being compiled.
#[must_use]
pub fn override_finding(document: &Document, error: &CompileError, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    if let CompileError::Override { rule, message, at } = error {
        found.check(rule, false, *at, || Finding::new(error.code(), message.clone()));
    }
    found.into_report()
}

struct Fit<'a, 'f, 'd> {
    found: &'f mut Findings<'d>,
    suggestions: &'f mut Suggestions,
    /// The origins of links, by their targets, which are the offsets of values.
    origins: &'f HashMap<Offset, Offset>,
    workflows: &'a Workflows,
    workflow: &'a CompiledWorkflow,
    is_arazzo: bool,
    /// The outputs of steps, by the step and the name.
    outputs: HashMap<(&'a str, &'a str), (&'a CompiledStep, &'a Expression)>,
    /// Missing required values with help; those at one offset are reported together.
    missing: Vec<(Offset, String, String)>,
}

/// The ID of an operation in messages.
fn id_of(operation: &Operation<'_>) -> String {
    shortened(operation.id().unwrap_or_default())
}

/// Where a value is used: as text in a request, or in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum As {
    Text,
    Json,
}

impl<'a> Fit<'a, '_, '_> {
    fn operation(&self, step: &CompiledStep) -> Option<(&'a OpenApi, Operation<'a>)> {
        let CompiledCall::Operation(at) = step.call else { return None };
        let openapi = self.workflows.sources().get(at.source)?.openapi()?;
        Some((openapi, openapi.numbered(at.number)?))
    }

    fn miss(&mut self, at: Offset, message: String, help: String) {
        match self.missing.iter_mut().rev().take(8).find(|(known, ..)| *known == at) {
            Some((_, before, _)) => *before = format!("{before}; {message}"),
            None => self.missing.push((at, message, help)),
        }
    }

    fn missing(&mut self) {
        for (at, message, help) in std::mem::take(&mut self.missing) {
            self.found.add(&rules::REQUIRED, at, || Finding::new(Code::MISSING, message).with_help(help));
        }
    }

    fn step(&mut self, step: &'a CompiledStep) {
        let Some((openapi, operation)) = self.operation(step) else { return };
        self.parameters(step, openapi, &operation);
        match (operation.body(), &step.body) {
            (Ok(Some(taken)), Some(given)) => {
                let schema = taken.content.iter().find(|(name, _)| Some(*name) == given.content_type.as_ref());
                let schema =
                    schema.or_else(|| taken.content.first()).and_then(|(name, schema)| Some((*name, (*schema)?)));
                if let Some((name, schema)) = schema {
                    let how = if name.contains("json") { As::Json } else { As::Text };
                    self.body(openapi, schema, step, given, how);
                }
            }
            (Ok(Some(taken)), None) => {
                self.found.exercise(&rules::REQUIRED);
                if taken.required {
                    let (at, help) = match self.is_arazzo {
                        true => (step.offset, "add a `requestBody`"),
                        false => (step.arguments_at, "add a link to `requestBody`"),
                    };
                    let id = id_of(&operation);
                    self.miss(at, format!("the required body of the operation {id} is not set"), help.into());
                }
            }
            (Ok(None), Some(given)) => {
                self.found.check(&rules::PARAMETER, false, given.offset, || {
                    let id = id_of(&operation);
                    Finding::new(Code::INVALID_REFERENCE, format!("the operation {id} has no request body"))
                        .with_help("use parameters, or add the body to the OpenAPI document")
                });
            }
            _ => {}
        }
    }

    fn parameters(&mut self, step: &'a CompiledStep, openapi: &'a OpenApi, operation: &Operation<'a>) {
        let Ok(parameters) = operation.parameters() else { return };
        let known: HashMap<_, _> = parameters.iter().map(|it| ((it.name.as_str(), Some(it.location)), it)).collect();
        for given in &step.arguments {
            self.found.exercise(&rules::PARAMETER);
            let taken = known.get(&(given.name.as_str(), given.location)).copied();
            match taken {
                None => self.found.add(&rules::PARAMETER, given.offset, || {
                    let near = self.suggestions.closest(&given.name, parameters.iter().map(|it| it.name.as_str()));
                    let (id, name) = (id_of(operation), shortened(&given.name));
                    let place = given.location.map_or("", Location::as_str);
                    // the template of the path does not name it
                    let sent = if given.location == Some(Location::Path) { "is not sent" } else { "is sent anyway" };
                    let message = format!("the operation {id} has no {place} parameter {name}; it {sent}");
                    let finding = Finding::new(Code::INVALID_REFERENCE, message);
                    helped(finding, near, "link it to a parameter of the operation")
                }),
                Some(taken) => {
                    if let Some(schema) = taken.schema {
                        let is_json = taken.object.contains("content");
                        let how = if is_json { As::Json } else { As::Text };
                        self.value(openapi, schema, &given.value, how);
                    }
                }
            }
        }
        let is_required =
            |it: &&OperationParameter<'_>| (it.required || it.location == Location::Path) && !it.is_from_elsewhere();
        let given: HashSet<_> = step.arguments.iter().map(|it| (it.name.as_str(), it.location)).collect();
        for taken in parameters.iter().filter(is_required) {
            self.found.exercise(&rules::REQUIRED);
            let is_given = given.contains(&(taken.name.as_str(), Some(taken.location)));
            if !is_given && operation.supplier(taken).is_none() {
                let (id, name) = (id_of(operation), shortened(taken.name));
                let message = format!("the required parameter {name} of the operation {id} is not set");
                let place = taken.location.as_str();
                let help = match self.is_arazzo {
                    true => format!("add {{\"name\": {name}, \"in\": \"{place}\", \"value\": …}} to `parameters`"),
                    false => format!("add a link with the target \"parameters.{}\"", name.trim_matches('"')),
                };
                self.miss(step.arguments_at, message, help);
            }
        }
    }

    fn body(&mut self, openapi: &'a OpenApi, schema: At<'a>, step: &CompiledStep, given: &'a CompiledBody, how: As) {
        if let Some(payload) = &given.payload {
            self.value(openapi, schema, payload, how);
        }
        for (pointer, value) in &given.replacements {
            if let Walked::Schema(schema) = walk(openapi, schema, pointer) {
                self.value(openapi, schema, value, how);
            }
        }
        // the members of a body that is a single expression are unknown
        let Some(payload) = given.payload.as_ref().filter(|_| given.replacements.is_empty()) else { return };
        let members: Vec<(&str, Offset)> = match payload {
            Template::Object(members, _) => members.iter().map(|(name, it)| (name.as_str(), it.offset())).collect(),
            Template::Constant(json) if json.as_object().is_some() => {
                let member = |it: &'a Member| (it.name().as_str(), it.value().offset());
                json.as_object().into_iter().flatten().map(member).collect()
            }
            _ => return,
        };
        let required = schema.json.get("required").and_then(Json::as_array).unwrap_or_default();
        let given: HashSet<&str> = members.iter().map(|(name, _)| *name).collect();
        for name in required.iter().filter_map(Json::as_str) {
            self.found.exercise(&rules::REQUIRED);
            if !given.contains(name) {
                let (at, help) = match self.is_arazzo {
                    true => (payload.offset(), "add it to the payload"),
                    false => (step.arguments_at, "add a link to it"),
                };
                let message = format!("the required member {} of the body is not set", shortened(name));
                self.miss(at, message, help.into());
            }
        }
        let properties = schema.json.get("properties").and_then(Json::as_object);
        let is_closed = schema.json.get("additionalProperties").and_then(Json::as_bool) == Some(false);
        for (name, at) in members.into_iter().filter(|_| is_closed) {
            let is_known = properties.is_some_and(|known| known.contains(name));
            self.found.check(&rules::PARAMETER, is_known, at, || {
                let known = properties.into_iter().flatten().map(|it| it.name().as_str());
                let near = self.suggestions.closest(name, known);
                let message = format!("the body has no member {}", shortened(name));
                helped(Finding::new(Code::INVALID_REFERENCE, message), near, "link it to a member of the body")
            });
        }
    }

    /// Checks a value against a schema.
    fn value(&mut self, openapi: &'a OpenApi, schema: At<'a>, value: &'a Template, how: As) {
        let taken = Types::from_schema(schema.json);
        let given = match value {
            Template::Constant(json) => Types::from_value(json),
            Template::Expression(expression, at) => self.types(expression, *at),
            Template::Text(..) => Types::from_value(&Json::from("")),
            Template::Array(items, _) => {
                if let Some(inner) = schema.json.get("items").and_then(|it| openapi.follow(schema.with(it)).ok()) {
                    items.iter().for_each(|item| self.value(openapi, inner, item, how));
                }
                Types::from_value(&Vec::new().into())
            }
            Template::Object(members, _) => {
                for (name, member) in members {
                    let inner = schema.json.get("properties").and_then(|it| it.get(name));
                    if let Some(inner) = inner.and_then(|it| openapi.follow(schema.with(it)).ok()) {
                        self.value(openapi, inner, member, how);
                    }
                }
                Types::from_value(&agent_description::json::Object::new().into())
            }
        };
        // text does not distinguish scalars, and a single value can represent a list
        let fits = given.meet(taken) || how == As::Text && (scalar(given, taken) || list_of_one(given, taken));
        self.found.check(&rules::TYPE, fits, value.offset(), || {
            Finding::new(Code::WRONG_TYPE, format!("the value is {given}, expected {taken}"))
                .with_help("link a value of that type")
        });
    }

    /// The possible types of the value of an expression at an offset.
    fn types(&mut self, expression: &Expression, at: Offset) -> Types {
        match expression {
            Expression::Input(value) => {
                let inputs = self.workflow.inputs.as_ref();
                let schema = inputs.and_then(|inputs| inputs.get("properties")?.get(&value.name));
                let schema = schema.and_then(|schema| below(schema, value.pointer.as_deref().unwrap_or_default()));
                schema.map_or(Types::ANY, Types::from_schema)
            }
            Expression::Step(id, value) => {
                let output = self.outputs.get(&(id.as_str(), value.name.as_str())).copied();
                let Some((step, Expression::Response(MessagePart::Body(pointer)))) = output else { return Types::ANY };
                let pointer = format!(
                    "{}{}",
                    pointer.as_deref().unwrap_or_default(),
                    value.pointer.as_deref().unwrap_or_default()
                );
                self.answered(step, &pointer, self.origins.get(&at).copied().unwrap_or(at))
            }
            _ => Types::ANY,
        }
    }

    /// The possible types of a step's response at a location, which is written at an offset.
    fn answered(&mut self, step: &'a CompiledStep, pointer: &str, at: Offset) -> Types {
        let Some((openapi, operation)) = self.operation(step) else { return Types::ANY };
        let Ok(content) = operation.success() else { return Types::ANY };
        let Some(schema) = content.into_iter().find_map(|(_, schema)| schema) else { return Types::ANY };
        self.found.exercise(&rules::ANSWER);
        match walk(openapi, schema, pointer) {
            Walked::Schema(schema) => Types::from_schema(schema.json),
            Walked::Unknown => Types::ANY,
            Walked::Missing(name, known) => {
                self.found.add(&rules::ANSWER, at, || {
                    let near = self.suggestions.closest(&name, known);
                    let id = id_of(&operation);
                    let message = format!("the response of {id} has no member {}", shortened(&name));
                    helped(Finding::new(Code::INVALID_REFERENCE, message), near, "use a member of the response")
                });
                Types::ANY
            }
            Walked::NoMembers(name, types) => {
                self.found.check(&rules::TYPE, false, at, || {
                    let id = id_of(&operation);
                    let message =
                        format!("{} is taken of a part of the answer of {id} that is {types}", shortened(&name));
                    Finding::new(Code::WRONG_TYPE, message).with_help("use the index of an array element")
                });
                Types::ANY
            }
        }
    }

    /// Checks an output of the workflow.
    fn output(&mut self, template: &'a Template) {
        match template {
            Template::Object(members, _) => members.iter().for_each(|(_, member)| self.output(member)),
            Template::Array(items, _) => items.iter().for_each(|item| self.output(item)),
            Template::Expression(expression, at) => _ = self.types(expression, *at),
            Template::Constant(_) | Template::Text(..) => {}
        }
    }
}

/// Whether both types are scalars, which text does not distinguish.
fn scalar(given: Types, taken: Types) -> bool {
    let string = Types::from_value(&Json::from(""));
    given.meet(Types::SCALAR) && taken.meet(Types::SCALAR) && (given.meet(string) || taken.meet(string))
}

/// The schema at a JSON Pointer below a schema.
fn below<'a>(schema: &'a Json, pointer: &str) -> Option<&'a Json> {
    pointer.split('/').skip(1).try_fold(schema, |schema, token| {
        let token = token.replace("~1", "/").replace("~0", "~");
        let property = schema.get("properties").and_then(|properties| properties.get(&token));
        property.or_else(|| lookup(schema, "/items").filter(|_| token.bytes().all(|byte| byte.is_ascii_digit())))
    })
}

/// Whether a list is expected and a scalar given, which text does not distinguish.
fn list_of_one(given: Types, taken: Types) -> bool {
    taken.meet(Types::from_value(&Vec::new().into())) && given.meet(Types::SCALAR)
}
