//! A list of tools of any API, written for another one.

use super::{
    ApiTool, ToolFormat, ToolNames,
    listed_tool::{ListedTool, listed},
    usable_schema,
};
use crate::convert::Loss;
use agent_description::Json;

/// A list of tools that an API accepts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolsForApi {
    /// What the API is given.
    pub list: Json,
    /// The name of each tool there, and its own.
    pub names: Vec<(String, String)>,
    /// What is not said to a model, or said otherwise; places are `/tools/NUMBER/…` of the given list.
    pub losses: Vec<Loss>,
}

/// A list of tools in the form of an API, with names and schemas that it accepts; none of what is no list of tools.
#[must_use]
pub fn tools_for_api(list: &Json, format: ToolFormat) -> Option<ToolsForApi> {
    let mut losses = Vec::new();
    let (mut tools, mut names) = (Vec::new(), Vec::new());
    for (at, (listed, tool)) in api_tools(list, format, &mut losses)?.into_iter().enumerate() {
        let place = format!("/tools/{at}");
        let title = listed.text("title");
        let description = listed.text("description").or(title).unwrap_or_default();
        let schema_place = format!("{place}/inputSchema");
        tools.push(tool.to_json(title, description, [&place, &schema_place], &mut losses));
        names.push((tool.name().to_owned(), listed.text("name").unwrap_or_default().to_owned()));
    }
    Some(ToolsForApi { list: format.list(tools), names, losses })
}

/// The tool that a model means, which was given a list made by [`tools_for_api`]: its own name. The arguments get the tool's own names, too. None where
/// no tool of the list has this name there.
#[must_use]
pub fn restore_call(list: &Json, format: ToolFormat, name: &str, arguments: &mut Json) -> Option<String> {
    let tools = api_tools(list, format, &mut Vec::new())?;
    let (listed, tool) = tools.into_iter().find(|(_, tool)| tool.name() == name)?;
    tool.restore(arguments);
    listed.text("name").map(str::to_owned)
}

fn api_tools<'a>(list: &'a Json, format: ToolFormat, losses: &mut Vec<Loss>) -> Option<Vec<(ListedTool<'a>, ApiTool)>> {
    let (_, listed) = listed(list)?;
    let mut names = ToolNames::new(format, listed.iter().filter_map(|tool| tool.text("name")));
    let api_tool = |(at, listed): (usize, ListedTool<'a>)| {
        let place = format!("/tools/{at}");
        let name = names.give(listed.text("name").unwrap_or_default(), &place, losses);
        let mut schema = listed.schema.cloned();
        if format.requirements().dialect.is_some()
            && let Some(object) = schema.as_mut().and_then(Json::as_object_mut)
        {
            object.remove("$schema");
        }
        let schema = usable_schema(schema.as_ref(), &format!("{place}/inputSchema"), losses);
        (listed, ApiTool::new(format, name, schema))
    };
    Some(listed.into_iter().enumerate().map(api_tool).collect())
}
