//! Why a lock file is refused.

use crate::codes;
use agent_description::{
    Code, CodedError, ReadError,
    diagnostic::shortened,
    format::NotOffered,
    json::{Place, Position},
};

/// Why a lock file is not read, written or compared with. Nothing is taken from one that is refused.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// It is no JSON.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is of no lock file's shape.
    #[error("{place}: found {found}, expected {expected}")]
    Malformed {
        /// Where.
        place: Place,
        /// What stands there.
        found: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// A path that could lead out of the lock file's folder, or spells another one's.
    #[error(
        "the path {} may leave the lock file's folder, expected names joined by `/`, without `.` or `..`",
        shortened(.path)
    )]
    Path {
        /// The path.
        path: String,
    },
    /// No files: it would hold of everything.
    #[error("the lock file has no files, expected at least one")]
    Empty,
    /// Two entries of one file.
    #[error("the lock file has two entries of {}; expected one", shortened(.path))]
    Twice {
        /// The file's path.
        path: String,
    },
    /// Two paths that are one file on some systems.
    #[error("{} and {} are one file where upper and lower case are one; rename one of them", shortened(.path), shortened(.twin))]
    Case {
        /// The path.
        path: String,
        /// The other one.
        twin: String,
    },
    /// A file that is not locked.
    #[error("the lock file has no entry for {}; lock it first", shortened(.path))]
    Missing {
        /// The file's path.
        path: String,
    },
    /// The document is as it was locked, but its parts are not those that are listed.
    #[error("the parts of {} in the lock file do not match the locked document; lock it again", shortened(.path))]
    Parts {
        /// The file's path.
        path: String,
    },
    /// The format has no parts that are known.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
}

impl CodedError for LockError {
    fn code(&self) -> Code {
        match self {
            // JSON, but no object
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

    fn position(&self) -> Option<Position> {
        match self {
            Self::Read(error) => error.position(),
            error => error.place().position,
        }
    }
}
