//! What a verification found.

use super::{Binding, SignatureReport};
use crate::{Did, Document, Fault, Timestamp, json::Object};
use std::sync::Arc;

/// One check of a verification.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Check {
    /// Its name.
    pub name: String,
    /// How it ended: `pass`, `fail`, `unbound`, `unchecked`, `not-bound` or `not-reached`.
    pub result: crate::proof::CheckResult,
    /// What was compared.
    pub detail: Option<String>,
}

/// What a verification found: the same members for every format.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verification {
    /// The format by which the document was verified.
    pub format: &'static str,
    /// Who stands behind the document. Nobody where it is not verified, or by keys that the caller named.
    pub signer: Option<Did>,
    /// What makes the deciding signature count, where the document is verified.
    pub binding: Option<Binding>,
    /// Each signature, in the document's order.
    pub signatures: Vec<SignatureReport>,
    /// Every check, in their order. What was not checked stands here as `unchecked`.
    pub checks: Vec<Check>,
    /// When the verdict ends, by the word of the deciding signature or its key.
    pub expires: Option<Timestamp>,
    /// Why the document is not verified; nothing where it is.
    pub error: Option<Arc<dyn Fault>>,
    /// Members of the format's own in reports, such as `root` and `manifests` of a catalog.
    pub own: Object,
    /// The document that was verified, as it was read.
    pub document: Document,
}

impl Verification {
    /// The verdict on a document of which nothing more was looked at.
    #[must_use]
    pub fn refused(format: &'static str, document: Document, error: Arc<dyn Fault>) -> Self {
        Self {
            format,
            signer: None,
            binding: None,
            signatures: Vec::new(),
            checks: Vec::new(),
            expires: None,
            error: Some(error),
            own: Object::new(),
            document,
        }
    }

    /// Whether the document is verified.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.error.is_none()
    }
}
