//! What a cache has: the outcomes of resolutions by DID, bounded in number and in bytes, the least recently used go
//! first.

use super::{Freshness, ResolveError};
use crate::{
    Timestamp,
    did::{Did, DidDocument, Resolved},
    json::{Json, Member, Value},
};
use lru::LruCache;
use std::{mem::size_of, sync::Arc};

/// How much a cache keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Capacity {
    /// Most DIDs (default 10,000).
    pub dids: usize,
    /// Most memory, in bytes by an estimate on the safe side (default 64 MiB).
    pub bytes: usize,
}

impl Default for Capacity {
    fn default() -> Self {
        Self { dids: 10_000, bytes: 64 << 20 }
    }
}

/// The outcome of a resolution.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// A document, with how long it may be used.
    Document(Arc<Resolved<DidDocument>>, Box<Freshness>),
    /// A failure, to be repeated until then.
    Failure { error: ResolveError, from: Timestamp, until: Timestamp },
}

#[derive(Debug)]
struct Entry {
    outcome: Outcome,
    /// The number of the resolution it came from: a later one is never replaced by an earlier one that took longer.
    number: u64,
    bytes: usize,
}

/// Outcomes by DID: the exact text, nothing derived from it.
#[derive(Debug)]
pub(super) struct Store {
    entries: LruCache<Did, Entry>,
    capacity: Capacity,
    bytes: usize,
}

impl Store {
    pub(super) fn new(capacity: Capacity) -> Self {
        Self { entries: LruCache::unbounded(), capacity, bytes: 0 }
    }

    pub(super) fn get(&mut self, did: &Did) -> Option<&Outcome> {
        self.entries.get(did).map(|entry| &entry.outcome)
    }

    /// Keeps the outcome of resolution `number`; `None` keeps nothing, and drops what was there.
    pub(super) fn put(&mut self, did: &Did, number: u64, outcome: Option<Outcome>) {
        if self.entries.peek(did).is_some_and(|entry| entry.number > number) {
            return;
        }
        self.bytes -= self.entries.pop(did).map_or(0, |entry| entry.bytes);
        let Some(outcome) = outcome else { return };
        let bytes = weight(did, &outcome);
        self.bytes += bytes;
        self.entries.put(did.clone(), Entry { outcome, number, bytes });
        while self.entries.len() > self.capacity.dids || self.bytes > self.capacity.bytes {
            let Some((_, entry)) = self.entries.pop_lru() else { break };
            self.bytes -= entry.bytes;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }
}

/// What an entry takes, in bytes, rather too much than too little: the tree twice, because methods, services and the
/// proof are read into a form of their own, the text, and 8 KiB for the rest (headers, the table).
fn weight(did: &Did, outcome: &Outcome) -> usize {
    let document = match outcome {
        Outcome::Document(resolved, _) => {
            let document = resolved.get().document();
            2 * (tree(document.json()) + document.source().len())
        }
        Outcome::Failure { .. } => 0,
    };
    document + 2 * did.as_str().len() + (8 << 10)
}

fn tree(json: &Json) -> usize {
    let below: usize = match json.value() {
        Value::Array(items) => items.iter().map(tree).sum(),
        Value::Object(object) => object.iter().map(|member| size_of::<Member>() + tree(member.value())).sum(),
        _ => 0,
    };
    // vectors grow by doubling
    2 * size_of::<Json>() + below
}
