//! Errors of the client: why a request was not sent, or got no response.

use crate::{AuthError, Reply};
use adp_did::{Assurance, Did};
use adp_fetch::{NetError, Target};
use adp_json::{Code, CodedError, SimpleError};

/// Why a request was not sent, or has no response.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The caller did not allow the origin.
    #[error("credentials may not be sent to {origin}, so nothing was sent; allow this origin if you trust it")]
    Origin {
        /// The origin.
        origin: String,
    },
    /// The header is reserved for the client, or changes the framing of the message.
    #[error("found the header `{name}`, which the client sets itself; omit it")]
    Header {
        /// Its name.
        name: String,
    },
    /// The method is not supported, for example `CONNECT`.
    #[error("found the method {method}, expected a method for the URL itself, such as GET or POST")]
    Method {
        /// The method.
        method: String,
    },
    /// The body is a stream; a signature needs all of its bytes.
    #[error("found a streaming body, expected bytes: the signature covers a digest of the complete body")]
    Stream,
    /// The request could not be signed.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// A network error.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The server answers that the signer's DID is superseded, and the DIDs' documents confirm it.
    #[error("{}", superseded(.did, .current, *.assurance))]
    Superseded {
        /// The signer's DID.
        did: Did,
        /// The current DID in the documents.
        current: Did,
        /// The assurance of the transition.
        assurance: Assurance,
        /// The server's response.
        reply: Box<Reply>,
    },
    /// The server answers that the signer's DID is superseded, but the DIDs' documents do not confirm it.
    #[error("the server answered that {did} is superseded, which is not confirmed: {reason}; nothing was signed again")]
    SupersededUnconfirmed {
        /// The signer's DID.
        did: Did,
        /// The reason.
        reason: String,
        /// The code of the reason.
        code: Code,
        /// The server's response.
        reply: Box<Reply>,
    },
    /// The operating system provides no random numbers for a nonce.
    #[error("{0}; nothing was sent")]
    Random(SimpleError),
}

impl ClientError {
    /// The server's response, if the error is about one.
    #[must_use]
    pub fn reply(&self) -> Option<&Reply> {
        match self {
            Self::Superseded { reply, .. } | Self::SupersededUnconfirmed { reply, .. } => Some(reply),
            _ => None,
        }
    }

    pub(super) fn origin(target: &Target) -> Self {
        Self::Origin { origin: target.origin.to_string() }
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
            Self::Random(error) => error.code,
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
