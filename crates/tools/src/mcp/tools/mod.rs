//! Lists of MCP tools: the result of `tools/list`, or only its `tools`.
//!
//! [`CallableTool`] validates a call's arguments and its result by the tool's schemas.

mod call;
pub(crate) mod check;
pub(crate) mod model;
mod result;
pub mod rules;
mod version;

pub use call::{CallableTool, ToolCallError};
pub use model::{Annotations, Icon, Tool, ToolList};
pub use version::McpVersion;

pub use result::result;

use crate::{
    lenient_members::{list, parts},
    tool_api,
};
use agent_description::{
    ReadLimits,
    format::{self, Format, MatchConfidence, Summary},
    json::{Json, Object},
};

/// The format MCP tool list.
pub const MCP_TOOLS: &Format = &Format {
    name: "mcp-tools",
    title: "a list of MCP tools",
    // as for an answer of a live server: large OpenAPI documents have as many operations
    read_limits: |_| ReadLimits::new(8 << 20).unsigned(),
    distinctive_members: &["tools", "nextCursor"],
    file_names: &["tools.json"],
    rules: rules::RULES,
    // what model APIs accept
    linked_rules: tool_api::rules::RULES,
    members: Some(&check::LIST),
    match_confidence,
    profile: |document| {
        let version = McpVersion::from_root(document.root()).map_or("unknown", McpVersion::as_str);
        Some(format!("mcp-tools/{version}"))
    },
    check: check::check,
    parts: |root| parts(list(result(root), "tools"), "icons"),
    model: Some(|document, _| Ok(ToolList::read(document).to_model_json())),
    summary: |document| Summary { tools: summary_of(&ToolList::read(document).tools), ..Summary::default() },
    ..Format::DEFAULT
};

/// A list of tools occurs alone or with the other members of results. With different members, it is a part of
/// another document.
fn match_confidence(root: &Object) -> MatchConfidence {
    const RESULT_MEMBERS: [&str; 6] = ["tools", "nextCursor", "_meta", "resultType", "ttlMs", "cacheScope"];
    let result = result(root);
    if result.get("tools").is_none_or(|tools| tools.as_array().is_none()) {
        return MatchConfidence::Lacks(vec!["a list `tools`"]);
    }
    // functions of other protocols also occur in a list of this name
    let first = result.get("tools").and_then(Json::as_array).and_then(<[Json]>::first);
    if first.is_some_and(|first| first.get("inputSchema").is_none() && first.get("type").is_some_and(is_function)) {
        return MatchConfidence::Lacks(vec!["tools with an `inputSchema`"]);
    }
    match result.iter().all(|member| RESULT_MEMBERS.contains(&member.name().as_str())) {
        true => MatchConfidence::Certain,
        false => MatchConfidence::Lacks(vec!["a root without members that results do not have"]),
    }
}

fn is_function(of_type: &Json) -> bool {
    of_type.as_str() == Some("function")
}

/// The searchable content of tools. The title is indexed with the description.
pub(super) fn summary_of(tools: &[Tool]) -> Vec<format::ToolSummary> {
    let title = |tool: &Tool| tool.title.clone().or_else(|| tool.annotations.title.clone());
    tools
        .iter()
        .map(|tool| format::ToolSummary::new(tool.name.as_ref(), title(tool), tool.description.as_ref()))
        .collect()
}
