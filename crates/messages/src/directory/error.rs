//! Errors of directories.

use agent_description::{Code, CodedError};

/// The reason why a directory failed, or why a card was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct DirectoryError {
    /// The error code.
    pub code: Code,
    /// The message.
    pub message: String,
}

impl DirectoryError {
    pub(super) fn new(code: Code, message: String) -> Self {
        Self { code, message }
    }

    pub(super) fn from_error(error: impl CodedError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl CodedError for DirectoryError {
    fn code(&self) -> Code {
        self.code
    }
}
