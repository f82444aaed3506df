//! Documents of tools: MCP tool lists, server cards and `server.json`, OpenRPC, JSON Schema, and lists of tools for model
//! APIs. Also what formats share: the macro [`model!`], and the rules
//! of texts.

pub mod component_index;
pub mod json_schema;
pub mod lenient_members;
mod loss;
pub mod mcp;
pub mod openrpc;
pub mod registry_size_limit;
mod repeated_text;
pub mod text;
pub mod tool_api;
pub mod typed_model;
mod unique_names;
pub mod wording;

pub use loss::Loss;
pub use mcp::{server::MCP_SERVER, server_card::MCP_SERVER_CARD, tools::MCP_TOOLS};
pub use unique_names::UniqueNames;

use agent_description::format::Format;

/// The formats of this crate.
pub const FORMATS: &[&Format] = &[MCP_TOOLS, MCP_SERVER_CARD, MCP_SERVER];

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
