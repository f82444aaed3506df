//! Whether an object is a catalog, and of which family.

use super::Generation;
use agent_description::{
    format::MatchConfidence,
    json::{Json, Object},
};

/// Members of documents that have entries too, and are no catalogs.
const OTHER_FORMAT_MEMBERS: [&str; 3] = ["log", "feed", "openapi"];

/// A catalog has a list of entries that are objects, and says its version or has entries with an identifier. Its generation tells whose
/// it is; of ARD, where it says nothing of itself.
pub(super) fn match_confidence(root: &Object, ard: bool) -> MatchConfidence {
    let entries = root.get("entries").and_then(Json::as_array);
    let says = root.contains("specVersion");
    let Some(entries) = entries else {
        let wrong = says && root.contains("entries");
        return match (wrong, ard) {
            // one whose entries are none is told so by the rules
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
