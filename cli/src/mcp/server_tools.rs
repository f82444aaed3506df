//! What a live server says of itself.

use super::SessionSettings;
#[cfg(feature = "mcp")]
use super::session::Session;
use crate::{failure::Failure, output::terminal::Terminal};
use adp_compare::lock::ServerAddress;
use adp_tools::MCP_TOOLS;
use agent_description::{
    Document, Json, Timestamp,
    diagnostic::{Severity, shortened},
    format::Options,
};
use std::collections::BTreeSet;

/// What a server says of itself.
pub struct ServerTools {
    /// The version of MCP that it speaks.
    pub protocol: String,
    /// Its instructions for models.
    pub instructions: Option<String>,
    /// The list of its tools.
    pub list: Document,
}

impl ServerTools {
    /// Says which of the tools are not valid: the others can be used.
    pub fn warn_of_faults(&self, terminal: &Terminal) {
        let report = MCP_TOOLS.check(&self.list, &Options::at(Timestamp::now()));
        let errors = report.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let numbers: BTreeSet<usize> =
            errors.filter_map(|it| it.pointer.as_deref()?.split('/').nth(2)?.parse().ok()).collect();
        if numbers.is_empty() {
            return;
        }
        let tools = self.list.root().get("tools").and_then(Json::as_array).unwrap_or_default();
        let name = |number: &usize| match tools.get(*number).and_then(|tool| tool.get("name")?.as_str()) {
            Some(name) => shortened(name),
            None => format!("number {}", number + 1),
        };
        let (names, more) =
            (numbers.iter().take(8).map(name).collect::<Vec<_>>().join(", "), numbers.len().saturating_sub(8));
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        terminal.note(&format!("warning: tools that are not valid: {names}{more}; `adp check` of the list says why"));
    }
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
