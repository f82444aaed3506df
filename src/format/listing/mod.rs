//! Listings of agent descriptions (ANP-08): one JSON-LD `CollectionPage` after another.

mod check;
mod expanded;
mod rules;

pub(crate) use expanded::{handle_of, offset_of, reference, shown_types, text_of, types, values};

use super::{DATA_INTEGRITY, Format, MatchConfidence, Options, Signed, WellKnown, description_signs as signs};
use crate::{
    CodedError, Document, Limits, ReadLimits,
    diagnostic::{CheckReport, Rule},
    json::{Json, Object},
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};

/// A page of a host's listing of agent descriptions (ANP-08).
pub const DISCOVERY_LISTING: &dyn Format = &Listing;

/// The path at which a host publishes the first page of its listing (ANP-08).
pub const WELL_KNOWN_PATH: &str = "/.well-known/agent-descriptions";

#[derive(Debug)]
struct Listing;

impl Format for Listing {
    fn name(&self) -> &'static str {
        "discovery-listing"
    }

    fn title(&self) -> &'static str {
        "a listing of agent descriptions"
    }

    fn read_limits(&self, limits: &Limits) -> ReadLimits {
        limits.for_description()
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
        if signs::is_listing(root) {
            MatchConfidence::Certain
        } else {
            MatchConfidence::Lacks(vec!["`@type`: `CollectionPage`"])
        }
    }

    fn file_names(&self) -> &'static [&'static str] {
        &["agent-descriptions", "agent-descriptions.json"]
    }

    fn well_known(&self) -> &'static [WellKnown] {
        const { &[WellKnown::new(WELL_KNOWN_PATH, "the listing of agent descriptions (ANP-08)")] }
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    /// The listed descriptions, by the meaning of the members; relative URLs stay relative.
    fn show(&self, document: &Document, options: &Options) -> Result<Json, Box<dyn CodedError>> {
        let root = expanded::root(document, options).map_err(super::error::boxed)?;
        Ok(expanded::model(&root))
    }

    fn sign_options(&self) -> &'static [&'static str] {
        DATA_INTEGRITY.sign_options()
    }

    fn verify_options(&self) -> &'static [&'static str] {
        DATA_INTEGRITY.verify_options()
    }

    /// With a data-integrity proof, which no protocol requires here.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<Signed, Box<dyn CodedError>> {
        DATA_INTEGRITY.sign(document, signer, proof, options)
    }

    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        DATA_INTEGRITY.begin(document, expectations)
    }
}
