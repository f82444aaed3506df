//! The versions of the index.

use agent_description::json::Object;

agent_description::words! {
    /// A version of the skills index.
    pub enum Version {
        /// The first draft: files without digests. An index without `$schema` has this version.
        V0_1_0 = "0.1.0",
        /// One artifact per skill, with its digest.
        V0_2_0 = "0.2.0",
    }
}

/// The `$schema` of 0.2.0. It is only compared, never fetched.
pub(super) const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

impl Version {
    /// The version of an index (section "Versioning"); `None` if it is unknown.
    #[must_use]
    pub fn from_root(root: &Object) -> Option<Self> {
        match root.get("$schema") {
            None => Some(Self::V0_1_0),
            Some(schema) => (schema.as_str() == Some(SCHEMA)).then_some(Self::V0_2_0),
        }
    }
}
