//! What documents of every format are read with.

use crate::{
    Limits, Timestamp,
    did::{DidDocument, Resolved},
    jsonld::Contexts,
};

/// What documents of every format are checked, shown, signed and verified with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Now, for what expires.
    pub at: Timestamp,
    /// Whether warnings that a rule asks for become errors.
    pub strict: bool,
    /// JSON-LD contexts; by default the embedded ones.
    pub contexts: Contexts,
    /// The limits of reading.
    pub limits: Limits,
    /// DID documents of signers that are known.
    pub did_documents: Vec<Resolved<DidDocument>>,
}

impl Options {
    /// The usual ones, at a time.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        let (contexts, limits) = (Contexts::embedded(), Limits::default());
        Self { at, strict: false, contexts, limits, did_documents: Vec::new() }
    }

    /// The same with a DID document of a signer.
    #[must_use]
    pub fn with_did_document(mut self, did_document: Resolved<DidDocument>) -> Self {
        self.did_documents.push(did_document);
        self
    }
}
