//! Tools as lists of any API have them.

use crate::{MCP_TOOLS, mcp::tools::result};
use agent_description::Json;

/// The form of a list of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListForm {
    /// OpenAI chat completions (`{"type": "function", "function": …}`) or responses (`{"type": "function", "name": …}`).
    OpenAi,
    /// Anthropic messages: tools with an `input_schema`.
    Anthropic,
    /// Gemini: `functionDeclarations`.
    Gemini,
    /// MCP: tools with an `inputSchema`.
    Mcp,
}

impl ListForm {
    /// `openai-tools`, `anthropic-tools`, `gemini-tools` or `mcp-tools`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai-tools",
            Self::Anthropic => "anthropic-tools",
            Self::Gemini => "gemini-tools",
            Self::Mcp => MCP_TOOLS.name,
        }
    }
}

/// A tool of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedTool<'a> {
    /// The number of the tool in the list.
    pub at: usize,
    /// The item of the list, which has the tool or is it.
    pub item: &'a Json,
    /// The object that has the name.
    pub tool: &'a Json,
    pub schema: Option<&'a Json>,
    /// Whether the schema is any JSON Schema, in a form that has schemas of its own too.
    pub is_json_schema: bool,
}

impl<'a> ListedTool<'a> {
    fn read(form: ListForm, (at, item): (usize, &'a Json)) -> Option<Self> {
        let own = |tool: &'a Json, name: &str| Self { at, item, tool, schema: tool.get(name), is_json_schema: false };
        match form {
            ListForm::Mcp => Some(own(item, "inputSchema")),
            // what the API has itself (`web_search_20250305`) has a type and is no tool of the author's
            ListForm::Anthropic => {
                let kind = item.get("type").and_then(Json::as_str);
                let is_own = item.get("input_schema").is_some() || kind.is_none_or(|kind| kind == "custom");
                is_own.then(|| own(item, "input_schema"))
            }
            ListForm::OpenAi => {
                let is_function = item.get("type").and_then(Json::as_str) == Some("function");
                let tool = item.get("function").filter(|tool| tool.as_object().is_some()).unwrap_or(item);
                is_function.then(|| own(tool, "parameters"))
            }
            ListForm::Gemini => match item.get("parametersJsonSchema") {
                Some(schema) => Some(Self { at, item, tool: item, schema: Some(schema), is_json_schema: true }),
                None => Some(own(item, "parameters")),
            },
        }
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.tool.get(name).and_then(Json::as_str)
    }

    /// Whether strict mode is off for it.
    pub fn is_not_strict(&self) -> bool {
        self.tool.get("strict").and_then(Json::as_bool) == Some(false)
    }
}

/// The form of a list of tools: an array, or an object with the member `tools` (a request, a result of MCP). `None` if it is neither.
#[must_use]
pub fn list_form(root: &Json) -> Option<ListForm> {
    listed(root).map(|(form, _)| form)
}

/// The tools of a list, and the form that it has.
pub(super) fn listed(root: &Json) -> Option<(ListForm, Vec<ListedTool<'_>>)> {
    let List { form, items, .. } = list(root)?;
    Some((form, items.into_iter().enumerate().filter_map(|item| ListedTool::read(form, item)).collect()))
}

/// The names of the tools that an API has itself, such as `web_search`, with their numbers in the list: they are not
/// tools of the author.
pub(super) fn own_tools_of_api(root: &Json) -> Vec<(usize, String)> {
    let Some(List { form, items, holders }) = list(root) else { return Vec::new() };
    let not_read = items.into_iter().enumerate().filter(|item| ListedTool::read(form, *item).is_none());
    let named = |item: &Json| item.get("type").or_else(|| item.get("name")).and_then(Json::as_str).map(str::to_owned);
    let mut own: Vec<_> = not_read.map(|(at, item)| (at, named(item).unwrap_or_else(|| "a tool".to_owned()))).collect();
    for (at, holder) in holders.into_iter().enumerate() {
        let others = holder.as_object().into_iter().flatten().filter(|member| member.name() != "functionDeclarations");
        own.extend(others.map(|member| (at, member.name().to_string())));
    }
    own
}

/// The items of a list, and the objects that hold them in the form of Gemini.
struct List<'a> {
    form: ListForm,
    items: Vec<&'a Json>,
    holders: Vec<&'a Json>,
}

fn list(root: &Json) -> Option<List<'_>> {
    let (named, items) = match root.as_array() {
        Some(items) => ("tools", items),
        None => {
            let holder = result(root.as_object()?);
            let named = |name| Some((name, holder.get(name)?.as_array()?));
            ["tools", "functionDeclarations"].into_iter().find_map(named)?
        }
    };
    if items.iter().any(|item| item.as_object().is_none()) {
        return None;
    }
    let declarations: Vec<&Json> =
        items.iter().filter_map(|item| item.get("functionDeclarations").and_then(Json::as_array)).flatten().collect();
    let has = |name: &str| items.iter().any(|item| item.get(name).is_some());
    let is_function = |item: &Json| item.get("type").and_then(Json::as_str) == Some("function");
    let form = match () {
        () if !declarations.is_empty() || named == "functionDeclarations" => ListForm::Gemini,
        () if has("input_schema") => ListForm::Anthropic,
        () if items.iter().any(is_function) => ListForm::OpenAi,
        () if root.as_array().is_none() || has("inputSchema") => ListForm::Mcp,
        () => return None,
    };
    let (items, holders) = match declarations.as_slice() {
        [] => (items.iter().collect(), Vec::new()),
        _ => (declarations, items.iter().collect()),
    };
    Some(List { form, items, holders })
}
