//! Why an agent is not listed, and why nobody can be found.

use crate::{capability::CapabilityError, codes};
#[cfg(feature = "http")]
use agent_description::resolve::NetError;
use agent_description::{Code, CodedError, ReadError};
use std::sync::Arc;

/// Why a card lists nobody.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CardRefusal {
    /// It is too large.
    #[error("the card has {bytes} bytes, expected at most {most}")]
    Size {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// It is no file that can be read.
    #[error("the card cannot be read: {why}")]
    File {
        /// Why.
        why: String,
    },
    /// It is no strict JSON.
    #[error("{0}")]
    Read(ReadError),
    /// It breaks a rule of seed cards.
    #[error("{message}")]
    Rule {
        /// The rule's code.
        code: Code,
        /// What is wrong.
        message: String,
    },
    /// Its agent has no DID, so nobody could tell its messages from others'.
    #[error("`agentInfo.id` is {id}, expected a DID: it signs the agent's messages")]
    NoDid {
        /// What it has, shortened.
        id: String,
    },
    /// Its capabilities cannot be checked by.
    #[error("{0}")]
    Capabilities(CapabilityError),
    /// It is signed, and not by its agent.
    #[error("{0}")]
    Signature(Arc<dyn CodedError>),
    /// It is not available.
    #[cfg(feature = "http")]
    #[error("{0}")]
    Net(NetError),
    /// A registry's entry has neither a card nor a URL of one.
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
            Self::Read(error) => error.code(),
            Self::Rule { code, .. } => *code,
            Self::Capabilities(error) => error.code(),
            Self::Signature(error) => error.code(),
            #[cfg(feature = "http")]
            Self::Net(error) => error.code(),
        }
    }
}

/// Why nobody can be found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// The folder cannot be read.
    #[error("the folder {folder} cannot be read: {why}")]
    Folder {
        /// Its path.
        folder: String,
        /// Why.
        why: String,
    },
    /// The folder has too many files.
    #[error("the folder {folder} has more than {most} files")]
    TooMany {
        /// Its path.
        folder: String,
        /// How many are read.
        most: usize,
    },
    /// The registry does not answer.
    #[cfg(feature = "http")]
    #[error("{0}")]
    Net(NetError),
    /// The registry's answer is none.
    #[error("the registry responds with {found}, expected {expected}")]
    Answer {
        /// What came, shortened.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl CodedError for DirectoryError {
    fn code(&self) -> Code {
        match self {
            Self::Folder { .. } => Code::IO_READ,
            Self::TooMany { .. } | Self::Answer { .. } => codes::MESSAGE_UNREACHABLE,
            #[cfg(feature = "http")]
            Self::Net(error) => error.code(),
        }
    }
}
