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

mod check;
mod error;
mod generation;
mod model;
mod node_reader;
pub mod openrpc;
mod plain;
mod profile;
mod reading;
pub mod rules;
mod subject;
pub(crate) mod vocabulary;
mod writing;

pub use self::{
    check::{CheckOptions, check},
    error::ModelError,
    model::{
        agent_description::AgentDescription,
        builder::AgentDescriptionBuilder,
        decimal::Decimal,
        domain_entity::DomainEntity,
        interface::{Interface, InterfaceKind},
        node::Node,
        party::{Party, PartyKind},
        product::{Audience, Brand, CustomizationOptions, Image, Nutrition, Offer, Price, Product, PropertyValue},
        security::{ParameterLocation, SecurityDefinition, SecurityRequirement, SecurityScheme},
        service::{Information, Service},
    },
    plain::{check_plain, root_types},
    profile::DescriptionProfile,
    subject::subject_did,
    writing::{DroppedMember, WriteError},
};
pub(crate) use check::check_report;
pub(crate) use model::{agent_description::markers, node_type::Marker};
pub(crate) use vocabulary::misspelled;
