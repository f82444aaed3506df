//! Compiled workflows of agents.json and Arazzo documents, ready for planning and running.

mod arguments;
mod compile;
mod compiled;
mod convert;
mod fit;
mod reach;
pub mod rules;
mod template;

pub use crate::{
    arazzo::criterion::{CompiledPattern, Criterion},
    error::CompileError,
};
pub(crate) use arguments::{Inputs, OfInputs};
pub use compile::{SourceRef, SuppliedSource, compile, wanted};
pub use compiled::{
    Argument, Compiled, CompiledAction, CompiledBody, CompiledCall, CompiledContent, CompiledDestination,
    CompiledOverride, CompiledSource, CompiledStep, CompiledWorkflow, OperationAt, Piece, Template, What, WorkflowAt,
    Workflows,
};
pub use convert::{ConvertedFlows, flows_from_openapi, to_agents_json, to_arazzo};
pub use fit::{fit, help_for_missing, override_finding};
pub(crate) use reach::reach;
pub use rules::SHOP;
