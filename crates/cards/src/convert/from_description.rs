//! Reads agent descriptions by the names of their terms, with or without prefix. Members with custom names are losses.

use super::{
    agent::{Agent, Fields, PlacedValue},
    loss::Losses,
    members::{Members, below},
    openrpc, schema_refs,
};
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::Linked},
    json::{Object, Text},
};

/// Prefix of an interface's protocol that means A2A.
pub(super) const A2A: &str = "A2A ";

pub(super) fn read(root: &Object, losses: &mut Losses) -> Agent {
    let mut agent = Agent::default();
    let mut members = Members::from_object("", root, Linked);
    // these identify a description of this version
    if members.take("@context", |context| *context == context_of_ours()).is_none()
        && members.take("@context", |_| true).is_some()
    {
        losses.changed("/@context", "replaced by a context with the same terms", Severity::Note);
        language(root, losses);
    }
    for name in ["@type", "type", "protocolType", "protocolVersion"] {
        members.take(name, |value| matches!(value.as_str(), Some("AgentDescription" | "ANP" | "1.0.0")));
    }
    agent.fields = Fields::at("").called(&[("id", "did"), ("vendor", "owner/name"), ("vendorUrl", "owner/url")]);
    let fields = &mut agent.fields;
    fields.put("id", members.take("did", |did| did.as_str().is_some_and(|did| did.starts_with("did:"))));
    fields.put_texts(&mut members, &["name", "description", "version"]);
    if let Some(mut owner) = members.object("owner", Linked) {
        // other formats have only organizations as providers
        let kind =
            ["@type", "type"].into_iter().find_map(|name| owner.take(name, |it| it.as_str() == Some("Organization")));
        fields.put("vendorKind", kind);
        fields.put("vendor", owner.text("name"));
        fields.put("vendorUrl", owner.text("url"));
        owner.rest_into(fields);
    }
    security(&mut members, fields, losses);
    let mut budget = schema_refs::MAX_COPIED_VALUES;
    for mut members in members.objects("interfaces", Linked, ("an interface", Severity::Error), losses) {
        let mut interface = Fields::at(members.pointer.clone());
        let content = members.take("content", |content| openrpc::is_openrpc(literal(content)));
        if let Some(content) = &content
            && let Some(object) = literal(&content.value).as_object()
        {
            let (skills, url) = openrpc::read(&content.pointer, object, &mut budget, losses);
            agent.skills.extend(skills);
            losses.changed(interface.pointer.clone(), "its methods are written as skills", Severity::Note);
            interface.put("url", url);
            // the content determines the protocol
            members.take("protocol", |protocol| protocol.as_str() == Some("openrpc"));
            if interface.get("url").is_some() {
                interface.put(
                    "protocol",
                    Some(PlacedValue { pointer: interface.place("protocol"), value: "openrpc".into() }),
                );
            }
        }
        if interface.get("url").is_none() {
            interface.put("url", members.text("url"));
        }
        match members.text("protocol") {
            Some(said) if said.value.as_str().is_some_and(|protocol| protocol.starts_with(A2A)) => {
                let binding = said.value.as_str().and_then(|protocol| protocol.strip_prefix(A2A)).map(Json::from);
                interface.put("binding", binding.map(|value| PlacedValue { pointer: said.pointer, value }));
                interface.put("protocolVersion", members.text("version"));
            }
            said => interface.put("protocol", said),
        }
        members.rest_into(&mut interface);
        agent.interfaces.push(interface);
    }
    // an interface without a URL has no address
    let (places, nowhere): (Vec<_>, Vec<_>) =
        std::mem::take(&mut agent.interfaces).into_iter().partition(|interface| interface.get("url").is_some());
    agent.interfaces = places;
    for fields in nowhere {
        let said =
            fields.said.into_iter().map(|(_, said)| said).chain(fields.unknown.into_iter().map(|(_, said)| said));
        said.for_each(|said| losses.lost(said, "dropped: its methods are written as skills", Severity::Warning));
    }
    if members.take("proof", |_| true).is_some() {
        losses.void("/proof", "dropped: the proof covers only the original description");
    }
    members.rest_into(&mut agent.fields);
    agent
}

/// Reads the language of all texts from the context.
pub(super) fn language(root: &Object, losses: &mut Losses) {
    let Some(context) = root.get("@context") else { return };
    let (list, place) = match context.as_array() {
        Some(list) => (list, "/@context/"),
        None => (std::slice::from_ref(context), "/@context"),
    };
    for (at, entry) in list.iter().enumerate() {
        let entry_at = if place.ends_with('/') { format!("{place}{at}") } else { place.to_owned() };
        for name in ["@language", "@direction"] {
            if let Some(value) = entry.get(name).filter(|value| !value.is_null()) {
                let reason = "dropped: other formats have no language";
                losses.lost_at(below(&entry_at, name), value, reason, Severity::Warning);
            }
        }
    }
}

/// The value of a JSON literal, or the value itself.
fn literal(content: &Json) -> &Json {
    content.get("@value").unwrap_or(content)
}

/// The context of written descriptions.
pub(super) fn context_of_ours() -> Json {
    vec![Json::from("https://agent-network-protocol.com/ad#")].into()
}

/// Converts security schemes that A2A also has, and the requirements.
fn security(members: &mut Members<'_>, fields: &mut Fields, losses: &mut Losses) {
    let schemes = members.take("securityDefinitions", |value| value.as_object().is_some());
    let mut known = Vec::new();
    if let Some(said) = schemes {
        for member in said.value.as_object().into_iter().flatten() {
            let place = below(&said.pointer, member.name());
            match scheme(member.value()) {
                Some(scheme) => known.push((member.name().clone(), scheme)),
                None => {
                    let reason = "dropped: other formats have no such scheme";
                    losses.lost_at(place, member.value(), reason, Severity::Error);
                }
            }
        }
        if !known.is_empty() {
            let value: Object = known.iter().cloned().collect();
            fields.put("schemes", Some(PlacedValue { pointer: said.pointer, value: value.into() }));
        }
    }
    let names = |value: &Json| {
        let names = value.as_array().unwrap_or(std::slice::from_ref(value));
        names.iter().all(|name| known.iter().any(|(scheme, _)| Some(scheme.as_str()) == name.as_str()))
    };
    // limits the quadratic comparison; no real description has more
    if known.len() > 64 {
        return;
    }
    if let Some(said) = members.take("security", names) {
        let names = said.value.as_array().unwrap_or(std::slice::from_ref(&said.value));
        let none = || -> Json { [("list", Vec::<Json>::new())].into_iter().collect::<Object>().into() };
        let all: Object = names.iter().filter_map(Json::as_text).map(|name| (name.clone(), none())).collect();
        let one: Object = [("schemes", Json::from(all))].into_iter().collect();
        if said.value.as_array().is_some() {
            losses.changed(said.pointer.clone(), "a name and a list with one name are equivalent", Severity::Note);
        }
        fields.put("requirements", Some(PlacedValue { pointer: said.pointer, value: vec![Json::from(one)].into() }));
    }
}

/// Converts a scheme to A2A 1.0: didwba and bearer in the usual header, API keys.
fn scheme(definition: &Json) -> Option<Json> {
    let text = |name: &str| definition.get(name).and_then(Json::as_str);
    // other members would be lost without a report
    let object = definition.as_object()?;
    if !object.iter().all(|member| matches!(member.name().as_str(), "scheme" | "in" | "name" | "description")) {
        return None;
    }
    let is_header = text("in") == Some("header") && text("name") == Some("Authorization");
    let (kind, mut inner): (&str, Vec<(Text, Json)>) = match text("scheme")? {
        "didwba" if is_header => ("httpAuthSecurityScheme", vec![(Text::from_static("scheme"), "DIDWba".into())]),
        "bearer" if is_header => ("httpAuthSecurityScheme", vec![(Text::from_static("scheme"), "Bearer".into())]),
        "apiKey" if matches!(text("in"), Some("header" | "query" | "cookie")) => {
            let mut inner = vec![(Text::from_static("location"), definition.get("in")?.clone())];
            inner.push((Text::from_static("name"), definition.get("name")?.clone()));
            ("apiKeySecurityScheme", inner)
        }
        _ => return None,
    };
    inner.extend(
        definition.get("description").map(|description| (Text::from_static("description"), description.clone())),
    );
    Some([(kind, Json::from(inner.into_iter().collect::<Object>()))].into_iter().collect::<Object>().into())
}
