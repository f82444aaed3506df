//! Any JSON object with one data-integrity proof.

use super::{
    DocumentSignatures, Format, FormatError, MatchConfidence, Options, PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS,
    SignedDocument,
};
use crate::{
    CodedError, Document,
    did::Subject,
    json::{Json, Object, Text},
    jsonld::{Contexts, JsonLdError, UsedContext},
    proof::{Expectations, SignOptions, Signer, Unverified},
    verification::{Pending, PendingProof, Verification},
};

/// Any JSON object with one data-integrity proof (W3C, over JCS). It is never detected, because such an object has no
/// type and no subject: callers select it, and must name the expected signer.
pub const DATA_INTEGRITY: &Format = &Format {
    name: "data-integrity",
    title: "a JSON object with a data-integrity proof",
    sign_options: PROOF_SIGN_OPTIONS,
    verify_options: PROOF_VERIFY_OPTIONS,
    read_limits: |limits| limits.into(),
    match_confidence: |_| MatchConfidence::Lacks(vec!["a format of its own"]),
    signatures: Some(&DataIntegrity),
    ..Format::DEFAULT
};

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

struct DataIntegrity;

impl DocumentSignatures for DataIntegrity {
    fn sign(
        &self,
        _: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        _: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        SignedDocument::by_proof(document, signer, proof)
    }

    /// The verdict has the name of this format, also for another one that has these signatures.
    fn begin(
        &self,
        _: &Format,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        let unverified = Unverified::<SignedObject>::new(document, &Contexts::embedded());
        PendingProof::begin_as(DATA_INTEGRITY.name, unverified, expectations, |_| None)
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
