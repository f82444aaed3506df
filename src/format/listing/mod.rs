//! Listings of agent descriptions (ANP-08): one JSON-LD `CollectionPage` after another.

mod check;
mod expanded;
mod rules;

pub(crate) use expanded::{handle_of, offset_of, reference, shown_types, text_of, types, values};

use super::{
    DATA_INTEGRITY, Format, FormatFacts, MatchConfidence, Options, PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS,
    SignedDocument, WellKnown, agent_description::signs,
};
use crate::{
    CodedError, Document, Limits, ReadLimits,
    diagnostic::CheckReport,
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

static FACTS: FormatFacts = FormatFacts {
    name: "discovery-listing",
    title: "a listing of agent descriptions",
    file_names: &["agent-descriptions", "agent-descriptions.json"],
    well_known: &[WellKnown::new(WELL_KNOWN_PATH, "the listing of agent descriptions (ANP-08)")],
    rules: rules::RULES,
    sign_options: PROOF_SIGN_OPTIONS,
    verify_options: PROOF_VERIFY_OPTIONS,
    ..FormatFacts::DEFAULT
};

impl Format for Listing {
    fn facts(&self) -> &FormatFacts {
        &FACTS
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

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    /// The listed descriptions, by the meaning of the members; relative URLs stay relative.
    fn show(&self, document: &Document, options: &Options) -> Result<Json, Box<dyn CodedError>> {
        let root = expanded::root(document, options).map_err(super::error::boxed)?;
        Ok(expanded::model(&root))
    }

    /// With a data-integrity proof, which no protocol requires here.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        DATA_INTEGRITY.sign(document, signer, proof, options)
    }

    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        DATA_INTEGRITY.begin(document, expectations)
    }
}
