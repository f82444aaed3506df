//! Errors of reading a folder or changing a site.

use crate::{CatalogStep, PublishError, PublishFault, SourceFolder, catalog::DID_PATH};
use adp_catalogs::codes::CATALOG_DID_PLACE;
use agent_description::{
    Code, CodedError, Did, ReadError, TextError,
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
    /// A folder, or a file in it, cannot be used as it is found.
    #[error("{message}")]
    Refused {
        /// The error code.
        code: Code,
        /// What was found, and where.
        message: String,
        /// The next step, if the message does not contain it.
        help: Option<&'static str>,
    },
    /// One of the two folders contains the other.
    #[error("{0}")]
    Overlap(&'static str),
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
    /// Files that prevent publishing.
    #[error("{} of the files cannot be published", .0.len())]
    Files(Vec<PublishError>),
    /// The catalogs cannot be written: the site's host has a port.
    #[error("catalog identifiers cannot contain a port, but the host of the site is {0}")]
    CatalogPort(String),
    /// The signer of the catalogs is not on the site's host.
    #[error("found {found}, expected {expected}, the site's own did:web DID")]
    CatalogSigner {
        /// The signer's DID.
        found: Did,
        /// The host of the site.
        expected: String,
    },
    /// The DID document of the catalogs' signer and another one have the same URL.
    #[error("the DID documents of {did}, which signs the catalog, and of {other} have the same path /{DID_PATH}")]
    CatalogDidPlace {
        /// The signer's DID.
        did: Did,
        /// The DID of the other document.
        other: String,
    },
    /// The generated document of the signer's DID lists the key with another ID.
    #[error("the generated document of {0} lists the key as #key-1")]
    CatalogKeyId(Did),
    /// The published catalog is signed, and this run has no key to sign it.
    #[error("the catalog at /{0} is signed, and this run would write it without a signature")]
    CatalogUnsigned(&'static str),
    /// A path cannot be converted to an identifier of a catalog.
    #[error("{0}")]
    CatalogIdentifier(#[from] TextError),
    /// A catalog cannot be built, signed or verified.
    #[error("{error}")]
    Catalog {
        /// The failed operation.
        step: CatalogStep,
        /// The error.
        error: Box<dyn CodedError>,
    },
}

impl FolderError {
    pub(crate) fn io(action: &'static str, path: &Path, error: impl Into<io::Error>) -> Self {
        Self::Io { action, path: path.to_owned(), error: error.into() }
    }

    pub(super) fn refused(code: Code, message: String, help: Option<&'static str>) -> Self {
        Self::Refused { code, message, help }
    }

    /// The error for the publisher's folder, or a file in it, that cannot be published.
    pub(super) fn source(path: &Path, problem: &str, help: Option<&'static str>) -> Self {
        Self::refused(Code::IO_READ, format!("{} {problem}", path.display()), help)
    }

    /// The error for a file of the publisher's folder that cannot be opened or read.
    pub(crate) fn reading(folder: &SourceFolder, path: &str, error: io::Error) -> Self {
        Self::io("read", &folder.place(path), error)
    }

    /// The next step, if the message does not contain it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Refused { help, .. } => *help,
            Self::EarlierTwin(_) => {
                Some("publish once without the new file, which removes the old one; then publish with it")
            }
            Self::ManifestJson(_) | Self::Manifest(_) => Some("if it is damaged, remove it; up-to-date files are kept"),
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
            Self::Io { .. } | Self::Overlap(_) => Code::IO_READ,
            Self::Refused { code, .. } => *code,
            Self::HandleInUse { .. } => Code::MISSING,
            Self::Manifest(_) => Code::DOCUMENT_SHAPE,
            Self::Files(errors) => errors.first().map_or(Code::DOCUMENT_SHAPE, CodedError::code),
            Self::EarlierTwin(fault) | Self::Path(fault) => fault.code(),
            Self::ManifestJson(error) => error.code(),
            Self::CatalogPort(_)
            | Self::CatalogSigner { .. }
            | Self::CatalogKeyId(_)
            | Self::CatalogUnsigned(_)
            | Self::CatalogIdentifier(_) => Code::IO_READ,
            Self::CatalogDidPlace { .. } => CATALOG_DID_PLACE,
            Self::Catalog { error, .. } => error.code(),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::ManifestJson(error) => error.place(),
            Self::Catalog { error, .. } => error.place(),
            _ => Place::default(),
        }
    }
}
