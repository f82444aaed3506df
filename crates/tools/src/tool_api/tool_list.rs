//! A list of tools of any API, written for another one.

use super::{
    ApiTool, ListForm, MAX_TOOLS, ToolFormat, ToolNames, gemini_schema,
    listed_tool::{ListedTool, listed, own_tools_of_api},
    usable_schema,
};
use crate::{Loss, json_schema::PatternBudget};
use agent_description::{Json, diagnostic::Severity, json::pointer::push_name};

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
    for (listed, tool) in api_tools(list, format, &mut losses)? {
        let place = format!("/tools/{}", listed.at);
        dropped_members(&listed, format, &place, &mut losses);
        let title = listed.text("title");
        let description = listed.text("description").or(title).unwrap_or_default();
        let schema_place = format!("{place}/inputSchema");
        tools.push(tool.to_json(title, description, [&place, &schema_place], &mut losses));
        names.push((tool.name().to_owned(), listed.text("name").unwrap_or_default().to_owned()));
    }
    let count = listed(list).map_or(0, |(_, listed)| listed.len());
    if count > MAX_TOOLS {
        let reason = format!("a list has at most {MAX_TOOLS} tools, this one {count}: only the first ones are written");
        losses.push(Loss::new("/tools".to_owned(), reason, Severity::Error));
    }
    for (at, name) in own_tools_of_api(list).into_iter().take(MAX_TOOLS) {
        let reason = format!("{name} is a tool of another API: dropped");
        losses.push(Loss::new(format!("/tools/{at}"), reason, Severity::Warning));
    }
    Some(ToolsForApi { list: format.list(tools), names, losses })
}

/// Lists the members of a tool that the API's form does not have.
fn dropped_members(listed: &ListedTool<'_>, format: ToolFormat, place: &str, losses: &mut Vec<Loss>) {
    let is_wrapped = !std::ptr::eq(listed.item, listed.tool);
    let wrapper = listed.item.as_object().filter(|_| is_wrapped).into_iter().flatten();
    let wrapper = wrapper.filter(|member| member.name() != "function");
    for member in wrapper.chain(listed.tool.as_object().into_iter().flatten()) {
        let (name, value) = (member.name().as_str(), member.value());
        let is_kept = match name {
            "name" | "description" | "inputSchema" | "input_schema" | "parameters" | "parametersJsonSchema" => true,
            "type" => matches!(value.as_str(), Some("function" | "custom")),
            // without a description, the title is written as one
            "title" => format == ToolFormat::Mcp || listed.text("description").is_none(),
            "strict" => format == ToolFormat::OpenAiStrict || value.as_bool() != Some(true),
            _ => false,
        };
        if !is_kept && !value.is_null() {
            let mut at = place.to_owned();
            push_name(&mut at, name);
            losses.push(Loss::new(at, "the API's form does not have it: dropped", Severity::Warning));
        }
    }
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
    let (form, mut listed) = listed(list)?;
    listed.truncate(MAX_TOOLS);
    let mut names = ToolNames::new(format, listed.iter().filter_map(|tool| tool.text("name")));
    let mut patterns = PatternBudget::for_document();
    let api_tool = |listed: ListedTool<'a>| {
        let place = format!("/tools/{}", listed.at);
        let name = names.give(listed.text("name").unwrap_or_default(), &place, losses);
        let mut schema = listed.schema.cloned();
        if form == ListForm::Gemini
            && !listed.is_json_schema
            && let Some(schema) = &mut schema
        {
            gemini_schema::into_json_schema(schema);
        }
        if format.requirements().dialect.is_some()
            && let Some(object) = schema.as_mut().and_then(Json::as_object_mut)
        {
            object.remove("$schema");
        }
        let schema = usable_schema(schema.as_ref(), &format!("{place}/inputSchema"), &mut patterns, losses);
        (listed, ApiTool::new(format, name, schema))
    };
    Some(listed.into_iter().map(api_tool).collect())
}
