//! Compiled workflows, with resolved operations, parsed expressions and resolved actions.

use super::{CompileError, Criterion, OfInputs};
use crate::{
    arazzo::Expression,
    openapi::{Location, OpenApi, Operation},
    server::Server,
};
use adp_tools::Loss;
use agent_description::{
    Json,
    json::{Member, Offset, Text, object},
};
use std::collections::HashMap;

/// Maximum number of arguments and of steps in a help text.
const MAX_SHOWN: usize = 8;

/// The compiled workflows of a document, with the documents that they call. Immutable, because sources, workflows,
/// steps and operations are referenced by index.
#[derive(Debug)]
pub struct Workflows {
    pub(super) sources: Vec<CompiledSource>,
    pub(super) entries: Vec<Entry>,
    /// The index of the first workflow of each ID.
    numbers: HashMap<Text, usize>,
}

/// A compiled document.
#[derive(Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// Its workflows.
    pub workflows: Workflows,
    /// What is not sent, or sent differently than the document states, with location and reason.
    pub losses: Vec<Loss>,
    /// The workflow of Arazzo that each flow of an agents.json is translated to, unless it cannot be.
    pub(super) arazzo: Vec<Option<Json>>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub id: Text,
    pub workflow: Result<CompiledWorkflow, CompileError>,
}

/// A document that steps call.
#[derive(Debug)]
#[non_exhaustive]
pub struct CompiledSource {
    /// Name in the file.
    pub name: Text,
    /// URL or path in the file.
    pub url: Text,
    /// URL of a fetched document; `None` for a local file. Relative server URLs are resolved against it.
    pub base: Option<String>,
    /// The content.
    pub content: CompiledContent,
    /// The applied overrides of its operations.
    pub overrides: Vec<CompiledOverride>,
}

/// The content of a source.
#[derive(Debug)]
#[non_exhaustive]
pub enum CompiledContent {
    /// Operations.
    OpenApi(Box<OpenApi>),
    /// Workflows of another document.
    Workflows(Box<Workflows>),
    /// Unavailable: an explanation that follows "the source ".
    Missing(String),
}

/// An applied override.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CompiledOverride {
    /// Name of the source.
    pub source: Text,
    /// ID of the operation.
    pub operation_id: Text,
    /// Path in the operation, such as `parameters.0.required`.
    pub field_path: Text,
    /// The new value.
    pub value: Json,
}

impl CompiledSource {
    /// The OpenAPI document, if it is available.
    pub(super) fn openapi(&self) -> Option<&OpenApi> {
        match &self.content {
            CompiledContent::OpenApi(openapi) => Some(openapi),
            _ => None,
        }
    }
}

impl CompiledCall {
    /// The called operation, if it is known.
    pub(super) fn operation<'a>(&self, sources: &'a [CompiledSource]) -> Option<Operation<'a>> {
        let Self::Operation(at) = self else { return None };
        sources.get(at.source)?.openapi()?.numbered(at.number)
    }
}

impl CompiledOverride {
    /// The object `{source, operationId, fieldPath, value}`.
    pub(crate) fn to_json(&self) -> Json {
        let Self { source, operation_id, field_path, value } = self.clone();
        object! { "source": source, "operationId": operation_id, "fieldPath": field_path, "value": value }.into()
    }
}

/// A workflow.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompiledWorkflow {
    /// ID of the workflow.
    pub id: Text,
    /// Title or summary.
    pub title: Option<Text>,
    /// Description for models.
    pub description: Option<Text>,
    /// JSON Schema of the inputs; for agents.json, an object with `parameters` and `requestBody`. References to
    /// `components.inputs` of Arazzo are resolved.
    pub inputs: Option<Json>,
    /// Workflows that must run before.
    pub depends_on: Vec<WorkflowAt>,
    /// The steps, in order.
    pub steps: Vec<CompiledStep>,
    /// The outputs.
    pub outputs: Template,
    /// Offset in the document.
    pub offset: Offset,
    /// Validates arguments with `inputs`.
    pub(crate) of_inputs: OfInputs,
}

/// The index of a workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkflowAt {
    /// Index of the source; `None` for the same document.
    pub source: Option<usize>,
    /// Index in the source.
    pub number: usize,
}

/// The index of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperationAt {
    /// Index of the source.
    pub source: usize,
    /// Index in the source.
    pub number: usize,
}

/// A step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompiledStep {
    /// ID that expressions refer to.
    pub id: Text,
    /// Description.
    pub description: Option<Text>,
    /// The call.
    pub call: CompiledCall,
    /// The arguments by name: its own, and those of the workflow that it does not override.
    pub arguments: Vec<Argument>,
    /// Offset of the arguments, or where they would be: the list of parameters, or the links of the flow.
    pub(crate) arguments_at: Offset,
    /// The request body.
    pub body: Option<CompiledBody>,
    /// Success criteria, which must all be true. Empty means a status of 200 to 299.
    pub criteria: Vec<Criterion>,
    /// Actions on success; the first one with true criteria applies. Its own actions come before those of the workflow
    /// with other names. Empty means the next step.
    pub on_success: Vec<CompiledAction>,
    /// Actions on failure, in the same order. Empty means that the workflow fails.
    pub on_failure: Vec<CompiledAction>,
    /// Outputs: names and expressions.
    pub outputs: Vec<(Text, Expression)>,
    /// Offset in the document.
    pub offset: Offset,
}

/// The target of a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CompiledCall {
    /// An operation of an OpenAPI document.
    Operation(OperationAt),
    /// A workflow: arguments are its inputs, and its outputs are `$outputs` of the step.
    Workflow(WorkflowAt),
    /// An operation or workflow of an unavailable source. It can be planned, but not run.
    Missing {
        /// Index of the source.
        source: usize,
        /// The unparsed name.
        called: Text,
    },
}

/// An argument of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Argument {
    /// Name.
    pub name: Text,
    /// Location; `None` for an input of a workflow.
    pub location: Option<Location>,
    /// Value.
    pub value: Template,
    /// Offset in the document: of the parameter, or of the target of a link.
    pub offset: Offset,
}

/// The request body of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompiledBody {
    /// Media type, if given; otherwise that of the operation, preferably JSON.
    pub content_type: Option<Text>,
    /// The value.
    pub payload: Option<Template>,
    /// Replacements in the value: JSON Pointers (RFC 6901) and new values, which are added if missing.
    pub replacements: Vec<(Text, Template)>,
    /// Offset in the document: of the body, or of the target of the first link into it.
    pub offset: Offset,
}

/// A value with placeholders, each part with its offset in the document. If a placeholder is absent during a run, its
/// member or argument is omitted, and its array element is null.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Template {
    /// A constant.
    Constant(Json),
    /// The value of an expression.
    Expression(Expression, Offset),
    /// A text with embedded expressions.
    Text(Vec<Piece>, Offset),
    /// An array with placeholders.
    Array(Vec<Self>, Offset),
    /// An object with placeholders.
    Object(Vec<(Text, Self)>, Offset),
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Piece {
    /// A literal.
    Text(String),
    /// The value of an expression.
    Expression(Expression),
}

/// An action after a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompiledAction {
    /// Name.
    pub name: Text,
    /// What the action does.
    pub what: What,
    /// Criteria, which must all be true.
    pub criteria: Vec<Criterion>,
}

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum What {
    /// Ends the workflow.
    End,
    /// Continues elsewhere, without returning.
    Goto(CompiledDestination),
    /// Repeats the step.
    Retry {
        /// Seconds to wait, unless the response requires more.
        after: f64,
        /// Maximum number of repetitions.
        limit: u32,
        /// Runs first, and returns.
        first: Option<CompiledDestination>,
    },
}

/// The target of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompiledDestination {
    /// A step of the workflow, by index.
    Step(usize),
    /// A workflow.
    Workflow(WorkflowAt),
}

impl CompiledWorkflow {
    /// The outputs of the steps, by the IDs of the steps and their names; the first of those with the same names.
    pub(super) fn outputs_of_steps(&self) -> HashMap<(&str, &str), (&CompiledStep, &Expression)> {
        let mut outputs = HashMap::new();
        for step in self.steps.iter().rev() {
            for (name, value) in step.outputs.iter().rev() {
                outputs.insert((step.id.as_str(), name.as_str()), (step, value));
            }
        }
        outputs
    }
}

/// The members of the objects of a schema, with `…` for other values.
fn form_of(schema: &Json, deep: usize) -> String {
    match schema.get("properties").and_then(Json::as_object).filter(|_| deep > 0) {
        None => "…".to_owned(),
        Some(properties) => {
            let member = |member: &Member| {
                format!("\"{}\": {}", crate::cut(member.name().as_str()), form_of(member.value(), deep - 1))
            };
            let members: Vec<_> = properties.iter().take(MAX_SHOWN).map(member).collect();
            format!("{{{}}}", members.join(", "))
        }
    }
}

impl Workflows {
    pub(super) fn new(sources: Vec<CompiledSource>, entries: Vec<Entry>) -> Self {
        let numbers = entries.iter().enumerate().rev().map(|(at, entry)| (entry.id.clone(), at)).collect();
        Self { sources, entries, numbers }
    }

    /// The called documents, in file order.
    #[must_use]
    pub fn sources(&self) -> &[CompiledSource] {
        &self.sources
    }

    /// The IDs of all workflows, in file order.
    pub fn ids(&self) -> impl Iterator<Item = &Text> {
        self.entries.iter().map(|entry| &entry.id)
    }

    /// The workflows in file order, or the errors of those that cannot run.
    pub fn all(&self) -> impl Iterator<Item = (&Text, Result<&CompiledWorkflow, &CompileError>)> {
        self.entries.iter().map(|entry| (&entry.id, entry.workflow.as_ref()))
    }

    /// The index of a workflow of this document.
    #[must_use]
    pub fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    /// The workflow with this ID.
    ///
    /// # Errors
    ///
    /// If it does not exist or cannot run.
    pub fn workflow(&self, id: &str) -> Result<&CompiledWorkflow, CompileError> {
        let entry = self.number(id).and_then(|number| self.entries.get(number));
        let entry = entry.ok_or_else(|| CompileError::unknown_flow(id, self.ids().map(Text::as_str)))?;
        entry.workflow.as_ref().map_err(Clone::clone)
    }

    /// What the arguments of a workflow look like, and which operations its steps call: the help for arguments that do
    /// not match. `None` for an unknown workflow.
    #[must_use]
    pub fn help_for_arguments(&self, id: &str) -> Option<String> {
        let workflow = self.workflow(id).ok()?;
        let arguments = workflow.inputs.as_ref().map_or_else(|| "{}".to_owned(), |schema| form_of(schema, 2));
        let step = |step: &CompiledStep| match step.call.operation(&self.sources) {
            Some(operation) => format!("{} ({})", step.id, operation.id().unwrap_or_else(|| operation.path())),
            None => step.id.to_string(),
        };
        let steps: Vec<_> = workflow.steps.iter().take(MAX_SHOWN).map(step).collect();
        Some(format!("{} takes {arguments}; its steps are {}", crate::cut(id), steps.join(", ")))
    }

    /// A workflow and its document, by index.
    ///
    /// # Errors
    ///
    /// If it cannot run, or if its source is unavailable.
    pub fn at(&self, at: WorkflowAt) -> Result<(&Self, &CompiledWorkflow), CompileError> {
        let document = match at.source {
            None => self,
            Some(source) => match self.sources.get(source).map(|source| &source.content) {
                Some(CompiledContent::Workflows(other)) => other,
                _ => return Err(CompileError::gone()),
            },
        };
        let entry = document.entries.get(at.number).ok_or_else(CompileError::gone)?;
        entry.workflow.as_ref().map(|workflow| (document, workflow)).map_err(Clone::clone)
    }

    /// The server of an operation.
    pub(crate) fn server(&self, at: OperationAt) -> Result<Server, String> {
        let operation = self.operation(at).ok_or("its operation is unknown")?;
        Server::for_operation(&operation, self.sources.get(at.source).and_then(|source| source.base.as_deref()))
    }

    /// An operation, by index.
    #[must_use]
    pub fn operation(&self, at: OperationAt) -> Option<Operation<'_>> {
        CompiledCall::Operation(at).operation(&self.sources)
    }
}
