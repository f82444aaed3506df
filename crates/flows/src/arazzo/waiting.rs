//! Detects cycles of `dependsOn`.

use crate::arazzo::{Expression, rules};
use adp_tools::lenient_members::list;
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, shortened},
    json::Object,
};
use std::collections::HashMap;

/// Finds the workflows that can never start, because they depend on themselves or on such a workflow. `waits_for`
/// contains the indexes of dependencies. Takes linear time.
pub(crate) fn endless(waits_for: &[Vec<usize>]) -> Vec<bool> {
    let mut left: Vec<usize> = waits_for.iter().map(Vec::len).collect();
    let mut waited_for_by: Vec<Vec<usize>> = vec![Vec::new(); waits_for.len()];
    for (at, numbers) in waits_for.iter().enumerate() {
        for number in numbers {
            if let Some(by) = waited_for_by.get_mut(*number) {
                by.push(at);
            }
        }
    }
    // remove workflows without dependencies, and then those that depended only on them
    let mut endless = vec![true; waits_for.len()];
    let mut ready: Vec<usize> = left.iter().enumerate().filter(|(_, left)| **left == 0).map(|(at, _)| at).collect();
    while let Some(at) = ready.pop() {
        if let Some(endless) = endless.get_mut(at) {
            *endless = false;
        }
        for by in waited_for_by.get(at).into_iter().flatten() {
            if let Some(left) = left.get_mut(*by) {
                *left -= 1;
                if *left == 0 {
                    ready.push(*by);
                }
            }
        }
    }
    endless
}

/// Reports each workflow that can never start, at its `dependsOn`.
pub(super) fn check(found: &mut Findings<'_>, root: &Object) {
    let workflows = list(root, "workflows");
    let mut numbers = HashMap::new();
    for (at, workflow) in workflows.iter().enumerate() {
        if let Some(id) = workflow.get("workflowId").and_then(Json::as_str) {
            numbers.entry(id).or_insert(at);
        }
    }
    let named = |workflow: &Json| -> Vec<usize> {
        let depends = workflow.get("dependsOn").and_then(Json::as_array).unwrap_or_default();
        let names = depends.iter().filter_map(Json::as_str).filter(|name| !Expression::is_meant(name));
        names.filter_map(|name| numbers.get(name).copied()).collect()
    };
    let waits_for: Vec<Vec<usize>> = workflows.iter().map(named).collect();
    let endless = endless(&waits_for);
    for (workflow, is_endless) in workflows.iter().zip(endless) {
        let Some(depends) = workflow.get("dependsOn") else { continue };
        found.check(&rules::WAITING, !is_endless, depends.offset(), || {
            let id = workflow.get("workflowId").and_then(Json::as_str).unwrap_or_default();
            Finding::new(Code::INVALID_REFERENCE, message(&shortened(id))).with_help("remove one of the dependencies")
        });
    }
}

/// The message for a workflow that can never start.
pub(crate) fn message(id: &str) -> String {
    format!("the workflow {id} can never start: its dependencies have a cycle")
}
