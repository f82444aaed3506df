//! The pending verification of a message.

use super::{MessageExpectations, UnverifiedMessage, VerifiedMessage};
use crate::{
    MessageError,
    envelope::{Envelope, NAME},
};
use agent_description::{
    Code, CodedError, Did, DidUrl, Document,
    json::{Object, object},
    proof::{Check, CheckResult, Expectations},
    verification::{Binding, Covered, Need, Pending, SignatureReport, Supplied, Verification},
};
use std::sync::Arc;

/// A message that needs its sender's DID document for verification.
#[derive(Clone, Debug)]
pub struct PendingMessage {
    message: UnverifiedMessage,
    expectations: MessageExpectations,
    /// The expected sender, if the caller named one.
    signer: Option<Did>,
}

impl UnverifiedMessage {
    /// Begins the verification with a receiver's expectations.
    #[must_use]
    pub fn expecting(self, expectations: MessageExpectations) -> PendingMessage {
        PendingMessage { message: self, expectations, signer: None }
    }
}

/// Begins the verification of an envelope, for any receiver.
pub(crate) fn begin(document: Document, expected: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
    let refused = |error: MessageError| {
        let mut refused = Verification::refused(NAME, Arc::new(error));
        refused.own = own(Envelope::read(&document).ok().as_ref(), None);
        Box::new(refused)
    };
    let message = match UnverifiedMessage::read(&document) {
        Ok(message) => message,
        Err(error) => return Err(refused(error)),
    };
    let signer = expected.signer.clone();
    if let Some(expected) = signer.as_ref().filter(|signer| *signer != message.did()) {
        let error = other_signer(message.did(), expected);
        return Err(refused(error));
    }
    let expectations = MessageExpectations { skew: expected.skew, ..MessageExpectations::at(expected.at) };
    Ok(Box::new(PendingMessage { message, expectations, signer }))
}

impl PendingMessage {
    /// Verifies the message with the supplied DID document.
    ///
    /// # Errors
    ///
    /// Why the document is unavailable, or a [`MessageError`].
    pub fn verify(self, supplied: &Supplied) -> Result<VerifiedMessage, Arc<dyn CodedError>> {
        let did = self.message.did().clone();
        let missing = || {
            let message = format!("the document of {did} is not available");
            Err(Arc::new(MessageError::new(Code::JWS_KEY, message)) as Arc<dyn CodedError>)
        };
        let document = supplied.did_document(&did).unwrap_or_else(missing)?;
        self.message.verify(&document, &self.expectations).map_err(|error| Arc::new(error) as Arc<dyn CodedError>)
    }
}

impl Pending for PendingMessage {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let need = Need::DidDocument(self.message.did().clone());
        if supplied.answers(&need) { Vec::new() } else { vec![need] }
    }

    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification {
        let UnverifiedMessage { document, envelope, jws, method, signed_at, .. } = self.message.clone();
        let mut signature = SignatureReport::default();
        signature.algorithm = Some(jws.algorithm.as_str().to_owned());
        signature.key_id = Some(method.to_string());
        signature.created = Some(signed_at);
        signature.expires = Some(signed_at.saturating_add(self.expectations.window));
        let binding = if self.signer.is_some() { Binding::Signer } else { Binding::Subject };
        let found = self.verify(supplied);
        signature.error = found.as_ref().err().cloned();
        let mut verification = match &found {
            Ok(message) => Verification::verified(NAME, Covered::by(document, [message.signed.clone()])),
            Err(error) => Verification::refused(NAME, Arc::clone(error)),
        };
        verification.own = own(Some(&envelope), found.as_ref().ok());
        add_signature(&mut verification, signature, (&method, binding), supplied);
        verification
    }
}

/// The sender is not the one that the caller expects.
pub(crate) fn other_signer(found: &Did, expected: &Did) -> MessageError {
    let message = format!("the message is from {found}, expected {expected}");
    MessageError::new(Code::PROOF_SIGNER_NOT_SUBJECT, message)
}

/// Adds a verified or refused signature by a key of the sender's DID document.
pub(crate) fn add_signature(
    verification: &mut Verification,
    mut signature: SignatureReport,
    (method, binding): (&DidUrl, Binding),
    supplied: &Supplied,
) {
    let result = if signature.error.is_none() { CheckResult::Pass } else { CheckResult::Fail };
    if signature.error.is_none() {
        (signature.key_source, signature.binding) = (Some("did"), Some(binding));
        signature.signer = Some(method.did().clone());
        let key_end = supplied.did_document(method.did()).and_then(Result::ok).and_then(|it| it.get().key_end(method));
        verification.expires = signature.expires.into_iter().chain(key_end).min();
        (verification.signer, verification.binding) = (signature.signer.clone(), Some(binding));
    }
    verification.checks.push(Check::new("signature", result, Some(method.to_string().into())));
    verification.checks.extend(signature.signer.as_ref().and_then(|signer| supplied.resolve_check(signer)));
    verification.signatures.push(signature);
}

/// `keyid` and `nonce` once they are verified; `type` and `action` of the envelope.
fn own(envelope: Option<&Envelope>, verified: Option<&VerifiedMessage>) -> Object {
    object! {
        "keyid": verified.map(|message| message.method().as_str()),
        "type": envelope.map(|envelope| envelope.message_type.as_str()),
        "action": envelope.and_then(Envelope::action),
        "nonce": verified.map(VerifiedMessage::nonce),
    }
}
