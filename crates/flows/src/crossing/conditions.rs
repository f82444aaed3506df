//! The conditions that decide whether a request is sent.
//!
//! A condition is a criterion, the failure of a step that another request follows, or the schema of the inputs of a
//! called workflow, which refuses values. It decides about every request
//! that may come after it in its workflow, in the workflows that these requests belong to, and after a step that calls
//! the workflow. A status code alone counts where it selects the next step, not where the flow only ends or repeats.

use super::{CrossingValue, Finder, StepAt, WORK_PER_CROSSING, carried};
use crate::{
    arazzo::Expression,
    workflow::{
        CompileError, CompiledAction, CompiledCall, CompiledDestination, CompiledStep, CompiledWorkflow, Criterion,
        What, Workflows,
    },
};
use std::collections::BTreeMap;

/// Responses that decide whether a request is sent, by step, each with an expression of the condition.
pub(super) type Conditions = BTreeMap<StepAt, String>;

/// What conditions decide about.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Control {
    /// Whether a workflow starts.
    Start(usize),
    /// What follows a workflow: the conditions in it.
    End(usize),
}

/// Called for each step of a workflow, with the conditions that decide about it.
type EachStep<'f, 'a> = dyn FnMut(&mut Finder<'a>, usize, &Conditions) -> Result<(), CompileError> + 'f;

impl<'a> Finder<'a> {
    /// Passes the conditions of a workflow on to the workflows that it starts, and to what follows it.
    pub(super) fn pass_conditions_on(&mut self, at: usize) -> Result<(), CompileError> {
        let Some((document, workflow)) = self.workflows.get(at).copied() else { return Ok(()) };
        let mut start = self.known_conditions(Control::Start(at));
        let mut all = Conditions::new();
        for next in &workflow.depends_on {
            let next = self.number(document, *next)?;
            self.decide(Control::Start(next), start.clone())?;
            let within = self.known_conditions(Control::End(next));
            start.extend(within.clone());
            all.extend(within);
        }
        let own = self.own_conditions(at, document, workflow)?;
        self.each_step(at, &mut |finder, number, before| {
            let (Some(step), Some(own)) = (workflow.steps.get(number), own.get(number)) else { return Ok(()) };
            if let CompiledCall::Workflow(called) = step.call {
                let called = finder.number(document, called)?;
                finder.decide(Control::Start(called), before.clone())?;
                let inputs = finder.input_conditions(at, number, step, called)?;
                finder.decide(Control::Start(called), inputs)?;
            }
            for action in actions(step) {
                if let Some(CompiledDestination::Workflow(next)) = destination(action) {
                    let next = finder.number(document, next)?;
                    finder.decide(Control::Start(next), before.clone())?;
                    finder.decide(Control::Start(next), own.clone())?;
                }
            }
            all.extend(own.clone());
            Ok(())
        })?;
        self.decide(Control::End(at), all)
    }

    /// Visits the steps of a workflow in their order, with the conditions that decide about each.
    pub(super) fn each_step(&mut self, at: usize, each: &mut EachStep<'_, 'a>) -> Result<(), CompileError> {
        let Some((document, workflow)) = self.workflows.get(at).copied() else { return Ok(()) };
        let mut decided = self.known_conditions(Control::Start(at));
        for next in &workflow.depends_on {
            let next = self.number(document, *next)?;
            decided.extend(self.known_conditions(Control::End(next)));
        }
        let mut starting = vec![Conditions::new(); workflow.steps.len()];
        let first = first_followers(workflow);
        for (own, first) in self.own_conditions(at, document, workflow)?.into_iter().zip(first) {
            if let Some(starting) = starting.get_mut(first) {
                starting.extend(own);
            }
        }
        for (number, more) in starting.into_iter().enumerate() {
            decided.extend(more);
            self.charge(1 + decided.len())?;
            each(self, number, &decided)?;
        }
        Ok(())
    }

    fn known_conditions(&self, what: Control) -> Conditions {
        self.controls.get(&what).cloned().unwrap_or_default()
    }

    fn decide(&mut self, what: Control, conditions: Conditions) -> Result<(), CompileError> {
        self.charge(1 + conditions.len())?;
        let known = self.controls.entry(what).or_default();
        let before = known.len();
        for (step, expression) in conditions {
            known.entry(step).or_insert(expression);
        }
        self.changed |= known.len() > before;
        Ok(())
    }

    /// The conditions of each step, including those of the workflows that it or its actions start.
    fn own_conditions(
        &mut self,
        at: usize,
        document: &Workflows,
        workflow: &CompiledWorkflow,
    ) -> Result<Vec<Conditions>, CompileError> {
        let mut all = Vec::with_capacity(workflow.steps.len());
        for (number, step) in workflow.steps.iter().enumerate() {
            let mut own = Conditions::new();
            for expression in decisive(step) {
                for origin in self.origins_of(at, Some(number), &expression)? {
                    own.entry(origin).or_insert_with(|| expression.to_string());
                }
            }
            let called = match step.call {
                CompiledCall::Workflow(called) => Some(called),
                CompiledCall::Operation(_) | CompiledCall::Missing { .. } => None,
            };
            let started = actions(step).filter_map(|action| match destination(action) {
                Some(CompiledDestination::Workflow(next)) => Some(next),
                _ => None,
            });
            if let Some(called) = called {
                let called = self.number(document, called)?;
                own.extend(self.input_conditions(at, number, step, called)?);
            }
            for next in called.into_iter().chain(started) {
                let next = self.number(document, next)?;
                own.extend(self.known_conditions(Control::End(next)));
            }
            self.charge(1 + own.len())?;
            all.push(own);
        }
        Ok(all)
    }

    /// The responses whose values a step passes to a workflow with a schema of its inputs.
    fn input_conditions(
        &mut self,
        at: usize,
        number: usize,
        step: &CompiledStep,
        called: usize,
    ) -> Result<Conditions, CompileError> {
        let mut found = Conditions::new();
        if self.workflows.get(called).is_none_or(|(_, workflow)| workflow.inputs.is_none()) {
            return Ok(found);
        }
        for expression in carried(step) {
            for origin in self.origins_of(at, Some(number), expression)? {
                found.entry(origin).or_insert_with(|| expression.to_string());
            }
        }
        self.charge(1 + found.len())?;
        Ok(found)
    }

    /// Adds the origins whose values decide whether a request to `to` is sent, once each.
    pub(super) fn crossing_conditions(
        &mut self,
        conditions: &Conditions,
        to: &str,
        found: &mut Vec<CrossingValue>,
    ) -> Result<(), CompileError> {
        for (step, expression) in conditions {
            let Some(origin) = self.called.get(step).filter(|origin| *origin != to).cloned() else { continue };
            if found.iter().all(|(known, ..)| *known != origin) {
                self.charge(WORK_PER_CROSSING)?;
                found.push((origin, self.step_id(*step), expression.clone(), true));
            }
        }
        Ok(())
    }
}

fn actions(step: &CompiledStep) -> impl Iterator<Item = &CompiledAction> {
    step.on_success.iter().chain(&step.on_failure)
}

/// Where an action continues; for a retry, what runs before it.
fn destination(action: &CompiledAction) -> Option<CompiledDestination> {
    match action.what {
        What::Goto(to) => Some(to),
        What::Retry { first, .. } => first,
        What::End => None,
    }
}

/// The expressions of a step's conditions.
fn decisive(step: &CompiledStep) -> Vec<Expression> {
    let mut all = Vec::new();
    let mut look = |criterion: &Criterion, with_status: bool| {
        criterion.each_expression(&mut |expression| {
            if with_status || *expression != Expression::StatusCode {
                all.push(expression.clone());
            }
        });
    };
    step.criteria.iter().for_each(|criterion| look(criterion, false));
    for action in actions(step) {
        let selects = destination(action).is_some();
        action.criteria.iter().for_each(|criterion| look(criterion, selects));
    }
    // a failure that another request follows
    if step.on_failure.iter().any(|action| destination(action).is_some()) {
        all.push(Expression::StatusCode);
    }
    all
}

/// The first step that may be sent after the conditions of each step. It is the next one, or an earlier one that an
/// action continues with.
fn first_followers(workflow: &CompiledWorkflow) -> Vec<usize> {
    let target = |number: usize, step: &CompiledStep| {
        let earliest = |action: &CompiledAction| match (action.what, destination(action)) {
            // the step itself is sent again
            (What::Retry { .. }, Some(CompiledDestination::Step(first))) => number.min(first),
            (What::Retry { .. }, _) => number,
            (_, Some(CompiledDestination::Step(next))) => next,
            _ => usize::MAX,
        };
        actions(step).map(earliest).min().unwrap_or(usize::MAX)
    };
    let targets: Vec<usize> = workflow.steps.iter().enumerate().map(|(number, step)| target(number, step)).collect();
    // the earliest target of each step and all later ones
    let mut earliest = targets.clone();
    earliest.push(usize::MAX);
    for number in (0..targets.len()).rev() {
        let later = earliest.get(number + 1).copied().unwrap_or(usize::MAX);
        if let Some(own) = earliest.get_mut(number) {
            *own = later.min(*own);
        }
    }
    // in this order, an earlier target is known
    let mut reached: Vec<usize> = Vec::with_capacity(earliest.len());
    for (number, target) in earliest.iter().enumerate() {
        reached.push(if *target < number { reached.get(*target).copied().unwrap_or(0) } else { number });
    }
    let from = |number: usize| reached.get(number).copied().unwrap_or(number);
    targets.iter().enumerate().map(|(number, target)| from((number + 1).min(*target))).collect()
}
