//! Compiles files of flows. An action becomes a step, links to it become arguments and body, and its response is the
//! output `success`.

use super::{
    CompileError, Compiled, CompiledAction, CompiledCall, CompiledContent, CompiledOverride, CompiledSource,
    CompiledStep, CompiledWorkflow, Criterion, OfInputs, OperationAt, What, Workflows, compiled::Entry, flow_inputs,
    flow_links, losses::Losses, rules, work::Work,
};
use crate::{
    agents_json::{self, AgentsJson, Flow},
    arazzo::Comparison,
    cut,
    openapi::OperationMethod,
    plain_name,
};

use agent_description::diagnostic::Severity;
use agent_description::{Code, Document, diagnostic::Suggestions, json::Text};
use std::collections::{HashMap, HashSet};

/// Number of retries for an overloaded service.
const DEFAULT_RETRIES: u32 = 2;

/// Compiles a file with its sources, in file order. Applies the overrides.
pub(super) fn compile(document: &Document, mut sources: Vec<CompiledSource>) -> Result<Compiled, CompileError> {
    let file = AgentsJson::read(document);
    let mut losses = Losses::for_document(document);
    let changed = change(&file, &mut sources)?;
    if changed > 0 {
        let reason = format!(
            "{changed} overrides of operations are applied here, but not in the OpenAPI document that the workflow refers to; change that document too"
        );
        losses.at("/overrides", reason, Severity::Error);
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(file.flows.len());
    let (mut known, mut shared) = (HashSet::new(), Shared::for_sources(&sources));
    for flow in &file.flows {
        let id = flow.id.clone().unwrap_or(Text::from_static(""));
        let workflow = if !known.insert(id.clone()) {
            let message = format!("an earlier flow also has the id {:?}", cut(&id));
            Err(CompileError::broken(Code::DUPLICATE, flow.offset, message))
        } else {
            workflow(flow, id.clone(), &sources, &mut shared, &mut losses)
        };
        entries.push(Entry { id, workflow });
    }
    Ok(Compiled { workflows: Workflows::new(sources, entries), losses: losses.list })
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
    suggestions: Suggestions,
    /// Work that may still be spent on steps and links.
    work: Work,
}

impl Shared {
    fn for_sources(sources: &[CompiledSource]) -> Self {
        let named = sources.iter().enumerate().rev().map(|(at, source)| (source.name.clone(), at));
        Self { sources: named.collect(), suggestions: Suggestions::default(), work: Work::for_document() }
    }
}

fn workflow(
    flow: &Flow,
    id: Text,
    sources: &[CompiledSource],
    shared: &mut Shared,
    losses: &mut Losses<'_>,
) -> Result<CompiledWorkflow, CompileError> {
    if flow.actions.is_empty() {
        return Err(CompileError::broken(Code::MISSING, flow.offset, "the flow has no actions"));
    }
    let calls = flow.actions.iter().map(|action| call(action, sources, shared)).collect::<Result<Vec<_>, _>>()?;
    let steps = flow.actions.iter().zip(calls).zip(step_ids(flow)).map(|((action, call), id)| CompiledStep {
        id,
        description: None,
        on_failure: retries(call.operation(sources).map(|operation| operation.method())),
        call,
        arguments: Vec::new(),
        arguments_at: flow.links_at,
        body: None,
        criteria: Vec::new(),
        on_success: Vec::new(),
        outputs: Vec::new(),
        offset: action.offset,
    });
    let mut steps: Vec<CompiledStep> = steps.collect();
    let (outputs, output_places) = flow_links::follow(flow, sources, &mut steps, (losses, &mut shared.work))?;
    Ok(CompiledWorkflow {
        id,
        title: flow.title.clone(),
        description: flow.description.clone(),
        inputs: Some(flow_inputs::schema(flow)),
        depends_on: Vec::new(),
        steps,
        outputs,
        output_places,
        offset: flow.offset,
        of_inputs: OfInputs::new(),
    })
}

/// Creates unique step IDs from the actions' IDs, with letters, digits, `_` and `-`.
fn step_ids(flow: &Flow) -> Vec<Text> {
    let mut ids: Vec<Text> = Vec::with_capacity(flow.actions.len());
    let mut known = HashSet::new();
    for (at, action) in flow.actions.iter().enumerate() {
        let own = plain_name(action.id.as_deref().unwrap_or_default());
        let id = if own.is_empty() || known.contains(own.as_str()) { format!("{own}_{}", at + 1) } else { own };
        let id = Text::from(id);
        known.insert(id.to_string());
        ids.push(id);
    }
    ids
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
            Some(operation) => {
                let call = CompiledCall::Operation(OperationAt { source: number, number: operation });
                shared.work.charge_call(&call, sources, action.offset)?;
                Ok(call)
            }
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
fn retries(method: Option<OperationMethod>) -> Vec<CompiledAction> {
    let retry = |name: &str, status: u16| CompiledAction {
        name: name.into(),
        what: What::Retry { after: 1.0, limit: DEFAULT_RETRIES, first: None },
        criteria: vec![Criterion::for_status(Comparison::Equal, status)],
    };
    let mut actions = vec![retry("tooManyRequests", 429)];
    if method.is_some_and(OperationMethod::is_idempotent) {
        actions.push(retry("unavailable", 503));
    }
    actions
}
