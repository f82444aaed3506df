//! Detects catalogs, and whether they belong to AI Catalog or ARD.

use super::Generation;
use agent_description::{
    format::MatchConfidence,
    json::{Json, Object},
};

/// Members of other documents that also have entries.
const OTHER_FORMAT_MEMBERS: [&str; 3] = ["log", "feed", "openapi"];

/// A catalog has a list of objects as `entries`, and a version or entries with an identifier. [`Generation`] decides
/// between AI Catalog and ARD.
pub(super) fn match_confidence(root: &Object, ard: bool) -> MatchConfidence {
    let says = root.contains("specVersion");
    let lacks = |members: &[&'static str]| MatchConfidence::Lacks(members.to_vec());
    let Some(entries) = root.get("entries").and_then(Json::as_array) else {
        return match (says, ard) {
            // the rules report entries of the wrong type
            (true, false) if root.contains("entries") => MatchConfidence::Likely,
            (false, false) => lacks(&["`specVersion`", "`entries`"]),
            _ => lacks(&["`entries`"]),
        };
    };
    let has_identifier = entries.iter().take(16).any(|entry| {
        ["identifier", "representativeQueries"].iter().any(|name| entry.get(name).is_some())
            || entry.get("displayName").is_some() && entry.get("url").is_some()
    });
    if !says && (!has_identifier || OTHER_FORMAT_MEMBERS.iter().any(|name| root.contains(name))) {
        return lacks(&[if ard { "entries with an `identifier`" } else { "`specVersion`" }]);
    }
    match Generation::from_root(root).is_ard() == ard {
        true => MatchConfidence::Certain,
        false => lacks(&[if ard { "`representativeQueries`" } else { "`specVersion`" }]),
    }
}
