//! Why a document is not converted.

use super::Loss;
use agent_description::{
    Code, CodedError, Diagnostic, ReadError,
    description::{ModelError, WriteError},
    format::NotOffered,
    json::Place,
};

/// Why nothing comes out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The format is none that is converted.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
    /// Something would be lost.
    #[error("{} would be lost or made up, and {more} more: {}", first.name(), first.reason)]
    Loss {
        /// The first loss.
        first: Loss,
        /// How many there are beside it.
        more: usize,
    },
    /// Nobody said where the agent is reached, and the format needs an address.
    #[error("the document has no URL of the agent, which {to} requires; add one, or set it (`--url`, `Wishes::url`)")]
    Nowhere {
        /// The target.
        to: &'static str,
    },
    /// The description is not valid.
    #[error("{0}; correct the document first")]
    Description(#[from] ModelError),
    /// What the description says has no place in the other generation of its format.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What would come out is larger or deeper than its format may be.
    #[error("the result cannot be read: {0}")]
    Size(#[from] ReadError),
    /// What would come out is not valid.
    #[error("the result is not valid as {to}: {}; correct the document first", error.message)]
    Invalid {
        /// The target.
        to: &'static str,
        /// Why, in what would come out.
        error: Box<Diagnostic>,
    },
}

impl CodedError for ConvertError {
    fn code(&self) -> Code {
        match self {
            Self::NotOffered(error) => error.code(),
            Self::Loss { .. } | Self::Nowhere { .. } => Code::CONVERT_LOSS,
            Self::Size(error) => error.code(),
            Self::Description(error) => error.code(),
            Self::Write(error) => error.code(),
            Self::Invalid { error, .. } => error.code,
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Loss { first, .. } => Place::pointing(first.pointer.clone()),
            Self::Description(error) => error.place(),
            _ => Place::default(),
        }
    }
}
