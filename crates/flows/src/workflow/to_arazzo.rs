//! Writes compiled flows as an equivalent Arazzo 1.0.1 document.

use super::{
    Argument, Compiled, CompiledAction, CompiledBody, CompiledCall, CompiledContent, CompiledSource, CompiledStep,
    CompiledWorkflow, Criterion, Template, What, Workflows, losses::Losses,
};
use crate::{agents_json::AgentsJson, openapi::Location, plain_name};
use adp_tools::{
    Loss, UniqueNames,
    json_schema::{PatternBudget, Schema, SchemaFault},
    tool_api::usable_schema,
};
use agent_description::diagnostic::Severity;
use agent_description::{
    Document, Json,
    json::{Number, Object, Text, object},
};

/// Writes the document, and reports losses. Flows that cannot run are omitted.
pub(super) fn write(file: &Document, compiled: &Compiled) -> (Object, Vec<Loss>) {
    let model = AgentsJson::read(file);
    let mut losses = Losses::for_document(file);
    losses.list.extend(compiled.losses.iter().cloned());
    let workflows = &compiled.workflows;
    let info = object! {
        "title": model.title.clone().unwrap_or(Text::from_static("Flows")),
        if "description": model.description.clone(),
        "version": model.file_version.clone().unwrap_or(Text::from_static("0")),
    };
    for (what, is_there) in [("title", model.title.is_some()), ("version", model.file_version.is_some())] {
        if !is_there {
            losses.at("/info", format!("{what} is missing: a placeholder is written"), Severity::Warning);
        }
    }
    for member in &model.other {
        let mut pointer = String::new();
        agent_description::json::pointer::push_name(&mut pointer, member.name());
        losses.at(pointer, "dropped: Arazzo has no equivalent", Severity::Warning);
    }
    let mut names = UniqueNames::default();
    let sources: Vec<String> = workflows.sources.iter().map(|source| plain(&source.name, &mut names)).collect();
    let (mut known, mut patterns) = (UniqueNames::default(), PatternBudget::for_document());
    let mut written = Vec::new();
    for (number, (id, workflow)) in workflows.all().enumerate() {
        match workflow {
            Ok(workflow) => {
                let name = plain(id, &mut known);
                if name != **id {
                    let reason = format!("the ID is not valid in Arazzo: {name} is written");
                    losses.at(format!("/flows/{number}/id"), reason, Severity::Warning);
                }
                let flow = model.flows.get(number);
                if flow.is_some_and(|flow| flow.response.as_ref().is_some_and(|schema| !schema.is_empty())) {
                    let reason = "dropped: Arazzo has no schema for outputs";
                    losses.at(format!("/flows/{number}/fields/responses"), reason, Severity::Warning);
                }
                let called = (workflows, sources.as_slice());
                written.push(one(called, workflow, name, number, &mut patterns, &mut losses));
            }
            Err(error) => {
                losses.at(format!("/flows/{number}"), format!("it cannot run: {error}"), Severity::Error);
            }
        }
    }
    let source = |(source, name): (&CompiledSource, &String)| {
        Json::from(object! { "name": name.as_str(), "url": source.url.clone(), "type": "openapi" })
    };
    let document = object! {
        "arazzo": "1.0.1",
        "info": info,
        "sourceDescriptions": workflows.sources.iter().zip(&sources).map(source).collect::<Vec<_>>(),
        "workflows": written,
    };
    (document, losses.list)
}

/// A unique name of letters, digits, `_` and `-`.
fn plain(text: &str, known: &mut UniqueNames) -> String {
    let mut name = plain_name(text);
    if name.is_empty() {
        name.push('_');
    }
    known.give(name.clone(), |number| format!("{name}_{number}"))
}

fn one(
    called: (&Workflows, &[String]),
    workflow: &CompiledWorkflow,
    id: String,
    number: usize,
    patterns: &mut PatternBudget,
    losses: &mut Losses<'_>,
) -> Json {
    let inputs = workflow.inputs.as_ref().map(|inputs| inputs_of(inputs, number, patterns, losses));
    let steps = workflow.steps.iter().map(|it| Json::from(step(called, it)));
    let object = object! {
        "workflowId": id,
        if "summary": workflow.title.clone(),
        if "description": workflow.description.clone(),
        if "inputs": inputs,
        "steps": steps.collect::<Vec<_>>(),
        "outputs": outputs(&workflow.outputs, number, losses),
    };
    object.into()
}

/// The schema of the inputs. An invalid part accepts everything.
fn inputs_of(inputs: &Json, number: usize, patterns: &mut PatternBudget, losses: &mut Losses<'_>) -> Json {
    let is_wrong = |faults: &Vec<SchemaFault>| faults.iter().any(|fault| fault.kind.is_wrong());
    if !Schema::compile_within(inputs, patterns).is_err_and(|faults| is_wrong(&faults)) {
        return inputs.clone();
    }
    let mut mended = Vec::new();
    let schema = usable_schema(Some(inputs), &format!("/flows/{number}/inputs"), patterns, &mut mended);
    mended.into_iter().for_each(|loss| losses.at(loss.pointer, loss.reason, loss.severity));
    schema
}

/// Output names and expressions; a nested output is named by its path.
fn outputs(template: &Template, number: usize, losses: &mut Losses<'_>) -> Object {
    let pointer = format!("/flows/{number}/links");
    let mut outputs = Object::new();
    match template {
        Template::Object(members) => {
            let mut left: Vec<(String, &Template)> =
                members.iter().rev().map(|(name, value)| (name.to_string(), value)).collect();
            while let Some((name, value)) = left.pop() {
                match value {
                    Template::Expression(expression) => {
                        let is_allowed = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
                        let written: String = name.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
                        if name.contains('.') || written != name {
                            let reason = format!("outputs of Arazzo have simple names: {written} is written");
                            losses.at(pointer.clone(), reason, Severity::Warning);
                        }
                        outputs.insert(written, expression.to_string());
                    }
                    Template::Object(members) => {
                        left.extend(members.iter().rev().map(|(inner, value)| (format!("{name}.{inner}"), value)));
                    }
                    Template::Array(items) => {
                        let items = items.iter().enumerate().rev();
                        left.extend(items.map(|(at, value)| (format!("{name}.{at}"), value)));
                    }
                    Template::Constant(json) if json.is_null() => {}
                    _ => {
                        let reason = format!("dropped: outputs of Arazzo are single expressions ({name:?})");
                        losses.at(pointer.clone(), reason, Severity::Warning);
                    }
                }
            }
        }
        other => {
            let reason = "outputs of Arazzo have names: the complete response is written as `success`";
            losses.at(pointer, reason, Severity::Note);
            outputs.insert("success", other.to_json());
        }
    }
    outputs
}

fn step(documents: (&Workflows, &[String]), step: &CompiledStep) -> Object {
    let parameters: Vec<_> = step.arguments.iter().map(argument).collect();
    let on_failure: Vec<_> = step.on_failure.iter().filter_map(retry).collect();
    let outputs: Object = step.outputs.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    object! {
        "stepId": step.id.clone(),
        "operationId": called(documents, &step.call),
        if "parameters": Some(parameters).filter(|all| !all.is_empty()),
        if "requestBody": step.body.as_ref().map(body),
        if "onFailure": Some(on_failure).filter(|_| !step.on_failure.is_empty()),
        if "outputs": Some(outputs).filter(|all| !all.is_empty()),
    }
}

/// The operation's ID, with the source's name if there are several sources.
fn called((workflows, names): (&Workflows, &[String]), call: &CompiledCall) -> String {
    let (source, id) = match call {
        CompiledCall::Operation(at) => {
            let id = workflows.operation(*at).and_then(|operation| operation.id().map(str::to_owned));
            (at.source, id.unwrap_or_default())
        }
        CompiledCall::Missing { source, called } => (*source, called.to_string()),
        CompiledCall::Workflow(_) => (0, String::new()),
    };
    let is_of_operations = |source: &&CompiledSource| !matches!(source.content, CompiledContent::Workflows(_));
    let operations = workflows.sources.iter().filter(is_of_operations);
    if operations.take(2).count() == 1 && !crate::arazzo::Expression::is_meant(&id) {
        return id;
    }
    format!("$sourceDescriptions.{}.{id}", names.get(source).map_or("", String::as_str))
}

fn argument(argument: &Argument) -> Json {
    let location = argument.location.map(Location::as_str);
    object! { "name": argument.name.clone(), if "in": location, "value": argument.value.to_json() }.into()
}

fn body(body: &CompiledBody) -> Object {
    let replacement =
        |(target, value): &(Text, Template)| Json::from(object! { "target": target.clone(), "value": value.to_json() });
    let replacements: Vec<_> = body.replacements.iter().map(replacement).collect();
    object! {
        if "contentType": body.content_type.clone(),
        if "payload": body.payload.as_ref().map(Template::to_json),
        if "replacements": Some(replacements).filter(|all| !all.is_empty()),
    }
}

/// Writes a retry, the only action of files of flows.
fn retry(action: &CompiledAction) -> Option<Json> {
    let What::Retry { after, limit, .. } = action.what else { return None };
    let criteria = action.criteria.iter().filter_map(|criterion| match criterion {
        Criterion::Simple(condition) => Some(Json::from(object! { "condition": condition.to_string() })),
        _ => None,
    });
    let retry = object! {
        "name": action.name.clone(),
        "type": "retry",
        "retryAfter": Number::new(after),
        "retryLimit": limit,
        "criteria": criteria.collect::<Vec<_>>(),
    };
    Some(retry.into())
}
