//! Errors of the client: why a request was not sent, or got no response.

use super::Reply;
use crate::{
    Code, CodedError,
    auth::AuthError,
    did::{Assurance, Did},
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
    /// The server says that the signer's DID is superseded, and the documents of the DIDs confirm it.
    #[error("{}", superseded(.did, .current, *.assurance))]
    Superseded {
        /// The signer's DID.
        did: Did,
        /// The DID in use, as the documents name it.
        current: Did,
        /// How sure that is.
        assurance: Assurance,
        /// The server's answer.
        reply: Box<Reply>,
    },
    /// The server says that the signer's DID is superseded, and the documents of the DIDs do not confirm it.
    #[error("the server answered that {did} is superseded, which is not confirmed: {reason}; nothing was signed again")]
    SupersededUnconfirmed {
        /// The signer's DID.
        did: Did,
        /// Why not.
        reason: String,
        /// The code of that.
        code: Code,
        /// The server's answer.
        reply: Box<Reply>,
    },
    /// The operating system has no random numbers for a nonce.
    #[error("no random numbers for a nonce: {reason}; nothing was sent")]
    Random {
        /// Why not.
        reason: String,
    },
}

impl ClientError {
    /// The server's answer, where the error is about one.
    #[must_use]
    pub fn reply(&self) -> Option<&Reply> {
        match self {
            Self::Superseded { reply, .. } | Self::SupersededUnconfirmed { reply, .. } => Some(reply),
            _ => None,
        }
    }

    pub(super) fn origin(target: &Target) -> Self {
        Self::Origin { origin: target.origin().to_string() }
    }
}

fn superseded(did: &Did, current: &Did, assurance: Assurance) -> String {
    if assurance.is_signed() {
        return format!("{did} is superseded: {current} succeeds it ({assurance}); sign with a key of that DID");
    }
    format!(
        "{did} is superseded: its host names {current}, but no key of {did} signed that ({assurance}); ask its owner, then sign with a key of \
         that DID"
    )
}

impl CodedError for ClientError {
    fn code(&self) -> Code {
        match self {
            Self::Origin { .. } => Code::AUTH_ORIGIN,
            Self::Header { .. } | Self::Method { .. } | Self::Stream => Code::AUTH_MALFORMED,
            Self::Auth(error) => error.code(),
            Self::Net(error) => error.code(),
            Self::Superseded { .. } => Code::DID_SUPERSEDED,
            Self::SupersededUnconfirmed { code, .. } => *code,
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
