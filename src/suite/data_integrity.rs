//! Shared code of the `DataIntegrityProof` suites: proof options and document are hashed separately.

use super::{CanonicalForms, Suite, SuiteError};
use crate::json::{Object, jcs};

/// The proof's options with the document's `@context`: the W3C form.
pub(super) fn with_context(suite: Suite, document: &Object, proof: &Object) -> Result<CanonicalForms, SuiteError> {
    check_context(suite, document, proof)?;
    let config = match (document.get("@context"), proof.get("@context")) {
        (Some(due), None) => {
            let mut config = proof.clone();
            config.insert("@context", due.clone());
            canonical_config(&config)
        }
        _ => canonical_config(proof),
    };
    Ok(CanonicalForms::parts(config, canonical_document(document)))
}

/// Refuses a proof whose context differs from the document's.
pub(super) fn check_context(suite: Suite, document: &Object, proof: &Object) -> Result<(), SuiteError> {
    let problem = match (document.get("@context"), proof.get("@context")) {
        (_, None) => return Ok(()),
        // trees are equal if their canonical forms are
        (Some(due), Some(found)) if due == found => return Ok(()),
        (Some(_), Some(_)) => "differs from the document's; make it the same, or leave it out",
        (None, Some(_)) => "is present, but the document has none; leave it out",
    };
    Err(SuiteError::ProofContext { suite, problem })
}

/// The proof's options without a context: the ANP SDKs' form.
pub(super) fn without_context(suite: Suite, document: &Object, proof: &Object) -> Result<CanonicalForms, SuiteError> {
    refuse_context(suite, proof)?;
    Ok(CanonicalForms::parts(canonical_config(proof), canonical_document(document)))
}

pub(super) fn refuse_context(suite: Suite, proof: &Object) -> Result<(), SuiteError> {
    if proof.contains("@context") {
        let problem = "is not allowed in this form of proof, which signs its options without a context; leave it out";
        return Err(SuiteError::ProofContext { suite, problem });
    }
    Ok(())
}

fn canonical_config(proof: &Object) -> Vec<u8> {
    jcs::canonicalize_omitting(proof, &["proofValue"])
}

fn canonical_document(document: &Object) -> Vec<u8> {
    jcs::canonicalize_omitting(document, &["proof"])
}
