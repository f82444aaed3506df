//! Members that prevent a signature that all verifiers accept.

use agent_description::json::Offset;
use std::fmt;

/// A member that a payload form omits, so that the payload forms differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Name of the member.
    pub name: String,
    /// Offset of its value.
    pub offset: Offset,
    /// The reason.
    pub why: Why,
}

/// The reason why a payload form omits a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// A2A 1.0 does not define it.
    Unknown,
    /// It is null.
    Null,
    /// It is, or becomes, an empty string, list or object.
    Empty,
    /// It has the default value.
    Default,
    /// It has the Protocol Buffers spelling and is signed in camelCase.
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
