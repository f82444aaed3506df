//! Determines which response values a flow sends to other origins, before any request.
//!
//! A value depends on every response that its expression refers to, including through outputs of steps and workflows
//! and through inputs of workflows. Each workflow is analyzed once, with the inputs of all its callers.

use crate::{
    arazzo::Expression,
    codes,
    plan::{Crossing, planned},
    server,
    workflow::{Call, CompileError, Destination, Step, Template, What, Workflow, WorkflowAt, Workflows, reach},
};
use agent_description::Json;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum work of the analysis, in propagated values.
const MAX_WORK: usize = 2_000_000;

/// The work charged per crossing, which limits their number.
const WORK_PER_CROSSING: usize = 1000;

/// The responses that a value depends on, by number.
type Origins = BTreeSet<usize>;

/// The dependencies of an object's values: by name, and of all together.
#[derive(Clone, Default)]
struct Named {
    by_name: BTreeMap<String, Origins>,
    rest: Origins,
}

/// A response: that of a step that calls an operation.
struct Response {
    origin: String,
    step: String,
}

/// A workflow with its analysis.
struct Node<'a> {
    document: &'a Workflows,
    workflow: &'a Workflow,
    numbers: HashMap<&'a str, Vec<usize>>,
    steps: Vec<Flow>,
    inputs: Named,
    outputs: Named,
    /// All its responses, because a status code can be of any of them.
    responses: Origins,
}

/// The analysis of a step.
#[derive(Clone, Default)]
struct Flow {
    /// The number of its response.
    response: Option<usize>,
    /// The dependencies of its request.
    request: Origins,
    outputs: Named,
}

/// The crossings between origins, by step.
#[derive(Debug, Default)]
pub(crate) struct Crossings {
    by_step: HashMap<usize, Vec<Crossing>>,
    /// The steps in order.
    order: Vec<usize>,
}

impl Crossings {
    /// Analyzes a workflow and everything that it can reach.
    ///
    /// # Errors
    ///
    /// If a workflow cannot run, or if there are too many values.
    pub fn find(document: &Workflows, workflow: &Workflow, arguments: Option<&Json>) -> Result<Self, CompileError> {
        let mut finder = Finder::new(document, workflow)?;
        finder.pass_on()?;
        finder.crossings(arguments)
    }

    /// The crossings of a step.
    pub fn crossings_of(&self, step: &Step) -> &[Crossing] {
        self.by_step.get(&key(step)).map(Vec::as_slice).unwrap_or_default()
    }

    /// All crossings.
    #[cfg(feature = "run")]
    pub fn all(&self) -> impl Iterator<Item = &Crossing> {
        self.order.iter().filter_map(|key| self.by_step.get(key)).flatten()
    }
}

/// Identifies a step by its address, which is stable while the compiled workflows are borrowed.
fn key(step: &Step) -> usize {
    std::ptr::from_ref(step).addr()
}

struct Finder<'a> {
    nodes: Vec<Node<'a>>,
    numbers: HashMap<*const Workflow, usize>,
    responses: Vec<Response>,
    work: usize,
    changed: bool,
}

impl<'a> Finder<'a> {
    fn new(document: &'a Workflows, workflow: &'a Workflow) -> Result<Self, CompileError> {
        let mut finder =
            Self { nodes: Vec::new(), numbers: HashMap::new(), responses: Vec::new(), work: 0, changed: false };
        for (document, workflow) in reach(document, workflow)? {
            let mut numbers: HashMap<&str, Vec<usize>> = HashMap::new();
            let mut steps = Vec::new();
            for (number, step) in workflow.steps.iter().enumerate() {
                numbers.entry(step.id.as_str()).or_default().push(number);
                let response = origin(document, step).map(|origin| {
                    finder.responses.push(Response { origin, step: step.id.to_string() });
                    finder.responses.len() - 1
                });
                steps.push(Flow { response, ..Flow::default() });
            }
            finder.numbers.insert(std::ptr::from_ref(workflow), finder.nodes.len());
            let (inputs, outputs, responses) = (Named::default(), Named::default(), Origins::new());
            finder.nodes.push(Node { document, workflow, numbers, steps, inputs, outputs, responses });
        }
        Ok(finder)
    }

    /// Propagates dependencies until nothing changes.
    fn pass_on(&mut self) -> Result<(), CompileError> {
        loop {
            self.changed = false;
            for at in 0..self.nodes.len() {
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
        let at = self.nodes.first().map(|node| node.workflow.offset).unwrap_or_default();
        let message = "the flow has too many values to track their origins; split it";
        Err(CompileError::broken(codes::FLOW_LIMIT, at, message))
    }

    fn number(&self, document: &Workflows, at: WorkflowAt) -> Result<usize, CompileError> {
        let (_, workflow) = document.at(at)?;
        self.numbers.get(&std::ptr::from_ref(workflow)).copied().ok_or(CompileError::Gone)
    }

    fn workflow(&mut self, at: usize) -> Result<(), CompileError> {
        let Some(node) = self.nodes.get(at) else { return Ok(()) };
        let (document, workflow) = (node.document, node.workflow);
        for next in &workflow.depends_on {
            let next = self.number(document, *next)?;
            self.enter(at, next)?;
        }
        for (number, step) in workflow.steps.iter().enumerate() {
            self.step(at, number, document, step)?;
            for action in step.on_success.iter().chain(&step.on_failure) {
                match action.what {
                    What::Goto(Destination::Workflow(next)) => {
                        let next = self.number(document, next)?;
                        self.enter(at, next)?;
                        // the outputs of the next workflow replace those of this one
                        let outputs = self.nodes.get(next).map(|next| next.outputs.clone()).unwrap_or_default();
                        self.add_named(outputs, |finder| finder.nodes.get_mut(at).map(|node| &mut node.outputs))?;
                    }
                    What::Retry { first: Some(Destination::Workflow(next)), .. } => {
                        let next = self.number(document, next)?;
                        self.enter(at, next)?;
                    }
                    _ => {}
                }
            }
        }
        let mut outputs = Named::default();
        match &workflow.outputs {
            Template::Object(members) => {
                for (name, value) in members {
                    outputs.by_name.insert(name.to_string(), self.origins_of_template(at, None, value)?);
                }
            }
            whole => outputs.rest = self.origins_of_template(at, None, whole)?,
        }
        self.add_named(outputs, |finder| finder.nodes.get_mut(at).map(|node| &mut node.outputs))
    }

    /// Starts a workflow with the inputs of another one.
    fn enter(&mut self, from: usize, to: usize) -> Result<(), CompileError> {
        let inputs = self.nodes.get(from).map(|node| node.inputs.clone()).unwrap_or_default();
        self.add_named(inputs, |finder| finder.nodes.get_mut(to).map(|node| &mut node.inputs))?;
        self.responses(from, to)
    }

    /// Adds the responses of a reached workflow to those of its caller.
    fn responses(&mut self, at: usize, next: usize) -> Result<(), CompileError> {
        let responses = self.nodes.get(next).map(|next| next.responses.clone()).unwrap_or_default();
        self.add(responses, |finder| finder.nodes.get_mut(at).map(|node| &mut node.responses))
    }

    fn step(&mut self, at: usize, number: usize, document: &Workflows, step: &'a Step) -> Result<(), CompileError> {
        let mut outputs = Named::default();
        match step.call {
            Call::Operation(_) => {
                let mut request = Origins::new();
                for expression in carried(step) {
                    request.extend(self.origins_of(at, Some(number), expression)?);
                }
                self.add(request, |finder| Some(&mut finder.nodes.get_mut(at)?.steps.get_mut(number)?.request))?;
                let response = self.flow(at, number).and_then(|flow| flow.response);
                self.add(response.into_iter().collect(), |finder| Some(&mut finder.nodes.get_mut(at)?.responses))?;
            }
            Call::Workflow(called) => {
                let called = self.number(document, called)?;
                let mut inputs = Named::default();
                for argument in &step.arguments {
                    let origins = self.origins_of_template(at, Some(number), &argument.value)?;
                    inputs.by_name.entry(argument.name.to_string()).or_default().extend(origins);
                }
                self.add_named(inputs, |finder| finder.nodes.get_mut(called).map(|node| &mut node.inputs))?;
                self.responses(at, called)?;
                if step.outputs.is_empty() {
                    outputs = self.nodes.get(called).map(|called| called.outputs.clone()).unwrap_or_default();
                }
            }
            Call::Missing { .. } => {}
        }
        for (name, expression) in &step.outputs {
            outputs.by_name.insert(name.to_string(), self.origins_of(at, Some(number), expression)?);
        }
        self.add_named(outputs, |finder| Some(&mut finder.nodes.get_mut(at)?.steps.get_mut(number)?.outputs))
    }

    fn add(&mut self, origins: Origins, place: impl Fn(&mut Self) -> Option<&mut Origins>) -> Result<(), CompileError> {
        self.charge(1 + origins.len())?;
        let Some(known) = place(self) else { return Ok(()) };
        let before = known.len();
        known.extend(origins);
        self.changed |= place(self).is_some_and(|known| known.len() > before);
        Ok(())
    }

    fn add_named(&mut self, named: Named, place: impl Fn(&mut Self) -> Option<&mut Named>) -> Result<(), CompileError> {
        for (name, origins) in named.by_name {
            self.add(origins, |finder| Some(place(finder)?.by_name.entry(name.clone()).or_default()))?;
        }
        self.add(named.rest, |finder| Some(&mut place(finder)?.rest))
    }

    fn flow(&self, at: usize, number: usize) -> Option<&Flow> {
        self.nodes.get(at)?.steps.get(number)
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

    /// The dependencies of an expression.
    fn origins_of(&mut self, at: usize, step: Option<usize>, expression: &Expression) -> Result<Origins, CompileError> {
        let found = self.look_up(at, step, expression).unwrap_or_default();
        self.charge(1 + found.len())?;
        Ok(found)
    }

    fn look_up(&self, at: usize, step: Option<usize>, expression: &Expression) -> Option<Origins> {
        let node = self.nodes.get(at)?;
        let own = step.and_then(|number| node.steps.get(number));
        let called = || match node.workflow.steps.get(step?)?.call {
            Call::Workflow(called) => self.nodes.get(self.number(node.document, called).ok()?),
            Call::Operation(_) | Call::Missing { .. } => None,
        };
        Some(match expression {
            Expression::Url | Expression::Request(_) => own?.request.clone(),
            Expression::Response(_) => own?.response.into_iter().collect(),
            Expression::StatusCode => {
                let own = own?.response.into_iter();
                own.chain(called().into_iter().flat_map(|called| called.responses.iter().copied())).collect()
            }
            Expression::Input(value) => node.inputs.origins_of(&value.name),
            Expression::Output(value) => called()?.outputs.origins_of(&value.name),
            Expression::Step(id, value) => {
                let numbers = node.numbers.get(id.as_str())?.iter();
                numbers
                    .filter_map(|number| node.steps.get(*number))
                    .flat_map(|it| it.outputs.origins_of(&value.name))
                    .collect()
            }
            Expression::WorkflowInput(id, value) => {
                self.named(id).flat_map(|node| node.inputs.origins_of(&value.name)).collect()
            }
            Expression::WorkflowOutput(id, value) => {
                self.named(id).flat_map(|node| node.outputs.origins_of(&value.name)).collect()
            }
            Expression::Method | Expression::Source(..) | Expression::Component(..) => return None,
        })
    }

    /// The workflows with an ID, in any document.
    fn named<'s>(&'s self, id: &'s str) -> impl Iterator<Item = &'s Node<'a>> {
        self.nodes.iter().filter(move |node| node.workflow.id == *id)
    }

    fn crossings(mut self, arguments: Option<&Json>) -> Result<Crossings, CompileError> {
        let mut all = Crossings::default();
        for at in 0..self.nodes.len() {
            let Some((document, workflow)) = self.nodes.get(at).map(|node| (node.document, node.workflow)) else {
                continue;
            };
            // only the first workflow gets the caller's arguments
            let arguments = arguments.filter(|_| at == 0);
            for (number, step) in workflow.steps.iter().enumerate() {
                let found = self.origins_of_step(at, number, document, step, arguments)?;
                if !found.is_empty() {
                    all.order.push(key(step));
                    all.by_step.insert(key(step), found);
                }
            }
        }
        Ok(all)
    }

    fn origins_of_step(
        &mut self,
        at: usize,
        number: usize,
        document: &Workflows,
        step: &'a Step,
        arguments: Option<&Json>,
    ) -> Result<Vec<Crossing>, CompileError> {
        let mut found: Vec<Crossing> = Vec::new();
        let own = self.flow(at, number).and_then(|flow| flow.response);
        let Some(to) = own.and_then(|own| self.responses.get(own)).map(|own| own.origin.clone()) else {
            return Ok(found);
        };
        let mut seen = BTreeSet::new();
        for expression in carried(step) {
            for from in self.origins_of(at, Some(number), expression)? {
                let Some(response) = self.responses.get(from).filter(|response| response.origin != to) else {
                    continue;
                };
                let value = expression.to_string();
                // one response per origin is reported for a value
                if !seen.insert((response.origin.clone(), value.clone())) {
                    continue;
                }
                let (from, source) = (response.origin.clone(), response.step.clone());
                self.charge(WORK_PER_CROSSING)?;
                let planned = planned(document, step, &step.id, arguments);
                found.push(Crossing {
                    from,
                    source,
                    to: to.clone(),
                    step: step.id.to_string(),
                    value,
                    method: planned.method.unwrap_or_default(),
                    url: planned.url.unwrap_or_default(),
                });
            }
        }
        Ok(found)
    }
}

impl Named {
    fn origins_of(&self, name: &str) -> Origins {
        self.by_name.get(name).into_iter().flatten().chain(&self.rest).copied().collect()
    }
}

/// The expressions in a step's request.
fn carried(step: &Step) -> Vec<&Expression> {
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

/// The origin of a step's operation; `None` if the server is unknown, so that no request is sent.
fn origin(document: &Workflows, step: &Step) -> Option<String> {
    let Call::Operation(at) = step.call else { return None };
    let base = document.sources().get(at.source)?.base.as_deref();
    server::server(&document.operation(at)?, base).ok().map(|(_, origin)| origin.to_string())
}
