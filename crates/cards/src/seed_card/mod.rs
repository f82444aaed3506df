//! The card of the agents that speak the envelope of "Agent-to-Agent communication": `agentInfo`, `capabilities` with
//! schemas, `endpoints`.

mod check;
mod meaning;
mod model;
mod rule_examples;
pub mod rules;
mod spelling;

pub(crate) use meaning::MEANING;
pub use model::{Capability, SeedCard};

use crate::{
    card_format::CardFormat,
    signature::{Kind, Place, Reading},
    spelling::{Inside, first},
};
use agent_description::{
    format::{Format, Likeness},
    json::{Json, Object, jcs},
};

/// Seed cards. They say no version of their format: the profile is its name.
pub const SEED_CARD: &dyn Format = &CardFormat {
    title: "a seed card",
    kind: SEED,
    likeness,
    distinctive_members: &["agentInfo", "constraints"],
    file_names: &[],
    versions: |_| None,
    catalogue: rules::CATALOGUE,
    check: check::check,
    parts,
    model: |document| SeedCard::read(document).to_model_json(),
};

/// How seed cards are signed. Their source has no rule for it: as A2A cards are, as they are served.
pub const SEED: &Kind = &Kind {
    format: "seed-card",
    payload: |root, reading| (reading == Reading::Served).then(|| jcs::canonicalize_omitting(root, &["signatures"])),
    left_out: |_| Vec::new(),
    misspelled: |root| first(root, Inside::Object(&spelling::CARD)),
    places,
};

/// Where a card says that its agent is.
fn places(root: &Object) -> Option<Vec<Place>> {
    let endpoints = root.get("endpoints").and_then(Json::as_object)?;
    endpoints.iter().map(|endpoint| Place::of_interface(endpoint.value().as_str()?)).collect()
}

fn likeness(root: &Object) -> Likeness {
    let has_info = root.get("agentInfo").is_some_and(|info| info.as_object().is_some());
    let has_more = ["capabilities", "endpoints"].iter().any(|name| root.contains(name));
    match (has_info, has_more) {
        (true, true) => Likeness::Certain,
        (true, false) => Likeness::Lacks(vec!["`capabilities`"]),
        (false, true) => Likeness::Lacks(vec!["`agentInfo`"]),
        (false, false) => Likeness::Lacks(vec!["`agentInfo`", "`capabilities`"]),
    }
}

/// Capabilities.
fn parts(root: &Object) -> usize {
    root.get("capabilities").and_then(Json::as_array).map_or(0, <[Json]>::len)
}
