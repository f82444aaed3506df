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
#![doc = include_str!("members.md")]

mod agent_description;
mod builder;
mod check;
mod context_rules;
mod decimal;
mod domain_entity;
mod error;
mod generation;
mod interface;
mod model_json;
mod names;
mod node;
mod node_reader;
mod node_type;
pub mod openrpc;
mod party;
mod plain;
mod product;
mod profile;
mod proof_rules;
mod property;
mod reading;
mod resource_check;
pub mod rules;
mod security;
mod service;
mod spelling;
mod subject;
mod term_set;
pub(crate) mod vocabulary;
mod writing;

pub use self::{
    agent_description::AgentDescription,
    builder::AgentDescriptionBuilder,
    check::{CheckOptions, check},
    decimal::{Decimal, DecimalError},
    domain_entity::DomainEntity,
    error::ModelError,
    interface::{Interface, InterfaceKind},
    node::Node,
    party::{Party, PartyKind},
    plain::{check_plain, root_types},
    product::{Audience, Brand, CustomizationOptions, Image, Nutrition, Offer, Price, Product, PropertyValue},
    profile::DescriptionProfile,
    security::{ParameterLocation, SecurityDefinition, SecurityRequirement, SecurityScheme},
    service::{Information, Service},
    subject::subject_did,
    writing::{DroppedMember, WriteError},
};
pub(crate) use agent_description::signs;
pub(crate) use check::check_report;
pub(crate) use node_type::Sign;
pub(crate) use spelling::misspelled;
