//! Exposes flows as model tools: tool definitions, a prompt, and tool calls.

mod answer;
mod from_operations;
mod list;
mod prompt;

pub use adp_tools::tool_api::ToolFormat;
pub use answer::{Api, FlowCall, ToolCall, Toolbox};
pub(crate) use from_operations::describe_operations;
pub use from_operations::operations_as_tools;
pub use list::{Tools, flows_as_tools, restore_names, tools};

pub use prompt::prompt;
