//! Writes a file of flows as the Arazzo 1.0.1 document that it is translated to.

use super::{from_flows::unique_name, losses::Losses};
use crate::{
    agents_json::{AGENTS_JSON, AgentsJson, Flow, RequestBody},
    workflow::{Compiled, CompiledSource},
};
use adp_tools::{
    Loss, UniqueNames,
    json_schema::{PatternBudget, Schema, SchemaFault},
    tool_api::usable_schema,
};
use agent_description::{
    Document, Json,
    diagnostic::Severity,
    json::{Object, Text, Value, object, pointer::push_name},
};

/// Writes the document, and reports losses. Flows that cannot run are omitted.
pub(crate) fn write(file: &Document, compiled: &Compiled) -> (Object, Vec<Loss>) {
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
    losses.own_members(AGENTS_JSON, "dropped: Arazzo has no equivalent");
    let mut names = UniqueNames::default();
    let source = |source: &CompiledSource| {
        let name = unique_name(&source.name, &mut names);
        Json::from(object! { "name": name, "url": source.url.clone(), "type": "openapi" })
    };
    let sources: Vec<Json> = workflows.sources.iter().map(source).collect();
    let (mut known, mut patterns) = (UniqueNames::default(), PatternBudget::for_document());
    let mut written = Vec::new();
    for (number, ((id, workflow), translated)) in workflows.all().zip(&compiled.arazzo).enumerate() {
        match workflow {
            Ok(_) => {
                let name = unique_name(id, &mut known);
                if name != **id {
                    let reason = format!("the ID is not valid in Arazzo: {name} is written");
                    losses.at(format!("/flows/{number}/id"), reason, Severity::Warning);
                }
                model.flows.get(number).into_iter().for_each(|flow| fields(flow, number, &mut losses));
                let translated = translated.as_ref().and_then(Json::as_object).cloned().unwrap_or_default();
                written.push(one(translated, name, number, &mut patterns, &mut losses));
            }
            Err(error) => {
                losses.at(format!("/flows/{number}"), format!("it cannot run: {error}"), Severity::Error);
            }
        }
    }
    let document = object! {
        "arazzo": "1.0.1",
        "info": info,
        "sourceDescriptions": sources,
        "workflows": written,
    };
    (document, losses.list)
}

/// Reports what a flow declares, and a workflow does not.
fn fields(flow: &Flow, number: usize, losses: &mut Losses<'_>) {
    let place = format!("/flows/{number}/fields");
    let preferred = flow.request_body.as_ref().and_then(RequestBody::preferred);
    let content = flow.request_body.iter().flat_map(|body| &body.content);
    for (media_type, _) in content.filter(|(name, _)| preferred.is_some_and(|(preferred, _)| preferred != name)) {
        let mut place = format!("{place}/requestBody/content");
        push_name(&mut place, media_type);
        losses.at(place, "dropped: a workflow has one schema for its body", Severity::Warning);
    }
    if flow.response.as_ref().is_some_and(|schema| !schema.is_empty()) {
        losses.at(place + "/responses", "dropped: Arazzo has no schema for outputs", Severity::Warning);
    }
}

/// A translated workflow, in the form that Arazzo requires.
fn one(mut workflow: Object, id: String, number: usize, patterns: &mut PatternBudget, losses: &mut Losses<'_>) -> Json {
    workflow.insert("workflowId", id);
    if let Some(inputs) = workflow.get_mut("inputs") {
        *inputs = inputs_of(inputs, number, patterns, losses);
    }
    if let Some(written) = workflow.get_mut("outputs") {
        *written = outputs(written, number, losses).into();
    }
    for step in workflow.get_mut("steps").and_then(Json::as_array_mut).into_iter().flatten() {
        let Some(step) = step.as_object_mut() else { continue };
        if step.get("parameters").and_then(Json::as_array).is_some_and(<[Json]>::is_empty) {
            step.remove("parameters");
        }
    }
    workflow.into()
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
fn outputs(written: &Json, number: usize, losses: &mut Losses<'_>) -> Object {
    let pointer = format!("/flows/{number}/links");
    let Some(members) = written.as_object() else {
        let reason = "outputs of Arazzo have names: the complete response is written as `success`";
        losses.at(pointer, reason, Severity::Note);
        return object! { "success": written.clone() };
    };
    let (mut outputs, mut known) = (Object::new(), UniqueNames::default());
    let mut left: Vec<(String, &Json)> = members.iter().rev().map(|it| (it.name().to_string(), it.value())).collect();
    while let Some((name, value)) = left.pop() {
        match value.value() {
            Value::Object(members) => {
                left.extend(members.iter().rev().map(|it| (format!("{name}.{}", it.name()), it.value())));
            }
            Value::Array(items) => {
                left.extend(items.iter().enumerate().rev().map(|(at, value)| (format!("{name}.{at}"), value)));
            }
            Value::String(expression) => {
                let is_allowed = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
                let written: String = name.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
                let written = known.give(written.clone(), |number| format!("{written}_{number}"));
                if name.contains('.') || written != name {
                    let reason = format!("outputs of Arazzo have simple names: {written} is written");
                    losses.at(pointer.clone(), reason, Severity::Warning);
                }
                outputs.insert(written, expression.clone());
            }
            // no link sets it
            _ => {}
        }
    }
    outputs
}
