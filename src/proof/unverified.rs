//! Typestate of a document: unverified and verified.

use super::{Evidence, Expectations, VerifyError};
use crate::{
    CodedError, Document,
    did::{DidDocument, DidUrl, Resolved, Subject},
    json::Text,
    jsonld::{Contexts, JsonLdError, UsedContext},
    key::Signature,
    suite::{SigningInput, Suite},
};

/// A parsed but unverified document: its sender may claim anything.
///
/// [`Unverified::claimed`] reads the claims; [`Unverified::verify`] checks them.
#[derive(Debug)]
pub struct Unverified<T> {
    pub(crate) document: Document,
    /// The contexts of the document. An error is reported in the order of the checks, after those of the proof itself.
    pub(super) contexts: Result<Vec<UsedContext>, JsonLdError>,
    model: std::marker::PhantomData<fn() -> T>,
}

impl<T: Subject> Unverified<T> {
    /// Creates it from a document, and delays the error for an unknown context to [`Unverified::verify`]. This keeps
    /// the order of checks: a document without a proof is `proof-missing` even if its context is unknown.
    #[must_use]
    pub fn new(document: Document, contexts: &Contexts) -> Self {
        let contexts = T::contexts(&document, contexts);
        Self { document, contexts, model: std::marker::PhantomData }
    }

    /// The claims of the document, unverified.
    ///
    /// # Errors
    /// If the document names an unknown context or is not in the plain profile, or a required term is missing or has
    /// the wrong type.
    pub fn claimed(&self) -> Result<T, Box<dyn CodedError>> {
        if let Err(error) = &self.contexts {
            return Err(Box::new(error.clone()));
        }
        let model = T::check_structure(&self.document).and_then(|()| T::read(&self.document));
        model.map_err(|error| Box::new(error) as _)
    }

    /// Verifies the document against the signer's DID document, without I/O.
    ///
    /// # Errors
    /// [`VerifyError`]: the first check that failed, and the evidence up to there.
    pub fn verify(
        self,
        did_document: &Resolved<DidDocument>,
        expectations: Expectations,
    ) -> Result<Verified<T>, VerifyError> {
        self.prepare(expectations)?.finish(Ok(did_document))
    }
}

/// A verification in progress that needs the signer's DID document.
#[derive(Debug)]
pub(crate) struct PreparedProof<T> {
    pub(crate) document: Document,
    pub(super) subject: Option<Text>,
    pub(super) evidence: Box<Evidence>,
    pub(super) proof: super::Proof,
    pub(super) suite: Suite,
    pub(super) signature: Signature,
    pub(super) input: SigningInput,
    /// The verification method of the required key.
    pub(crate) method: DidUrl,
    pub(crate) expectations: Expectations,
    pub(super) model: std::marker::PhantomData<fn() -> T>,
}

/// A model whose document was verified. Only verification creates it.
///
/// ```compile_fail
/// use agent_description::{description::AgentDescription, proof::Verified};
/// fn forge(model: AgentDescription) -> Verified<AgentDescription> {
///     Verified { model } // private fields, no constructor
/// }
/// ```
#[derive(Debug)]
pub struct Verified<T> {
    pub(super) model: T,
    pub(super) document: Document,
    pub(super) evidence: Box<Evidence>,
}

impl<T> Verified<T> {
    /// The model.
    #[must_use]
    pub fn get(&self) -> &T {
        &self.model
    }

    /// The verified document.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The evidence: what was checked, and what was not.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }
}
