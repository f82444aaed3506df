//! Errors of the client: why a request was not sent, or got no response.

use crate::{
    Code, CodedError,
    auth::AuthError,
    resolve::{NetError, Target},
};

/// Why a request was not sent, or has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The origin is not one that the caller allowed.
    #[error(
        "{origin} is not an origin that credentials may be sent to, so nothing was sent; allow it if you mean to act there in your own name"
    )]
    Origin {
        /// The origin.
        origin: String,
    },
    /// A header that the client writes itself, or that changes how the message is carried.
    #[error("found the header `{name}`, which the client writes itself; leave it out")]
    Header {
        /// Its name.
        name: String,
    },
    /// A method that is not a request for a resource.
    #[error("found the method {method}, expected a method for the URL itself, such as GET or POST")]
    Method {
        /// The method.
        method: String,
    },
    /// A body that is missing as a whole.
    #[error("found a streaming body, expected bytes: a signature covers the digest of the whole body")]
    Stream,
    /// The request could not be signed.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// The network.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The operating system has no random numbers for a nonce.
    #[error("no random numbers for a nonce: {reason}; nothing was sent")]
    Random {
        /// Why not.
        reason: String,
    },
}

impl ClientError {
    pub(super) fn origin(target: &Target) -> Self {
        Self::Origin { origin: target.origin().to_string() }
    }
}

impl CodedError for ClientError {
    fn code(&self) -> Code {
        match self {
            Self::Origin { .. } => Code::AUTH_ORIGIN,
            Self::Header { .. } | Self::Method { .. } | Self::Stream => Code::AUTH_MALFORMED,
            Self::Auth(error) => error.code(),
            Self::Net(error) => error.code(),
            Self::Random { .. } => Code::IO_READ,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Auth(error) => Some(error),
            Self::Net(error) => Some(error),
            _ => None,
        }
    }
}
