//! Reads agent descriptions by the names of their terms, with or without prefix. Members with custom names are losses.
//! Writes them in JSON-LD.

use super::{
    agent::{Agent, Fields},
    losses::Losses,
    members::{Members, below, object_with},
    openrpc,
    placed_value::PlacedValue,
    schema_refs,
    security::{converted, is_open},
};
use agent_description::{
    Json,
    diagnostic::{Severity, members::Spelling::Linked},
    json::{Object, Text, object},
};

/// Prefix of an interface's protocol that means A2A.
const A2A: &str = "A2A ";

/// The scheme name for agents without authentication, or with one that a description cannot express.
const NONE: &str = "unsaid_sc";

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
    members.texts_into(fields, &["name", "description", "version"]);
    if let Some(mut owner) = members.object("owner") {
        // other formats have only organizations as providers
        let kind =
            ["@type", "type"].into_iter().find_map(|name| owner.take(name, |it| it.as_str() == Some("Organization")));
        fields.put("vendorKind", kind);
        fields.put("vendor", owner.text("name"));
        fields.put("vendorUrl", owner.text("url"));
        owner.rest_into(fields);
    }
    read_security(&mut members, fields, losses);
    let mut budget = schema_refs::MAX_COPIED_VALUES;
    for mut members in members.objects("interfaces", ("an interface", Severity::Error), losses) {
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
                interface.put("protocol", Some(PlacedValue::new(interface.place("protocol"), "openrpc")));
            }
        }
        if interface.get("url").is_none() {
            interface.put("url", members.text("url"));
        }
        let protocol = members.text("protocol");
        match protocol.as_ref().and_then(|said| Some((&said.pointer, said.value.as_str()?.strip_prefix(A2A)?))) {
            Some((pointer, binding)) => {
                interface.put("binding", Some(PlacedValue::new(pointer.as_str(), binding)));
                interface.put("protocolVersion", members.text("version"));
            }
            None => interface.put("protocol", protocol),
        }
        members.rest_into(&mut interface);
        agent.interfaces.push(interface);
    }
    // an interface without a URL has no address
    let (places, nowhere): (Vec<_>, Vec<_>) =
        std::mem::take(&mut agent.interfaces).into_iter().partition(|interface| interface.get("url").is_some());
    agent.interfaces = places;
    for fields in nowhere {
        let unknown = fields.unknown.into_iter().map(|(_, said)| said);
        for said in fields.said.into_iter().map(|(_, said)| said).chain(unknown) {
            losses.lost(said, "dropped: its methods are written as skills", Severity::Warning);
        }
    }
    if members.take("proof", |_| true).is_some() {
        losses.changed("/proof", "dropped: the proof covers only the original description", Severity::Error);
    }
    members.rest_into(&mut agent.fields);
    agent
}

/// Reads the language of all texts from the context.
pub(super) fn language(root: &Object, losses: &mut Losses) {
    let Some(context) = root.get("@context") else { return };
    let list = context.as_array();
    for (at, entry) in list.unwrap_or(std::slice::from_ref(context)).iter().enumerate() {
        let entry_at = if list.is_some() { format!("/@context/{at}") } else { "/@context".to_owned() };
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
fn read_security(members: &mut Members<'_>, fields: &mut Fields, losses: &mut Losses) {
    let schemes = members.take("securityDefinitions", |value| value.as_object().is_some());
    let mut known = Vec::new();
    if let Some(said) = schemes {
        let reason = "dropped: other formats have no such scheme";
        known = converted(&said, reason, losses, |definition, _, _| scheme(definition));
        if !known.is_empty() {
            fields.put("schemes", Some(PlacedValue::new(said.pointer, known.iter().cloned().collect::<Object>())));
        }
    }
    let names = |value: &Json| {
        let names = value.as_array().unwrap_or(std::slice::from_ref(value));
        !names.is_empty()
            && names.iter().all(|name| known.iter().any(|(scheme, _)| Some(scheme.as_str()) == name.as_str()))
    };
    // limits the quadratic comparison; no real description has more
    if known.len() > 64 {
        return;
    }
    if let Some(said) = members.take("security", names) {
        let names = said.value.as_array().unwrap_or(std::slice::from_ref(&said.value));
        let names_of = names.iter().filter_map(Json::as_text);
        let all: Object = names_of.map(|name| (name.clone(), object_with("list", Vec::new()))).collect();
        let one = object_with("schemes", all);
        if said.value.as_array().is_some() {
            losses.changed(said.pointer.clone(), "a name and a list with one name are equivalent", Severity::Note);
        }
        fields.put("requirements", Some(PlacedValue::new(said.pointer, vec![one])));
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
    let mut inner = Object::with_capacity(3);
    let kind = match text("scheme")? {
        "didwba" | "bearer" if is_header => {
            inner.insert("scheme", if text("scheme") == Some("bearer") { "Bearer" } else { "DIDWba" });
            "httpAuthSecurityScheme"
        }
        "apiKey" if matches!(text("in"), Some("header" | "query" | "cookie")) => {
            inner.insert("location", definition.get("in")?.clone());
            inner.insert("name", definition.get("name")?.clone());
            "apiKeySecurityScheme"
        }
        _ => return None,
    };
    if let Some(description) = definition.get("description") {
        inner.insert("description", description.clone());
    }
    Some(object_with(kind, inner))
}

pub(super) fn write(agent: &mut Agent, losses: &mut Losses) -> Object {
    let fields = &mut agent.fields;
    let mut description = Object::with_capacity(12);
    description.insert("@context", context_of_ours());
    description.insert("@type", "AgentDescription");
    let name = fields.take("name").unwrap_or_else(|| {
        losses.made_up(fields.place("name"), "a description needs a name: \"Agent\" is written");
        "Agent".into()
    });
    description.insert("name", name.clone());
    if fields.text("id").is_some_and(|id| id.starts_with("did:"))
        && let Some(did) = fields.take("id")
    {
        description.insert("did", did);
    }
    fields.move_to(&mut description, &["description"]);
    let version = fields.take("version");
    if let Some(version) = &version {
        description.insert("version", version.clone());
    }
    if let Some(vendor) = fields.take("vendor") {
        let mut owner = Object::from_iter([("@type", "Organization".into()), ("name", vendor)]);
        fields.move_as(&mut owner, "vendorUrl", "url");
        description.insert("owner", owner);
        fields.take("vendorKind");
    }
    let mut interfaces = Vec::new();
    if !agent.skills.is_empty() {
        let version = version.unwrap_or_else(|| "0.0.0".into());
        let content = openrpc::write(&name, &version, &mut agent.skills, losses);
        let interface = object! {
            "@type": "StructuredInterface",
            "@id": "urn:skills",
            "name": "Skills",
            "description": format!("What {} can do", name.as_str().unwrap_or("the agent")),
            "protocol": "openrpc",
            "content": content,
        };
        interfaces.push(interface.into());
    }
    for (index, interface) in agent.interfaces.iter_mut().enumerate() {
        if let Some(written) = place(interface, index, losses) {
            interfaces.push(Json::from(written));
        }
    }
    description.insert("interfaces", interfaces);
    write_security(&mut agent.fields, &mut description, losses);
    description
}

/// Writes an interface at an https URL, which descriptions require.
fn place(interface: &mut Fields, index: usize, losses: &mut Losses) -> Option<Object> {
    let is_https = interface.text("url").is_some_and(|url| url.starts_with("https://"));
    if !is_https {
        for (_, said) in std::mem::take(&mut interface.said) {
            losses.lost(said, "dropped: interfaces of descriptions need an https URL", Severity::Error);
        }
        return None;
    }
    let url = interface.take("url")?;
    let mut object = Object::with_capacity(6);
    let protocol = match interface.take("protocol") {
        Some(protocol) => protocol,
        None => {
            let binding = interface.take("binding").unwrap_or_else(|| "JSONRPC".into());
            format!("{A2A}{}", binding.as_str().unwrap_or_default()).into()
        }
    };
    object.insert("@type", "StructuredInterface");
    object.insert("@id", format!("urn:interface:{index}"));
    object.insert("name", protocol.clone());
    object.insert("description", format!("How to reach the agent by {}", protocol.as_str().unwrap_or_default()));
    object.insert("protocol", protocol);
    interface.move_as(&mut object, "protocolVersion", "version");
    object.insert("url", url);
    Some(object)
}

fn write_security(fields: &mut Fields, description: &mut Object, losses: &mut Losses) {
    let reason = "dropped: descriptions have no such security scheme";
    let schemes = fields.take_said("schemes");
    let definitions = schemes.map(|said| converted(&said, reason, losses, |scheme, _, _| definition(scheme)));
    let mut definitions = definitions.unwrap_or_default();
    let names = fields.get("requirements").and_then(|requirements| names(requirements, &definitions));
    let security = match names {
        Some(names) => {
            fields.take("requirements");
            names
        }
        None => {
            let stated = fields.get("requirements").map(|all| (all.as_array().map_or(0, <[Json]>::len), is_open(all)));
            // only one stated requirement of nothing is open access
            let scheme = if stated == Some((1, true)) { "nosec" } else { "other" };
            let reason = format!("a description needs security: the scheme {scheme:?} is written");
            losses.made_up("/security", reason);
            let none = Object::from_iter([("scheme", scheme), ("in", "auto")]);
            definitions.push((Text::from_static(NONE), none.into()));
            NONE.into()
        }
    };
    description.insert("securityDefinitions", definitions.into_iter().collect::<Object>());
    description.insert("security", security);
}

/// The names of one alternative of the requirements, if all are defined.
fn names(requirements: &Json, definitions: &[(Text, Json)]) -> Option<Json> {
    let [one] = requirements.as_array()? else { return None };
    let schemes = one.get("schemes")?.as_object()?;
    let is_plain = |scopes: &Json| scopes.get("list").and_then(Json::as_array).is_none_or(<[Json]>::is_empty);
    let known: std::collections::HashSet<&str> = definitions.iter().map(|(name, _)| name.as_str()).collect();
    let all = schemes.iter().all(|scheme| known.contains(scheme.name().as_str()) && is_plain(scheme.value()));
    if !all || schemes.is_empty() {
        return None;
    }
    let mut names: Vec<_> = schemes.iter().map(|scheme| Json::from(scheme.name().clone())).collect();
    if names.len() == 1 { names.pop() } else { Some(names.into()) }
}

/// Converts a scheme that descriptions also have.
fn definition(scheme: &Json) -> Option<Json> {
    let [member] = scheme.as_object()?.iter().as_slice() else { return None };
    let inner = member.value().as_object()?;
    let text = |name: &str| inner.get(name).and_then(Json::as_str);
    let only = |names: &[&str]| inner.iter().all(|field| names.contains(&field.name().as_str()));
    let mut object = Object::with_capacity(4);
    match member.name().as_str() {
        "httpAuthSecurityScheme" if only(&["scheme", "description"]) => {
            let scheme = [("DIDWba", "didwba"), ("Bearer", "bearer")];
            object.insert("scheme", scheme.iter().find(|(known, _)| text("scheme") == Some(known))?.1);
            object.insert("in", "header");
            object.insert("name", "Authorization");
        }
        "apiKeySecurityScheme" if only(&["location", "name", "description"]) => {
            object.insert("scheme", "apiKey");
            object.insert("in", text("location").filter(|place| matches!(*place, "header" | "query" | "cookie"))?);
            object.insert("name", text("name")?);
        }
        _ => return None,
    }
    if let Some(description) = inner.get("description") {
        object.insert("description", description.clone());
    }
    Some(object.into())
}
