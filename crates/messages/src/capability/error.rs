//! Errors of matching messages with capabilities.

use adp_cards::json_schema::Unfit;
use agent_description::{Code, CodedError, diagnostic::Place};

/// The reason why a message does not match a capability, or why it cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CapabilityError {
    /// The agent has no such capability.
    #[error("`payload.action` is {action}, expected a capability of the agent: {}", .known.join(", "))]
    Unknown {
        /// The requested capability, shortened.
        action: String,
        /// Some of the agent's capabilities, shortened.
        known: Vec<String>,
    },
    /// The parameters do not match the `inputSchema`.
    #[error("the parameters of {action} do not match its `inputSchema`: {misfit}")]
    Parameters {
        /// The capability, shortened.
        action: String,
        /// The mismatch.
        misfit: Misfit,
    },
    /// The results do not match the `outputSchema`.
    #[error("the result of {action} does not match its `outputSchema`: {misfit}")]
    Results {
        /// The capability, shortened.
        action: String,
        /// The mismatch.
        misfit: Misfit,
    },
    /// The card's capabilities cannot be used: no name, one name twice, too many, or an unusable schema.
    #[error("{problem}")]
    Card {
        /// The problem.
        problem: String,
    },
}

/// A mismatch between a value and its schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Misfit {
    /// JSON Pointer in the message.
    pub pointer: String,
    /// The message.
    pub message: String,
}

impl Misfit {
    /// The first mismatch of a value at a location.
    pub(super) fn new(at: &str, unfit: &Unfit) -> Self {
        match unfit.mismatches().first() {
            Some(first) => Self { pointer: format!("{at}{}", first.pointer), message: first.message.clone() },
            None => Self { pointer: at.to_owned(), message: "validation exceeds the work limit".to_owned() },
        }
    }
}

impl CodedError for CapabilityError {
    fn code(&self) -> Code {
        match self {
            Self::Unknown { .. } => Code::INVALID_REFERENCE,
            Self::Parameters { .. } => Code::INVALID_ARGUMENTS,
            Self::Results { .. } => Code::INVALID_RESULT,
            Self::Card { .. } => Code::INVALID_SCHEMA,
        }
    }

    /// The location in the validated message.
    fn place(&self) -> Place {
        match self {
            Self::Unknown { .. } => Place::pointing("/payload/action"),
            Self::Parameters { misfit, .. } | Self::Results { misfit, .. } => Place::pointing(&misfit.pointer),
            Self::Card { .. } => Place::default(),
        }
    }
}
