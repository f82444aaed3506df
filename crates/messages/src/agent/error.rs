//! Errors of calls.

use crate::{
    MessageError,
    channel::{ChannelError, Refusal},
    codes,
    directory::AgentQuery,
    orchestration::Gathered,
};
use agent_description::{Code, CodedError, SimpleError, diagnostic::shortened};
use std::time::Duration;

/// The reason why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The request cannot be built or signed.
    #[error("{0}")]
    Sign(MessageError),
    /// The channel failed.
    #[error("{0}")]
    Channel(#[from] ChannelError),
    /// The receiver refused the request. Refusals are not signed.
    #[error("{0}")]
    Refused(Refusal),
    /// The response is not accepted, belongs to another request, or is from an agent that was not asked.
    #[error("{0}")]
    Answer(MessageError),
    /// No response within the time limit of the call.
    #[error("no response within {} ms", within.as_millis())]
    Timeout {
        /// The time limit.
        within: Duration,
    },
    /// The agent reported, signed, that the request failed.
    #[error("the agent returned {}{}", shortened(code), after_colon(message))]
    Failed {
        /// The error code in the response.
        code: String,
        /// The message in the response.
        message: String,
    },
    /// The results of the previous stage of a pipeline are not valid parameters: the message.
    #[error("its input is {0}")]
    Parameters(String),
    /// The deadline of the pipeline has passed.
    #[error("the time limit of the job is exceeded")]
    NoTime,
    /// Too few agents answered.
    #[error(
        "{} of {asked} agents answered, expected {needed}; {} failed, {} were given up", found.answers.len(), found.failed.len(),
        found.given_up.len()
    )]
    Quorum {
        /// Required number of answers.
        needed: usize,
        /// Number of agents that were asked.
        asked: usize,
        /// The results.
        found: Box<Gathered>,
    },
    /// The directory failed, so that no agent was chosen.
    #[error("{0}")]
    Directory(MessageError),
    /// No agent of the directory matches.
    #[error("found no agent{of_type} with the capability {capability}")]
    Nobody {
        /// The capability, shortened.
        capability: String,
        /// The type, as text.
        of_type: String,
    },
    /// All matching agents are busy: their number.
    #[error("all {0} suitable agents have reached their limit of concurrent requests of this caller")]
    Busy(usize),
}

/// Formats an optional text after a code: a colon and the text.
fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {}", shortened(words)) }
}

impl From<SimpleError> for CallError {
    fn from(error: SimpleError) -> Self {
        Self::Sign(MessageError::from_error(error))
    }
}

impl CallError {
    /// No agent matches the query.
    pub(crate) fn nobody(wanted: &AgentQuery) -> Self {
        let of_type = wanted.agent_type.as_deref().map(|named| format!(" of type {}", shortened(named)));
        Self::Nobody { capability: shortened(&wanted.capability), of_type: of_type.unwrap_or_default() }
    }

    /// The error of a response that is not accepted.
    pub(super) fn from_answer(error: MessageError) -> Self {
        Self::Answer(MessageError::new(error.code, format!("the response is refused: {error}")))
    }

    /// How long to wait before the same request, signed again, can be accepted.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused(refusal) => refusal.retry_after.map(Duration::from_secs),
            _ => None,
        }
    }

    /// Whether a retry can succeed.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Channel(error) => error.is_passing(),
            Self::Refused(refusal) => refusal.is_passing(),
            // an invalid response proves nothing about the request
            Self::Answer(_) | Self::Timeout { .. } | Self::Busy(_) => true,
            _ => false,
        }
    }
}

impl CodedError for CallError {
    fn code(&self) -> Code {
        match self {
            Self::Sign(error) | Self::Answer(error) | Self::Directory(error) => error.code,
            Self::Channel(error) => error.code(),
            Self::Refused(refusal) => refusal.code(),
            Self::Timeout { .. } | Self::NoTime => codes::MESSAGE_TIMEOUT,
            Self::Quorum { .. } => codes::MESSAGE_QUORUM,
            Self::Parameters(_) => Code::INVALID_ARGUMENTS,
            Self::Failed { .. } => codes::MESSAGE_FAILED,
            Self::Nobody { .. } => Code::NOT_FOUND,
            Self::Busy(_) => codes::MESSAGE_QUEUE_FULL,
        }
    }
}
