//! The execution of a run: workflows, steps and actions.

use super::{
    error::RunError,
    limits::RunLimits,
    report::{Done, Outputs, RunReport, Teller, Traced},
    response::retry,
    scope::{Exchange, Ran, Room, Scope},
    secrets::{Credentials, Secrets},
};
use crate::{
    arazzo::Expression,
    crossing::Crossings,
    plan::Crossing,
    workflow::{CompiledDestination, CompiledWorkflow, Criterion, What, WorkflowAt, Workflows},
};
use agent_description::{CodedError, Json, json::Text, resolve::Fetcher};
use std::{collections::HashMap, future::Future, pin::Pin, sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};

/// Minimum time for creating the trace, even after the deadline.
const MIN_TELLING_TIME: Duration = Duration::from_secs(5);

/// Maximum number of warnings.
const MAX_WARNINGS: usize = 100;

/// Whether requests are sent.
pub(super) enum Mode {
    Send(Fetcher),
    Plan,
}

/// The end of a workflow, which has outputs even after a failure (Arazzo 1.0.1, section 4.6.8).
pub(super) struct Ended {
    pub(super) outputs: Outputs,
    /// The failed step's error.
    pub(super) failure: Option<RunError>,
}

/// The result of a step.
pub(super) struct Outcome {
    pub(super) exchange: Option<Exchange>,
    /// For a step that calls a workflow: status of the last response in it.
    pub(super) called_status: Option<u16>,
    pub(super) outputs: Outputs,
    pub(super) error: Option<RunError>,
}

impl Outcome {
    /// The result of a step without a response.
    pub(super) fn failed(called_status: Option<u16>, error: RunError) -> Self {
        Self { exchange: None, called_status, outputs: Outputs::none(), error: Some(error) }
    }
}

/// A run.
pub(super) struct Execution<'a> {
    pub(super) credentials: &'a Credentials,
    pub(super) limits: RunLimits,
    pub(super) mode: Mode,
    pub(super) deadline: Instant,
    pub(super) left: usize,
    pub(super) depth: usize,
    pub(super) secrets: Secrets,
    /// All attempts of steps, unmodified, because secrets may become known later.
    pub(super) attempts: Vec<Traced>,
    pub(super) done: Vec<Done>,
    /// The possible crossings between origins, by step.
    pub(super) crossings: Crossings,
    /// The crossings that happened, or would happen in a dry run.
    pub(super) crossed: Vec<Crossing>,
    /// Status of the last response.
    pub(super) last_status: Option<u16>,
    /// Whether that response was not read.
    pub(super) last_unread: bool,
    /// Outputs without a value.
    pub(super) warnings: Vec<String>,
    room: Arc<Room>,
}

/// The state of a running workflow.
pub(super) struct Frame<'a> {
    pub(super) document: &'a Workflows,
    pub(super) workflow: &'a CompiledWorkflow,
    /// Shared with the workflows that actions go to.
    pub(super) inputs: Arc<Json>,
    pub(super) steps: Vec<(Text, Outputs)>,
    pub(super) ran: Vec<Ran>,
    is_planned: bool,
    room: Arc<Room>,
    deadline: Instant,
}

impl<'a> Execution<'a> {
    pub(super) fn new(credentials: &'a Credentials, limits: RunLimits, mode: Mode, crossings: Crossings) -> Self {
        Self {
            credentials,
            mode,
            deadline: Instant::now() + limits.deadline,
            left: limits.max_steps,
            depth: 0,
            secrets: credentials.secrets(),
            attempts: Vec::new(),
            done: Vec::new(),
            crossings,
            crossed: Vec::new(),
            last_status: None,
            last_unread: false,
            warnings: Vec::new(),
            room: Arc::new(Room::new(&limits)),
            limits,
        }
    }

    /// Runs a workflow and returns the report.
    pub(super) async fn report(
        mut self,
        document: &'a Workflows,
        workflow: &'a CompiledWorkflow,
        inputs: Json,
    ) -> RunReport {
        self.secrets.add_named(&inputs);
        let ended = self.workflow(document, workflow, Arc::new(inputs)).await;
        let Self { secrets, attempts, done, crossed, warnings, deadline, .. } = self;
        let mut teller = Teller::new(&secrets, deadline.max(Instant::now() + MIN_TELLING_TIME));
        let steps = attempts.into_iter().map(|attempt| teller.attempt(attempt)).collect();
        let (outputs, error) = match ended {
            Ok(Ended { outputs, failure }) => (outputs, failure),
            Err(error) => (Outputs::default(), Some(error)),
        };
        let error = error.map(|error| error.masked(&secrets));
        let mask = |it: Crossing| Crossing { url: secrets.mask_url(&it.url), ..it };
        let crossings = crossed.into_iter().map(mask).collect();
        let warnings = warnings.into_iter().map(|warning| secrets.mask_message(warning)).collect();
        RunReport { ok: error.is_none(), outputs, steps, done, crossings, warnings, error }
    }

    /// Records outputs without a value, by name.
    pub(super) fn warn(&mut self, of: &str, id: &str, absent: &[(&Text, &Expression)]) {
        if self.check_limits_and_time().is_err() {
            // they were not evaluated
            return;
        }
        for (name, expression) in absent {
            let written = expression.to_string();
            let meant = Expression::meant(&written).map(|meant| format!("; did you mean {meant:?}?"));
            let meant = meant.unwrap_or_default();
            let name = name.as_str();
            self.warn_once(format!("the {of} {id:?} has no value for its output {name:?}: {written}{meant}"));
        }
    }

    pub(super) fn warn_once(&mut self, warning: String) {
        if self.warnings.len() < MAX_WARNINGS && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    pub(super) fn is_planned(&self) -> bool {
        matches!(self.mode, Mode::Plan)
    }

    /// Runs a workflow. Boxed, because workflows call workflows, up to [`RunLimits::MAX_DEPTH`].
    pub(super) fn workflow<'r>(
        &'r mut self,
        document: &'a Workflows,
        workflow: &'a CompiledWorkflow,
        inputs: Arc<Json>,
    ) -> Pin<Box<dyn Future<Output = Result<Ended, RunError>> + Send + 'r>>
    where
        'a: 'r,
    {
        Box::pin(async move {
            if self.depth >= RunLimits::MAX_DEPTH {
                let most = RunLimits::MAX_DEPTH;
                return Err(RunError::limit(format!("calls of workflows are nested more than {most} levels deep")));
            }
            if self.depth > 0 && !self.is_planned() {
                takes(workflow, &inputs)?;
            }
            self.depth += 1;
            let ended = Box::pin(self.frame(document, workflow, inputs)).await;
            self.depth -= 1;
            ended
        })
    }

    async fn frame(
        &mut self,
        document: &'a Workflows,
        workflow: &'a CompiledWorkflow,
        inputs: Arc<Json>,
    ) -> Result<Ended, RunError> {
        let mut frame = Frame {
            document,
            workflow,
            inputs,
            steps: Vec::new(),
            ran: Vec::new(),
            is_planned: self.is_planned(),
            room: Arc::clone(&self.room),
            deadline: self.deadline,
        };
        for at in &workflow.depends_on {
            self.run_first(&mut frame, *at).await?;
        }
        let (mut at, mut failure) = (0, None);
        let mut repeated: HashMap<(usize, usize), u32> = HashMap::new();
        while let Some(step) = workflow.steps.get(at) {
            let outcome = Box::pin(self.step(&mut frame, step)).await?;
            let action = self.action(&frame, at, &outcome, &mut repeated)?;
            if outcome.error.is_none() {
                repeated.retain(|(step, _), _| *step != at);
            }
            match action {
                None if outcome.error.is_none() => at += 1,
                Some(What::End) => {
                    failure = outcome.error;
                    break;
                }
                None => match outcome.error {
                    None => break,
                    Some(error) => return Err(error),
                },
                Some(What::Goto(CompiledDestination::Step(next))) => at = next,
                Some(What::Goto(CompiledDestination::Workflow(to))) => {
                    self.spend()?;
                    let (other, workflow) = document.at(to)?;
                    return self.workflow(other, workflow, Arc::clone(&frame.inputs)).await;
                }
                Some(What::Retry { after, first, .. }) => {
                    let headers = outcome.exchange.as_ref().and_then(|it| Some(&it.answer.as_ref()?.headers));
                    let wait = retry::wait(after, headers);
                    let left = self.deadline.saturating_duration_since(Instant::now());
                    if wait >= left {
                        // do not wait beyond the deadline
                        return Err(outcome.error.unwrap_or_else(|| self.too_late()));
                    }
                    sleep(wait).await;
                    match first {
                        Some(CompiledDestination::Step(number)) => {
                            if let Some(step) = workflow.steps.get(number)
                                && let Some(error) = Box::pin(self.step(&mut frame, step)).await?.error
                            {
                                return Err(error);
                            }
                        }
                        Some(CompiledDestination::Workflow(to)) => self.run_first(&mut frame, to).await?,
                        None => {}
                    }
                }
            }
        }
        let scope = frame.scope(None, None);
        let (outputs, absent) = scope.outputs_of_template(&workflow.outputs);
        if failure.is_none() {
            self.warn("workflow", &workflow.id, &absent);
        }
        self.check_limits_and_time().map(|()| Ended { outputs, failure })
    }

    /// Runs another workflow with the same inputs, and returns to this one.
    async fn run_first(&mut self, frame: &mut Frame<'a>, at: WorkflowAt) -> Result<(), RunError> {
        self.spend()?;
        let (other, first) = frame.document.at(at)?;
        let Ended { outputs, failure } = self.workflow(other, first, Arc::clone(&frame.inputs)).await?;
        if let Some(error) = failure {
            return Err(error);
        }
        frame.ran.push(Ran { id: first.id.clone(), inputs: Arc::clone(&frame.inputs), outputs });
        Ok(())
    }

    /// The first action after a step whose criteria are true.
    fn action(
        &self,
        frame: &Frame<'_>,
        at: usize,
        outcome: &Outcome,
        repeated: &mut HashMap<(usize, usize), u32>,
    ) -> Result<Option<What>, RunError> {
        let Some(step) = frame.workflow.steps.get(at).filter(|_| !frame.is_planned) else { return Ok(None) };
        let actions = if outcome.error.is_none() { &step.on_success } else { &step.on_failure };
        let called_status = outcome.called_status;
        let scope = Scope { called_status, ..frame.scope(outcome.exchange.as_ref(), None) };
        for (number, action) in actions.iter().enumerate() {
            if outcome.error.is_some() && self.check_time().is_err() {
                // the step's error is more informative than the deadline
                return Ok(None);
            }
            if self.first_unmet(&step.id, &scope, &action.criteria)?.is_some() {
                continue;
            }
            if let What::Retry { limit, .. } = action.what {
                let count = repeated.entry((at, number)).or_default();
                if *count >= limit {
                    continue;
                }
                *count += 1;
            }
            return Ok(Some(action.what));
        }
        Ok(None)
    }

    /// The first criterion that is false. Checks the deadline before and after each one.
    pub(super) fn first_unmet<'c>(
        &self,
        step: &str,
        scope: &Scope<'_>,
        criteria: &'c [Criterion],
    ) -> Result<Option<&'c Criterion>, RunError> {
        for criterion in criteria {
            self.check_time()?;
            let holds = scope.holds(criterion);
            self.check_time()?;
            if !holds.map_err(|problem| RunError::failed(step, &problem))? {
                return Ok(Some(criterion));
            }
        }
        Ok(None)
    }

    pub(super) fn too_late(&self) -> RunError {
        RunError::limit(format!("it took longer than {} s", self.limits.deadline.as_secs_f64()))
    }

    /// Checks the memory limit, and the limit of secrets that can be redacted.
    pub(super) fn check_limits(&self) -> Result<(), RunError> {
        if !self.room.is_left_to_keep() {
            let most = self.limits.kept();
            return Err(RunError::limit(format!("its values take more than {most} bytes")));
        }
        if !self.room.is_left() {
            let most = self.limits.written();
            return Err(RunError::limit(format!("its outputs take more than {most} bytes when serialized")));
        }
        if self.secrets.are_too_many() {
            return Err(RunError::limit("it has too many credentials to redact them in its trace"));
        }
        Ok(())
    }

    /// Like [`Self::check_limits`], and checks the deadline.
    pub(super) fn check_limits_and_time(&self) -> Result<(), RunError> {
        self.check_limits().and_then(|()| self.check_time())
    }

    fn check_time(&self) -> Result<(), RunError> {
        if Instant::now() >= self.deadline { Err(self.too_late()) } else { Ok(()) }
    }

    /// Counts a step or the start of a workflow, and checks the deadline.
    pub(super) fn spend(&mut self) -> Result<(), RunError> {
        let most = self.limits.max_steps;
        let left = self.left.checked_sub(1);
        self.left = left.ok_or_else(|| RunError::limit(format!("it took more than {most} steps")))?;
        self.check_time()
    }
}

/// Whether a workflow accepts these inputs. Planned values are not known yet.
fn takes(workflow: &CompiledWorkflow, inputs: &Json) -> Result<(), RunError> {
    let taken = workflow.checker()?.check(inputs);
    taken.map_err(|error| RunError::new(error.code(), format!("the workflow {:?}: {error}", workflow.id)))
}

impl<'a> Frame<'a> {
    pub(super) fn scope<'s>(&'s self, exchange: Option<&'s Exchange>, outputs: Option<&'s Outputs>) -> Scope<'s> {
        Scope {
            inputs: &self.inputs,
            steps: &self.steps,
            exchange,
            outputs,
            called_status: None,
            ran: &self.ran,
            sources: self.document.sources(),
            is_planned: self.is_planned,
            room: &self.room,
            deadline: self.deadline,
        }
    }
}
