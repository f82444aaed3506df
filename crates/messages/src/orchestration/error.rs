//! Errors of orchestration.

use super::{Gathered, StageDone};
use crate::{agent::CallError, codes};
use agent_description::{Code, CodedError, diagnostic::shortened};

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
    pub fault: StageFault,
}

/// The reason why a stage failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StageFault {
    /// The results of the previous stage are not valid parameters.
    #[error("its input is {found}")]
    Parameters {
        /// The message.
        found: String,
    },
    /// The deadline of the pipeline has passed.
    #[error("the time limit of the job is exceeded")]
    NoTime,
    /// The call failed.
    #[error("{0}")]
    Call(CallError),
}

impl CodedError for PipelineError {
    fn code(&self) -> Code {
        match &self.fault {
            StageFault::Parameters { .. } => Code::INVALID_ARGUMENTS,
            StageFault::NoTime => codes::MESSAGE_TIMEOUT,
            StageFault::Call(error) => error.code(),
        }
    }
}

/// Too few agents answered.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} of {asked} agents answered, expected {needed}; {} failed, {} were given up", found.answers.len(), found.failed.len(),
    found.given_up.len()
)]
#[non_exhaustive]
pub struct GatherError {
    /// Required number of answers.
    pub needed: usize,
    /// Number of agents that were asked.
    pub asked: usize,
    /// The results.
    pub found: Gathered,
}

impl CodedError for GatherError {
    fn code(&self) -> Code {
        codes::MESSAGE_QUORUM
    }
}
