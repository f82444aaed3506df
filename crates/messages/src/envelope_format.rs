//! The format of message envelopes.

#[cfg(feature = "generate")]
use crate::envelope::boxed;
use crate::{
    envelope::{ENVELOPE_BYTES, Envelope, check, members, rules},
    signature,
};
use agent_description::{
    CodedError, Document,
    diagnostic::{CheckReport, FindingFilter},
    format::{Format, FormatFacts, MatchConfidence, Options},
    json::{Json, Object},
    proof::Expectations,
    verification::{Pending, Verification},
};
#[cfg(feature = "generate")]
use agent_description::{
    format::SignedDocument,
    json::object,
    jws::Algorithm,
    proof::{SignOptions, Signer},
};

/// The format message envelope.
pub const ENVELOPE: &dyn Format = &OfMessages;

#[derive(Debug)]
struct OfMessages;

static FACTS: FormatFacts = FormatFacts {
    name: "envelope",
    title: "a message envelope",
    max_bytes: ENVELOPE_BYTES,
    distinctive_members: &["messageId"],
    rules: rules::RULES,
    members: Some(&members::ENVELOPE),
    #[cfg(feature = "generate")]
    sign_options: &["alg", "created", "replace"],
    ..FormatFacts::DEFAULT
};

impl Format for OfMessages {
    fn facts(&self) -> &FormatFacts {
        &FACTS
    }

    /// An envelope has a combination of members that no other object has.
    fn match_confidence(&self, root: &Object) -> MatchConfidence {
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

    /// The profile `envelope/1.0`, or only the name for unknown versions.
    fn profile(&self, document: &Document) -> String {
        match document.root().get("version").and_then(Json::as_str) {
            Some(members::VERSION) => format!("{}/{}", self.name(), members::VERSION),
            _ => self.name().to_owned(),
        }
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::findings(document, FindingFilter::Everything { strict: options.strict }).into_report()
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
        match Envelope::read(document) {
            Ok(envelope) => Ok(envelope.to_model_json()),
            Err(error) => Err(Box::new(error)),
        }
    }

    /// Signs the envelope at the creation time of the proof.
    #[cfg(feature = "generate")]
    fn sign(
        &self,
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
            "format": self.name(),
            "verificationMethod": signer.method().as_str(),
            "alg": alg,
            "created": proof.created.to_string(),
        };
        Ok(SignedDocument { document: signed, what: "signed", by: alg.to_owned(), report })
    }

    /// Verifies the sender's signature. The receiver and earlier acceptance are not checked.
    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        signature::begin(document, expectations)
    }
}
