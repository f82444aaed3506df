//! Verification of origin proofs in messages between agents (ANP messaging P1, appendix A).

use super::{AuthPolicy, request_signature::check_nonce, window};
use crate::{
    Timestamp,
    auth::{
        AuthError,
        http_signature::{SignatureInput, SignedMessage, signature_base, signature_of},
    },
    did::{Did, DidDocument, DidUrl, KeyRefusal, Purpose, Resolved},
    json::Object,
    key::{KeyType, Signature},
    suite::SigningInput,
};

/// The label and the covered components of an origin proof's signature.
const LABEL: &str = "sig1";
const COVERED: [&str; 3] = ["@method", "@target-uri", "content-digest"];

/// A message between agents with an unverified origin proof: a JSON-RPC request, or an object with `method`, `meta`,
/// `auth` and `body`.
///
/// Digest, coverage, time and sender are checked: the key belongs to the DID in `meta.sender_did`.
#[derive(Debug)]
pub struct UnverifiedMessage {
    key_id: DidUrl,
    input: SigningInput,
    signature: Signature,
    key_type: Option<KeyType>,
    nonce: Option<String>,
    created: Timestamp,
    expires: Timestamp,
    replayable_until: Timestamp,
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
        if input.keys().any(|(label, _)| label != LABEL) {
            return Err(AuthError::malformed("`signatureInput`", format!("has other labels than `{LABEL}`")));
        }
        let params = input.into_params(LABEL)?;
        let covered: Vec<String> = params.components().iter().map(ToString::to_string).collect();
        let is_right = params.components().len() == COVERED.len()
            && params.components().iter().zip(COVERED).all(|(component, name)| component.is(name));
        if !is_right {
            return Err(AuthError::Uncovered { covered: covered.join(" "), missing: COVERED.join(" ") });
        }
        let keyid = params.text("keyid").unwrap_or_default();
        let key_id: DidUrl = keyid.parse().map_err(|error| AuthError::key_id("`keyid`", keyid, error))?;
        if key_id.did().as_str() != signed.sender {
            let reason = format!("is a key of {}, expected one of the sender, {}", key_id.did(), signed.sender);
            return Err(AuthError::malformed("`keyid`", reason));
        }
        let created = params.created().ok_or_else(|| AuthError::malformed("`created`", "is missing"))?;
        let nonce = check_nonce(params.text("nonce"), policy)?;
        let signature = signature_of(&message, LABEL)?;
        let key_type = params.key_type()?;
        let replayable_until = window::check(created, params.expires(), policy, now)?;
        let input = SigningInput::from_message(signature_base(&message, &params)?.into_bytes());
        let limit = created.saturating_add(policy.window);
        let expires = params.expires().unwrap_or(limit).min(limit);
        Ok(Self { key_id, input, signature, key_type, nonce, created, expires, replayable_until })
    }

    /// The DID to resolve: that of the sender.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.key_id.did()
    }

    /// The key ID in the proof.
    #[must_use]
    pub fn key_id(&self) -> &DidUrl {
        &self.key_id
    }

    /// The signing time.
    #[must_use]
    pub fn created(&self) -> Timestamp {
        self.created
    }

    /// Expiry time of the proof.
    #[must_use]
    pub fn expires(&self) -> Timestamp {
        self.expires
    }

    /// The nonce, and the time until which the message could be replayed. Receivers must store the nonce or the
    /// `operation_id` for this time.
    #[must_use]
    pub fn nonce(&self) -> (Option<&str>, Timestamp) {
        (self.nonce.as_deref(), self.replayable_until)
    }

    /// Checks the signature with the sender's document; returns the verification method that signed.
    ///
    /// # Errors
    /// `auth-method-not-authorized`, `auth-signature`, `auth-malformed`; those of [`DidDocument::check_time`].
    pub fn verify(self, resolved: &Resolved<DidDocument>, now: Timestamp) -> Result<DidUrl, AuthError> {
        let method = self.key_id;
        let key = resolved.get().key_for(&method, Purpose::Authentication, now).map_err(|refusal| match refusal {
            KeyRefusal::Document(error) => AuthError::Did(error),
            refusal => AuthError::MethodNotAuthorized(refusal),
        })?;
        if let Some(named) = self.key_type.filter(|named| *named != key.key_type()) {
            let reason = format!("an algorithm for {named}, but {method} is {}", key.key_type());
            return Err(AuthError::Algorithm { reason });
        }
        self.input.verify(key, &self.signature).map_err(|_| AuthError::Signature { key_id: method.to_string() })?;
        Ok(method)
    }
}
