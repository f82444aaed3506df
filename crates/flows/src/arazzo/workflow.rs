//! Checks a workflow: calls, expressions and actions.

use super::{
    Expression,
    criterion::{Criterion, KIND_HELP, Patterns},
    defined_names::{Names, expression, ids, keys, names_of},
    rules,
};
use adp_tools::lenient_members::{list, object};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Rule, Suggestions, shortened},
    json::{Object, Value},
};
use std::collections::{HashMap, HashSet};

/// Maximum number of names to compare with an unknown one.
const MAX_SUGGESTED: usize = 500;

/// The state of checking a workflow.
struct Scope<'a, 'f, 'd> {
    found: &'f mut Findings<'d>,
    suggestions: &'f mut Suggestions,
    patterns: &'f mut Patterns,
    names: &'f Names<'a>,
    /// Each step: its index, the names of its outputs, and the workflow that it calls.
    steps: &'f HashMap<&'a str, (usize, HashSet<&'a str>, Option<&'a str>)>,
    /// The names of the inputs, if they are known.
    inputs: Option<&'f HashSet<&'a str>>,
    /// The names for `$outputs`: of the workflow, or of the workflow that a step calls; `None` if unknown.
    outputs: Option<&'f HashSet<&'a str>>,
}

pub(super) fn check<'a>(
    found: &mut Findings<'_>,
    suggestions: &mut Suggestions,
    patterns: &mut Patterns,
    item: &'a Json,
    names: &Names<'a>,
) {
    let Some(workflow) = item.as_object() else { return };
    ids(found, workflow, "steps", "stepId", "step");
    let mut steps = HashMap::new();
    for (at, step) in list(workflow, "steps").iter().enumerate() {
        if let Some(id) = step.get("stepId").and_then(Json::as_str) {
            let called = step.get("workflowId").and_then(Json::as_str);
            steps.entry(id).or_insert_with(|| (at, names_of(step.get("outputs")), called));
        }
    }
    let inputs = workflow.get("inputs").map_or_else(|| Some(HashSet::new()), declared);
    let outputs = names_of(workflow.get("outputs"));
    let (steps, inputs) = (&steps, inputs.as_ref());
    let mut scope = Scope { found, suggestions, patterns, names, steps, inputs, outputs: Some(&outputs) };
    for value in list(workflow, "dependsOn") {
        scope.workflow(value);
    }
    scope.parameters(workflow, None, Target::Unknown);
    scope.actions(workflow, "successActions", None);
    scope.actions(workflow, "failureActions", None);
    for (at, step) in list(workflow, "steps").iter().enumerate() {
        scope.step(at, step);
    }
    keys(scope.found, workflow.get("outputs"));
    for output in object(workflow, "outputs").into_iter().flatten() {
        scope.whole(output.value(), None);
    }
}

/// The names of the inputs that a schema declares; `None` if the schema does not list them.
fn declared(schema: &Json) -> Option<HashSet<&str>> {
    let schema = schema.as_object()?;
    let says_more = ["$ref", "allOf", "anyOf", "oneOf", "patternProperties", "if", "dependentSchemas"];
    if says_more.iter().any(|name| schema.contains(name)) {
        return None;
    }
    schema.get("properties").map(|properties| names_of(Some(properties)))
}

/// The target of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Operation,
    Workflow,
    Unknown,
}

impl<'a> Scope<'a, '_, '_> {
    fn remark(&mut self, rule: &'static Rule, at: &Json, code: Code, message: String, help: &str) {
        self.found.add(rule, at.offset(), || Finding::new(code, message).with_help(help));
    }

    /// Reports an unknown name.
    fn unknown<'n>(&mut self, at: &Json, what: &str, name: &str, known: impl Iterator<Item = &'n str>) {
        let Some(near) = self.suggestions.closest(name, known.take(MAX_SUGGESTED)) else {
            return self.unknown_with(at, what, name, "use an existing name");
        };
        let message = format!("unknown {what} {}", shortened(name));
        self.found.add(&rules::NAMED, at.offset(), || Finding::new(Code::INVALID_REFERENCE, message).meant(name, near));
    }

    /// Reports an unknown output; `before` is the expression before the name.
    fn unknown_output(&mut self, at: &Json, before: &str, name: &str, known: &HashSet<&str>) {
        match further(name, known) {
            Some(meant) => self.unknown_with(at, "output", name, &format!("write `{before}{meant}`")),
            None => self.unknown(at, "output", name, known.iter().copied()),
        }
    }

    fn unknown_with(&mut self, at: &Json, what: &str, name: &str, help: &str) {
        self.misnamed(at, format!("unknown {what} {}", shortened(name)), help);
    }

    fn misnamed(&mut self, at: &Json, message: String, help: &str) {
        self.remark(&rules::NAMED, at, Code::INVALID_REFERENCE, message, help);
    }

    /// Checks a workflow ID or an expression for a workflow.
    fn workflow(&mut self, value: &'a Json) {
        let Some(text) = value.as_str() else { return };
        self.found.exercise(&rules::NAMED);
        if Expression::is_meant(text) {
            self.source(value, text, Some("arazzo"));
        } else if !self.names.workflows.contains_key(text) {
            self.unknown(value, "workflow", text, self.names.workflows.keys().copied());
        }
    }

    /// Checks `$sourceDescriptions.NAME.…` for a source of this type.
    fn source(&mut self, value: &Json, text: &str, kind: Option<&str>) {
        let Some(read) = expression(self.found, value, text) else { return };
        let Expression::Source(name, _) = read else {
            let message = format!("{} names no source description", shortened(text));
            return self.misnamed(value, message, "write `$sourceDescriptions.NAME.ID`");
        };
        match self.names.sources.get(name.as_str()) {
            None => self.unknown(value, "source description", &name, self.names.sources.keys().copied()),
            Some(found) if kind.is_some_and(|kind| kind != *found) => {
                let message = format!("the source description {} is of the type {found}", shortened(&name));
                self.misnamed(value, message, "use a source of the right type");
            }
            Some(_) => {}
        }
    }

    fn step(&mut self, at: usize, value: &'a Json) {
        let Some(step) = value.as_object() else { return };
        let target = self.target(value, step);
        let own_outputs = self.outputs.take();
        if let Some(called) = step.get("workflowId").and_then(Json::as_str) {
            // `None` for workflows of other documents
            self.outputs = self.names.workflows.get(called);
        }
        self.parameters(step, Some(at), target);
        if let Some(body) = object(step, "requestBody") {
            if let Some(payload) = body.get("payload") {
                self.any(payload, Some(at));
            }
            for replacement in list(body, "replacements") {
                replacement.get("value").into_iter().for_each(|value| self.any(value, Some(at)));
            }
        }
        self.criteria(step, "successCriteria", Some(at));
        self.actions(step, "onSuccess", Some(at));
        self.actions(step, "onFailure", Some(at));
        keys(self.found, step.get("outputs"));
        for output in object(step, "outputs").into_iter().flatten() {
            self.whole(output.value(), Some(at));
        }
        self.outputs = own_outputs;
    }

    fn target(&mut self, value: &Json, step: &'a Object) -> Target {
        self.found.exercise(&rules::TARGET);
        let named: Vec<&str> =
            ["operationId", "operationPath", "workflowId"].into_iter().filter(|name| step.contains(name)).collect();
        if named.len() != 1 {
            let has = if named.is_empty() { "none".to_owned() } else { named.join(" and ") };
            let message = format!("the step has {has}, expected one of operationId, operationPath, workflowId");
            self.remark(&rules::TARGET, value, Code::CONTRADICTION, message, "keep one of them");
        }
        if let Some((value, text)) = step.get("operationId").and_then(|value| Some((value, value.as_str()?))) {
            self.found.exercise(&rules::AMBIGUOUS);
            let operations = self.names.of_operations;
            if Expression::is_meant(text) {
                self.source(value, text, Some("openapi"));
            } else if operations > 1 {
                let message = format!("{} may be in each of {operations} source descriptions", shortened(text));
                let is_with_source =
                    text.split_once('.').is_some_and(|(name, _)| self.names.sources.contains_key(name));
                let name = if is_with_source { "" } else { "NAME." };
                let help = format!("write `$sourceDescriptions.{name}{}`", shortened(text).trim_matches('"'));
                self.remark(&rules::AMBIGUOUS, value, Code::INVALID_REFERENCE, message, &help);
            }
        }
        if let Some((value, text)) = step.get("operationPath").and_then(|value| Some((value, value.as_str()?))) {
            let inside = text.strip_prefix('{').and_then(|rest| rest.split_once("}#/"));
            match inside {
                Some((inside, pointer)) if inside.ends_with(".url") => {
                    self.source(value, inside, Some("openapi"));
                    if !pointer.starts_with("paths/") || pointer.split('/').count() != 3 {
                        let message = format!("the pointer of {} does not point to an operation", shortened(text));
                        let help = "write `#/paths/` and the path with `~1` for `/`, then the method";
                        self.misnamed(value, message, help);
                    }
                }
                _ => {
                    let message = format!("{} is no path to an operation", shortened(text));
                    let help = "write `{$sourceDescriptions.NAME.url}#/paths/~1orders/get`";
                    self.remark(&rules::EXPRESSION, value, Code::INVALID_VALUE, message, help);
                }
            }
        }
        step.get("workflowId").into_iter().for_each(|value| self.workflow(value));
        match (step.contains("workflowId"), named.len()) {
            (true, 1) => Target::Workflow,
            (false, 1) => Target::Operation,
            _ => Target::Unknown,
        }
    }

    fn parameters(&mut self, holder: &'a Object, at: Option<usize>, target: Target) {
        let mut known = HashSet::new();
        for value in list(holder, "parameters") {
            let Some(parameter) = value.as_object() else { continue };
            parameter.get("value").into_iter().for_each(|value| self.any(value, at));
            let key = if let Some(reference) = parameter.get("reference") {
                self.component(reference, "parameters");
                (reference.as_str(), None)
            } else {
                self.found.exercise(&rules::PARAMETER);
                if target == Target::Operation && !parameter.contains("in") {
                    self.found.add_missing(&rules::PARAMETER, value.offset(), || {
                        Finding::missing(Code::MISSING, "the parameter", "in")
                    });
                }
                let text = |name: &str| parameter.get(name).and_then(Json::as_str);
                (text("name"), Some(text("in")))
            };
            self.twice(value, "parameter", key.0.is_none() || known.insert(key));
        }
    }

    fn twice(&mut self, value: &Json, what: &str, is_new: bool) {
        self.found.check(&rules::TWICE, is_new, value.offset(), || {
            Finding::new(Code::DUPLICATE, format!("the list has the same {what} twice"))
                .with_help("remove one of the two")
        });
    }

    fn actions(&mut self, holder: &'a Object, name: &str, at: Option<usize>) {
        let components = match name {
            "successActions" | "onSuccess" => "successActions",
            _ => "failureActions",
        };
        let mut known = HashSet::new();
        for value in list(holder, name) {
            let Some(action) = value.as_object() else { continue };
            let key = match action.get("reference") {
                Some(reference) => {
                    self.component(reference, components);
                    (reference.as_str(), true)
                }
                None => {
                    self.action(value, action, at);
                    (action.get("name").and_then(Json::as_str), false)
                }
            };
            self.twice(value, "action", key.0.is_none() || known.insert(key));
        }
    }

    fn action(&mut self, value: &Json, action: &'a Object, at: Option<usize>) {
        self.found.exercise(&rules::ACTION);
        let goes = (action.get("stepId"), action.get("workflowId"));
        let is_goto = action.get("type").and_then(Json::as_str) == Some("goto");
        let problem = match goes {
            (Some(_), Some(_)) => Some("both `stepId` and `workflowId`"),
            (None, None) if is_goto => Some("neither `stepId` nor `workflowId`"),
            _ => None,
        };
        if let Some(problem) = problem {
            let message = format!("the action has {problem}, expected one of them");
            self.remark(&rules::ACTION, value, Code::INVALID_REFERENCE, message, "add `stepId` or `workflowId`");
        }
        if let Some((step, id)) = goes.0.and_then(|step| Some((step, step.as_str()?))) {
            self.found.exercise(&rules::NAMED);
            if !self.steps.contains_key(id) {
                self.unknown(step, "step", id, self.steps.keys().copied());
            }
        }
        goes.1.into_iter().for_each(|value| self.workflow(value));
        self.criteria(action, "criteria", at);
    }

    fn component(&mut self, reference: &Json, kind: &str) {
        self.found.exercise(&rules::REUSABLE);
        let Some(text) = reference.as_str() else { return };
        let Some(read) = expression(self.found, reference, text) else { return };
        let is_there = |kind: &str, name: &str| self.names.components.get(kind).is_some_and(|it| it.contains(name));
        let problem = match &read {
            Expression::Component(found, name) if found == kind && is_there(kind, name) => return,
            Expression::Component(found, _) if found == kind => "it does not exist".to_owned(),
            _ => format!("expected one of `components.{kind}`"),
        };
        let message = format!("{} cannot be used here: {problem}", shortened(text));
        self.remark(&rules::REUSABLE, reference, Code::INVALID_REFERENCE, message, "use an existing component");
    }

    fn criteria(&mut self, holder: &'a Object, name: &str, at: Option<usize>) {
        for value in list(holder, name) {
            let Some(criterion) = value.as_object() else { continue };
            self.found.exercise(&rules::CRITERION);
            self.kind(value, criterion);
            if let Some(context) = criterion.get("context") {
                self.whole(context, at);
            }
            let mut faults = Vec::new();
            let read = Criterion::read(criterion, self.patterns, &mut faults);
            faults.into_iter().for_each(|fault| fault.report(self.found));
            if let (Some(Criterion::Simple(read)), Some(condition)) = (read, criterion.get("condition")) {
                read.each_expression(&mut |expression| self.named(condition, expression, at));
            }
        }
    }

    /// Checks that a criterion with a type has a context, and the version of the type.
    fn kind(&mut self, value: &Json, criterion: &'a Object) {
        const VERSIONS: [(&str, &str); 4] = [
            ("jsonpath", "draft-goessner-dispatch-jsonpath-00"),
            ("xpath", "xpath-10"),
            ("xpath", "xpath-20"),
            ("xpath", "xpath-30"),
        ];
        let Some(kind) = criterion.get("type") else { return };
        if !criterion.contains("context") {
            self.found.add_missing(&rules::CRITERION, value.offset(), || {
                Finding::missing(Code::MISSING, "the criterion with a type", "context")
            });
        }
        let text = |name: &str| kind.get(name).and_then(Json::as_str);
        let is_listed = || text("type").zip(text("version")).is_some_and(|it| VERSIONS.contains(&it));
        self.found.check(&rules::CRITERION, kind.as_str().is_some() || is_listed(), kind.offset(), || {
            Finding::new(Code::INVALID_VALUE, "unknown criterion type").with_help(KIND_HELP)
        });
    }

    /// Checks a value that is one expression.
    fn whole(&mut self, value: &Json, at: Option<usize>) {
        let Some(text) = value.as_str() else { return };
        if let Some(read) = expression(self.found, value, text) {
            self.named(value, &read, at);
        }
    }

    /// Checks a value that may be, or contain, expressions.
    fn any(&mut self, value: &Json, at: Option<usize>) {
        match value.value() {
            Value::String(text) if Expression::is_meant(text) => self.whole(value, at),
            Value::String(text) => {
                self.found.exercise(&rules::NEARLY);
                self.nearly(value, text);
                for inside in Expression::unread(text) {
                    self.nearly(value, inside);
                }
                for inside in Expression::embedded(text) {
                    if let Some(read) = expression(self.found, value, inside) {
                        self.named(value, &read, at);
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.any(item, at)),
            Value::Object(object) => object.iter().for_each(|member| self.any(member.value(), at)),
            _ => {}
        }
    }

    /// Reports a literal that resembles an expression.
    fn nearly(&mut self, value: &Json, text: &str) {
        if let Some(meant) = Expression::meant(text) {
            self.found.add(&rules::NEARLY, value.offset(), || {
                let message = format!("{} is no runtime expression, and is sent as it is", shortened(text));
                // no replacement: only the author knows whether this is an expression
                Finding::new(Code::INVALID_VALUE, message).with_help(format!("did you mean {meant:?}?"))
            });
        }
    }

    /// Checks the names in an expression of the step with this index, or of the workflow.
    fn named(&mut self, value: &Json, expression: &Expression, at: Option<usize>) {
        self.found.exercise(&rules::NAMED);
        self.found.exercise(&rules::NEARLY);
        let written = expression.to_string();
        if let Some(meant) = Expression::meant(&written) {
            self.found.add(&rules::NEARLY, value.offset(), || {
                let message =
                    format!("the pointer in {} names a member with brackets in its name", shortened(&written));
                Finding::new(Code::INVALID_VALUE, message).with_help(format!("did you mean {meant:?}?"))
            });
        }
        let names = self.names;
        match expression {
            Expression::Input(input) => {
                self.found.exercise(&rules::INPUT);
                if let Some(inputs) = self.inputs.filter(|inputs| !inputs.contains(input.name.as_str())) {
                    let near = self.suggestions.closest(&input.name, inputs.iter().copied());
                    let help = match (further(&input.name, inputs), near) {
                        (Some(meant), _) => format!("for a member of the input, write `$inputs.{meant}`"),
                        (None, Some(near)) => format!("did you mean {near:?}?"),
                        (None, None) => "declare it under `inputs`".to_owned(),
                    };
                    let message = format!("the workflow declares no input {}", shortened(&input.name));
                    self.remark(&rules::INPUT, value, Code::INVALID_REFERENCE, message, &help);
                }
            }
            Expression::Step(id, output) => {
                let Some((number, outputs, called)) = self.steps.get(id.as_str()) else {
                    return self.unknown(value, "step", id, self.steps.keys().copied());
                };
                if !outputs.contains(output.name.as_str()) {
                    let (before, name) = (format!("$steps.{id}.outputs."), &output.name);
                    let of_called = called.and_then(|called| names.workflows.get(called));
                    if of_called.is_some_and(|outputs| outputs.contains(name.as_str())) {
                        let help = format!("add the output to the step {id}: `{name}: $outputs.{name}`");
                        return self.unknown_with(value, "output", name, &help);
                    }
                    return self.unknown_output(value, &before, name, outputs);
                }
                self.found.check(&rules::ORDER, at.is_none_or(|at| *number < at), value.offset(), || {
                    let message = format!("the step {} does not come before this one", shortened(id));
                    Finding::new(Code::INVALID_REFERENCE, message).with_help("use an output of an earlier step")
                });
            }
            Expression::Output(output) => {
                let outputs = self.outputs.filter(|outputs| !outputs.is_empty());
                if let Some(outputs) = outputs.filter(|outputs| !outputs.contains(output.name.as_str())) {
                    self.unknown_output(value, "$outputs.", &output.name, outputs);
                }
            }
            Expression::WorkflowInput(id, _) if !names.workflows.contains_key(id.as_str()) => {
                self.unknown(value, "workflow", id, names.workflows.keys().copied());
            }
            Expression::WorkflowOutput(id, output) => match names.workflows.get(id.as_str()) {
                None => self.unknown(value, "workflow", id, names.workflows.keys().copied()),
                Some(outputs) if !outputs.contains(output.name.as_str()) => {
                    let before = format!("$workflows.{id}.outputs.");
                    self.unknown_output(value, &before, &output.name, outputs);
                }
                Some(_) => {}
            },
            Expression::Source(name, _) if !names.sources.contains_key(name.as_str()) => {
                self.unknown(value, "source description", name, names.sources.keys().copied());
            }
            Expression::Component(kind, name)
                if !names.components.get(kind.as_str()).is_some_and(|it| it.contains(name.as_str())) =>
            {
                self.unknown(value, "component", name, std::iter::empty());
            }
            _ => {}
        }
    }
}

/// Corrects a known name with a path into its value: `items#/0/name` for `items[0].name`.
fn further(name: &str, known: &HashSet<&str>) -> Option<String> {
    let starts = |known: &&str| name.strip_prefix(*known).is_some_and(|way| way.starts_with(['.', '[']));
    let known = known.iter().copied().take(MAX_SUGGESTED).filter(starts).max_by_key(|known| known.len())?;
    let way = name.strip_prefix(known).unwrap_or_default();
    Some(format!("{known}#{}", Expression::pointer_of(way)))
}
