//! Verified successors, which later chains must not contradict.

use adp_did::Did;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Maximum number of stored successors.
const MAX_EDGES: usize = 10_000;

/// The direct successors of DIDs in verified chains (did:wba section 2.6). Cheap to clone; clones share the data.
///
/// Only `verified` and `recovery_verified` successors are stored, and only of chains that ended at a current DID. A
/// full cache ignores new ones.
#[derive(Clone, Debug, Default)]
pub struct SuccessorCache {
    edges: Arc<Mutex<HashMap<Did, Did>>>,
}

impl SuccessorCache {
    /// The known direct successor of a DID.
    #[must_use]
    pub fn successor(&self, did: &Did) -> Option<Did> {
        self.edges.lock().unwrap_or_else(PoisonError::into_inner).get(did).cloned()
    }

    /// Stores all of these or, if one contradicts a known successor, none: then returns the DID with two successors.
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
