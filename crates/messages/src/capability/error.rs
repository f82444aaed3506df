//! Why a message does not fit what an agent can do.

use adp_cards::json_schema::Unfit;
use agent_description::{Code, CodedError, diagnostic::Place};

/// Why a message does not fit what an agent can do, or why nobody can check whether it does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CapabilityError {
    /// The agent has no such capability.
    #[error("`payload.action` is {action}, expected a capability of the agent: {}", .known.join(", "))]
    Unknown {
        /// What was asked for, shortened.
        action: String,
        /// Some of what there is, shortened.
        known: Vec<String>,
    },
    /// The parameters do not fit the `inputSchema`.
    #[error("the parameters of {action} do not match its `inputSchema`: {misfit}")]
    Parameters {
        /// The capability, shortened.
        action: String,
        /// What does not fit.
        misfit: Misfit,
    },
    /// What the response brings does not fit the `outputSchema`.
    #[error("the result of {action} does not match its `outputSchema`: {misfit}")]
    Results {
        /// The capability, shortened.
        action: String,
        /// What does not fit.
        misfit: Misfit,
    },
    /// A capability of the card has no name.
    #[error("capability {index} of the card has no `name`")]
    Nameless {
        /// Which one, counted from 0.
        index: usize,
    },
    /// Two capabilities of the card have one name.
    #[error("the card has the capability {name} twice")]
    Twice {
        /// The name, shortened.
        name: String,
    },
    /// The card has too many.
    #[error("the card has {found} capabilities, expected at most {most}")]
    TooMany {
        /// How many.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A schema of the card cannot be used.
    #[error("the `{member}` of {name} cannot be used: {why}")]
    Schema {
        /// The capability, shortened.
        name: String,
        /// Which schema.
        member: &'static str,
        /// Why.
        why: String,
    },
}

/// What a schema does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Misfit {
    /// Where in the message, as a JSON Pointer.
    pub pointer: String,
    /// What was found and what was expected there.
    pub message: String,
}

impl Misfit {
    /// The first mismatch of a value that stands at a place.
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
