//! What a flow may change: asked for before its first request.

use crate::{
    openapi::Operation,
    workflow::{Call, CompileError, Workflow, Workflows, reach},
};

/// Whether an operation changes something, by its method: as a plan says it.
pub(super) fn changes(operation: &Operation<'_>) -> bool {
    !operation.method().is_safe()
}

/// By its id, else its path.
pub(super) fn name(operation: &Operation<'_>) -> String {
    operation.id().unwrap_or(operation.path()).to_owned()
}

/// The operations that change something, of all workflows that a run may come to: `POST placeOrder`.
///
/// # Errors
/// A workflow among them cannot run.
pub(super) fn changing(document: &Workflows, workflow: &Workflow) -> Result<Vec<String>, CompileError> {
    let mut operations = Vec::new();
    for (document, workflow) in reach(document, workflow)? {
        for step in &workflow.steps {
            let Call::Operation(at) = &step.call else { continue };
            if let Some(operation) = document.operation(*at).filter(changes) {
                let told = format!("{} {}", operation.method(), name(&operation));
                if !operations.contains(&told) {
                    operations.push(told);
                }
            }
        }
    }
    Ok(operations)
}
