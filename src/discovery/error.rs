//! Why a description at a URL is not verified.

use crate::{
    Code, Fault,
    json::{Position, ReadError},
    proof::VerifyError,
    resolve::NetError,
};

/// Why a description at a URL is not verified: it was not had, it is not JSON, or a check failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It could not be fetched.
    #[error(transparent)]
    Fetch(#[from] NetError),
    /// It is not strict JSON.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A check failed; the evidence says which.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

impl Fault for Error {
    fn code(&self) -> Code {
        match self {
            Self::Fetch(error) => error.code(),
            Self::Read(error) => error.code(),
            Self::Verify(error) => error.code(),
        }
    }

    fn position(&self) -> Option<Position> {
        match self {
            Self::Fetch(_) => None,
            Self::Read(error) => error.position(),
            Self::Verify(error) => error.position(),
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Verify(error) => error.pointer(),
            _ => None,
        }
    }
}
