//! The typed model of an Arazzo document.

use adp_tools::lenient_members::{object, objects, text};
use agent_description::{
    Document, Json,
    json::{Object, Text, object},
};

/// An unverified Arazzo document, read leniently.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Arazzo {
    /// `arazzo`: version of the specification.
    pub version: Option<Text>,
    /// `info.title`
    pub title: Option<Text>,
    /// `info.version`: version of the document.
    pub document_version: Option<Text>,
    /// `info.summary`, or else `info.description`
    pub description: Option<Text>,
    /// The documents that steps call.
    pub sources: Vec<SourceDescription>,
    /// The workflows.
    pub workflows: Vec<Workflow>,
}

/// A document that steps call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SourceDescription {
    /// Name that expressions refer to.
    pub name: Option<Text>,
    /// URL or path.
    pub url: Option<Text>,
    /// `openapi` or `arazzo`, if given.
    pub kind: Option<Text>,
}

/// A sequence of steps.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Workflow {
    /// ID of the workflow.
    pub id: Option<Text>,
    /// Summary.
    pub summary: Option<Text>,
    /// Description.
    pub description: Option<Text>,
    /// JSON Schema of the inputs.
    pub inputs: Option<Json>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Outputs: names and expressions.
    pub outputs: Object,
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// ID that expressions refer to.
    pub id: Option<Text>,
    /// Description.
    pub description: Option<Text>,
    /// The called operation or workflow.
    pub target: Option<StepTarget>,
    /// Outputs: names and expressions.
    pub outputs: Object,
}

/// The target of a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepTarget {
    /// `operationId`: an ID, or an expression that also names the source.
    Operation(Text),
    /// `operationPath`: a source and a JSON Pointer in it.
    Path(Text),
    /// `workflowId`: an ID, or an expression that also names the source.
    Workflow(Text),
}

impl Arazzo {
    /// Reads a document leniently; [`ARAZZO`](super::ARAZZO) reports what is wrong.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        let info = |name: &str| text(object(root, "info")?, name);
        Self {
            version: text(root, "arazzo"),
            title: info("title"),
            document_version: info("version"),
            description: info("summary").or_else(|| info("description")),
            sources: objects(root, "sourceDescriptions")
                .map(|it| SourceDescription { name: text(it, "name"), url: text(it, "url"), kind: text(it, "type") })
                .collect(),
            workflows: objects(root, "workflows").map(Workflow::read).collect(),
        }
    }

    /// The model as JSON. All members are present.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let source = |it: &SourceDescription| {
            let members = [("name", it.name.clone()), ("url", it.url.clone()), ("type", it.kind.clone())];
            Json::from(Object::from_iter(members))
        };
        object! {
            "version": self.version.clone(),
            "title": self.title.clone(),
            "documentVersion": self.document_version.clone(),
            "description": self.description.clone(),
            "sources": self.sources.iter().map(source).collect::<Vec<_>>(),
            "workflows": self.workflows.iter().map(Workflow::to_json).collect::<Vec<_>>(),
        }
        .into()
    }
}

impl Workflow {
    fn read(workflow: &Object) -> Self {
        Self {
            id: text(workflow, "workflowId"),
            summary: text(workflow, "summary"),
            description: text(workflow, "description"),
            inputs: workflow.get("inputs").cloned(),
            steps: objects(workflow, "steps").map(Step::read).collect(),
            outputs: object(workflow, "outputs").cloned().unwrap_or_default(),
        }
    }

    fn to_json(&self) -> Json {
        object! {
            "id": self.id.clone(),
            "summary": self.summary.clone(),
            "description": self.description.clone(),
            "inputs": self.inputs.clone(),
            "steps": self.steps.iter().map(Step::to_json).collect::<Vec<_>>(),
            "outputs": self.outputs.clone(),
        }
        .into()
    }
}

impl Step {
    fn read(step: &Object) -> Self {
        let target = text(step, "operationId")
            .map(StepTarget::Operation)
            .or_else(|| text(step, "operationPath").map(StepTarget::Path))
            .or_else(|| text(step, "workflowId").map(StepTarget::Workflow));
        Self {
            id: text(step, "stepId"),
            description: text(step, "description"),
            target,
            outputs: object(step, "outputs").cloned().unwrap_or_default(),
        }
    }

    fn to_json(&self) -> Json {
        let target = |of: fn(&StepTarget) -> Option<&Text>| Json::from(self.target.as_ref().and_then(of).cloned());
        object! {
            "id": self.id.clone(),
            "description": self.description.clone(),
            "operationId": target(|it| if let StepTarget::Operation(text) = it { Some(text) } else { None }),
            "operationPath": target(|it| if let StepTarget::Path(text) = it { Some(text) } else { None }),
            "workflowId": target(|it| if let StepTarget::Workflow(text) = it { Some(text) } else { None }),
            "outputs": self.outputs.clone(),
        }
        .into()
    }
}
