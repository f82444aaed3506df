//! The keys by which signatures are verified, and where they are from.

use super::{KeySet, SignatureError};
use agent_description::{
    Fault,
    did::{Did, DidDocument, Resolved},
};
use std::{collections::HashMap, sync::Arc};

/// The document of a DID, or why it could not be obtained.
type Resolution = Result<Arc<Resolved<DidDocument>>, Arc<dyn Fault>>;

/// Keys by which signatures are verified.
#[derive(Debug, Default)]
pub struct Keys {
    pub(super) did_documents: HashMap<Did, Resolution>,
    pub(super) named: Option<KeySet>,
    pub(super) fetched: HashMap<String, Result<KeySet, SignatureError>>,
}

impl Keys {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The document of a DID, or why it could not be obtained.
    pub fn add_did_document(&mut self, did: Did, document: Result<Arc<Resolved<DidDocument>>, Arc<dyn Fault>>) {
        self.did_documents.insert(did, document);
    }

    /// A set of keys that the caller named: a key in it counts before any other of its name.
    pub fn add_named(&mut self, keys: KeySet) {
        self.named = Some(keys);
    }

    /// The set of keys at a URL that the caller allowed, or why it could not be obtained.
    pub fn add_fetched(&mut self, url: impl Into<String>, keys: Result<KeySet, SignatureError>) {
        self.fetched.insert(url.into(), keys);
    }

    /// Whether the set of keys that the caller named has this one.
    pub(super) fn names(&self, kid: &str) -> bool {
        self.named.as_ref().is_some_and(|named| named.names(kid))
    }
}

/// Where a key is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeySource {
    /// A DID document.
    Did,
    /// A set of keys that the caller named.
    Jwks,
    /// A set of keys at the signature's `jku`, of an origin that the caller named.
    Jku,
}

impl KeySource {
    /// `did`, `jwks` or `jku`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Did => "did",
            Self::Jwks => "jwks",
            Self::Jku => "jku",
        }
    }
}
