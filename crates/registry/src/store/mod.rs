//! Stores of entries: the trait and its implementations.
//!
//! Each change has a *sequence* number, one more than that of the previous change, in the order in which changes become
//! visible. A reader that has seen all changes up to a number requests those after it. Only the last change of each
//! identifier is kept.
//!
//! A store can be restored from a backup. The numbers after the backup are then used again for other changes. Readers
//! therefore remember a [`Revision`], which also contains a random token.

mod change_set;
mod kept;
mod postgres;
mod redb;
mod revision;
mod usage;

pub use self::redb::RedbStore;
pub use postgres::PostgresStore;
pub use revision::{MAX_REVISION_AGE, Revision};
pub use usage::{Quota, Usage};

use crate::{Entry, EntrySummary, Identifier, Stored};
use agent_description::{Code, CodedError, Timestamp, auth::replay::ReplayStore};
use std::{fmt, future::Future, pin::Pin, sync::Arc};

/// The pending answer of a store.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, RegistryStoreError>> + Send + 'a>>;

/// Stores entries. Acknowledged changes are durable.
pub trait Store: fmt::Debug + Send + Sync {
    /// Reads the states of these identifiers in one request, in their order. Omits missing ones.
    fn get_all(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<Stored>>;

    /// Reads the state of an identifier.
    fn get<'a>(&'a self, identifier: &'a Identifier) -> StoreFuture<'a, Option<Stored>> {
        Box::pin(async move { Ok(self.get_all(vec![identifier.clone()]).await?.pop()) })
    }

    /// Reads the summaries of these entries in one request, in the order of the identifiers. Omits missing entries, and
    /// reads no documents.
    fn summaries(&self, identifiers: Vec<Identifier>) -> StoreFuture<'_, Vec<EntrySummary>>;

    /// Applies changes atomically for readers and crashes, and returns the result of each.
    fn write(&self, writes: Vec<Write>) -> StoreFuture<'_, Vec<Written>>;

    /// The entries after an identifier, in byte order of identifiers: at most `most`.
    fn page<'a>(&'a self, after: Option<&'a Identifier>, most: usize) -> StoreFuture<'a, Vec<Entry>>;

    /// The changes after a revision, in order: at most `most`.
    fn changes(&self, after: Revision, most: usize) -> StoreFuture<'_, RevisionChanges>;

    /// The identity and revision of the store.
    fn position(&self) -> StoreFuture<'_, StorePosition>;

    /// The entries whose verification is due at a time, longest overdue first: at most `most`.
    fn due(&self, by: Timestamp, most: usize) -> StoreFuture<'_, Vec<Identifier>>;

    /// The store for used nonces, if several instances can share this store. Otherwise a request could be replayed to
    /// another instance. `None` for a store with a single process.
    fn shared_nonces(&self) -> Option<Arc<dyn ReplayStore>> {
        None
    }
}

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The new entry, or the removal of an entry; the store sets its sequence.
    pub stored: Stored,
    /// Sequence of the replaced entry or removal; `None` if there is none. A mismatch is a [`Written::Conflict`].
    pub replaces: Option<u64>,
    /// The registrable domain's quota for a new entry; `None` for no limit.
    pub quota: Option<Quota>,
}

/// The result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Applied with this number.
    Done {
        /// The sequence.
        sequence: u64,
    },
    /// Another change of the identifier came first.
    Conflict,
    /// The quota of the registrable domain is exceeded; contains its usage.
    OverQuota(Usage),
}

/// Maximum number of removals without a minimum version to remember per registrable domain; the oldest are forgotten.
pub const MAX_REMOVED_PER_DOMAIN: u64 = 1000;

/// The identity and revision of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorePosition {
    /// Random name of the store.
    pub store: String,
    /// Revision after its last change.
    pub revision: Revision,
}

/// Changes after a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RevisionChanges {
    /// The changes, in order.
    pub changes: Vec<Stored>,
    /// Whether no change is missing. Otherwise the reader must start over: the store was restored to an earlier state,
    /// has forgotten the revision ([`MAX_REVISION_AGE`]), or has forgotten later removals.
    pub is_complete: bool,
    /// The revision up to which these are all changes.
    pub revision: Revision,
}

/// The store is unavailable.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the store is unavailable: {reason}")]
pub struct RegistryStoreError {
    reason: Arc<dyn std::error::Error + Send + Sync>,
}

impl RegistryStoreError {
    /// Creates an error.
    pub fn new(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { reason: Arc::from(reason.into()) }
    }
}

impl CodedError for RegistryStoreError {
    fn code(&self) -> Code {
        crate::codes::REGISTRY_STORE
    }
}

/// A unique number of 63 bits, because PostgreSQL has no unsigned integers.
fn random_token() -> Result<u64, RegistryStoreError> {
    let random = agent_description::auth::random().map_err(RegistryStoreError::new)?;
    Ok(u64::try_from(u128::from_be_bytes(random) >> 65).unwrap_or_default())
}

/// A unique name for a new store.
pub(crate) fn store_name() -> Result<String, RegistryStoreError> {
    let bytes = agent_description::auth::random().map_err(RegistryStoreError::new)?;
    Ok(agent_description::hex::hex(&bytes))
}
