//! Flows as tools of a model: what an API takes as its list of tools, a prompt, and the calls that come back.

mod answer;
mod format;
mod list;
mod of_operations;
mod prompt;
mod property_names;
mod strict;

pub use answer::{Api, Asked, CallFault, FlowCall, Toolbox};
pub use format::ToolFormat;
pub(crate) use list::usable;
pub use list::{Tools, restore_names, tools};
pub use of_operations::operations_as_tools;
pub use prompt::prompt;
