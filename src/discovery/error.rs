//! Errors of fetching and verifying descriptions and listings.

use crate::{
    Code, CodedError, SimpleError, did::DidError, format::FormatError, json::ReadError, jsonld::JsonLdError,
    proof::VerifyError, resolve::NetError,
};

/// Why a description at a URL is not verified, or a listing cannot be read: it could not be fetched, is not JSON, or
/// failed a check.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It could not be fetched.
    #[error(transparent)]
    Fetch(#[from] NetError),
    /// It is not strict JSON.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It has none of the requested formats, or exceeds a limit.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A check failed; see the evidence.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// It is a page of a listing that is not valid JSON-LD with the embedded contexts.
    #[error(transparent)]
    JsonLd(#[from] JsonLdError),
    /// It is not a page of a listing, or has an invalid member.
    #[error(transparent)]
    Page(SimpleError),
    /// The host cannot be an agent's host.
    #[error("{host:?} is not a host that can list agents: {problem}")]
    Host {
        /// The host as supplied.
        host: String,
        /// The problem.
        problem: Box<DidError>,
    },
}

impl CodedError for Error {
    fn code(&self) -> Code {
        match self {
            Self::Fetch(error) => error.code(),
            Self::Read(error) => error.code(),
            Self::Format(error) => error.code(),
            Self::Verify(error) => error.code(),
            Self::JsonLd(error) => error.code(),
            Self::Page(error) => error.code,
            Self::Host { problem, .. } => problem.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Read(error) => Some(error),
            Self::Format(error) => Some(error),
            Self::Verify(error) => Some(error),
            Self::JsonLd(error) => Some(error),
            Self::Page(error) => Some(error),
            Self::Fetch(_) | Self::Host { .. } => None,
        }
    }
}
