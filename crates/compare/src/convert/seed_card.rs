//! Reads and writes seed cards.

use super::{
    agent::{Agent, Fields},
    losses::Losses,
    members::Members,
    placed_value::PlacedValue,
    tools::{self, without_tags},
};
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::Exact},
    json::{Object, object},
};

/// The placeholder for a missing address, which does not resolve (RFC 2606). Earlier versions wrote it.
pub(super) const PLACEHOLDER_URL: &str = "https://unknown.invalid/";

/// What happens to the signatures of cards.
pub(super) const SIGNATURES_DROPPED: &str = "dropped: the signatures cover only the original card";

/// The protocol at the endpoints of a seed card: message envelopes.
pub(super) const ENVELOPE: &str = "seed envelope";

pub(super) fn read(root: &Object, losses: &mut Losses) -> Agent {
    let mut agent = Agent::default();
    let mut members = Members::from_object("", root, Exact);
    agent.fields = Fields::at("").called(&[
        ("id", "agentInfo/id"),
        ("name", "agentInfo/name"),
        ("kind", "agentInfo/type"),
        ("version", "agentInfo/version"),
        ("description", "agentInfo/description"),
        ("vendor", "agentInfo/vendor"),
    ]);
    let fields = &mut agent.fields;
    if let Some(mut info) = members.object("agentInfo") {
        for name in ["id", "name", "kind", "version", "description", "vendor"] {
            fields.put(name, info.text(if name == "kind" { "type" } else { name }));
        }
        info.rest_into(fields);
    }
    if let Some(mut endpoints) = members.object("endpoints") {
        for name in ["primary", "backup"] {
            // the placeholder means that there is no address
            endpoints.take(name, |url| url.as_str() == Some(PLACEHOLDER_URL));
            if let Some(url) = endpoints.take(name, |url| url.as_str().is_some_and(|url| url != PLACEHOLDER_URL)) {
                let mut interface = Fields::at(url.pointer.clone());
                let protocol = PlacedValue::new(url.pointer.clone(), ENVELOPE);
                interface.put("url", Some(url));
                interface.put("protocol", Some(protocol));
                agent.interfaces.push(interface);
            }
        }
        endpoints.rest_into(fields);
    }
    for members in members.objects("capabilities", ("a capability", Severity::Warning), losses) {
        agent.skills.push(tools::tool(members, &[("id", "name"), ("name", "displayName")], losses));
    }
    if let Some(mut metadata) = members.object("metadata") {
        fields.put("documentationUrl", metadata.text("documentation"));
        metadata.rest_into(fields);
    }
    if members.take("signatures", |_| true).is_some() {
        losses.changed("/signatures", SIGNATURES_DROPPED, Severity::Error);
    }
    members.rest_into(fields);
    agent
}

pub(super) fn write(agent: &mut Agent, losses: &mut Losses) -> Object {
    let fields = &mut agent.fields;
    let mut info = Object::with_capacity(6);
    let name = fields.take("name").unwrap_or_else(|| {
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
    for skill in &mut agent.skills {
        let mut capability = Object::with_capacity(5);
        capability.insert("name", skill.take_id("capability", losses));
        skill.move_as(&mut capability, "name", "displayName");
        skill.move_to(&mut capability, &["description", "inputSchema", "outputSchema"]);
        without_tags(skill);
        capabilities.push(Json::from(capability));
    }
    object! {
        "agentInfo": info,
        "capabilities": capabilities,
        "endpoints": endpoints(agent),
        if "metadata": documentation.map(|documentation| object! { "documentation": documentation }),
    }
}

/// Writes the first two addresses.
fn endpoints(agent: &mut Agent) -> Object {
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
        endpoints.insert("primary", PLACEHOLDER_URL);
    }
    endpoints
}
