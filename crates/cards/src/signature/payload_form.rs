//! Which bytes of a card a signature covers.

use std::{fmt, str::FromStr};

/// A reading of A2A 1.0, section 8.4: what of a served card is under its signature. All of them leave out `signatures` and
/// take the canonical form of RFC 8785.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PayloadForm {
    /// The card as it is served; nothing is removed.
    Served,
    /// Section 8.4.1, rule 1: members with default values go unless they are marked `REQUIRED` or `optional`; nothing is added.
    Presence,
    /// What the Python and JavaScript SDKs do: members that 1.0 does not know, nulls, default values, and then every empty
    /// string, list and object go. Anyone can add such members to a card that is signed so.
    Pruned,
}

impl PayloadForm {
    /// Every reading, in the order in which they are tried and told.
    pub const ALL: &'static [PayloadForm] = &[Self::Served, Self::Presence, Self::Pruned];

    /// Those that are accepted where nobody says otherwise.
    pub const ACCEPTED: &'static [PayloadForm] = &[Self::Served, Self::Presence];

    /// `served`, `presence` or `pruned`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Served => "served",
            Self::Presence => "presence",
            Self::Pruned => "pruned",
        }
    }
}

impl fmt::Display for PayloadForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown payload form, expected served, presence or pruned")]
pub struct UnknownReading;

impl FromStr for PayloadForm {
    type Err = UnknownReading;

    fn from_str(text: &str) -> Result<Self, UnknownReading> {
        Self::ALL.iter().copied().find(|reading| reading.as_str() == text).ok_or(UnknownReading)
    }
}
