//! Lists of MCP tools: the result of `tools/list`, or its `tools` alone.

mod model;
mod version;

pub use model::{Annotations, Icon, Tool, ToolList};
pub use version::Version;

use crate::members::object;
use agent_description::json::Object;

/// The object that holds the tools: the root, or the `result` of a whole JSON-RPC response.
pub(crate) fn result(root: &Object) -> &Object {
    object(root, "result").filter(|result| root.contains("jsonrpc") && result.contains("tools")).unwrap_or(root)
}
