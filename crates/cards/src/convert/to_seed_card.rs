//! Writes seed cards.

use super::{
    agent::Agent,
    from_seed_card::{ENVELOPE, PLACEHOLDER_URL},
    loss::Losses,
    to_tools::{takes_any, without_tags},
};
use agent_description::{Json, json::Object};

pub(super) fn write(agent: &mut Agent, losses: &mut Losses) -> Object {
    let fields = &mut agent.fields;
    let mut info = Object::with_capacity(6);
    let name = fields.take("name").unwrap_or_else(|| {
        losses.made_up_at("/agentInfo/name".to_owned());
        losses.made_up(fields.place("name"), "a seed card needs a name: \"Agent\" is written");
        "Agent".into()
    });
    let id = fields.take("id").unwrap_or_else(|| {
        losses.made_up("/agentInfo/id", "a seed card needs an id: the name is written");
        name.clone()
    });
    let kind = fields.take("kind").unwrap_or_else(|| {
        losses.made_up("/agentInfo/type", "a seed card needs a type: \"agent\" is written");
        "agent".into()
    });
    info.insert("id", id);
    info.insert("name", name);
    info.insert("type", kind);
    fields.move_to(&mut info, &["version", "description", "vendor"]);
    if info.contains("vendor") {
        fields.take("vendorKind");
    }
    let documentation = fields.take("documentationUrl");
    let mut capabilities = Vec::new();
    for (index, skill) in agent.skills.iter_mut().enumerate() {
        let mut capability = Object::with_capacity(5);
        capability.insert("name", skill.take_id("capability", losses));
        skill.move_as(&mut capability, "name", "displayName");
        if skill.get("inputSchema").is_some_and(takes_any) {
            losses.made_up_at(format!("/capabilities/{index}/inputSchema"));
        }
        skill.move_to(&mut capability, &["description", "inputSchema", "outputSchema"]);
        without_tags(skill);
        capabilities.push(Json::from(capability));
    }
    let mut card = Object::with_capacity(4);
    card.insert("agentInfo", info);
    card.insert("capabilities", capabilities);
    card.insert("endpoints", endpoints(agent, losses));
    if let Some(documentation) = documentation {
        card.insert("metadata", Object::from_iter([("documentation", documentation)]));
    }
    card
}

/// Writes the first two addresses.
fn endpoints(agent: &mut Agent, losses: &mut Losses) -> Object {
    let mut endpoints = Object::with_capacity(2);
    let mut names = ["primary", "backup"].into_iter();
    for interface in &mut agent.interfaces {
        // only absolute URLs; gRPC addresses have another form
        let is_url = interface.text("url").is_some_and(|url| url.contains("://"));
        if interface.text("protocol") == Some(ENVELOPE) {
            interface.take("protocol");
        }
        if let (true, Some(name)) = (is_url, names.next())
            && let Some(url) = interface.take("url")
        {
            endpoints.insert(name, url);
        }
    }
    if endpoints.is_empty() {
        losses.made_up_at("/endpoints/primary".to_owned());
        endpoints.insert("primary", PLACEHOLDER_URL);
    }
    endpoints
}
