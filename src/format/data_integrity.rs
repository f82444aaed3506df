//! Any JSON object with one data-integrity proof.

use super::{
    Format, FormatError, FormatFacts, MatchConfidence, Options, PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS,
    SignedDocument,
};
use crate::{
    CodedError, Document, Limits, ReadLimits,
    diagnostic::CheckReport,
    did::Subject,
    json::{Json, Object, Text},
    jsonld::{Contexts, JsonLdError, UsedContext},
    proof::{Expectations, SignOptions, Signer, Unverified},
    verification::{Pending, PendingProof, Verification},
};

/// Any JSON object with one data-integrity proof (W3C, over JCS). It is never detected, because such an object has no
/// type and no subject: callers select it, and must name the expected signer.
pub const DATA_INTEGRITY: &dyn Format = &OfProofs;

/// Whether an object has a member that may be a data-integrity proof, or a set of them.
#[must_use]
pub(super) fn has_proof(root: &Object) -> bool {
    let is_proof = |proof: &Json| {
        ["type", "proofValue"].into_iter().all(|name| proof.get(name).is_some_and(|value| value.as_str().is_some()))
    };
    root.get("proof").is_some_and(|proof| match proof.as_array() {
        Some(proofs) => !proofs.is_empty() && proofs.iter().all(is_proof),
        None => is_proof(proof),
    })
}

#[derive(Debug)]
struct OfProofs;

static FACTS: FormatFacts = FormatFacts {
    name: "data-integrity",
    title: "a JSON object with a data-integrity proof",
    sign_options: PROOF_SIGN_OPTIONS,
    verify_options: PROOF_VERIFY_OPTIONS,
    ..FormatFacts::DEFAULT
};

impl Format for OfProofs {
    fn facts(&self) -> &FormatFacts {
        &FACTS
    }

    fn read_limits(&self, limits: &Limits) -> ReadLimits {
        limits.into()
    }

    fn match_confidence(&self, _: &Object) -> MatchConfidence {
        MatchConfidence::Lacks(vec!["a format of its own"])
    }

    /// Only strict JSON is required of these objects.
    fn check(&self, _: &Document, _: &Options) -> CheckReport {
        CheckReport::default()
    }

    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        _: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        SignedDocument::by_proof(document, signer, proof)
    }

    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        let unverified = Unverified::<SignedObject>::new(document, &Contexts::embedded());
        PendingProof::begin_as(self.name(), unverified, expectations, |_| None)
    }
}

/// The model of an unknown object.
#[derive(Debug)]
struct SignedObject;

impl Subject for SignedObject {
    type Error = FormatError;

    const ALLOWS_DOMAIN_SET: bool = true;

    /// The signature covers the canonical JSON, so contexts cannot change its meaning.
    fn contexts(_: &Document, _: &Contexts) -> Result<Vec<UsedContext>, JsonLdError> {
        Ok(Vec::new())
    }

    fn check_structure(_: &Document) -> Result<(), FormatError> {
        Ok(())
    }

    /// No member is known to identify the subject.
    fn subject_did(_: &Document) -> Result<Option<Text>, FormatError> {
        Ok(None)
    }

    fn read(_: &Document) -> Result<Self, FormatError> {
        Ok(Self)
    }

    fn id(&self) -> Option<&str> {
        None
    }
}
