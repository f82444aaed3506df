//! Lists of MCP tools: the result of `tools/list`, or only its `tools`.
//!
//! [`CallableTool`] validates a call's arguments and its result by the tool's schemas.

mod call;
mod check;
mod model;
pub mod rules;
mod version;

pub use call::{CallError, CallableTool};
pub use model::{Annotations, Icon, Tool, ToolList};
pub use version::Version;

pub(crate) use check::{TOOL, TOOL_ITEMS};

use crate::{
    card_format::bounded,
    members::{list, object, parts},
};
use agent_description::{
    CodedError, Document, Limits, ReadLimits,
    diagnostic::{CheckReport, Rule, members::Table},
    format::{self, Format, MatchConfidence, Options, Summary},
    json::{Json, Object},
};

/// The format MCP tool list.
pub const MCP_TOOLS: &dyn Format = &OfTools;

/// The object that contains the tools: the root, or the `result` of a JSON-RPC response, even without `jsonrpc`.
pub(crate) fn result(root: &Object) -> &Object {
    let is_response = || root.iter().all(|member| ["jsonrpc", "id", "result"].contains(&member.name().as_str()));
    object(root, "result").filter(|result| result.contains("tools") && is_response()).unwrap_or(root)
}

#[derive(Debug)]
struct OfTools;

impl Format for OfTools {
    fn name(&self) -> &'static str {
        "mcp-tools"
    }

    fn title(&self) -> &'static str {
        "a list of MCP tools"
    }

    /// 8 MiB, as for an answer of a live server: large OpenAPI documents have as many operations.
    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(8 << 20)
    }

    /// A list of tools occurs alone or with the other members of results. With different members, it is a part of
    /// another document.
    fn match_confidence(&self, root: &Object) -> MatchConfidence {
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

    /// The profile, such as `mcp-tools/2025-11-25`; `mcp-tools/unknown` for unknown versions.
    fn profile(&self, document: &Document) -> String {
        let version = Version::from_root(document.root()).map_or("unknown", Version::as_str);
        format!("{}/{version}", self.name())
    }

    fn distinctive_members(&self) -> &'static [&'static str] {
        &["tools", "nextCursor"]
    }

    fn file_names(&self) -> &'static [&'static str] {
        &["tools.json"]
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    /// What model APIs accept.
    fn linked_rules(&self) -> &'static [&'static Rule] {
        crate::tool_api::rules::RULES
    }

    fn members(&self) -> Option<&'static Table> {
        Some(&check::LIST)
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    fn summary(&self, document: &Document) -> Summary {
        Summary { tools: summary_of(&ToolList::read(document).tools), ..Summary::default() }
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
        bounded(parts(list(result(document.root()), "tools"), "icons"))?;
        Ok(ToolList::read(document).to_model_json())
    }
}

fn is_function(of_type: &Json) -> bool {
    of_type.as_str() == Some("function")
}

/// The searchable content of tools. The title is indexed with the description.
pub(super) fn summary_of(tools: &[Tool]) -> Vec<format::Tool> {
    let title = |tool: &Tool| tool.title.clone().or_else(|| tool.annotations.title.clone());
    tools.iter().map(|tool| format::Tool::new(tool.name.as_ref(), title(tool), tool.description.as_ref())).collect()
}
