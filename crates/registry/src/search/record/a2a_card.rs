//! What an A2A Agent Card is found by.

use super::{Record, Skill, all_owned, owned};
use adp_cards::a2a_card::AgentCard;
use agent_description::Document;

pub(super) fn fill(record: &mut Record, document: &Document) {
    let card = AgentCard::read(document);
    record.name = owned(card.name.as_deref());
    record.description = owned(card.description.as_deref());
    record.version = owned(card.version.as_deref());
    record.skills = card
        .skills
        .iter()
        .map(|skill| Skill {
            id: owned(skill.id.as_deref()),
            name: owned(skill.name.as_deref()),
            description: owned(skill.description.as_deref()),
            tags: all_owned(&skill.tags),
            examples: all_owned(&skill.examples),
        })
        .collect();
}
