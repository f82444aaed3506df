//! Results of a verification.

use super::{Binding, SignatureReport};
use crate::{
    CodedError, Did, Document, Timestamp,
    json::Object,
    proof::{Check, Verified},
    resolve::Succession,
};
use std::{any::Any, sync::Arc};

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
    /// The parsed document.
    pub document: Document,
    /// The typed view, a [`Verified`], if the document is verified and its format has one.
    pub(super) typed: Option<Arc<dyn Any + Send + Sync>>,
}

impl Verification {
    /// A verdict, and the error if the document is not verified. The caller fills in the other fields.
    #[must_use]
    pub fn new(format: &'static str, document: Document, error: Option<Arc<dyn CodedError>>) -> Self {
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
            document,
            typed: None,
        }
    }

    /// Turns this result into a refusal without an accepted signer.
    #[must_use]
    pub(crate) fn but_refused(self, error: Arc<dyn CodedError>) -> Self {
        Self { signer: None, succession: None, binding: None, expires: None, error: Some(error), typed: None, ..self }
    }

    /// Whether the document is verified.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.error.is_none()
    }

    /// The typed view of the verified document: `Verified<AgentDescription>` for descriptions. `None` if the document
    /// is not verified, or has another format.
    #[must_use]
    pub fn typed<T: 'static>(&self) -> Option<&Verified<T>> {
        self.typed.as_deref()?.downcast_ref()
    }
}
