//! What is run: workflows whose operations are found, whose expressions are read and whose actions know where they go.

use super::{CompileError, LinkPlaces, OfInputs};
use crate::{
    arazzo::{Condition, Expression},
    openapi::{Location, OpenApi, Operation},
};
use agent_description::{
    Json,
    json::{Offset, Text},
};
use jsonpath_rust::parser::model::JpQuery;
use regex::Regex;

/// The workflows of one document with the documents that they call. Not to be changed: numbers name sources, workflows, steps and operations.
#[derive(Debug)]
pub struct Workflows {
    pub(super) sources: Vec<Source>,
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub id: Text,
    pub workflow: Result<Workflow, CompileError>,
}

/// A document that steps call into.
#[derive(Debug)]
#[non_exhaustive]
pub struct Source {
    /// By which the file names it.
    pub name: Text,
    /// Where it is, as the file says: a URL or a path.
    pub url: Text,
    /// The URL that it was fetched from; none where it was read from a file. Servers' URLs that are relative start there.
    pub base: Option<String>,
    /// What is in it.
    pub content: Content,
    /// What the file changes in its operations; done already.
    pub overrides: Vec<Changed>,
}

/// What a source is.
#[derive(Debug)]
#[non_exhaustive]
pub enum Content {
    /// Operations.
    OpenApi(Box<OpenApi>),
    /// Workflows of another document.
    Workflows(Box<Workflows>),
    /// It could not be read: why, in words that follow "the source ".
    Missing(String),
}

/// A change of an operation that is done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Changed {
    /// Which operation.
    pub operation_id: Text,
    /// Where in it: `parameters.0.required`.
    pub field_path: Text,
    /// What stands there now.
    pub value: Json,
}

/// A workflow.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Workflow {
    /// By which it is called.
    pub id: Text,
    /// What it is called, or what it is for in short.
    pub title: Option<Text>,
    /// What it does: what a model reads.
    pub description: Option<Text>,
    /// The JSON Schema of what it takes: of a flow of an `agents.json` an object of `parameters` and `requestBody`. References of an Arazzo
    /// document to its `components.inputs` are resolved.
    pub inputs: Option<Json>,
    /// Which workflows have to have run before.
    pub depends_on: Vec<WorkflowAt>,
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// What it gives.
    pub outputs: Template,
    /// Which links made what it gives.
    pub(crate) output_places: LinkPlaces,
    /// Where it stands in its document.
    pub offset: Offset,
    /// What checks arguments by `inputs`.
    pub(crate) of_inputs: OfInputs,
}

/// Which workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkflowAt {
    /// The number of the source that has it; none is the same document.
    pub source: Option<usize>,
    /// Its number there.
    pub number: usize,
}

/// Which operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperationAt {
    /// The number of the source that has it.
    pub source: usize,
    /// Its number there.
    pub number: usize,
}

/// A step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// By which expressions name it.
    pub id: Text,
    /// What it does.
    pub description: Option<Text>,
    /// What it calls.
    pub call: Call,
    /// What it gives by name: its own, and those of the workflow that it does not have itself.
    pub arguments: Vec<Argument>,
    /// Where they stand, or could: its list of parameters, or the links of its flow.
    pub(crate) arguments_at: Offset,
    /// What it sends as a body.
    pub body: Option<Body>,
    /// When it has succeeded: all of them hold. None: by the status, 200 to 299.
    pub criteria: Vec<Criterion>,
    /// What follows on success, the first whose criteria hold: its own, then those of the workflow of other names. None: the next step.
    pub on_success: Vec<Action>,
    /// What follows on failure, in the same order. None: the workflow ends, failed.
    pub on_failure: Vec<Action>,
    /// What it gives: names and what of the answer they are.
    pub outputs: Vec<(Text, Expression)>,
    /// Where it stands in its document.
    pub offset: Offset,
}

/// What a step calls.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Call {
    /// An operation of an OpenAPI document.
    Operation(OperationAt),
    /// A workflow; its arguments are the inputs, its outputs are `$outputs` in the step.
    Workflow(WorkflowAt),
    /// An operation or workflow of a source that could not be read: planned so far, never run.
    Missing {
        /// The number of the source.
        source: usize,
        /// What is called of it, as it is written.
        called: Text,
    },
}

/// A value that a step gives by name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Argument {
    /// Its name.
    pub name: Text,
    /// Where it goes; none is an input of a workflow.
    pub location: Option<Location>,
    /// The value.
    pub value: Template,
    /// Where it stands in its document: a parameter, or the target of a link.
    pub offset: Offset,
    /// Which links made its value.
    pub(crate) places: LinkPlaces,
}

/// What a step sends.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Body {
    /// The media type, where the document says it; else that of the operation, JSON if it is there.
    pub content_type: Option<Text>,
    /// The value.
    pub payload: Option<Template>,
    /// What is put into the value: a JSON Pointer (RFC 6901) and what stands there then, added where nothing stood.
    pub replacements: Vec<(Text, Template)>,
    /// Where it stands in its document: the body, or the target of the first link into it.
    pub offset: Offset,
    /// Where its payload stands, if that is a part of it.
    pub(crate) payload_at: Offset,
    /// Which links made its value.
    pub(crate) places: LinkPlaces,
}

/// A value with places that are filled in when a workflow runs. What a place stands for may be absent: a member or an argument of it is then left
/// out, an element of an array is null.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Template {
    /// A value as it is.
    Constant(Json),
    /// What an expression stands for.
    Expression(Expression),
    /// A text with expressions in it.
    Text(Vec<Piece>),
    /// Some place in it is filled in.
    Array(Vec<Self>),
    /// Some place in it is filled in.
    Object(Vec<(Text, Self)>),
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Piece {
    /// As it is.
    Text(String),
    /// What an expression stands for.
    Expression(Expression),
}

/// When something holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Criterion {
    /// A simple condition. A context that is written beside it says nothing.
    Simple(Condition),
    /// That a value matches somewhere.
    Regex(Expression, Regex),
    /// That a query of a value finds something.
    JsonPath(Expression, Box<JpQuery>),
}

/// What follows a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Action {
    /// What it is called.
    pub name: Text,
    /// What is done.
    pub what: What,
    /// When: all of them hold.
    pub criteria: Vec<Criterion>,
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum What {
    /// The workflow ends.
    End,
    /// It goes on elsewhere, and does not come back.
    Goto(Destination),
    /// The step is repeated.
    Retry {
        /// Seconds before, unless the answer says more.
        after: f64,
        /// How often.
        limit: u32,
        /// What is done first, and comes back.
        first: Option<Destination>,
    },
}

/// Where an action goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Destination {
    /// A step of the workflow, by its number.
    Step(usize),
    /// A workflow.
    Workflow(WorkflowAt),
}

impl Workflows {
    /// The documents that are called, in the order of the file.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The ids of all workflows, in the order of the file.
    pub fn ids(&self) -> impl Iterator<Item = &Text> {
        self.entries.iter().map(|entry| &entry.id)
    }

    /// The workflows, in the order of the file, or why one cannot run.
    pub fn all(&self) -> impl Iterator<Item = (&Text, Result<&Workflow, &CompileError>)> {
        self.entries.iter().map(|entry| (&entry.id, entry.workflow.as_ref()))
    }

    /// The number of a workflow of this document.
    #[must_use]
    pub fn number(&self, id: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.id == *id)
    }

    /// The workflow of an id.
    ///
    /// # Errors
    /// There is none, or it cannot run.
    pub fn workflow(&self, id: &str) -> Result<&Workflow, CompileError> {
        let entry = self.entries.iter().find(|entry| entry.id == *id);
        let entry = entry.ok_or_else(|| CompileError::unknown_flow(id, self.ids().map(Text::as_str)))?;
        entry.workflow.as_ref().map_err(Clone::clone)
    }

    /// The document of a workflow, and the workflow: what a step calls, or goes on with.
    ///
    /// # Errors
    /// It cannot run, or its source could not be read.
    pub fn at(&self, at: WorkflowAt) -> Result<(&Self, &Workflow), CompileError> {
        let document = match at.source {
            None => self,
            Some(source) => match self.sources.get(source).map(|source| &source.content) {
                Some(Content::Workflows(other)) => other,
                _ => return Err(CompileError::Gone),
            },
        };
        let entry = document.entries.get(at.number).ok_or(CompileError::Gone)?;
        entry.workflow.as_ref().map(|workflow| (document, workflow)).map_err(Clone::clone)
    }

    /// An operation that a step of this document calls.
    #[must_use]
    pub fn operation(&self, at: OperationAt) -> Option<Operation<'_>> {
        match &self.sources.get(at.source)?.content {
            Content::OpenApi(openapi) => openapi.numbered(at.number),
            _ => None,
        }
    }
}
