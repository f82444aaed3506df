//! `adp mcp`: tools of a live MCP server, by the official SDK. Tools are called by `adp mcp call` alone.

#[cfg(feature = "mcp")]
mod call;
#[cfg(feature = "mcp")]
mod http;
#[cfg(feature = "mcp")]
mod list;
#[cfg(feature = "mcp")]
mod process_group;
#[cfg(feature = "mcp")]
mod received;
mod server_tools;
#[cfg(feature = "mcp")]
mod session;
mod settings;
#[cfg(feature = "mcp")]
mod stdio;

pub use server_tools::tools_of;
pub use settings::{ConnectArgs, ServerArgs, SessionSettings, learn_secrets};

#[cfg(feature = "mcp")]
use crate::arguments::verbs::verbs;

#[cfg(feature = "mcp")]
const EXAMPLES: &str = "\
Examples:
  adp mcp tools https://mcp.example.com/mcp > tools.json
  adp mcp tools --stdio -- COMMAND | adp check - --for anthropic
  adp mcp call https://mcp.example.com/mcp book --args '{\"nights\": 2}' --dry-run

`adp lock` pins the tools of a server; `adp diff --lock` shows what changed.";

#[cfg(feature = "mcp")]
verbs! {
    /// List and call tools of an MCP server
    #[command(after_help = EXAMPLES)]
    {
        Tools = list,
        Call = call,
    }
}
