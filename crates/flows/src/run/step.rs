//! Executes a step: builds, sends and evaluates its request, or runs its workflow.

use super::{
    consent,
    error::RunError,
    execution::{Ended, Execution, Frame, Mode, Outcome},
    report::{Done, Outputs, Traced},
    request::{self, Built, content},
    response::{self, retry},
    scope::{Exchange, Ran, RequestArgument, Scope, unmet},
};
use crate::{
    arazzo::{Expression, NamedValue},
    change::is_change,
    cut,
    openapi::Operation,
    workflow::{
        CompileError, CompiledCall, CompiledContent as SourceContent, CompiledStep, CompiledWorkflow, OperationAt,
        Template, WorkflowAt, Workflows, reach,
    },
};
use agent_description::{
    Code, Json, Origin,
    json::{Object, Value, pointer::lookup},
    resolve::{Deadlines, NetError},
};
use std::sync::Arc;
use tokio::time::Instant;

impl<'a> Execution<'a> {
    /// Makes one attempt of a step. `Err` ends the run; errors that the flow can handle are in the outcome.
    pub(super) async fn step(&mut self, frame: &mut Frame<'a>, step: &'a CompiledStep) -> Result<Outcome, RunError> {
        self.spend()?;
        let outcome = match &step.call {
            // boxed, because the state of a request is large and workflows nest
            CompiledCall::Operation(at) => Box::pin(self.call(frame, step, *at)).await,
            CompiledCall::Workflow(at) => Box::pin(self.call_workflow(frame, step, *at)).await,
            CompiledCall::Missing { source, called } => {
                let source = frame.document.sources().get(*source);
                let why = match source.map(|source| &source.content) {
                    Some(SourceContent::Missing(why)) => why.as_str(),
                    _ => "was not read",
                };
                let (id, source) = (step.id.as_str(), source.map_or("", |source| source.name.as_str()));
                let called = called.as_str();
                let message = format!("the step {id:?} calls {called:?} of the source {source:?}, which {why}");
                Err(RunError::new(Code::INVALID_REFERENCE, message))
            }
        }?;
        if outcome.error.is_none() {
            frame.steps.retain(|(id, _)| *id != step.id);
            frame.steps.push((step.id.clone(), outcome.outputs.clone()));
        }
        Ok(outcome)
    }

    async fn call_workflow(
        &mut self,
        frame: &mut Frame<'a>,
        step: &'a CompiledStep,
        at: WorkflowAt,
    ) -> Result<Outcome, RunError> {
        let (other, workflow) = frame.document.at(at)?;
        let scope = frame.scope(None, None);
        let inputs = step.arguments.iter().filter_map(|it| Some((it.name.clone(), scope.fill(&it.value)?)));
        let inputs = Arc::new(Json::from(inputs.collect::<Object>()));
        let absent = absent(step, &scope, frame.workflow.inputs.as_ref());
        self.secrets.add_named(&inputs);
        self.check_limits_and_time()?;
        if !absent.is_empty() && makes_changes(other, workflow)? {
            return Err(without_value(&step.id, "its workflow", &absent));
        }
        for absent in absent {
            self.warn_once(format!("the step {:?} called its workflow without an input: {absent}", step.id.as_str()));
        }
        let number = self.attempts.len();
        self.attempts.push(attempt(frame, step));
        self.last_status = None;
        let ended = self.workflow(other, workflow, Arc::clone(&inputs)).await;
        let called_status = self.last_status;
        let outcome = match ended {
            Ok(Ended { failure: Some(error), .. }) => Outcome::failed(called_status, error),
            Ok(Ended { outputs, failure: None }) => {
                frame.ran.push(Ran { id: workflow.id.clone(), inputs, outputs: outputs.clone() });
                let scope = frame.scope(None, Some(&outputs));
                let scope = Scope { called_status, is_planned: false, ..scope };
                let error = if self.is_planned() { None } else { self.unmet(step, &scope) };
                let (named, absent) = scope.outputs_of(step.outputs.iter().map(|(name, it)| (name, it)));
                self.warn("step", &step.id, &absent);
                let outputs = if step.outputs.is_empty() { outputs } else { named };
                Outcome { exchange: None, called_status, outputs, error }
            }
            Err(error) if error.sent.is_some() => Outcome::failed(called_status, error),
            Err(error) => return Err(error),
        };
        if let Some(attempt) = self.attempts.get_mut(number) {
            attempt.outputs = outcome.outputs.clone();
            attempt.error.clone_from(&outcome.error);
        }
        self.within_limits(outcome)
    }

    async fn call(&mut self, frame: &Frame<'a>, step: &'a CompiledStep, at: OperationAt) -> Result<Outcome, RunError> {
        let operation = frame.document.operation(at).ok_or_else(CompileError::gone)?;
        let mut attempt = attempt(frame, step);
        attempt.operation_id = operation.id().map(str::to_owned);
        let outcome = self.exchange(frame, step, (at, &operation), &mut attempt).await;
        match &outcome {
            Ok(outcome) => {
                let status = outcome.exchange.as_ref().and_then(|it| Some(it.answer.as_ref()?.status));
                // a response that cannot be read is one
                attempt.status = status.or(self.last_status.filter(|_| attempt.sent));
                attempt.unread = attempt.sent && self.last_unread;
                attempt.outputs = outcome.outputs.clone();
                attempt.error.clone_from(&outcome.error);
                if attempt.sent || self.is_planned() {
                    let crossings = self.crossings.crossings_of(step);
                    let new: Vec<_> = crossings.filter(|it| !self.crossed.contains(it)).cloned().collect();
                    self.crossed.extend(new);
                }
            }
            Err(error) => attempt.error = Some(error.clone()),
        }
        self.attempts.push(attempt);
        self.within_limits(outcome?)
    }

    /// Checks the limits after a step, whose error is more informative than the deadline.
    fn within_limits(&self, outcome: Outcome) -> Result<Outcome, RunError> {
        if outcome.error.is_some() { self.check_limits() } else { self.check_limits_and_time() }.map(|()| outcome)
    }

    /// Builds, sends and evaluates a request, and records it in the attempt.
    async fn exchange(
        &mut self,
        frame: &Frame<'a>,
        step: &CompiledStep,
        (at, operation): (OperationAt, &Operation<'_>),
        attempt: &mut Traced,
    ) -> Result<Outcome, RunError> {
        let built = self.build(frame, step, operation, at)?;
        attempt.request = Some(built.exchange.request.clone());
        self.secrets.add_url(&built.exchange.request.url);
        let mut answered = None;
        if !self.is_planned() {
            let answer = self.send(step, operation, &built).await;
            attempt.sent = answer.as_ref().map_or_else(|error| error.sent == Some(true), |_| true);
            answered = match answer {
                Ok(answer) => Some(answer),
                Err(error) if error.sent.is_some() => return Ok(Outcome::failed(None, error)),
                Err(error) => return Err(error),
            };
        }
        let Built { origin, exchange, .. } = built;
        let exchange = Exchange { answer: answered, ..exchange };
        Ok(self.evaluate_criteria(frame, step, operation, &origin, exchange))
    }

    fn build(
        &mut self,
        frame: &Frame<'_>,
        step: &CompiledStep,
        operation: &Operation<'_>,
        at: OperationAt,
    ) -> Result<Built, RunError> {
        let id = step.id.as_str();
        let server = frame.document.server(at);
        let server = server.map_err(|problem| RunError::unsendable(id, Code::INVALID_URL, problem))?;
        let scope = frame.scope(None, None);
        let given = step.arguments.iter().filter_map(|argument| {
            let value = scope.fill(&argument.value)?;
            let is_planned = scope.is_planned && is_open(&argument.value);
            Some(RequestArgument { name: argument.name.to_string(), location: argument.location, value, is_planned })
        });
        let given = given.collect();
        let mut absent = absent(step, &scope, frame.workflow.inputs.as_ref());
        let content = step.body.as_ref().and_then(|body| content(body, &scope, &mut absent));
        if let Some(content) = &content {
            self.secrets.add_named(&content.value);
        }
        self.check_limits_and_time()?;
        if !absent.is_empty() {
            if is_change(operation, step) {
                return Err(without_value(id, "it", &absent));
            }
            self.warn_once(format!("the step {id:?} was sent without a part: {}", absent.join(" and ")));
        }
        let built = request::build(step, operation, &server, given, content, self.credentials, &mut self.secrets)?;
        self.check_limits().map(|()| built)
    }

    async fn send(
        &mut self,
        step: &CompiledStep,
        operation: &Operation<'_>,
        built: &Built,
    ) -> Result<response::Answer, RunError> {
        let id = step.id.as_str();
        let request = built.request(id)?;
        let limits = self.limits;
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.too_late());
        }
        let Mode::Send(fetcher) = &self.mode else { return Err(self.too_late()) };
        let total = limits.timeout.min(left);
        // slightly less than the complete time, so that a connection timeout is not reported as sent
        let connect = (total / 10 * 9).min(Deadlines::default().connect);
        let mut fetcher = fetcher.clone();
        fetcher.deadlines = Deadlines { total, connect };
        (self.last_status, self.last_unread) = (None, false);
        let response = fetcher.send(request).await;
        let status = response.as_ref().ok().map(|response| response.status.as_u16());
        let unread = response.as_ref().is_err_and(NetError::is_answered);
        if is_change(operation, step) && !response.as_ref().is_err_and(NetError::is_unsent) {
            let (method, operation) = (built.exchange.request.method.clone(), consent::name(operation));
            self.done.push(Done { step: step.id.clone(), method, operation, status, unread });
        }
        (self.last_status, self.last_unread) = (status, unread);
        response::read(id, response.map_err(|error| RunError::net(id, &error))?, limits.max_body).await
    }

    /// The first criterion of a step that is false, with its values.
    fn unmet(&self, step: &CompiledStep, scope: &Scope<'_>) -> Option<RunError> {
        match self.first_unmet(&step.id, scope, &step.criteria) {
            Err(error) => Some(error),
            Ok(criterion) => {
                criterion.map(|criterion| RunError::failed(&step.id, &unmet::problem(criterion, scope, &self.secrets)))
            }
        }
    }

    /// Whether the step succeeded, and its outputs.
    fn evaluate_criteria(
        &mut self,
        frame: &Frame<'_>,
        step: &CompiledStep,
        operation: &Operation<'_>,
        origin: &Origin,
        exchange: Exchange,
    ) -> Outcome {
        let is_planned = self.is_planned();
        let (outputs, absent, error) = {
            let scope = frame.scope(Some(&exchange), None);
            let by_status =
                || exchange.answer.as_ref().and_then(|answer| retry::problem(answer, operation, origin, &self.secrets));
            let error = match step.criteria.as_slice() {
                _ if is_planned => None,
                [] => by_status().map(|problem| RunError::failed(&step.id, &problem)),
                _ => self.unmet(step, &scope),
            };
            let named = step.outputs.iter().map(|(name, it)| (name, it)).take_while(|_| error.is_none());
            let (outputs, absent) = scope.outputs_of(named);
            (outputs, absent, error)
        };
        self.warn("step", &step.id, &absent);
        Outcome { exchange: Some(exchange), called_status: None, outputs, error }
    }
}

/// Whether a template has a value that is not known before the run.
fn is_open(template: &Template) -> bool {
    let mut is_open = false;
    template.each_expression(&mut |expression| is_open |= !matches!(expression, Expression::Input(_)));
    is_open
}

/// What is left out of a step's request, because its expression has no value. A declared input that the caller did not
/// give is left out on purpose.
fn absent(step: &CompiledStep, scope: &Scope<'_>, inputs: Option<&Json>) -> Vec<String> {
    let is_left_out = |expression: &Expression| match expression {
        Expression::Input(input) => is_left_out(scope, inputs, input),
        _ => false,
    };
    let mut absent = Vec::new();
    let mut look = |place: &str, template: &Template| {
        template.each_expression(&mut |expression| {
            if scope.value(expression).is_none() && !is_left_out(expression) {
                let told = format!("{expression} in its {place} has no value");
                if !absent.contains(&told) {
                    absent.push(told);
                }
            }
        });
    };
    for argument in &step.arguments {
        look(&format!("parameter {:?}", cut(&argument.name)), &argument.value);
    }
    if let Some(body) = &step.body {
        for value in body.payload.iter().chain(body.replacements.iter().map(|(_, value)| value)) {
            look("payload", value);
        }
    }
    absent
}

/// A change without one of its values is another change.
fn without_value(step: &str, what: &str, absent: &[String]) -> RunError {
    let absent = absent.join(" and ");
    let problem = format!("{what} changes something, and {absent}; give it a value, or remove it from the step");
    RunError::unsendable(step, Code::INVALID_ARGUMENTS, problem)
}

/// Whether a workflow, or one that it can reach, makes changes.
fn makes_changes(document: &Workflows, workflow: &CompiledWorkflow) -> Result<bool, CompileError> {
    let changes = |document: &Workflows, step: &CompiledStep| match step.call {
        CompiledCall::Operation(at) => document.operation(at).is_some_and(|operation| is_change(&operation, step)),
        CompiledCall::Workflow(_) | CompiledCall::Missing { .. } => false,
    };
    let reached = reach(document, workflow)?;
    Ok(reached.into_iter().any(|(document, workflow)| workflow.steps.iter().any(|step| changes(document, step))))
}

/// Maximum number of schemas that are searched for a member.
const MAX_SCHEMAS: usize = 256;

/// Whether the first absent part of an input is a member that the schema of the inputs declares.
fn is_left_out<'a>(scope: &Scope<'_>, inputs: Option<&'a Json>, input: &NamedValue) -> bool {
    let pointer = input.pointer.as_deref().unwrap_or_default();
    let below = pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"));
    let (mut value, mut schema) = (scope.inputs, inputs);
    for name in std::iter::once(input.name.clone()).chain(below) {
        let within = |part: &dyn Fn(&'a Json) -> Option<&'a Json>| {
            let mut left = MAX_SCHEMAS;
            part_of(schema?, inputs?, part, &mut left)
        };
        let part = match value.value() {
            Value::Object(members) => {
                schema = within(&|schema| schema.get("properties")?.get(&name));
                let Some(member) = members.get(&name) else { return schema.is_some() };
                Some(member)
            }
            Value::Array(_) => {
                schema = within(&|schema| schema.get("items"));
                lookup(value, &format!("/{name}"))
            }
            // an expression, whose value is not known before the run
            Value::String(_) => return scope.is_planned,
            _ => None,
        };
        let Some(part) = part else { return false };
        value = part;
    }
    false
}

/// The part that this function finds in a schema, in the one that it refers to, or in its alternatives.
fn part_of<'s>(
    schema: &'s Json,
    root: &'s Json,
    part: &dyn Fn(&'s Json) -> Option<&'s Json>,
    left: &mut usize,
) -> Option<&'s Json> {
    *left = left.checked_sub(1)?;
    if let Some(found) = part(schema) {
        return Some(found);
    }
    let reference = schema.get("$ref").and_then(Json::as_str).and_then(|reference| reference.strip_prefix('#'));
    let referenced = reference.and_then(|pointer| lookup(root, pointer));
    let lists = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|name| schema.get(name)?.as_array());
    referenced.into_iter().chain(lists.flatten()).find_map(|schema| part_of(schema, root, part, left))
}

fn attempt(frame: &Frame<'_>, step: &CompiledStep) -> Traced {
    Traced {
        workflow: frame.workflow.id.clone(),
        step: step.id.clone(),
        operation_id: None,
        request: None,
        sent: false,
        status: None,
        unread: false,
        outputs: Outputs::none(),
        error: None,
    }
}
