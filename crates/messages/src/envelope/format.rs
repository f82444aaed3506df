//! The format of message envelopes.

use super::{ENVELOPE_BYTES, Envelope, check, members, rules};
use crate::signature;
#[cfg(feature = "generate")]
use agent_description::{
    CodedError,
    format::{Options, SignedDocument},
    json::object,
    jws::Algorithm,
    proof::{SignOptions, Signer},
};
use agent_description::{
    Document, ReadLimits,
    format::{DocumentSignatures, Format, MatchConfidence, boxed},
    json::{Json, Object},
    proof::Expectations,
    verification::{Pending, Verification},
};

/// The format message envelope.
pub const ENVELOPE: &Format = &Format {
    name: "envelope",
    title: "a message envelope",
    read_limits: |_| ReadLimits::new(ENVELOPE_BYTES),
    distinctive_members: &["messageId"],
    rules: rules::RULES,
    members: Some(&members::ENVELOPE),
    #[cfg(feature = "generate")]
    sign_options: &["alg", "created", "replace"],
    match_confidence,
    profile: |document| {
        let version = document.root().get("version").and_then(Json::as_str);
        version.filter(|version| *version == members::VERSION).map(|version| format!("envelope/{version}"))
    },
    check: |found, document, _| check::check(found, document),
    model: Some(|document, _| Envelope::read(document).map(|envelope| envelope.to_model_json()).map_err(boxed)),
    signatures: Some(&EnvelopeSignature),
    ..Format::DEFAULT
};

/// An envelope has a combination of members that no other object has.
fn match_confidence(root: &Object) -> MatchConfidence {
    let has_object = |name: &str| root.get(name).and_then(Json::as_object).is_some();
    let marks = [
        ("`messageId`", root.contains("messageId")),
        ("`message`", has_object("message")),
        ("`source`", has_object("source")),
        ("`payload`", root.contains("payload")),
    ];
    let missing: Vec<_> = marks.iter().filter(|(_, is_there)| !is_there).map(|(name, _)| *name).collect();
    match missing.len() {
        0 => MatchConfidence::Certain,
        1 => MatchConfidence::Likely,
        2 if root.contains("messageId") => MatchConfidence::Likely,
        _ => MatchConfidence::Lacks(missing),
    }
}

struct EnvelopeSignature;

impl DocumentSignatures for EnvelopeSignature {
    /// Signs the envelope at the creation time of the proof.
    #[cfg(feature = "generate")]
    fn sign(
        &self,
        format: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        _: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let nonce = signature::nonce().map_err(boxed)?;
        let alg = proof.alg.as_deref();
        let signed = signature::sign(document, signer, proof.created, &nonce, proof.replace, alg).map_err(boxed)?;
        let alg = alg.unwrap_or(Algorithm::for_key_type(signer.verifying_key().key_type()).as_str());
        let report = object! {
            "format": format.name,
            "verificationMethod": signer.method().as_str(),
            "alg": alg,
            "created": proof.created.to_string(),
        };
        Ok(SignedDocument { document: signed, what: "signed", by: alg.to_owned(), report })
    }

    /// Verifies the sender's signature. The receiver and earlier acceptance are not checked.
    fn begin(
        &self,
        _: &Format,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        signature::begin(document, expectations)
    }
}
