//! Writes A2A Agent Cards of 1.0 and 0.3.

use super::{
    agent::{Agent, Fields, PlacedValue},
    from_card::PROTOCOL,
    from_seed_card::{ENVELOPE, PLACEHOLDER_URL},
    loss::Losses,
    security,
};
use crate::a2a_card::{Version, is_field};
use agent_description::{Json, diagnostic::Severity, json::Object};

pub(super) fn write_1_0(agent: &mut Agent, losses: &mut Losses) -> Object {
    let mut card = start(agent, losses);
    let interfaces = std::mem::take(&mut agent.interfaces);
    let mut listed = Vec::new();
    for mut interface in interfaces {
        let Some(url) = interface.take("url") else {
            agent.interfaces.push(interface);
            continue;
        };
        let mut object = Object::with_capacity(4);
        object.insert("url", url);
        let index = listed.len();
        if interface.get("binding").is_none() && matches!(interface.text("protocol"), None | Some(ENVELOPE)) {
            losses.made_up_at(format!("/supportedInterfaces/{index}/protocolBinding"));
        }
        object.insert("protocolBinding", binding(&mut interface, losses));
        interface.move_to(&mut object, &["tenant"]);
        let version = interface.take_said("protocolVersion");
        let version = match version {
            None => {
                losses.made_up_at(format!("/supportedInterfaces/{index}/protocolVersion"));
                losses.made_up(interface.place("protocolVersion"), "A2A 1.0 needs a version: 1.0 is written");
                "1.0".into()
            }
            Some(said) => match without_patch(&said.value) {
                // the reverse conversion restores it
                Some("0.3") => "0.3".into(),
                Some(version) => {
                    let reason = format!("written as {version}: A2A 1.0 has no patch numbers here");
                    let version = version.into();
                    losses.changed(said.pointer, reason, Severity::Note);
                    version
                }
                None => said.value,
            },
        };
        object.insert("protocolVersion", version);
        listed.push(Json::from(object));
        agent.interfaces.push(interface);
    }
    if listed.is_empty() {
        losses.changed("", "the agent has no URL: the card has no interface", Severity::Error);
    }
    card.insert("supportedInterfaces", listed);
    common(agent, &mut card, Version::V1_0, losses);
    card
}

/// The major and minor number of a version with a patch number (A2A 1.0, section 3.6).
fn without_patch(version: &Json) -> Option<&str> {
    let (rest, patch) = version.as_str()?.rsplit_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (major, minor) = rest.split_once('.')?;
    [major, minor, patch].into_iter().all(is_number).then_some(rest)
}

pub(super) fn write_0_3(agent: &mut Agent, losses: &mut Losses) -> Object {
    let mut card = Object::with_capacity(18);
    let interfaces = std::mem::take(&mut agent.interfaces);
    let is_old =
        |interface: &Fields| interface.text("protocolVersion").is_some_and(|version| version.starts_with("0."));
    let has_old = interfaces.iter().any(is_old);
    let mut version = None;
    let mut listed = Vec::new();
    for mut interface in interfaces {
        let is_taken = !has_old || is_old(&interface);
        let Some(url) = is_taken.then(|| interface.take("url")).flatten() else {
            // the complete interface, because later ones move up
            let pointer = if interface.pointer.is_empty() { "/url".to_owned() } else { interface.pointer };
            losses.changed(pointer, "0.3 cards cannot list an interface of version 1.0", Severity::Error);
            continue;
        };
        let said = interface.take_said("protocolVersion");
        match &said {
            Some(said) if has_old => {
                let text = said.value.as_str().unwrap_or_default();
                let text = if text == "0.3" { "0.3.0" } else { text };
                let first = version.get_or_insert_with(|| text.to_owned());
                if first != text {
                    losses.changed(said.pointer.clone(), "0.3 cards have one protocol version", Severity::Error);
                }
            }
            Some(said) => {
                let reason = "0.3 cards list only interfaces of version 0.3";
                losses.changed(said.pointer.clone(), reason, Severity::Error);
            }
            None => {}
        }
        if interface.get("binding").is_none() && matches!(interface.text("protocol"), None | Some(ENVELOPE)) {
            losses.made_up_at(match listed.len() {
                0 => "/preferredTransport".to_owned(),
                others => format!("/additionalInterfaces/{}/transport", others - 1),
            });
        }
        listed.push((url, binding(&mut interface, losses)));
        agent.interfaces.push(interface);
    }
    let version = version.filter(|version| version.starts_with("0.3") || version.starts_with("0.2"));
    let version = version.unwrap_or_else(|| {
        losses.made_up_at("/protocolVersion".to_owned());
        "0.3.0".to_owned()
    });
    card.insert("protocolVersion", version);
    for member in start(agent, losses) {
        card.insert(member.name().clone(), member.value().clone());
    }
    let mut listed = listed.into_iter();
    if let Some((url, binding)) = listed.next() {
        card.insert("url", url);
        card.insert("preferredTransport", binding);
    } else {
        losses.made_up_at("/url".to_owned());
        card.insert("url", PLACEHOLDER_URL);
    }
    let others: Vec<Json> = listed
        .map(|(url, binding)| [("url", url), ("transport", binding)].into_iter().collect::<Object>().into())
        .collect();
    if !others.is_empty() {
        card.insert("additionalInterfaces", others);
    }
    common(agent, &mut card, Version::V0_3, losses);
    card
}

/// Removes a provider without URL, which A2A requires, if the URL was not restored.
pub(super) fn without_placeholder(card: &mut Object, vendor: Vec<PlacedValue>, losses: &mut Losses) {
    let url = card.get("provider").and_then(|provider| provider.get("url"));
    if url.and_then(Json::as_str) == Some(PLACEHOLDER_URL) {
        card.remove("provider");
        for vendor in vendor {
            losses.lost(vendor, "A2A requires the provider's URL, which the document does not have", Severity::Warning);
        }
    }
}

/// Writes the binding of an interface. A protocol other than A2A becomes a URI.
fn binding(interface: &mut Fields, losses: &mut Losses) -> Json {
    if let Some(binding) = interface.take("binding") {
        return binding;
    }
    let Some(protocol) = interface.take_said("protocol") else {
        losses.made_up(interface.place("protocolBinding"), "A2A needs a binding: JSONRPC is written");
        return "JSONRPC".into();
    };
    let name = protocol.value.as_str().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_');
    let reason = "not an A2A binding: written as a URI, which A2A clients do not support";
    if name.chars().all(is_plain) {
        losses.changed(protocol.pointer, reason, Severity::Error);
        return format!("{PROTOCOL}{}", name.replace(' ', "%20")).into();
    }
    losses.lost(protocol, reason, Severity::Error);
    PROTOCOL.into()
}

/// A required text, or a default that is recorded as added.
fn text(fields: &mut Fields, name: &str, otherwise: &str, losses: &mut Losses) -> Json {
    fields.take(name).unwrap_or_else(|| {
        losses.made_up_at(format!("/{name}"));
        losses.made_up(fields.place(name), format!("A2A needs it: {otherwise:?} is written"));
        otherwise.into()
    })
}

fn start(agent: &mut Agent, losses: &mut Losses) -> Object {
    let mut card = Object::with_capacity(16);
    let name = text(&mut agent.fields, "name", "Agent", losses);
    let described = name.as_str().unwrap_or_default().to_owned();
    card.insert("name", name);
    card.insert("description", text(&mut agent.fields, "description", &described, losses));
    card
}

/// Writes what both versions have, each with its own names.
fn common(agent: &mut Agent, card: &mut Object, version: Version, losses: &mut Losses) {
    let is_current = version == Version::V1_0;
    let fields = &mut agent.fields;
    if fields.get("vendor").is_some() || fields.get("vendorUrl").is_some() {
        let url = fields.take("vendorUrl").unwrap_or_else(|| {
            losses.made_up_at("/provider/url".to_owned());
            PLACEHOLDER_URL.into()
        });
        let organization = fields.take("vendor").unwrap_or_else(|| {
            losses.made_up_at("/provider/organization".to_owned());
            losses.made_up(fields.place("vendor"), "A2A needs the provider's name: its URL is written");
            url.clone()
        });
        card.insert("provider", Object::from_iter([("organization", organization), ("url", url)]));
        fields.take("vendorKind");
    }
    card.insert("version", text(fields, "version", "0.0.0", losses));
    fields.move_to(card, &["documentationUrl", "iconUrl"]);
    let mut capabilities = Object::with_capacity(4);
    let last = if is_current { "extendedAgentCard" } else { "stateTransitionHistory" };
    // preserved fields were already taken out
    fields.move_to(&mut capabilities, &["streaming", "pushNotifications", "extensions", last]);
    card.insert("capabilities", capabilities);
    if !is_current {
        fields.move_as(card, "extendedAgentCard", "supportsAuthenticatedExtendedCard");
    }
    if let Some(schemes) = fields.take_said("schemes") {
        let schemes = if is_current { schemes.value } else { security::schemes_0_3(schemes, losses) };
        card.insert("securitySchemes", schemes);
    }
    requirements(fields, card, is_current, losses);
    for (name, written) in [("inputModes", "defaultInputModes"), ("outputModes", "defaultOutputModes")] {
        let modes = fields.take(name).unwrap_or_else(|| {
            losses.made_up(fields.place(written), "A2A needs modes: text/plain and application/json are written");
            vec![Json::from("text/plain"), "application/json".into()].into()
        });
        card.insert(written, modes);
    }
    let mut skills = Vec::new();
    for (index, skill) in agent.skills.iter_mut().enumerate() {
        let mut object = Object::with_capacity(8);
        for (name, otherwise) in [("id", "skill"), ("name", ""), ("description", "")] {
            let first = |object: &Object, name| object.get(name).and_then(Json::as_str).map(str::to_owned);
            let otherwise =
                first(&object, "name").or_else(|| first(&object, "id")).unwrap_or_else(|| otherwise.to_owned());
            // a tool often has the same name and title
            let value = match skill.take(name) {
                None if name == "name" => {
                    losses.changed(skill.place(name), "the id is written as name", Severity::Note);
                    otherwise.into()
                }
                None => {
                    losses.made_up_at(format!("/skills/{index}/{name}"));
                    losses.made_up(skill.place(name), format!("A2A needs it: {otherwise:?} is written"));
                    otherwise.into()
                }
                Some(value) => value,
            };
            object.insert(name, value);
        }
        let tags = skill.take("tags").unwrap_or_else(|| {
            losses.made_up_at(format!("/skills/{index}/tags"));
            Vec::new().into()
        });
        object.insert("tags", tags);
        skill.move_to(&mut object, &["examples", "inputModes", "outputModes"]);
        requirements(skill, &mut object, is_current, losses);
        if agent.is_card {
            unknown(skill, &mut object, "skills");
        }
        skills.push(Json::from(object));
    }
    card.insert("skills", skills);
    if agent.is_card {
        unknown(&mut agent.fields, card, "");
    }
}

fn requirements(fields: &mut Fields, object: &mut Object, is_current: bool, losses: &mut Losses) {
    if let Some(requirements) = fields.take_said("requirements") {
        match is_current {
            true => object.insert("securityRequirements", requirements.value),
            false => object.insert("security", security::requirements_0_3(&requirements, losses)),
        };
    }
}

/// Keeps members that no version of A2A defines, because clients ignore them.
fn unknown(fields: &mut Fields, object: &mut Object, within: &str) {
    let (lost, kept): (Vec<_>, Vec<_>) =
        std::mem::take(&mut fields.unknown).into_iter().partition(|(name, _)| is_field(within, name));
    fields.unknown = lost;
    let written = std::mem::take(object).into_iter().map(|member| (member.name().clone(), member.value().clone()));
    *object = written.chain(kept.into_iter().map(|(name, said)| (name, said.value))).collect();
}
