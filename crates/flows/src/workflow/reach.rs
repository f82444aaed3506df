//! The workflows that a run can reach, and the validators of their arguments.

use super::{
    CompileError, CompiledAction, CompiledCall, CompiledDestination, CompiledWorkflow, Inputs, What, WorkflowAt,
    Workflows,
};
use agent_description::{Json, json::Offset};
use std::collections::{HashMap, HashSet};

impl CompiledWorkflow {
    /// The validator of its arguments, compiled on first use.
    pub(crate) fn checker(&self) -> Result<Inputs, CompileError> {
        let compile = || Inputs::compile(self.inputs.as_ref(), &self.id, self.offset);
        self.of_inputs.get_or_init(compile).clone()
    }
}

/// The workflows that can follow: dependencies, called workflows, and targets of actions.
pub(crate) fn next_of(workflow: &CompiledWorkflow) -> impl Iterator<Item = WorkflowAt> {
    let of_step = workflow.steps.iter().flat_map(|step| {
        let called = match step.call {
            CompiledCall::Workflow(at) => Some(at),
            CompiledCall::Operation(_) | CompiledCall::Missing { .. } => None,
        };
        called.into_iter().chain(step.on_success.iter().chain(&step.on_failure).filter_map(destination))
    });
    workflow.depends_on.iter().copied().chain(of_step)
}

fn destination(action: &CompiledAction) -> Option<WorkflowAt> {
    match action.what {
        What::Goto(CompiledDestination::Workflow(at))
        | What::Retry { first: Some(CompiledDestination::Workflow(at)), .. } => Some(at),
        _ => None,
    }
}

/// A workflow and everything that a run of it can reach, without duplicates, with documents.
pub(crate) fn reach<'a>(
    document: &'a Workflows,
    workflow: &'a CompiledWorkflow,
) -> Result<Vec<(&'a Workflows, &'a CompiledWorkflow)>, CompileError> {
    let mut all = vec![(document, workflow)];
    let mut seen = HashSet::from([std::ptr::from_ref(workflow)]);
    let mut next = 0;
    while let Some((document, workflow)) = all.get(next).copied() {
        next += 1;
        for at in next_of(workflow) {
            let found = document.at(at)?;
            if seen.insert(std::ptr::from_ref(found.1)) {
                all.push(found);
            }
        }
    }
    Ok(all)
}

impl Workflows {
    /// The workflow with this ID, if its arguments are valid, and all reachable workflows have usable input schemas.
    pub fn taking(&self, id: &str, arguments: &Json) -> Result<&CompiledWorkflow, CompileError> {
        let workflow = self.workflow(id)?;
        workflow.checker()?.check(arguments)?;
        for (document, other) in reach(self, workflow)?.into_iter().skip(1) {
            other.checker().map_err(|error| elsewhere(error, std::ptr::eq(self, document)))?;
        }
        Ok(workflow)
    }

    /// All workflows of this document with their validators, or the errors. Each reachable workflow is visited and
    /// compiled once, even if several others lead to it.
    pub(crate) fn inputs(&self) -> Vec<Result<(&CompiledWorkflow, Inputs), CompileError>> {
        let own = self.all().map(|(_, workflow)| workflow).collect::<Vec<_>>();
        let mut known: Vec<(&Self, &CompiledWorkflow)> =
            own.iter().filter_map(|it| Some((self, (*it).ok()?))).collect();
        let mut seen: HashSet<*const CompiledWorkflow> =
            known.iter().map(|(_, workflow)| std::ptr::from_ref(*workflow)).collect();
        let mut comes_from: HashMap<*const CompiledWorkflow, Vec<*const CompiledWorkflow>> = HashMap::new();
        let (mut errors, mut unusable, mut number) = (HashMap::new(), Vec::new(), 0);
        while let Some((document, workflow)) = known.get(number).copied() {
            number += 1;
            let at = std::ptr::from_ref(workflow);
            let inputs = workflow.checker().map(drop);
            let mut check = inputs.map_err(|error| elsewhere(error, std::ptr::eq(self, document)));
            for next in next_of(workflow) {
                match document.at(next) {
                    Ok(found) => {
                        let next = std::ptr::from_ref(found.1);
                        comes_from.entry(next).or_default().push(at);
                        if seen.insert(next) {
                            known.push(found);
                        }
                    }
                    Err(error) => check = check.and(Err(error)),
                }
            }
            if let Err(error) = check {
                errors.insert(at, error);
                unusable.push(at);
            }
        }
        // a workflow that can reach an unusable one is unusable
        while let Some(at) = unusable.pop() {
            let Some(error) = errors.get(&at).cloned() else { continue };
            for from in comes_from.get(&at).into_iter().flatten() {
                if !errors.contains_key(from) {
                    errors.insert(*from, error.clone());
                    unusable.push(*from);
                }
            }
        }
        let usable = |workflow| match errors.get(&std::ptr::from_ref(workflow)) {
            Some(error) => Err(error.clone()),
            None => Ok((workflow, workflow.checker()?)),
        };
        own.into_iter().map(|own| own.map_err(Clone::clone).and_then(usable)).collect()
    }
}

/// Removes the offset of an error in another document.
fn elsewhere(error: CompileError, is_here: bool) -> CompileError {
    match error {
        CompileError::Broken { code, message, .. } if !is_here => CompileError::broken(code, Offset::NONE, message),
        error => error,
    }
}
