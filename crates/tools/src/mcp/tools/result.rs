//! Where the tools of a list are.

use crate::lenient_members::object;
use agent_description::json::Object;

/// The object that contains the tools: the root, or the `result` of a JSON-RPC response, even without `jsonrpc`.
#[must_use]
pub fn result(root: &Object) -> &Object {
    let is_response = || root.iter().all(|member| ["jsonrpc", "id", "result"].contains(&member.name().as_str()));
    object(root, "result").filter(|result| result.contains("tools") && is_response()).unwrap_or(root)
}
