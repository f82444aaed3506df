//! The typed model of a card, for all versions.

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

/// An unverified A2A Agent Card. Members that versions name differently have one field; members of no version are in
/// `other`, unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AgentCard {
    /// The versions that the card supports.
    pub versions: Versions,
    /// Name of the agent.
    pub name: Option<Text>,
    /// Description of the agent.
    pub description: Option<Text>,
    /// Version of the agent.
    pub version: Option<Text>,
    /// The organization that provides the agent.
    pub provider: Option<Provider>,
    /// The interfaces: those of 1.0 first, each version in order of preference.
    pub interfaces: Vec<Interface>,
    /// Flags such as `streaming` and `pushNotifications`, in document order.
    pub capabilities: Vec<(Text, bool)>,
    /// The supported extensions.
    pub extensions: Vec<Extension>,
    /// Names of the declared security schemes.
    pub security_schemes: Vec<Text>,
    /// The agent's skills.
    pub skills: Vec<Skill>,
    /// Accepted media types.
    pub input_modes: Vec<Text>,
    /// Produced media types.
    pub output_modes: Vec<Text>,
    /// URL of the documentation.
    pub documentation_url: Option<Text>,
    /// URL of the icon.
    pub icon_url: Option<Text>,
    /// Number of signatures, valid or not.
    pub signatures: usize,
    /// Members of no version.
    pub other: Object,
}

/// The provider of an agent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Provider {
    /// Name of the organization.
    pub organization: Option<Text>,
    /// URL of its web site.
    pub url: Option<Text>,
    /// Members of no version.
    pub other: Object,
}

/// An endpoint of an agent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Interface {
    /// URL; for gRPC also `host:port`.
    pub url: Text,
    /// `JSONRPC`, `GRPC`, `HTTP+JSON`, or the URI of a custom binding.
    pub binding: Option<Text>,
    /// The A2A version of this interface.
    pub protocol_version: Option<Text>,
    /// The tenant that requests name to reach this agent.
    pub tenant: Option<Text>,
}

/// An extension of A2A.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Extension {
    /// URI of the extension.
    pub uri: Option<Text>,
    /// How the agent uses the extension.
    pub description: Option<Text>,
    /// Whether callers must support the extension.
    pub required: bool,
    /// Parameters of the extension.
    pub params: Option<Object>,
}

/// A skill of an agent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Skill {
    /// ID of the skill.
    pub id: Option<Text>,
    /// Name of the skill.
    pub name: Option<Text>,
    /// Description of the skill.
    pub description: Option<Text>,
    /// Keywords.
    pub tags: Vec<Text>,
    /// Example prompts.
    pub examples: Vec<Text>,
    /// Accepted media types; empty for those of the agent.
    pub input_modes: Vec<Text>,
    /// Produced media types; empty for those of the agent.
    pub output_modes: Vec<Text>,
    /// Members of no version.
    pub other: Object,
}

impl AgentCard {
    /// Reads a card leniently. Omits values that are missing or of another type; [`A2A_CARD`](super::A2A_CARD) reports
    /// what is wrong.
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

    /// The model as JSON. All members are present.
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

/// The interfaces of each version, in document order. An address that two versions list occurs twice.
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

/// Whether a version of A2A defines a member of this name, in either spelling. `within` is the member of the card that
/// contains the object; empty for the card itself.
pub(crate) fn is_field(within: &str, name: &str) -> bool {
    let table = AGENT_CARD.field(within).and_then(|field| field.shape.table()).unwrap_or(&AGENT_CARD);
    table.field(name).is_some()
}

/// The members of no version.
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
