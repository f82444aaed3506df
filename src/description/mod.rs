//! The typed model of agent descriptions and its diagnostics.
//!
//! [`check_plain`] refuses documents that parsers could interpret differently. [`AgentDescription::from_document`]
//! reads the model by member names. [`check()`] lists all problems of a document. The proof is not part of the model.
//!
//! ```
//! use agent_description::{
//!     Document, Limits,
//!     description::{self, AgentDescription},
//! };
//!
//! let text = r#"{
//!   "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
//!   "@type": "ad:AgentDescription",
//!   "name": "Room service",
//!   "did": "did:wba:hotel.example:rooms",
//!   "securityDefinitions": {
//!     "didwba_sc": {
//!       "scheme": "didwba", "in": "header", "name": "Authorization"
//!     }
//!   },
//!   "security": "didwba_sc"
//! }"#;
//! let document = Document::parse(text.as_bytes(), &Limits::default())?;
//! description::check_plain(&document)?;
//! assert_eq!(
//!     description::subject_did(&document)?.as_deref(),
//!     Some("did:wba:hotel.example:rooms")
//! );
//!
//! let description = AgentDescription::from_document(&document)?;
//! assert_eq!(description.name.as_str(), "Room service");
//! assert_eq!(
//!     description.effective_security(&[])[0].scheme.as_str(),
//!     "didwba"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This module does not verify the signer: [`crate::proof`] does.

mod agent_description;
mod builder;
mod check;
mod context_rules;
mod date_time;
mod decimal;
mod domain_entity;
mod error;
mod error_wording;
mod generation;
mod interface;
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
mod resource_check;
pub mod rules;
mod security;
mod service;
mod spelling;
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
pub use generation::{DroppedMember, WrittenDescription};
pub(crate) use interface::KNOWN_PROTOCOLS;
pub use interface::{Interface, InterfaceKind};
pub use node::Node;
pub use party::{Party, PartyKind};
pub use plain::{check_plain, root_types};
pub use product::{
    Audience, Brand, CustomizationOptions, Image, Nutrition, Offer, Price, Product, PropertyValue, Scalar,
};
pub use profile::DescriptionProfile;
pub use security::{ParameterLocation, SecurityDefinition, SecurityRequirement, SecurityScheme};
pub use service::{Information, Service};
pub(crate) use spelling::misspelled;
pub use subject::subject_did;
pub use writing::WriteError;
