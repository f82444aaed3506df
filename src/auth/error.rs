//! Why a request is not authenticated.

use super::wire::http_signature::SignatureParams;
use crate::{
    Code, CodedError, KeyError, Origin, Timestamp,
    did::{Did, DidError, KeyRefusal, Superseded},
    key::{DirectoryKeyError, KeyDirectoryError},
    proof::SignError,
    resolve::ResolveError,
};
use std::{error::Error, time::Duration};

/// Why a request is not authenticated, or not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuthError {
    /// There are no credentials.
    #[error("the request has no credentials, expected a `Signature` (RFC 9421); sign the request")]
    Missing,
    /// The credentials are not of their form.
    #[error("{place}: {reason}")]
    Malformed {
        /// The header, parameter or member.
        place: String,
        /// What was found there and what was expected.
        reason: String,
    },
    /// The DID of the credentials, or the DID URL of their key, is not one.
    #[error("{place}: {error}")]
    DidSyntax {
        /// The parameter or member.
        place: String,
        /// What is wrong with it.
        #[source]
        error: DidError,
        /// Whether the DID is well-formed, and only the name of the key is wrong.
        did_is_valid: bool,
    },
    /// The algorithm of the credentials is unknown or is not that of the key.
    #[error("`alg`: {reason}")]
    Algorithm {
        /// What was found there and what was expected.
        reason: String,
    },
    /// The signature does not cover what it must.
    #[error("the signature covers ({covered}), expected {missing} too; sign over it")]
    Uncovered {
        /// What it covers.
        covered: String,
        /// What it does not cover.
        missing: String,
    },
    /// The body is not the one that was signed.
    #[error("the body's {algorithm} is {found}, but the request says {expected}; send the bytes that were signed")]
    Digest {
        /// The digest algorithm.
        algorithm: String,
        /// What the body has, in base64.
        found: String,
        /// What the header says, in base64.
        expected: String,
    },
    /// The body is larger than a digest is taken of.
    #[error(
        "the body has more than {limit} bytes, the largest that this server authenticates; send less, or raise `body_limit`"
    )]
    BodySize {
        /// The limit in bytes.
        limit: usize,
    },
    /// The credentials are for another service.
    #[error("the request is for {found}, but this service is {expected}; sign for the service that you call")]
    Audience {
        /// The service the request is for.
        found: String,
        /// This service.
        expected: String,
    },
    /// The credentials are too old, expired, or good for too long.
    #[error("{reason}; sign the request when you send it")]
    Expired {
        /// Which time is wrong, and against what.
        reason: String,
    },
    /// The credentials were created in the future.
    #[error("the request was signed at {created}, but it is now {now}; set the clocks")]
    NotYetValid {
        /// When they were made.
        created: Timestamp,
        /// The server's time.
        now: Timestamp,
    },
    /// The DID document is not available or is refused.
    #[error("{did} cannot be resolved: {error}")]
    Resolve {
        /// The DID.
        did: Did,
        /// Why not.
        #[source]
        error: ResolveError,
    },
    /// The DID document is refused.
    #[error(transparent)]
    Did(#[from] DidError),
    /// The method is not one that authenticates the DID.
    #[error("the signing key is not allowed to authenticate: {0}")]
    MethodNotAuthorized(KeyRefusal),
    /// The signature does not verify.
    #[error(
        "the signature does not verify with {key_id}; sign the request as the server sees it: method, scheme, host, path and body"
    )]
    Signature {
        /// The DID URL of the key, or its thumbprint.
        key_id: String,
    },
    /// The key directory of a bot is not read.
    #[error(transparent)]
    Directory(#[from] KeyDirectoryError),
    /// The key directory of a bot does not have the key, or not for now.
    #[error("the key directory of {agent}: {error}")]
    DirectoryKey {
        /// The origin.
        agent: Origin,
        /// Why not.
        #[source]
        error: DirectoryKeyError,
    },
    /// The signature does not verify with the key that the caller gave.
    #[error(transparent)]
    Key(KeyError),
    /// The nonce was already used.
    #[error("the nonce was already used by {signer}; sign each request with a new one")]
    Replayed {
        /// The DID, or the origin of the key directory.
        signer: String,
    },
    /// The replay store is full.
    #[error("the replay store is full, and drops nothing that could be replayed; try again in a minute")]
    StoreFull,
    /// The replay store cannot answer.
    #[error(transparent)]
    Store(StoreError),
    /// The request may have been accepted before the server started.
    #[error(transparent)]
    SignedBeforeStart(#[from] SignedBeforeStart),
    /// The nonce was not issued by the server.
    #[error(transparent)]
    Nonce(#[from] NonceError),
    /// The access token is refused.
    #[error(transparent)]
    AccessToken(#[from] AccessTokenError),
    /// A legacy form that the server does not accept.
    #[error("found `DIDWba` credentials, which this server does not accept; sign with RFC 9421")]
    LegacyRefused,
    /// The request was not signed.
    #[error(transparent)]
    Sign(#[from] SignError),
    /// The caller may not do this.
    #[error("{did} is not allowed to do this: {reason}")]
    Forbidden {
        /// The DID.
        did: Did,
        /// Why not.
        reason: String,
    },
}

impl AuthError {
    /// Whether this is what a fetch found. The sender of the request chose its target, and is not told the details.
    pub(in crate::auth) fn is_of_a_fetch(&self) -> bool {
        // a did:key DID is its own document
        matches!(self, Self::Resolve { did, .. } if did.location().is_some())
    }

    /// The document of the DID that signed, if another DID succeeds it.
    pub(in crate::auth) fn superseded(&self) -> Option<&Superseded> {
        match self {
            Self::Resolve { error: ResolveError::Did(DidError::Superseded(superseded)), .. }
            | Self::Did(DidError::Superseded(superseded)) => Some(superseded),
            _ => None,
        }
    }

    /// A text that is not the DID URL of a key.
    pub(in crate::auth) fn key_id(place: &str, text: &str, error: DidError) -> Self {
        let did_is_valid = text.split('#').next().is_some_and(|did| did.parse::<Did>().is_ok());
        Self::DidSyntax { place: place.to_owned(), error, did_is_valid }
    }

    /// The components that a signature would have to cover too.
    pub(in crate::auth) fn uncovered(params: &SignatureParams, missing: &[&str]) -> Self {
        let covered = params.components().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        Self::Uncovered { covered, missing: missing.join(" ") }
    }

    pub(in crate::auth) fn malformed(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Malformed { place: place.into(), reason: reason.into() }
    }
}

impl CodedError for AuthError {
    fn code(&self) -> Code {
        match self {
            Self::Missing => Code::AUTH_MISSING,
            Self::Malformed { .. } | Self::DidSyntax { .. } | Self::Algorithm { .. } => Code::AUTH_MALFORMED,
            Self::Uncovered { .. } => Code::AUTH_UNCOVERED,
            Self::Digest { .. } | Self::BodySize { .. } => Code::AUTH_DIGEST,
            Self::Audience { .. } => Code::AUTH_AUDIENCE,
            Self::Expired { .. } => Code::AUTH_EXPIRED,
            Self::NotYetValid { .. } => Code::AUTH_NOT_YET_VALID,
            Self::Resolve { error, .. } => error.code(),
            Self::Did(error) => error.code(),
            Self::MethodNotAuthorized(_) => Code::AUTH_METHOD_NOT_AUTHORIZED,
            Self::Signature { .. } | Self::Key(KeyError::Signature { .. }) => Code::AUTH_SIGNATURE,
            Self::Key(error) => error.code(),
            Self::Directory(error) => error.code(),
            Self::DirectoryKey { error, .. } => error.code(),
            Self::Replayed { .. } => Code::AUTH_REPLAYED,
            Self::StoreFull | Self::Store(_) | Self::SignedBeforeStart(_) => Code::AUTH_STORE_FULL,
            Self::Nonce(error) => error.code(),
            Self::AccessToken(error) => error.code(),
            Self::LegacyRefused => Code::AUTH_LEGACY_REFUSED,
            Self::Sign(error) => error.code(),
            Self::Forbidden { .. } => Code::AUTH_FORBIDDEN,
        }
    }
}

/// Why a nonce is not one of the server's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NonceError {
    /// The server did not make it.
    #[error("this server did not issue the nonce; sign with the nonce in its `WWW-Authenticate`")]
    NotIssued,
    /// The server made it too long ago.
    #[error(
        "the server issued the nonce more than {} s ago; sign with the nonce in its latest `WWW-Authenticate`", .validity.as_secs()
    )]
    Expired {
        /// How long one is good.
        validity: Duration,
    },
}

impl CodedError for NonceError {
    fn code(&self) -> Code {
        match self {
            Self::NotIssued => Code::AUTH_MALFORMED,
            Self::Expired { .. } => Code::AUTH_EXPIRED,
        }
    }
}

/// Why an access token is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AccessTokenError {
    /// It is not of the form that this service's tokens have.
    #[error("`Authorization: Bearer`: {found}; sign the request, and use the token in the response")]
    Malformed {
        /// What was found.
        found: String,
    },
    /// Its signature is not by this service.
    #[error("the access token was not issued by this service; sign the request, and use the token in the response")]
    Signature,
    /// It is for another service.
    #[error("the access token is for {found}, but this service is {expected}; sign the request")]
    Audience {
        /// The service it is for.
        found: String,
        /// This service.
        expected: String,
    },
    /// It has expired.
    #[error("the access token expired at {expired}, and it is now {now}; sign the request")]
    Expired {
        /// When it expired.
        expired: Timestamp,
        /// The server's time.
        now: Timestamp,
    },
    /// It is from the future.
    #[error("the access token is valid from {from}, but it is now {now}; set the clocks of the service's instances")]
    NotYetValid {
        /// From when it is good.
        from: Timestamp,
        /// The server's time.
        now: Timestamp,
    },
}

impl CodedError for AccessTokenError {
    fn code(&self) -> Code {
        match self {
            Self::Malformed { .. } => Code::AUTH_MALFORMED,
            Self::Signature => Code::AUTH_SIGNATURE,
            Self::Audience { .. } => Code::AUTH_AUDIENCE,
            Self::Expired { .. } => Code::AUTH_EXPIRED,
            Self::NotYetValid { .. } => Code::AUTH_NOT_YET_VALID,
        }
    }
}

/// A store that cannot answer; the request is refused.
#[derive(Debug, thiserror::Error)]
#[error("the replay store is not available: {0}")]
pub struct StoreError(#[source] Box<dyn Error + Send + Sync>);

impl StoreError {
    /// Why the store cannot answer.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into())
    }
}

/// Something that may have been accepted before the receiver started: its store of nonces does not survive a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "signed at {signed}, expected later than {until}: the receiver does not know what it accepted before it started; sign it again"
)]
pub struct SignedBeforeStart {
    /// When it was signed.
    pub signed: Timestamp,
    /// The receiver's start and the clock skew.
    pub until: Timestamp,
}

impl SignedBeforeStart {
    /// Refuses what was signed until a time, that of [`forgotten_until`](super::replay::forgotten_until).
    ///
    /// # Errors
    /// [`SignedBeforeStart`]
    pub fn check(signed: Timestamp, until: Option<Timestamp>) -> Result<(), Self> {
        match until {
            Some(until) if signed <= until => Err(Self { signed, until }),
            _ => Ok(()),
        }
    }

    /// After how many seconds by the signer's clock a new signature is accepted.
    #[must_use]
    pub fn retry_after(self) -> u64 {
        u64::try_from(self.until.as_unix_seconds() - self.signed.as_unix_seconds() + 1).unwrap_or(1)
    }
}
