//! The versions of MCP whose lists of tools are known.

use super::result;
use crate::members::object;
use agent_description::json::Object;
use std::fmt;

/// A version of MCP, as far as its lists of tools differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Its tools have a title, an output schema, annotations.
    V2025_06_18,
    /// The same and icons, `execution`, `$schema` in schemas.
    V2025_11_25,
    /// A result says how long it may be kept; schemas are any JSON Schema.
    V2026_07_28,
}

impl Version {
    /// Every version, the oldest first.
    pub const ALL: [Self; 3] = [Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// Its date: `2025-11-25`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The version of a list: the one that it names (`_meta`, `io.modelcontextprotocol/protocolVersion`), else the first
    /// that has what the list has. `None` where it names another one.
    ///
    /// Lists need not say their version, and a list without marks is of every version: it is read as 2025-11-25, the last
    /// whose results are nothing but tools.
    #[must_use]
    pub fn from_root(root: &Object) -> Option<Self> {
        if let Some(named) = named(root) {
            return Self::ALL.into_iter().find(|version| version.as_str() == named);
        }
        let has_mark = MARKS.iter().any(|mark| result(root).contains(mark));
        Some(if has_mark { Self::V2026_07_28 } else { Self::V2025_11_25 })
    }
}

/// Members that results have from 2026-07-28 on.
pub(super) const MARKS: [&str; 3] = ["resultType", "ttlMs", "cacheScope"];

/// The member of `_meta` that names a version.
pub(super) const MEMBER: &str = "io.modelcontextprotocol/protocolVersion";

/// The version that a list names itself.
pub(super) fn named(root: &Object) -> Option<&str> {
    object(result(root), "_meta")?.get(MEMBER).map(|named| named.as_str().unwrap_or_default())
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
