//! What a card says, whichever version says it.

use super::{
    Version, Versions,
    definition_1_0::{AGENT_CARD, AGENT_PROVIDER, AGENT_SKILL},
};
use crate::members::{list, text, text_array, texts};
use agent_description::{
    Document,
    diagnostic::members::Table,
    json::{Json, Object, Text},
};

/// An agent as its card describes it, unverified. What a version has under another name stands here once; members that no
/// version has are kept in `other`, as they are.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AgentCard {
    /// The versions that the card shows.
    pub versions: Versions,
    /// The agent's name.
    pub name: Option<Text>,
    /// What it is for.
    pub description: Option<Text>,
    /// The agent's own version.
    pub version: Option<Text>,
    /// Who provides it.
    pub provider: Option<Provider>,
    /// Where it is, the preferred place first: those of 1.0, then those of an older version.
    pub interfaces: Vec<Interface>,
    /// `streaming`, `pushNotifications` and their like, in the order of the card.
    pub capabilities: Vec<(Text, bool)>,
    /// The extensions it speaks.
    pub extensions: Vec<Extension>,
    /// The names of the security schemes it declares.
    pub security_schemes: Vec<Text>,
    /// What it can do.
    pub skills: Vec<Skill>,
    /// The media types it takes.
    pub input_modes: Vec<Text>,
    /// The media types it gives.
    pub output_modes: Vec<Text>,
    /// Where its documentation is.
    pub documentation_url: Option<Text>,
    /// Its icon.
    pub icon_url: Option<Text>,
    /// How many signatures there are, good or not.
    pub signatures: usize,
    /// Members that no version has.
    pub other: Object,
}

/// Who provides an agent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Provider {
    /// The organization's name.
    pub organization: Option<Text>,
    /// Its web site.
    pub url: Option<Text>,
    /// Members that no version has.
    pub other: Object,
}

/// A place where an agent is reached.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Interface {
    /// The URL, for gRPC also `host:port`.
    pub url: Text,
    /// `JSONRPC`, `GRPC`, `HTTP+JSON`, or the URI of another binding.
    pub binding: Option<Text>,
    /// The version of A2A that it speaks.
    pub protocol_version: Option<Text>,
    /// What requests name so that they reach this agent.
    pub tenant: Option<Text>,
}

/// An extension that an agent speaks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Extension {
    /// What it is called.
    pub uri: Option<Text>,
    /// What the agent does with it.
    pub description: Option<Text>,
    /// Whether callers have to speak it, too.
    pub required: bool,
    /// Its settings.
    pub params: Option<Object>,
}

/// Something that an agent can do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Skill {
    /// Its id.
    pub id: Option<Text>,
    /// Its name.
    pub name: Option<Text>,
    /// What it does.
    pub description: Option<Text>,
    /// Words to find it by.
    pub tags: Vec<Text>,
    /// Prompts that it answers.
    pub examples: Vec<Text>,
    /// The media types it takes; empty where it takes the agent's.
    pub input_modes: Vec<Text>,
    /// The media types it gives; empty where it gives the agent's.
    pub output_modes: Vec<Text>,
    /// Members that no version has.
    pub other: Object,
}

impl AgentCard {
    /// Reads a card as far as it can be read: what is missing or of another type is left out, and
    /// [`A2A_CARD`](super::A2A_CARD) tells what is wrong with it.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        let versions = Versions::from_root(root);
        let capabilities = root.get("capabilities").and_then(Json::as_object);
        let flags = capabilities.into_iter().flatten();
        Self {
            versions,
            name: text(root, "name"),
            description: text(root, "description"),
            version: text(root, "version"),
            provider: root.get("provider").and_then(Json::as_object).map(Provider::read),
            interfaces: interfaces(root, versions),
            capabilities: flags.filter_map(|flag| Some((flag.name().clone(), flag.value().as_bool()?))).collect(),
            extensions: objects(capabilities, "extensions").map(Extension::read).collect(),
            security_schemes: names(root.get("securitySchemes")),
            skills: objects(Some(root), "skills").map(Skill::read).collect(),
            input_modes: texts(root, "defaultInputModes"),
            output_modes: texts(root, "defaultOutputModes"),
            documentation_url: text(root, "documentationUrl"),
            icon_url: text(root, "iconUrl"),
            signatures: list(root, "signatures").len(),
            other: other(root, &AGENT_CARD),
        }
    }

    /// The card as JSON, every member always there.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut object = Object::with_capacity(16);
        object.insert("name", self.name.clone());
        object.insert("description", self.description.clone());
        object.insert("version", self.version.clone());
        object.insert("provider", self.provider.as_ref().map(Provider::to_json));
        object.insert("interfaces", self.interfaces.iter().map(Interface::to_json).collect::<Vec<_>>());
        object.insert("capabilities", self.capabilities.iter().cloned().collect::<Object>());
        object.insert("extensions", self.extensions.iter().map(Extension::to_json).collect::<Vec<_>>());
        object.insert("securitySchemes", text_array(&self.security_schemes));
        object.insert("skills", self.skills.iter().map(Skill::to_json).collect::<Vec<_>>());
        object.insert("inputModes", text_array(&self.input_modes));
        object.insert("outputModes", text_array(&self.output_modes));
        object.insert("documentationUrl", self.documentation_url.clone());
        object.insert("iconUrl", self.icon_url.clone());
        object.insert("signatures", u32::try_from(self.signatures).unwrap_or(u32::MAX));
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Provider {
    fn read(object: &Object) -> Self {
        let other = other(object, &AGENT_PROVIDER);
        Self { organization: text(object, "organization"), url: text(object, "url"), other }
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(3);
        object.insert("organization", self.organization.clone());
        object.insert("url", self.url.clone());
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Interface {
    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(4);
        object.insert("url", self.url.clone());
        object.insert("binding", self.binding.clone());
        object.insert("protocolVersion", self.protocol_version.clone());
        object.insert("tenant", self.tenant.clone());
        object.into()
    }
}

impl Extension {
    fn read(object: &Object) -> Self {
        Self {
            uri: text(object, "uri"),
            description: text(object, "description"),
            required: object.get("required").and_then(Json::as_bool).unwrap_or_default(),
            params: object.get("params").and_then(Json::as_object).cloned(),
        }
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(4);
        object.insert("uri", self.uri.clone());
        object.insert("description", self.description.clone());
        object.insert("required", self.required);
        object.insert("params", self.params.clone());
        object.into()
    }
}

impl Skill {
    fn read(object: &Object) -> Self {
        Self {
            id: text(object, "id"),
            name: text(object, "name"),
            description: text(object, "description"),
            tags: texts(object, "tags"),
            examples: texts(object, "examples"),
            input_modes: texts(object, "inputModes"),
            output_modes: texts(object, "outputModes"),
            other: other(object, &AGENT_SKILL),
        }
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(8);
        object.insert("id", self.id.clone());
        object.insert("name", self.name.clone());
        object.insert("description", self.description.clone());
        object.insert("tags", text_array(&self.tags));
        object.insert("examples", text_array(&self.examples));
        object.insert("inputModes", text_array(&self.input_modes));
        object.insert("outputModes", text_array(&self.output_modes));
        object.insert("other", self.other.clone());
        object.into()
    }
}

/// The interfaces of each version, in the card's order; a place that two versions name appears twice.
fn interfaces(root: &Object, versions: Versions) -> Vec<Interface> {
    let mut found = Vec::new();
    if versions.has_current() {
        for object in objects(Some(root), "supportedInterfaces") {
            let Some(url) = text(object, "url") else { continue };
            let [binding, protocol_version, tenant] =
                ["protocolBinding", "protocolVersion", "tenant"].map(|name| text(object, name));
            found.push(Interface { url, binding, protocol_version, tenant });
        }
    }
    let Some(old) = versions.old() else { return found };
    let said = text(root, "protocolVersion").unwrap_or_else(|| Text::from_static(Version::as_str(old)));
    let mut push = |url: Option<Text>, binding: Option<Text>| {
        if let Some(url) = url {
            found.push(Interface { url, binding, protocol_version: Some(said.clone()), tenant: None });
        }
    };
    // the default of `preferredTransport` (A2A 0.3.0, a2a.json)
    push(text(root, "url"), text(root, "preferredTransport").or(Some(Text::from_static("JSONRPC"))));
    for object in objects(Some(root), "additionalInterfaces") {
        push(text(object, "url"), text(object, "transport"));
    }
    found
}

/// Whether a version of A2A has a member of this name, in either spelling: in the object that the member `within` of a card
/// holds, in the card itself where that is empty.
pub(crate) fn is_field(within: &str, name: &str) -> bool {
    let table = AGENT_CARD.field(within).and_then(|field| field.shape.table()).unwrap_or(&AGENT_CARD);
    table.field(name).is_some()
}

/// The members that no version has.
fn other(object: &Object, table: &Table) -> Object {
    let unknown = object.iter().filter(|member| table.field(member.name()).is_none());
    unknown.map(|member| (member.name().clone(), member.value().clone())).collect()
}

fn objects<'a>(object: Option<&'a Object>, name: &str) -> impl Iterator<Item = &'a Object> {
    object.map(|object| list(object, name)).unwrap_or_default().iter().filter_map(Json::as_object)
}

fn names(object: Option<&Json>) -> Vec<Text> {
    object.and_then(Json::as_object).into_iter().flatten().map(|member| member.name().clone()).collect()
}
