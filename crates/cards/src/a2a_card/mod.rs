//! A2A Agent Cards: versions 0.2, 0.3, 1.0, and cards that support two of them.

mod check;
mod definition_0;
mod definition_1_0;
mod definition_parts;
mod detect;
mod interfaces;
mod model;
mod payload;
mod requirement;
pub mod rules;
mod security;
mod skills;
mod spelling;
mod version;

pub use detect::{has_members_of_cards, is_skills_index};
pub use model::is_field;
pub use model::{AgentCard, AgentInterface, Extension, Provider, Skill};
pub use requirement::first_unread;
pub use version::{A2aVersion, Versions};

use crate::signature::{CardKind, HostAndPort, SIGNED};
use adp_tools::lenient_members::list;
use agent_description::{
    format::{Format, WellKnown},
    json::{Json, Object},
};

/// A2A Agent Cards.
pub const A2A_CARD: &Format = &Format {
    name: A2A.format,
    title: "an A2A Agent Card",
    distinctive_members: &[
        "supportedInterfaces",
        "additionalInterfaces",
        "preferredTransport",
        "defaultInputModes",
        "defaultOutputModes",
        "documentationUrl",
        "iconUrl",
        "securitySchemes",
        "securityRequirements",
        "supportsAuthenticatedExtendedCard",
    ],
    file_names: &["agent-card.json", "agent.json"],
    media_type: Some("application/a2a-agent-card+json"),
    well_known: &[
        WellKnown::new(WELL_KNOWN_PATH, "the A2A Agent Card"),
        WellKnown {
            instead: Some(WELL_KNOWN_PATH),
            ..WellKnown::new("/.well-known/agent.json", "the A2A Agent Card of versions before 0.3")
        },
    ],
    agent_protocol: Some("a2a"),
    rules: rules::RULES,
    members: Some(&definition_1_0::AGENT_CARD),
    signatures: Some(A2A),
    match_confidence: detect::match_confidence,
    profile: |document| Some(format!("{}/{}", A2A.format, Versions::from_root(document.root()))),
    check: check::check,
    parts,
    model: Some(|document, _| Ok(AgentCard::read(document).to_model_json())),
    summary: |document| AgentCard::read(document).summary(),
    links: interfaces::links,
    ..SIGNED
};

/// The well-known path of a card.
const WELL_KNOWN_PATH: &str = "/.well-known/agent-card.json";

/// The signature rules of A2A cards.
pub const A2A: &CardKind = &CardKind {
    format: "a2a-card",
    payload: |root, form| Some(payload::payload(root, form)),
    left_out: payload::left_out,
    old_version: |root| {
        let versions = Versions::from_root(root);
        versions.old.map(|_| format!("A2A {versions}"))
    },
    misspelled: spelling::first,
    places,
};

/// The addresses of the agent.
fn places(root: &Object) -> Option<Vec<HostAndPort>> {
    interfaces::addresses(root)
        .map(|address| {
            let (text, is_grpc) = address?;
            HostAndPort::from_authority(text).filter(|_| is_grpc).or_else(|| HostAndPort::from_interface(text))
        })
        .collect()
}

/// The number of skills, interfaces and extensions.
fn parts(root: &Object) -> usize {
    let extensions = root.get("capabilities").and_then(Json::as_object).map_or(0, |it| list(it, "extensions").len());
    let lists = ["skills", "supportedInterfaces", "additionalInterfaces"].map(|name| list(root, name).len());
    lists.iter().sum::<usize>().saturating_add(extensions)
}
