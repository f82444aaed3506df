//! Errors of the search index.

use crate::{codes, search::QueryError};
use agent_description::{Code, CodedError};
use std::path::PathBuf;

/// The reason why an index cannot be opened, written or searched. The store still has all entries.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The folder contains other files.
    #[error("{folder} contains other files; pass an empty or a new folder", folder = .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
    },
    /// The index folder or one of its files is a symbolic link. Anyone who can change it could redirect writes and
    /// deletions.
    #[error("{path} is a symbolic link; pass the target folder", path = .path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// Another process uses this index.
    #[error("another process uses the index in {folder}; stop it, or use separate folders", folder = .folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// Reading or writing files failed.
    #[error("the index could not be {done}: {source}; check the disk, then rebuild the index")]
    Engine {
        /// The operation: `opened`, `written`, `read`.
        done: &'static str,
        /// The error.
        source: tantivy::TantivyError,
    },
    /// A folder cannot be used.
    #[error("{folder} could not be used for the index: {source}", folder = .folder.display())]
    Io {
        /// The folder.
        folder: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// The thread that wrote the index ended unexpectedly.
    #[error("the index was not written: {0}")]
    Ended(String),
    /// The search was refused.
    #[error(transparent)]
    Query(#[from] QueryError),
}

impl IndexError {
    /// An error of the engine during an operation.
    pub(super) fn from_engine(done: &'static str) -> impl Fn(tantivy::TantivyError) -> Self + Copy {
        move |source| Self::Engine { done, source }
    }
}

impl CodedError for IndexError {
    fn code(&self) -> Code {
        match self {
            Self::Query(error) => error.code(),
            _ => codes::REGISTRY_STORE,
        }
    }
}

impl From<tantivy::TantivyError> for IndexError {
    fn from(source: tantivy::TantivyError) -> Self {
        Self::Engine { done: "read", source }
    }
}
