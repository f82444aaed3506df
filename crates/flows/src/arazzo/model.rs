//! The typed model of an Arazzo document.

use adp_tools::{
    lenient_members::{object, text},
    model,
};
use agent_description::{
    Json,
    json::{Object, Text},
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

    /// A step.
    pub struct Step {
        /// ID that expressions refer to.
        id: Option<Text> = "stepId" as "id",
        /// Description.
        description: Option<Text> = "description",
        /// The called operation: an ID, or an expression that also names the source.
        operation_id: Option<Text> = "operationId",
        /// The called operation: a source and a JSON Pointer in it.
        operation_path: Option<Text> = "operationPath",
        /// The called workflow: an ID, or an expression that also names the source.
        workflow_id: Option<Text> = "workflowId",
        /// Outputs: names and expressions.
        outputs: Object = "outputs",
    }
}

fn info(root: &Object, name: &str) -> Option<Text> {
    text(object(root, "info")?, name)
}
