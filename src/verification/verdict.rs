//! What a verification found.

use super::{Binding, SignatureReport};
use crate::{
    CodedError, Did, Document, Timestamp,
    json::Object,
    proof::{CheckResult, Detail, Verified},
    resolve::Succession,
};
use std::{any::Any, borrow::Cow, sync::Arc};

/// One check of a verification.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Check {
    /// Its name.
    pub name: Cow<'static, str>,
    /// How it ended: `pass`, `fail`, `unbound`, `unchecked`, `not-bound` or `not-reached`.
    pub result: CheckResult,
    /// What was compared.
    pub detail: Option<Detail>,
}

impl Check {
    /// A check, how it ended, and what was compared.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, result: CheckResult, detail: Option<Detail>) -> Self {
        Self { name: name.into(), result, detail }
    }
}

/// What a verification found: the same members for every format.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verification {
    /// The format by which the document was verified.
    pub format: &'static str,
    /// The accepted signer. `None` if the document is not verified, or is verified by a key that the caller named.
    pub signer: Option<Did>,
    /// The DIDs that succeed the signer, if it is superseded and that was accepted.
    pub succession: Option<Arc<Succession>>,
    /// Why the deciding signature is accepted, if the document is verified.
    pub binding: Option<Binding>,
    /// Each signature, in the document's order.
    pub signatures: Vec<SignatureReport>,
    /// Every check, in their order. What was not checked stands here as `unchecked`.
    pub checks: Vec<Check>,
    /// Expiry of the result: that of the deciding signature or of its key, whichever is earlier.
    pub expires: Option<Timestamp>,
    /// Why the document is not verified; `None` if it is.
    pub error: Option<Arc<dyn CodedError>>,
    /// Members of the format's own in reports, such as `root` and `manifests` of a catalog.
    pub own: Object,
    /// The document, as it was read.
    pub document: Document,
    /// The typed view, a [`Verified`], where the document is verified and its format has one.
    pub(super) typed: Option<Arc<dyn Any + Send + Sync>>,
}

impl Verification {
    /// A verified document, with its accepted signer.
    #[must_use]
    pub fn verified(format: &'static str, document: Document, signer: Option<Did>, binding: Binding) -> Self {
        Self { signer, binding: Some(binding), ..Self::decided(format, document, None) }
    }

    /// A refused document, without further results.
    #[must_use]
    pub fn refused(format: &'static str, document: Document, error: Arc<dyn CodedError>) -> Self {
        Self::decided(format, document, Some(error))
    }

    /// A verdict, and why the document is not verified, if it is not. What else was found is to be filled in.
    #[must_use]
    pub fn decided(format: &'static str, document: Document, error: Option<Arc<dyn CodedError>>) -> Self {
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

    /// The same result, turned into a refusal: there is no accepted signer.
    #[must_use]
    pub(crate) fn but_refused(self, error: Arc<dyn CodedError>) -> Self {
        Self { signer: None, succession: None, binding: None, expires: None, error: Some(error), typed: None, ..self }
    }

    /// Whether the document is verified.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.error.is_none()
    }

    /// The typed view of the verified document: `Verified<AgentDescription>` of a description. `None` where the document is not verified,
    /// or of another format.
    #[must_use]
    pub fn typed<T: 'static>(&self) -> Option<&Verified<T>> {
        self.typed.as_deref()?.downcast_ref()
    }
}
