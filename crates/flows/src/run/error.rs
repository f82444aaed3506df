//! Errors of runs.

use super::consent::ConsentItem;
use crate::{
    codes,
    openapi::ReferenceError,
    workflow::{ArgumentsError, CompileError},
};
use agent_description::{Code, CodedError, resolve::NetError};

/// The reason why a run failed. Contains no secrets.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The flow cannot run.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The flow needs consent that was not given.
    #[error("this flow needs consent: {}", .items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Confirmation {
        /// The actions that need consent.
        items: Vec<ConsentItem>,
    },
    /// The inputs do not match their schema.
    #[error("{0}")]
    Inputs(String),
    /// A step cannot be sent. A required argument is missing, an argument cannot be sent or would change the path to
    /// another one, or the servers in the document have no usable URL.
    #[error("the step {step:?} cannot be sent: {problem}")]
    Unsendable {
        /// The step.
        step: String,
        /// `invalid-arguments`, `invalid-reference` for a path, or `invalid-url` for a server.
        code: Code,
        /// The problem.
        problem: String,
    },
    /// A request would go to another origin than the operation's server.
    #[error("the step {step:?} would go to {found}, expected {expected}, the origin of its server")]
    Origin {
        /// The step.
        step: String,
        /// The actual origin.
        found: String,
        /// The expected origin.
        expected: String,
    },
    /// A credential does not match its scheme.
    #[error("the credential for the scheme {scheme:?} of {origin} {problem}")]
    Credential {
        /// The scheme.
        scheme: String,
        /// The origin.
        origin: String,
        /// The problem.
        problem: String,
    },
    /// A reference of an OpenAPI document does not resolve.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// The source of a step could not be read.
    #[error("the step {step:?} calls {called:?} of the source {source_name:?}, which {why}")]
    Missing {
        /// The step.
        step: String,
        /// The operation or workflow.
        called: String,
        /// The source.
        source_name: String,
        /// The reason.
        why: String,
    },
    /// No response was received.
    #[error("the step {step:?} {}: {problem}", if *.sent { "was sent and has no response" } else { "was not sent" })]
    Net {
        /// The step.
        step: String,
        /// Whether the request was sent, so that the service may have executed it.
        sent: bool,
        /// The error code of the network.
        code: Code,
        /// The problem.
        problem: String,
    },
    /// The response does not match its headers.
    #[error("the response to the step {step:?} cannot be read: {problem}")]
    Answer {
        /// The step.
        step: String,
        /// The problem.
        problem: String,
    },
    /// A step failed, by its criteria or status.
    #[error("the step {step:?} failed: {problem}")]
    Failed {
        /// The step.
        step: String,
        /// The reason.
        problem: String,
    },
    /// The run exceeded a limit.
    #[error("the run was stopped: {0}")]
    Limit(String),
}

impl From<ArgumentsError> for RunError {
    fn from(error: ArgumentsError) -> Self {
        match error {
            ArgumentsError::Compile(error) => Self::Compile(error),
            error => Self::Inputs(error.to_string()),
        }
    }
}

impl RunError {
    pub(super) fn unsendable(step: &str, code: Code, problem: impl Into<String>) -> Self {
        Self::Unsendable { step: step.to_owned(), code, problem: problem.into() }
    }

    pub(super) fn net(step: &str, error: &NetError) -> Self {
        Self::Net { step: step.to_owned(), sent: !error.is_unsent(), code: error.code(), problem: error.to_string() }
    }

    /// Whether the request of the failed attempt was sent.
    pub(super) fn is_after_sending(&self) -> bool {
        match self {
            Self::Net { sent, .. } => *sent,
            Self::Answer { .. } | Self::Failed { .. } => true,
            _ => false,
        }
    }

    /// Whether the error concerns one attempt, so that the flow decides how to continue.
    pub(super) fn is_of_attempt(&self) -> bool {
        matches!(self, Self::Net { .. } | Self::Answer { .. } | Self::Failed { .. })
    }
}

impl CodedError for RunError {
    fn code(&self) -> Code {
        match self {
            Self::Compile(error) => error.code(),
            Self::Confirmation { .. } => codes::FLOW_CONFIRMATION,
            Self::Inputs(_) => Code::INVALID_ARGUMENTS,
            Self::Origin { .. } => Code::AUTH_ORIGIN,
            Self::Credential { .. } => Code::AUTH_MALFORMED,
            Self::Reference(error) => error.code(),
            Self::Missing { .. } => Code::INVALID_REFERENCE,
            Self::Unsendable { code, .. } | Self::Net { code, .. } => *code,
            Self::Answer { .. } => Code::INVALID_RESULT,
            Self::Failed { .. } => codes::FLOW_FAILED,
            Self::Limit(_) => codes::FLOW_LIMIT,
        }
    }
}
