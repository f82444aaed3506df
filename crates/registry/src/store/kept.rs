//! The stored form of entries: JSON metadata, and the document's bytes.

use super::RegistryStoreError;
use crate::{Entry, EntrySummary, Removed, Stored};
use bytes::Bytes;
use std::fmt::Display;

/// The error for a stored entry that cannot be parsed: the store is damaged, or a later version wrote it.
pub(super) fn unreadable(identifier: &str, reason: impl Display) -> RegistryStoreError {
    let identifier: String = identifier.chars().take(600).collect();
    RegistryStoreError::new(format!(
        "the entry stored under {identifier:?} cannot be read: {reason}; restore a backup, or use the version that wrote it"
    ))
}

/// The stored metadata.
pub(super) fn facts(stored: &Stored) -> Result<String, RegistryStoreError> {
    let written = match stored {
        Stored::Entry(entry) => serde_json::to_string(entry),
        Stored::Removed(removed) => serde_json::to_string(removed),
    };
    written.map_err(RegistryStoreError::new)
}

/// The summary from stored metadata.
pub(super) fn summary(identifier: &str, sequence: u64, facts: &str) -> Result<EntrySummary, RegistryStoreError> {
    let mut summary: EntrySummary = serde_json::from_str(facts).map_err(|error| unreadable(identifier, error))?;
    check_identifier(identifier, summary.identifier.as_str())?;
    summary.sequence = sequence;
    Ok(summary)
}

/// The entry from stored metadata and document; without a document it was removed.
pub(super) fn stored(
    identifier: &str,
    sequence: u64,
    facts: &str,
    document: Option<Bytes>,
) -> Result<Stored, RegistryStoreError> {
    let no = |error: serde_json::Error| unreadable(identifier, error);
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
    check_identifier(identifier, stored.identifier().as_str())?;
    Ok(stored)
}

fn check_identifier(identifier: &str, own: &str) -> Result<(), RegistryStoreError> {
    if own == identifier { Ok(()) } else { Err(unreadable(identifier, format!("it contains {own:?}"))) }
}
