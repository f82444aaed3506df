//! The typed model of a seed card.

use adp_tools::{
    lenient_members::{object, other, text, texts},
    model,
};
use agent_description::json::{Json, Object, Text};

model! {
    /// An unverified seed card. Other members are in `other`, unchanged.
    pub struct SeedCard {
        /// `agentInfo.id`.
        id: Option<Text> as "id" => |root| info(root, "id"),
        /// `agentInfo.name`.
        name: Option<Text> as "name" => |root| info(root, "name"),
        /// `agentInfo.type`: the kind of agent.
        agent_type: Option<Text> as "type" => |root| info(root, "type"),
        /// The capabilities.
        capabilities: Vec<Capability> = "capabilities",
        /// The endpoints: `primary`, `backup`, `healthCheck`.
        endpoints: Vec<(Text, Text)> = "endpoints",
        /// `security.requiredPermissions`.
        required_permissions: Vec<Text> => |root| {
            object(root, "security").map(|security| texts(security, "requiredPermissions")).unwrap_or_default()
        },
        /// `constraints.rateLimits`.
        rate_limits: Vec<(Text, f64)> => |root| {
            object(root, "constraints").map(|constraints| figures(constraints, "rateLimits")).unwrap_or_default()
        },
        /// Other members, unchanged, including the complete `security`, `constraints` and `metadata`.
        other: Object as "other" => |root| other(root, &["agentInfo", "capabilities", "endpoints"]),
    }

    /// A capability.
    pub struct Capability {
        /// Name, which is the `action` of messages.
        name: Option<Text> = "name",
        /// Description.
        description: Option<Text> = "description",
        /// JSON Schema of the parameters.
        input_schema: Option<Object> = "inputSchema",
        /// JSON Schema of the results.
        output_schema: Option<Object> = "outputSchema",
        /// Performance figures such as `averageResponseTime`.
        performance: Vec<(Text, f64)> => |capability| figures(capability, "performance"),
    }
}

fn info(root: &Object, name: &str) -> Option<Text> {
    text(object(root, "agentInfo")?, name)
}

fn figures(holder: &Object, name: &str) -> Vec<(Text, f64)> {
    let members = holder.get(name).and_then(Json::as_object).into_iter().flatten();
    members.filter_map(|figure| Some((figure.name().clone(), figure.value().as_number()?.get()))).collect()
}
