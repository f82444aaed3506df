//! The supported model APIs.

use agent_description::{Json, json::Object};

/// The format of an API's tool definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolFormat {
    /// OpenAI chat completions.
    OpenAi,
    /// OpenAI chat completions with `strict`: arguments follow the schema exactly. Not set for a tool whose schema
    /// strict mode cannot express.
    OpenAiStrict,
    /// Anthropic messages.
    Anthropic,
    /// Model Context Protocol: the result of `tools/list`.
    Mcp,
}

impl ToolFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::OpenAi, Self::OpenAiStrict, Self::Anthropic, Self::Mcp];

    /// `openai`, `openai-strict`, `anthropic` or `mcp`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::OpenAiStrict => "openai-strict",
            Self::Anthropic => "anthropic",
            Self::Mcp => "mcp",
        }
    }

    /// Maximum length of a tool name in characters; names consist of letters, digits, `_` and `-`.
    pub(super) const fn longest_name(self) -> usize {
        match self {
            Self::OpenAi | Self::OpenAiStrict => 64,
            Self::Anthropic | Self::Mcp => 128,
        }
    }

    /// Maximum length of a description in characters, if the API has a limit.
    pub(super) const fn longest_description(self) -> Option<usize> {
        match self {
            Self::OpenAi | Self::OpenAiStrict => Some(1024),
            Self::Anthropic | Self::Mcp => None,
        }
    }

    /// Whether property names are limited to 64 letters, digits, `_`, `.` and `-`.
    pub(super) const fn limits_property_names(self) -> bool {
        matches!(self, Self::Anthropic)
    }

    /// Formats a tool. `strict` marks a schema for strict mode.
    pub(super) fn tool(self, name: &str, title: Option<&str>, description: &str, schema: Json, strict: bool) -> Json {
        let mut tool = Object::with_capacity(4);
        tool.insert("name", name);
        match self {
            Self::OpenAi | Self::OpenAiStrict => {
                tool.insert("description", description);
                if self == Self::OpenAiStrict {
                    tool.insert("strict", strict);
                }
                tool.insert("parameters", schema);
                return Object::from_iter([("type", Json::from("function")), ("function", tool.into())]).into();
            }
            Self::Anthropic => {
                tool.insert("description", description);
                tool.insert("input_schema", schema);
            }
            Self::Mcp => {
                if let Some(title) = title {
                    tool.insert("title", title);
                }
                tool.insert("description", description);
                tool.insert("inputSchema", schema);
            }
        }
        tool.into()
    }

    /// Formats the list of tools.
    pub(super) fn list(self, tools: Vec<Json>) -> Json {
        match self {
            Self::Mcp => Object::from_iter([("tools", tools)]).into(),
            _ => tools.into(),
        }
    }
}
