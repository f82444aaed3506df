//! What a flow may change: asked for before its first request.

use crate::{
    openapi::{Method, Operation},
    workflow::{Action, Call, CompileError, Destination, What, Workflow, WorkflowAt, Workflows},
};

/// Whether an operation changes something: anything but GET, HEAD and OPTIONS.
pub(super) fn changes(operation: &Operation<'_>) -> bool {
    !matches!(operation.method(), Method::Get | Method::Head | Method::Options)
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
    let mut seen: Vec<(*const Workflows, *const Workflow)> = Vec::new();
    let mut left = vec![(document, workflow)];
    while let Some((document, workflow)) = left.pop() {
        let is = (std::ptr::from_ref(document), std::ptr::from_ref(workflow));
        if seen.contains(&is) {
            continue;
        }
        seen.push(is);
        let mut follow = |at: WorkflowAt| document.at(at).map(|found| left.push(found));
        for at in &workflow.depends_on {
            follow(*at)?;
        }
        for step in &workflow.steps {
            match &step.call {
                Call::Operation(at) => {
                    if let Some(operation) = document.operation(*at).filter(changes) {
                        let told = format!("{} {}", operation.method(), name(&operation));
                        if !operations.contains(&told) {
                            operations.push(told);
                        }
                    }
                }
                Call::Workflow(at) => follow(*at)?,
                Call::Missing { .. } => {}
            }
            for at in step.on_success.iter().chain(&step.on_failure).filter_map(destination) {
                follow(at)?;
            }
        }
    }
    Ok(operations)
}

fn destination(action: &Action) -> Option<WorkflowAt> {
    match action.what {
        What::Goto(Destination::Workflow(at)) | What::Retry { first: Some(Destination::Workflow(at)), .. } => Some(at),
        _ => None,
    }
}
