//! Preserves unmappable fields in an extension, so that a conversion can be reversed.

use super::{
    Target,
    agent::Agent,
    loss::Losses,
    restore_extra::{Carried, keys},
};
use agent_description::{
    Document, Json, Limits,
    json::{self, Object},
};

/// The URI of the extension.
pub(super) const URI: &str = "https://agent-network-protocol.com/ad#convertedFrom";

/// The preserved fields of a document that was converted from the target format. A conversion to a third format loses
/// them.
pub(super) fn carried(agent: &mut Agent, to: Target) -> Option<Carried> {
    let is_ours = |value: &Json| {
        let name = value.get("format").and_then(Json::as_str);
        to.sources().any(|format| name == Some(format.name()))
            && value.get("members").and_then(Json::as_object).is_some()
    };
    let members = |value: &Json| Carried::from_json(value);
    // cards store it among their extensions, other formats under its name, in `_meta` or in `metadata`
    if let Some(list) = agent.fields.said.iter_mut().find(|(name, _)| *name == "extensions") {
        let items = list.1.value.as_array_mut()?;
        let at = items.iter().position(|item| {
            item.get("uri").and_then(Json::as_str) == Some(URI) && item.get("params").is_some_and(is_ours)
        });
        if let Some(at) = at {
            let found = members(items.remove(at).get("params")?);
            if items.is_empty() {
                agent.fields.take("extensions");
            }
            return found;
        }
    }
    let unknown = &mut agent.fields.unknown;
    let read = |value: &Json| match value.as_str() {
        Some(text) => json::parse(text.as_bytes(), &Limits::default()).ok(),
        None => Some(value.get("@value").or_else(|| value.get(URI)).unwrap_or(value).clone()),
    };
    let at = unknown.iter().position(|(name, said)| {
        matches!(name.as_str(), URI | "_meta") && read(&said.value).as_ref().is_some_and(is_ours)
    })?;
    let (_, said) = unknown.remove(at);
    read(&said.value).as_ref().and_then(members)
}

/// The preserved fields of a description that was converted from its other version.
pub(super) fn carried_in(root: &Object, to: Target) -> Option<Carried> {
    let value = json::parse(root.get(URI)?.as_str()?.as_bytes(), &Limits::default()).ok()?;
    let is_ours = value.get("format").and_then(Json::as_str) == Some(to.as_str());
    if is_ours { Carried::from_json(&value) } else { None }
}

/// Preserves the losses of a conversion in the extension.
pub(super) fn carry(written: &mut Object, document: &Document, from: &str, to: Target, losses: &mut Losses) {
    let members = losses.carry(document.json());
    if members.is_empty() {
        return;
    }
    let mut extra = Object::with_capacity(3);
    extra.insert("format", from);
    let keys = keys(document.json(), &members);
    extra.insert("members", members);
    if !keys.is_empty() {
        extra.insert("keys", keys);
    }
    match to {
        Target::A2a1 | Target::A2a03 => {
            let extension = Object::from_iter([("uri", Json::from(URI)), ("params", extra.into())]);
            let capabilities = written.get_mut("capabilities").and_then(Json::as_object_mut);
            let Some(capabilities) = capabilities else { return };
            match capabilities.get_mut("extensions").and_then(Json::as_array_mut) {
                Some(extensions) => extensions.push(extension.into()),
                None => drop(capabilities.insert("extensions", vec![Json::from(extension)])),
            }
        }
        Target::McpTools => {
            written.insert("_meta", Object::from_iter([(URI, extra)]));
        }
        Target::SeedCard => drop(written.insert(URI, extra)),
        Target::Adp | Target::Anp07 => {
            // as a string, because the members of another format are not nodes of JSON-LD
            written.insert(URI, Json::from(extra).to_compact());
        }
    }
}
