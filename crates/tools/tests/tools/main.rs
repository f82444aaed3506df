//! MCP documents, OpenRPC, JSON Schema, lists of tools for model APIs, texts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod json_schema;
mod mcp;
mod official_registry;
mod openrpc;
mod texts;
mod tool_api;
