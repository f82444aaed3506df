//! Errors of conversions.

use adp_tools::Loss;
use agent_description::{
    Code, CodedError, Diagnostic, ReadError, SimpleError,
    description::{ModelError, WriteError},
    format::FormatError,
    json::Place,
};

/// The reason why a document was not converted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The format cannot be converted.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The conversion would lose something.
    #[error("{} would be lost or made up, and {more} more: {}", first.name(), first.reason)]
    Loss {
        /// The first loss.
        first: Loss,
        /// Number of further losses.
        more: usize,
    },
    /// The target format needs an address, but the document has none and the caller gave none.
    #[error(
        "the document has no URL of the agent, which {to} requires; add one, or set it (`--url`, `ConversionOptions::url`)"
    )]
    Nowhere {
        /// The target.
        to: &'static str,
    },
    /// What a document says about authentication cannot be read, and the result would ask for less.
    #[error("{reason}; correct the document first")]
    Security {
        /// The JSON Pointer of the requirement.
        pointer: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The description is invalid.
    #[error("{0}; correct the document first")]
    Description(#[from] ModelError),
    /// The other version of the format cannot represent the description.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The document has too many skills, interfaces, tools or other parts.
    #[error(transparent)]
    Parts(#[from] SimpleError),
    /// The result would exceed the limits of its format.
    #[error("the result cannot be read: {0}")]
    Size(#[from] ReadError),
    /// The result would be invalid.
    #[error("the result is not valid as {to}: {}; correct the document first", error.message)]
    Invalid {
        /// The target.
        to: &'static str,
        /// The error in the result.
        error: Box<Diagnostic>,
    },
}

impl CodedError for ConvertError {
    fn code(&self) -> Code {
        match self {
            Self::Format(error) => error.code(),
            Self::Loss { .. } | Self::Nowhere { .. } => Code::CONVERT_LOSS,
            Self::Security { .. } => Code::INVALID_VALUE,
            Self::Parts(error) => error.code,
            Self::Size(error) => error.code(),
            Self::Description(error) => error.code(),
            Self::Write(error) => error.code(),
            Self::Invalid { error, .. } => error.code,
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Loss { first, .. } => Place::pointing(first.pointer.clone()),
            Self::Security { pointer, .. } => Place::pointing(pointer.clone()),
            Self::Description(error) => error.place(),
            Self::Invalid { error, .. } => error.place(),
            _ => Place::default(),
        }
    }
}
