//! Whether an object is an A2A Agent Card.

use super::version::has_interfaces;
use crate::skills_index;
use agent_description::{
    format::Likeness,
    json::{Json, Object},
};

/// Members that cards have beside their skills, in one version or all.
const OF_CARDS: [&str; 6] =
    ["capabilities", "defaultInputModes", "defaultOutputModes", "protocolVersion", "preferredTransport", "url"];

/// Members of documents that are no cards, though they name and describe something that has capabilities.
const OF_OTHERS: [&str; 9] =
    ["@context", "$schema", "agentInfo", "openapi", "packages", "remotes", "serverInfo", "serverUrl", "tools"];

/// A card has interfaces, or skills beside what else a card has. What only names and describes an agent, and says
/// something of its capabilities, is likely one that lacks the rest.
pub(super) fn likeness(root: &Object) -> Likeness {
    let has_skills = root.get("skills").is_some_and(|skills| skills.as_array().is_some());
    let of_cards = OF_CARDS.iter().filter(|name| root.contains(name)).count();
    if root.contains("@context") {
        return Likeness::Lacks(vec!["a root without `@context`"]);
    }
    if skills_index::is_index(root) {
        return Likeness::Lacks(vec!["skills that are not files"]);
    }
    if has_interfaces(root) || has_skills && of_cards > 0 {
        return Likeness::Certain;
    }
    let describes = ["name", "description", "version", "capabilities"].iter().all(|name| root.contains(name));
    let of_others = OF_OTHERS.iter().any(|name| root.contains(name));
    if describes && !of_others && root.get("capabilities").is_some_and(is_collection) {
        return Likeness::Likely;
    }
    let mut lacks = Vec::new();
    if !has_skills {
        lacks.push("`skills`");
    }
    if of_cards == 0 || !root.contains("url") {
        lacks.push("`supportedInterfaces`");
    }
    Likeness::Lacks(lacks)
}

fn is_collection(json: &Json) -> bool {
    json.as_object().is_some() || json.as_array().is_some()
}
