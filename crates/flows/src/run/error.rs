//! Why a run ended otherwise than its flow wants.

use super::consent::ConsentItem;
use crate::{
    codes,
    openapi::ReferenceError,
    workflow::{ArgumentsError, CompileError},
};
use agent_description::{Code, CodedError, resolve::NetError};

/// Why a run ended otherwise than its flow wants. The texts hold no secrets.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The flow cannot run at all.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The flow does what needs consent, and nobody has agreed to that.
    #[error("this flow needs consent: {}", .items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Confirmation {
        /// What needs consent.
        items: Vec<ConsentItem>,
    },
    /// What the flow is given does not fit its schema.
    #[error("{0}")]
    Inputs(String),
    /// An operation needs an argument that it is not given, or is given one that cannot be sent.
    #[error("the step {step:?} cannot be sent: {problem}")]
    Argument {
        /// Which step.
        step: String,
        /// What is wrong.
        problem: String,
    },
    /// An argument would make another path of the operation's.
    #[error("the step {step:?} cannot be sent: {problem}")]
    Path {
        /// Which step.
        step: String,
        /// What is wrong.
        problem: String,
    },
    /// No URL can be made of what the document says of its servers.
    #[error("the step {step:?} cannot be sent: {problem}")]
    Server {
        /// Which step.
        step: String,
        /// What is wrong.
        problem: String,
    },
    /// A request would go to another origin than that of the operation's server.
    #[error("the step {step:?} would go to {found}, expected {expected}, the origin of its server")]
    Origin {
        /// Which step.
        step: String,
        /// Where it would go.
        found: String,
        /// Where it should.
        expected: String,
    },
    /// A credential does not fit the scheme that it is for.
    #[error("the credential for the scheme {scheme:?} of {origin} {problem}")]
    Credential {
        /// Which scheme.
        scheme: String,
        /// At which origin.
        origin: String,
        /// What is wrong.
        problem: String,
    },
    /// A reference of an OpenAPI document leads nowhere.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// The source of a step could not be read.
    #[error("the step {step:?} calls {called:?} of the source {source_name:?}, which {why}")]
    Missing {
        /// Which step.
        step: String,
        /// The operation or the workflow.
        called: String,
        /// The source.
        source_name: String,
        /// Why it is not there.
        why: String,
    },
    /// No response came.
    #[error("the step {step:?} {}: {problem}", if *.sent { "was sent and has no response" } else { "was not sent" })]
    Net {
        /// Which step.
        step: String,
        /// Whether the request was sent, so that the service may have acted on it.
        sent: bool,
        /// The code of the network's error.
        code: Code,
        /// What happened.
        problem: String,
    },
    /// An answer came that is not what its headers say.
    #[error("the response to the step {step:?} cannot be read: {problem}")]
    Answer {
        /// Which step.
        step: String,
        /// What is wrong.
        problem: String,
    },
    /// A step did not succeed, by its criteria or the status.
    #[error("the step {step:?} failed: {problem}")]
    Failed {
        /// Which step.
        step: String,
        /// Why.
        problem: String,
    },
    /// The run took longer or did more than it may.
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
    pub(super) fn net(step: &str, error: &NetError) -> Self {
        Self::Net { step: step.to_owned(), sent: !error.is_unsent(), code: error.code(), problem: error.to_string() }
    }

    /// Whether an attempt that ended with it was sent.
    pub(super) fn is_after_sending(&self) -> bool {
        match self {
            Self::Net { sent, .. } => *sent,
            Self::Answer { .. } | Self::Failed { .. } => true,
            _ => false,
        }
    }

    /// Whether it is about one attempt, after which the flow says what follows.
    pub(super) fn is_of_attempt(&self) -> bool {
        matches!(self, Self::Net { .. } | Self::Answer { .. } | Self::Failed { .. })
    }
}

impl CodedError for RunError {
    fn code(&self) -> Code {
        match self {
            Self::Compile(error) => error.code(),
            Self::Confirmation { .. } => codes::FLOW_CONFIRMATION,
            Self::Inputs(_) | Self::Argument { .. } => Code::INVALID_ARGUMENTS,
            Self::Path { .. } => Code::INVALID_REFERENCE,
            Self::Server { .. } => Code::INVALID_URL,
            Self::Origin { .. } => Code::AUTH_ORIGIN,
            Self::Credential { .. } => Code::AUTH_MALFORMED,
            Self::Reference(error) => error.code(),
            Self::Missing { .. } => Code::INVALID_REFERENCE,
            Self::Net { code, .. } => *code,
            Self::Answer { .. } => Code::INVALID_RESULT,
            Self::Failed { .. } => codes::FLOW_FAILED,
            Self::Limit(_) => codes::FLOW_LIMIT,
        }
    }
}
