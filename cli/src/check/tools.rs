//! `adp check --for API`: whether a model API accepts the tools of a document.

use crate::{
    failure::Failure,
    input::flow_sources::{is_of_flows, openapi_of},
};
use adp_flows::{
    OPENAPI,
    tools::{flows_as_tools, operations_as_tools},
    workflow::Compiled,
};
use adp_tools::{
    MCP_SERVER,
    mcp::server::official_registry,
    tool_api::{self, ToolFormat, list_form},
};
use agent_description::{
    Document, Json, ReadLimits,
    diagnostic::CheckReport,
    format::{Format, FormatError},
    json::Object,
};

/// The largest list of tools that is made of a document, in bytes.
const MAX_LIST_BYTES: usize = 32 << 20;

/// Where a document is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    Registry,
    McpRegistry,
    Api(ToolFormat),
}

impl Destination {
    const REGISTRY: &str = "registry";
    const MCP_REGISTRY: &str = "mcp-registry";

    /// The model API, if it is one.
    pub fn api(self) -> Option<ToolFormat> {
        match self {
            Self::Registry | Self::McpRegistry => None,
            Self::Api(api) => Some(api),
        }
    }
}

/// The model API of a name.
pub fn tool_format(text: &str) -> Result<ToolFormat, String> {
    let names = || ToolFormat::ALL.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ");
    ToolFormat::from_name(text).ok_or_else(|| format!("expected one of {}", names()))
}

/// `--for`.
pub fn destination(text: &str) -> Result<Destination, String> {
    let text = &*text.to_ascii_lowercase();
    match text {
        Destination::REGISTRY => return Ok(Destination::Registry),
        Destination::MCP_REGISTRY => return Ok(Destination::McpRegistry),
        _ => {}
    }
    let api = tool_format(text).map(Destination::Api);
    api.map_err(|expected| format!("{expected}, {} or {}", Destination::MCP_REGISTRY, Destination::REGISTRY))
}

/// What the option does, in full.
pub fn long_help() -> String {
    let names = ToolFormat::ALL.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ");
    format!(
        "Also check the requirements of a destination: `registry` for its size limit, `mcp-registry` for what the \
         official one refuses, or a model API. For APIs ({names}), names and schemas of tools are checked. Tools are those of a list in the form of any API, of flows, or one for each \
         operation of an OpenAPI document"
    )
}

/// Checks a `server.json` by the rules of the official MCP registry. `known` is the report of its format.
pub fn check_for_mcp_registry(
    document: &Document,
    formats: &[&'static Format],
    known: &CheckReport,
    strict: bool,
) -> Result<CheckReport, Failure> {
    if formats.contains(&MCP_SERVER) {
        return Ok(official_registry::check(document, known, strict));
    }
    let format = formats.first().map_or("document", |format| format.name);
    Err(Failure::from_error(&FormatError::NotOffered { format, verb: "checked for the MCP registry" })
        .with_help("it takes server.json; `--as mcp-server` reads a document as one"))
}

/// Checks the tools of a document by the requirements of a model API. Findings about tools made of flows or operations name the tool, without a
/// position.
pub fn check(
    document: &Document,
    formats: &[&'static Format],
    input: &str,
    compiled: Option<&Compiled>,
    api: ToolFormat,
    strict: bool,
) -> Result<CheckReport, Failure> {
    if list_form(document.json()).is_some() {
        return Ok(tool_api::check(document, api, strict));
    }
    let list = match (formats, compiled) {
        (_, Some(compiled)) => flows_as_tools(&compiled.workflows),
        ([format], _) if *format == OPENAPI => operations_as_tools(&openapi_of(document, input)?).0,
        // what keeps flows from running was found before
        _ if formats.iter().any(|format| is_of_flows(format)) => Object::new(),
        _ => {
            let format = formats.first().map_or("document", |format| format.name);
            return Err(Failure::from_error(&FormatError::NotOffered { format, verb: "checked for a model API" })
                .with_help("tools are in lists of tools, agents.json, Arazzo and OpenAPI documents"));
        }
    };
    let list = Document::from_object(list, ReadLimits::new(MAX_LIST_BYTES).unsigned());
    let list = list.map_err(|error| Failure::from_error(&error))?;
    let tools = list.root().get("tools").and_then(Json::as_array).unwrap_or_default();
    let mut report = tool_api::check(&list, api, strict);
    for found in &mut report.diagnostics {
        let place = found.pointer.take().unwrap_or_default();
        let number = place.split('/').nth(2).and_then(|number| number.parse::<usize>().ok());
        let tool = number.and_then(|number| tools.get(number)?.get("name")?.as_str());
        if let Some(tool) = tool {
            found.message = format!("tool {tool}: {}", found.message);
        }
        (found.line, found.column, found.span, found.replacement) = (None, None, None, None);
    }
    Ok(report)
}
