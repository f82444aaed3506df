//! Arazzo: workflows over OpenAPI documents. Version 1.0 is supported; features of 1.1 are reported as unsupported.

mod check;
mod condition;
pub(crate) mod criterion;
mod defined_names;
mod expression;
mod input_schema;
mod model;
pub mod rules;
mod structure;
mod waiting;
mod workflow;

pub(crate) use defined_names::read_expression;
pub(crate) use expression::Braces;
pub(crate) use input_schema::alone;
pub(crate) use waiting::{endless, message as never_begins};

pub use condition::{Comparison, Condition, ConditionSegment, Operand};
pub use expression::{Expression, MessagePart, NamedValue, TextPart};
pub use model::{Arazzo, SourceDescription, Step, Workflow};

use crate::minor_version;
use adp_tools::lenient_members::{list, objects};
use agent_description::{
    Document,
    format::{Format, MatchConfidence, SkillSummary, Summary},
    json::Object,
};

/// The format Arazzo.
pub const ARAZZO: &Format = &Format {
    name: "arazzo",
    title: "an Arazzo document",
    distinctive_members: &["arazzo", "sourceDescriptions"],
    file_names: &["arazzo.json", "arazzo.yaml", "arazzo.yml"],
    yaml_member: Some("arazzo"),
    media_type: Some("application/vnd.oai.workflows+json"),
    rules: rules::RULES,
    linked_rules: crate::workflow::rules::RULES,
    members: Some(&structure::ROOT),
    match_confidence,
    profile: |document| version(document.root()).map(|version| format!("arazzo/{version}")),
    report: Some(|document, _, options| check::check(document, options)),
    parts,
    model: Some(|document, _| Ok(Arazzo::read(document).to_model_json())),
    summary,
    ..Format::DEFAULT
};

/// Whether a document of flows is an Arazzo document, of any version.
#[must_use]
pub fn is_arazzo(document: &Document) -> bool {
    document.root().contains("arazzo")
}

/// The number of workflows and steps of a document.
pub(crate) fn parts(root: &Object) -> usize {
    list(root, "workflows").len() + objects(root, "workflows").map(|it| list(it, "steps").len()).sum::<usize>()
}

/// The supported versions.
const VERSIONS: &[&str] = &["1.0", "1.1"];

/// The version of a document, if it is supported.
fn version(root: &Object) -> Option<&'static str> {
    minor_version(root.get("arazzo")?.as_str()?, VERSIONS)
}

/// The features of 1.1 in a document, without duplicates.
pub(crate) fn new_parts(document: &Document) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    check::each_new_part(document.json(), &mut |_, what| {
        if !parts.iter().any(|known| known == what) {
            parts.push(what.to_owned());
        }
    });
    parts
}

fn match_confidence(root: &Object) -> MatchConfidence {
    match (root.contains("arazzo"), root.contains("workflows")) {
        (true, true) => MatchConfidence::Certain,
        (true, false) => MatchConfidence::Lacks(vec!["`workflows`"]),
        (false, true) => MatchConfidence::Lacks(vec!["`arazzo`"]),
        (false, false) => MatchConfidence::Lacks(vec!["`arazzo`", "`workflows`"]),
    }
}

/// Workflows are indexed as skills.
fn summary(document: &Document) -> Summary {
    let file = Arazzo::read(document);
    let workflows = file.workflows.iter();
    Summary {
        skills: workflows
            .map(|it| SkillSummary::new(it.id.as_ref(), it.summary.as_ref(), it.description.as_ref()))
            .collect(),
        ..Summary::new(file.title.as_ref(), file.description.as_ref(), file.document_version.as_ref())
    }
}
