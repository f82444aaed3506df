//! The typed model of agent descriptions, read from their expanded form, and its diagnostics.
//!
//! [`expand`] gives a document its meaning, [`check_structure`] refuses documents whose meaning differs from what a reader of
//! plain JSON sees, [`AgentDescription::from_expanded`] types it, and [`check()`] lists everything that is wrong with it.
//! The proof is no part of the model: it is read by its root key, and left out here.
//!
//! ```
//! use agent_description::{Contexts, Document, Limits, description::{self, AgentDescription}};
//!
//! let text = r#"{
//!   "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
//!   "@type": "ad:AgentDescription",
//!   "name": "Room service",
//!   "did": "did:wba:hotel.example:rooms",
//!   "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
//!   "security": "didwba_sc"
//! }"#;
//! let limits = Limits::default();
//! let document = Document::parse(text.as_bytes(), &limits)?;
//! let expanded = description::expand(&document, &Contexts::embedded(), &limits)?;
//! description::check_structure(&document, &expanded)?;
//! assert_eq!(description::subject_did(&document, &expanded)?.as_deref(), Some("did:wba:hotel.example:rooms"));
//!
//! let description = AgentDescription::from_expanded(&document, &expanded)?;
//! assert_eq!(description.name.as_str(), "Room service");
//! assert_eq!(description.effective_security(&[])[0].scheme.as_str(), "didwba");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! None of this says who wrote the document: [`crate::proof`] does.

mod agent_description;
mod agreement;
mod builder;
mod check;
mod context_rules;
mod date_time;
mod decimal;
mod domain_entity;
mod error;
mod error_wording;
mod expanded_value;
mod identity;
mod interface;
mod merge;
mod model_json;
mod names;
mod node;
mod node_reader;
mod party;
mod plain;
mod product;
mod profile;
mod proof_rules;
mod reading;
mod rule_examples;
pub mod rules;
mod security;
mod service;
mod spelling;
mod structure;
mod structure_for_rdf;
mod subject;
mod term_set;
pub mod vocabulary;
mod writing;

pub use agent_description::AgentDescription;
pub use builder::{AgentDescriptionBuilder, BuildError};
pub use check::{CheckOptions, check, check_report};
pub use date_time::DateTime;
pub use decimal::{Decimal, DecimalError};
pub use domain_entity::DomainEntity;
pub use error::{ModelError, ModelErrorKind};
pub use interface::{Interface, InterfaceKind, KNOWN_PROTOCOLS};
pub use node::Node;
pub use party::{Party, PartyKind};
pub use product::{
    Audience, Brand, CustomizationOptions, Image, Nutrition, Offer, Price, Product, PropertyValue, Scalar,
};
pub use profile::DescriptionProfile;
pub use security::{ParameterLocation, SecurityDefinition, SecurityRequirement, SecurityScheme};
pub use service::{Information, Service};
pub use structure::{check_plain, check_structure, subject_did};
pub use writing::WriteError;

use crate::{
    Limits,
    json::{Document, Json},
    jsonld::{self, Contexts, ExpandOptions, Expanded, JsonLdError},
};

/// Expands a document for the model: without its proof, and with the context of ANP-07 if it is such a document.
///
/// # Errors
/// [`JsonLdError`], with the code of the JSON-LD API, `context-not-embedded` or `jsonld-budget`.
pub fn expand(document: &Document, contexts: &Contexts, limits: &Limits) -> Result<Expanded, JsonLdError> {
    let mut options = ExpandOptions { limits: limits.clone(), ..ExpandOptions::default() };
    if DescriptionProfile::of(document) == DescriptionProfile::Anp07 {
        options.expand_context = Some(Json::from(vocabulary::ANP_07_CONTEXT));
    }
    jsonld::expand_without(document, "proof", contexts, &options, term_set::iri_under)
        .map_err(|error| error.locate(document))
}
