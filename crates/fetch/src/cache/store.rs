//! The storage of a cache: results of resolutions by DID, limited in number and size, with LRU eviction. Documents and
//! failures are limited separately.

use crate::{CacheSettings, Freshness, ResolveError};
use adp_crypto::Timestamp;
use adp_did::{Did, DidDocument, Resolved};
use adp_json::{Json, Member, Value};
use lru::LruCache;
use std::{mem::size_of, sync::Arc};

/// The result of a resolution.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// A document with its freshness.
    Document(Arc<Resolved<DidDocument>>, Box<Freshness>),
    /// A failure, to be repeated until a time.
    Failure { error: ResolveError, from: Timestamp, until: Timestamp },
}

#[derive(Debug)]
struct Entry {
    outcome: Outcome,
    /// The number of its resolution: a slow earlier resolution never replaces a later result.
    number: u64,
    bytes: usize,
}

/// Results by DID: the exact text of the DID.
#[derive(Debug)]
pub(super) struct Store {
    documents: Shelf,
    failures: Shelf,
}

/// Results of one kind.
#[derive(Debug)]
struct Shelf {
    entries: LruCache<Did, Entry>,
    most: usize,
    most_bytes: usize,
    bytes: usize,
}

impl Store {
    pub(super) fn new(settings: &CacheSettings) -> Self {
        let shelf = |most, most_bytes| Shelf { entries: LruCache::unbounded(), most, most_bytes, bytes: 0 };
        Self { documents: shelf(settings.dids, settings.bytes), failures: shelf(settings.failures, settings.bytes / 8) }
    }

    pub(super) fn get(&mut self, did: &Did) -> Option<&Outcome> {
        let entry = self.documents.entries.get(did).or_else(|| self.failures.entries.get(did));
        entry.map(|entry| &entry.outcome)
    }

    /// Stores the result of resolution `number`; `None` removes the existing one.
    pub(super) fn put(&mut self, did: &Did, number: u64, outcome: Option<Outcome>) {
        let kept = self.documents.entries.peek(did).or_else(|| self.failures.entries.peek(did));
        if kept.is_some_and(|entry| entry.number > number) {
            return;
        }
        self.documents.remove(did);
        self.failures.remove(did);
        match outcome {
            Some(outcome @ Outcome::Document(..)) => self.documents.put(did, number, outcome),
            Some(outcome @ Outcome::Failure { .. }) => self.failures.put(did, number, outcome),
            None => {}
        }
    }

    pub(super) fn len(&self) -> usize {
        self.documents.entries.len() + self.failures.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.documents.bytes + self.failures.bytes
    }

    pub(super) fn clear(&mut self) {
        for shelf in [&mut self.documents, &mut self.failures] {
            shelf.entries.clear();
            shelf.bytes = 0;
        }
    }
}

impl Shelf {
    fn put(&mut self, did: &Did, number: u64, outcome: Outcome) {
        let bytes = weight(did, &outcome);
        self.bytes += bytes;
        self.entries.put(did.clone(), Entry { outcome, number, bytes });
        while self.entries.len() > self.most || self.bytes > self.most_bytes {
            let Some((_, entry)) = self.entries.pop_lru() else { break };
            self.bytes -= entry.bytes;
        }
    }

    fn remove(&mut self, did: &Did) {
        self.bytes -= self.entries.pop(did).map_or(0, |entry| entry.bytes);
    }
}

/// The estimated size of an entry in bytes, rather too large.
///
/// A document needs its text, the tree twice (methods, services and the proof have a parsed form), and 8 KiB for headers
/// and the table. A failure needs its DID, some texts that quote it, and the table.
fn weight(did: &Did, outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Document(resolved, _) => {
            let document = resolved.get().document();
            2 * (tree(document.json()) + document.source().len()) + 2 * did.as_str().len() + (8 << 10)
        }
        Outcome::Failure { .. } => 4 * did.as_str().len() + (1 << 10),
    }
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
