//! Reads seed cards.

use super::{
    agent::{Agent, Fields, PlacedValue},
    from_tools,
    loss::Losses,
    members::Members,
};
use agent_description::{
    diagnostic::{Severity, members::Spelling::Exact},
    json::Object,
};

/// The placeholder for a missing address, which does not resolve (RFC 2606). Earlier versions wrote it.
pub(super) const PLACEHOLDER_URL: &str = "https://unknown.invalid/";

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
    if let Some(mut info) = members.object("agentInfo", Exact) {
        for name in ["id", "name", "kind", "version", "description", "vendor"] {
            fields.put(name, info.text(if name == "kind" { "type" } else { name }));
        }
        info.rest_into(fields);
    }
    if let Some(mut endpoints) = members.object("endpoints", Exact) {
        for name in ["primary", "backup"] {
            // the placeholder means that there is no address
            endpoints.take(name, |url| url.as_str() == Some(PLACEHOLDER_URL));
            if let Some(url) = endpoints.take(name, |url| url.as_str().is_some_and(|url| url != PLACEHOLDER_URL)) {
                let mut interface = Fields::at(url.pointer.clone());
                let protocol = PlacedValue { pointer: url.pointer.clone(), value: ENVELOPE.into() };
                interface.put("url", Some(url));
                interface.put("protocol", Some(protocol));
                agent.interfaces.push(interface);
            }
        }
        endpoints.rest_into(fields);
    }
    for members in members.objects("capabilities", Exact, ("a capability", Severity::Warning), losses) {
        agent.skills.push(from_tools::tool(members, &[("id", "name"), ("name", "displayName")], losses));
    }
    if let Some(mut metadata) = members.object("metadata", Exact) {
        fields.put("documentationUrl", metadata.text("documentation"));
        metadata.rest_into(fields);
    }
    if members.take("signatures", |_| true).is_some() {
        losses.void("/signatures", "dropped: the signatures cover only the original card");
    }
    members.rest_into(fields);
    agent
}
