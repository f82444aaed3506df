//! MCP documents: lists of tools, server cards, and the registry's `server.json`.

pub mod server;
pub mod server_card;
pub mod tools;
