//! Plans of flows: requests, origins, credentials, and data between origins.

pub(crate) mod step;

pub use step::{Crossing, Planned};

use crate::{
    crossing::Crossings,
    workflow::{
        CompileError, CompiledCall, CompiledDestination, CompiledOverride, CompiledStep, CompiledWorkflow, What,
        WorkflowAt, Workflows,
    },
};
use agent_description::{Json, json::object};
use std::collections::HashSet;

/// Maximum number of steps in a plan, including nested workflows.
const MAX_STEPS: usize = 1000;
/// Maximum nesting depth of workflows in a plan.
const MAX_DEPTH: usize = 16;

/// A plan.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Plan {
    /// The called origins, without duplicates, in step order.
    pub origins: Vec<String>,
    /// The steps. A step that actions repeat is listed once.
    pub steps: Vec<Planned>,
    /// Data that flows between origins.
    pub crossings: Vec<Crossing>,
    /// Overrides of the called operations.
    pub overrides: Vec<CompiledOverride>,
}

impl Plan {
    /// Plans a workflow. Arguments fill in path parameters and must be valid.
    ///
    /// # Errors
    ///
    /// If the workflow is unknown or cannot run, or if the arguments are invalid.
    pub fn for_workflow(workflows: &Workflows, id: &str, arguments: Option<&Json>) -> Result<Self, CompileError> {
        let workflow = match arguments {
            Some(arguments) => workflows.taking(id, arguments)?,
            None => workflows.workflow(id)?,
        };
        let crossings = Crossings::find(workflows, workflow, arguments)?;
        let mut planner = Planner { plan: Self::default(), crossings, seen: HashSet::new() };
        planner.workflow(workflows, workflow, "", arguments, MAX_DEPTH)?;
        Ok(planner.plan)
    }

    /// The JSON form: `{origins, steps: [{step, operationId, source, method, url, needs, …}], crossings, overrides}`.
    /// `needs` contains the scheme names of the first alternative.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let texts = |all: &[String]| Json::from(all.iter().map(|it| Json::from(it.as_str())).collect::<Vec<_>>());
        let step = |it: &Planned| {
            Json::from(object! {
                "step": it.step.as_str(),
                "operationId": it.operation_id.clone(),
                "source": it.source.as_str(),
                "method": it.method.clone(),
                "url": it.url.clone(),
                "needs": texts(it.security.first().map(Vec::as_slice).unwrap_or_default()),
                "security": it.security.iter().map(|all| texts(all)).collect::<Vec<_>>(),
                "changes": it.changes,
                "missing": it.missing.clone(),
            })
        };
        object! {
            "origins": texts(&self.origins),
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
            "crossings": self.crossings.iter().map(Crossing::to_json).collect::<Vec<_>>(),
            "overrides": self.overrides.iter().map(CompiledOverride::to_json).collect::<Vec<_>>(),
        }
        .into()
    }
}

/// The state of planning.
struct Planner {
    plan: Plan,
    crossings: Crossings,
    /// The planned workflows.
    seen: HashSet<*const CompiledWorkflow>,
}

impl Planner {
    fn workflow(
        &mut self,
        workflows: &Workflows,
        workflow: &CompiledWorkflow,
        prefix: &str,
        arguments: Option<&Json>,
        deep: usize,
    ) -> Result<(), CompileError> {
        for at in &workflow.depends_on {
            self.inner(workflows, *at, prefix, deep)?;
        }
        for step in &workflow.steps {
            if self.plan.steps.len() >= MAX_STEPS {
                return Ok(());
            }
            let name = format!("{prefix}{}", step.id);
            if let CompiledCall::Workflow(at) = step.call {
                self.inner(workflows, at, &format!("{name}/"), deep)?;
            } else {
                let planned = step::planned(workflows, step, &name, arguments);
                if let Some(to) = planned.origin.as_ref().filter(|to| !self.plan.origins.contains(to)) {
                    self.plan.origins.push(to.clone());
                }
                let crossings = self.crossings.crossings_of(step);
                self.plan.crossings.extend(crossings.map(|it| Crossing { step: name.clone(), ..it.clone() }));
                self.overrides(workflows, step);
                self.plan.steps.push(planned);
            }
            for action in step.on_success.iter().chain(&step.on_failure) {
                let to = match action.what {
                    What::Goto(to) => Some(to),
                    What::Retry { first, .. } => first,
                    What::End => None,
                };
                if let Some(CompiledDestination::Workflow(at)) = to {
                    self.inner(workflows, at, &format!("{name}/"), deep)?;
                }
            }
        }
        Ok(())
    }

    /// Plans a nested workflow, unless it was already planned.
    fn inner(&mut self, workflows: &Workflows, at: WorkflowAt, prefix: &str, deep: usize) -> Result<(), CompileError> {
        let (document, workflow) = workflows.at(at)?;
        if deep == 0 || !self.seen.insert(std::ptr::from_ref(workflow)) {
            return Ok(());
        }
        self.workflow(document, workflow, prefix, None, deep - 1)
    }

    fn overrides(&mut self, workflows: &Workflows, step: &CompiledStep) {
        let CompiledCall::Operation(at) = step.call else { return };
        let Some(source) = workflows.sources().get(at.source) else { return };
        let id = workflows.operation(at).and_then(|operation| operation.id());
        for changed in source.overrides.iter().filter(|changed| Some(changed.operation_id.as_str()) == id) {
            if !self.plan.overrides.contains(changed) {
                self.plan.overrides.push(changed.clone());
            }
        }
    }
}
