//! Reads A2A Agent Cards, and writes those of 1.0 and 0.3.

use super::{
    agent::{Agent, Fields},
    error::ConvertError,
    losses::Losses,
    members::Members,
    placed_value::PlacedValue,
    security,
    seed_card::{PLACEHOLDER_URL, SIGNATURES_DROPPED},
};
use adp_cards::a2a_card::is_field;
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::EitherCase},
    json::Object,
};
use std::collections::HashSet;

/// Prefix of a binding URI that represents a protocol of an agent description.
const PROTOCOL: &str = "https://agent-network-protocol.com/ad#";

pub(super) fn read(root: &Object, losses: &mut Losses) -> Result<Agent, ConvertError> {
    let mut agent = Agent { is_card: true, ..Agent::default() };
    let mut members = Members::from_object("", root, EitherCase);
    let fields = &mut agent.fields;
    members.texts_into(fields, &["name", "description", "version", "documentationUrl", "iconUrl"]);
    if let Some(mut provider) = members.object("provider") {
        fields.put("vendor", provider.text("organization"));
        fields.put("vendorUrl", provider.text("url"));
        provider.rest_lost("dropped: not a member of providers", losses);
    }
    capabilities(&mut members, fields, losses);
    if fields.get("extendedAgentCard").is_none() {
        fields.put("extendedAgentCard", members.flag("supportsAuthenticatedExtendedCard"));
    }
    let schemes = members.take("securitySchemes", |value| value.as_object().is_some());
    fields.put("schemes", schemes.map(|schemes| security::schemes_of_card(&schemes, losses)));
    let is_current = root.contains("supportedInterfaces");
    read_requirements(&mut members, fields, is_current, losses)?;
    authentication(&mut members, fields, losses);
    fields.put("inputModes", members.texts("defaultInputModes"));
    fields.put("outputModes", members.texts("defaultOutputModes"));
    agent.interfaces = interfaces(&mut members, losses);
    for members in members.objects("skills", ("a skill", Severity::Warning), losses) {
        agent.skills.push(skill(members, is_current, losses)?);
    }
    if members.take("signatures", |_| true).is_some() {
        losses.changed("/signatures", SIGNATURES_DROPPED, Severity::Error);
    }
    members.rest_into(&mut agent.fields);
    Ok(agent)
}

fn capabilities(members: &mut Members<'_>, fields: &mut Fields, losses: &mut Losses) {
    let Some(mut capabilities) = members.object("capabilities") else { return };
    for name in ["streaming", "pushNotifications", "stateTransitionHistory", "extendedAgentCard"] {
        fields.put(name, capabilities.flag(name));
    }
    let are_objects = |value: &Json| {
        value.as_array().is_some_and(|items| items.iter().all(|item| item.get("uri").and_then(Json::as_str).is_some()))
    };
    fields.put("extensions", capabilities.take("extensions", are_objects));
    capabilities.rest_lost("dropped: not a capability of A2A", losses);
}

/// Reads the requirements of both versions; those of 1.0 win.
fn read_requirements(
    members: &mut Members<'_>,
    fields: &mut Fields,
    is_current: bool,
    losses: &mut Losses,
) -> Result<(), ConvertError> {
    let current = security::requirements(members, "securityRequirements")?;
    let old = security::requirements(members, "security")?.map(|said| security::requirements_of_0_3(&said));
    match (&current, &old) {
        (Some(current), Some(old)) if security::is_open(&current.value) && !security::is_open(&old.value) => {
            let reason = "`securityRequirements` allows access without authentication, and `security` does not";
            return Err(ConvertError::Security { pointer: current.pointer.clone(), reason });
        }
        (Some(current), Some(old)) if current.value != old.value => {
            losses.lost(old.clone(), "dropped: `securityRequirements` differs and is used instead", Severity::Error);
        }
        // only clients of 0.3 read these
        (None, Some(_)) if is_current => {
            for name in ["security", "securityRequirements"] {
                let reason = "dropped: `security` of version 0.3 is used instead";
                losses.changed(fields.place(name), reason, Severity::Note);
            }
        }
        _ => {}
    }
    fields.put("requirements", current.or(old));
    Ok(())
}

/// Converts `authentication` of 0.2 to security schemes: names of HTTP authentication schemes, one of them is
/// sufficient. Other content is a loss.
fn authentication(members: &mut Members<'_>, fields: &mut Fields, losses: &mut Losses) {
    let Some(said) = members.take("authentication", |_| true) else { return };
    if fields.get("schemes").is_some() || fields.get("requirements").is_some() {
        return losses.lost(said, "dropped: A2A 0.2; the security schemes are used instead", Severity::Warning);
    }
    let Some(schemes) = security::from_authentication(&said.value) else {
        let reason = "`authentication` is from A2A 0.2; declare `securitySchemes`";
        return losses.lost(said, reason, Severity::Error);
    };
    // 0.2 does not state which calls need authentication
    let reason = "`authentication` is written as `securitySchemes`; require one of them in `security`";
    losses.changed(said.pointer.clone(), reason, Severity::Error);
    fields.put("schemes", Some(PlacedValue::new(said.pointer, schemes)));
}

fn interfaces(members: &mut Members<'_>, losses: &mut Losses) -> Vec<Fields> {
    let mut found = Vec::new();
    let an_interface = ("an interface", Severity::Error);
    for mut members in members.objects("supportedInterfaces", an_interface, losses) {
        let mut fields = Fields::at(members.pointer.clone());
        fields.put("url", members.text("url"));
        read_binding(&mut fields, members.text("protocolBinding"));
        let version = members.text("protocolVersion");
        match version {
            // the version is not that of the represented protocol
            Some(said) if fields.get("protocol").is_some() => {
                losses.changed(said.pointer, "dropped: not a protocol of A2A", Severity::Note);
            }
            version => {
                same(&version, "0.3.0", "written as 0.3: A2A 1.0 has no patch numbers here", losses);
                fields.put("protocolVersion", version);
            }
        }
        fields.put("tenant", members.text("tenant"));
        members.rest_into(&mut fields);
        found.push(fields);
    }
    let is_current = !found.is_empty();
    let is_known = |said: &PlacedValue| {
        let text = said.value.as_str().unwrap_or_default();
        is_current || ["0.2", "0.3", "1.0"].iter().any(|known| text.starts_with(known))
    };
    let mut version = members.text("protocolVersion");
    if let Some(said) = version.take_if(|said| !is_known(said)) {
        losses.changed(said.pointer, "unknown A2A version: the version of the card is used", Severity::Warning);
    }
    same(&version, "0.3", "written as 0.3.0, which is equivalent", losses);
    let mut old = Vec::new();
    let mut main = Fields::at("");
    main.put("url", members.take("url", |url| url.as_str().is_some_and(|url| url != PLACEHOLDER_URL)));
    members.take("url", |url| url.as_str() == Some(PLACEHOLDER_URL));
    let transport = members.text("preferredTransport");
    if transport.is_none() && main.get("url").is_some() && !is_current {
        // the default of `preferredTransport` (A2A 0.3.0, a2a.json)
        losses.changed("/preferredTransport", "the default JSONRPC is written", Severity::Note);
    }
    let default = || PlacedValue::new("/preferredTransport", "JSONRPC");
    read_binding(&mut main, Some(transport.unwrap_or_else(default)));
    if main.get("url").is_some() {
        old.push(main);
    }
    for mut members in members.objects("additionalInterfaces", an_interface, losses) {
        let mut fields = Fields::at(members.pointer.clone());
        fields.put("url", members.text("url"));
        read_binding(&mut fields, members.text("transport"));
        members.rest_into(&mut fields);
        old.push(fields);
    }
    let mut known: HashSet<(String, String)> = found.iter().map(place).collect();
    for mut fields in old {
        if !known.insert(place(&fields)) {
            let pointer = if fields.pointer.is_empty() { "/url".to_owned() } else { fields.pointer };
            losses.changed(pointer, "dropped: the endpoint is already listed", Severity::Note);
            continue;
        }
        if fields.get("protocol").is_none() {
            fields.put("protocolVersion", version.clone());
        }
        found.push(fields);
    }
    if is_current && version.is_some() {
        losses.changed("/protocolVersion", "dropped: each interface has its own version", Severity::Note);
    }
    found
}

/// Reports a version that is written differently.
fn same(said: &Option<PlacedValue>, version: &str, reason: &str, losses: &mut Losses) {
    if let Some(said) = said.as_ref().filter(|said| said.value.as_str() == Some(version)) {
        losses.changed(said.pointer.clone(), reason, Severity::Note);
    }
}

/// The URL and protocol of an interface.
fn place(fields: &Fields) -> (String, String) {
    let text = |name| fields.text(name).unwrap_or_default().to_owned();
    (text("url"), text("binding"))
}

/// Reads the binding of an interface, or the protocol that it represents.
fn read_binding(fields: &mut Fields, said: Option<PlacedValue>) {
    let Some(said) = said else { return };
    match said.value.as_str().and_then(|text| text.strip_prefix(PROTOCOL)) {
        Some(name) => fields.put("protocol", Some(PlacedValue::new(said.pointer, name.replace("%20", " ")))),
        None => fields.put("binding", Some(said)),
    }
}

fn skill(mut members: Members<'_>, is_current: bool, losses: &mut Losses) -> Result<Fields, ConvertError> {
    let mut fields = Fields::at(members.pointer.clone());
    members.texts_into(&mut fields, &["id", "name", "description"]);
    for name in ["tags", "examples", "inputModes", "outputModes"] {
        fields.put(name, members.texts(name));
    }
    read_requirements(&mut members, &mut fields, is_current, losses)?;
    members.rest_into(&mut fields);
    Ok(fields)
}

pub(super) fn write_1_0(agent: &mut Agent, losses: &mut Losses) -> Object {
    let mut card = Object::with_capacity(16);
    start(agent, &mut card, losses);
    let interfaces = std::mem::take(&mut agent.interfaces);
    let mut listed = Vec::new();
    for mut interface in interfaces {
        let Some(url) = interface.take("url") else {
            agent.interfaces.push(interface);
            continue;
        };
        let mut object = Object::with_capacity(4);
        object.insert("url", url);
        object.insert("protocolBinding", write_binding(&mut interface, losses));
        interface.move_to(&mut object, &["tenant"]);
        let version = interface.take_said("protocolVersion");
        let version = match version {
            None => {
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
    common(agent, &mut card, true, losses);
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
        listed.push((url, write_binding(&mut interface, losses)));
        agent.interfaces.push(interface);
    }
    let version = version.filter(|version| version.starts_with("0.3") || version.starts_with("0.2"));
    card.insert("protocolVersion", version.unwrap_or_else(|| "0.3.0".to_owned()));
    start(agent, &mut card, losses);
    let mut listed = listed.into_iter();
    if let Some((url, binding)) = listed.next() {
        card.insert("url", url);
        card.insert("preferredTransport", binding);
    } else {
        card.insert("url", PLACEHOLDER_URL);
    }
    let other = |(url, binding)| Object::from_iter([("url", url), ("transport", binding)]).into();
    let others: Vec<Json> = listed.map(other).collect();
    if !others.is_empty() {
        card.insert("additionalInterfaces", others);
    }
    common(agent, &mut card, false, losses);
    card
}

/// Writes the binding of an interface. A protocol other than A2A becomes a URI.
fn write_binding(interface: &mut Fields, losses: &mut Losses) -> Json {
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
        losses.made_up(fields.place(name), format!("A2A needs it: {otherwise:?} is written"));
        otherwise.into()
    })
}

fn start(agent: &mut Agent, card: &mut Object, losses: &mut Losses) {
    let name = text(&mut agent.fields, "name", "Agent", losses);
    let described = name.as_str().unwrap_or_default().to_owned();
    card.insert("name", name);
    card.insert("description", text(&mut agent.fields, "description", &described, losses));
}

/// Writes what both versions have, each with its own names.
fn common(agent: &mut Agent, card: &mut Object, is_current: bool, losses: &mut Losses) {
    let fields = &mut agent.fields;
    let url = fields.take("vendorUrl").filter(|url| url.as_str() != Some(PLACEHOLDER_URL));
    if let Some(url) = url {
        let organization = fields.take("vendor").unwrap_or_else(|| {
            losses.made_up(fields.place("vendor"), "A2A needs the provider's name: its URL is written");
            url.clone()
        });
        card.insert("provider", Object::from_iter([("organization", organization), ("url", url)]));
        fields.take("vendorKind");
    } else {
        for said in ["vendor", "vendorKind"].into_iter().filter_map(|name| fields.take_said(name)) {
            losses.lost(said, "A2A requires the provider's URL, which the document does not have", Severity::Warning);
        }
    }
    card.insert("version", text(fields, "version", "0.0.0", losses));
    fields.move_to(card, &["documentationUrl", "iconUrl"]);
    let mut capabilities = Object::with_capacity(4);
    let last = if is_current { "extendedAgentCard" } else { "stateTransitionHistory" };
    fields.move_to(&mut capabilities, &["streaming", "pushNotifications", "extensions", last]);
    card.insert("capabilities", capabilities);
    if !is_current {
        fields.move_as(card, "extendedAgentCard", "supportsAuthenticatedExtendedCard");
    }
    if let Some(schemes) = fields.take_said("schemes") {
        let schemes = if is_current { schemes.value } else { security::schemes_0_3(schemes, losses) };
        card.insert("securitySchemes", schemes);
    }
    write_requirements(fields, card, is_current, losses);
    for (name, written) in [("inputModes", "defaultInputModes"), ("outputModes", "defaultOutputModes")] {
        let modes = fields.take(name).unwrap_or_else(|| {
            losses.made_up(fields.place(written), "A2A needs modes: text/plain and application/json are written");
            vec![Json::from("text/plain"), "application/json".into()].into()
        });
        card.insert(written, modes);
    }
    let mut skills = Vec::new();
    for skill in &mut agent.skills {
        let mut object = Object::with_capacity(8);
        for (name, otherwise) in [("id", "skill"), ("name", ""), ("description", "")] {
            let written = ["name", "id"].iter().find_map(|name| object.get(name)?.as_str());
            let otherwise = written.unwrap_or(otherwise).to_owned();
            // a tool often has the same name and title
            let value = match skill.take(name) {
                None if name == "name" => {
                    losses.changed(skill.place(name), "the id is written as name", Severity::Note);
                    otherwise.into()
                }
                None => {
                    losses.made_up(skill.place(name), format!("A2A needs it: {otherwise:?} is written"));
                    otherwise.into()
                }
                Some(value) => value,
            };
            object.insert(name, value);
        }
        object.insert("tags", skill.take("tags").unwrap_or_else(|| Vec::new().into()));
        skill.move_to(&mut object, &["examples", "inputModes", "outputModes"]);
        write_requirements(skill, &mut object, is_current, losses);
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

fn write_requirements(fields: &mut Fields, object: &mut Object, is_current: bool, losses: &mut Losses) {
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
    let written = object.iter().map(|member| (member.name().clone(), member.value().clone()));
    *object = written.chain(kept.into_iter().map(|(name, said)| (name, said.value))).collect();
}
