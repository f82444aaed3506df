//! Seed cards: the agent cards of "Agent-to-Agent communication" envelopes, with `agentInfo`, `capabilities` with
//! schemas, and `endpoints`.

mod check;
mod members;
mod model;
pub mod rules;

pub use model::{Capability, SeedCard};

use crate::signature::{CardKind, HostAndPort, PayloadForm, SIGNED, key_sets};
use adp_tools::lenient_members::list;
use agent_description::{
    Did, Document,
    diagnostic::members::first_misspelled,
    format::{EndpointSummary, Format, LinkTarget, LinkedUrl, MatchConfidence, SkillSummary, Summary},
    json::{Json, Object},
    verification::Payload,
};
use std::borrow::Cow;

/// The format seed card. It has no versions, so the profile is its name.
pub const SEED_CARD: &Format = &Format {
    name: SEED.format,
    title: "a seed card",
    distinctive_members: &["agentInfo", "constraints"],
    rules: rules::RULES,
    members: Some(&members::CARD),
    signatures: Some(SEED),
    match_confidence,
    check: check::check,
    parts: |root| list(root, "capabilities").len(),
    model: Some(|document, _| Ok(SeedCard::read(document).to_model_json())),
    summary,
    links,
    ..SIGNED
};

/// The signature rules of seed cards. Their source defines none, so they are signed like A2A cards, exactly as served.
pub const SEED: &CardKind = &CardKind {
    format: "seed-card",
    payload: |root, form| (form == PayloadForm::Served).then(|| Payload::new(Cow::Borrowed(root), &["signatures"])),
    left_out: |_| Vec::new(),
    old_version: |_| None,
    misspelled: |root| first_misspelled(root, &members::CARD),
    places,
};

/// The addresses of the agent.
fn places(root: &Object) -> Option<Vec<HostAndPort>> {
    let endpoints = root.get("endpoints").and_then(Json::as_object)?;
    endpoints.iter().map(|endpoint| HostAndPort::from_interface(endpoint.value().as_str()?)).collect()
}

fn match_confidence(root: &Object) -> MatchConfidence {
    let has_info = root.get("agentInfo").is_some_and(|info| info.as_object().is_some());
    let has_more = ["capabilities", "endpoints"].iter().any(|name| root.contains(name));
    match (has_info, has_more) {
        (true, true) => MatchConfidence::Certain,
        (true, false) => MatchConfidence::Lacks(vec!["`capabilities`"]),
        (false, true) => MatchConfidence::Lacks(vec!["`agentInfo`"]),
        (false, false) => MatchConfidence::Lacks(vec!["`agentInfo`", "`capabilities`"]),
    }
}

/// Capabilities are indexed as skills, by the names that messages use, with the agent type as tag.
fn summary(document: &Document) -> Summary {
    let card = SeedCard::read(document);
    let id = card.id.as_ref().map(|id| id.as_str().to_owned());
    let skills = card.capabilities.iter().map(|capability| SkillSummary {
        tags: card.agent_type.iter().map(|kind| kind.as_str().to_owned()).collect(),
        ..SkillSummary::new(capability.name.as_ref(), capability.name.as_ref(), capability.description.as_ref())
    });
    let endpoints = document.root().get("endpoints").and_then(Json::as_object).into_iter().flatten();
    // the name of an endpoint is that of its protocol
    Summary {
        endpoints: endpoints
            .filter_map(|it| Some(EndpointSummary::new(it.value().as_str()?, Some(it.name()))))
            .collect(),
        dids: id.iter().filter(|id| id.parse::<Did>().is_ok()).cloned().collect(),
        agent_ids: id.into_iter().collect(),
        skills: skills.collect(),
        ..Summary::new(card.name.as_ref(), None::<&str>, None::<&str>)
    }
}

fn links(root: &Object) -> Vec<LinkedUrl> {
    let endpoints = root.get("endpoints").and_then(Json::as_object).into_iter().flatten();
    let urls = endpoints.filter_map(|endpoint| endpoint.value().as_str());
    urls.map(|url| LinkedUrl::to(LinkTarget::Interface, url)).chain(key_sets(root)).collect()
}
