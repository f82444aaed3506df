//! The verification of an entry's signer, as stored.

use crate::Status;
use adp_catalogs::trust_manifest::COVERAGE_CHECK;
use agent_description::Timestamp;
use serde::{Deserialize, Serialize};

/// The result of verifying an entry: signer, confirmation time and expiry, or the reason why it is not verified.
///
/// Verified means that the signer's identity belongs to the entry's host, not only that the signature is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredEvidence {
    /// The DID that signed the document and belongs to the entry's host, as of the last confirmation. Use
    /// [`StoredEvidence::identity_at`], which checks whether this is still valid.
    pub identity: Option<String>,
    /// Time of the last verification attempt.
    pub checked: Timestamp,
    /// Time of the last successful verification.
    pub confirmed: Option<Timestamp>,
    /// Expiry time of the proof or of its key.
    pub expires: Option<Timestamp>,
    /// Time until which the document is verified without another confirmation; never later than `expires`.
    pub until: Option<Timestamp>,
    /// Time of the next verification.
    pub next: Option<Timestamp>,
    /// Number of consecutive undecided attempts, because the network was unavailable.
    pub undecided: u32,
    /// The reason why the document is not verified; with an identity, the reason why the last confirmation failed.
    pub refusal: Option<StoredRefusal>,
    /// The individual checks.
    pub checks: Vec<Checked>,
    /// JSON Pointers to the parts of a verified document that the accepted signatures do not cover. `[""]`, all of the
    /// document, if they are too many to list, or an earlier version wrote the evidence.
    #[serde(default = "whole")]
    pub unsigned: Vec<String>,
}

/// The reason for a failed verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRefusal {
    /// The error code.
    pub code: String,
    /// The message.
    pub message: String,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Name of the check: one of the core, `signature 0` of a card, or `manifest 0 IDENTIFIER` of a catalog.
    pub name: String,
    /// Result, such as `pass`, `fail` or `not-reached`.
    pub result: String,
    /// Details for people.
    pub detail: Option<String>,
}

impl StoredEvidence {
    /// The status of the document at a time.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> Status<'_> {
        let refusal = self.refusal.as_ref();
        match &self.identity {
            Some(_) if self.until.is_some_and(|until| now >= until) => Status::Lapsed,
            Some(did) if self.coverage().is_some() => Status::EntriesVerified(did),
            Some(did) => Status::Verified(did),
            None if self.undecided > 0 => Status::Undecided(refusal),
            None => match refusal.map_or("", |refusal| refusal.code.as_str()) {
                "jws-missing" | "proof-missing" => Status::Unsigned(refusal),
                _ => Status::Refused(refusal),
            },
        }
    }

    /// The check of what the signatures cover, if they do not cover the whole document.
    pub(crate) fn coverage(&self) -> Option<&Checked> {
        self.checks.iter().find(|check| check.name == COVERAGE_CHECK)
    }

    /// What is left out of the document where its data is searched and shown: nothing, if it is not verified.
    pub(crate) fn unsigned(&self) -> &[String] {
        if self.identity.is_some() { &self.unsigned } else { &[] }
    }

    /// Whether the document is verified at a time.
    #[must_use]
    pub fn is_verified_at(&self, now: Timestamp) -> bool {
        self.identity_at(now).is_some()
    }

    /// The signer of the document at a time, if verified.
    #[must_use]
    pub fn identity_at(&self, now: Timestamp) -> Option<&str> {
        self.status_at(now).identity()
    }
}

/// The pointer to the whole document.
pub(crate) fn whole() -> Vec<String> {
    vec![String::new()]
}
