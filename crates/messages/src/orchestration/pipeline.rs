//! Pipelines: the results of one agent are the parameters of the next.

use super::{Ask, left};
use crate::agent::{AgentCall, CallError, SignedResponse, To};
use agent_description::{
    Code, CodedError, Did,
    diagnostic::shortened,
    json::{Json, Object},
};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;
use tracing::{Instrument, debug_span};

/// Converts the results of the previous stage to parameters.
type Parameters = Arc<dyn Fn(&Json) -> Result<Object, String> + Send + Sync>;

/// A stage of a pipeline.
#[derive(Clone)]
pub struct Stage {
    call: AgentCall,
    parameters: Option<Parameters>,
}

impl Stage {
    /// A stage that calls a capability. By default, its parameters are the results of the previous stage, an object.
    #[must_use]
    pub fn new(to: To, action: impl Into<String>) -> Self {
        Self { call: AgentCall::new(to, action, Object::new()), parameters: None }
    }

    /// Sets the conversion of parameters; its error states what was expected.
    #[must_use]
    pub fn parameters(self, make: impl Fn(&Json) -> Result<Object, String> + Send + Sync + 'static) -> Self {
        Self { parameters: Some(Arc::new(make)), ..self }
    }

    /// Sets the number of retries.
    #[must_use]
    pub fn retries(self, retries: u32) -> Self {
        Self { call: self.call.retries(retries), ..self }
    }

    /// Sets the maximum time of this stage.
    #[must_use]
    pub fn timeout(self, most: Duration) -> Self {
        Self { call: self.call.timeout(most), ..self }
    }

    fn given(&self, brought: &Json) -> Result<Object, String> {
        match &self.parameters {
            Some(make) => make(brought),
            None => brought.as_object().cloned().ok_or_else(|| format!("{}, expected an object", brought.kind())),
        }
    }
}

opaque_debug!(Stage: call.to, call.action);

/// A sequence of stages.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    stages: Vec<Stage>,
}

/// A completed stage.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StageDone {
    /// The capability.
    pub action: String,
    /// The verified signer of the response.
    pub agent: Did,
    /// Number of attempts.
    pub attempts: u32,
    /// Duration.
    pub took: Duration,
}

/// The results of a pipeline.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Piped {
    /// The results of the last stage.
    pub results: Json,
    /// All stages, in order.
    pub done: Vec<StageDone>,
}

impl Pipeline {
    /// Creates a pipeline of these stages.
    #[must_use]
    pub fn new(stages: impl IntoIterator<Item = Stage>) -> Self {
        Self { stages: stages.into_iter().collect() }
    }

    /// Runs all stages within the deadline, the first one with `input`. Each stage gets the remaining time.
    ///
    /// # Errors
    ///
    /// [`PipelineError`]: the failed stage and its error, and the completed stages, whose effects remain.
    pub async fn run(&self, ask: &dyn Ask, input: Json, deadline: Instant) -> Result<Piped, PipelineError> {
        let mut done: Vec<StageDone> = Vec::with_capacity(self.stages.len());
        let mut brought = input;
        for (index, stage) in self.stages.iter().enumerate() {
            let started = Instant::now();
            let span = debug_span!("stage", index);
            match one(stage, ask, &brought, deadline).instrument(span).await {
                Ok(answer) => {
                    done.push(StageDone {
                        action: stage.call.action.clone(),
                        agent: answer.message.signer().clone(),
                        attempts: answer.attempts,
                        took: started.elapsed(),
                    });
                    brought = answer.results;
                }
                Err(fault) => {
                    return Err(PipelineError { stage: index, action: stage.call.action.clone(), done, fault });
                }
            }
        }
        Ok(Piped { results: brought, done })
    }
}

async fn one(stage: &Stage, ask: &dyn Ask, brought: &Json, deadline: Instant) -> Result<SignedResponse, CallError> {
    let parameters = stage.given(brought).map_err(CallError::Parameters)?;
    let left = left(deadline).ok_or(CallError::NoTime)?;
    let mut call = stage.call.clone();
    call.parameters = parameters;
    call.timeout = call.timeout.min(left);
    // an implementation may ignore the time limit
    let asked = tokio::time::timeout_at(deadline, ask.ask(call)).await;
    asked.map_err(|_| CallError::NoTime)?
}

/// A stage failed; later stages did not run.
#[derive(Debug, thiserror::Error)]
#[error("stage {stage} ({}), after {} completed stages: {fault}", shortened(action), done.len())]
#[non_exhaustive]
pub struct PipelineError {
    /// Index of the stage, from 0.
    pub stage: usize,
    /// Capability of the stage.
    pub action: String,
    /// The completed stages.
    pub done: Vec<StageDone>,
    /// The reason.
    pub fault: CallError,
}

impl CodedError for PipelineError {
    fn code(&self) -> Code {
        self.fault.code()
    }
}
