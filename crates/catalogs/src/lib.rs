//! Catalogs of agents with trust manifests (AI Catalog, ARD), indexes of skills, well-known files of other protocols, and
//! DNS records by which agents are found.

pub mod ai_catalog;
pub mod codes;
pub mod dns_aid;
pub mod skills_index;
pub mod trust_manifest;
pub mod well_known;

pub use ai_catalog::{AI_CATALOG, ARD};
pub use skills_index::SKILLS_INDEX;
pub use well_known::WELL_KNOWN;

use agent_description::format::Format;

/// The formats of this crate, besides [`WELL_KNOWN`].
pub const FORMATS: &[&Format] = &[AI_CATALOG, ARD, SKILLS_INDEX];

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
