//! Entries as stores keep them: what was found as JSON, the document's bytes beside it.

use super::StoreError;
use crate::{Entry, Removed, Stored};
use bytes::Bytes;

/// What is under an identifier cannot be read: the store was damaged, or written by a later version.
#[derive(Debug, thiserror::Error)]
#[error(
    "what is stored under {identifier:?} cannot be read: {reason}; restore the store from a backup, or use the version that wrote it"
)]
pub(super) struct Unreadable {
    identifier: String,
    reason: String,
}

impl Unreadable {
    pub fn error(identifier: &str, reason: impl ToString) -> StoreError {
        StoreError::new(Self { identifier: identifier.chars().take(600).collect(), reason: reason.to_string() })
    }
}

/// What is kept beside the document.
pub(super) fn facts(stored: &Stored) -> Result<String, StoreError> {
    let written = match stored {
        Stored::Entry(entry) => serde_json::to_string(entry),
        Stored::Removed(removed) => serde_json::to_string(removed),
    };
    written.map_err(StoreError::new)
}

/// What is under an identifier, from what was kept; without a document it was removed.
pub(super) fn stored(
    identifier: &str,
    sequence: u64,
    facts: &str,
    document: Option<Bytes>,
) -> Result<Stored, StoreError> {
    let no = |error: serde_json::Error| Unreadable::error(identifier, error);
    let stored = match document {
        Some(document) => {
            let entry: Entry = serde_json::from_str(facts).map_err(no)?;
            Stored::Entry(Box::new(Entry { document, sequence, ..entry }))
        }
        None => {
            let removed: Removed = serde_json::from_str(facts).map_err(no)?;
            Stored::Removed(Removed { sequence, ..removed })
        }
    };
    match stored.identifier().as_str() {
        own if own == identifier => Ok(stored),
        other => Err(Unreadable::error(identifier, format!("it says to be {other:?}"))),
    }
}
