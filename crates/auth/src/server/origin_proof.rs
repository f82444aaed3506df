//! Verification of origin proofs in messages between agents (ANP messaging P1, appendix A).

use super::{request_signature::check_nonce, window};
use crate::{
    AuthError, AuthPolicy,
    http_signature::{ORIGIN_LABEL, SignatureInput, SignedMessage, signature_base, signature_of},
    wire::SignedBytes,
};
use adp_crypto::{Timestamp, suite::SigningInput};
use adp_did::{DidDocument, DidUrl, Resolved};
use adp_json::{Object, Offset};

/// The covered components of an origin proof's signature.
const COVERED: [&str; 3] = ["@method", "@target-uri", "content-digest"];

/// A message between agents with an unverified origin proof: a JSON-RPC request, or an object with `method`, `meta`,
/// `auth` and `body`.
///
/// Digest, coverage, time and sender are checked: the key belongs to the DID in `meta.sender_did`.
#[derive(Debug)]
#[non_exhaustive]
pub struct UnverifiedMessage {
    /// The key ID in the proof. Its DID, that of the sender, is to be resolved.
    pub key_id: DidUrl,
    /// The signing time.
    pub created: Timestamp,
    /// Expiry time of the proof.
    pub expires: Timestamp,
    /// The nonce. Receivers must store it or the `operation_id` until [`replayable_until`](Self::replayable_until).
    pub nonce: Option<String>,
    /// The time until which the message could be replayed.
    pub replayable_until: Timestamp,
    signed: SignedBytes,
    values: Vec<Offset>,
}

/// The values of a message that a valid origin proof covers; only [`UnverifiedMessage::verify_values`] makes it.
#[derive(Clone, Debug)]
pub struct SignedMessageValues(Vec<Offset>);

impl SignedMessageValues {
    /// The offsets of the values in the message, sorted.
    #[must_use]
    pub fn into_offsets(self) -> Vec<Offset> {
        self.0
    }
}

impl UnverifiedMessage {
    /// Parses the origin proof of a message.
    ///
    /// # Errors
    /// `auth-missing`, `auth-malformed`, `auth-digest`, `auth-uncovered`, `auth-not-yet-valid`, `auth-expired`.
    pub fn read(message: &Object, policy: &AuthPolicy, now: Timestamp) -> Result<Self, AuthError> {
        let signed = SignedMessage::from_message(message)?;
        let fields = signed.proof()?;
        let message = signed.message(&fields);
        let input = SignatureInput::read(&fields)?;
        if input.keys().any(|(label, _)| label != ORIGIN_LABEL) {
            return Err(AuthError::malformed("`signatureInput`", format!("has other labels than `{ORIGIN_LABEL}`")));
        }
        let params = input.into_params(ORIGIN_LABEL)?;
        let is_right = params.components().len() == COVERED.len()
            && params.components().iter().zip(COVERED).all(|(component, name)| component.is(name));
        if !is_right {
            return Err(AuthError::uncovered(&params, &COVERED));
        }
        let keyid = params.text("keyid").unwrap_or_default();
        let key_id: DidUrl = keyid.parse().map_err(|error| AuthError::key_id("`keyid`", keyid, error))?;
        if key_id.did().as_str() != signed.sender {
            let reason = format!("is a key of {}, expected one of the sender, {}", key_id.did(), signed.sender);
            return Err(AuthError::malformed("`keyid`", reason));
        }
        let created = params.created().ok_or_else(|| AuthError::malformed("`created`", "is missing"))?;
        let nonce = check_nonce(params.text("nonce"), policy)?;
        let (signature, key_type) = (signature_of(&message, ORIGIN_LABEL)?, params.key_type()?);
        let replayable_until = window::check(created, params.expires(), policy, now)?;
        let input = SigningInput::from_message(signature_base(&message, &params)?.into_bytes());
        let limit = created.saturating_add(policy.window);
        let expires = params.expires().unwrap_or(limit).min(limit);
        let values = signed.signed_values(&params, &signature);
        let signed = SignedBytes { input, signature, key_type };
        Ok(Self { key_id, created, expires, nonce, replayable_until, signed, values })
    }

    /// Checks the signature with the sender's document; returns the verification method that signed.
    ///
    /// The proof covers `method`, `meta` and `body`, and no other member of the message, such as `id`.
    ///
    /// # Errors
    /// `auth-method-not-authorized`, `auth-signature`, `auth-malformed`; those of [`DidDocument::check_time`].
    pub fn verify(self, resolved: &Resolved<DidDocument>, now: Timestamp) -> Result<DidUrl, AuthError> {
        self.verify_values(resolved, now)?;
        Ok(self.key_id)
    }

    /// Same, and returns the values of the message that the proof covers.
    ///
    /// # Errors
    /// Those of [`verify`](Self::verify).
    pub fn verify_values(
        &self,
        resolved: &Resolved<DidDocument>,
        now: Timestamp,
    ) -> Result<SignedMessageValues, AuthError> {
        self.signed.verify_by(&self.key_id, resolved, now)?;
        Ok(SignedMessageValues(self.values.clone()))
    }
}
