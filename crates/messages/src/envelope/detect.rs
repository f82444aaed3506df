//! Detects envelopes.

use agent_description::{
    format::MatchConfidence,
    json::{Json, Object},
};

/// An envelope has a combination of members that no other object has.
pub(super) fn match_confidence(root: &Object) -> MatchConfidence {
    let has_object = |name: &str| root.get(name).and_then(Json::as_object).is_some();
    let marks = [
        ("`messageId`", root.contains("messageId")),
        ("`message`", has_object("message")),
        ("`source`", has_object("source")),
        ("`payload`", root.contains("payload")),
    ];
    let missing: Vec<&'static str> = marks.iter().filter(|(_, is_there)| !is_there).map(|(name, _)| *name).collect();
    match missing.len() {
        0 => MatchConfidence::Certain,
        1 | 2 if root.contains("messageId") => MatchConfidence::Likely,
        _ => MatchConfidence::Lacks(missing),
    }
}
