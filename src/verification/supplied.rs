//! Inputs that the caller supplies to a verification.

use super::Need;
use crate::{
    CodedError, Did, Limits,
    did::{DidDocument, DidMethod, Resolved},
    resolve::Succession,
};
use std::{collections::HashMap, sync::Arc};

/// A supplied input, or the reason why it is missing.
pub type Resolution<T> = Result<T, Arc<dyn CodedError>>;

/// The inputs of a verification: DID documents, key sets and artifacts, or the reasons why they are missing.
#[derive(Clone, Debug, Default)]
pub struct Supplied {
    did_documents: HashMap<Did, Resolution<Arc<Resolved<DidDocument>>>>,
    successions: HashMap<Did, Resolution<Arc<Succession>>>,
    key_sets: HashMap<String, Resolution<Arc<[u8]>>>,
    artifacts: HashMap<String, Resolution<Arc<[u8]>>>,
}

impl Supplied {
    /// Creates an empty set of inputs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the document of a DID, or the reason why it is missing.
    pub fn add_did_document(&mut self, did: Did, document: Resolution<Arc<Resolved<DidDocument>>>) {
        self.did_documents.insert(did, document);
    }

    /// Adds the successors of a DID, or the reason why the chain could not be followed.
    pub fn add_succession(&mut self, did: Did, succession: Resolution<Arc<Succession>>) {
        self.successions.insert(did, succession);
    }

    /// Adds the bytes of the key set at a URL, or the reason why they are missing.
    pub fn add_key_set(&mut self, url: impl Into<String>, bytes: Resolution<Arc<[u8]>>) {
        self.key_sets.insert(url.into(), bytes);
    }

    /// Adds the bytes of an artifact, or the reason why they are missing.
    pub fn add_artifact(&mut self, url: impl Into<String>, bytes: Resolution<Arc<[u8]>>) {
        self.artifacts.insert(url.into(), bytes);
    }

    /// The document of a DID, or the reason why it is missing. The document of a did:key DID is derived from the DID.
    #[must_use]
    pub fn did_document(&self, did: &Did) -> Option<Resolution<Arc<Resolved<DidDocument>>>> {
        if did.method() == DidMethod::Key {
            let made = DidDocument::from_did_key(did, &Limits::default());
            return Some(made.map(Arc::new).map_err(|error| Arc::new(error) as Arc<dyn CodedError>));
        }
        self.did_documents.get(did).cloned()
    }

    /// The successors of a DID.
    #[must_use]
    pub(crate) fn succession(&self, did: &Did) -> Option<&Resolution<Arc<Succession>>> {
        self.successions.get(did)
    }

    /// The key set at a URL.
    #[must_use]
    pub fn key_set(&self, url: &str) -> Option<&Resolution<Arc<[u8]>>> {
        self.key_sets.get(url)
    }

    /// The artifact at a URL.
    #[must_use]
    pub fn artifact(&self, url: &str) -> Option<&Resolution<Arc<[u8]>>> {
        self.artifacts.get(url)
    }

    /// Whether a need has an answer: the input or a reason.
    #[must_use]
    pub fn answers(&self, need: &Need) -> bool {
        match need {
            Need::DidDocument(did) => did.method() == DidMethod::Key || self.did_documents.contains_key(did),
            Need::Succession { did, .. } => self.successions.contains_key(did),
            Need::KeySet(url) => self.key_sets.contains_key(url),
            Need::Artifact { url, .. } => self.artifacts.contains_key(url),
        }
    }
}
