//! Verifies the signatures of messages.

use super::{MessageExpectations, MessageReceiver, TYP, payload};
use crate::{
    MessageError, codes,
    envelope::{Envelope, MessageType, Security},
};
use adp_cards::codes::JWS_MISSING;
use agent_description::{
    Code, Did, Document, Timestamp,
    auth::replay::SignedBeforeStart,
    diagnostic::shortened,
    did::{DidDocument, DidUrl, Purpose, Resolved},
    json::Text,
    jws::{Algorithm, Jws, Profile},
    verification::SignedValues,
};

/// A valid envelope whose signature names a key of its sender. Unverified.
#[derive(Clone, Debug)]
pub struct UnverifiedMessage {
    pub(super) document: Document,
    pub(super) envelope: Envelope,
    pub(super) jws: Jws,
    pub(super) method: DidUrl,
    pub(super) signed_at: Timestamp,
    nonce: Text,
}

/// A message that its sender signed for the given receiver within the accepted time. It may have been accepted before:
/// see [`once`](Self::once).
#[derive(Clone, Debug)]
pub struct VerifiedMessage {
    pub(super) envelope: Envelope,
    pub(super) method: DidUrl,
    pub(super) nonce: Text,
    pub(super) receiver: Option<MessageReceiver>,
    pub(super) good_until: Timestamp,
    pub(super) signed: SignedValues,
}

/// The accepted JWS headers. Other members are ignored (RFC 7515, section 4).
fn profile() -> Profile {
    let mut profile = Profile::new(&[Algorithm::Es256, Algorithm::EdDsa, Algorithm::Es256K]).typ(TYP);
    profile.refused = &["jku"];
    profile
}

impl UnverifiedMessage {
    /// Parses a signed message.
    ///
    /// # Errors
    ///
    /// The first error of the envelope; `jws-missing`; an error of the JWS header; `message-signer` if `kid` is not a
    /// DID URL of `source.agentId`.
    pub fn read(document: &Document) -> Result<Self, MessageError> {
        document.check_signable().map_err(MessageError::from_error)?;
        let envelope = Envelope::read(document)?;
        let Some(Security { signature: Some(signature), timestamp: Some(signed_at), nonce: Some(nonce) }) =
            &envelope.security
        else {
            let message = "the message has no signature; expected `security.signature`";
            return Err(MessageError::new(JWS_MISSING, message));
        };
        let (signed_at, nonce) = (*signed_at, nonce.clone());
        let jws = Jws::detached(signature, &profile()).map_err(MessageError::from_error)?;
        let agent = &envelope.source.agent_id;
        let signer = || {
            let (kid, agent) = (shortened(jws.kid.as_deref().unwrap_or_default()), shortened(agent));
            let expected = format!("a key of `source.agentId`, {agent}, as a DID URL");
            let message = format!("the signature's `kid` is {kid}, expected {expected}");
            MessageError::new(codes::MESSAGE_SIGNER, message)
        };
        let method: DidUrl = jws.kid.as_ref().and_then(|kid| kid.parse().ok()).ok_or_else(signer)?;
        if method.did().as_str() != agent.as_str() {
            return Err(signer());
        }
        Ok(Self { document: document.clone(), jws, method, signed_at, nonce, envelope })
    }

    /// The unverified envelope.
    #[must_use]
    pub fn envelope(&self) -> &Envelope {
        &self.envelope
    }

    #[cfg(feature = "channels")]
    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    /// The claimed sender, whose DID document is needed.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.method.did()
    }

    /// Verifies the signature with the sender's DID document.
    ///
    /// # Errors
    ///
    /// In this order: the key may not sign for the DID under `authentication`; `jws-key`, `jws-signature`; `jws-time`;
    /// `auth-audience`; `message-replay-store`.
    pub fn verify(
        self,
        did_document: &Resolved<DidDocument>,
        expectations: &MessageExpectations,
    ) -> Result<VerifiedMessage, MessageError> {
        let at = expectations.at;
        let key = did_document.get().key_for(&self.method, Purpose::Authentication, at);
        let key = key.map_err(MessageError::from_error)?;
        let root = self.document.root();
        let written = root.get("security").and_then(|security| security.get("signature"));
        let signed = payload(root).verify(&self.jws, key, written.as_slice()).map_err(MessageError::from_error)?;
        let (signed_at, window, skew) = (self.signed_at, expectations.window, expectations.skew);
        let mistimed = |expected: String| {
            Err(MessageError::new(Code::JWS_TIME, format!("signed at {signed_at}, expected {expected} {at}")))
        };
        let good_until = signed_at.saturating_add(window);
        if signed_at > at.saturating_add(skew) {
            return mistimed(format!("at most {} s after", skew.as_secs()));
        }
        if good_until <= at {
            return mistimed(format!("less than {} s before", window.as_secs()));
        }
        if let Some(receiver) = expectations.receiver.as_ref().filter(|receiver| !receiver.is_meant(&self.envelope)) {
            let receiver = format!("{}, of type {}", receiver.did, shortened(&receiver.agent_type));
            return Err(not_for(&receiver, &self.envelope));
        }
        let is_answer = self.envelope.message_type == MessageType::Response;
        SignedBeforeStart::check(signed_at, expectations.signed_after.filter(|_| !is_answer)).map_err(|error| {
            // uses the sender's clock, which may differ from the receiver's
            let mut refusal = MessageError::new(codes::MESSAGE_REPLAY_STORE, error.to_string());
            refusal.retry_after = Some(error.retry_after());
            refusal
        })?;
        Ok(VerifiedMessage {
            envelope: self.envelope,
            method: self.method,
            nonce: self.nonce,
            receiver: expectations.receiver.clone(),
            good_until: good_until.saturating_add(skew),
            signed,
        })
    }
}

/// The message is for another recipient.
pub(super) fn not_for(receiver: &str, envelope: &Envelope) -> MessageError {
    let message = format!("the message is for {}, and was received by {receiver}", envelope.target);
    MessageError::new(Code::AUTH_AUDIENCE, message)
}

impl VerifiedMessage {
    /// The signed envelope.
    #[must_use]
    pub fn envelope(&self) -> &Envelope {
        &self.envelope
    }

    /// The signer.
    #[must_use]
    pub fn signer(&self) -> &Did {
        self.method.did()
    }

    /// Key ID of the signature.
    #[must_use]
    pub fn method(&self) -> &DidUrl {
        &self.method
    }

    /// The nonce.
    #[must_use]
    pub fn nonce(&self) -> &str {
        &self.nonce
    }
}
