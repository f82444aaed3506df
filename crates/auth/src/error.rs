//! Why a request is not authenticated.

use super::{
    server::replay::{SignedBeforeStart, StoreError},
    wire::http_signature::SignatureParams,
};
use adp_crypto::{Origin, Timestamp, key::KeyError};
use adp_did::{Did, DidError, KeyRefusal, SignError, Superseded};
use adp_fetch::ResolveError;
use adp_json::{Code, CodedError};
use std::fmt::Display;

/// Why a request is not authenticated, or not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuthError {
    /// There are no credentials.
    #[error("the request has no credentials, expected a `Signature` (RFC 9421); sign the request")]
    Missing,
    /// There are signatures, but none with the tag of the profile.
    #[error("no signature has the tag {expected:?}: {found}; sign with this tag")]
    OtherTag {
        /// The tag of the profile.
        expected: &'static str,
        /// The labels of the signatures, with their tags.
        found: String,
    },
    /// The credentials are malformed.
    #[error("{place}: {reason}")]
    Malformed {
        /// The header, parameter or member.
        place: String,
        /// The value found and the expected value.
        reason: String,
    },
    /// The DID of the credentials, or the DID URL of their key, is invalid.
    #[error("{place}: {error}")]
    DidSyntax {
        /// The parameter or member.
        place: String,
        /// The problem.
        #[source]
        error: DidError,
        /// Whether the DID is well-formed, and only the fragment of the key ID is wrong.
        did_is_valid: bool,
    },
    /// The algorithm of the credentials is unknown, or does not match the key.
    #[error("`alg`: {reason}")]
    Algorithm {
        /// The value found and the expected value.
        reason: String,
    },
    /// The signature does not cover all required components.
    #[error("the signature covers ({covered}), but not {missing}; sign over it too")]
    Uncovered {
        /// The covered components.
        covered: String,
        /// The missing components.
        missing: String,
    },
    /// The body differs from the signed one.
    #[error(
        "the {algorithm} digest of the body is {found}, but the request has {expected}; send the bytes that were signed"
    )]
    Digest {
        /// The digest algorithm.
        algorithm: String,
        /// The digest of the body, in base64.
        found: String,
        /// The digest in the header, in base64.
        expected: String,
    },
    /// The body is larger than the limit for digests.
    #[error("the body has more than {limit} bytes, the limit for authenticated requests; send less")]
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
    /// The credentials are too old, have expired, or are valid for too long.
    #[error("{reason}; sign the request when you send it")]
    Expired {
        /// The invalid time and the allowed range.
        reason: String,
    },
    /// The credentials were created in the future.
    #[error("the request was signed at {created}, but the time of verification is {now}; synchronize the clocks")]
    NotYetValid {
        /// Creation time of the credentials.
        created: Timestamp,
        /// The server's time.
        now: Timestamp,
    },
    /// The DID document is not available or is refused.
    #[error("{did} cannot be resolved: {error}")]
    Resolve {
        /// The DID.
        did: Did,
        /// The reason.
        #[source]
        error: ResolveError,
    },
    /// The DID document is refused.
    #[error(transparent)]
    Did(#[from] DidError),
    /// The method may not authenticate the DID.
    #[error("the signing key is not allowed to authenticate: {0}")]
    MethodNotAuthorized(KeyRefusal),
    /// The signature does not verify.
    #[error(
        "the signature does not verify with {key_id}; sign the request as the server receives it: method, scheme, host, path and body"
    )]
    Signature {
        /// The DID URL of the key, or its thumbprint.
        key_id: String,
    },
    /// The key directory of a bot does not have the key, or not for now.
    #[error("the key directory of {agent}: {error}")]
    DirectoryKey {
        /// The origin.
        agent: Origin,
        /// Why not.
        #[source]
        error: KeyError,
    },
    /// The signature does not verify with the key that the caller supplied.
    #[error(transparent)]
    Key(KeyError),
    /// The nonce was already used.
    #[error("{signer} already used this nonce; sign each request with a new one")]
    Replayed {
        /// The DID, or the origin of the key directory.
        signer: String,
    },
    /// The replay store is full.
    #[error("the replay store is full; try again in a minute")]
    StoreFull,
    /// The replay store is unavailable.
    #[error(transparent)]
    Store(StoreError),
    /// The request may have been accepted before the server started.
    #[error(transparent)]
    SignedBeforeStart(#[from] SignedBeforeStart),
    /// The server did not issue the nonce, or it has expired.
    #[error("{reason}")]
    Nonce {
        /// The problem, and what to sign with.
        reason: String,
        /// The code of the problem.
        code: Code,
    },
    /// The access token is refused.
    #[error("{reason}")]
    AccessToken {
        /// The problem, and what to do.
        reason: String,
        /// The code of the problem.
        code: Code,
    },
    /// The server does not accept this legacy form.
    #[error("found `DIDWba` credentials, which this server does not accept; sign with RFC 9421")]
    LegacyRefused,
    /// The request was not signed.
    #[error(transparent)]
    Sign(#[from] SignError),
    /// The caller is not authorized.
    #[error("{did} is not allowed to do this: {reason}")]
    Forbidden {
        /// The DID.
        did: Did,
        /// The reason.
        reason: String,
    },
}

impl AuthError {
    /// Whether this is the result of a fetch. The sender of the request chose its target, and must not learn the
    /// details.
    pub(crate) fn is_of_a_fetch(&self) -> bool {
        // a did:key DID is its own document
        matches!(self, Self::Resolve { did, .. } if did.location().is_some())
    }

    /// The document of the signer's DID, if another DID succeeds it.
    pub(crate) fn superseded(&self) -> Option<&Superseded> {
        match self {
            Self::Resolve { error: ResolveError::Did(DidError::Superseded(superseded)), .. }
            | Self::Did(DidError::Superseded(superseded)) => Some(superseded),
            _ => None,
        }
    }

    /// The error for a text that is not the DID URL of a key.
    pub(crate) fn key_id(place: &str, text: &str, error: DidError) -> Self {
        let did_is_valid = text.split('#').next().is_some_and(|did| did.parse::<Did>().is_ok());
        Self::DidSyntax { place: place.to_owned(), error, did_is_valid }
    }

    /// The components that a signature would have to cover too.
    pub(crate) fn uncovered(params: &SignatureParams, missing: &[&str]) -> Self {
        Self::Uncovered { covered: params.covered().join(" "), missing: missing.join(" ") }
    }

    pub(crate) fn access_token(code: Code, reason: String) -> Self {
        Self::AccessToken { reason, code }
    }

    /// The error for a malformed access token.
    pub(crate) fn malformed_token(found: impl Display) -> Self {
        let reason = format!("`Authorization: Bearer`: {found}; sign the request, and use the token in the response");
        Self::access_token(Code::AUTH_MALFORMED, reason)
    }

    pub(crate) fn malformed(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Malformed { place: place.into(), reason: reason.into() }
    }
}

impl From<KeyRefusal> for AuthError {
    fn from(refusal: KeyRefusal) -> Self {
        match refusal {
            KeyRefusal::Document(error) => Self::Did(error),
            refusal => Self::MethodNotAuthorized(refusal),
        }
    }
}

impl CodedError for AuthError {
    fn code(&self) -> Code {
        match self {
            Self::Missing | Self::OtherTag { .. } => Code::AUTH_MISSING,
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
            Self::DirectoryKey { error, .. } => error.code(),
            Self::Replayed { .. } => Code::AUTH_REPLAYED,
            Self::StoreFull | Self::Store(_) => Code::AUTH_STORE_FULL,
            Self::SignedBeforeStart(_) => Code::AUTH_BEFORE_START,
            Self::Nonce { code, .. } | Self::AccessToken { code, .. } => *code,
            Self::LegacyRefused => Code::AUTH_LEGACY_REFUSED,
            Self::Sign(error) => error.code(),
            Self::Forbidden { .. } => Code::AUTH_FORBIDDEN,
        }
    }
}
