//! What keeps a card from being signed so that everyone can verify it.

use agent_description::json::Offset;
use std::fmt;

/// A member that a reading leaves out, so that a signature by one reading does not verify by another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Where its value stands.
    pub offset: Offset,
    /// Why it goes.
    pub why: Why,
}

/// Why a reading leaves a member out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// A2A 1.0 has no such member.
    Unknown,
    /// It is null.
    Null,
    /// It is an empty string, list or object, or becomes one.
    Empty,
    /// It has the default value, which is as good as none.
    Default,
    /// It is written as the protocol definition spells it, and signed in camelCase.
    Renamed,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "is not a member of A2A 1.0",
            Self::Null => "is null",
            Self::Empty => "is empty",
            Self::Default => "has its default value",
            Self::Renamed => "is not in camelCase",
        })
    }
}
