//! Where entries are kept: one trait, and the stores behind it.
//!
//! Every change has a number, its *sequence*, one more than that of the change before, in the order in which changes become visible: whoever has seen
//! all changes up to one asks for those after it. Of an identifier only the last change is kept.
//!
//! A store can be set back: a backup is restored, and the numbers that were given since then are given again, to other changes. So whoever follows a
//! store remembers a [`Revision`], which has a random token beside the number.

mod kept;
mod memory;
mod postgres;
mod redb;
mod revision;
mod usage;

pub use self::redb::RedbStore;
pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub use revision::{MAX_REVISION_AGE, Revision};
pub use usage::{Quota, Usage};

use crate::{Entry, Identifier, Removed, Stored, Summary};
use agent_description::{Code, CodedError, Timestamp, auth::replay::ReplayStore};
use std::{fmt, future::Future, pin::Pin, sync::Arc};

/// What a store is about to answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps entries. What it acknowledged is kept, whatever becomes of the process.
pub trait Store: fmt::Debug + Send + Sync {
    /// What is under an identifier.
    fn get<'a>(&'a self, identifier: &'a Identifier) -> Answer<'a, Option<Stored>>;

    /// What lists show of these entries, in the order of the identifiers; what is not there is left out. One request for all, which reads no documents.
    fn summaries(&self, identifiers: Vec<Identifier>) -> Answer<'_, Vec<Summary>>;

    /// Makes all changes, each where it applies, and says of each what became of it: all of this at once, for readers and crashes.
    fn write(&self, writes: Vec<Write>) -> Answer<'_, Vec<Written>>;

    /// Entries behind an identifier, in the order of the identifiers' bytes: at most so many.
    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> Answer<'a, Vec<Entry>>;

    /// Changes after a revision, in their order: at most so many.
    fn changes(&self, after: Revision, most: usize) -> Answer<'_, Changes>;

    /// Which store it is, and its revision.
    fn position(&self) -> Answer<'_, Position>;

    /// What a host has in it.
    fn usage<'a>(&'a self, host: &'a str) -> Answer<'a, Usage>;

    /// Entries whose evidence is to be looked at again by a time, those that have waited longest first: at most so many.
    fn due(&self, by: Timestamp, most: usize) -> Answer<'_, Vec<Identifier>>;

    /// Where used nonces of signed requests belong, if several instances can share the store: a request that one of them answered could else be sent
    /// to another one. `None` for a store that has one process at a time.
    fn shared_nonces(&self) -> Option<Arc<dyn ReplayStore>> {
        None
    }
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
pub const MAX_REMOVED_PER_CALL: u64 = 1000;

/// Which store it is, and its revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Made at random when the store was made.
    pub store: String,
    /// The revision after its last change.
    pub revision: Revision,
}

/// Changes after a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The changes, in their order.
    pub changes: Vec<Stored>,
    /// Whether none is missing. If one is, whoever follows the store begins anew: the store was set back behind the revision that was asked for,
    /// has forgotten it ([`MAX_REVISION_AGE`]), or has forgotten removals after it.
    pub is_complete: bool,
    /// The revision up to which these are all changes.
    pub revision: Revision,
}

/// The store cannot answer now.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the store is unavailable: {reason}")]
pub struct StoreError {
    reason: Arc<dyn std::error::Error + Send + Sync>,
}

impl StoreError {
    /// For this reason.
    pub fn new(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { reason: Arc::from(reason.into()) }
    }
}

impl CodedError for StoreError {
    fn code(&self) -> Code {
        crate::codes::REGISTRY_STORE
    }
}

/// A number that no other write gets, of 63 bits, as PostgreSQL has no unsigned ones.
fn random_token() -> Result<u64, StoreError> {
    let random = agent_description::auth::random().map_err(StoreError::new)?;
    Ok(u64::try_from(u128::from_be_bytes(random) >> 65).unwrap_or_default())
}

/// A name for a new store, which no other has.
pub(crate) fn store_name() -> Result<String, StoreError> {
    let bytes = agent_description::auth::random().map_err(StoreError::new)?;
    Ok(agent_description::hex::hex(&bytes))
}
