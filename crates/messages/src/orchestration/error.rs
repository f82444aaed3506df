//! Why a job of several agents was not done.

use super::{Gathered, StageDone};
use crate::{agent::CallError, codes};
use agent_description::{Code, CodedError, diagnostic::shortened};

/// A stage failed; those after it were not asked.
#[derive(Debug, thiserror::Error)]
#[error("stage {stage} ({}), after {} completed stages: {fault}", shortened(action), done.len())]
#[non_exhaustive]
pub struct PipelineError {
    /// Which stage, counted from 0.
    pub stage: usize,
    /// Its capability.
    pub action: String,
    /// The stages that were done.
    pub done: Vec<StageDone>,
    /// Why it failed.
    pub fault: StageFault,
}

/// Why a stage failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StageFault {
    /// What the stage before it brought is not what it takes.
    #[error("its input is {found}")]
    Parameters {
        /// What it is, and what was expected.
        found: String,
    },
    /// The time of the whole job is over.
    #[error("the time limit of the job is exceeded")]
    NoTime,
    /// The agent did not answer, or said that it did not do it.
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

/// Fewer agents answered than are enough.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} of {asked} agents answered, expected {needed}; {} failed, {} were given up", found.answers.len(), found.failed.len(),
    found.given_up.len()
)]
#[non_exhaustive]
pub struct GatherError {
    /// How many answers are enough.
    pub needed: usize,
    /// How many agents were asked.
    pub asked: usize,
    /// What came of it.
    pub found: Gathered,
}

impl CodedError for GatherError {
    fn code(&self) -> Code {
        codes::MESSAGE_QUORUM
    }
}
