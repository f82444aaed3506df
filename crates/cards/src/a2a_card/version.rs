//! The A2A versions of a card.

use agent_description::json::{Json, Object};
use std::fmt;

agent_description::words! {
    /// A version of A2A.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum A2aVersion {
        /// 0.2, up to 0.2.6.
        V0_2 = "0.2",
        /// 0.3.
        V0_3 = "0.3",
        /// 1.0.
        V1_0 = "1.0",
    }
}

/// The versions that a card supports: one version, or 1.0 and an older one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Versions {
    /// The older version that the card supports.
    pub old: Option<A2aVersion>,
    /// Whether the card supports 1.0.
    pub current: bool,
}

/// Members of the root that locate the agent in 0.2 and 0.3, but not in 1.0.
const OLD: [&str; 3] = ["url", "preferredTransport", "additionalInterfaces"];

impl Versions {
    /// Detects the versions of a card. `supportedInterfaces` means 1.0; `url` and similar members mean an older
    /// version. A card without any of these is of 1.0, and so is a card without `supportedInterfaces` whose
    /// `protocolVersion` is 1.0.
    ///
    /// A card with `supportedInterfaces` also supports an older version only if `protocolVersion` names it. A `url`
    /// that remained from an earlier version of the card is ignored.
    ///
    /// The older version is that of `protocolVersion`, or else 0.3.
    #[must_use]
    pub fn from_root(root: &Object) -> Self {
        let has_interfaces = has_interfaces(root);
        let said = root.get("protocolVersion").and_then(Json::as_str);
        let says_current = said.is_some_and(|said| said == "1" || said.starts_with("1."));
        let is_set = |name: &str| root.get(name).is_some_and(|value| !value.is_null());
        let is_old = match has_interfaces {
            true => is_set("protocolVersion"),
            false => said.is_some_and(|said| said.starts_with("0.")) || OLD.iter().any(|name| is_set(name)),
        };
        if !is_old || says_current {
            return Self { old: None, current: true };
        }
        let old = if said.is_some_and(|said| said == "0.2" || said.starts_with("0.2.")) {
            A2aVersion::V0_2
        } else {
            A2aVersion::V0_3
        };
        Self { old: Some(old), current: has_interfaces }
    }

    /// The versions, oldest first.
    pub fn iter(self) -> impl Iterator<Item = A2aVersion> {
        self.old.into_iter().chain(self.current.then_some(A2aVersion::V1_0))
    }
}

/// Formats as `0.3`, `1.0` or `0.3+1.0`.
impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(A2aVersion::as_str).collect();
        f.write_str(&names.join("+"))
    }
}

/// Whether the interfaces of 1.0 are present, in either spelling.
pub(super) fn has_interfaces(root: &Object) -> bool {
    ["supportedInterfaces", "supported_interfaces"].iter().any(|name| root.get(name).is_some_and(|it| !it.is_null()))
}
