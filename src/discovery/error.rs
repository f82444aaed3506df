//! Why a description or a listing at a URL is of no use.

use super::PageError;
use crate::{
    Code, CodedError, did::DidError, format::FormatError, json::ReadError, proof::VerifyError, resolve::NetError,
};

/// Why a description at a URL is not verified, or a listing not read: it was not had, it is not JSON, or a check failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It could not be fetched.
    #[error(transparent)]
    Fetch(#[from] NetError),
    /// It is not strict JSON.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is of none of the formats asked for, or exceeds the limits of one.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A check failed; the evidence says which.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// It is not a page of a listing.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The host is none that agents live on.
    #[error("{host:?} is not a host that can list agents: {problem}")]
    Host {
        /// The host, as it was given.
        host: String,
        /// What is wrong with it.
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
            Self::Page(error) => error.code(),
            Self::Host { problem, .. } => problem.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Read(error) => Some(error),
            Self::Format(error) => Some(error),
            Self::Verify(error) => Some(error),
            Self::Page(error) => Some(error),
            Self::Fetch(_) | Self::Host { .. } => None,
        }
    }
}
