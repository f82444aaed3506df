//! The payload forms of card signatures.

use std::{fmt, str::FromStr};

/// An interpretation of A2A 1.0, section 8.4: which parts of a card are signed. All forms omit `signatures` and use the
/// canonical form of RFC 8785.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PayloadForm {
    /// The complete card as served.
    Served,
    /// Section 8.4.1, rule 1: omits members with default values, unless they are marked `REQUIRED` or `optional`.
    Presence,
    /// The behavior of the Python and JavaScript SDKs: omits unknown members, nulls, default values, and then all empty
    /// strings, lists and objects. Anyone can add such members to a signed card.
    Pruned,
}

impl PayloadForm {
    /// All forms, in the order in which they are tried and reported.
    pub const ALL: &'static [PayloadForm] = &[Self::Served, Self::Presence, Self::Pruned];

    /// The forms that are accepted by default.
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

/// The text is not the name of a payload form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown payload form, expected served, presence or pruned")]
pub struct UnknownReading;

impl FromStr for PayloadForm {
    type Err = UnknownReading;

    fn from_str(text: &str) -> Result<Self, UnknownReading> {
        Self::ALL.iter().copied().find(|reading| reading.as_str() == text).ok_or(UnknownReading)
    }
}
