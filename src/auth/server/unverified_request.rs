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

/// A request whose credentials have the right form, digest, coverage, audience and time, and whose signature nobody has checked.
#[derive(Debug)]
pub struct UnverifiedRequest {
    pub(super) claims: Claims,
    /// The bytes under the signature.
    pub(super) input: SigningInput,
    pub(super) signature: Signature,
    /// The key type that the credentials themselves name, if they name one.
    pub(super) key_type: Option<KeyType>,
    pub(super) replay_key: ReplayKey,
    /// Until when the same credentials could be sent again.
    pub(super) replayable_until: Timestamp,
}

impl UnverifiedRequest {
    /// Reads the credentials of a request that came in for `receiver`: form, digest of the body, coverage, audience, time.
    ///
    /// `body` is the whole body; whoever reads it from the network stops at [`AuthPolicy::body_limit`](super::AuthPolicy::body_limit).
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

    /// Checks all of [`read`](Self::read) that needs no body: what is refused here is refused whatever its body is. Gives the DID that the
    /// credentials name; nobody has checked their signature.
    ///
    /// # Errors
    /// As for [`read`](Self::read), but for the digest.
    pub fn check_head(request: &Parts, receiver: Receiver<'_>) -> Result<Did, AuthError> {
        let unverified = match Carrier::in_headers(request)? {
            Carrier::Signature => request_signature::check_head(request, receiver)?,
            Carrier::DidWba => didwba_request::read(request, receiver)?,
        };
        Ok(unverified.did().clone())
    }

    /// Reads the credentials in a JSON body, of whichever form they are: the member `auth` (RFC 9421's values) with or without a `payload`, or
    /// those of a `DIDWba` header. Method, target and the other fields are the request's.
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

    /// Checks the signature with the DID's document, whose [`DidDocument::key_for`] says whether the key authenticates the DID.
    ///
    /// # Errors
    /// `auth-method-not-authorized`, `auth-signature`, `auth-malformed` where the credentials name an algorithm that is not the key's; those of
    /// [`DidDocument::check_time`].
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

/// A request whose signature verifies, and that may be a copy of an earlier one.
#[derive(Debug)]
pub struct VerifiedRequest<C = Claims> {
    pub(super) claims: C,
    pub(super) replay_key: ReplayKey,
    pub(super) replayable_until: Timestamp,
}

impl VerifiedRequest {
    /// Uses up the nonce: whoever sends it again is refused. Only a signature that verifies gets here, so a forged request uses up nothing.
    ///
    /// # Errors
    /// `auth-replayed`, `auth-store-full`, `auth-expired` where the time is over when the store is asked.
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
                    "the nonce was valid until {}, and nonces used before then are no longer remembered",
                    self.replayable_until
                ),
            }),
            Err(error) => Err(AuthError::Store(error)),
        }
    }
}
