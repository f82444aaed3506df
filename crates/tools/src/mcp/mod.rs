//! MCP documents: lists of tools, server cards, and the registry's `server.json`.

mod schema_url;
pub mod server;
pub mod server_card;
pub mod tools;
