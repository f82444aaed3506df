//! The pending verification of an origin proof.

use super::ANP_MESSAGE;
use crate::signature::{add_signature, other_signer};
use agent_description::{
    CodedError, Did, DidUrl, Document, Timestamp,
    auth::{AuthPolicy, UnverifiedMessage, http_signature::ORIGIN_PROOF_SCHEME},
    json::{Json, Object, object},
    proof::Expectations,
    verification::{Binding, Covered, Need, Pending, SignatureReport, SignedValues, Supplied, Verification},
};
use std::sync::Arc;

/// A message whose proof passed the checks of structure, digest, coverage and time. Needs the sender's DID document.
#[derive(Debug)]
struct PendingOrigin {
    message: UnverifiedMessage,
    document: Document,
    at: Timestamp,
    binding: Binding,
}

pub(super) fn begin(document: Document, expected: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
    let refused = |error: Arc<dyn CodedError>| {
        let mut refused = Verification::refused(ANP_MESSAGE.name, error);
        refused.own = own(document.root(), None);
        Err(Box::new(refused))
    };
    let mut policy = AuthPolicy::default();
    policy.skew = expected.skew;
    policy.window = expected.max_age.unwrap_or(policy.window);
    let message = match UnverifiedMessage::read(document.root(), &policy, expected.at) {
        Ok(message) => message,
        Err(error) => return refused(Arc::new(error)),
    };
    let binding = match expected.signer.as_ref() {
        None => Binding::Subject,
        Some(signer) if signer == message.key_id.did() => Binding::Signer,
        Some(signer) => return refused(Arc::new(other_signer(message.key_id.did(), signer))),
    };
    Ok(Box::new(PendingOrigin { message, document, at: expected.at, binding }))
}

impl Pending for PendingOrigin {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let need = Need::DidDocument(self.message.key_id.did().clone());
        if supplied.answers(&need) { Vec::new() } else { vec![need] }
    }

    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification {
        let Self { message, document, at, binding } = *self;
        let (method, nonce) = (message.key_id.clone(), message.nonce.clone());
        let mut signature = SignatureReport::default();
        signature.algorithm = Some(ORIGIN_PROOF_SCHEME.to_owned());
        signature.key_id = Some(method.to_string());
        (signature.created, signature.expires) = (Some(message.created), Some(message.expires));
        let found = verified(&message, method.did(), supplied, at);
        signature.error = found.as_ref().err().cloned();
        let own = own(document.root(), found.is_ok().then_some((&method, nonce)));
        let mut verification = match found {
            Ok(signed) => Verification::verified(ANP_MESSAGE.name, Covered::by(document, [signed])),
            Err(error) => Verification::refused(ANP_MESSAGE.name, error),
        };
        verification.own = own;
        add_signature(&mut verification, signature, (&method, binding), supplied);
        verification
    }
}

/// The parts of the message that the proof covers.
fn verified(
    message: &UnverifiedMessage,
    did: &Did,
    supplied: &Supplied,
    at: Timestamp,
) -> Result<SignedValues, Arc<dyn CodedError>> {
    let missing = || Err(Arc::new(Need::DidDocument(did.clone()).not_supplied()) as Arc<dyn CodedError>);
    let document = supplied.did_document(did).unwrap_or_else(missing)?;
    message.verify_values(&document, at).map(SignedValues::from).map_err(|error| Arc::new(error) as Arc<dyn CodedError>)
}

/// The unverified `action` of the message; `keyid` and `nonce` once they are verified.
fn own(root: &Object, verified: Option<(&DidUrl, Option<String>)>) -> Object {
    let (method, nonce) = verified.unzip();
    object! {
        "keyid": method.map(DidUrl::as_str),
        "type": Json::from(None::<Json>),
        "action": root.get("method").and_then(Json::as_str),
        "nonce": nonce.flatten(),
    }
}
