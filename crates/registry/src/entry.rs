//! Entries: a document's exact bytes, and what was found of it.

use crate::{Evidence, Identifier, SummaryTexts, time_text};
use agent_description::{Timestamp, diagnostic::Diagnostic};
use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// What the registry holds under an identifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Under which it is found.
    pub identifier: Identifier,
    /// The document, byte by byte as it was given.
    #[serde(skip)]
    pub document: Bytes,
    /// The name of its format: `a2a-card`. Where it is of several, the first.
    pub format: String,
    /// Its version too: `a2a-card/1.0`.
    pub profile: String,
    /// What lists show of the document; none if it was written before that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<SummaryTexts>,
    /// What was found by the format's rules; no errors, as what has them is refused.
    pub findings: Vec<Finding>,
    /// How many findings there are beyond these.
    pub omitted: usize,
    /// Who stands behind it.
    pub evidence: Evidence,
    /// What no later document may fall behind.
    pub mark: VersionFloor,
    /// When an entry of this identifier was first written.
    #[serde(with = "time_text")]
    pub added: Timestamp,
    /// When this document was written.
    #[serde(with = "time_text")]
    pub updated: Timestamp,
    /// Who wrote it: a DID, or `operator`.
    pub written_by: String,
    /// The store's number of the last change of the entry; 0 where it was not stored yet.
    #[serde(skip)]
    pub sequence: u64,
}

/// One finding of a check, as it is kept: `{code, rule, severity, message, pointer, line, column, help}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The stable code.
    pub code: String,
    /// The id of the rule.
    pub rule: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// What was found and what was expected.
    pub message: String,
    /// The JSON Pointer of the value at fault.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in Unicode scalar values, from 1.
    pub column: Option<usize>,
    /// The next step.
    pub help: Option<String>,
}

impl From<&Diagnostic> for Finding {
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

/// How new the newest verified document of an identifier was: kept when another replaces it, and when it is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionFloor {
    /// When it was signed, by its own word, where its format says that.
    #[serde(with = "time_text::option")]
    pub issued: Option<Timestamp>,
    /// When those before it were signed, the newest first: what counts if the registry's clock was ahead when it took the newest.
    #[serde(default, with = "time_text::list", skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Timestamp>,
    /// Its version, where its format has no time of signing.
    pub version: Option<String>,
    /// The digest of its bytes: `sha256:` and 64 hexadecimal digits.
    pub sha256: Option<String>,
}

/// What is left of an entry that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// Under which it was.
    pub identifier: Identifier,
    /// What no later document may fall behind.
    pub mark: VersionFloor,
    /// When it was removed.
    #[serde(with = "time_text")]
    pub at: Timestamp,
    /// The store's number of the removal; 0 where it was not stored yet.
    #[serde(skip)]
    pub sequence: u64,
}

/// What a store has under an identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// An entry.
    Entry(Box<Entry>),
    /// What is left of one.
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

    /// The store's number of the change.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        match self {
            Self::Entry(entry) => entry.sequence,
            Self::Removed(removed) => removed.sequence,
        }
    }

    /// What no later document may fall behind.
    #[must_use]
    pub fn mark(&self) -> &VersionFloor {
        match self {
            Self::Entry(entry) => &entry.mark,
            Self::Removed(removed) => &removed.mark,
        }
    }

    /// The entry, if it is one.
    #[must_use]
    pub fn into_entry(self) -> Option<Entry> {
        match self {
            Self::Entry(entry) => Some(*entry),
            Self::Removed(_) => None,
        }
    }
}

impl Removed {
    /// What is left of an entry that is removed at a time.
    #[must_use]
    pub fn for_entry(entry: &Entry, at: Timestamp) -> Self {
        Self { identifier: entry.identifier.clone(), mark: entry.mark.clone(), at, sequence: 0 }
    }
}
