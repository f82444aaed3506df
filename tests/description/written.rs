//! Descriptions written for tests: one sound document, and changes to it.

use agent_description::Json;

/// The context of the specification's example.
pub const INLINE: &str = r#"{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"}"#;
/// The embedded context.
pub const EMBEDDED: &str = r#""https://agent-network-protocol.com/ad#""#;
pub const SCHEMA_ORG: &str = r#"["https://schema.org/", {"ad": "https://agent-network-protocol.com/ad#"}]"#;

pub const TYPE: (&str, &str) = ("@type", r#""ad:AgentDescription""#);
pub const ID: (&str, &str) = ("@id", r#""https://agent.example/ad.json""#);
pub const NAME: (&str, &str) = ("name", r#""Alice""#);
pub const DID: (&str, &str) = ("did", r#""did:wba:agent.example:alice""#);
pub const OWNER: (&str, &str) =
    ("owner", r#"{"@type": "Organization", "name": "Example", "@id": "https://owner.example/"}"#);
pub const DEFINITIONS: (&str, &str) =
    ("securityDefinitions", r#"{"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}"#);
pub const SECURITY: (&str, &str) = ("security", r#""didwba_sc""#);
pub const INTERFACES: (&str, &str) = (
    "interfaces",
    r#"[{"@type": "ad:StructuredInterface", "@id": "https://agent.example/i/1", "name": "One", "description": "The first.",
        "protocol": "YAML", "url": "https://agent.example/api/1.yaml"}]"#,
);
pub const MEMBERS: [(&str, &str); 8] = [TYPE, ID, NAME, DID, OWNER, DEFINITIONS, SECURITY, INTERFACES];

/// A document of a context and members; a later member of a name takes the earlier one's place, `""` takes it out.
pub fn document(context: &str, changes: &[(&str, &str)]) -> String {
    let mut members: Vec<(&str, &str)> = vec![("@context", context)];
    for &(name, value) in MEMBERS.iter().chain(changes) {
        match members.iter_mut().find(|(known, _)| *known == name) {
            Some(member) => member.1 = value,
            None => members.push((name, value)),
        }
    }
    let members: Vec<String> = members
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{}: {value}", Json::from(*name).to_pretty()))
        .collect();
    format!("{{\n  {}\n}}\n", members.join(",\n  "))
}
