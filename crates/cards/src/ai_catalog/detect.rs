//! Whether an object is a catalog, and of which family.

use super::Generation;
use agent_description::{
    format::Likeness,
    json::{Json, Object},
};

/// Members of documents that have entries too, and are no catalogs.
const OF_OTHERS: [&str; 3] = ["log", "feed", "openapi"];

/// A catalog has a list of entries that are objects, and says its version or has entries with an identifier. Its generation tells whose
/// it is; of ARD, where it says nothing of itself.
pub(super) fn likeness(root: &Object, ard: bool) -> Likeness {
    let entries = root.get("entries").and_then(Json::as_array);
    let says = root.contains("specVersion");
    let Some(entries) = entries else {
        let wrong = says && root.contains("entries");
        return match (wrong, ard) {
            // one whose entries are none is told so by the rules
            (true, false) => Likeness::Likely,
            (_, true) => Likeness::Lacks(vec!["`entries`"]),
            (_, false) if says => Likeness::Lacks(vec!["`entries`"]),
            (_, false) => Likeness::Lacks(vec!["`specVersion`", "`entries`"]),
        };
    };
    let has_identifier = entries.iter().take(16).any(|entry| {
        ["identifier", "representativeQueries"].iter().any(|name| entry.get(name).is_some())
            || entry.get("displayName").is_some() && entry.get("url").is_some()
    });
    if !says && (!has_identifier || OF_OTHERS.iter().any(|name| root.contains(name))) {
        return if ard {
            Likeness::Lacks(vec!["entries with an `identifier`"])
        } else {
            Likeness::Lacks(vec!["`specVersion`"])
        };
    }
    if Generation::of(root).is_ard() == ard {
        return Likeness::Certain;
    }
    if ard { Likeness::Lacks(vec!["`representativeQueries`"]) } else { Likeness::Lacks(vec!["`specVersion`"]) }
}
