//! Results of a verification.

use super::{Binding, Covered, SignatureReport, covered::Unsigned};
use crate::{
    CodedError, Did, Document, Timestamp,
    description::AgentDescription,
    json::Object,
    proof::{Check, Verified},
    resolve::Succession,
};
use std::sync::Arc;

/// The result of a verification, with the same members for every format.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verification {
    /// The format of the document.
    pub format: &'static str,
    /// The accepted signer. `None` if the document is not verified, or was verified with a key from the caller.
    pub signer: Option<Did>,
    /// The successors of the signer, if it is superseded and the caller accepts that.
    pub succession: Option<Arc<Succession>>,
    /// Why the deciding signature is accepted, if the document is verified.
    pub binding: Option<Binding>,
    /// All signatures in document order.
    pub signatures: Vec<SignatureReport>,
    /// All checks in order. A check that did not run has the result `unchecked`.
    pub checks: Vec<Check>,
    /// Expiry of the result: that of the deciding signature or of its key, whichever is earlier.
    pub expires: Option<Timestamp>,
    /// Why the document is not verified; `None` if it is.
    pub error: Option<Arc<dyn CodedError>>,
    /// Report members of the format, such as `root` and `manifests` of a catalog.
    pub own: Object,
    /// What the accepted signatures cover, if the document is verified, and what was left out.
    pub(super) covered: Option<(Document, Unsigned)>,
    /// The description, if the document is a verified one.
    pub(super) description: Option<Arc<Verified<AgentDescription>>>,
}

impl Verification {
    /// The verdict on a document whose signature is accepted: what the signature covers is the data of the document. The
    /// caller fills in the other fields.
    #[must_use]
    pub fn verified(format: &'static str, covered: Covered) -> Self {
        match covered.restrict() {
            Ok(covered) => Self { covered: Some(covered), ..Self::new(format, None) },
            Err(error) => Self::refused(format, Arc::new(error)),
        }
    }

    /// The verdict on a document that is not verified. The caller fills in the other fields.
    #[must_use]
    pub fn refused(format: &'static str, error: Arc<dyn CodedError>) -> Self {
        Self::new(format, Some(error))
    }

    fn new(format: &'static str, error: Option<Arc<dyn CodedError>>) -> Self {
        Self {
            format,
            signer: None,
            succession: None,
            binding: None,
            signatures: Vec::new(),
            checks: Vec::new(),
            expires: None,
            error,
            own: Object::new(),
            covered: None,
            description: None,
        }
    }

    /// Turns this result into a refusal without an accepted signer.
    #[must_use]
    pub(crate) fn but_refused(self, error: Arc<dyn CodedError>) -> Self {
        let (covered, description) = (None, None);
        Self {
            signer: None,
            succession: None,
            binding: None,
            expires: None,
            error: Some(error),
            covered,
            description,
            ..self
        }
    }

    /// Whether the document is verified.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.document().is_some()
    }

    /// The data of the verified document: what its accepted signatures cover. `None` if it is not verified.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.covered.as_ref().filter(|_| self.error.is_none()).map(|(document, _)| document)
    }

    /// JSON Pointers to the parts of the input that no accepted signature covers: [`document`](Self::document) does not
    /// have them. At most 1,000 in 64 KiB; [`unsigned_omitted`](Self::unsigned_omitted) counts the others.
    #[must_use]
    pub fn unsigned(&self) -> &[String] {
        self.covered.as_ref().map_or(&[], |(_, unsigned)| &unsigned.pointers)
    }

    /// The number of parts without signature that [`unsigned`](Self::unsigned) does not list.
    #[must_use]
    pub fn unsigned_omitted(&self) -> usize {
        self.covered.as_ref().map_or(0, |(_, unsigned)| unsigned.omitted)
    }

    /// The verified description. `None` if the document is not verified, or has another format.
    #[must_use]
    pub fn description(&self) -> Option<&Verified<AgentDescription>> {
        self.description.as_deref().filter(|_| self.is_verified())
    }
}
