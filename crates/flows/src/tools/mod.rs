//! Exposes flows as model tools: tool definitions, a prompt, and tool calls.

mod answer;
mod format;
mod from_operations;
mod list;
mod prompt;
mod property_names;
mod strict;

pub use answer::{Api, CallFault, FlowCall, ToolCall, Toolbox};
pub use format::ToolFormat;
pub use from_operations::operations_as_tools;
pub(crate) use list::usable;
pub use list::{Tools, restore_names, tools};
pub use prompt::prompt;
