//! The rules of A2A Agent Cards: those of 1.0, those of 0.2 and 0.3, those of every version.

use super::rule_examples::EXAMPLES;
use crate::intent::rules as intent;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// A rule of what the protocol definition marks as required.
const fn required(id: &'static str, sentence: &'static str, source: &'static str, original: &'static str) -> Rule {
    Rule::new(id, sentence, source, original, Severity::Error)
}

/// The card of 1.0.
pub const CARD: Rule = required(
    "a2a-1-card",
    "A 1.0 card has a name, a description, a version, capabilities, supported interfaces, default input and output modes, and skills.",
    "A2A 1.0.1, section 5.7; a2a.proto, AgentCard",
    "Fields marked with REQUIRED indicate that the field MUST be present and set in valid messages.",
);

/// Lists that are required.
pub const LIST: Rule = Rule::new(
    "a2a-1-list",
    "A required list of a 1.0 card has at least one element.",
    "A2A 1.0.1, section 5.7 (although the example of section 8.4.1 has `skills: []`)",
    "Arrays marked as required MUST contain at least one element.",
    Severity::Warning,
)
.hardening();

/// An interface of 1.0.
pub const INTERFACE: Rule = required(
    "a2a-1-interface",
    "Each interface of a 1.0 card has a URL, a protocol binding and a protocol version.",
    "A2A 1.0.1, section 8.3.1; a2a.proto, AgentInterface",
    "Each interface MUST accurately declare its transport protocol and URL",
);

/// A binding that clients know.
pub const BINDING: Rule = Rule::new(
    "a2a-1-binding",
    "A protocol binding is JSONRPC, GRPC or HTTP+JSON, or a URI.",
    "A2A 1.0.1, section 5.8; a2a.proto, AgentInterface.protocol_binding",
    "Custom protocol bindings SHOULD be identified by a URI.",
    Severity::Warning,
);

/// The version that an interface speaks.
pub const INTERFACE_VERSION: Rule = Rule::new(
    "a2a-1-interface-version",
    "An interface's protocol version is a version of A2A: major and minor number.",
    "A2A 1.0.1, section 3.6",
    "Patch version numbers SHOULD NOT be used in requests, responses and Agent Cards",
    Severity::Warning,
);

/// The provider of 1.0.
pub const PROVIDER: Rule = required(
    "a2a-1-provider",
    "The provider of a 1.0 card has a URL and the name of an organization.",
    "A2A 1.0.1, a2a.proto, AgentProvider",
    "string url = 1 [(google.api.field_behavior) = REQUIRED];",
);

/// The capabilities of 1.0.
pub const CAPABILITIES: Rule = required(
    "a2a-1-capabilities",
    "The capabilities of a 1.0 card are true or false, except for a list of extensions.",
    "A2A 1.0.1, a2a.proto, AgentCapabilities",
    "optional bool streaming = 1;",
);

/// An extension of 1.0.
pub const EXTENSION: Rule = Rule::new(
    "a2a-1-extension",
    "An extension of a 1.0 card has a URI; its other members have the right types.",
    "A2A 1.0.1, a2a.proto, AgentExtension (its `uri` has no mark REQUIRED)",
    "The unique URI identifying the extension.",
    Severity::Error,
)
.when_missing(Severity::Warning);

/// A skill of 1.0.
pub const SKILL: Rule = required(
    "a2a-1-skill",
    "Each skill of a 1.0 card has an id, a name, a description and tags.",
    "A2A 1.0.1, a2a.proto, AgentSkill",
    "string id = 1 [(google.api.field_behavior) = REQUIRED];",
);

/// Security of 1.0.
pub const SECURITY: Rule = required(
    "a2a-1-security",
    "Each security scheme of a 1.0 card is exactly one of the kinds there are, with the members of that kind.",
    "A2A 1.0.1, a2a.proto, SecurityScheme",
    "oneof scheme",
);

/// Members of other versions.
pub const OTHER_VERSION: Rule = Rule::new(
    "a2a-1-other-version",
    "A card of 1.0 only has no members that 1.0 removed or renamed.",
    "A2A 1.0.1, section 5.7; a2a.proto",
    "Implementations SHOULD ignore unrecognized fields in messages",
    Severity::Warning,
);

/// Spelling of members.
pub const SPELLING: Rule = required(
    "a2a-1-spelling",
    "Member names are spelled as A2A's JSON has them, in camelCase.",
    "A2A 1.0.1, section 5.5",
    "All JSON serializations of the A2A protocol data model MUST use camelCase naming for field names, not the snake_case convention used in Protocol Buffer definitions.",
);

/// A name that is nearly known.
pub const UNKNOWN: Rule = Rule::new(
    "a2a-unknown",
    "A member that A2A does not know has a name that cannot be mistaken for a known one.",
    "A2A 1.0.1, section 3.3.5",
    "Implementations SHOULD ignore unrecognized fields in messages",
    Severity::Warning,
);

/// A signature.
pub const SIGNATURE: Rule = required(
    "a2a-signature",
    "Each signature has a protected header and a signature, both strings, as a JSON Web Signature has them.",
    "A2A 1.0.1, section 8.4.2; A2A 0.3.0, a2a.json, AgentCardSignature",
    "string protected = 1 [(google.api.field_behavior) = REQUIRED];",
);

/// The card of 0.2 and 0.3.
pub const OLD_CARD: Rule = required(
    "a2a-0-card",
    "A 0.2 or 0.3 card has a protocol version, a name, a description, a URL, a version, capabilities, default input and output modes, and skills.",
    "A2A 0.2.5 to 0.3.0, a2a.json, AgentCard",
    "\"required\": [\"capabilities\", \"defaultInputModes\", \"defaultOutputModes\", \"description\", \"name\", \"protocolVersion\", \"skills\", \"url\", \"version\"]",
);

/// The version that an old card says.
pub const OLD_VERSION: Rule = Rule::new(
    "a2a-0-version",
    "The protocol version of a 0.2 or 0.3 card is one of these versions.",
    "A2A 0.3.0, a2a.json, AgentCard.protocolVersion",
    "The version of the A2A protocol this agent supports.",
    Severity::Warning,
);

/// An interface of 0.2 and 0.3.
pub const OLD_INTERFACE: Rule = required(
    "a2a-0-interface",
    "Each additional interface of a 0.2 or 0.3 card has a URL and a transport.",
    "A2A 0.2.5 to 0.3.0, a2a.json, AgentInterface",
    "\"required\": [\"transport\", \"url\"]",
);

/// A transport that clients know.
pub const OLD_TRANSPORT: Rule = Rule::new(
    "a2a-0-transport",
    "A transport is JSONRPC, GRPC or HTTP+JSON.",
    "A2A 0.3.0, a2a.json, TransportProtocol",
    "Supported A2A transport protocols.",
    Severity::Warning,
);

/// The provider of 0.2 and 0.3.
pub const OLD_PROVIDER: Rule = required(
    "a2a-0-provider",
    "The provider of a 0.2 or 0.3 card has the name of an organization and a URL.",
    "A2A 0.2.5 to 0.3.0, a2a.json, AgentProvider",
    "\"required\": [\"organization\", \"url\"]",
);

/// The capabilities of 0.2 and 0.3.
pub const OLD_CAPABILITIES: Rule = required(
    "a2a-0-capabilities",
    "The capabilities of a 0.2 or 0.3 card are true or false, except for a list of extensions.",
    "A2A 0.2.5 to 0.3.0, a2a.json, AgentCapabilities",
    "\"streaming\": {\"type\": \"boolean\"}",
);

/// An extension of 0.2 and 0.3.
pub const OLD_EXTENSION: Rule = required(
    "a2a-0-extension",
    "An extension of a 0.2 or 0.3 card has a URI.",
    "A2A 0.2.5 to 0.3.0, a2a.json, AgentExtension",
    "\"required\": [\"uri\"]",
);

/// A skill of 0.2 and 0.3.
pub const OLD_SKILL: Rule = required(
    "a2a-0-skill",
    "Each skill of a 0.2 or 0.3 card has an id, a name, a description and tags.",
    "A2A 0.2.5 to 0.3.0, a2a.json, AgentSkill",
    "\"required\": [\"description\", \"id\", \"name\", \"tags\"]",
);

/// Security of 0.2 and 0.3.
pub const OLD_SECURITY: Rule = required(
    "a2a-0-security",
    "Each security scheme of a 0.2 or 0.3 card gives its kind in `type`, and has the members of that kind.",
    "A2A 0.2.5 to 0.3.0, a2a.json, SecurityScheme; OpenAPI 3.0, Security Scheme Object",
    "Defines a security scheme that can be used to secure an agent's endpoints.",
);

/// What 0.3 added.
pub const SINCE_0_3: Rule = Rule::new(
    "a2a-0-since-3",
    "A 0.2 card has no members that 0.3 introduced: signatures, a skill's security, mutual TLS, OAuth metadata.",
    "A2A 0.2.6 and 0.3.0, a2a.json",
    "JSON Web Signatures computed for this AgentCard.",
    Severity::Warning,
);

/// Where an agent is.
pub const URL: Rule = Rule::new(
    "a2a-url",
    "The URL of each interface is absolute; the address of a gRPC interface may be host:port.",
    "A2A 1.0.1, a2a.proto, AgentInterface.url; A2A 0.3.0, section 5.3",
    "For HTTP-based transports, must be a valid absolute HTTPS URL in production. For gRPC, the address should be in the format \"hostname:port\".",
    Severity::Error,
);

/// Connections that anyone can read.
pub const HTTPS: Rule = Rule::new(
    "a2a-https",
    "A card's interfaces use https.",
    "A2A 1.0.1, a2a.proto, AgentInterface.url",
    "must be a valid absolute HTTPS URL in production",
    Severity::Warning,
)
.hardening();

/// Security schemes that are asked for.
pub const DECLARED: Rule = Rule::new(
    "a2a-declared",
    "Each security scheme that is required is declared under `securitySchemes`.",
    "A2A 1.0.1, a2a.proto, SecurityRequirement; OpenAPI 3.2, Security Requirement Object",
    "A map of security schemes to the required scopes.",
    Severity::Error,
);

/// Modes.
pub const MEDIA_TYPE: Rule = Rule::new(
    "a2a-media-type",
    "Input and output modes are media types.",
    "A2A 1.0.1, a2a.proto, AgentCard.default_input_modes",
    "Defined as media types.",
    Severity::Warning,
);

/// One id, one skill.
pub const SKILL_ID: Rule = required(
    "a2a-skill-id",
    "Each skill has its own id.",
    "A2A 1.0.1, a2a.proto, AgentSkill.id",
    "A unique identifier for the agent's skill.",
);

/// One field, one member.
pub const TWINS: Rule = required(
    "a2a-twins",
    "No field appears in a card twice, in two spellings, nor two security schemes whose names differ only in case, `_` and `-`.",
    "A2A 1.0.1, section 5.5; the JSON mapping of Protocol Buffers",
    "Parsers accept both the lowerCamelCase name and the original proto field name.",
);

/// Characters that people do not see.
pub const TEXT_HIDDEN: Rule = Rule::new(
    "a2a-text-hidden",
    "No text of a card, nor the name of a member, has characters that people cannot see.",
    "this software: people and models should read the same text",
    "Descriptions and examples go into the prompts of models.",
    Severity::Error,
);

/// Text out of sight.
pub const TEXT_WHITESPACE: Rule = Rule::new(
    "a2a-text-whitespace",
    "No text continues after so much white space that it is out of sight.",
    "this software: people and models should read the same text",
    "Descriptions and examples go into the prompts of models.",
    Severity::Warning,
)
.hardening();

/// Names that look alike.
pub const TEXT_LOOK_ALIKE: Rule = Rule::new(
    "a2a-text-look-alike",
    "No two skills have names or ids that look alike.",
    "Unicode Technical Standard 39, section 4",
    "Two strings are confusable if their skeletons are the same.",
    Severity::Warning,
);

/// The registry's limit.
pub const SIZE: Rule = Rule::new(
    "a2a-registry-size",
    "A card that is to be registered has at most 10,240 bytes, white space included.",
    "Agent Registry, JSON schemas, Agent Card",
    "Specification files have a maximum size of 10 KB.",
    Severity::Error,
);

/// Near the registry's limit.
pub const SIZE_NEAR: Rule = Rule::new(
    "a2a-registry-size-near",
    "A card that is to be registered has at most 10,000 bytes: a registry that reads 10 KB this way refuses more.",
    "Agent Registry, JSON schemas, Agent Card",
    "Specification files have a maximum size of 10 KB.",
    Severity::Warning,
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &CARD,
    &LIST,
    &INTERFACE,
    &BINDING,
    &INTERFACE_VERSION,
    &PROVIDER,
    &CAPABILITIES,
    &EXTENSION,
    &SKILL,
    &SECURITY,
    &OTHER_VERSION,
    &SPELLING,
    &UNKNOWN,
    &SIGNATURE,
    &OLD_CARD,
    &OLD_VERSION,
    &OLD_INTERFACE,
    &OLD_TRANSPORT,
    &OLD_PROVIDER,
    &OLD_CAPABILITIES,
    &OLD_EXTENSION,
    &OLD_SKILL,
    &OLD_SECURITY,
    &SINCE_0_3,
    &URL,
    &HTTPS,
    &DECLARED,
    &MEDIA_TYPE,
    &SKILL_ID,
    &TWINS,
    &TEXT_HIDDEN,
    &TEXT_WHITESPACE,
    &TEXT_LOOK_ALIKE,
    &SIZE,
    &SIZE_NEAR,
    &intent::DECLARATION,
    &intent::SKILL,
    &intent::SCHEMA,
];
