//! The typed model of a seed card.

use crate::members::{list, text};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// An unverified seed card. Other members are in `other`, unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SeedCard {
    /// `agentInfo.id`.
    pub id: Option<Text>,
    /// `agentInfo.name`.
    pub name: Option<Text>,
    /// `agentInfo.type`: the kind of agent.
    pub agent_type: Option<Text>,
    /// The capabilities.
    pub capabilities: Vec<Capability>,
    /// The endpoints: `primary`, `backup`, `healthCheck`.
    pub endpoints: Vec<(Text, Text)>,
    /// `security.requiredPermissions`.
    pub required_permissions: Vec<Text>,
    /// `constraints.rateLimits`.
    pub rate_limits: Vec<(Text, f64)>,
    /// Other members, unchanged, including the complete `security`, `constraints` and `metadata`.
    pub other: Object,
}

/// A capability.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Capability {
    /// Name, which is the `action` of messages.
    pub name: Option<Text>,
    /// Description.
    pub description: Option<Text>,
    /// JSON Schema of the parameters.
    pub input_schema: Option<Object>,
    /// JSON Schema of the results.
    pub output_schema: Option<Object>,
    /// Performance figures such as `averageResponseTime`.
    pub performance: Vec<(Text, f64)>,
}

impl SeedCard {
    /// Reads a card leniently; [`SEED_CARD`](super::SEED_CARD) reports what is wrong.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        let member = |name: &str| root.get(name).and_then(Json::as_object);
        let info = |name: &str| text(member("agentInfo")?, name);
        let other =
            root.iter().filter(|member| !["agentInfo", "capabilities", "endpoints"].contains(&member.name().as_str()));
        Self {
            id: info("id"),
            name: info("name"),
            agent_type: info("type"),
            capabilities: list(root, "capabilities").iter().filter_map(Json::as_object).map(Capability::read).collect(),
            endpoints: member("endpoints")
                .into_iter()
                .flatten()
                .filter_map(|endpoint| Some((endpoint.name().clone(), endpoint.value().as_text()?.clone())))
                .collect(),
            required_permissions: member("security")
                .map(|security| list(security, "requiredPermissions"))
                .unwrap_or_default()
                .iter()
                .filter_map(Json::as_text)
                .cloned()
                .collect(),
            rate_limits: member("constraints").and_then(|it| it.get("rateLimits")).map(figures).unwrap_or_default(),
            other: other.map(|member| (member.name().clone(), member.value().clone())).collect(),
        }
    }

    /// The model as JSON. All members are present.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut object = Object::with_capacity(6);
        object.insert("id", self.id.clone());
        object.insert("name", self.name.clone());
        object.insert("type", self.agent_type.clone());
        object.insert("capabilities", self.capabilities.iter().map(Capability::to_json).collect::<Vec<_>>());
        object.insert("endpoints", self.endpoints.iter().cloned().collect::<Object>());
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Capability {
    fn read(object: &Object) -> Self {
        let schema = |name: &str| object.get(name).and_then(Json::as_object).cloned();
        Self {
            name: text(object, "name"),
            description: text(object, "description"),
            input_schema: schema("inputSchema"),
            output_schema: schema("outputSchema"),
            performance: object.get("performance").map(figures).unwrap_or_default(),
        }
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(4);
        object.insert("name", self.name.clone());
        object.insert("description", self.description.clone());
        object.insert("inputSchema", self.input_schema.clone());
        object.insert("outputSchema", self.output_schema.clone());
        object.into()
    }
}

fn figures(value: &Json) -> Vec<(Text, f64)> {
    let members = value.as_object().into_iter().flatten();
    members.filter_map(|figure| Some((figure.name().clone(), figure.value().as_number()?.get()))).collect()
}
