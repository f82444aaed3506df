//! Validates arguments of workflows. Used for planning, tool calls, running, and nested workflows.

use super::{Action, Call, CompileError, Destination, What, Workflow, WorkflowAt, Workflows};
use adp_cards::json_schema::{Mismatch, Schema, Unfit};
use agent_description::{
    Code, CodedError, Json,
    json::{Member, Object, Offset},
};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, OnceLock},
};

/// Maximum number of reported mismatches.
const MAX_SHOWN_MISMATCHES: usize = 5;

/// The reason why arguments were refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentsError {
    /// The workflow cannot run, or its input schema or that of a reachable one is invalid.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The arguments are not an object.
    #[error("the arguments are {0}, expected an object")]
    Kind(String),
    /// The arguments do not match the schema.
    #[error("the arguments do not match the flow: {}", .0.join("; "))]
    Unfit(Vec<String>),
}

impl ArgumentsError {
    /// Offset in the document, if any.
    #[must_use]
    pub fn offset(&self) -> Option<Offset> {
        match self {
            Self::Compile(error) => error.offset(),
            Self::Kind(_) | Self::Unfit(_) => None,
        }
    }
}

impl CodedError for ArgumentsError {
    fn code(&self) -> Code {
        match self {
            Self::Compile(error) => error.code(),
            Self::Kind(_) | Self::Unfit(_) => Code::INVALID_ARGUMENTS,
        }
    }
}

/// Validates the arguments of a workflow.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    schema: Option<Arc<Schema>>,
    /// Whether arguments are members of `parameters`, as in agents.json.
    has_parameters: bool,
}

/// Compiled on first use, because compiling takes as long as sending requests.
pub(crate) type OfInputs = OnceLock<Result<Inputs, ArgumentsError>>;

impl Inputs {
    /// Compiles the input schema of a workflow. An invalid schema accepts nothing.
    pub fn for_workflow(workflow: &Workflow) -> Result<Self, ArgumentsError> {
        workflow.of_inputs.get_or_init(|| Self::compile(workflow)).clone()
    }

    fn compile(workflow: &Workflow) -> Result<Self, ArgumentsError> {
        let schema = workflow.inputs.as_ref().map(Schema::compile).transpose();
        let schema = schema.map_err(|faults| {
            let why = faults.first().map_or("it cannot be read", |fault| fault.message.as_str());
            let message = format!("the input schema of {:?} cannot be used: {why}", crate::cut(&workflow.id));
            CompileError::broken(Code::INVALID_ARGUMENTS, workflow.offset, message)
        })?;
        let properties = workflow.inputs.as_ref().and_then(|inputs| inputs.get("properties"));
        let has_parameters = properties.is_some_and(|all| all.get("parameters").is_some());
        Ok(Self { schema: schema.map(Arc::new), has_parameters })
    }

    /// Validates arguments.
    pub fn check(&self, arguments: &Json) -> Result<(), ArgumentsError> {
        if arguments.as_object().is_none() {
            return Err(ArgumentsError::Kind(arguments.kind().to_owned()));
        }
        let Some(schema) = &self.schema else { return Ok(()) };
        let Err(unfit) = schema.validate(arguments) else { return Ok(()) };
        // models write both members, even if the flow has only one of them
        if without_empty(arguments).is_some_and(|arguments| schema.validate(&arguments).is_ok()) {
            return Ok(());
        }
        Err(ArgumentsError::Unfit(match &unfit {
            Unfit::Mismatches(all) => all.iter().take(MAX_SHOWN_MISMATCHES).map(|found| self.describe(found)).collect(),
            _ => vec!["they are too large for validation".to_owned()],
        }))
    }

    /// The message for a mismatch.
    fn describe(&self, found: &Mismatch) -> String {
        let names = found.message.split_once(" has the unknown member").map(|(_, names)| names);
        match (names, found.pointer.as_str()) {
            (Some(names), "") if self.has_parameters => {
                format!("unknown argument{names}; arguments go under \"parameters\"")
            }
            (Some(names), "" | "/parameters") => format!("unknown argument{names}"),
            _ => found.message.clone(),
        }
    }
}

/// The arguments without an empty `parameters` or `requestBody`; `None` if there is no such member.
fn without_empty(arguments: &Json) -> Option<Json> {
    let holds_nothing = |value: &Json| value.is_null() || value.as_object().is_some_and(Object::is_empty);
    let is_empty = |member: &&Member| {
        matches!(member.name().as_str(), "parameters" | "requestBody") && holds_nothing(member.value())
    };
    let object = arguments.as_object().filter(|object| object.iter().any(|member| is_empty(&member)))?;
    let rest = object.iter().filter(|member| !is_empty(member));
    Some(rest.map(|member| (member.name().clone(), member.value().clone())).collect::<Object>().into())
}

/// The workflows that can follow: dependencies, called workflows, and targets of actions.
pub(crate) fn next_of(workflow: &Workflow) -> impl Iterator<Item = WorkflowAt> {
    let of_step = workflow.steps.iter().flat_map(|step| {
        let called = match step.call {
            Call::Workflow(at) => Some(at),
            Call::Operation(_) | Call::Missing { .. } => None,
        };
        called.into_iter().chain(step.on_success.iter().chain(&step.on_failure).filter_map(destination))
    });
    workflow.depends_on.iter().copied().chain(of_step)
}

fn destination(action: &Action) -> Option<WorkflowAt> {
    match action.what {
        What::Goto(Destination::Workflow(at)) | What::Retry { first: Some(Destination::Workflow(at)), .. } => Some(at),
        _ => None,
    }
}

/// A workflow and everything that a run of it can reach, without duplicates, with documents.
///
/// # Errors
///
/// If a workflow cannot run.
pub(crate) fn reach<'a>(
    document: &'a Workflows,
    workflow: &'a Workflow,
) -> Result<Vec<(&'a Workflows, &'a Workflow)>, CompileError> {
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
    ///
    /// # Errors
    ///
    /// [`ArgumentsError`]
    pub fn taking(&self, id: &str, arguments: &Json) -> Result<&Workflow, ArgumentsError> {
        let workflow = self.workflow(id)?;
        Inputs::for_workflow(workflow)?.check(arguments)?;
        for (document, other) in reach(self, workflow)?.into_iter().skip(1) {
            Inputs::for_workflow(other).map_err(|error| elsewhere(error, std::ptr::eq(self, document)))?;
        }
        Ok(workflow)
    }

    /// All workflows of this document with their validators, or the errors. Each reachable workflow is visited and
    /// compiled once, even if several others lead to it.
    pub(crate) fn inputs(&self) -> Vec<Result<(&Workflow, Inputs), ArgumentsError>> {
        let own = self.all().map(|(_, workflow)| workflow).collect::<Vec<_>>();
        let mut known: Vec<(&Self, &Workflow)> = own.iter().filter_map(|it| Some((self, (*it).ok()?))).collect();
        let mut seen: HashSet<*const Workflow> =
            known.iter().map(|(_, workflow)| std::ptr::from_ref(*workflow)).collect();
        let mut comes_from: HashMap<*const Workflow, Vec<*const Workflow>> = HashMap::new();
        let (mut errors, mut unusable, mut number) = (HashMap::new(), Vec::new(), 0);
        while let Some((document, workflow)) = known.get(number).copied() {
            number += 1;
            let at = std::ptr::from_ref(workflow);
            let inputs = Inputs::for_workflow(workflow).map(drop);
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
                    Err(error) => check = check.and(Err(error.into())),
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
            None => Ok((workflow, Inputs::for_workflow(workflow)?)),
        };
        own.into_iter().map(|own| own.map_err(|error| error.clone().into()).and_then(usable)).collect()
    }
}

/// Removes the offset of an error in another document.
fn elsewhere(error: ArgumentsError, is_here: bool) -> ArgumentsError {
    match error {
        ArgumentsError::Compile(CompileError::Broken { code, message, .. }) if !is_here => {
            CompileError::broken(code, Offset::NONE, message).into()
        }
        error => error,
    }
}
