//! The searchable content of a card.

use super::AgentCard;
use agent_description::{
    Document,
    format::{Endpoint, Skill, Summary},
    json::Text,
};

pub(super) fn summary(document: &Document) -> Summary {
    let card = AgentCard::read(document);
    let all = |texts: &[Text]| texts.iter().take(Summary::MAX_PARTS).map(|text| text.as_str().to_owned()).collect();
    let skills = card.skills.iter().map(|skill| Skill {
        tags: all(&skill.tags),
        examples: all(&skill.examples),
        ..Skill::new(skill.id.as_ref(), skill.name.as_ref(), skill.description.as_ref())
    });
    let endpoints =
        card.interfaces.iter().take(Summary::MAX_PARTS).map(|it| Endpoint::new(&it.url, it.binding.as_ref()));
    Summary {
        endpoints: endpoints.collect(),
        skills: skills.collect(),
        ..Summary::new(card.name.as_ref(), card.description.as_ref(), card.version.as_ref())
    }
}
