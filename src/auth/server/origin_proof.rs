//! Messages between agents whose origin proof is to be verified (ANP messaging P1, appendix A).

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

/// The label that the one signature of an origin proof has, and what it covers.
const LABEL: &str = "sig1";
const COVERED: [&str; 3] = ["@method", "@target-uri", "content-digest"];

/// A message between agents with an origin proof whose signature was not verified yet: a JSON-RPC request, or an object with `method`, `meta`, `auth`
/// and `body`.
///
/// Digest, coverage, time and sender were checked: the key is one of the DID that `meta.sender_did` names.
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
    /// Reads the origin proof of a message.
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
        let keyid = params.keyid().unwrap_or_default();
        let key_id: DidUrl = keyid.parse().map_err(|error| AuthError::key_id("`keyid`", keyid, error))?;
        if key_id.did().as_str() != signed.sender {
            let reason = format!("is a key of {}, expected one of the sender, {}", key_id.did(), signed.sender);
            return Err(AuthError::malformed("`keyid`", reason));
        }
        let created = params.created().ok_or_else(|| AuthError::malformed("`created`", "is missing"))?;
        let nonce = check_nonce(params.nonce(), policy)?;
        let signature = signature_of(&message, LABEL)?;
        let key_type = params.key_type()?;
        let replayable_until = window::check(created, params.expires(), policy, now)?;
        let input = SigningInput::for_request(signature_base(&message, &params)?.into_bytes());
        let limit = created.saturating_add(policy.window);
        let expires = params.expires().unwrap_or(limit).min(limit);
        Ok(Self { key_id, input, signature, key_type, nonce, created, expires, replayable_until })
    }

    /// The DID to resolve: that of the sender.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.key_id.did()
    }

    /// The key of the sender that the proof names.
    #[must_use]
    pub fn key_id(&self) -> &DidUrl {
        &self.key_id
    }

    /// When the message was signed.
    #[must_use]
    pub fn created(&self) -> Timestamp {
        self.created
    }

    /// When the proof expires.
    #[must_use]
    pub fn expires(&self) -> Timestamp {
        self.expires
    }

    /// The nonce, and until when the message could be sent again: a receiver remembers it for as long, or the `operation_id`.
    #[must_use]
    pub fn nonce(&self) -> (Option<&str>, Timestamp) {
        (self.nonce.as_deref(), self.replayable_until)
    }

    /// Checks the signature with the sender's document; the answer is the verification method that signed.
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
