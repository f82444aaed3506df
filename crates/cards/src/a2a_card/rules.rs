//! The rules of A2A Agent Cards: for 1.0, for 0.2 and 0.3, and for all versions.

use crate::intent::rules as intent;
use adp_tools::ten_times;
use agent_description::diagnostic::Edit::Swap;

const CURRENT: &str = r#"{
  "name": "Rooms",
  "description": "Books rooms.",
  "version": "1.0.0",
  "provider": {"organization": "Hotel", "url": "https://hotel.example"},
  "supportedInterfaces": [
    {"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
  ],
  "capabilities": {"streaming": true, "extensions": [{"uri": "https://hotel.example/ext"}]},
  "securitySchemes": {"key": {"apiKeySecurityScheme": {"location": "header", "name": "X-Key"}}},
  "securityRequirements": [{"schemes": {"key": {"list": []}}}],
  "defaultInputModes": ["text/plain"],
  "defaultOutputModes": ["text/plain"],
  "skills": [
    {"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]},
    {"id": "cancel", "name": "Cancel", "description": "Cancels a booking.", "tags": ["booking"]}
  ]
}
"#;

const OLD: &str = r#"{
  "protocolVersion": "0.3.0",
  "name": "Rooms",
  "description": "Books rooms.",
  "version": "1.0.0",
  "url": "https://hotel.example/a2a",
  "preferredTransport": "JSONRPC",
  "additionalInterfaces": [{"url": "https://hotel.example/a2a", "transport": "JSONRPC"}],
  "provider": {"organization": "Hotel", "url": "https://hotel.example"},
  "capabilities": {"streaming": true, "extensions": [{"uri": "https://hotel.example/ext"}]},
  "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
  "security": [{"key": []}],
  "defaultInputModes": ["text/plain"],
  "defaultOutputModes": ["text/plain"],
  "skills": [
    {"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}
  ]
}
"#;

const SHORT: &str = "Books rooms.";

/// Texts of 9,300 and 10,000 letters, which make the card larger than 10,000 and 10,240 bytes.
const LONG: &str = concat!(ten_times!(ten_times!(ten_times!("Books it."))), ten_times!(ten_times!("Bed")));

const LONGER: &str = ten_times!(ten_times!(ten_times!("Books all.")));

agent_description::rules! {
    /// All rules.
    pub RULES + [&intent::DECLARATION, &intent::SKILL, &intent::SCHEMA];

    CARD = "a2a-1-card" / Error {
        summary: "A 1.0 card has a name, a description, a version, capabilities, supported interfaces, default input and output modes, and skills.",
        source: "A2A 1.0.1, section 5.7; a2a.proto, AgentCard",
        quote: "Fields marked with REQUIRED indicate that the field MUST be present and set in valid messages.",
        rationale: "Clients refuse cards without a required member, or fail later.",
        fix: "Add the member.",
        wrong: CURRENT => [Swap("  \"version\": \"1.0.0\",\n", "")],
    }
    LIST = "a2a-1-list" / Warning, strict Error {
        summary: "A required list of a 1.0 card has at least one element.",
        source: "A2A 1.0.1, section 5.7 (although the example of section 8.4.1 has `skills: []`)",
        quote: "Arrays marked as required MUST contain at least one element.",
        rationale: "Strict parsers refuse a card with an empty required list.",
        fix: "Add at least one element to the list.",
        wrong: CURRENT => [Swap("[\"booking\"]", "[]")],
    }
    INTERFACE = "a2a-1-interface" / Error {
        summary: "Each interface of a 1.0 card has a URL, a protocol binding and a protocol version.",
        source: "A2A 1.0.1, section 8.3.1; a2a.proto, AgentInterface",
        quote: "Each interface MUST accurately declare its transport protocol and URL",
        rationale: "Clients select an interface by its binding and version.",
        fix: "Write URL, protocol binding and protocol version.",
        wrong: CURRENT => [Swap(", \"protocolVersion\": \"1.0\"", "")],
    }
    BINDING = "a2a-1-binding" / Warning {
        summary: "A protocol binding is JSONRPC, GRPC or HTTP+JSON, or a URI.",
        source: "A2A 1.0.1, section 5.8; a2a.proto, AgentInterface.protocol_binding",
        quote: "Custom protocol bindings SHOULD be identified by a URI.",
        rationale: "Two different custom bindings could use the same name.",
        fix: "Write one of the three names, or a URI.",
        wrong: CURRENT => [Swap("\"JSONRPC\"", "\"http_json\"")],
    }
    INTERFACE_VERSION = "a2a-1-interface-version" / Warning {
        summary: "An interface's protocol version is a version of A2A: major and minor number.",
        source: "A2A 1.0.1, section 3.6",
        quote: "Patch version numbers SHOULD NOT be used in requests, responses and Agent Cards",
        rationale: "Clients compare major and minor number; dates are versions of other protocols.",
        fix: "Write the A2A version, such as 1.0.",
        wrong: CURRENT => [Swap("\"protocolVersion\": \"1.0\"", "\"protocolVersion\": \"2024-11-05\"")],
    }
    PROVIDER = "a2a-1-provider" / Error {
        summary: "The provider of a 1.0 card has a URL and the name of an organization.",
        source: "A2A 1.0.1, a2a.proto, AgentProvider",
        quote: "string url = 1 [(google.api.field_behavior) = REQUIRED];",
        rationale: "Users identify the provider by its name and URL.",
        fix: "Write both members, or remove the provider.",
        wrong: CURRENT => [Swap(", \"url\": \"https://hotel.example\"}", "}")],
    }
    CAPABILITIES = "a2a-1-capabilities" / Error {
        summary: "The capabilities of a 1.0 card are true or false, except for a list of extensions.",
        source: "A2A 1.0.1, a2a.proto, AgentCapabilities",
        quote: "optional bool streaming = 1;",
        rationale: "Strict parsers refuse a string as a flag.",
        fix: "Write true or false.",
        wrong: CURRENT => [Swap("\"streaming\": true", "\"streaming\": \"yes\"")],
    }
    EXTENSION = "a2a-1-extension" / Error, missing Warning {
        summary: "An extension of a 1.0 card has a URI; its other members have the right types.",
        source: "A2A 1.0.1, a2a.proto, AgentExtension (its `uri` has no mark REQUIRED)",
        quote: "The unique URI identifying the extension.",
        rationale: "Clients request an extension by its URI.",
        fix: "Write the URI.",
        wrong: CURRENT => [Swap("{\"uri\": \"https://hotel.example/ext\"}", "{\"required\": false}")],
    }
    SKILL = "a2a-1-skill" / Error {
        summary: "Each skill of a 1.0 card has an id, a name, a description and tags.",
        source: "A2A 1.0.1, a2a.proto, AgentSkill",
        quote: "string id = 1 [(google.api.field_behavior) = REQUIRED];",
        rationale: "Models select skills by description, and registries find them by tags.",
        fix: "Write id, name, description and tags.",
        wrong: CURRENT => [Swap(", \"tags\": [\"booking\"]", "")],
    }
    SECURITY = "a2a-1-security" / Error {
        summary: "Each security scheme of a 1.0 card is of exactly one kind, with the members of that kind.",
        source: "A2A 1.0.1, a2a.proto, SecurityScheme",
        quote: "oneof scheme",
        rationale: "Clients cannot satisfy a scheme of several kinds or of no kind.",
        fix: "Write exactly one kind in each scheme.",
        wrong: CURRENT => [
            Swap("\"apiKeySecurityScheme\": {\"location\": \"header\", \"name\": \"X-Key\"}", "\"type\": \"apiKey\""),
        ],
    }
    REQUIREMENT = "a2a-1-requirement" / Error {
        summary: "A security requirement of a 1.0 card names its schemes in `schemes`, and the scopes of each in `list`.",
        source: "A2A 1.0.1, a2a.proto, SecurityRequirement and StringList",
        quote: "map<string, StringList> schemes = 1;",
        rationale: "Readers ignore a scheme elsewhere, as A2A 0.3 and OpenAPI write it: they read access without authentication.",
        fix: "Write `{\"schemes\": {\"NAME\": {\"list\": []}}}`.",
        wrong: CURRENT => [Swap("[{\"schemes\": {\"key\": {\"list\": []}}}]", "[{\"key\": []}]")],
    }
    OTHER_VERSION = "a2a-1-other-version" / Warning {
        summary: "A card for A2A 1.0 only has no members that 1.0 removed or renamed.",
        source: "A2A 1.0.1, section 5.7; a2a.proto",
        quote: "Implementations SHOULD ignore unrecognized fields in messages",
        rationale: "Clients of 1.0 ignore the member and its requirements.",
        fix: "Write the member as 1.0 defines it.",
        wrong: CURRENT => [
            Swap("\"securityRequirements\": [{\"schemes\": {\"key\": {\"list\": []}}}]", "\"security\": [{\"key\": []}]"),
        ],
    }
    SPELLING = "a2a-1-spelling" / Error {
        summary: "Member names use the camelCase spelling of A2A's JSON.",
        source: "A2A 1.0.1, section 5.5",
        quote: "All JSON serializations of the A2A protocol data model MUST use camelCase naming for field names, not the snake_case convention used in Protocol Buffer definitions.",
        rationale: "Some parsers accept the Protocol Buffers name; others ignore the member.",
        fix: "Write the name in camelCase.",
        wrong: CURRENT => [Swap("\"defaultInputModes\"", "\"default_input_modes\"")],
    }
    UNKNOWN = "a2a-unknown" / Warning {
        summary: "Unknown members have names that are not confusable with A2A's.",
        source: "A2A 1.0.1, section 3.3.5",
        quote: "Implementations SHOULD ignore unrecognized fields in messages",
        rationale: "Readers ignore a misspelled member.",
        fix: "Correct the name, or choose a clearly different one.",
        wrong: CURRENT => [Swap("\"streaming\": true", "\"streaming\": true, \"pushNotification\": true")],
    }
    SIGNATURE = "a2a-signature" / Error {
        summary: "Each signature is a JSON Web Signature with the strings `protected` and `signature`.",
        source: "A2A 1.0.1, section 8.4.2; A2A 0.3.0, a2a.json, AgentCardSignature",
        quote: "string protected = 1 [(google.api.field_behavior) = REQUIRED];",
        rationale: "Verifiers need both parts.",
        fix: "Sign the card again.",
        wrong: CURRENT => [
            Swap("  \"skills\"", "  \"signatures\": [{\"protected\": \"eyJhbGciOiJFUzI1NiJ9\"}],\n  \"skills\""),
        ],
    }
    SIGNATURE_REFUSED = "a2a-signature-refused" / Warning {
        summary: "Each signature has a header that verification accepts, and is not expired.",
        source: "this software: verification accepts only a header of these members",
        quote: "A protected header has `alg` and `kid`, and of others `typ`, `jku`, `iat`, `nbf` and `exp`; its times fit.",
        rationale: "`adp verify` refuses the signature of any signer.",
        fix: "Sign the card again.",
        wrong: CURRENT => [
            Swap(
                "  \"skills\"",
                "  \"signatures\": [{\"protected\": \"eyJhbGciOiJFUzI1NiIsImtpZCI6ImRpZDp3YmE6YS5leGFtcGxlI2tleS0xIiwieC1ub3RlIjoibiJ9\", \"signature\": \"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}],\n  \"skills\"",
            ),
        ],
    }
    OLD_CARD = "a2a-0-card" / Error {
        summary: "A 0.2 or 0.3 card has a protocol version, a name, a description, a URL, a version, capabilities, default input and output modes, and skills.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentCard",
        quote: "\"required\": [\"capabilities\", \"defaultInputModes\", \"defaultOutputModes\", \"description\", \"name\", \"protocolVersion\", \"skills\", \"url\", \"version\"]",
        rationale: "Clients refuse cards without a required member, or fail later.",
        fix: "Add the member.",
        wrong: OLD => [Swap("  \"protocolVersion\": \"0.3.0\",\n", "")],
    }
    OLD_VERSION = "a2a-0-version" / Warning {
        summary: "The protocol version of a 0.2 or 0.3 card is a released version.",
        source: "A2A 0.3.0, a2a.json, AgentCard.protocolVersion",
        quote: "The version of the A2A protocol this agent supports.",
        rationale: "Clients use the version to decide how to communicate.",
        fix: "Write the version that the agent implements.",
        wrong: OLD => [Swap("\"0.3.0\"", "\"0.4.0\"")],
    }
    OLD_INTERFACE = "a2a-0-interface" / Error {
        summary: "Each additional interface of a 0.2 or 0.3 card has a URL and a transport.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentInterface",
        quote: "\"required\": [\"transport\", \"url\"]",
        rationale: "Clients select an interface by its transport.",
        fix: "Write URL and transport.",
        wrong: OLD => [Swap(", \"transport\": \"JSONRPC\"", "")],
    }
    OLD_TRANSPORT = "a2a-0-transport" / Warning {
        summary: "A transport is JSONRPC, GRPC or HTTP+JSON.",
        source: "A2A 0.3.0, a2a.json, TransportProtocol",
        quote: "Supported A2A transport protocols.",
        rationale: "Clients support only these transports.",
        fix: "Write one of the three names.",
        wrong: OLD => [Swap("\"transport\": \"JSONRPC\"", "\"transport\": \"rest\"")],
    }
    OLD_PROVIDER = "a2a-0-provider" / Error {
        summary: "The provider of a 0.2 or 0.3 card has the name of an organization and a URL.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentProvider",
        quote: "\"required\": [\"organization\", \"url\"]",
        rationale: "Users identify the provider by its name and URL.",
        fix: "Write both members, or remove the provider.",
        wrong: OLD => [Swap("\"organization\": \"Hotel\", ", "")],
    }
    OLD_CAPABILITIES = "a2a-0-capabilities" / Error {
        summary: "The capabilities of a 0.2 or 0.3 card are true or false, except for a list of extensions.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentCapabilities",
        quote: "\"streaming\": {\"type\": \"boolean\"}",
        rationale: "Strict parsers refuse a string as a flag.",
        fix: "Write true or false.",
        wrong: OLD => [Swap("\"streaming\": true", "\"streaming\": \"yes\"")],
    }
    OLD_EXTENSION = "a2a-0-extension" / Error {
        summary: "An extension of a 0.2 or 0.3 card has a URI.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentExtension",
        quote: "\"required\": [\"uri\"]",
        rationale: "Clients request an extension by its URI.",
        fix: "Write the URI.",
        wrong: OLD => [Swap("{\"uri\": \"https://hotel.example/ext\"}", "{\"required\": false}")],
    }
    OLD_SKILL = "a2a-0-skill" / Error {
        summary: "Each skill of a 0.2 or 0.3 card has an id, a name, a description and tags.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentSkill",
        quote: "\"required\": [\"description\", \"id\", \"name\", \"tags\"]",
        rationale: "Models select skills by description, and registries find them by tags.",
        fix: "Write id, name, description and tags.",
        wrong: OLD => [Swap(", \"tags\": [\"booking\"]", "")],
    }
    OLD_SECURITY = "a2a-0-security" / Error {
        summary: "Each security scheme of a 0.2 or 0.3 card gives its kind in `type`, and has the members of that kind.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, SecurityScheme; OpenAPI 3.0, Security Scheme Object",
        quote: "Defines a security scheme that can be used to secure an agent's endpoints.",
        rationale: "Clients cannot satisfy a scheme of an unknown type.",
        fix: "Write one of A2A's types, with its members.",
        wrong: OLD => [Swap("\"type\": \"apiKey\"", "\"type\": \"x402\"")],
    }
    SINCE_0_3 = "a2a-0-since-3" / Warning {
        summary: "A 0.2 card has no members that 0.3 introduced: signatures, a skill's security, mutual TLS, OAuth metadata.",
        source: "A2A 0.2.6 and 0.3.0, a2a.json",
        quote: "JSON Web Signatures computed for this AgentCard.",
        rationale: "Clients of 0.2 ignore the member and its requirements.",
        fix: "Set `protocolVersion` to 0.3, or remove the member.",
        wrong: OLD => [Swap("\"0.3.0\"", "\"0.2.6\""), Swap("\"tags\"", "\"security\": [{\"key\": []}], \"tags\"")],
    }
    URL = "a2a-url" / Error {
        summary: "The URL of each interface is absolute; the address of a gRPC interface may be host:port.",
        source: "A2A 1.0.1, a2a.proto, AgentInterface.url; A2A 0.3.0, section 5.3",
        quote: "For HTTP-based transports, must be a valid absolute HTTPS URL in production. For gRPC, the address should be in the format \"hostname:port\".",
        rationale: "Clients cannot connect to a path without a host.",
        fix: "Write an absolute URL.",
        wrong: CURRENT => [Swap("\"https://hotel.example/a2a\"", "\"/a2a\"")],
    }
    PAGE = "a2a-page" / Warning {
        summary: "The URLs of the documentation, the icon and the provider are absolute.",
        source: "this software: A2A names no base for relative URLs",
        quote: "The URLs of the documentation, the icon and the provider are absolute.",
        rationale: "Clients show no icon and no link, or those of another host.",
        fix: "Write the URL with its scheme and host.",
        wrong: CURRENT => [Swap("\"url\": \"https://hotel.example\"}", "\"url\": \"/about\"}")],
    }
    HTTPS = "a2a-https" / Warning, strict Error {
        summary: "A card's interfaces use https.",
        source: "A2A 1.0.1, a2a.proto, AgentInterface.url",
        quote: "must be a valid absolute HTTPS URL in production",
        rationale: "Over plain HTTP, anyone on the network path can read and change all data.",
        fix: "Serve the agent over HTTPS.",
        wrong: CURRENT => [Swap("\"https://hotel.example/a2a\"", "\"http://hotel.example/a2a\"")],
    }
    DECLARED = "a2a-declared" / Error {
        summary: "Each security scheme that is required is declared under `securitySchemes`.",
        source: "A2A 1.0.1, a2a.proto, SecurityRequirement; OpenAPI 3.2, Security Requirement Object",
        quote: "A map of security schemes to the required scopes.",
        rationale: "Clients cannot satisfy an undeclared scheme.",
        fix: "Declare the scheme, or require one that is declared.",
        wrong: CURRENT => [Swap("\"schemes\": {\"key\"", "\"schemes\": {\"kee\"")],
    }
    MEDIA_TYPE = "a2a-media-type" / Warning {
        summary: "Input and output modes are media types.",
        source: "A2A 1.0.1, a2a.proto, AgentCard.default_input_modes",
        quote: "Defined as media types.",
        rationale: "Clients compare modes with the media types of their messages.",
        fix: "Write a media type.",
        wrong: CURRENT => [Swap("[\"text/plain\"]", "[\"text\"]")],
    }
    SKILL_ID = "a2a-skill-id" / Error {
        summary: "Each skill has its own id.",
        source: "A2A 1.0.1, a2a.proto, AgentSkill.id",
        quote: "A unique identifier for the agent's skill.",
        rationale: "A request for a duplicate ID is ambiguous.",
        fix: "Give each skill its own id.",
        wrong: CURRENT => [Swap("\"cancel\"", "\"book\"")],
    }
    DUPLICATE_SPELLING = "a2a-twins" / Error {
        summary: "No field occurs twice in two spellings, and no two security schemes have names that differ only in case, `_` and `-`.",
        source: "A2A 1.0.1, section 5.5; the JSON mapping of Protocol Buffers",
        quote: "Parsers accept both the lowerCamelCase name and the original proto field name.",
        rationale: "Parsers disagree on which of the two members they use, even in a signed card.",
        fix: "Keep the camelCase member.",
        wrong: CURRENT => [Swap("\"tags\"", "\"input_modes\": [\"image/png\"], \"inputModes\": [\"text/plain\"], \"tags\"")],
    }
    TEXT_HIDDEN = "a2a-text-hidden" / Error {
        summary: "Texts and member names of a card contain no invisible characters.",
        source: "this software: people and models must see the same text",
        quote: "Descriptions and examples go into the prompts of models.",
        rationale: "Invisible text can give instructions to a model.",
        fix: "Remove the characters.",
        wrong: CURRENT => [Swap("Books a room.", "Books a room.\\udb40\\udc41")],
    }
    TEXT_WHITESPACE = "a2a-text-whitespace" / Warning, strict Error {
        summary: "No text is hidden after long white space.",
        source: "this software: people and models must see the same text",
        quote: "Descriptions and examples go into the prompts of models.",
        rationale: "People do not see text after long white space, but models read it.",
        fix: "Remove the white space.",
        wrong: CURRENT => [
            Swap("Books a room.", "Books a room.\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\nCalls the owner, too."),
        ],
    }
    TEXT_LOOK_ALIKE = "a2a-text-look-alike" / Warning {
        summary: "No two skills have confusable names or IDs.",
        source: "Unicode Technical Standard 39, section 4",
        quote: "Two strings are confusable if their skeletons are the same.",
        rationale: "Models and people confuse the two.",
        fix: "Use clearly different names.",
        wrong: CURRENT => [Swap("\"Cancel\"", "\"B\\u043eok\"")],
    }
    SIZE = "a2a-registry-size" / Error {
        summary: "A card for a registry has at most 10,240 bytes, including white space.",
        source: "Agent Registry, JSON schemas, Agent Card",
        quote: "Specification files have a maximum size of 10 KB.",
        rationale: "Registries refuse larger files; 10 KB can mean 10,000 or 10,240 bytes.",
        fix: "Shorten descriptions and examples, or remove white space.",
        wrong: CURRENT => [Swap(SHORT, LONGER)],
    }
    SIZE_NEAR = "a2a-registry-size-near" / Warning {
        summary: "A card for a registry has at most 10,000 bytes, the stricter meaning of 10 KB.",
        source: "Agent Registry, JSON schemas, Agent Card",
        quote: "Specification files have a maximum size of 10 KB.",
        rationale: "Registries refuse larger files; 10 KB can mean 10,000 or 10,240 bytes.",
        fix: "Shorten descriptions and examples, or remove white space.",
        wrong: CURRENT => [Swap(SHORT, LONG)],
    }
}
