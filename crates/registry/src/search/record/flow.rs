//! What flows are found by: each is a skill.

use super::{Record, Skill, owned};
use adp_flows::{agents_json::AgentsJson, arazzo::Arazzo};
use agent_description::Document;

pub(super) fn fill_from_agents_json(record: &mut Record, document: &Document) {
    let file = AgentsJson::read(document);
    record.name = owned(file.title.as_deref());
    record.description = owned(file.description.as_deref());
    record.version = owned(file.file_version.as_deref());
    record.skills = file
        .flows
        .iter()
        .map(|flow| Skill {
            id: owned(flow.id.as_deref()),
            name: owned(flow.title.as_deref()),
            description: owned(flow.description.as_deref()),
            ..Skill::default()
        })
        .collect();
}

pub(super) fn fill_from_arazzo(record: &mut Record, document: &Document) {
    let file = Arazzo::read(document);
    record.name = owned(file.title.as_deref());
    record.description = owned(file.description.as_deref());
    record.version = owned(file.document_version.as_deref());
    record.skills = file
        .workflows
        .iter()
        .map(|workflow| Skill {
            id: owned(workflow.id.as_deref()),
            name: owned(workflow.summary.as_deref()),
            description: owned(workflow.description.as_deref()),
            ..Skill::default()
        })
        .collect();
}
