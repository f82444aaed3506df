//! What an index of skills is found by.

use super::{Record, Skill, owned};
use adp_cards::skills_index::SkillsIndex;
use agent_description::Document;

pub(super) fn fill(record: &mut Record, document: &Document) {
    record.skills = SkillsIndex::read(document)
        .skills
        .iter()
        .map(|skill| Skill {
            id: owned(skill.name.as_deref()),
            name: owned(skill.name.as_deref()),
            description: owned(skill.description.as_deref()),
            ..Skill::default()
        })
        .collect();
}
