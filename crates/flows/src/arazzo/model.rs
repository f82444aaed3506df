//! The typed model of an Arazzo document.

use adp_tools::{
    lenient_members::{object, text},
    model,
    typed_model::ModelPart,
};
use agent_description::{
    Json,
    json::{Object, Text, object},
};

model! {
    /// An unverified Arazzo document, read leniently.
    pub struct Arazzo {
        /// `arazzo`: version of the specification.
        version: Option<Text> = "arazzo" as "version",
        /// `info.title`
        title: Option<Text> = "title" => |root| info(root, "title"),
        /// `info.version`: version of the document.
        document_version: Option<Text> = "documentVersion" => |root| info(root, "version"),
        /// `info.summary`, or else `info.description`
        description: Option<Text> = "description" => |root| info(root, "summary").or_else(|| info(root, "description")),
        /// The documents that steps call.
        sources: Vec<SourceDescription> = "sourceDescriptions" as "sources",
        /// The workflows.
        workflows: Vec<Workflow> = "workflows",
    }

    /// A document that steps call.
    pub struct SourceDescription {
        /// Name that expressions refer to.
        name: Option<Text> = "name",
        /// URL or path.
        url: Option<Text> = "url",
        /// `openapi` or `arazzo`, if given.
        kind: Option<Text> = "type",
    }

    /// A sequence of steps.
    pub struct Workflow {
        /// ID of the workflow.
        id: Option<Text> = "workflowId" as "id",
        /// Summary.
        summary: Option<Text> = "summary",
        /// Description.
        description: Option<Text> = "description",
        /// JSON Schema of the inputs.
        inputs: Option<Json> = "inputs",
        /// The steps.
        steps: Vec<Step> = "steps",
        /// Outputs: names and expressions.
        outputs: Object = "outputs",
    }
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

fn info(root: &Object, name: &str) -> Option<Text> {
    text(object(root, "info")?, name)
}

impl ModelPart for Step {
    fn from_json(step: &Json) -> Option<Self> {
        let step = step.as_object()?;
        let target = text(step, "operationId")
            .map(StepTarget::Operation)
            .or_else(|| text(step, "operationPath").map(StepTarget::Path))
            .or_else(|| text(step, "workflowId").map(StepTarget::Workflow));
        Some(Self {
            id: text(step, "stepId"),
            description: text(step, "description"),
            target,
            outputs: object(step, "outputs").cloned().unwrap_or_default(),
        })
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
