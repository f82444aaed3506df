//! The MCP versions of tool lists.

use super::result::result;
use crate::lenient_members::object;
use agent_description::json::Object;

agent_description::words! {
    /// An MCP version with a different form of tool lists.
    #[derive(PartialOrd, Ord)]
    pub enum McpVersion {
        /// Tools have a title, an output schema and annotations.
        V2025_06_18 = "2025-06-18",
        /// Also icons, `execution`, and `$schema` in schemas.
        V2025_11_25 = "2025-11-25",
        /// Results have cache lifetimes, and schemas are any JSON Schema.
        V2026_07_28 = "2026-07-28",
    }
}

impl McpVersion {
    /// The version of a list: the one in `_meta` (`io.modelcontextprotocol/protocolVersion`), or else the first one
    /// that defines all members of the list. `None` for an unknown version.
    ///
    /// A list without version-specific members is valid in every version. It is read as 2025-11-25, the last version
    /// whose results contain only tools.
    #[must_use]
    pub fn from_root(root: &Object) -> Option<Self> {
        if let Some(named) = named(root) {
            return Self::from_name(named);
        }
        let has_mark = MARKS.iter().any(|mark| result(root).contains(mark));
        Some(if has_mark { Self::V2026_07_28 } else { Self::V2025_11_25 })
    }
}

/// Members of results since 2026-07-28.
pub(super) const MARKS: [&str; 3] = ["resultType", "ttlMs", "cacheScope"];

/// The member of `_meta` with the version.
pub(super) const MEMBER: &str = "io.modelcontextprotocol/protocolVersion";

/// The version that a list names.
pub(super) fn named(root: &Object) -> Option<&str> {
    object(result(root), "_meta")?.get(MEMBER).map(|named| named.as_str().unwrap_or_default())
}
