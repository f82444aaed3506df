//! Compiles Arazzo 1.0 documents, and the workflows that files of flows are translated to: resolves names and parses
//! expressions.

use super::work::Work;
use crate::{
    agents_json::AgentsJson,
    arazzo::{Expression, alone, criterion::Patterns, endless, never_begins, new_parts, read_expression},
    cut, did_you_mean,
    media_type::{essence, is_json},
    openapi::{Location, OpenApi, OperationMethod},
    referenced::CopyBudget,
    workflow::{
        Argument, CompileError, Compiled, CompiledAction, CompiledBody, CompiledCall, CompiledContent,
        CompiledDestination, CompiledSource, CompiledStep, CompiledWorkflow, Criterion, OfInputs, OperationAt,
        Template, What, WorkflowAt, Workflows, compiled::Entry, convert::from_flows,
    },
};
use adp_tools::lenient_members::{list, object, objects, text};
use agent_description::{
    Code, Document, Json,
    json::{Member, Object, Offset, Text, Value},
};
use percent_encoding::percent_decode_str;
use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
};

/// Default number of retries (section 4.6.8).
const DEFAULT_RETRIES: u32 = 1;

/// Compiles a document with its sources, in document order.
pub(crate) fn compile(document: &Document, sources: Vec<CompiledSource>) -> Result<Workflows, CompileError> {
    let root = document.root();
    let version = root.get("arazzo").map(|value| (value.offset(), value.as_str().unwrap_or_default()));
    match version {
        Some((_, text)) if text.starts_with("1.0.") => {}
        Some((at, text)) if text.starts_with("1.1.") => {
            let parts = new_parts(document);
            if !parts.is_empty() {
                let message = format!("of Arazzo 1.1 are recognized, but not supported: {}", parts.join(", "));
                return Err(CompileError::broken(Code::UNSUPPORTED_VERSION, at, message));
            }
        }
        _ => {
            let at = version.map(|(at, _)| at).unwrap_or_default();
            let message = format!("the version is {:?}, expected 1.0", cut(version.map_or("", |(_, text)| text)));
            return Err(CompileError::broken(Code::UNSUPPORTED_VERSION, at, message));
        }
    }
    let id = |workflow: &Object| text(workflow, "workflowId").unwrap_or(Text::from_static(""));
    let ids: Vec<Text> = objects(root, "workflows").map(id).collect();
    let scope = Scope {
        components: object(root, "components"),
        workflows: ids.iter().enumerate().rev().map(|(at, id)| (id.clone(), at)).collect(),
        ..Scope::for_sources(&sources, sources.iter().map(|source| source.name.as_str()).collect())
    };
    let workflows = list(root, "workflows").iter().filter_map(|value| Some((value.as_object()?, value.offset())));
    let mut entries: Vec<Entry> = workflows
        .zip(&ids)
        .map(|((workflow, at), id)| Entry { id: id.clone(), workflow: scope.workflow(workflow, id, at) })
        .collect();
    refuse_endless(&mut entries);
    Ok(Workflows::new(sources, entries))
}

/// Compiles a file of flows with its sources, in file order.
pub(super) fn compile_flows(document: &Document, mut sources: Vec<CompiledSource>) -> Result<Compiled, CompileError> {
    let translated = from_flows::translate(document, &mut sources)?;
    let names = translated.sources.iter().map(String::as_str).collect();
    let scope = Scope { is_of_flows: true, ..Scope::for_sources(&sources, names) };
    let actions = AgentsJson::read(document).flows.into_iter().flat_map(|flow| flow.actions);
    let names_of_steps = actions.map(|action| (action.offset, action.id.unwrap_or(Text::from_static("")))).collect();
    let (mut entries, mut arazzo) = (Vec::new(), Vec::new());
    for (id, workflow) in translated.workflows {
        let compiled = workflow.as_ref().map_err(Clone::clone).and_then(|workflow| {
            let object = workflow.as_object().ok_or_else(CompileError::gone)?;
            let mut compiled = scope.workflow(object, &id, workflow.offset())?;
            name_as_written(&mut compiled, &names_of_steps);
            Ok(compiled)
        });
        entries.push(Entry { id, workflow: compiled });
        arazzo.push(workflow.ok());
    }
    Ok(Compiled { workflows: Workflows::new(sources, entries), losses: translated.losses, arazzo })
}

/// Names the steps of a flow, also in its expressions, as the file does: Arazzo allows fewer characters.
fn name_as_written(workflow: &mut CompiledWorkflow, written: &HashMap<Offset, Text>) {
    let mut names = HashMap::new();
    for step in &mut workflow.steps {
        if let Some(name) = written.get(&step.offset).filter(|name| **name != step.id) {
            names.insert(std::mem::replace(&mut step.id, name.clone()), name);
        }
    }
    if names.is_empty() {
        return;
    }
    let mut rename = |expression: &mut Expression| {
        if let Expression::Step(id, _) = expression
            && let Some(name) = names.get(id.as_str())
        {
            *id = name.to_string();
        }
    };
    workflow.outputs.each_expression_mut(&mut rename);
    for step in &mut workflow.steps {
        step.arguments.iter_mut().for_each(|argument| argument.value.each_expression_mut(&mut rename));
        let Some(body) = &mut step.body else { continue };
        let replaced = body.replacements.iter_mut().map(|(_, value)| value);
        body.payload.iter_mut().chain(replaced).for_each(|value| value.each_expression_mut(&mut rename));
    }
}

/// Refuses workflows with cyclic dependencies. Documents cannot form a cycle, because each is compiled after those that
/// it calls.
fn refuse_endless(entries: &mut [Entry]) {
    let here = |at: &WorkflowAt| at.source.is_none().then_some(at.number);
    let waits_for = |entry: &Entry| {
        entry.workflow.as_ref().map_or_else(|_| Vec::new(), |it| it.depends_on.iter().filter_map(here).collect())
    };
    let waits_for: Vec<Vec<usize>> = entries.iter().map(waits_for).collect();
    for (entry, _) in entries.iter_mut().zip(endless(&waits_for)).filter(|(_, is_endless)| *is_endless) {
        if let Ok(workflow) = &entry.workflow {
            let message = never_begins(&format!("{:?}", cut(&entry.id)));
            entry.workflow = Err(CompileError::reference(workflow.offset, message));
        }
    }
}

/// The names that a document defines.
struct Scope<'a> {
    sources: &'a [CompiledSource],
    by_name: HashMap<&'a str, usize>,
    openapis: Vec<(usize, &'a OpenApi)>,
    /// The first source that is not available.
    missing: Option<usize>,
    components: Option<&'a Object>,
    workflows: HashMap<Text, usize>,
    /// For what workflows and steps share: schemas, components, arguments and actions.
    budget: RefCell<CopyBudget>,
    work: RefCell<Work>,
    patterns: RefCell<Patterns>,
    /// Whether the workflows are those of a file of flows. Their schemas are complete, and their outputs any values.
    is_of_flows: bool,
}

/// An object of a workflow or step: its own, or a component, with the value that is written there.
struct ResolvedObject<'a> {
    object: &'a Object,
    at: Offset,
    value: Option<&'a Json>,
}

impl<'a> Scope<'a> {
    fn for_sources(sources: &'a [CompiledSource], names: Vec<&'a str>) -> Self {
        Self {
            sources,
            by_name: names.into_iter().enumerate().rev().map(|(at, name)| (name, at)).collect(),
            openapis: sources.iter().enumerate().filter_map(|(at, source)| Some((at, source.openapi()?))).collect(),
            missing: sources.iter().position(|source| matches!(source.content, CompiledContent::Missing(_))),
            components: None,
            workflows: HashMap::new(),
            budget: RefCell::new(CopyBudget::for_document()),
            work: RefCell::new(Work::for_document()),
            patterns: RefCell::new(Patterns::for_document()),
            is_of_flows: false,
        }
    }
}

impl Scope<'_> {
    fn workflow(&self, workflow: &Object, id: &Text, at: Offset) -> Result<CompiledWorkflow, CompileError> {
        let steps: HashMap<&str, usize> = objects(workflow, "steps")
            .enumerate()
            .filter_map(|(at, step)| Some((step.get("stepId")?.as_str()?, at)))
            .collect();
        if steps.len() < list(workflow, "steps").len() {
            return Err(CompileError::broken(Code::DUPLICATE, at, "a step has no unique id"));
        }
        let shared = Shared {
            arguments: self.arguments(workflow)?,
            on_success: self.actions(workflow, "successActions", &steps)?,
            on_failure: self.actions(workflow, "failureActions", &steps)?,
        };
        let step = |value: &Json| self.step(value, &steps, &shared);
        Ok(CompiledWorkflow {
            id: id.clone(),
            title: text(workflow, "summary"),
            description: text(workflow, "description"),
            inputs: workflow
                .get("inputs")
                .map(|schema| {
                    if self.is_of_flows {
                        return Ok(schema.clone());
                    }
                    let components = self.components.and_then(|components| object(components, "inputs"));
                    let whole = alone(schema, components, &mut self.budget.borrow_mut());
                    whole.ok_or_else(|| too_much_shared(schema.offset()))
                })
                .transpose()?,
            depends_on: list(workflow, "dependsOn")
                .iter()
                .map(|value| self.called_workflow(value).and_then(|call| located(call, value)))
                .collect::<Result<_, _>>()?,
            steps: list(workflow, "steps").iter().map(step).collect::<Result<_, _>>()?,
            outputs: self.outputs(workflow)?,
            of_inputs: OfInputs::new(),
            offset: at,
        })
    }

    fn outputs(&self, workflow: &Object) -> Result<Template, CompileError> {
        let outputs = workflow.get("outputs");
        if let Some(outputs) = outputs.filter(|_| self.is_of_flows) {
            return Template::read_linked(outputs);
        }
        let output = |member: &Member| {
            Ok((member.name().clone(), Template::Expression(whole(member.value())?, member.value().offset())))
        };
        let members = outputs.and_then(Json::as_object).into_iter().flatten().map(output);
        Ok(Template::Object(
            members.collect::<Result<_, CompileError>>()?,
            outputs.map(Json::offset).unwrap_or_default(),
        ))
    }

    /// Reads a value of a parameter or body.
    fn value(&self, value: &Json, at: Option<Offset>) -> Result<Template, CompileError> {
        if self.is_of_flows { Template::read_linked(value) } else { Template::read(value, at) }
    }

    fn step(&self, value: &Json, steps: &HashMap<&str, usize>, shared: &Shared) -> Result<CompiledStep, CompileError> {
        let at = value.offset();
        let step =
            value.as_object().ok_or_else(|| CompileError::broken(Code::WRONG_TYPE, at, "a step is not an object"))?;
        let call = self.call(step, at)?;
        let is_operation = !matches!(call, CompiledCall::Workflow(_));
        self.work.borrow_mut().charge_call(&call, self.sources, at)?;
        let mut arguments = self.arguments(step)?;
        let own: HashSet<(Text, Option<Location>)> =
            arguments.iter().map(|it| (it.name.clone(), it.location)).collect();
        for inherited in shared.arguments.iter().filter(|it| it.location.is_some() == is_operation) {
            if !own.contains(&(inherited.name.clone(), inherited.location)) {
                self.charge(inherited.value.size(), at)?;
                arguments.push(inherited.clone());
            }
        }
        if let Some(nowhere) = arguments.iter().find(|it| is_operation && it.location.is_none()) {
            let message = format!("the parameter {:?} has no `in`", cut(&nowhere.name));
            return Err(CompileError::broken(Code::MISSING, at, message));
        }
        let actions = |name: &str, shared: &[CompiledAction]| {
            let mut actions = self.actions(step, name, steps)?;
            let own: HashSet<Text> = actions.iter().map(|action| action.name.clone()).collect();
            for inherited in shared.iter().filter(|it| !own.contains(&it.name)) {
                self.charge(1 + inherited.criteria.len(), at)?;
                actions.push(inherited.clone());
            }
            Ok::<_, CompileError>(actions)
        };
        let outputs = object(step, "outputs").into_iter().flatten();
        let body = step.get("requestBody").map(|value| self.body(value, self.preferred_type(&call))).transpose()?;
        Ok(CompiledStep {
            id: text(step, "stepId").unwrap_or(Text::from_static("")),
            description: text(step, "description"),
            call,
            arguments,
            arguments_at: step.get("parameters").map_or(at, Json::offset),
            body,
            criteria: self.criteria(step, "successCriteria")?,
            on_success: actions("onSuccess", &shared.on_success)?,
            on_failure: actions("onFailure", &shared.on_failure)?,
            outputs: outputs
                .map(|member| Ok((member.name().clone(), whole(member.value())?)))
                .collect::<Result<_, CompileError>>()?,
            offset: at,
        })
    }

    /// Charges values that are copied for a step.
    fn charge(&self, values: usize, at: Offset) -> Result<(), CompileError> {
        self.budget.borrow_mut().charge_values(1 + values).ok_or_else(|| too_much_shared(at))
    }

    fn call(&self, step: &Object, at: Offset) -> Result<CompiledCall, CompileError> {
        let named = (step.get("operationId"), step.get("operationPath"), step.get("workflowId"));
        match named {
            (Some(id), None, None) => self.operation(id),
            (None, Some(path), None) => self.operation_at(path),
            (None, None, Some(id)) => self.called_workflow(id),
            _ => {
                let message = "a step must have one of operationId, operationPath, workflowId";
                Err(CompileError::broken(Code::CONTRADICTION, at, message))
            }
        }
    }

    /// The default media type of a body.
    fn preferred_type(&self, call: &CompiledCall) -> Option<&Text> {
        call.operation(self.sources)?.body().ok()??.preferred()
    }

    fn operation(&self, value: &Json) -> Result<CompiledCall, CompileError> {
        let written = value.as_text().cloned().unwrap_or(Text::from_static(""));
        let unknown = || {
            let known = self.sources.iter().filter_map(CompiledSource::openapi).flat_map(OpenApi::ids);
            let has = |name: &str, id: &str| {
                self.sources
                    .iter()
                    .any(|it| *it.name == *name && it.openapi().is_some_and(|it| it.number(id).is_some()))
            };
            let near = match written.split_once('.') {
                Some((name, id)) if has(name, id) => format!("; write `$sourceDescriptions.{written}`"),
                _ => did_you_mean(written.rsplit('.').next().unwrap_or_default(), known),
            };
            let message = format!("unknown operation {:?}{near}", cut(&written));
            CompileError::operation(value.offset(), message)
        };
        if Expression::is_meant(&written) {
            let (number, id) = self.source(&written, value.offset())?;
            let call = self.call_of_source(number, &id, |openapi| openapi.number(&id));
            return call.ok_or_else(unknown);
        }
        let mut found = None;
        for (source, openapi) in &self.openapis {
            let Some(number) = openapi.number(&written) else { continue };
            let source = *source;
            if found.replace(OperationAt { source, number }).is_some() {
                let message = format!("{:?} is an operation of more than one source", cut(&written));
                return Err(CompileError::operation(value.offset(), message));
            }
        }
        match (found, self.missing) {
            (Some(found), _) => Ok(CompiledCall::Operation(found)),
            (None, Some(source)) => Ok(CompiledCall::Missing { source, called: written }),
            (None, None) => Err(unknown()),
        }
    }

    /// Resolves `{$sourceDescriptions.NAME.url}#/paths/~1orders/get`.
    fn operation_at(&self, value: &Json) -> Result<CompiledCall, CompileError> {
        let written = value.as_text().cloned().unwrap_or(Text::from_static(""));
        let wrong = || {
            let message = format!("the path {:?} does not point to an operation", cut(&written));
            CompileError::operation(value.offset(), message)
        };
        let (source, pointer) =
            written.strip_prefix('{').and_then(|rest| rest.split_once("}#/paths/")).ok_or_else(wrong)?;
        let (number, rest) = self.source(source, value.offset())?;
        let (path, method) = pointer.split_once('/').filter(|_| rest == "url").ok_or_else(wrong)?;
        let path = percent_decode_str(path).decode_utf8().map_err(|_| wrong())?;
        let path = path.replace("~1", "/").replace("~0", "~");
        let find = |openapi: &OpenApi| openapi.number_at(&path, OperationMethod::from_name(method)?);
        self.call_of_source(number, &written, find).ok_or_else(wrong)
    }

    /// The call of an operation of a source; `None` if it does not have it.
    fn call_of_source(
        &self,
        source: usize,
        called: &str,
        find: impl Fn(&OpenApi) -> Option<usize>,
    ) -> Option<CompiledCall> {
        match &self.sources.get(source)?.content {
            CompiledContent::OpenApi(openapi) => {
                Some(CompiledCall::Operation(OperationAt { source, number: find(openapi)? }))
            }
            CompiledContent::Missing(_) => Some(CompiledCall::Missing { source, called: called.into() }),
            CompiledContent::Workflows(_) => None,
        }
    }

    fn called_workflow(&self, value: &Json) -> Result<CompiledCall, CompileError> {
        let written = value.as_text().cloned().unwrap_or(Text::from_static(""));
        let unknown = || {
            let message = format!("unknown workflow {:?}", cut(&written));
            CompileError::reference(value.offset(), message)
        };
        if !Expression::is_meant(&written) {
            let number = *self.workflows.get(&written).ok_or_else(unknown)?;
            return Ok(CompiledCall::Workflow(WorkflowAt { source: None, number }));
        }
        let (source, id) = self.source(&written, value.offset())?;
        match self.sources.get(source).map(|source| &source.content) {
            Some(CompiledContent::Workflows(workflows)) => {
                let number = workflows.number(&id).ok_or_else(unknown)?;
                Ok(CompiledCall::Workflow(WorkflowAt { source: Some(source), number }))
            }
            Some(CompiledContent::Missing(_)) => Ok(CompiledCall::Missing { source, called: id.into() }),
            _ => Err(unknown()),
        }
    }

    /// Splits `$sourceDescriptions.NAME.REST` into the source's index and the rest.
    fn source(&self, text: &str, at: Offset) -> Result<(usize, String), CompileError> {
        let wrong = || {
            let message = format!("{:?} names none of the source descriptions", cut(text));
            CompileError::reference(at, message)
        };
        let Expression::Source(name, rest) = read_expression(text, at)? else { return Err(wrong()) };
        let number = *self.by_name.get(name.as_str()).ok_or_else(wrong)?;
        Ok((number, rest))
    }

    /// Resolves the items of a list, including references to components.
    fn meant<'a>(
        &'a self,
        holder: &'a Object,
        name: &str,
        kind: &str,
    ) -> Result<Vec<ResolvedObject<'a>>, CompileError> {
        let item = |value: &'a Json| {
            let at = value.offset();
            let wrong = |what: &str| CompileError::reference(at, format!("{what} of `{name}`"));
            let object = value.as_object().ok_or_else(|| wrong("an item is not an object"))?;
            let Some(reference) = object.get("reference") else {
                return Ok(ResolvedObject { object, at, value: object.get("value") });
            };
            let Expression::Component(of, id) = whole(reference)? else {
                return Err(wrong("a reference is not a component"));
            };
            let component = self.components.filter(|_| of == kind).and_then(|all| all.get(kind)?.get(&id)?.as_object());
            let component = component.ok_or_else(|| wrong("a reference names an unknown component"))?;
            let mut budget = self.budget.borrow_mut();
            component.iter().try_for_each(|it| budget.charge(it.value())).ok_or_else(|| too_much_shared(at))?;
            Ok(ResolvedObject { object: component, at, value: object.get("value") })
        };
        list(holder, name).iter().map(item).collect()
    }

    fn arguments(&self, holder: &Object) -> Result<Vec<Argument>, CompileError> {
        let read = |meant: ResolvedObject<'_>| {
            let wrong = |message: &str| CompileError::broken(Code::MISSING, meant.at, message);
            let name = text(meant.object, "name").ok_or_else(|| wrong("a parameter has no name"))?;
            let value = match (meant.value, meant.object.get("value")) {
                (Some(value), _) => self.value(value, None)?,
                (None, Some(value)) => self.value(value, Some(meant.at))?,
                (None, None) => return Err(wrong("a parameter has no value")),
            };
            let location = match meant.object.get("in").map(|place| place.as_str().unwrap_or_default()) {
                None => None,
                Some(place) => Some(Location::from_name(place).ok_or_else(|| {
                    let message = format!("`in` is {:?}, expected path, query, header or cookie", cut(place));
                    CompileError::broken(Code::WRONG_TYPE, meant.at, message)
                })?),
            };
            Ok(Argument { name, location, value, offset: meant.at })
        };
        self.meant(holder, "parameters", "parameters")?.into_iter().map(read).collect()
    }

    fn actions(
        &self,
        holder: &Object,
        name: &str,
        steps: &HashMap<&str, usize>,
    ) -> Result<Vec<CompiledAction>, CompileError> {
        let kind = if matches!(name, "successActions" | "onSuccess") { "successActions" } else { "failureActions" };
        self.meant(holder, name, kind)?.into_iter().map(|meant| self.action(&meant, kind, steps)).collect()
    }

    fn action(
        &self,
        meant: &ResolvedObject<'_>,
        kind: &str,
        steps: &HashMap<&str, usize>,
    ) -> Result<CompiledAction, CompileError> {
        let action = meant.object;
        let wrong = |message: &str| CompileError::reference(meant.at, message);
        let to = match (action.get("stepId"), action.get("workflowId")) {
            (None, None) => None,
            (Some(step), None) => {
                let number = step.as_str().and_then(|id| steps.get(id));
                Some(CompiledDestination::Step(*number.ok_or_else(|| wrong("an action names an unknown step"))?))
            }
            (None, Some(id)) => Some(CompiledDestination::Workflow(located(self.called_workflow(id)?, id)?)),
            (Some(_), Some(_)) => {
                return Err(wrong("an action has a step and a workflow, expected one of them"));
            }
        };
        let what = match action.get("type").and_then(Json::as_str) {
            Some("end") => What::End,
            Some("goto") => What::Goto(to.ok_or_else(|| wrong("a goto action has no target"))?),
            Some("retry") if kind == "failureActions" => {
                let number = |name: &str| action.get(name).and_then(Json::as_number);
                let limit = number("retryLimit").and_then(|limit| u32::try_from(limit.as_integer()?).ok());
                let after = number("retryAfter").map_or(0.0, agent_description::json::Number::get).max(0.0);
                What::Retry { after, limit: limit.unwrap_or(DEFAULT_RETRIES), first: to }
            }
            _ => return Err(wrong("an action has an unknown type")),
        };
        Ok(CompiledAction {
            name: text(action, "name").unwrap_or(Text::from_static("")),
            what,
            criteria: self.criteria(action, "criteria")?,
        })
    }

    fn criteria(&self, holder: &Object, name: &str) -> Result<Vec<Criterion>, CompileError> {
        let criterion = |criterion: &Object| {
            let mut faults = Vec::new();
            let read = Criterion::read(criterion, &mut self.patterns.borrow_mut(), &mut faults);
            let at = criterion.get("condition").map(Json::offset).unwrap_or_default();
            let missing =
                || CompileError::broken(Code::INVALID_VALUE, at, "a criterion has no condition or no context");
            faults.into_iter().next().map_or(Ok(()), |fault| Err(CompileError::from(fault)))?;
            read.ok_or_else(missing)
        };
        objects(holder, name).map(criterion).collect()
    }

    fn body(&self, value: &Json, preferred: Option<&Text>) -> Result<CompiledBody, CompileError> {
        let at = value.offset();
        let body = value
            .as_object()
            .ok_or_else(|| CompileError::broken(Code::WRONG_TYPE, at, "`requestBody` is not an object"))?;
        let replacement = |object: &Object| {
            let target = text(object, "target").unwrap_or(Text::from_static(""));
            if !target.is_empty() && !target.starts_with('/') {
                let at = object.get("target").map(Json::offset).unwrap_or_default();
                let message =
                    format!("the target {:?} is not a JSON Pointer; other targets are not supported", cut(&target));
                return Err(CompileError::reference(at, message));
            }
            Ok((target, self.value(object.get("value").unwrap_or(&Value::Null.into()), None)?))
        };
        let content_type = text(body, "contentType");
        // the default media type is JSON
        let is_json = content_type.as_ref().or(preferred).is_none_or(|name| is_json(&essence(name)));
        let payload = |payload: &Json| match Template::read_json_text(payload).filter(|_| is_json) {
            Some(read) => read,
            None => self.value(payload, None),
        };
        Ok(CompiledBody {
            content_type,
            payload: body.get("payload").map(payload).transpose()?,
            replacements: objects(body, "replacements").map(replacement).collect::<Result<_, _>>()?,
            offset: at,
        })
    }
}

/// What a workflow defines for all of its steps.
struct Shared {
    arguments: Vec<Argument>,
    on_success: Vec<CompiledAction>,
    on_failure: Vec<CompiledAction>,
}

/// What workflows and steps share is larger than the limit.
fn too_much_shared(at: Offset) -> CompileError {
    let message = format!(
        "what workflows and steps share would be copied to more than {} values; share less, or split the document",
        CopyBudget::MAX_VALUES
    );
    CompileError::broken(Code::TOO_LARGE, at, message)
}

/// Parses a value that is one expression.
fn whole(value: &Json) -> Result<Expression, CompileError> {
    Ok(read_expression(value.as_str().unwrap_or_default(), value.offset())?)
}

fn located(call: CompiledCall, value: &Json) -> Result<WorkflowAt, CompileError> {
    match call {
        CompiledCall::Workflow(at) => Ok(at),
        _ => {
            let message = format!("the document of {:?} could not be read", cut(value.as_str().unwrap_or_default()));
            Err(CompileError::reference(value.offset(), message))
        }
    }
}
