//! Whether an object is an A2A Agent Card.

use super::{is_snake_case_of, version::has_interfaces};
use crate::skills_index;
use agent_description::{
    format::Likeness,
    json::{Json, Object},
};

/// Members that cards have beside their skills, in one version or all.
const OF_CARDS: [&str; 6] =
    ["capabilities", "defaultInputModes", "defaultOutputModes", "protocolVersion", "preferredTransport", "url"];

/// Members that cards alone have, in one version or another.
const DISTINCTIVE: [&str; 5] = [
    "defaultInputModes",
    "defaultOutputModes",
    "preferredTransport",
    "additionalInterfaces",
    "supportsAuthenticatedExtendedCard",
];

/// What the capabilities of cards are, and of no other document.
const CAPABILITIES: [&str; 4] = ["streaming", "pushNotifications", "stateTransitionHistory", "extendedAgentCard"];

/// Members of documents that are no cards, though they name and describe something that has capabilities.
const OF_OTHERS: [&str; 9] =
    ["@context", "$schema", "agentInfo", "openapi", "packages", "remotes", "serverInfo", "serverUrl", "tools"];

/// A card has interfaces, or skills beside what else a card has. What names an agent and has a member that cards alone have is likely one that
/// lacks the rest.
pub(super) fn likeness(root: &Object) -> Likeness {
    let skills = root.get("skills").and_then(Json::as_array);
    let has_skills = skills.is_some_and(|skills| !skills.first().is_some_and(is_file));
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
    let has = |object: &Object, names: &[&str]| {
        let is_one = |name: &str| names.iter().any(|known| *known == name || is_snake_case_of(name, known));
        object.iter().any(|member| is_one(member.name()))
    };
    let capabilities = root.get("capabilities").and_then(Json::as_object);
    let is_distinctive = has(root, &DISTINCTIVE)
        || root.get("protocol").is_some_and(is_a2a)
        || capabilities.is_some_and(|it| has(it, &CAPABILITIES));
    if root.contains("name") && is_distinctive && !OF_OTHERS.iter().any(|name| root.contains(name)) {
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

/// Whether a protocol is said to be A2A.
fn is_a2a(protocol: &Json) -> bool {
    protocol.get("type").unwrap_or(protocol).as_str().is_some_and(|name| name.eq_ignore_ascii_case("a2a"))
}

/// Whether a skill is one of an index of files.
fn is_file(skill: &Json) -> bool {
    ["digest", "sha256", "files"].iter().any(|name| skill.get(name).is_some())
}
