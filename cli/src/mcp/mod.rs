//! `adp mcp`: tools of a live MCP server, by the official SDK. Tools are called by `adp mcp call` alone.

mod call;
mod http;
mod list;
mod process_group;
mod received;
mod session;
mod settings;
mod stdio;

pub use list::tools_of;
pub use settings::{ConnectArgs, ServerArgs, Settings, learn_secrets};

use crate::verbs::verbs;

const EXAMPLES: &str = "\
Examples:
  adp mcp tools https://mcp.example.com/mcp > tools.json
  adp mcp tools --stdio -- COMMAND | adp check - --for anthropic
  adp mcp call https://mcp.example.com/mcp book --args '{\"nights\": 2}' --dry-run

`adp lock` pins the tools of a server; `adp diff --lock` shows what changed.";

verbs! {
    /// List and call tools of an MCP server
    #[command(after_help = EXAMPLES)]
    {
        Tools = list,
        Call = call,
    }
}
