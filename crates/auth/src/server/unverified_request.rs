//! The stages of a request (read, verified, admitted), each with its own type.

use super::{request_signature, window};
use crate::{
    AuthError, Authenticated, Claims, Receiver,
    replay::{Replay, ReplayKey, ReplayStore},
    wire::{
        SignedBytes,
        carrier::{self, Presented, presented},
        didwba_header, didwba_json,
    },
};
use adp_crypto::Timestamp;
use adp_did::{Did, DidDocument, Resolved};
use adp_json::{Document, ReadLimits};
use http::request::Parts;

/// A request with an unverified signature: syntax, digest, coverage, audience and time of its credentials are checked.
#[derive(Debug)]
pub struct UnverifiedRequest {
    claims: Claims,
    signed: SignedBytes,
    /// The time until which the same credentials could be replayed.
    pub(super) replayable_until: Timestamp,
}

impl UnverifiedRequest {
    /// Parses the credentials of a request to `receiver`: checks syntax, body digest, coverage, audience and time.
    ///
    /// `body` is the complete body; the caller limits it to [`AuthPolicy::body_limit`](crate::AuthPolicy::body_limit).
    ///
    /// # Errors
    /// `auth-missing`, `auth-malformed`, `auth-digest`, `auth-uncovered`, `auth-audience`, `auth-expired`, `auth-not-yet-valid`,
    /// `auth-legacy-refused`.
    pub fn read(request: &Parts, body: &[u8], receiver: Receiver<'_>) -> Result<Self, AuthError> {
        Self::in_headers(request, Some(body), receiver)
    }

    /// The part of [`read`](Self::read) that needs no body: a refusal here does not depend on the body. Returns the DID
    /// in the credentials, whose signature is unverified.
    ///
    /// # Errors
    /// As for [`read`](Self::read), except for the digest.
    pub(super) fn check_head(request: &Parts, receiver: Receiver<'_>) -> Result<Did, AuthError> {
        Ok(Self::in_headers(request, None, receiver)?.claims.did().clone())
    }

    /// `body` is `None` if it has not arrived yet.
    fn in_headers(request: &Parts, body: Option<&[u8]>, receiver: Receiver<'_>) -> Result<Self, AuthError> {
        match presented(request)? {
            Some(Presented::Signature) => Self::new(request_signature::read(request, body, receiver)?, receiver),
            Some(Presented::DidWba) => Self::legacy(receiver, || didwba_header::read(request, receiver.audience)),
            Some(Presented::Bearer(_)) | None => Err(AuthError::Missing),
        }
    }

    /// Parses credentials of any form in a JSON body: the member `auth` (the values of RFC 9421) with an optional
    /// `payload`, or those of a `DIDWba` header. Method, target and the other fields come from the request.
    ///
    /// # Errors
    /// As [`UnverifiedRequest::read`]; `auth-missing` for a body without credentials.
    pub fn read_json(request: &Parts, body: &[u8], receiver: Receiver<'_>) -> Result<Self, AuthError> {
        let limit = receiver.policy.body_limit;
        if body.len() > limit {
            return Err(AuthError::BodySize { limit });
        }
        carrier::refuse_in_headers(request)?;
        let document = Document::parse(body, ReadLimits::new(limit))
            .map_err(|error| AuthError::malformed("the body", error.to_string()))?;
        let members = document.root();
        if members.contains("auth") {
            Self::new(request_signature::read_json(request, members, receiver)?, receiver)
        } else if members.contains("did") && members.contains("signature") {
            Self::legacy(receiver, || didwba_json::read(members, receiver.audience))
        } else {
            Err(AuthError::Missing)
        }
    }

    /// The `DIDWba` forms do not cover the method, path or body.
    fn legacy(
        receiver: Receiver<'_>,
        read: impl FnOnce() -> Result<(Claims, SignedBytes), AuthError>,
    ) -> Result<Self, AuthError> {
        if receiver.policy.legacy { Self::new(read()?, receiver) } else { Err(AuthError::LegacyRefused) }
    }

    /// Well-formed credentials, if they are valid now.
    fn new((claims, signed): (Claims, SignedBytes), receiver: Receiver<'_>) -> Result<Self, AuthError> {
        let Receiver { policy, now, .. } = receiver;
        let replayable_until = window::check(claims.created.unwrap_or(now), claims.expires, policy, now)?;
        Ok(Self { claims, signed, replayable_until })
    }

    /// What the credentials claim. Their DID is to be resolved.
    #[must_use]
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Checks the signature with the DID's document. [`DidDocument::key_for`] decides whether the key may authenticate
    /// the DID.
    ///
    /// # Errors
    /// `auth-method-not-authorized`, `auth-signature`, `auth-malformed` if the algorithm in the credentials does not
    /// match the key; those of [`DidDocument::check_time`].
    pub fn verify(self, resolved: &Resolved<DidDocument>, now: Timestamp) -> Result<VerifiedRequest, AuthError> {
        let Self { claims, signed, replayable_until } = self;
        signed.verify_by(&claims.key_id, resolved, now)?;
        let (nonce, base) = (claims.nonce.as_deref(), signed.input.as_bytes());
        let replay_key = ReplayKey::for_request(&claims.audience, claims.did(), nonce, base);
        Ok(VerifiedRequest { claims, replay_key, replayable_until })
    }
}

/// A request with a valid signature, which may still be a replay. It dereferences to the claims of the credentials.
#[derive(Debug)]
pub struct VerifiedRequest<C = Claims> {
    pub(super) claims: C,
    pub(super) replay_key: ReplayKey,
    pub(super) replayable_until: Timestamp,
}

impl VerifiedRequest {
    /// Stores the nonce, so that a replay is refused. Only requests with a valid signature get here, so a forged
    /// request uses no nonce.
    ///
    /// # Errors
    /// `auth-replayed`, `auth-store-full`, or `auth-expired` if the credentials expired before the store was asked.
    pub async fn admit<S: ReplayStore + ?Sized>(self, store: &S, now: Timestamp) -> Result<Authenticated, AuthError> {
        let did = self.claims.did().to_string();
        self.record(store, now, did).await.map(Authenticated)
    }
}

impl<C> VerifiedRequest<C> {
    /// The claims of the request, which may still be a replay.
    #[must_use]
    pub fn claims(&self) -> &C {
        &self.claims
    }

    /// Uses up the nonce; the claims if it was not used before.
    pub(super) async fn record<S: ReplayStore + ?Sized>(
        self,
        store: &S,
        now: Timestamp,
        signer: String,
    ) -> Result<C, AuthError> {
        match store.record(&self.replay_key, self.replayable_until, now).await {
            Ok(Replay::Fresh) => Ok(self.claims),
            Ok(Replay::Replayed) => Err(AuthError::Replayed { signer }),
            Ok(Replay::Full) => Err(AuthError::StoreFull),
            Ok(Replay::Expired) => Err(AuthError::Expired {
                reason: format!(
                    "the nonce was valid until {}; the server no longer stores nonces of that time",
                    self.replayable_until
                ),
            }),
            Err(error) => Err(AuthError::Store(error)),
        }
    }
}
