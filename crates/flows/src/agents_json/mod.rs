//! agents.json: flows over OpenAPI documents, published at `/.well-known/agents.json`. (`agent.json` is the location of
//! A2A 0.2 cards.)

mod check;
mod field_path;
mod link_ends;
mod links;
mod model;
pub mod rules;
mod structure;

pub use field_path::{FieldPath, FieldPathStep, Root};
pub(crate) use link_ends::{End, LinkEnds, Place, with_near};
pub use model::{Action, AgentsJson, Flow, Link, LinkEnd, Override, Parameter, RequestBody, Source};
pub(crate) use structure::PARAMETER;

use crate::workflow;
use adp_tools::lenient_members::{list, objects};
use agent_description::{
    Document,
    format::{Format, MatchConfidence, SkillSummary, Summary, WellKnown},
    json::{Json, Object},
};

/// The well-known path of a host's flows.
pub const WELL_KNOWN_PATH: &str = "/.well-known/agents.json";

/// The number of flows and actions of a document.
pub(crate) fn parts(root: &Object) -> usize {
    list(root, "flows").len() + objects(root, "flows").map(|flow| list(flow, "actions").len()).sum::<usize>()
}

/// The format agents.json, with the profile `agents-json/0.1.0`.
pub const AGENTS_JSON: &Format = &Format {
    name: "agents-json",
    title: "an agents.json",
    distinctive_members: &["agentsJson", "flows"],
    file_names: &["agents.json"],
    well_known: &[WellKnown::new(WELL_KNOWN_PATH, "the flows of the host's API")],
    rules: rules::RULES,
    linked_rules: workflow::rules::RULES,
    members: Some(&structure::ROOT),
    match_confidence,
    profile: |document| {
        let version = document.root().get("agentsJson").and_then(Json::as_str);
        version.filter(|it| check::is_version(it)).map(|it| format!("agents-json/{it}"))
    },
    check: check::check,
    parts,
    model: Some(|document, _| Ok(AgentsJson::read(document).to_model_json())),
    summary,
    ..Format::DEFAULT
};

/// Requires `agentsJson` together with `flows` or `sources`, because unrelated files use the same location.
fn match_confidence(root: &Object) -> MatchConfidence {
    let has_version = root.contains("agentsJson");
    let is_array = |name: &str| root.get(name).is_some_and(|value| value.as_array().is_some());
    match (has_version, is_array("flows"), is_array("sources")) {
        (true, true, _) | (true, _, true) => MatchConfidence::Certain,
        (false, true, true) => MatchConfidence::Likely,
        (true, false, false) => MatchConfidence::Lacks(vec!["`flows`"]),
        (false, true, false) => MatchConfidence::Lacks(vec!["`agentsJson`"]),
        (false, false, _) => MatchConfidence::Lacks(vec!["`agentsJson`", "`flows`"]),
    }
}

/// Flows are indexed as skills.
fn summary(document: &Document) -> Summary {
    let file = AgentsJson::read(document);
    let flows = file.flows.iter();
    Summary {
        skills: flows
            .map(|flow| SkillSummary::new(flow.id.as_ref(), flow.title.as_ref(), flow.description.as_ref()))
            .collect(),
        ..Summary::new(file.title.as_ref(), file.description.as_ref(), file.file_version.as_ref())
    }
}
