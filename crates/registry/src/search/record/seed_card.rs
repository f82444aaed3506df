//! What a seed card is found by: its capabilities are skills, named as messages name them.

use super::{Record, Skill, owned};
use adp_cards::seed_card::SeedCard;
use agent_description::{Did, Document};

pub(super) fn fill(record: &mut Record, document: &Document) {
    let card = SeedCard::read(document);
    record.name = owned(card.name.as_deref());
    if let Some(id) = &card.id {
        record.agent_ids.push(id.as_str().to_owned());
        if id.as_str().parse::<Did>().is_ok() {
            record.name_did(id.as_str());
        }
    }
    record.skills = card
        .capabilities
        .iter()
        .map(|capability| Skill {
            id: owned(capability.name.as_deref()),
            name: owned(capability.name.as_deref()),
            description: owned(capability.description.as_deref()),
            // what kind of agent it is: the type that messages are routed by
            tags: card.agent_type.iter().map(|kind| kind.as_str().to_owned()).collect(),
            examples: Vec::new(),
        })
        .collect();
}
