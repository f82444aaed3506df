//! Signs messages.

use super::{TYP, payload};
use crate::{
    MessageError, codes,
    envelope::{ENVELOPE_BYTES, Envelope, is_nonce},
};
use agent_description::{
    Code, CodedError, Document, ReadLimits, Timestamp,
    diagnostic::shortened,
    json::{Json, Object},
    jws::{Algorithm, Unsigned},
    proof::Signer,
};
#[cfg(feature = "generate")]
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// A nonce of 16 random bytes, in base64url.
///
/// # Errors
///
/// `io-read` if the operating system has no random numbers.
#[cfg(feature = "generate")]
pub fn nonce() -> Result<String, agent_description::SimpleError> {
    Ok(URL_SAFE_NO_PAD.encode(agent_description::auth::random()?))
}

/// Adds `security.timestamp`, `security.nonce` and `security.signature`: a detached JWS with `alg`, `kid` (the signer's
/// key ID) and `typ`. Other members of `security` are kept and signed. Sign a retry again, with a new nonce and time,
/// and keep its `messageId`. `alg` may be set for Ed25519, which has two names: `EdDSA` (the default) and `Ed25519`
/// (RFC 9864).
///
/// # Errors
///
/// An invalid envelope; `message-signer` if the signer's DID is not `source.agentId`; `proof-multiple` for a signed
/// message without permission to replace the signature; `invalid-value`; errors of the signer. `jws-algorithm` if `alg`
/// is no name of the key's algorithm.
pub fn sign(
    document: &Document,
    signer: &dyn Signer,
    at: Timestamp,
    nonce: &str,
    replace: bool,
    alg: Option<&str>,
) -> Result<Document, MessageError> {
    document.check_signable().map_err(MessageError::from_error)?;
    let envelope = Envelope::read(document)?;
    if !is_nonce(nonce) {
        let message = format!("the nonce has {} bytes, expected 22 to 256 characters of base64url", nonce.len());
        return Err(MessageError::new(Code::INVALID_VALUE, message));
    }
    let did = signer.method().did();
    if envelope.source.agent_id.as_str() != did.as_str() {
        let agent = shortened(&envelope.source.agent_id);
        let message = format!("`source.agentId` is {agent}, but the signing key belongs to {did}");
        return Err(MessageError::new(codes::MESSAGE_SIGNER, message));
    }
    if !replace && envelope.security.as_ref().is_some_and(|security| security.signature.is_some()) {
        return Err(already_signed());
    }
    let mut root = document.root().clone();
    let mut security = root.get("security").and_then(Json::as_object).cloned().unwrap_or_default();
    security.remove("signature");
    security.insert("timestamp", at.to_string());
    security.insert("nonce", nonce);
    root.insert("security", security.clone());

    let payload = payload(&root);
    let algorithm = Algorithm::for_key_type(signer.verifying_key().key_type());
    let unsigned = Unsigned::new(algorithm, payload.bytes());
    let unsigned = alg.map_or(Ok(unsigned.clone()), |alg| unsigned.alg(alg)).map_err(MessageError::from_error)?;
    let unsigned = unsigned.typ(TYP).kid(signer.method().as_str());
    let signature = signer.sign(&unsigned.signing_input()).map_err(MessageError::from_error)?;
    let jws = unsigned.signed(&signature, signer.verifying_key()).map_err(MessageError::from_error)?;
    security.insert("signature", jws.to_detached());
    root.insert("security", security);
    sendable(root)
}

/// An envelope within the size limit.
pub(crate) fn sendable(envelope: Object) -> Result<Document, MessageError> {
    Document::from_object(envelope, ReadLimits::new(ENVELOPE_BYTES))
        .map_err(|error| MessageError::new(error.code(), format!("the signed envelope would be refused: {error}")))
}

pub(crate) fn already_signed() -> MessageError {
    MessageError::new(Code::PROOF_MULTIPLE, "the message already has a signature; replace it to sign again")
}
