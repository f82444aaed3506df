//! Reads A2A Agent Cards.

use super::{
    agent::{Agent, Fields, PlacedValue},
    from_seed_card::PLACEHOLDER_URL,
    loss::Losses,
    members::Members,
    security,
};
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::EitherCase},
    json::Object,
};

/// Prefix of a binding URI that represents a protocol of an agent description.
pub(super) const PROTOCOL: &str = "https://agent-network-protocol.com/ad#";

pub(super) fn read(root: &Object, losses: &mut Losses) -> Agent {
    let mut agent = Agent { is_card: true, ..Agent::default() };
    let mut members = Members::from_object("", root, EitherCase);
    let fields = &mut agent.fields;
    fields.put_texts(&mut members, &["name", "description", "version", "documentationUrl", "iconUrl"]);
    if let Some(mut provider) = members.object("provider", EitherCase) {
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
    requirements(&mut members, fields, is_current, losses);
    authentication(&mut members, fields, losses);
    fields.put("inputModes", members.texts("defaultInputModes"));
    fields.put("outputModes", members.texts("defaultOutputModes"));
    agent.interfaces = interfaces(&mut members, losses);
    for members in members.objects("skills", EitherCase, ("a skill", Severity::Warning), losses) {
        agent.skills.push(skill(members, is_current, losses));
    }
    if members.take("signatures", |_| true).is_some() {
        losses.void("/signatures", "dropped: the signatures cover only the original card");
    }
    members.rest_into(&mut agent.fields);
    agent
}

fn capabilities(members: &mut Members<'_>, fields: &mut Fields, losses: &mut Losses) {
    let Some(mut capabilities) = members.object("capabilities", EitherCase) else { return };
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
fn requirements(members: &mut Members<'_>, fields: &mut Fields, is_current: bool, losses: &mut Losses) {
    let are_objects =
        |value: &Json| value.as_array().is_some_and(|items| items.iter().all(|item| item.as_object().is_some()));
    let current = members.take("securityRequirements", are_objects);
    let old = members.take("security", are_objects).map(|said| security::requirements_of_0_3(&said));
    match (current, old) {
        (Some(current), Some(old)) => {
            if current.value != old.value {
                losses.lost(old, "dropped: `securityRequirements` differs and is used instead", Severity::Error);
            }
            fields.put("requirements", Some(current));
        }
        (None, Some(old)) => {
            if is_current {
                // only clients of 0.3 read these
                for name in ["security", "securityRequirements"] {
                    losses.changed(
                        fields.place(name),
                        "dropped: `security` of version 0.3 is used instead",
                        Severity::Note,
                    );
                }
            }
            fields.put("requirements", Some(old));
        }
        (current, None) => fields.put("requirements", current),
    }
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
    fields.put("schemes", Some(PlacedValue { pointer: said.pointer, value: schemes }));
}

fn interfaces(members: &mut Members<'_>, losses: &mut Losses) -> Vec<Fields> {
    let mut found = Vec::new();
    let an_interface = ("an interface", Severity::Error);
    for mut members in members.objects("supportedInterfaces", EitherCase, an_interface, losses) {
        let mut fields = Fields::at(members.pointer.clone());
        fields.put("url", members.text("url"));
        binding(&mut fields, members.text("protocolBinding"));
        let version = members.text("protocolVersion");
        match version {
            // the version is not that of the represented protocol
            Some(said) if fields.get("protocol").is_some() => {
                losses.changed(said.pointer, "dropped: not a protocol of A2A", Severity::Note);
            }
            version => fields.put("protocolVersion", version),
        }
        fields.put("tenant", members.text("tenant"));
        members.rest_into(&mut fields);
        found.push(fields);
    }
    for said in found.iter().flat_map(|fields| &fields.said) {
        same(said, "0.3.0", "written as 0.3: A2A 1.0 has no patch numbers here", losses);
    }
    let is_current = !found.is_empty();
    let version = members.text("protocolVersion").map(|said| ("protocolVersion", said));
    let is_known = |text: &str| ["0.2", "0.3", "1.0"].iter().any(|known| text.starts_with(known));
    let version = version.filter(|(_, said)| {
        let is_known = is_current || said.value.as_str().is_some_and(is_known);
        if !is_known {
            losses.changed(
                said.pointer.clone(),
                "unknown A2A version: the version of the card is used",
                Severity::Warning,
            );
        }
        is_known
    });
    if let Some(said) = &version {
        same(said, "0.3", "written as 0.3.0, which is equivalent", losses);
    }
    let version = version.map(|(_, said)| said);
    let mut old = Vec::new();
    let mut main = Fields::at("");
    main.put("url", members.take("url", |url| url.as_str().is_some_and(|url| url != PLACEHOLDER_URL)));
    members.take("url", |url| url.as_str() == Some(PLACEHOLDER_URL));
    let transport = members.text("preferredTransport");
    if transport.is_none() && main.get("url").is_some() && !is_current {
        // the default of `preferredTransport` (A2A 0.3.0, a2a.json)
        losses.changed("/preferredTransport", "the default JSONRPC is written", Severity::Note);
    }
    let default = || PlacedValue { pointer: "/preferredTransport".to_owned(), value: Json::from("JSONRPC") };
    binding(&mut main, Some(transport.unwrap_or_else(default)));
    if main.get("url").is_some() {
        old.push(main);
    }
    for mut members in members.objects("additionalInterfaces", EitherCase, an_interface, losses) {
        let mut fields = Fields::at(members.pointer.clone());
        fields.put("url", members.text("url"));
        binding(&mut fields, members.text("transport"));
        members.rest_into(&mut fields);
        old.push(fields);
    }
    let mut known: std::collections::HashSet<(String, String)> = found.iter().map(place).collect();
    for mut fields in old {
        if !known.insert(place(&fields)) {
            let pointer = if fields.pointer.is_empty() { "/url".to_owned() } else { fields.pointer };
            losses.changed(pointer, "dropped: the endpoint is already listed", Severity::Note);
            continue;
        }
        if let Some(version) = version.as_ref().filter(|_| fields.get("protocol").is_none()) {
            fields.put("protocolVersion", Some(version.clone()));
        }
        found.push(fields);
    }
    if is_current && version.is_some() {
        losses.changed("/protocolVersion", "dropped: each interface has its own version", Severity::Note);
    }
    found
}

/// Reports a version that is written differently.
fn same((name, said): &(&str, PlacedValue), version: &str, reason: &str, losses: &mut Losses) {
    if *name == "protocolVersion" && said.value.as_str() == Some(version) {
        losses.changed(said.pointer.clone(), reason, Severity::Note);
    }
}

/// The URL and protocol of an interface.
fn place(fields: &Fields) -> (String, String) {
    let text = |name| fields.text(name).unwrap_or_default().to_owned();
    (text("url"), text("binding"))
}

/// Reads the binding of an interface, or the protocol that it represents.
fn binding(fields: &mut Fields, said: Option<PlacedValue>) {
    let Some(said) = said else { return };
    let protocol =
        said.value.as_str().and_then(|text| text.strip_prefix(PROTOCOL)).map(|name| name.replace("%20", " "));
    match protocol {
        Some(name) => fields.put("protocol", Some(PlacedValue { pointer: said.pointer, value: name.into() })),
        None => fields.put("binding", Some(said)),
    }
}

fn skill(mut members: Members<'_>, is_current: bool, losses: &mut Losses) -> Fields {
    let mut fields = Fields::at(members.pointer.clone());
    fields.put_texts(&mut members, &["id", "name", "description"]);
    for name in ["tags", "examples", "inputModes", "outputModes"] {
        fields.put(name, members.texts(name));
    }
    requirements(&mut members, &mut fields, is_current, losses);
    members.rest_into(&mut fields);
    fields
}
