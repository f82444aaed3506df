//! Why the index did not do what it should.

use crate::{codes, search::QueryError};
use agent_description::{Code, CodedError};
use std::path::PathBuf;

/// Why an index cannot be opened, written or read. The store still has all entries.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// A folder holds other things than an index.
    #[error("{folder} contains other files; pass an empty or a new folder", folder = .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
    },
    /// A link stands where the index has its own folder or file: whoever may change it would say what is written and emptied.
    #[error("{path} is a symbolic link; pass the target folder", path = .path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// Another process writes this index.
    #[error("another process uses the index in {folder}; stop it, or use separate folders", folder = .folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// Reading or writing files failed.
    #[error("the index could not be {done}: {source}; check the disk, then rebuild the index")]
    Engine {
        /// What was to be done with it: `opened`, `written`, `read`.
        done: &'static str,
        /// What failed.
        source: tantivy::TantivyError,
    },
    /// A folder could not be used.
    #[error("{folder} could not be used for the index: {source}", folder = .folder.display())]
    Io {
        /// The folder.
        folder: PathBuf,
        /// What failed.
        source: std::io::Error,
    },
}

impl IndexError {
    /// An error of the engine, by what was to be done.
    pub(super) fn from_engine(done: &'static str) -> impl Fn(tantivy::TantivyError) -> Self + Copy {
        move |source| Self::Engine { done, source }
    }
}

impl CodedError for IndexError {
    fn code(&self) -> Code {
        codes::REGISTRY_STORE
    }
}

/// Why there is no answer to a search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The search is refused.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl From<tantivy::TantivyError> for SearchError {
    fn from(source: tantivy::TantivyError) -> Self {
        Self::Index(IndexError::Engine { done: "read", source })
    }
}

impl CodedError for SearchError {
    fn code(&self) -> Code {
        match self {
            Self::Query(error) => error.code(),
            Self::Index(error) => error.code(),
        }
    }
}
