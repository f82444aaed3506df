//! Successors that were verified before: what a later chain may not contradict.

use crate::did::Did;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The most successors that are kept.
const MAX_EDGES: usize = 10_000;

/// Which DID directly succeeds which, as verified chains have shown (did:wba section 2.6). Cheap to clone; clones share it.
///
/// Only `verified` and `recovery_verified` successors are kept, and only of chains that ended at a DID in use. A full cache
/// keeps what it has.
#[derive(Clone, Debug, Default)]
pub struct SuccessorCache {
    edges: Arc<Mutex<HashMap<Did, Did>>>,
}

impl SuccessorCache {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The direct successor that a DID is known to have.
    #[must_use]
    pub fn successor(&self, did: &Did) -> Option<Did> {
        self.edges.lock().unwrap_or_else(PoisonError::into_inner).get(did).cloned()
    }

    /// Keeps all of these or, if one contradicts what is known, none: then returns the DID with two successors.
    pub(super) fn commit(&self, edges: &[(Did, Did)]) -> Result<(), Did> {
        let mut known = self.edges.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((old, _)) = edges.iter().find(|(old, new)| known.get(old).is_some_and(|kept| kept != new)) {
            return Err(old.clone());
        }
        for (old, new) in edges {
            if known.len() >= MAX_EDGES && !known.contains_key(old) {
                break;
            }
            known.insert(old.clone(), new.clone());
        }
        Ok(())
    }
}
