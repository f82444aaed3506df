//! Compiled workflows of agents.json and Arazzo documents, ready for planning and running.

mod arguments;
mod compiled;
mod convert;
mod fit;
mod flow_inputs;
mod flow_links;
mod from_arazzo;
mod from_call;
mod from_flows;
mod from_openapi;
mod losses;
mod reach;
pub mod rules;
mod schema_walk;
mod supply;
mod template;
mod to_agents_json;
mod to_arazzo;
mod work;

pub use crate::arazzo::criterion::{CompiledPattern, Criterion};
pub use crate::error::CompileError;
pub(crate) use arguments::{Inputs, OfInputs};
pub use compiled::{
    Argument, Compiled, CompiledAction, CompiledBody, CompiledCall, CompiledContent, CompiledDestination,
    CompiledOverride, CompiledSource, CompiledStep, CompiledWorkflow, OperationAt, Piece, Template, What, WorkflowAt,
    Workflows,
};
pub use convert::{ConvertedFlows, to_agents_json, to_arazzo};
pub use fit::{fit, help_for_missing, override_finding};
pub use from_openapi::flows_from_openapi;
pub(crate) use reach::reach;
pub use rules::SHOP;
pub use supply::{SourceRef, SuppliedSource, compile, wanted};
