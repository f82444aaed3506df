//! What is carried along in an extension, for whoever converts back.

use super::{
    Target,
    agent::{Agent, Said},
    loss::{Losses, Severity},
};
use agent_description::{
    Document, Json,
    json::{Member, Object, Text, Value},
};
use std::collections::{HashMap, HashSet};

/// The extension, wherever the format has room for one.
const URI: &str = "https://agent-network-protocol.com/ad#convertedFrom";

/// How many objects what is carried along goes back into.
const PLACES: usize = 4096;

/// What a document of another format carries along for this one; whoever converts to a third format loses it.
pub(super) fn carried(agent: &mut Agent, to: Target) -> Option<Object> {
    let is_ours = |value: &Json| {
        let name = value.get("format").and_then(Json::as_str);
        let same = match to {
            Target::A2a1 | Target::A2a03 => name == Some("a2a-card"),
            Target::Adp => matches!(name, Some("adp" | "anp-07")),
            to => name == Some(to.as_str()),
        };
        same && value.get("members").and_then(Json::as_object).is_some()
    };
    let members = |value: &Json| value.get("members").and_then(Json::as_object).cloned();
    // a card has it among its extensions, other formats under its name, or in `_meta` or `metadata`
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
    let at = unknown.iter().position(|(name, said)| {
        let value = said.value.get("@value").or_else(|| said.value.get(URI)).unwrap_or(&said.value);
        matches!(name.as_str(), URI | "_meta") && is_ours(value)
    })?;
    let (_, said) = unknown.remove(at);
    let value = said.value.get("@value").or_else(|| said.value.get(URI)).unwrap_or(&said.value);
    members(value)
}

/// The document with what it carried along, wherever nothing else stands or what stands there was made up. Signatures were never
/// carried. What has no place is lost.
pub(super) fn restored(written: Object, carried: &Object, losses: &mut Losses) -> Object {
    let mut root = Json::from(written);
    let mut parents: Vec<(&str, Vec<(String, &Member)>)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for member in carried {
        let Some((parent, name)) = member.name().rsplit_once('/') else { continue };
        let at = *known.entry(parent).or_insert(parents.len());
        match parents.get_mut(at) {
            Some((_, members)) => members.push((unescaped(name), member)),
            None => parents.push((parent, vec![(unescaped(name), member)])),
        }
    }
    // what is whole before what stands in it
    parents.sort_by_key(|(parent, _)| parent.matches('/').count());
    for (count, (parent, members)) in parents.into_iter().enumerate() {
        // whoever names more places made them up
        let place = if count < PLACES { place(&mut root, parent) } else { None };
        let is_proof = |name: &str| parent.is_empty() && matches!(name, "signatures" | "proof");
        let Some(object) = place.and_then(Json::as_object_mut) else {
            for (_, member) in members {
                let said = Said { pointer: member.name().to_string(), value: member.value().clone() };
                losses.lost(said, "it was carried along, and has no place any more", Severity::Warning);
            }
            continue;
        };
        let there: HashSet<Text> = object.iter().map(|member| member.name().clone()).collect();
        let mut added = Vec::new();
        for (name, member) in members.into_iter().filter(|(name, _)| !is_proof(name)) {
            if !there.contains(name.as_str()) || losses.is_made_up(member.name()) {
                added.push((Text::from(name), member.value().clone()));
            } else {
                let said = Said { pointer: member.name().to_string(), value: member.value().clone() };
                losses.lost(said, "it was carried along, and something else stands in its place", Severity::Warning);
            }
        }
        let all = std::mem::take(object).into_iter().map(|member| (member.name().clone(), member.value().clone()));
        *object = all.chain(added).collect();
    }
    match root.into_value() {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

/// Tells that nothing of what was carried along goes back.
pub(super) fn left_out(carried: &Object, losses: &mut Losses) {
    for member in carried {
        let said = Said { pointer: member.name().to_string(), value: member.value().clone() };
        losses.lost(said, "it was carried along, and what it stood in is no longer there", Severity::Warning);
    }
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// The object at a pointer, made where it is missing.
fn place<'a>(root: &'a mut Json, pointer: &str) -> Option<&'a mut Json> {
    if pointer.is_empty() {
        return Some(root);
    }
    let mut json = root;
    let mut tokens = pointer.strip_prefix('/')?.split('/').peekable();
    while let Some(token) = tokens.next() {
        let is_index = |token: &&str| token.bytes().all(|byte| byte.is_ascii_digit());
        let mut empty =
            || if tokens.peek().is_some_and(is_index) { Vec::new().into() } else { Json::from(Object::new()) };
        if json.as_array().is_some() {
            let (items, index) = (json.as_array_mut()?, token.parse::<usize>().ok()?);
            if index == items.len() {
                items.push(empty());
            }
            json = items.get_mut(index)?;
        } else {
            let (object, name) = (json.as_object_mut()?, unescaped(token));
            if !object.contains(&name) {
                object.insert(name.clone(), empty());
            }
            json = object.get_mut(&name)?;
        }
    }
    Some(json)
}

/// Carries along what the target has no place for.
pub(super) fn carry(written: &mut Object, document: &Document, from: &str, to: Target, losses: &mut Losses) {
    let members = losses.carry(document.json());
    if members.is_empty() {
        return;
    }
    let mut extra = Object::with_capacity(2);
    extra.insert("format", from);
    extra.insert("members", members);
    match to {
        Target::A2a1 | Target::A2a03 => {
            let mut extension = Object::with_capacity(2);
            extension.insert("uri", URI);
            extension.insert("params", extra);
            let capabilities = written.get_mut("capabilities").and_then(Json::as_object_mut);
            let Some(capabilities) = capabilities else { return };
            match capabilities.get_mut("extensions").and_then(Json::as_array_mut) {
                Some(extensions) => extensions.push(extension.into()),
                None => drop(capabilities.insert("extensions", vec![Json::from(extension)])),
            }
        }
        Target::McpTools => {
            let mut meta = Object::with_capacity(1);
            meta.insert(URI, extra);
            written.insert("_meta", meta);
        }
        Target::SeedCard => drop(written.insert(URI, extra)),
        Target::Adp => {
            // a JSON literal: JSON-LD does not look inside
            let mut literal = Object::with_capacity(2);
            literal.insert("@type", "@json");
            literal.insert("@value", extra);
            written.insert(URI, literal);
        }
    }
}
