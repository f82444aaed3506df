//! Determines which response values a flow sends to other origins, before any request.
//!
//! A value depends on every response that its expression refers to, including through outputs of steps and workflows
//! and through inputs of workflows. Each workflow is analyzed once, with the inputs of all its callers.
//!
//! A request also depends on the conditions that can decide whether it is sent: see [`conditions`].

mod conditions;

use crate::{
    arazzo::Expression,
    codes,
    plan::step::{Crossing, planned},
    workflow::{
        CompileError, CompiledCall, CompiledDestination, CompiledStep, CompiledWorkflow, Template, What, WorkflowAt,
        Workflows, reach,
    },
};
use agent_description::Json;
use conditions::{Conditions, Control};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum work of the analysis, in propagated values.
const MAX_WORK: usize = 2_000_000;

/// The work charged per crossing, which limits their number.
const WORK_PER_CROSSING: usize = 1000;

/// A step, by the indexes of its workflow and in it.
type StepAt = (usize, usize);

/// The responses that a value depends on, by step.
type Origins = BTreeSet<StepAt>;

/// The origin of a value, the step with the response, the expression, and whether it is in a condition.
type CrossingValue = (String, String, String, bool);

/// The origins of an object's values: by name, and of all together.
#[derive(Clone, Default)]
struct Named {
    by_name: BTreeMap<String, Origins>,
    rest: Origins,
}

/// Values of a workflow or step.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Values {
    Inputs(usize),
    Outputs(usize),
    /// All responses of a workflow, because a status code can be of any of them.
    Responses(usize),
    Request(StepAt),
    StepOutputs(StepAt),
}

/// The crossings between origins, each with the key of its step.
#[derive(Debug)]
pub(crate) struct Crossings(Vec<(usize, Crossing)>);

impl Crossings {
    /// Analyzes a workflow and everything that it can reach.
    ///
    /// # Errors
    ///
    /// If a workflow cannot run, or if there are too many values.
    pub(crate) fn find(
        document: &Workflows,
        workflow: &CompiledWorkflow,
        arguments: Option<&Json>,
    ) -> Result<Self, CompileError> {
        let mut finder = Finder::new(document, workflow)?;
        finder.pass_on()?;
        finder.crossings(arguments)
    }

    /// The crossings of a step.
    pub(crate) fn crossings_of(&self, step: &CompiledStep) -> impl Iterator<Item = &Crossing> {
        let step = key(step);
        self.0.iter().filter(move |(key, _)| *key == step).map(|(_, crossing)| crossing)
    }

    /// All crossings.
    #[cfg(feature = "run")]
    pub(crate) fn all(&self) -> impl Iterator<Item = &Crossing> {
        self.0.iter().map(|(_, crossing)| crossing)
    }
}

/// Identifies a step by its address, which is stable while the compiled workflows are borrowed.
fn key(step: &CompiledStep) -> usize {
    std::ptr::from_ref(step).addr()
}

struct Finder<'a> {
    workflows: Vec<(&'a Workflows, &'a CompiledWorkflow)>,
    numbers: HashMap<*const CompiledWorkflow, usize>,
    /// The steps of each workflow by ID.
    steps: HashMap<(usize, &'a str), Vec<usize>>,
    /// The origin that each step calls, if it is known.
    called: HashMap<StepAt, String>,
    known: HashMap<Values, Named>,
    controls: HashMap<Control, Conditions>,
    work: usize,
    changed: bool,
}

impl<'a> Finder<'a> {
    fn new(document: &'a Workflows, workflow: &'a CompiledWorkflow) -> Result<Self, CompileError> {
        let mut finder = Self {
            workflows: reach(document, workflow)?,
            numbers: HashMap::new(),
            steps: HashMap::new(),
            called: HashMap::new(),
            known: HashMap::new(),
            controls: HashMap::new(),
            work: 0,
            changed: false,
        };
        for (at, (document, workflow)) in finder.workflows.iter().enumerate() {
            finder.numbers.insert(std::ptr::from_ref(*workflow), at);
            for (number, step) in workflow.steps.iter().enumerate() {
                finder.steps.entry((at, step.id.as_str())).or_default().push(number);
                // without a known server, no request is sent
                if let CompiledCall::Operation(operation) = step.call
                    && let Ok(server) = document.server(operation)
                {
                    finder.called.insert((at, number), server.origin.to_string());
                }
            }
        }
        Ok(finder)
    }

    /// Propagates origins until nothing changes.
    fn pass_on(&mut self) -> Result<(), CompileError> {
        loop {
            self.changed = false;
            for at in 0..self.workflows.len() {
                self.workflow(at)?;
            }
            if !self.changed {
                return Ok(());
            }
        }
    }

    fn charge(&mut self, work: usize) -> Result<(), CompileError> {
        self.work = self.work.saturating_add(work);
        if self.work <= MAX_WORK {
            return Ok(());
        }
        let at = self.workflows.first().map(|(_, workflow)| workflow.offset).unwrap_or_default();
        let message = "the flow has too many values to track their origins; split it";
        Err(CompileError::broken(codes::FLOW_LIMIT, at, message))
    }

    fn number(&self, document: &Workflows, at: WorkflowAt) -> Result<usize, CompileError> {
        let (_, workflow) = document.at(at)?;
        self.numbers.get(&std::ptr::from_ref(workflow)).copied().ok_or_else(CompileError::gone)
    }

    fn workflow(&mut self, at: usize) -> Result<(), CompileError> {
        let Some((document, workflow)) = self.workflows.get(at).copied() else { return Ok(()) };
        for next in &workflow.depends_on {
            self.enter(at, document, *next)?;
        }
        for (number, step) in workflow.steps.iter().enumerate() {
            self.step((at, number), document, step)?;
            for action in step.on_success.iter().chain(&step.on_failure) {
                match action.what {
                    What::Goto(CompiledDestination::Workflow(next)) => {
                        let next = self.enter(at, document, next)?;
                        // the outputs of the next workflow replace those of this one
                        self.copy(Values::Outputs(next), Values::Outputs(at))?;
                    }
                    What::Retry { first: Some(CompiledDestination::Workflow(next)), .. } => {
                        self.enter(at, document, next)?;
                    }
                    _ => {}
                }
            }
        }
        let mut outputs = Named::default();
        match &workflow.outputs {
            Template::Object(members, _) => {
                for (name, value) in members {
                    outputs.by_name.insert(name.to_string(), self.origins_of_template(at, None, value)?);
                }
            }
            whole => outputs.rest = self.origins_of_template(at, None, whole)?,
        }
        self.add(Values::Outputs(at), outputs)?;
        self.pass_conditions_on(at)
    }

    /// Starts a workflow with the inputs of another one, and returns its index.
    fn enter(&mut self, from: usize, document: &Workflows, to: WorkflowAt) -> Result<usize, CompileError> {
        let to = self.number(document, to)?;
        self.copy(Values::Inputs(from), Values::Inputs(to))?;
        self.copy(Values::Responses(to), Values::Responses(from))?;
        Ok(to)
    }

    fn step(&mut self, step_at: StepAt, document: &Workflows, step: &CompiledStep) -> Result<(), CompileError> {
        let (at, number) = step_at;
        match step.call {
            CompiledCall::Operation(_) => {
                let mut request = Origins::new();
                for expression in carried(step) {
                    request.extend(self.origins_of(at, Some(number), expression)?);
                }
                self.add(Values::Request(step_at), request.into())?;
                self.add(Values::Responses(at), self.response(step_at).into())?;
            }
            CompiledCall::Workflow(called) => {
                let called = self.number(document, called)?;
                let mut inputs = Named::default();
                for argument in &step.arguments {
                    let origins = self.origins_of_template(at, Some(number), &argument.value)?;
                    inputs.by_name.entry(argument.name.to_string()).or_default().extend(origins);
                }
                self.add(Values::Inputs(called), inputs)?;
                self.copy(Values::Responses(called), Values::Responses(at))?;
                if step.outputs.is_empty() {
                    self.copy(Values::Outputs(called), Values::StepOutputs(step_at))?;
                }
            }
            CompiledCall::Missing { .. } => {}
        }
        let mut outputs = Named::default();
        for (name, expression) in &step.outputs {
            outputs.by_name.insert(name.to_string(), self.origins_of(at, Some(number), expression)?);
        }
        self.add(Values::StepOutputs(step_at), outputs)
    }

    fn add(&mut self, to: Values, named: Named) -> Result<(), CompileError> {
        let work = named.by_name.values().chain([&named.rest]).map(|origins| 1 + origins.len()).sum();
        self.charge(work)?;
        let known = self.known.entry(to).or_default();
        let mut extend = |known: &mut Origins, origins: Origins| {
            let before = known.len();
            known.extend(origins);
            self.changed |= known.len() > before;
        };
        for (name, origins) in named.by_name {
            extend(known.by_name.entry(name).or_default(), origins);
        }
        extend(&mut known.rest, named.rest);
        Ok(())
    }

    fn copy(&mut self, from: Values, to: Values) -> Result<(), CompileError> {
        self.add(to, self.known.get(&from).cloned().unwrap_or_default())
    }

    fn origins_of_template(
        &mut self,
        at: usize,
        step: Option<usize>,
        template: &Template,
    ) -> Result<Origins, CompileError> {
        let mut expressions = Vec::new();
        template.each_expression(&mut |expression| expressions.push(expression));
        let mut origins = Origins::new();
        for expression in expressions {
            origins.extend(self.origins_of(at, step, expression)?);
        }
        Ok(origins)
    }

    /// The origins of an expression in a workflow, or in one of its steps.
    fn origins_of(&mut self, at: usize, step: Option<usize>, expression: &Expression) -> Result<Origins, CompileError> {
        let found = self.look_up(at, step, expression).unwrap_or_default();
        self.charge(1 + found.len())?;
        Ok(found)
    }

    fn look_up(&self, at: usize, step: Option<usize>, expression: &Expression) -> Option<Origins> {
        let (document, workflow) = self.workflows.get(at)?;
        let own = step.map(|number| (at, number));
        let called = || match workflow.steps.get(step?)?.call {
            CompiledCall::Workflow(called) => self.number(document, called).ok(),
            CompiledCall::Operation(_) | CompiledCall::Missing { .. } => None,
        };
        Some(match expression {
            Expression::Url | Expression::Request(_) => self.known.get(&Values::Request(own?))?.rest.clone(),
            Expression::Response(_) => self.response(own?),
            Expression::StatusCode => {
                let of_called = called().and_then(|called| self.known.get(&Values::Responses(called)));
                self.response(own?).into_iter().chain(of_called.into_iter().flat_map(|it| it.rest.clone())).collect()
            }
            Expression::Input(value) => self.named(Values::Inputs(at), &value.name),
            Expression::Output(value) => self.named(Values::Outputs(called()?), &value.name),
            Expression::Step(id, value) => {
                let steps = self.steps.get(&(at, id.as_str()))?.iter();
                steps.flat_map(|number| self.named(Values::StepOutputs((at, *number)), &value.name)).collect()
            }
            Expression::WorkflowInput(id, value) => {
                self.with_id(id).flat_map(|at| self.named(Values::Inputs(at), &value.name)).collect()
            }
            Expression::WorkflowOutput(id, value) => {
                self.with_id(id).flat_map(|at| self.named(Values::Outputs(at), &value.name)).collect()
            }
            Expression::Method | Expression::Source(..) | Expression::Component(..) => return None,
        })
    }

    /// The response of a step, if it calls an operation.
    fn response(&self, step: StepAt) -> Origins {
        self.called.contains_key(&step).then_some(step).into_iter().collect()
    }

    fn named(&self, values: Values, name: &str) -> Origins {
        let Some(named) = self.known.get(&values) else { return Origins::new() };
        named.by_name.get(name).into_iter().flatten().chain(&named.rest).copied().collect()
    }

    /// The workflows with an ID, in any document.
    fn with_id<'s>(&'s self, id: &'s str) -> impl Iterator<Item = usize> + 's {
        let workflows = self.workflows.iter().enumerate();
        workflows.filter(move |(_, (_, workflow))| workflow.id == *id).map(|(at, _)| at)
    }

    fn crossings(mut self, arguments: Option<&Json>) -> Result<Crossings, CompileError> {
        let mut all = Vec::new();
        for (at, (document, workflow)) in self.workflows.clone().into_iter().enumerate() {
            // only the first workflow gets the caller's arguments
            let arguments = arguments.filter(|_| at == 0);
            self.each_step(at, &mut |finder, number, conditions| {
                let Some(step) = workflow.steps.get(number) else { return Ok(()) };
                let Some(to) = finder.called.get(&(at, number)).cloned() else { return Ok(()) };
                let mut found = finder.crossing_values((at, number), step, &to)?;
                finder.crossing_conditions(conditions, &to, &mut found)?;
                for (from, source, value, is_condition) in found {
                    let planned = planned(document, step, &step.id, arguments);
                    let crossing = Crossing {
                        from,
                        source,
                        to: to.clone(),
                        step: step.id.to_string(),
                        value,
                        is_condition,
                        method: planned.method.unwrap_or_default(),
                        url: planned.url.unwrap_or_default(),
                    };
                    all.push((key(step), crossing));
                }
                Ok(())
            })?;
        }
        Ok(Crossings(all))
    }

    /// The values of other origins in a step's request.
    fn crossing_values(
        &mut self,
        (at, number): StepAt,
        step: &CompiledStep,
        to: &str,
    ) -> Result<Vec<CrossingValue>, CompileError> {
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        for expression in carried(step) {
            for from in self.origins_of(at, Some(number), expression)? {
                let Some(origin) = self.called.get(&from).filter(|origin| *origin != to) else { continue };
                let (origin, value) = (origin.clone(), expression.to_string());
                // one response per origin is reported for a value
                if seen.insert((origin.clone(), value.clone())) {
                    self.charge(WORK_PER_CROSSING)?;
                    found.push((origin, self.step_id(from), value, false));
                }
            }
        }
        Ok(found)
    }

    fn step_id(&self, step: StepAt) -> String {
        let step = self.workflows.get(step.0).and_then(|(_, workflow)| workflow.steps.get(step.1));
        step.map(|step| step.id.to_string()).unwrap_or_default()
    }
}

impl From<Origins> for Named {
    fn from(rest: Origins) -> Self {
        Self { rest, ..Self::default() }
    }
}

/// The expressions in a step's request.
fn carried(step: &CompiledStep) -> Vec<&Expression> {
    let mut all = Vec::new();
    for argument in &step.arguments {
        argument.value.each_expression(&mut |expression| all.push(expression));
    }
    if let Some(body) = &step.body {
        for value in body.payload.iter().chain(body.replacements.iter().map(|(_, value)| value)) {
            value.each_expression(&mut |expression| all.push(expression));
        }
    }
    all
}
