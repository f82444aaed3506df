//! A2A Agent Cards: versions 0.2, 0.3, 1.0, and two of them served together.

mod check;
mod definition_0;
mod definition_1_0;
mod detect;
mod field;
mod interfaces;
mod meaning;
mod model;
mod payload;
mod rule_examples;
pub mod rules;
mod security;
mod skills;
mod texts;
mod twins;
mod version;

pub(crate) use field::is_snake_case_of;
pub(crate) use meaning::MEANING;
pub(crate) use model::is_field;
pub use model::{AgentCard, Extension, Interface, Provider, Skill};
pub use version::{Version, Versions};

use crate::signature::{self, Kind, Place, boxed};
use agent_description::{
    Did, Document, Fault, Limits, ReadLimits,
    diagnostic::{Catalogue, CheckReport},
    format::{Format, Likeness, Options},
    json::{Json, Object},
    proof::{SignOptions, Signer},
};

/// A2A Agent Cards.
pub const A2A_CARD: &dyn Format = &A2aCard;

/// How A2A cards are signed.
pub const A2A: &Kind = &Kind {
    format: "a2a-card",
    payload: |root, reading| Some(payload::payload(root, reading)),
    left_out: payload::left_out,
    twin: twins::first,
    places,
};

/// Where a card says that its agent is.
fn places(root: &Object) -> Option<Vec<Place>> {
    interfaces::addresses(root)
        .map(|address| {
            let (text, is_grpc) = address?;
            match interfaces::host_and_port(text).filter(|_| is_grpc) {
                Some((host, port)) => Some(Place { host: host.to_ascii_lowercase(), port: Some(port) }),
                None => Place::of_url(text),
            }
        })
        .collect()
}

#[derive(Debug)]
struct A2aCard;

impl Format for A2aCard {
    fn name(&self) -> &'static str {
        "a2a-card"
    }

    fn title(&self) -> &'static str {
        "an A2A Agent Card"
    }

    /// 1 MiB, as for descriptions: cards in the wild stay below 150 kB.
    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(1 << 20)
    }

    fn likeness(&self, root: &Object) -> Likeness {
        detect::likeness(root)
    }

    /// `a2a-card/1.0`, `a2a-card/0.3+1.0` for a card that shows both.
    fn profile(&self, document: &Document) -> String {
        format!("{}/{}", self.name(), Versions::of(document.root()))
    }

    fn catalogue(&self) -> Catalogue {
        rules::CATALOGUE
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn Fault>> {
        Ok(AgentCard::read(document).to_model_json())
    }

    /// The card with one more signature, over bytes that all readings share; of the options of proofs it has none.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        _: SignOptions,
        options: &Options,
    ) -> Result<Document, Box<dyn Fault>> {
        signature::sign(document, A2A, signer, None, &options.limits).map_err(boxed)
    }

    /// Whose signature counts: by the DID documents available, or a did:key.
    fn verify(&self, document: &Document, options: &Options) -> Result<Did, Box<dyn Fault>> {
        signature::verify_at_hand(document, A2A, options)
    }
}
