//! The tools of a document, in the form of an API.

use crate::workflow::{Inputs, Workflow, Workflows};
use adp_cards::{
    convert::{Loss, Severity},
    tool_api::{ApiTool, ToolFormat, ToolNames, usable_schema},
};
use agent_description::{
    Json,
    json::{Object, pointer::push_name},
};

/// The tools of a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tools {
    /// What the API takes.
    pub list: Json,
    /// The flow of each tool: the tool's name and the flow's id, in the order of the list.
    pub names: Vec<(String, String)>,
    /// What is not said to a model, or said otherwise; places are `/FLOW ID/…`.
    pub losses: Vec<Loss>,
}

/// The tool of a flow before it is written.
pub(super) struct Tool<'a> {
    pub flow: &'a str,
    pub workflow: &'a Workflow,
    pub tool: ApiTool,
    /// What its arguments are checked by.
    pub inputs: Inputs,
}

/// Makes the tools of all flows that can run; those that cannot are losses, and those of which nobody can tell what arguments they take.
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

/// The flows that can run as a list of MCP tools, with the names that they have themselves: what a check for an API looks at.
#[must_use]
pub fn flows_as_tools(workflows: &Workflows) -> Object {
    let tool = |(flow, found): (_, Result<(&Workflow, Inputs), _>)| {
        let (workflow, _) = found.ok()?;
        let schema = usable_schema(workflow.inputs.as_ref(), "", &mut Vec::new());
        let (_, description) = texts(workflow);
        let members =
            [("name", Json::from(str::to_owned(flow))), ("description", description.into()), ("inputSchema", schema)];
        Some(Json::from(Object::from_iter(members)))
    };
    let flows = workflows.ids().map(|id| id.as_str()).zip(workflows.inputs());
    Object::from_iter([("tools", flows.filter_map(tool).collect::<Vec<_>>())])
}

/// A flow's title and its description.
fn texts(workflow: &Workflow) -> (Option<&str>, &str) {
    let title = workflow.title.as_deref();
    (title, workflow.description.as_deref().or(title).unwrap_or_default())
}

/// The arguments of a flow with the names that its inputs have, where they have those that an API was given in their place.
pub fn restore_names(workflow: &Workflow, format: ToolFormat, arguments: &mut Json) {
    let schema = usable_schema(workflow.inputs.as_ref(), "", &mut Vec::new());
    ApiTool::new(format, String::new(), schema).restore(arguments);
}

fn place(flow: &str) -> String {
    let mut place = String::new();
    push_name(&mut place, flow);
    place
}

/// The tools with their names.
pub(super) fn all<'a>(workflows: &'a Workflows, format: ToolFormat, losses: &mut Vec<Loss>) -> Vec<Tool<'a>> {
    let mut names = ToolNames::new(format, workflows.ids().map(|id| id.as_str()));
    let mut tools = Vec::new();
    for (flow, found) in workflows.ids().zip(workflows.inputs()) {
        let place = place(flow);
        let (workflow, inputs) = match found {
            Ok(found) => found,
            Err(error) => {
                losses.push(Loss::new(place, format!("the flow cannot run: {error}"), Severity::Error));
                continue;
            }
        };
        let name = names.give(flow, &place, losses);
        let schema = usable_schema(workflow.inputs.as_ref(), &format!("{place}/inputs"), losses);
        tools.push(Tool { flow, workflow, tool: ApiTool::new(format, name, schema), inputs });
    }
    tools
}
