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
    let entries = root.get("entries").and_then(Json::as_array);
    let says = root.contains("specVersion");
    let Some(entries) = entries else {
        let wrong = says && root.contains("entries");
        return match (wrong, ard) {
            // the rules report entries of the wrong type
            (true, false) => MatchConfidence::Likely,
            (_, true) => MatchConfidence::Lacks(vec!["`entries`"]),
            (_, false) if says => MatchConfidence::Lacks(vec!["`entries`"]),
            (_, false) => MatchConfidence::Lacks(vec!["`specVersion`", "`entries`"]),
        };
    };
    let has_identifier = entries.iter().take(16).any(|entry| {
        ["identifier", "representativeQueries"].iter().any(|name| entry.get(name).is_some())
            || entry.get("displayName").is_some() && entry.get("url").is_some()
    });
    if !says && (!has_identifier || OTHER_FORMAT_MEMBERS.iter().any(|name| root.contains(name))) {
        return if ard {
            MatchConfidence::Lacks(vec!["entries with an `identifier`"])
        } else {
            MatchConfidence::Lacks(vec!["`specVersion`"])
        };
    }
    if Generation::from_root(root).is_ard() == ard {
        return MatchConfidence::Certain;
    }
    if ard {
        MatchConfidence::Lacks(vec!["`representativeQueries`"])
    } else {
        MatchConfidence::Lacks(vec!["`specVersion`"])
    }
}
