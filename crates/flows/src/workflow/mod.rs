//! Workflows that are ready to be planned and run: what files of flows and Arazzo documents both become.

mod compiled;
mod error;

pub use compiled::{
    Action, Argument, Body, Call, Changed, Content, Criterion, Destination, OperationAt, Piece, Source, Step, Template,
    What, Workflow, WorkflowAt, Workflows,
};
pub use error::CompileError;
