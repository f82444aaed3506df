//! Entries: the exact bytes of a document, and its verification.

mod identifier;
mod summary;

pub use self::{
    identifier::Identifier,
    summary::{EntrySummary, SummaryTexts},
};
use crate::StoredEvidence;
use agent_description::{Timestamp, diagnostic::Diagnostic};
use bytes::Bytes;
pub(super) use identifier::registrable_domain;
use serde::{Deserialize, Serialize};

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Identifier of the entry.
    pub identifier: Identifier,
    /// The exact bytes of the document.
    #[serde(skip)]
    pub document: Bytes,
    /// Name of the format, such as `a2a-card`; the first one if several match.
    pub format: String,
    /// Format with version, such as `a2a-card/1.0`.
    pub profile: String,
    /// Texts for lists, of a verified document from what its signatures cover; `None` until they are computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<SummaryTexts>,
    /// Findings of the format's rules. No errors, because invalid documents are refused.
    pub findings: Vec<StoredFinding>,
    /// Number of omitted findings.
    pub omitted: usize,
    /// The verification of the signer.
    pub evidence: StoredEvidence,
    /// The minimum version of later documents.
    #[serde(rename = "mark")]
    pub version_floor: VersionFloor,
    /// The minimum version of later unverified documents, since the last verified one and until the entry is removed.
    #[serde(rename = "unverifiedMark", default, skip_serializing_if = "VersionFloor::is_empty")]
    pub unverified_floor: VersionFloor,
    /// Time of the first write under this identifier.
    pub added: Timestamp,
    /// Time when this document was written.
    pub updated: Timestamp,
    /// The writer: a DID, or `operator`.
    pub written_by: String,
    /// The store's sequence number of the last change; 0 before the entry is stored.
    #[serde(skip)]
    pub sequence: u64,
}

/// A stored finding: `{code, rule, severity, message, pointer, line, column, help}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFinding {
    /// The error code.
    pub code: String,
    /// ID of the rule.
    pub rule: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The message.
    pub message: String,
    /// JSON Pointer of the invalid value.
    pub pointer: Option<String>,
    /// Line number, from 1.
    pub line: Option<usize>,
    /// Column in Unicode scalar values, from 1.
    pub column: Option<usize>,
    /// The next step.
    pub help: Option<String>,
}

impl From<&Diagnostic> for StoredFinding {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            code: diagnostic.code.to_string(),
            rule: diagnostic.rule.id.to_owned(),
            severity: diagnostic.severity.to_string(),
            message: diagnostic.message.clone(),
            pointer: diagnostic.pointer.clone(),
            line: diagnostic.line,
            column: diagnostic.column,
            help: diagnostic.help.clone(),
        }
    }
}

/// The version of the newest document of an identifier. That of verified documents is kept when the entry is replaced or
/// removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionFloor {
    /// The signing time that the document states, if its format has one.
    pub issued: Option<Timestamp>,
    /// Signing times of earlier documents, newest first. They are used if the registry's clock was ahead when it
    /// accepted the newest document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Timestamp>,
    /// Its version, if the format has no signing time.
    pub version: Option<String>,
    /// When the registry accepted the newest document with a version and without a signing time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Timestamp>,
    /// The digest of its bytes: `sha256:` and 64 hexadecimal digits.
    pub sha256: Option<String>,
}

/// A removed entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// Identifier of the entry.
    pub identifier: Identifier,
    /// The minimum version of later documents.
    #[serde(rename = "mark")]
    pub version_floor: VersionFloor,
    /// Time of removal.
    pub at: Timestamp,
    /// The store's sequence number of the removal; 0 before it is stored.
    #[serde(skip)]
    pub sequence: u64,
}

/// The state of an identifier in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// An entry.
    Entry(Box<Entry>),
    /// A removed entry.
    Removed(Removed),
}

impl Stored {
    /// The identifier.
    #[must_use]
    pub fn identifier(&self) -> &Identifier {
        match self {
            Self::Entry(entry) => &entry.identifier,
            Self::Removed(removed) => &removed.identifier,
        }
    }

    /// The store's sequence number of the change.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        match self {
            Self::Entry(entry) => entry.sequence,
            Self::Removed(removed) => removed.sequence,
        }
    }

    /// The minimum version of later documents.
    #[must_use]
    pub fn version_floor(&self) -> &VersionFloor {
        match self {
            Self::Entry(entry) => &entry.version_floor,
            Self::Removed(removed) => &removed.version_floor,
        }
    }

    /// Whether it is a removal with a minimum version, which must not be forgotten.
    pub(crate) fn is_removed_with_floor(&self) -> bool {
        matches!(self, Self::Removed(removed) if !removed.version_floor.is_empty())
    }

    /// When its verification is due, in whole seconds since 1970, rounded up.
    pub(crate) fn due_second(&self) -> Option<i64> {
        let next = match self {
            Self::Entry(entry) => entry.evidence.next,
            Self::Removed(_) => None,
        };
        next.map(|next| next.rounded_up_to_second().as_unix_seconds())
    }

    /// The entry, unless it was removed.
    #[must_use]
    pub fn into_entry(self) -> Option<Entry> {
        match self {
            Self::Entry(entry) => Some(*entry),
            Self::Removed(_) => None,
        }
    }
}

impl Removed {
    /// Creates the record of a removal.
    #[must_use]
    pub fn for_entry(entry: &Entry, at: Timestamp) -> Self {
        Self { identifier: entry.identifier.clone(), version_floor: entry.version_floor.clone(), at, sequence: 0 }
    }
}
