//! Errors of lock files.

use crate::codes;
use agent_description::{Code, CodedError, ReadError, diagnostic::shortened, format::NotOffered, json::Place};

/// The reason why a lock file was not read, written or compared. A refused lock file is not used partially.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Invalid JSON.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The structure is not that of a lock file.
    #[error("{place}: found {found}, expected {expected}")]
    Malformed {
        /// The position.
        place: Place,
        /// The value found.
        found: String,
        /// The value expected.
        expected: &'static str,
    },
    /// A path that could leave the lock file's folder, or is another spelling of a file's path.
    #[error(
        "the path {} may leave the lock file's folder, expected names joined by `/`, without `.` or `..`",
        shortened(.path)
    )]
    Path {
        /// The path.
        path: String,
    },
    /// The lock file has no files, so every comparison would succeed.
    #[error("the lock file has no files, expected at least one")]
    Empty,
    /// Two entries for one file.
    #[error("the lock file has two entries of {}; expected one", shortened(.path))]
    Twice {
        /// The file's path.
        path: String,
    },
    /// Two paths that are the same file on some systems.
    #[error("{} and {} are one file where upper and lower case are one; rename one of them", shortened(.path), shortened(.twin))]
    Case {
        /// The path.
        path: String,
        /// The other path.
        twin: String,
    },
    /// The file is not in the lock file.
    #[error("the lock file has no entry for {}; lock it first", shortened(.path))]
    Missing {
        /// The file's path.
        path: String,
    },
    /// The document matches its digest, but the listed parts are not its parts.
    #[error("the parts of {} in the lock file do not match the locked document; lock it again", shortened(.path))]
    Parts {
        /// The file's path.
        path: String,
    },
    /// The format has no defined parts.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
}

impl CodedError for LockError {
    fn code(&self) -> Code {
        match self {
            // JSON, but not an object
            Self::Read(error) if error.code() == Code::DOCUMENT_SHAPE => codes::LOCK_MALFORMED,
            Self::Read(error) => error.code(),
            Self::Malformed { .. } | Self::Empty => codes::LOCK_MALFORMED,
            Self::Path { .. } => Code::INVALID_NAME,
            Self::Twice { .. } | Self::Case { .. } => Code::DUPLICATE,
            Self::Missing { .. } => Code::NOT_FOUND,
            Self::Parts { .. } => Code::CONTRADICTION,
            Self::NotOffered(error) => error.code(),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Malformed { place, .. } => place.clone(),
            Self::Read(error) => error.place(),
            _ => Place::default(),
        }
    }
}
