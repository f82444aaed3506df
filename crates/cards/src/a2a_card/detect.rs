//! Detects A2A Agent Cards.

use super::version::has_interfaces;
use adp_tools::lenient_members::list;
use agent_description::{
    diagnostic::members::is_snake_case_of,
    format::MatchConfidence,
    json::{Json, Object},
};

/// Members of cards besides `skills`, in at least one version, with the kind of their values.
const CARD_MEMBERS: [(&str, &str); 6] = [
    ("capabilities", "an object"),
    ("defaultInputModes", "an array"),
    ("defaultOutputModes", "an array"),
    ("protocolVersion", "a string"),
    ("preferredTransport", "a string"),
    ("url", "a string"),
];

/// Members that occur only in cards.
const DISTINCTIVE: [&str; 5] = [
    "defaultInputModes",
    "defaultOutputModes",
    "preferredTransport",
    "additionalInterfaces",
    "supportsAuthenticatedExtendedCard",
];

/// Capabilities that occur only in cards.
const CAPABILITIES: [&str; 4] = ["streaming", "pushNotifications", "stateTransitionHistory", "extendedAgentCard"];

/// Members of other formats whose documents also have a name, a description and capabilities.
const OTHER_FORMAT_MEMBERS: [&str; 9] =
    ["@context", "$schema", "agentInfo", "openapi", "packages", "remotes", "serverInfo", "serverUrl", "tools"];

/// A card has interfaces, or skills together with other card members. An object with a name and a distinctive card
/// member is likely an incomplete card.
pub(super) fn match_confidence(root: &Object) -> MatchConfidence {
    let skills = root.get("skills").and_then(Json::as_array);
    let is_skill = |skill: &Json| skill.as_object().is_some() && !is_file(skill);
    let has_skills = skills.is_some_and(|skills| skills.first().is_none_or(is_skill));
    let is_of_cards = |(name, kind): &&(&str, &str)| root.get(name).is_some_and(|value| value.kind() == *kind);
    let of_cards = CARD_MEMBERS.iter().filter(is_of_cards).count();
    if root.contains("@context") {
        return MatchConfidence::Lacks(vec!["a root without `@context`"]);
    }
    if is_skills_index(root) {
        return MatchConfidence::Lacks(vec!["skills that are not files"]);
    }
    // empty members say nothing: packages of other ecosystems have them, too
    let is_nothing = |name: &str| root.get(name).is_some_and(super::payload::is_empty);
    let says_nothing = is_nothing("skills") && is_nothing("capabilities");
    if has_interfaces(root) || has_skills && of_cards > usize::from(says_nothing) {
        return MatchConfidence::Certain;
    }
    let has = |object: &Object, names: &[&str]| {
        let is_one = |name: &str| names.iter().any(|known| *known == name || is_snake_case_of(name, known));
        object.iter().any(|member| is_one(member.name()))
    };
    let capabilities = root.get("capabilities").and_then(Json::as_object);
    let is_distinctive = has(root, &DISTINCTIVE)
        || root.get("protocol").is_some_and(is_a2a)
        || capabilities.is_some_and(|it| has(it, &CAPABILITIES));
    if root.contains("name") && is_distinctive && !OTHER_FORMAT_MEMBERS.iter().any(|name| root.contains(name)) {
        return MatchConfidence::Likely;
    }
    let mut lacks = Vec::new();
    if !has_skills {
        lacks.push("`skills`");
    }
    if of_cards == 0 || !root.contains("url") {
        lacks.push("`supportedInterfaces`");
    }
    MatchConfidence::Lacks(lacks)
}

/// Whether a protocol name is A2A.
fn is_a2a(protocol: &Json) -> bool {
    protocol.get("type").unwrap_or(protocol).as_str().is_some_and(|name| name.eq_ignore_ascii_case("a2a"))
}

/// Whether a skill belongs to an index of files.
fn is_file(skill: &Json) -> bool {
    ["digest", "sha256", "files"].iter().any(|name| skill.get(name).is_some())
}

/// Whether an object is an index of agent skills, which also has `skills`: by `$schema`, or by the first skill. That has a
/// digest, files or a location there, and the object has no members of cards.
#[must_use]
pub fn is_skills_index(root: &Object) -> bool {
    let schema = root.get("$schema").and_then(Json::as_str).unwrap_or_default();
    if ["https://schemas.agentskills.io/", "https://agentskills.io/"].iter().any(|host| schema.starts_with(host)) {
        return true;
    }
    let first = list(root, "skills").first().and_then(Json::as_object);
    let has = |names: &[&str]| first.is_some_and(|skill| names.iter().any(|name| skill.contains(name)));
    // some indexes have a name; the skills of cards never have files
    !has_members_of_cards(root) && (has(&["digest", "sha256", "files"]) || has(&["url"]) && !root.contains("name"))
}

/// Whether an object has members of cards other than `name`, `skills` and `url`.
#[must_use]
pub fn has_members_of_cards(root: &Object) -> bool {
    ["capabilities", "defaultInputModes", "defaultOutputModes", "supportedInterfaces", "protocolVersion"]
        .iter()
        .any(|name| root.contains(name))
}
