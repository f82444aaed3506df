//! What an agent description is found by: its interfaces, services and resources are skills.

use super::{Record, Skill, owned};
use agent_description::{AgentDescription, Document, description::Node};

pub(super) fn fill(record: &mut Record, document: &Document) {
    let Ok(agent) = AgentDescription::from_document(document) else { return };
    record.name = Some(agent.name.as_str().to_owned());
    record.description = owned(agent.description.as_deref());
    record.version = owned(agent.version.as_deref());
    if let Some(did) = &agent.did {
        record.agent_ids.push(did.as_str().to_owned());
        record.name_did(did);
    }
    record.agent_ids.extend(owned(agent.node.id()));
    let skill = |node: &Node, name: Option<&str>, description: Option<&str>| Skill {
        id: owned(node.id()),
        name: owned(name),
        description: owned(description),
        ..Skill::default()
    };
    let interfaces = agent.interfaces.iter().map(|it| (&it.node, it.name.as_deref(), it.description.as_deref()));
    let services = agent.services.iter().map(|it| (&it.node, it.name.as_deref(), it.description.as_deref()));
    let informations = agent.informations.iter().map(|it| (&it.node, it.name.as_deref(), it.description.as_deref()));
    let all = interfaces.chain(services).chain(informations);
    record.skills = all.map(|(node, name, description)| skill(node, name, description)).collect();
    let products = agent.products.iter().flat_map(|it| [it.name.as_deref(), it.description.as_deref()]);
    record.products = products.flatten().map(str::to_owned).collect();
}
