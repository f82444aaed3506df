//! One agent after another: what one brings is what the next is given.

use super::{Ask, PipelineError, StageFault, left};
use crate::agent::{Answer, Call, To};
use agent_description::{
    Did,
    json::{Json, Object},
};
use std::{fmt, sync::Arc, time::Duration};
use tokio::time::Instant;
use tracing::{Instrument, debug_span};

/// Makes the parameters of a stage of what the stage before it brought.
type Parameters = Arc<dyn Fn(&Json) -> Result<Object, String> + Send + Sync>;

/// One stage of a pipeline.
#[derive(Clone)]
pub struct Stage {
    call: Call,
    parameters: Option<Parameters>,
}

impl Stage {
    /// Asks an agent for a capability. What the stage before brings, an object, is its parameters.
    #[must_use]
    pub fn new(to: To, action: impl Into<String>) -> Self {
        Self { call: Call::new(to, action, Object::new()), parameters: None }
    }

    /// Makes the parameters in another way; the error says what was expected.
    #[must_use]
    pub fn parameters(self, make: impl Fn(&Json) -> Result<Object, String> + Send + Sync + 'static) -> Self {
        Self { parameters: Some(Arc::new(make)), ..self }
    }

    /// Tried again so often.
    #[must_use]
    pub fn retries(self, retries: u32) -> Self {
        Self { call: self.call.retries(retries), ..self }
    }

    /// No longer than this, if more is left for all stages.
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

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").field("to", &self.call.to).field("action", &self.call.action).finish_non_exhaustive()
    }
}

/// Stages, one after another.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    stages: Vec<Stage>,
}

/// A stage that was done.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StageDone {
    /// The capability.
    pub action: String,
    /// Who answered, as its signature shows.
    pub agent: Did,
    /// How many times it was asked.
    pub attempts: u32,
    /// How long it took.
    pub took: Duration,
}

/// What a pipeline brought.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Piped {
    /// What the last stage brought.
    pub results: Json,
    /// All stages, in their order.
    pub done: Vec<StageDone>,
}

impl Pipeline {
    /// A pipeline of these stages.
    #[must_use]
    pub fn new(stages: impl IntoIterator<Item = Stage>) -> Self {
        Self { stages: stages.into_iter().collect() }
    }

    /// Runs all stages, the first with `input`, within the deadline. A stage gets what is left.
    ///
    /// # Errors
    /// [`PipelineError`]: the stage that failed and why, and what was done before it: that stays done.
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
                        agent: answer.message().signer().clone(),
                        attempts: answer.attempts(),
                        took: started.elapsed(),
                    });
                    brought = answer.results().clone();
                }
                Err(fault) => {
                    return Err(PipelineError { stage: index, action: stage.call.action.clone(), done, fault });
                }
            }
        }
        Ok(Piped { results: brought, done })
    }
}

async fn one(stage: &Stage, ask: &dyn Ask, brought: &Json, deadline: Instant) -> Result<Answer, StageFault> {
    let parameters = stage.given(brought).map_err(|found| StageFault::Parameters { found })?;
    let left = left(deadline).ok_or(StageFault::NoTime)?;
    let mut call = stage.call.clone();
    call.parameters = parameters;
    call.timeout = call.timeout.min(left);
    // whoever asks may not keep the time
    let asked = tokio::time::timeout_at(deadline, ask.ask(call)).await;
    asked.map_err(|_| StageFault::NoTime)?.map_err(StageFault::Call)
}
