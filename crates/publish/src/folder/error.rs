//! Errors of reading a folder or changing a site.

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

/// Why a folder cannot be published.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file or folder cannot be read or written.
    #[error("cannot {action} {}: {error}", .path.display())]
    Io {
        /// The operation: `read`, `write`, `copy` or `remove`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The publisher's folder is not a folder, or contains a file that cannot be published.
    #[error("{} {problem}", .path.display())]
    Source {
        /// The folder, or the file in it.
        path: PathBuf,
        /// The problem.
        problem: String,
        /// How to fix it.
        help: Option<&'static str>,
    },
    /// One of the two folders contains the other.
    #[error("{0}")]
    Overlap(&'static str),
    /// Another process is publishing to the site's folder.
    #[error("another process is publishing to {}; wait until it ends", .0.display())]
    Locked(PathBuf),
    /// A path of the site is not a file, or not a folder.
    #[error("{} is {what}, but the site needs the path {path}; move it away", .found.display())]
    InTheWay {
        /// Its path on the disk.
        found: PathBuf,
        /// Its kind.
        what: &'static str,
        /// The path in the site.
        path: String,
    },
    /// A file of another origin has a path of the site.
    #[error("{} was not made by an earlier run, and is not {what}", .path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// The refused operation.
        what: &'static str,
    },
    /// A published Handle is no longer in the publisher's folder, and is not revoked.
    #[error(
        "{handle} is published in {}, but this run does not publish it. A Handle cannot be removed: pass it again, or put its \
         document into the folder; to revoke the Handle, set \"status\": \"revoked\" and \"binding_generation\": \"{next}\"",
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
    /// A file of an earlier run differs from a new one only in case or Unicode form.
    #[error(transparent)]
    EarlierTwin(PublishFault),
    /// Two paths of the site conflict.
    #[error(transparent)]
    Path(#[from] PublishFault),
    /// The manifest of the site is not strict JSON.
    #[error(transparent)]
    ManifestJson(#[from] ReadError),
    /// This version cannot read the manifest of the site.
    #[error("this version cannot read the manifest of the site: {0}")]
    Manifest(String),
    /// The new manifest would exceed the size limit of manifests.
    #[error("the paths of the files take more than {} MiB; publish them as several sites", .0 >> 20)]
    TooManyPaths(usize),
    /// A file of the publisher's changed between its check and its copy.
    #[error("{} was changed while it was being published; run it again", .0.display())]
    Changed(PathBuf),
    /// The site has an unsigned file: it comes from a preview.
    #[error("{0} has not been signed")]
    Unsigned(String),
    /// A step failed.
    #[error("{failed}")]
    Undone {
        /// Why the step failed.
        failed: Box<FolderError>,
        /// Why not all previous steps could be undone; `None` if the site is unchanged.
        left: Option<io::Error>,
    },
    /// Files that prevent publishing.
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

    /// The error for a file of the publisher's folder that cannot be opened or read.
    pub(crate) fn reading(folder: &SourceFolder, path: &str, error: io::Error) -> Self {
        Self::io("read", &folder.place(path), error)
    }

    /// The next step, if the message does not contain it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Source { help, .. } => *help,
            Self::InTheWay { .. } => Some("no earlier run wrote this file; move it away"),
            Self::NotOurs { .. } => Some("move it away, or publish into another folder"),
            Self::EarlierTwin(_) => {
                Some("publish once without the new file, which removes the old one; then publish with it")
            }
            Self::ManifestJson(_) | Self::Manifest(_) => Some("if it is damaged, remove it; up-to-date files are kept"),
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
