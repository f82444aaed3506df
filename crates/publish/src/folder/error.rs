//! Why a folder is not read or a site not changed.

use crate::{CatalogError, PublishError, PublishFault, SourceFolder};
use agent_description::{
    Code, CodedError, ReadError,
    handle::{BindingGeneration, Handle},
    json::Place,
};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a folder is not published.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {error}", .path.display())]
    Io {
        /// What was tried: `read`, `write`, `copy` or `remove`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The publisher's folder is no folder, or something in it cannot be published.
    #[error("{} {problem}", .path.display())]
    Source {
        /// The folder, or what is in it.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
        /// What to do about it.
        help: Option<&'static str>,
    },
    /// One of the two folders contains the other.
    #[error("{0}")]
    Overlap(&'static str),
    /// Another run is at work in the site's folder.
    #[error("found another run that publishes into {}, expected none", .0.display())]
    Locked(PathBuf),
    /// Something that is no file, or no folder, is where the site needs one.
    #[error("{} is {what}, where the site needs {path}", .found.display())]
    InTheWay {
        /// Where it is.
        found: PathBuf,
        /// What it is.
        what: &'static str,
        /// The path in the site.
        path: String,
    },
    /// A file of others is where the site needs one of its own.
    #[error("{} was not made by an earlier run, and is not {what}", .path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What is not done with it.
        what: &'static str,
    },
    /// A published Handle is no longer in the publisher's folder, and it is not revoked.
    #[error(
        "{handle} is published in {}, and the folder has no document of it; a Handle is never removed: put the document back, with \
         \"status\": \"revoked\" and \"binding_generation\": \"{next}\" to give it up",
        .path.display()
    )]
    HandleInUse {
        /// The published document.
        path: PathBuf,
        /// The Handle.
        handle: Handle,
        /// The generation after the published one.
        next: BindingGeneration,
    },
    /// A file of an earlier run differs from a new one in case or Unicode form alone.
    #[error(transparent)]
    EarlierTwin(PublishFault),
    /// Two paths of the site are in each other's way.
    #[error(transparent)]
    Path(#[from] PublishFault),
    /// The manifest of the site is not strict JSON.
    #[error(transparent)]
    ManifestJson(#[from] ReadError),
    /// The manifest of the site is not one that this version reads.
    #[error("the manifest of the site is not one that this version reads: {0}")]
    Manifest(String),
    /// The new manifest would be larger than the next run reads.
    #[error("the paths of the files take more than {} MiB; publish them as several sites", .0 >> 20)]
    TooManyPaths(usize),
    /// A file of the publisher's changed between its check and its copy.
    #[error("{} was changed while it was being published; run it again", .0.display())]
    Changed(PathBuf),
    /// The site has a file that is yet to be signed: it comes from a preview.
    #[error("{0} has not been signed")]
    Unsigned(String),
    /// A step failed.
    #[error("{failed}")]
    Undone {
        /// Why the step failed.
        failed: Box<FolderError>,
        /// Why not all of the steps before it could be undone; `None` if the site is as it was.
        left: Option<io::Error>,
    },
    /// Files that keep the folder from being published.
    #[error("{} of the files cannot be published", .0.len())]
    Files(Vec<PublishError>),
    /// The catalogs cannot be written.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

impl FolderError {
    pub(crate) fn io(action: &'static str, path: &Path, error: impl Into<io::Error>) -> Self {
        Self::Io { action, path: path.to_owned(), error: error.into() }
    }

    pub(super) fn source(path: &Path, problem: impl Into<String>, help: Option<&'static str>) -> Self {
        Self::Source { path: path.to_owned(), problem: problem.into(), help }
    }

    /// Of a file of the publisher's folder that is not opened or read.
    pub(crate) fn reading(folder: &SourceFolder, path: &str, error: io::Error) -> Self {
        Self::io("read", &folder.place(path), error)
    }

    /// A next step, where the message does not say it all.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Source { help, .. } => *help,
            Self::InTheWay { .. } => Some("no earlier run made it; move it away"),
            Self::NotOurs { .. } => Some("move it away, or publish into another folder"),
            Self::EarlierTwin(_) => {
                Some("publish once without the new file, so that the old one is removed; then with it")
            }
            Self::ManifestJson(_) | Self::Manifest(_) => {
                Some("if it is damaged, remove it: files that are up to date are adopted")
            }
            Self::Changed(_) | Self::Undone { left: None, .. } => Some("nothing was changed"),
            _ => None,
        }
    }
}

impl From<Vec<PublishError>> for FolderError {
    fn from(errors: Vec<PublishError>) -> Self {
        Self::Files(errors)
    }
}

impl CodedError for FolderError {
    fn code(&self) -> Code {
        match self {
            Self::Io { .. } | Self::Source { .. } | Self::Overlap(_) | Self::Changed(_) | Self::Unsigned(_) => {
                Code::IO_READ
            }
            Self::Locked(_) | Self::InTheWay { .. } | Self::NotOurs { .. } => Code::IO_EXISTS,
            Self::HandleInUse { .. } => Code::MISSING,
            Self::Manifest(_) => Code::DOCUMENT_SHAPE,
            Self::TooManyPaths(_) => Code::JSON_SIZE,
            Self::Undone { failed, .. } => failed.code(),
            Self::Files(errors) => errors.first().map_or(Code::DOCUMENT_SHAPE, CodedError::code),
            Self::EarlierTwin(fault) | Self::Path(fault) => fault.code(),
            Self::ManifestJson(error) => error.code(),
            Self::Catalog(error) => error.code(),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::ManifestJson(error) => error.place(),
            _ => Place::default(),
        }
    }
}
