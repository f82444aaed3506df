//! The APIs that take tools.

use agent_description::{Json, json::Object};

/// The form of an API's tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolFormat {
    /// OpenAI chat completions.
    OpenAi,
    /// OpenAI chat completions with `strict`: arguments follow the schema exactly. It is off for a tool whose schema strict mode cannot say.
    OpenAiStrict,
    /// Anthropic messages.
    Anthropic,
    /// The Model Context Protocol: a result of `tools/list`.
    Mcp,
}

impl ToolFormat {
    /// All of them.
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

    /// The most characters of a name; each takes letters, digits, `_` and `-`.
    pub(super) const fn longest_name(self) -> usize {
        match self {
            Self::OpenAi | Self::OpenAiStrict => 64,
            Self::Anthropic | Self::Mcp => 128,
        }
    }

    /// The most characters of a description, where an API has a limit.
    pub(super) const fn longest_description(self) -> Option<usize> {
        match self {
            Self::OpenAi | Self::OpenAiStrict => Some(1024),
            Self::Anthropic | Self::Mcp => None,
        }
    }

    /// Whether the names of properties are letters, digits, `_`, `.` and `-` there, 64 at most.
    pub(super) const fn limits_property_names(self) -> bool {
        matches!(self, Self::Anthropic)
    }

    /// One tool; `strict` where the schema is one of strict mode.
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

    /// What the API takes as its list.
    pub(super) fn list(self, tools: Vec<Json>) -> Json {
        match self {
            Self::Mcp => Object::from_iter([("tools", tools)]).into(),
            _ => tools.into(),
        }
    }
}
