//! The registry's `server.json`: an MCP server, its packages and the places where it runs.

mod model;
mod remote;

pub use crate::mcp_tools::Icon;
pub use model::{Package, Server};
pub use remote::{Remote, Repository};
