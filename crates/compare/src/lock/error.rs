//! Errors of lock files.

use crate::codes;
use agent_description::{Code, CodedError, ReadError, diagnostic::shortened, format::NotOffered, json::Place};

/// The reason why a lock file was not read, written or compared. A refused lock file is not used partially.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct LockError {
    code: Code,
    message: String,
    place: Place,
}

impl LockError {
    pub(super) fn new(code: Code, message: String) -> Self {
        Self { code, message, place: Place::default() }
    }

    /// The structure is not that of a lock file.
    pub(super) fn malformed(place: Place, found: &str, expected: &str) -> Self {
        let message = format!("{place}: found {found}, expected {expected}");
        Self { code: codes::LOCK_MALFORMED, message, place }
    }

    /// The lock file has no entry for a file or server.
    #[must_use]
    pub fn missing(path: &str) -> Self {
        Self::new(Code::NOT_FOUND, format!("the lock file has no entry for {}; lock it first", shortened(path)))
    }
}

impl From<ReadError> for LockError {
    fn from(error: ReadError) -> Self {
        // JSON, but not an object
        let code = if error.code() == Code::DOCUMENT_SHAPE { codes::LOCK_MALFORMED } else { error.code() };
        Self { code, message: error.to_string(), place: error.place() }
    }
}

impl From<NotOffered> for LockError {
    fn from(error: NotOffered) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl CodedError for LockError {
    fn code(&self) -> Code {
        self.code
    }

    fn place(&self) -> Place {
        self.place.clone()
    }
}
