//! Formats of documents that agents and servers publish: A2A Agent Cards of all versions, seed cards, MCP tool lists,
//! server cards and `server.json`, and indexes of agent skills. Also catalogs with trust manifests: AI Catalog and ARD.
//!
//! ```rust
//! use adp_cards::{FORMATS, a2a_card::AgentCard};
//! use agent_description::{
//!     Document, Limits,
//!     format::{Options, detect},
//! };
//!
//! let text = br#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "capabilities": {"streaming": true},
//!   "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
//!   "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
//!   "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": []}]}"#;
//! let card = Document::parse(text, &Limits::default())?;
//! let format = detect(card.root(), FORMATS)?[0];
//! assert_eq!(format.profile(&card), "a2a-card/1.0");
//!
//! let report = format.check(&card, &Options::at("2026-11-01T00:00:00Z".parse()?));
//! let told: Vec<String> = report.diagnostics.iter().map(ToString::to_string).collect();
//! assert_eq!(told, ["4:85: warning[missing]: `tags` is empty, expected at least one element"]);
//!
//! let agent = AgentCard::read(&card);
//! assert_eq!(agent.interfaces[0].url, "https://hotel.example/a2a");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod a2a_card;
pub mod ai_catalog;
pub mod codes;
pub mod component_index;
pub mod convert;
pub mod diff;
pub mod dns_aid;
pub mod doctor;
pub mod document_format;
pub mod intent;
pub mod json_schema;
pub mod lenient_members;
pub mod lock;
mod loss;
pub mod mcp;
pub mod openrpc;
pub mod registry_size_limit;
mod repeated_text;
pub mod seed_card;
pub mod signature;
pub mod skills_index;
pub mod text;
pub mod tool_api;
pub mod trust_manifest;
pub mod typed_model;
mod unique_names;
pub mod well_known;
pub mod wording;

pub use a2a_card::A2A_CARD;
pub use ai_catalog::{AI_CATALOG, ARD};
pub use loss::Loss;
pub use mcp::{server::MCP_SERVER, server_card::MCP_SERVER_CARD, tools::MCP_TOOLS};
pub use seed_card::SEED_CARD;
pub use skills_index::SKILLS_INDEX;
pub use unique_names::UniqueNames;
pub use well_known::WELL_KNOWN;

use agent_description::format::Format;

/// The formats of this crate.
pub const FORMATS: &[&dyn Format] =
    &[A2A_CARD, SEED_CARD, AI_CATALOG, ARD, MCP_TOOLS, MCP_SERVER_CARD, MCP_SERVER, SKILLS_INDEX];

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
