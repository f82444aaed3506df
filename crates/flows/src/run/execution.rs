//! One run: workflows, their steps in order, and what follows each.

use super::{
    answer, consent,
    error::RunError,
    limits::RunLimits,
    report::{Attempt, Done, Report, Told},
    request::{self, Built, Content, Given},
    retry,
    runner::Runner,
    scope::{Exchange, Ran, Scope},
    secrets::Secrets,
    server::Server,
};
use crate::{
    openapi::Operation,
    workflow::{
        Action, Body, Call, Content as SourceContent, Destination, Inputs, OperationAt, Step, What, Workflow,
        WorkflowAt, Workflows,
    },
};
use agent_description::{
    Json,
    json::{Object, Text, Value},
    resolve::{Deadlines, Fetcher},
};
use std::{collections::HashMap, future::Future, pin::Pin};
use tokio::time::{Instant, sleep};

/// Whether requests are sent.
pub(super) enum Mode {
    Send(Fetcher),
    Plan,
}

/// How a workflow ended: with outputs, or as failed by its own will.
type Ended = Result<Json, RunError>;

/// What a step came to.
struct Outcome {
    exchange: Option<Exchange>,
    /// Of a step that calls a workflow: the status of the last answer there.
    called_status: Option<u16>,
    outputs: Object,
    error: Option<RunError>,
}

/// What follows a step.
enum Next {
    Step(usize),
    Workflow(WorkflowAt),
    Again { after: f64, first: Option<Destination> },
    End,
    Fail,
}

/// A run.
pub(super) struct Execution<'a> {
    runner: &'a Runner,
    mode: Mode,
    deadline: Instant,
    left: usize,
    depth: usize,
    secrets: Secrets,
    attempts: Vec<Attempt>,
    done: Vec<Done>,
    /// The status of the last answer.
    last_status: Option<u16>,
    /// What checks the arguments of workflows that were called, by where they stand in memory.
    inputs: HashMap<usize, Inputs>,
}

/// A workflow while it runs.
struct Frame<'a> {
    document: &'a Workflows,
    workflow: &'a Workflow,
    inputs: Json,
    steps: Vec<(Text, Object)>,
    ran: Vec<Ran>,
}

impl<'a> Execution<'a> {
    pub fn new(runner: &'a Runner, mode: Mode) -> Self {
        let RunLimits { deadline, max_steps, .. } = runner.limits;
        Self {
            runner,
            mode,
            deadline: Instant::now() + deadline,
            left: max_steps,
            depth: 0,
            secrets: runner.credentials.secrets(),
            attempts: Vec::new(),
            done: Vec::new(),
            last_status: None,
            inputs: HashMap::new(),
        }
    }

    /// Runs a workflow, and tells what was done.
    pub async fn report(mut self, document: &'a Workflows, workflow: &'a Workflow, inputs: Json) -> Report {
        self.secrets.add_named(&inputs);
        let ended = self.workflow(document, workflow, inputs).await;
        let Self { secrets, attempts, done, .. } = self;
        let steps = attempts.iter().map(|attempt| attempt.told(&secrets)).collect();
        let (outputs, error) = match ended {
            Ok(outputs) => (outputs, None),
            Err(error) => (Value::Null.into(), Some(Told::of(&error, &secrets))),
        };
        Report { ok: error.is_none(), outputs, steps, done, error }
    }

    fn is_planned(&self) -> bool {
        matches!(self.mode, Mode::Plan)
    }

    /// Runs a workflow; boxed, as workflows call workflows, no deeper than [`RunLimits::DEEPEST`].
    fn workflow<'r>(
        &'r mut self,
        document: &'a Workflows,
        workflow: &'a Workflow,
        inputs: Json,
    ) -> Pin<Box<dyn Future<Output = Ended> + Send + 'r>>
    where
        'a: 'r,
    {
        Box::pin(async move {
            if self.depth >= RunLimits::DEEPEST {
                return Err(RunError::Limit(format!("workflows call workflows more than {} deep", RunLimits::DEEPEST)));
            }
            if self.depth > 0 && !self.is_planned() {
                self.takes(workflow, &inputs)?;
            }
            self.depth += 1;
            let ended = Box::pin(self.frame(document, workflow, inputs)).await;
            self.depth -= 1;
            ended
        })
    }

    /// Whether a workflow that another one comes to takes what it is given. Of a plan's values nobody knows yet what they will be.
    fn takes(&mut self, workflow: &Workflow, inputs: &Json) -> Result<(), RunError> {
        use std::collections::hash_map::Entry;
        let check = match self.inputs.entry(std::ptr::from_ref(workflow).addr()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(Inputs::of(workflow)?),
        };
        let id = &workflow.id;
        check.check(inputs).map_err(|error| RunError::Inputs(format!("the workflow {id:?}: {error}")))
    }

    async fn frame(&mut self, document: &'a Workflows, workflow: &'a Workflow, inputs: Json) -> Ended {
        let mut frame = Frame { document, workflow, inputs, steps: Vec::new(), ran: Vec::new() };
        for at in &workflow.depends_on {
            let (other, first) = document.at(*at)?;
            let outputs = self.workflow(other, first, frame.inputs.clone()).await?;
            frame.ran.push(Ran { id: first.id.clone(), inputs: frame.inputs.clone(), outputs });
        }
        let mut at = 0;
        let mut repeated: HashMap<(usize, usize), u32> = HashMap::new();
        while let Some(step) = workflow.steps.get(at) {
            let outcome = Box::pin(self.step(&mut frame, step)).await?;
            let next = self.next(&frame, at, &outcome, &mut repeated)?;
            if outcome.error.is_none() {
                repeated.retain(|(step, _), _| *step != at);
            }
            match next {
                Next::Step(next) => at = next,
                Next::End => match outcome.error {
                    None => break,
                    Some(error) => return Err(error),
                },
                Next::Fail => {
                    let failed =
                        || RunError::Failed { step: step.id.to_string(), problem: "it did not succeed".to_owned() };
                    return Err(outcome.error.unwrap_or_else(failed));
                }
                Next::Workflow(to) => {
                    let (other, workflow) = document.at(to)?;
                    return self.workflow(other, workflow, frame.inputs.clone()).await;
                }
                Next::Again { after, first } => {
                    let headers = outcome.exchange.as_ref().and_then(|it| Some(&it.answer.as_ref()?.headers));
                    let wait = retry::wait(after, headers);
                    let left = self.deadline.saturating_duration_since(Instant::now());
                    if wait >= left {
                        // what cannot be waited for is not begun
                        return Err(outcome.error.unwrap_or_else(|| self.too_late()));
                    }
                    sleep(wait).await;
                    match first {
                        Some(Destination::Step(number)) => {
                            if let Some(step) = workflow.steps.get(number)
                                && let Some(error) = Box::pin(self.step(&mut frame, step)).await?.error
                            {
                                return Err(error);
                            }
                        }
                        Some(Destination::Workflow(to)) => {
                            let (other, first) = document.at(to)?;
                            let outputs = self.workflow(other, first, frame.inputs.clone()).await?;
                            frame.ran.push(Ran { id: first.id.clone(), inputs: frame.inputs.clone(), outputs });
                        }
                        None => {}
                    }
                }
            }
        }
        let scope = frame.scope(None, None, self.is_planned());
        Ok(scope.fill(&workflow.outputs).unwrap_or_else(|| Value::Null.into()))
    }

    /// What follows a step: of its actions the first whose criteria hold.
    fn next(
        &self,
        frame: &Frame<'_>,
        at: usize,
        outcome: &Outcome,
        repeated: &mut HashMap<(usize, usize), u32>,
    ) -> Result<Next, RunError> {
        let usual = if outcome.error.is_none() { Next::Step(at + 1) } else { Next::Fail };
        let Some(step) = frame.workflow.steps.get(at) else { return Ok(Next::End) };
        if self.is_planned() {
            return Ok(usual);
        }
        let actions = if outcome.error.is_none() { &step.on_success } else { &step.on_failure };
        let called_status = outcome.called_status;
        let scope = Scope { called_status, ..frame.scope(outcome.exchange.as_ref(), None, false) };
        for (number, action) in actions.iter().enumerate() {
            let Action { what, criteria, .. } = action;
            let holds = scope.all_hold(criteria);
            if !holds.map_err(|problem| RunError::Failed { step: step.id.to_string(), problem })? {
                continue;
            }
            return Ok(match *what {
                What::End => Next::End,
                What::Goto(Destination::Step(to)) => Next::Step(to),
                What::Goto(Destination::Workflow(to)) => Next::Workflow(to),
                What::Retry { after, limit, first } => {
                    let count = repeated.entry((at, number)).or_default();
                    if *count >= limit {
                        continue;
                    }
                    *count += 1;
                    Next::Again { after, first }
                }
            });
        }
        Ok(usual)
    }

    fn too_late(&self) -> RunError {
        RunError::Limit(format!("it took longer than {} s", self.runner.limits.deadline.as_secs_f64()))
    }

    /// Counts a step, and looks at the clock.
    fn spend(&mut self) -> Result<(), RunError> {
        let most = self.runner.limits.max_steps;
        self.left =
            self.left.checked_sub(1).ok_or_else(|| RunError::Limit(format!("it took more than {most} steps")))?;
        if Instant::now() >= self.deadline { Err(self.too_late()) } else { Ok(()) }
    }

    /// One attempt of a step. An error ends the run; what the flow can answer stands in the outcome.
    async fn step(&mut self, frame: &mut Frame<'a>, step: &'a Step) -> Result<Outcome, RunError> {
        self.spend()?;
        let outcome = match &step.call {
            // a request's state is large, and workflows nest
            Call::Operation(at) => Box::pin(self.call(frame, step, *at)).await,
            Call::Workflow(at) => Box::pin(self.call_workflow(frame, step, *at)).await,
            Call::Missing { source, called } => {
                let source = frame.document.sources().get(*source);
                let why = match source.map(|source| &source.content) {
                    Some(SourceContent::Missing(why)) => why.clone(),
                    _ => "was not read".to_owned(),
                };
                Err(RunError::Missing {
                    step: step.id.to_string(),
                    called: called.to_string(),
                    source_name: source.map(|source| source.name.to_string()).unwrap_or_default(),
                    why,
                })
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
        step: &'a Step,
        at: WorkflowAt,
    ) -> Result<Outcome, RunError> {
        let (other, workflow) = frame.document.at(at)?;
        let is_planned = self.is_planned();
        let scope = frame.scope(None, None, is_planned);
        let inputs = step.arguments.iter().filter_map(|it| Some((it.name.clone(), scope.fill(&it.value)?)));
        let inputs = Json::from(inputs.collect::<Object>());
        self.secrets.add_named(&inputs);
        let number = self.attempts.len();
        self.attempts.push(attempt(frame, step));
        self.last_status = None;
        let ended = self.workflow(other, workflow, inputs.clone()).await;
        let called_status = self.last_status;
        let outcome = match ended {
            Ok(outputs) => {
                frame.ran.push(Ran { id: workflow.id.clone(), inputs, outputs: outputs.clone() });
                let scope = Scope { called_status, ..frame.scope(None, Some(&outputs), false) };
                let holds = if is_planned { Ok(true) } else { scope.all_hold(&step.criteria) };
                let named = step.outputs.iter().filter_map(|(name, it)| Some((name.clone(), scope.value(it)?)));
                let mut named: Object = named.collect();
                if step.outputs.is_empty() {
                    named = outputs.as_object().cloned().unwrap_or_default();
                }
                let error = judged(step, holds, None);
                Outcome { exchange: None, called_status, outputs: named, error }
            }
            Err(error) if error.is_of_attempt() => {
                Outcome { exchange: None, called_status, outputs: Object::new(), error: Some(error) }
            }
            Err(error) => return Err(error),
        };
        if let Some(attempt) = self.attempts.get_mut(number) {
            attempt.outputs = outcome.outputs.clone();
            attempt.error.clone_from(&outcome.error);
        }
        Ok(outcome)
    }

    async fn call(&mut self, frame: &Frame<'a>, step: &'a Step, at: OperationAt) -> Result<Outcome, RunError> {
        let gone = || RunError::Compile(crate::workflow::CompileError::Gone);
        let operation = frame.document.operation(at).ok_or_else(gone)?;
        let mut attempt = attempt(frame, step);
        attempt.operation_id = operation.id().map(str::to_owned);
        let built = match self.build(frame, step, &operation, at) {
            Ok(built) => built,
            Err(error) => {
                attempt.error = Some(error.clone());
                self.attempts.push(attempt);
                return Err(error);
            }
        };
        attempt.request = Some(built.shown.clone());
        self.secrets.add_url(&built.shown.url);
        let exchange = Exchange {
            // what the user's credentials add to the query is no value of the flow's
            url: built.shown.url.clone(),
            method: built.shown.method.clone(),
            given: built.given.clone(),
            body: built.content.clone(),
            answer: None,
        };
        let sent = if self.is_planned() {
            Ok(exchange)
        } else {
            self.send(step, &operation, &built).await.map(|answer| Exchange { answer: Some(answer), ..exchange })
        };
        let outcome = match sent {
            Ok(exchange) => self.judge(frame, step, &operation, &built, exchange),
            Err(error) if error.is_of_attempt() => {
                Outcome { exchange: None, called_status: None, outputs: Object::new(), error: Some(error) }
            }
            Err(error) => {
                attempt.error = Some(error.clone());
                self.attempts.push(attempt);
                return Err(error);
            }
        };
        attempt.status = outcome.exchange.as_ref().and_then(|it| Some(it.answer.as_ref()?.status));
        attempt.outputs = outcome.outputs.clone();
        attempt.error.clone_from(&outcome.error);
        self.attempts.push(attempt);
        Ok(outcome)
    }

    fn build(
        &mut self,
        frame: &Frame<'_>,
        step: &Step,
        operation: &Operation<'_>,
        at: OperationAt,
    ) -> Result<Built, RunError> {
        let id = step.id.as_str();
        let base = frame.document.sources().get(at.source).and_then(|source| source.base.as_deref());
        let server = Server::of(id, operation, base)?;
        let is_planned = self.is_planned();
        let scope = frame.scope(None, None, is_planned);
        let given = step.arguments.iter().filter_map(|argument| {
            let value = scope.fill(&argument.value)?;
            Some(Given { name: argument.name.to_string(), location: argument.location, value })
        });
        let given = given.collect();
        let content = step.body.as_ref().and_then(|body| content(body, &scope));
        if let Some(content) = &content {
            self.secrets.add_named(&content.value);
        }
        request::build(id, operation, &server, given, content, &self.runner.credentials, &mut self.secrets)
    }

    async fn send(
        &mut self,
        step: &Step,
        operation: &Operation<'_>,
        built: &Built,
    ) -> Result<answer::Answer, RunError> {
        let id = step.id.as_str();
        let request = built.request(id)?;
        let limits = self.runner.limits;
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.too_late());
        }
        let Mode::Send(fetcher) = &self.mode else { return Err(self.too_late()) };
        let total = limits.timeout.min(left);
        let fetcher = fetcher.clone().deadlines(Deadlines { total, connect: total.min(Deadlines::default().connect) });
        let number = self.done.len();
        if consent::changes(operation) {
            let (method, operation) = (built.shown.method.clone(), consent::name(operation));
            self.done.push(Done { step: step.id.clone(), method, operation, status: None });
        }
        self.last_status = None;
        let response = fetcher.send(request).await.map_err(|error| RunError::net(id, &error))?;
        self.last_status = Some(response.status().as_u16());
        if let Some(done) = self.done.get_mut(number) {
            done.status = Some(response.status().as_u16());
        }
        answer::read(id, response, limits.max_body).await
    }

    /// Whether the step succeeded, and what it gives.
    fn judge(
        &self,
        frame: &Frame<'_>,
        step: &Step,
        operation: &Operation<'_>,
        built: &Built,
        exchange: Exchange,
    ) -> Outcome {
        let is_planned = self.is_planned();
        let (outputs, error) = {
            let scope = frame.scope(Some(&exchange), None, is_planned);
            let problem = exchange.answer.as_ref().and_then(|answer| retry::problem(answer, operation, built));
            let holds = if is_planned || step.criteria.is_empty() { Ok(true) } else { scope.all_hold(&step.criteria) };
            let by_status = problem.filter(|_| step.criteria.is_empty());
            let error = judged(step, holds, by_status);
            let outputs = step.outputs.iter().filter_map(|(name, it)| Some((name.clone(), scope.value(it)?)));
            (if error.is_none() { outputs.collect() } else { Object::new() }, error)
        };
        Outcome { exchange: Some(exchange), called_status: None, outputs, error }
    }
}

/// Why a step failed, if it did.
fn judged(step: &Step, holds: Result<bool, String>, by_status: Option<String>) -> Option<RunError> {
    let problem = match holds {
        Err(problem) => problem,
        Ok(false) => "its success criteria do not hold".to_owned(),
        Ok(true) => by_status?,
    };
    Some(RunError::Failed { step: step.id.to_string(), problem })
}

fn attempt(frame: &Frame<'_>, step: &Step) -> Attempt {
    Attempt {
        workflow: frame.workflow.id.clone(),
        step: step.id.clone(),
        operation_id: None,
        request: None,
        status: None,
        outputs: Object::new(),
        error: None,
    }
}

/// The body of a step; none where nothing of it is there.
fn content(body: &Body, scope: &Scope<'_>) -> Option<Content> {
    let mut value = body.payload.as_ref().and_then(|payload| scope.fill(payload));
    for (pointer, replacement) in &body.replacements {
        if let Some(replacement) = scope.fill(replacement) {
            let whole = value.get_or_insert_with(|| Object::new().into());
            replace(whole, pointer, replacement);
        }
    }
    let content_type = body.content_type.as_ref().map(Text::to_string);
    value.map(|value| Content { content_type, value, is_planned: scope.is_planned })
}

/// Puts a value where a pointer leads, added where nothing stood; nowhere where the way to it is not there.
fn replace(whole: &mut Json, pointer: &str, value: Json) {
    let Some((way, last)) = pointer.rsplit_once('/') else {
        *whole = value;
        return;
    };
    let plain = |token: &str| token.replace("~1", "/").replace("~0", "~");
    let mut place = whole;
    for token in way.split('/').skip(1) {
        let next = if place.as_array().is_some() {
            token.parse::<usize>().ok().and_then(|index| place.as_array_mut()?.get_mut(index))
        } else {
            place.as_object_mut().and_then(|object| object.get_mut(&plain(token)))
        };
        let Some(next) = next else { return };
        place = next;
    }
    if let Some(items) = place.as_array_mut() {
        match last.parse::<usize>() {
            Ok(index) if index < items.len() => {
                if let Some(item) = items.get_mut(index) {
                    *item = value;
                }
            }
            Ok(index) if index == items.len() => items.push(value),
            _ if last == "-" => items.push(value),
            _ => {}
        }
    } else if let Some(object) = place.as_object_mut() {
        object.insert(plain(last), value);
    }
}

impl<'a> Frame<'a> {
    fn scope<'s>(&'s self, exchange: Option<&'s Exchange>, outputs: Option<&'s Json>, is_planned: bool) -> Scope<'s> {
        Scope {
            inputs: &self.inputs,
            steps: &self.steps,
            exchange,
            outputs,
            called_status: None,
            ran: &self.ran,
            sources: self.document.sources(),
            is_planned,
        }
    }
}
