//! MCP server cards (SEP-2127), and what is widely served in their place.

mod model;

pub use model::ServerCard;
