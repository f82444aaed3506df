//! Listings of agent descriptions (ANP-08): one JSON-LD `CollectionPage` after another.

mod check;
mod expanded;
mod rules;

pub(crate) use expanded::{handle_of, offset_of, reference, shown_types, text_of, types, values};

use super::{
    DATA_INTEGRITY, Format, MatchConfidence, Options, PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS, WellKnown,
    agent_description::markers, boxed,
};
use crate::Limits;

/// A page of a host's listing of agent descriptions (ANP-08).
pub const DISCOVERY_LISTING: &Format = &Format {
    name: "discovery-listing",
    title: "a listing of agent descriptions",
    file_names: &["agent-descriptions", "agent-descriptions.json"],
    well_known: &[WellKnown::new(WELL_KNOWN_PATH, "the listing of agent descriptions (ANP-08)")],
    rules: rules::RULES,
    sign_options: PROOF_SIGN_OPTIONS,
    verify_options: PROOF_VERIFY_OPTIONS,
    read_limits: Limits::for_description,
    match_confidence: |root| match markers::is_listing(root) {
        true => MatchConfidence::Certain,
        false => MatchConfidence::Lacks(vec!["`@type`: `CollectionPage`"]),
    },
    check: check::check,
    // the listed descriptions, by the meaning of the members; relative URLs stay relative
    model: Some(|document, options| Ok(expanded::model(&expanded::root(document, options).map_err(boxed)?))),
    // a data-integrity proof, which no protocol requires here
    signatures: DATA_INTEGRITY.signatures,
    ..Format::DEFAULT
};

/// The path at which a host publishes the first page of its listing (ANP-08).
pub const WELL_KNOWN_PATH: &str = "/.well-known/agent-descriptions";
