//! The stages of a request (read, verified, admitted), each with its own type.

use super::{
    Authenticated, Receiver, didwba_request,
    replay::{Replay, ReplayKey, ReplayStore},
    request_signature,
};
use crate::{
    Document, ReadLimits, Timestamp,
    auth::{
        AuthError, Claims,
        wire::carrier::{self, Carrier},
    },
    did::{Did, DidDocument, DidUrl, KeyRefusal, Purpose, Resolved},
    key::{KeyType, Signature},
    suite::SigningInput,
};
use http::request::Parts;

/// A request with an unverified signature: syntax, digest, coverage, audience and time of its credentials are checked.
#[derive(Debug)]
pub struct UnverifiedRequest {
    pub(super) claims: Claims,
    /// The signed bytes.
    pub(super) input: SigningInput,
    pub(super) signature: Signature,
    /// The key type in the credentials, if any.
    pub(super) key_type: Option<KeyType>,
    pub(super) replay_key: ReplayKey,
    /// The time until which the same credentials could be replayed.
    pub(super) replayable_until: Timestamp,
}

impl UnverifiedRequest {
    /// Parses the credentials of a request to `receiver`: checks syntax, body digest, coverage, audience and time.
    ///
    /// `body` is the complete body; the caller limits it to [`AuthPolicy::body_limit`](super::AuthPolicy::body_limit).
    ///
    /// # Errors
    /// `auth-missing`, `auth-malformed`, `auth-digest`, `auth-uncovered`, `auth-audience`, `auth-expired`, `auth-not-yet-valid`,
    /// `auth-legacy-refused`.
    pub fn read(request: &Parts, body: &[u8], receiver: Receiver<'_>) -> Result<Self, AuthError> {
        match Carrier::in_headers(request)? {
            Carrier::Signature => request_signature::read(request, body, receiver),
            Carrier::DidWba => didwba_request::read(request, receiver),
        }
    }

    /// The part of [`read`](Self::read) that needs no body: a refusal here does not depend on the body. Returns the DID
    /// in the credentials, whose signature is unverified.
    ///
    /// # Errors
    /// As for [`read`](Self::read), except for the digest.
    pub(super) fn check_head(request: &Parts, receiver: Receiver<'_>) -> Result<Did, AuthError> {
        let unverified = match Carrier::in_headers(request)? {
            Carrier::Signature => request_signature::check_head(request, receiver)?,
            Carrier::DidWba => didwba_request::read(request, receiver)?,
        };
        Ok(unverified.did().clone())
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
        match Carrier::in_body(document.root())? {
            Carrier::Signature => request_signature::read_json(request, document.root(), receiver),
            Carrier::DidWba => didwba_request::read_json(document.root(), receiver),
        }
    }

    /// What the credentials claim.
    #[must_use]
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// The DID to resolve.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.claims.did()
    }

    /// Checks the signature with the DID's document. [`DidDocument::key_for`] decides whether the key may authenticate
    /// the DID.
    ///
    /// # Errors
    /// `auth-method-not-authorized`, `auth-signature`, `auth-malformed` if the algorithm in the credentials does not
    /// match the key; those of [`DidDocument::check_time`].
    pub fn verify(self, resolved: &Resolved<DidDocument>, now: Timestamp) -> Result<VerifiedRequest, AuthError> {
        let document = resolved.get();
        let method = &self.claims.key_id;
        let key = document.key_for(method, Purpose::Authentication, now).map_err(|refusal| match refusal {
            KeyRefusal::Document(error) => AuthError::Did(error),
            refusal => AuthError::MethodNotAuthorized(refusal),
        })?;
        if let Some(named) = self.key_type
            && named != key.key_type()
        {
            let reason = format!("an algorithm for {named}, but {method} is {}", key.key_type());
            return Err(AuthError::Algorithm { reason });
        }
        let refused = |_| AuthError::Signature { key_id: method.to_string() };
        self.input.verify(key, &self.signature).map_err(refused)?;
        let Self { claims, replay_key, replayable_until, .. } = self;
        Ok(VerifiedRequest { claims, replay_key, replayable_until })
    }
}

/// A request with a valid signature, which may still be a replay.
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
        self.record(store, now, did).await.map(Authenticated::new)
    }

    /// The verification method whose key signed.
    #[must_use]
    pub fn key_id(&self) -> &DidUrl {
        &self.claims.key_id
    }
}

impl<C> VerifiedRequest<C> {
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
