//! What is known of who stands behind an entry, as it is kept with it.

use crate::{Status, time_text};
use agent_description::Timestamp;
use serde::{Deserialize, Serialize};

/// What was found of an entry's proof: who stands behind it, since when that is known and until when it holds, or why nobody does.
///
/// `verified` means an identity that is bound to the entry's host, never integrity alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The DID that stands behind the document: of the entry's host, and verified when it was last confirmed. Ask [`Evidence::identity_at`],
    /// which knows whether that still holds.
    pub identity: Option<String>,
    /// When the document was looked at for the last time.
    #[serde(with = "time_text")]
    pub checked: Timestamp,
    /// When it was verified for the last time.
    #[serde(with = "time_text::option")]
    pub confirmed: Option<Timestamp>,
    /// When the proof, or the key that made it, ends by its own word.
    #[serde(with = "time_text::option")]
    pub expires: Option<Timestamp>,
    /// Until when the document counts as verified if it is not confirmed again: never later than `expires`.
    #[serde(with = "time_text::option")]
    pub until: Option<Timestamp>,
    /// When it is to be looked at again.
    #[serde(with = "time_text::option")]
    pub next: Option<Timestamp>,
    /// How often in a row it could not be decided, for want of the network.
    pub undecided: u32,
    /// Why nobody is known to stand behind the document; beside an identity, why that could not be confirmed the last time.
    pub refusal: Option<Refusal>,
    /// What was looked at, one by one.
    pub checks: Vec<Checked>,
}

/// Why something is not verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The stable code.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
}

/// One check, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// What was looked at: a check of the core's by its name, `signature 0` of a card, `manifest 0 IDENTIFIER` of a catalog.
    pub name: String,
    /// How it ended: `pass`, `fail`, `not-reached`, ….
    pub result: String,
    /// What was compared, for people.
    pub detail: Option<String>,
}

impl Evidence {
    /// The status of the document at a time.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> Status<'_> {
        Status::at(now, self.identity.as_deref(), self.until, self.undecided, self.refusal.as_ref())
    }

    /// Whether somebody of the entry's host is known to stand behind the document at a time.
    #[must_use]
    pub fn is_verified_at(&self, now: Timestamp) -> bool {
        self.identity_at(now).is_some()
    }

    /// Who stands behind the document at a time.
    #[must_use]
    pub fn identity_at(&self, now: Timestamp) -> Option<&str> {
        self.status_at(now).identity()
    }
}
