//! Inputs that the caller supplies to a verification.

use super::Need;
use crate::{
    CodedError, Did, Limits,
    did::{DidDocument, DidMethod, Resolved},
    proof::{Check, CheckName, CheckResult, Detail},
    resolve::Succession,
};
use std::{collections::HashMap, sync::Arc};

/// A supplied input, or the reason why it is missing.
pub(crate) type Resolution<T> = Result<T, Arc<dyn CodedError>>;

/// The inputs of a verification: DID documents, key sets and artifacts, or the reasons why they are missing.
#[derive(Clone, Debug, Default)]
pub struct Supplied {
    /// DID documents; those of did:key DIDs are not needed.
    pub did_documents: HashMap<Did, Resolution<Arc<Resolved<DidDocument>>>>,
    /// The successors of DIDs, or why the chain could not be followed.
    pub successions: HashMap<Did, Resolution<Arc<Succession>>>,
    /// Key sets by their URLs.
    pub key_sets: HashMap<String, Resolution<Arc<[u8]>>>,
    /// Artifacts by their URLs.
    pub artifacts: HashMap<String, Resolution<Arc<[u8]>>>,
}

impl Supplied {
    /// The document of a DID, or the reason why it is missing. The document of a did:key DID is derived from the DID.
    #[must_use]
    pub fn did_document(&self, did: &Did) -> Option<Resolution<Arc<Resolved<DidDocument>>>> {
        if did.method() == DidMethod::Key {
            let made = DidDocument::from_did_key(did, &Limits::default());
            return Some(made.map(Arc::new).map_err(|error| Arc::new(error) as Arc<dyn CodedError>));
        }
        self.did_documents.get(did).cloned()
    }

    /// The check `resolve` of a signer: where its DID document came from. `None` if it was not supplied.
    #[must_use]
    pub fn resolve_check(&self, signer: &Did) -> Option<Check> {
        let resolved = self.did_document(signer)?.ok()?;
        let detail = Detail::for_resolution(signer, &resolved);
        Some(Check::new(CheckName::Resolve.as_str(), CheckResult::Pass, Some(detail)))
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
