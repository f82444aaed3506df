//! Preserves unmappable fields in an extension, so that a conversion can be reversed.

use super::{
    agent::Agent,
    losses::Losses,
    members::object_with,
    restore_extra::{Carried, keys},
    target::Target,
};
use agent_description::{
    Document, Json, Limits,
    format::Format,
    json::{self, Object},
};

/// The URI of the extension.
pub(super) const URI: &str = "https://agent-network-protocol.com/ad#convertedFrom";

/// The preserved fields of a document that was converted from the target format. A conversion to a third format loses
/// them.
pub(super) fn carried(agent: &mut Agent, to: Target) -> Option<Carried> {
    // cards store it among their extensions, other formats under its name, in `_meta` or in `metadata`
    if let Some(list) = agent.fields.said.iter_mut().find(|(name, _)| *name == "extensions") {
        let items = list.1.value.as_array_mut()?;
        let found = items.iter().enumerate().find_map(|(at, item)| {
            let is_ours = item.get("uri").and_then(Json::as_str) == Some(URI);
            Some((at, carried_in(item.get("params").filter(|_| is_ours)?, &to.sources())?))
        });
        if let Some((at, found)) = found {
            items.remove(at);
            if items.is_empty() {
                agent.fields.take("extensions");
            }
            return Some(found);
        }
    }
    let unknown = &mut agent.fields.unknown;
    let (at, found) = unknown.iter().enumerate().find_map(|(at, (name, said))| {
        let is_ours = matches!(name.as_str(), URI | "_meta");
        Some((at, carried_in(Some(&said.value).filter(|_| is_ours)?, &to.sources())?))
    })?;
    unknown.remove(at);
    Some(found)
}

/// The preserved fields in a value, possibly as text, if they are of one of these formats.
pub(super) fn carried_in(value: &Json, sources: &[&dyn Format]) -> Option<Carried> {
    let parsed = value.as_str().map(|text| json::parse(text.as_bytes(), &Limits::default()));
    let value = match &parsed {
        Some(parsed) => parsed.as_ref().ok()?,
        None => value.get("@value").or_else(|| value.get(URI)).unwrap_or(value),
    };
    let format = value.get("format").and_then(Json::as_str);
    sources.iter().find(|source| format == Some(source.name()))?;
    Carried::from_json(value)
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
            let extension = Json::from(Object::from_iter([("uri", Json::from(URI)), ("params", extra.into())]));
            let capabilities = written.get_mut("capabilities").and_then(Json::as_object_mut);
            let Some(capabilities) = capabilities else { return };
            match capabilities.get_mut("extensions").and_then(Json::as_array_mut) {
                Some(extensions) => extensions.push(extension),
                None => drop(capabilities.insert("extensions", vec![extension])),
            }
        }
        Target::McpTools => drop(written.insert("_meta", object_with(URI, extra))),
        Target::SeedCard => drop(written.insert(URI, extra)),
        // as a string, because the members of another format are not nodes of JSON-LD
        Target::Adp | Target::Anp07 => drop(written.insert(URI, Json::from(extra).to_compact())),
    }
}
