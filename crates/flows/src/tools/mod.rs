//! Flows as tools of a model: what an API takes as its list of tools, a prompt, and the calls that come back.

mod answer;
mod from_operations;
mod list;
mod prompt;

pub use adp_cards::tool_api::ToolFormat;
pub use answer::{Api, CallFault, FlowCall, ToolCall, Toolbox};
pub use from_operations::operations_as_tools;
pub use list::{Tools, flows_as_tools, restore_names, tools};

pub use prompt::prompt;
