//! The card of the agents that speak the envelope of "Agent-to-Agent communication": `agentInfo`, `capabilities` with
//! schemas, `endpoints`.

mod check;
mod meaning;
mod model;
mod rule_examples;
pub mod rules;

pub(crate) use meaning::MEANING;
pub use model::{Capability, SeedCard};

use crate::signature::{self, Kind, Place, Reading, boxed};
use agent_description::{
    Did, Document, Fault, Limits, ReadLimits,
    diagnostic::{Catalogue, CheckReport},
    format::{Format, Likeness, Options},
    json::{Json, Object, jcs},
    proof::{SignOptions, Signer},
};

/// Seed cards. They say no version of their format: the profile is its name.
pub const SEED_CARD: &dyn Format = &OfSeeds;

/// How seed cards are signed. Their source has no rule for it: as A2A cards are, as they are served.
pub const SEED: &Kind = &Kind {
    format: "seed-card",
    payload: |root, reading| (reading == Reading::Served).then(|| jcs::canonicalize_omitting(root, &["signatures"])),
    left_out: |_| Vec::new(),
    twin: |_| None,
    places,
};

/// Where a card says that its agent is.
fn places(root: &Object) -> Option<Vec<Place>> {
    let endpoints = root.get("endpoints").and_then(Json::as_object)?;
    endpoints.iter().map(|endpoint| Place::of_url(endpoint.value().as_str()?)).collect()
}

#[derive(Debug)]
struct OfSeeds;

impl Format for OfSeeds {
    fn name(&self) -> &'static str {
        "seed-card"
    }

    fn title(&self) -> &'static str {
        "a seed card"
    }

    /// 1 MiB, as for descriptions: cards in the wild stay below 150 kB.
    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(1 << 20)
    }

    fn likeness(&self, root: &Object) -> Likeness {
        let has_info = root.get("agentInfo").is_some_and(|info| info.as_object().is_some());
        let has_more = ["capabilities", "endpoints"].iter().any(|name| root.contains(name));
        match (has_info, has_more) {
            (true, true) => Likeness::Certain,
            (true, false) => Likeness::Lacks(vec!["`capabilities`"]),
            (false, true) => Likeness::Lacks(vec!["`agentInfo`"]),
            (false, false) => Likeness::Lacks(vec!["`agentInfo`", "`capabilities`"]),
        }
    }

    fn catalogue(&self) -> Catalogue {
        rules::CATALOGUE
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn Fault>> {
        Ok(SeedCard::read(document).to_model_json())
    }

    /// The card with one more signature; of the options of proofs it has none.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        _: SignOptions,
        options: &Options,
    ) -> Result<Document, Box<dyn Fault>> {
        signature::sign(document, SEED, signer, None, &options.limits).map_err(boxed)
    }

    /// Whose signature counts: by the DID documents available, or a did:key.
    fn verify(&self, document: &Document, options: &Options) -> Result<Did, Box<dyn Fault>> {
        signature::verify_at_hand(document, SEED, options)
    }
}
