//! Tool definitions of a document.

use crate::workflow::{CompiledWorkflow, Inputs, Workflows};
use adp_tools::{
    Loss,
    json_schema::PatternBudget,
    tool_api::{ApiTool, MAX_TOOLS, ToolFormat, ToolNames, usable_schema},
};
use agent_description::diagnostic::Severity;
use agent_description::{
    Json,
    json::{Object, object, pointer::push_name},
};

/// The tools of a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tools {
    /// The list in the API's format.
    pub list: Json,
    /// Tool names and flow IDs, in list order.
    pub names: Vec<(String, String)>,
    /// Content that models do not see, or see differently. Locations are `/FLOW ID/…`.
    pub losses: Vec<Loss>,
}

/// A tool before formatting.
pub(super) struct Tool<'a> {
    pub flow: &'a str,
    pub workflow: &'a CompiledWorkflow,
    pub tool: ApiTool,
    /// Validates the arguments.
    pub inputs: Inputs,
}

/// Creates the tools of the first [`MAX_TOOLS`] flows, if they can run. Others, and flows with unusable schemas, are losses.
#[must_use]
pub fn tools(workflows: &Workflows, format: ToolFormat) -> Tools {
    let mut losses = Vec::new();
    let (mut list, mut names) = (Vec::new(), Vec::new());
    for Tool { flow, workflow, tool, .. } in all(workflows, format, &mut losses) {
        let place = place(flow);
        let (title, description) = texts(workflow);
        let inputs = format!("{place}/inputs");
        list.push(tool.to_json(title, description, [&place, &inputs], &mut losses));
        names.push((tool.name().to_owned(), flow.to_owned()));
    }
    Tools { list: format.list(list), names, losses }
}

/// The flows that can run as a list of MCP tools with their own names, for `adp_tools::tool_api::check`.
#[must_use]
pub fn flows_as_tools(workflows: &Workflows) -> Object {
    let mut patterns = PatternBudget::for_document();
    let tool = |(flow, found): (&str, Result<(&CompiledWorkflow, Inputs), _>)| {
        let (workflow, _) = found.ok()?;
        let schema = usable_schema(workflow.inputs.as_ref(), "", &mut patterns, &mut Vec::new());
        let (_, description) = texts(workflow);
        Some(Json::from(object! { "name": flow, "description": description, "inputSchema": schema }))
    };
    let flows = workflows.ids().map(|id| id.as_str()).zip(workflows.inputs());
    object! { "tools": flows.filter_map(tool).collect::<Vec<_>>() }
}

/// A flow's title and its description.
fn texts(workflow: &CompiledWorkflow) -> (Option<&str>, &str) {
    let title = workflow.title.as_deref();
    (title, workflow.description.as_deref().or(title).unwrap_or_default())
}

/// Restores the property names of a flow's arguments that were replaced for an API.
pub fn restore_names(workflow: &CompiledWorkflow, format: ToolFormat, arguments: &mut Json) {
    let mut patterns = PatternBudget::for_document();
    let schema = usable_schema(workflow.inputs.as_ref(), "", &mut patterns, &mut Vec::new());
    ApiTool::new(format, String::new(), schema).restore(arguments);
}

fn place(flow: &str) -> String {
    let mut place = String::new();
    push_name(&mut place, flow);
    place
}

/// Creates the tools with their names.
pub(super) fn all<'a>(workflows: &'a Workflows, format: ToolFormat, losses: &mut Vec<Loss>) -> Vec<Tool<'a>> {
    let mut names = ToolNames::new(format, workflows.ids().take(MAX_TOOLS).map(|id| id.as_str()));
    let (mut patterns, mut tools) = (PatternBudget::for_document(), Vec::new());
    let count = workflows.ids().count();
    if count > MAX_TOOLS {
        let reason =
            format!("a list has at most {MAX_TOOLS} tools, these are {count} flows: only the first ones are written");
        losses.push(Loss::new(String::new(), reason, Severity::Error));
    }
    for (flow, found) in workflows.ids().zip(workflows.inputs()).take(MAX_TOOLS) {
        let place = place(flow);
        let (workflow, inputs) = match found {
            Ok(found) => found,
            Err(error) => {
                losses.push(Loss::new(place, format!("the flow cannot run: {error}"), Severity::Error));
                continue;
            }
        };
        let name = names.give(flow, &place, losses);
        let schema = usable_schema(workflow.inputs.as_ref(), &format!("{place}/inputs"), &mut patterns, losses);
        tools.push(Tool { flow, workflow, tool: ApiTool::new(format, name, schema), inputs });
    }
    tools
}
