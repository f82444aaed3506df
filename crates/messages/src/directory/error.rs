//! Errors of directories.

#[cfg(feature = "http")]
use agent_description::resolve::NetError;
use agent_description::{Code, CodedError};
use std::sync::Arc;

/// The reason why a card was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CardRefusal {
    /// Too large.
    #[error("the card has {bytes} bytes, expected at most {most}")]
    Size {
        /// Size in bytes.
        bytes: usize,
        /// Maximum size in bytes.
        most: usize,
    },
    /// Not a readable file.
    #[error("the card cannot be read: {why}")]
    File {
        /// The reason.
        why: String,
    },
    /// Violates a rule of seed cards.
    #[error("{message}")]
    Rule {
        /// The error code of the rule.
        code: Code,
        /// The message.
        message: String,
    },
    /// The agent has no DID, so its messages could not be verified.
    #[error("`agentInfo.id` is {id}, expected a DID: it signs the agent's messages")]
    NoDid {
        /// Its ID, shortened.
        id: String,
    },
    /// Unavailable, not strict JSON, not signed by its agent, or with unusable capabilities.
    #[error("{0}")]
    Other(Arc<dyn CodedError>),
    /// The registry's entry has neither a card nor a URL of one.
    #[error("the registry's entry has neither `data` nor an https `url`")]
    Nowhere,
}

impl CodedError for CardRefusal {
    fn code(&self) -> Code {
        match self {
            Self::Size { .. } => Code::TOO_LARGE,
            Self::NoDid { .. } => Code::INVALID_VALUE,
            Self::Nowhere => Code::MISSING,
            Self::File { .. } => Code::IO_READ,
            Self::Rule { code, .. } => *code,
            Self::Other(error) => error.code(),
        }
    }
}

impl CardRefusal {
    pub(super) fn other(error: impl CodedError) -> Self {
        Self::Other(Arc::new(error))
    }
}

/// The reason why a directory failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// The folder cannot be read.
    #[error("the folder {folder} cannot be read: {why}")]
    Folder {
        /// Path of the folder.
        folder: String,
        /// The reason.
        why: String,
    },
    /// The folder has too many files.
    #[error("the folder {folder} has more than {most} files")]
    TooMany {
        /// Path of the folder.
        folder: String,
        /// Maximum number of files.
        most: usize,
    },
    /// The registry is unavailable.
    #[cfg(feature = "http")]
    #[error("{0}")]
    Net(NetError),
    /// The registry's response is invalid.
    #[error("the registry responds with {found}, expected {expected}")]
    Answer {
        /// The response, shortened.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
}

impl CodedError for DirectoryError {
    fn code(&self) -> Code {
        match self {
            Self::Folder { .. } => Code::IO_READ,
            Self::TooMany { .. } => Code::TOO_LARGE,
            Self::Answer { .. } => Code::INVALID_RESULT,
            #[cfg(feature = "http")]
            Self::Net(error) => error.code(),
        }
    }
}
