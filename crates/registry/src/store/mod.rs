//! Where entries are kept: one trait, and the stores behind it.
//!
//! Every change has a number, its *sequence*, one more than that of the change before, in the order in which changes become visible: whoever has seen
//! all changes up to one asks for those after it. Of an identifier only the last change is kept.

mod kept;
mod memory;
mod postgres;
mod redb;
mod usage;

pub use self::redb::RedbStore;
pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub use usage::{Quota, Usage};

use crate::{Entry, Identifier, Removed, Stored};
use agent_description::{Code, Fault, Timestamp};
use std::{fmt, future::Future, pin::Pin, sync::Arc};

/// What a store is about to answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps entries. What it acknowledged is kept, whatever becomes of the process.
pub trait Store: fmt::Debug + Send + Sync {
    /// What is under an identifier.
    fn get<'a>(&'a self, identifier: &'a Identifier) -> Answer<'a, Option<Stored>>;

    /// Makes all changes, each where it applies, and says of each what became of it: all of this at once, for readers and crashes.
    fn write(&self, writes: Vec<Write>) -> Answer<'_, Vec<Written>>;

    /// Entries behind an identifier, in the order of the identifiers' bytes: at most so many.
    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> Answer<'a, Vec<Entry>>;

    /// Changes after a sequence, in their order: at most so many.
    fn changes(&self, after: u64, most: usize) -> Answer<'_, Changes>;

    /// Which store it is, and its last change.
    fn position(&self) -> Answer<'_, Position>;

    /// What a host has in it.
    fn usage<'a>(&'a self, host: &'a str) -> Answer<'a, Usage>;

    /// Entries whose evidence is to be looked at again by a time, those that have waited longest first: at most so many.
    fn due(&self, by: Timestamp, most: usize) -> Answer<'_, Vec<Identifier>>;
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// Writes an entry.
    Put {
        /// The entry; its sequence is the store's affair.
        entry: Box<Entry>,
        /// The sequence of what the store has under the identifier, entry or removal; `None` where it has nothing. Else it is a [`Written::Conflict`].
        replaces: Option<u64>,
        /// What the host may have in the store afterwards; `None` for as much as it likes.
        quota: Option<Quota>,
    },
    /// Removes an entry.
    Remove {
        /// What is left of it; its sequence is the store's affair.
        removed: Removed,
        /// The sequence of the entry that the store has. Else it is a [`Written::Conflict`].
        replaces: u64,
    },
}

impl Write {
    /// What is to be stored, what it replaces, and what the host may have.
    fn into_parts(self) -> (Stored, Option<u64>, Option<Quota>) {
        match self {
            Self::Put { entry, replaces, quota } => (Stored::Entry(entry), replaces, quota),
            Self::Remove { removed, replaces } => (Stored::Removed(removed), Some(replaces), None),
        }
    }
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It was made, with this number.
    Done {
        /// The sequence.
        sequence: u64,
    },
    /// Another change of the identifier was faster.
    Conflict,
    /// The host has as much as it may have: this is what it has.
    OverQuota(Usage),
}

/// The most removals that a store remembers of one host; beyond that it forgets the oldest.
pub const MOST_REMOVED: u64 = 1000;

/// Which store it is, and its last change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Made at random when the store was made.
    pub store: String,
    /// The sequence of its last change; 0 where there was none.
    pub sequence: u64,
}

/// Changes after a sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The changes, in their order.
    pub changes: Vec<Stored>,
    /// Whether none is missing: the store forgets the oldest removals of a host that has many, and whoever has not seen them begins anew.
    pub is_complete: bool,
    /// The sequence up to which these are all changes.
    pub sequence: u64,
}

/// The store cannot answer now.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the store does not answer: {reason}")]
pub struct StoreError {
    reason: Arc<dyn std::error::Error + Send + Sync>,
}

impl StoreError {
    /// For this reason.
    pub fn new(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { reason: Arc::from(reason.into()) }
    }
}

impl Fault for StoreError {
    fn code(&self) -> Code {
        crate::codes::REGISTRY_STORE
    }
}

/// A name for a new store, which no other has.
pub(crate) fn store_name() -> Result<String, StoreError> {
    let bytes = agent_description::auth::random().map_err(StoreError::new)?;
    Ok(agent_description::hex::hex(&bytes))
}
