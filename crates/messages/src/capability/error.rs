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
    /// A capability of the card has no name.
    #[error("capability {index} of the card has no `name`")]
    Nameless {
        /// Index of the capability, from 0.
        index: usize,
    },
    /// Two capabilities of the card have the same name.
    #[error("the card has the capability {name} twice")]
    Twice {
        /// The name, shortened.
        name: String,
    },
    /// The card has too many capabilities.
    #[error("the card has {found} capabilities, expected at most {most}")]
    TooMany {
        /// Number of capabilities.
        found: usize,
        /// Maximum number.
        most: usize,
    },
    /// A schema of the card is unusable.
    #[error("the `{member}` of {name} cannot be used: {why}")]
    Schema {
        /// The capability, shortened.
        name: String,
        /// The member with the schema.
        member: &'static str,
        /// The reason.
        why: String,
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
            Self::Nameless { .. } | Self::Twice { .. } | Self::TooMany { .. } | Self::Schema { .. } => {
                Code::INVALID_SCHEMA
            }
        }
    }

    fn place(&self) -> Place {
        self.pointing()
    }
}
