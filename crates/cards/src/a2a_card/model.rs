//! The typed model of a card, for all versions.

use super::{
    A2aVersion, Versions,
    definition_1_0::{AGENT_CARD, AGENT_SKILL},
    definition_parts::AGENT_PROVIDER,
};
use adp_tools::{
    lenient_members::{object, objects, text},
    model,
    typed_model::ModelMember,
};
use agent_description::{
    diagnostic::members::Table,
    format::{self, EndpointSummary, Summary},
    json::{Json, Object, Text},
};

model! {
    /// An unverified A2A Agent Card. Members that versions name differently have one field; members of no version are in
    /// `other`, unchanged.
    pub struct AgentCard {
        /// The versions that the card supports.
        versions: Versions => Versions::from_root,
        /// Name of the agent.
        name: Option<Text> = "name",
        /// Description of the agent.
        description: Option<Text> = "description",
        /// Version of the agent.
        version: Option<Text> = "version",
        /// The organization that provides the agent.
        provider: Option<Provider> = "provider",
        /// The interfaces: those of 1.0 first, each version in order of preference.
        interfaces: Vec<AgentInterface> as "interfaces" => interfaces,
        /// Flags such as `streaming` and `pushNotifications`, in document order.
        capabilities: Vec<(Text, bool)> = "capabilities",
        /// The supported extensions.
        extensions: Vec<Extension> as "extensions" => |root| {
            object(root, "capabilities").map(|it| ModelMember::read(it, "extensions")).unwrap_or_default()
        },
        /// Names of the declared security schemes.
        security_schemes: Vec<Text> as "securitySchemes" => |root| names(root.get("securitySchemes")),
        /// The agent's skills.
        skills: Vec<Skill> = "skills",
        /// Accepted media types.
        input_modes: Vec<Text> = "defaultInputModes" as "inputModes",
        /// Produced media types.
        output_modes: Vec<Text> = "defaultOutputModes" as "outputModes",
        /// URL of the documentation.
        documentation_url: Option<Text> = "documentationUrl",
        /// URL of the icon.
        icon_url: Option<Text> = "iconUrl",
        /// Number of signatures, valid or not.
        signatures: usize = "signatures",
        /// Members of no version.
        other: Object as "other" => |root| other(root, &AGENT_CARD),
    }

    /// The provider of an agent.
    pub struct Provider {
        /// Name of the organization.
        organization: Option<Text> = "organization",
        /// URL of its web site.
        url: Option<Text> = "url",
        /// Members of no version.
        other: Object as "other" => |provider| other(provider, &AGENT_PROVIDER),
    }

    /// An endpoint of an agent.
    pub struct AgentInterface {
        /// URL; for gRPC also `host:port`.
        url: Text = "url",
        /// `JSONRPC`, `GRPC`, `HTTP+JSON`, or the URI of a custom binding.
        binding: Option<Text> = "protocolBinding" as "binding",
        /// The A2A version of this interface.
        protocol_version: Option<Text> = "protocolVersion",
        /// The tenant that requests name to reach this agent.
        tenant: Option<Text> = "tenant",
    }

    /// An extension of A2A.
    pub struct Extension {
        /// URI of the extension.
        uri: Option<Text> = "uri",
        /// How the agent uses the extension.
        description: Option<Text> = "description",
        /// Whether callers must support the extension.
        required: bool = "required",
        /// Parameters of the extension.
        params: Option<Object> = "params",
    }

    /// A skill of an agent.
    pub struct Skill {
        /// ID of the skill.
        id: Option<Text> = "id",
        /// Name of the skill.
        name: Option<Text> = "name",
        /// Description of the skill.
        description: Option<Text> = "description",
        /// Keywords.
        tags: Vec<Text> = "tags",
        /// Example prompts.
        examples: Vec<Text> = "examples",
        /// Accepted media types; empty for those of the agent.
        input_modes: Vec<Text> = "inputModes",
        /// Produced media types; empty for those of the agent.
        output_modes: Vec<Text> = "outputModes",
        /// Members of no version.
        other: Object as "other" => |skill| other(skill, &AGENT_SKILL),
    }
}

impl AgentCard {
    /// The searchable content.
    pub(super) fn summary(&self) -> Summary {
        let all = |texts: &[Text]| texts.iter().take(Summary::MAX_PARTS).map(|text| text.as_str().to_owned()).collect();
        let skills = self.skills.iter().map(|skill| format::SkillSummary {
            tags: all(&skill.tags),
            examples: all(&skill.examples),
            ..format::SkillSummary::new(skill.id.as_ref(), skill.name.as_ref(), skill.description.as_ref())
        });
        let endpoints = self.interfaces.iter().take(Summary::MAX_PARTS);
        Summary {
            endpoints: endpoints.map(|it| EndpointSummary::new(&it.url, it.binding.as_ref())).collect(),
            skills: skills.collect(),
            ..Summary::new(self.name.as_ref(), self.description.as_ref(), self.version.as_ref())
        }
    }
}

/// The interfaces of each version, in document order. An address that two versions list occurs twice.
fn interfaces(root: &Object) -> Vec<AgentInterface> {
    let versions = Versions::from_root(root);
    let mut found = Vec::new();
    if versions.current {
        let placed = objects(root, "supportedInterfaces").filter(|interface| text(interface, "url").is_some());
        found.extend(placed.map(AgentInterface::from_object));
    }
    let Some(old) = versions.old else { return found };
    let said = text(root, "protocolVersion").unwrap_or_else(|| Text::from_static(A2aVersion::as_str(old)));
    let mut push = |url: Option<Text>, binding: Option<Text>| {
        if let Some(url) = url {
            found.push(AgentInterface { url, binding, protocol_version: Some(said.clone()), tenant: None });
        }
    };
    // the default of `preferredTransport` (A2A 0.3.0, a2a.json)
    push(text(root, "url"), text(root, "preferredTransport").or(Some(Text::from_static("JSONRPC"))));
    for object in objects(root, "additionalInterfaces") {
        push(text(object, "url"), text(object, "transport"));
    }
    found
}

/// Whether a version of A2A defines a member of this name, in either spelling. `within` is the member of the card that
/// contains the object; empty for the card itself.
#[must_use]
pub fn is_field(within: &str, name: &str) -> bool {
    let table = AGENT_CARD.field(within).and_then(|field| field.shape.table()).unwrap_or(&AGENT_CARD);
    table.field(name).is_some()
}

/// The members of no version.
fn other(object: &Object, table: &Table) -> Object {
    let unknown = object.iter().filter(|member| table.field(member.name()).is_none());
    unknown.map(|member| (member.name().clone(), member.value().clone())).collect()
}

fn names(object: Option<&Json>) -> Vec<Text> {
    object.and_then(Json::as_object).into_iter().flatten().map(|member| member.name().clone()).collect()
}
