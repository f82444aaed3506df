//! Translates files of flows to workflows of Arazzo, whose values have the offsets of the file. An action becomes a step,
//! links to it become parameters and a body, and its response is the output `success`.

use super::{
    flow_inputs,
    flow_links::{self, FlowStep},
    losses::Losses,
};
use crate::{
    agents_json::{self, AgentsJson, Flow},
    arazzo::Expression,
    cut,
    openapi::OperationMethod,
    plain_name,
    workflow::{
        CompileError, CompiledCall, CompiledContent, CompiledOverride, CompiledSource, OperationAt, compile::Work,
        rules,
    },
};
use adp_tools::{Loss, UniqueNames};
use agent_description::{
    Code, Document, Json,
    diagnostic::{Severity, Suggestions},
    json::{Text, Value, object},
};
use std::collections::{HashMap, HashSet};

/// Number of retries for an overloaded service.
const DEFAULT_RETRIES: u32 = 2;

/// The workflows of a file of flows.
pub(in crate::workflow) struct TranslatedFlows {
    /// The names of the sources in Arazzo.
    pub sources: Vec<String>,
    /// Each with its ID in the file. Outputs may be any value; in Arazzo they are names with expressions.
    pub workflows: Vec<(Text, Result<Json, CompileError>)>,
    /// What is not sent, or sent differently than the file states.
    pub losses: Vec<Loss>,
}

/// Translates a file with its sources, in file order. Applies the overrides to the sources.
pub(in crate::workflow) fn translate(
    document: &Document,
    sources: &mut [CompiledSource],
) -> Result<TranslatedFlows, CompileError> {
    let file = AgentsJson::read(document);
    let mut losses = Losses::for_document(document);
    let changed = change(&file, sources)?;
    if changed > 0 {
        let reason = format!(
            "{changed} overrides of operations are applied here, but not in the OpenAPI document that the workflow refers to; change that document too"
        );
        losses.at("/overrides", reason, Severity::Error);
    }
    let (mut known, mut shared) = (HashSet::new(), Shared::for_sources(sources));
    let workflows = file.flows.iter().map(|flow| {
        let id = flow.id.clone().unwrap_or(Text::from_static(""));
        let workflow = if !known.insert(id.clone()) {
            let message = format!("an earlier flow also has the id {:?}", cut(&id));
            Err(CompileError::broken(Code::DUPLICATE, flow.offset, message))
        } else {
            workflow(flow, &id, sources, &mut shared, &mut losses)
        };
        (id, workflow)
    });
    let workflows = workflows.collect();
    Ok(TranslatedFlows { sources: shared.names, workflows, losses: losses.list })
}

/// A unique name of letters, digits, `_` and `-`, which Arazzo requires.
pub(super) fn unique_name(text: &str, known: &mut UniqueNames) -> String {
    let mut name = plain_name(text);
    if name.is_empty() {
        name.push('_');
    }
    known.give(name.clone(), |number| format!("{name}_{number}"))
}

/// Applies the overrides of a file, and returns their number.
fn change(file: &AgentsJson, sources: &mut [CompiledSource]) -> Result<usize, CompileError> {
    for wanted in &file.overrides {
        let at = wanted.offset;
        let text = |text: &Option<Text>| text.clone().unwrap_or(Text::from_static(""));
        let name = text(&wanted.source_id);
        let source = sources
            .iter_mut()
            .find(|source| source.name == name)
            .ok_or_else(|| CompileError::reference(wanted.source_at, format!("unknown source {:?}", cut(&name))))?;
        let missing = || CompileError::broken(Code::MISSING, at, "the override has no value");
        let value = wanted.value.clone().ok_or_else(missing)?;
        let (operation_id, field_path) = (text(&wanted.operation_id), text(&wanted.field_path));
        if let CompiledContent::OpenApi(openapi) = &mut source.content {
            let done = openapi.change(&operation_id, &field_path, value.clone());
            done.map_err(|error| match error {
                CompileError::Override { rule, message, .. } => {
                    let at = if rule == &rules::OPERATION { wanted.operation_at } else { wanted.path_at };
                    CompileError::Override { rule, message, at }
                }
                other => other,
            })?;
            source.overrides.push(CompiledOverride { source: name, operation_id, field_path, value });
        }
    }
    Ok(file.overrides.len())
}

/// What the flows of a file share.
struct Shared {
    /// The first source of each name.
    sources: HashMap<Text, usize>,
    /// The names of the sources in Arazzo.
    names: Vec<String>,
    suggestions: Suggestions,
    /// Work that may still be spent on links.
    work: Work,
}

impl Shared {
    fn for_sources(sources: &[CompiledSource]) -> Self {
        let named = sources.iter().enumerate().rev().map(|(at, source)| (source.name.clone(), at));
        let mut names = UniqueNames::default();
        Self {
            sources: named.collect(),
            names: sources.iter().map(|source| unique_name(&source.name, &mut names)).collect(),
            suggestions: Suggestions::default(),
            work: Work::for_document(),
        }
    }

    /// The operation's ID, with the source's name if there are several sources.
    fn operation_id(&self, call: &CompiledCall, id: &str, sources: &[CompiledSource]) -> String {
        let source = match call {
            CompiledCall::Operation(OperationAt { source, .. }) | CompiledCall::Missing { source, .. } => *source,
            CompiledCall::Workflow(_) => 0,
        };
        let has_operations = |source: &&CompiledSource| !matches!(source.content, CompiledContent::Workflows(_));
        if sources.iter().filter(has_operations).take(2).count() == 1 && !Expression::is_meant(id) {
            return id.to_owned();
        }
        format!("$sourceDescriptions.{}.{id}", self.names.get(source).map_or("", String::as_str))
    }
}

fn workflow(
    flow: &Flow,
    id: &Text,
    sources: &[CompiledSource],
    shared: &mut Shared,
    losses: &mut Losses<'_>,
) -> Result<Json, CompileError> {
    if flow.actions.is_empty() {
        return Err(CompileError::broken(Code::MISSING, flow.offset, "the flow has no actions"));
    }
    let calls = flow.actions.iter().map(|action| call(action, sources, shared)).collect::<Result<Vec<_>, _>>()?;
    let step = |(call, id)| FlowStep {
        id,
        call,
        parameters: Vec::new(),
        body: None,
        replacements: Vec::new(),
        is_answer_used: false,
    };
    let mut known = UniqueNames::default();
    let ids = flow.actions.iter().map(|action| unique_name(action.id.as_deref().unwrap_or_default(), &mut known));
    let mut steps: Vec<FlowStep> = calls.into_iter().zip(ids).map(step).collect();
    let outputs = flow_links::follow(flow, sources, &mut steps, (losses, &mut shared.work))?;
    let steps = flow.actions.iter().zip(steps).map(|(action, mut step)| {
        if let Some(body) = step.body.as_mut().and_then(Json::as_object_mut).filter(|_| !step.replacements.is_empty()) {
            body.insert("replacements", step.replacements);
        }
        let parameters = step.parameters.into_iter().map(|(_, parameter)| parameter).collect();
        let object = object! {
            "stepId": step.id,
            "operationId": shared.operation_id(&step.call, action.operation_id.as_deref().unwrap_or_default(), sources),
            // where a missing one would be
            "parameters": Json::at(Value::Array(parameters), flow.links_at),
            if "requestBody": step.body,
            "onFailure": retries(step.call.operation(sources).map(|operation| operation.method())),
            if "outputs": step.is_answer_used.then(|| object! { "success": "$response.body" }),
        };
        Json::at(Value::Object(object), action.offset)
    });
    let workflow = object! {
        "workflowId": id.clone(),
        if "summary": flow.title.clone(),
        if "description": flow.description.clone(),
        "inputs": flow_inputs::schema(flow),
        "steps": steps.collect::<Vec<_>>(),
        "outputs": outputs,
    };
    Ok(Json::at(Value::Object(workflow), flow.offset))
}

fn call(
    action: &agents_json::Action,
    sources: &[CompiledSource],
    shared: &mut Shared,
) -> Result<CompiledCall, CompileError> {
    let text = |text: &Option<Text>| text.clone().unwrap_or(Text::from_static(""));
    let (name, id) = (text(&action.source_id), text(&action.operation_id));
    let found = shared.sources.get(&name).and_then(|number| Some((*number, sources.get(*number)?)));
    let unknown = || CompileError::reference(action.source_at, format!("unknown source {:?}", cut(&name)));
    let (number, source) = found.ok_or_else(unknown)?;
    match &source.content {
        CompiledContent::OpenApi(openapi) => match openapi.number(&id) {
            Some(operation) => Ok(CompiledCall::Operation(OperationAt { source: number, number: operation })),
            None => {
                let near = shared.suggestions.closest(&id, openapi.ids());
                let near = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
                let message = format!("unknown operation {:?}{near}", cut(&id));
                Err(CompileError::reference(action.operation_at, message))
            }
        },
        CompiledContent::Workflows(_) => {
            let message = format!("the source {:?} is not an OpenAPI document", cut(&name));
            Err(CompileError::reference(action.source_at, message))
        }
        CompiledContent::Missing(_) => Ok(CompiledCall::Missing { source: number, called: id }),
    }
}

/// The retries for an overloaded service: 429 for every method, because nothing was done; 503 only for idempotent
/// methods.
fn retries(method: Option<OperationMethod>) -> Vec<Json> {
    let retry = |name: &str, status: u16| {
        Json::from(object! {
            "name": name,
            "type": "retry",
            "retryAfter": 1_u32,
            "retryLimit": DEFAULT_RETRIES,
            "criteria": vec![Json::from(object! { "condition": format!("$statusCode == {status}") })],
        })
    };
    let mut actions = vec![retry("tooManyRequests", 429)];
    if method.is_some_and(OperationMethod::is_idempotent) {
        actions.push(retry("unavailable", 503));
    }
    actions
}
