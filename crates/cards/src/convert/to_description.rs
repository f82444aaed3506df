//! Writes agent descriptions in JSON-LD.

use super::{
    agent::{Agent, Fields},
    from_description::{A2A, context_of_ours},
    from_seed_card::ENVELOPE,
    loss::Losses,
    members::below,
    openrpc,
};
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Object, Text},
};

/// The scheme name for agents without authentication, or with one that a description cannot express.
const NONE: &str = "unsaid_sc";

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
        let mut owner = Object::with_capacity(3);
        owner.insert("@type", "Organization");
        owner.insert("name", vendor);
        fields.move_as(&mut owner, "vendorUrl", "url");
        description.insert("owner", owner);
        fields.take("vendorKind");
    }
    let mut interfaces = Vec::new();
    if !agent.skills.is_empty() {
        let version = version.unwrap_or_else(|| "0.0.0".into());
        let content = openrpc::write(&name, &version, &mut agent.skills, losses);
        let mut interface = Object::with_capacity(6);
        interface.insert("@type", "StructuredInterface");
        interface.insert("@id", "urn:skills");
        interface.insert("name", "Skills");
        interface.insert("description", format!("What {} can do", name.as_str().unwrap_or("the agent")));
        interface.insert("protocol", "openrpc");
        interface.insert("content", content);
        invented(interfaces.len(), losses);
        interfaces.push(interface.into());
    }
    for (index, interface) in agent.interfaces.iter_mut().enumerate() {
        let is_supposed = interface.text("protocol") == Some(ENVELOPE);
        if let Some(written) = place(interface, index, losses) {
            invented(interfaces.len(), losses);
            if is_supposed {
                losses.made_up_at(format!("/interfaces/{}/protocol", interfaces.len()));
            }
            interfaces.push(Json::from(written));
        }
    }
    description.insert("interfaces", interfaces);
    security(&mut agent.fields, &mut description, losses);
    description
}

/// Records the name of an interface as added, so that a preserved name can replace it.
fn invented(index: usize, losses: &mut Losses) {
    for name in ["@type", "@id", "name", "description"] {
        losses.made_up_at(format!("/interfaces/{index}/{name}"));
    }
}

/// Removes the placeholder scheme if the original one was restored.
pub(super) fn without_unused(description: &mut Object, losses: &Losses) {
    let named = description.get("security").is_some_and(|security| {
        security.as_array().unwrap_or(std::slice::from_ref(security)).iter().any(|name| name.as_str() == Some(NONE))
    });
    let definitions = description.get_mut("securityDefinitions").and_then(Json::as_object_mut);
    if let Some(definitions) =
        definitions.filter(|_| !named && losses.is_made_up(&format!("/securityDefinitions/{NONE}")))
    {
        definitions.remove(NONE);
    }
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

fn security(fields: &mut Fields, description: &mut Object, losses: &mut Losses) {
    let mut definitions = Vec::new();
    if let Some(said) = fields.take_said("schemes") {
        for member in said.value.as_object().into_iter().flatten() {
            match definition(member.value()) {
                Some(definition) => definitions.push((member.name().clone(), Json::from(definition))),
                None => {
                    let reason = "dropped: descriptions have no such security scheme";
                    losses.lost_at(below(&said.pointer, member.name()), member.value(), reason, Severity::Error);
                }
            }
        }
    }
    let names = fields.get("requirements").and_then(|requirements| names(requirements, &definitions));
    let security = match names {
        Some(names) => {
            fields.take("requirements");
            names
        }
        None => {
            // an inexpressible requirement must not look like open access
            let asks = fields.get("requirements").and_then(Json::as_array).is_some_and(|all| !all.is_empty());
            let scheme = if asks { "other" } else { "nosec" };
            losses.made_up("/security", format!("a description needs security: the scheme {scheme:?} is written"));
            if definitions.is_empty() {
                losses.made_up_at("/securityDefinitions".to_owned());
            }
            losses.made_up_at(format!("/securityDefinitions/{NONE}"));
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
    let mut names = schemes.iter().map(|scheme| Json::from(scheme.name().clone()));
    match (names.next(), schemes.len()) {
        (Some(one), 1) => Some(one),
        (Some(one), _) => Some(std::iter::once(one).chain(names).collect::<Vec<_>>().into()),
        (None, _) => None,
    }
}

/// Converts a scheme that descriptions also have.
fn definition(scheme: &Json) -> Option<Object> {
    let [member] = scheme.as_object()?.iter().as_slice() else { return None };
    let inner = member.value().as_object()?;
    let text = |name: &str| inner.get(name).and_then(Json::as_str);
    let only = |names: &[&str]| inner.iter().all(|field| names.contains(&field.name().as_str()));
    let mut object = Object::with_capacity(4);
    match member.name().as_str() {
        "httpAuthSecurityScheme" if only(&["scheme", "description"]) => {
            object.insert(
                "scheme",
                match text("scheme")? {
                    "DIDWba" => "didwba",
                    "Bearer" => "bearer",
                    _ => return None,
                },
            );
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
    Some(object)
}
