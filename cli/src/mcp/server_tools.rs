//! What a live server says of itself.

use super::SessionSettings;
#[cfg(feature = "mcp")]
use super::session::Session;
use crate::failure::Failure;
use adp_compare::lock::ServerAddress;
use agent_description::Document;

/// What a server says of itself.
pub struct ServerTools {
    /// The version of MCP that it speaks.
    pub protocol: String,
    /// Its instructions for models.
    pub instructions: Option<String>,
    /// The list of its tools.
    pub list: Document,
}

/// The tools of a server, and its instructions. No tool is called.
#[cfg(feature = "mcp")]
pub fn tools_of(address: &ServerAddress, settings: &SessionSettings) -> Result<ServerTools, Failure> {
    settings.in_time(async {
        let session = Session::open(address, settings).await?;
        let (protocol, instructions, list) = (session.protocol(), session.instructions(), session.tools().await);
        session.close().await;
        Ok(ServerTools { protocol, instructions, list: list? })
    })
}

/// A build without sessions asks no server.
#[cfg(not(feature = "mcp"))]
pub fn tools_of(address: &ServerAddress, _: &SessionSettings) -> Result<ServerTools, Failure> {
    Err(Failure::not_compiled(&format!("session with MCP servers such as {address}"), "mcp"))
}
