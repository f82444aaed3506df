//! What documents of every format are read with.

use crate::{
    Limits, Timestamp,
    did::{DidDocument, Purpose, Resolved},
    jsonld::Contexts,
    proof::Expectations,
};
use std::sync::Arc;

/// What documents of every format are checked, shown, signed and verified with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Now, for what expires.
    pub at: Timestamp,
    /// Whether warnings that a rule asks for become errors.
    pub strict: bool,
    /// Whether the document is to be registered: formats that registries limit check the limits, too.
    pub for_registry: bool,
    /// JSON-LD contexts; by default the embedded ones.
    pub contexts: Contexts,
    /// The limits of reading.
    pub limits: Limits,
    /// DID documents of signers that are known.
    pub did_documents: Vec<Resolved<DidDocument>>,
    /// What a proof must say, at a time of its own. By default: that it is for no domain, any challenge, at
    /// [`Options::at`], by the DID that the document is about.
    pub expectations: Option<Arc<Expectations>>,
}

impl Options {
    /// The usual ones, at a time.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        let (contexts, limits) = (Contexts::embedded(), Limits::default());
        Self { at, strict: false, for_registry: false, contexts, limits, did_documents: Vec::new(), expectations: None }
    }

    /// The same with a DID document of a signer.
    #[must_use]
    pub fn with_did_document(mut self, did_document: Resolved<DidDocument>) -> Self {
        self.did_documents.push(did_document);
        self
    }

    /// The same with what a proof must say.
    #[must_use]
    pub fn expecting(mut self, expectations: Expectations) -> Self {
        self.expectations = Some(Arc::new(expectations));
        self
    }

    pub(super) fn expectations(&self) -> Expectations {
        match &self.expectations {
            Some(expectations) => expectations.once_more(),
            None => Expectations::for_purpose(Purpose::AssertionMethod)
                .no_domain()
                .any_challenge()
                .at(self.at)
                .signer_is_subject(),
        }
    }
}
