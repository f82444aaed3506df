//! Reads seed cards.

use super::{
    agent::{Agent, Fields, PlacedValue},
    loss::{Losses, Severity},
    members::Members,
};
use agent_description::diagnostic::members::Spelling::Exact;
use agent_description::json::Object;

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
        for (name, known) in [("id", "id"), ("name", "name"), ("type", "kind"), ("version", "version")] {
            fields.put(known, info.text(name));
        }
        fields.put("description", info.text("description"));
        fields.put("vendor", info.text("vendor"));
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
    for (pointer, item) in members.items("capabilities", false).unwrap_or_default() {
        let Some(object) = item.as_object() else {
            losses.lost(PlacedValue { pointer, value: item.clone() }, "dropped: not a capability", Severity::Warning);
            continue;
        };
        let mut members = Members::from_object(pointer.clone(), object, Exact);
        let mut skill = Fields::at(pointer).called(&[("id", "name"), ("name", "displayName")]);
        skill.put("id", members.text("name"));
        skill.put("name", members.text("displayName"));
        skill.put("description", members.text("description"));
        for name in ["inputSchema", "outputSchema"] {
            skill.put(name, members.take(name, |value| value.as_object().is_some()));
        }
        skill.without_duplicate_name(losses);
        members.rest_into(&mut skill);
        agent.skills.push(skill);
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
