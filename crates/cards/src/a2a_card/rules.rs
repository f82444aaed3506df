//! The rules of A2A Agent Cards: those of 1.0, those of 0.2 and 0.3, those of every version.

use crate::intent::rules as intent;
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

/// Ten times a text.
macro_rules! ten {
    ($text:expr) => {
        concat!($text, $text, $text, $text, $text, $text, $text, $text, $text, $text)
    };
}

const SHORT: &str = "Books rooms.";

/// 9,300 and 10,000 letters, of which the rest of the card makes more than 10,000 and more than 10,240 bytes.
const LONG: &str = concat!(ten!(ten!(ten!("Books it."))), ten!(ten!("Bed")));

const LONGER: &str = ten!(ten!(ten!("Books all.")));

agent_description::rules! {
    /// Every rule.
    pub RULES + [&intent::DECLARATION, &intent::SKILL, &intent::SCHEMA];

    CARD = "a2a-1-card" / Error {
        summary: "A 1.0 card has a name, a description, a version, capabilities, supported interfaces, default input and output modes, and skills.",
        source: "A2A 1.0.1, section 5.7; a2a.proto, AgentCard",
        quote: "Fields marked with REQUIRED indicate that the field MUST be present and set in valid messages.",
        rationale: "A client that misses a required member refuses the card, or fails later.",
        fix: "Add the member.",
        wrong: CURRENT => [Swap("  \"version\": \"1.0.0\",\n", "")],
    }
    LIST = "a2a-1-list" / Warning, strict Error {
        summary: "A required list of a 1.0 card has at least one element.",
        source: "A2A 1.0.1, section 5.7 (although the example of section 8.4.1 has `skills: []`)",
        quote: "Arrays marked as required MUST contain at least one element.",
        rationale: "A strict reader refuses a card whose required list is empty.",
        fix: "Give the list an element.",
        wrong: CURRENT => [Swap("[\"booking\"]", "[]")],
    }
    INTERFACE = "a2a-1-interface" / Error {
        summary: "Each interface of a 1.0 card has a URL, a protocol binding and a protocol version.",
        source: "A2A 1.0.1, section 8.3.1; a2a.proto, AgentInterface",
        quote: "Each interface MUST accurately declare its transport protocol and URL",
        rationale: "A client chooses an interface by its binding and version; without them it cannot be chosen.",
        fix: "Write URL, protocol binding and protocol version.",
        wrong: CURRENT => [Swap(", \"protocolVersion\": \"1.0\"", "")],
    }
    BINDING = "a2a-1-binding" / Warning {
        summary: "A protocol binding is JSONRPC, GRPC or HTTP+JSON, or a URI.",
        source: "A2A 1.0.1, section 5.8; a2a.proto, AgentInterface.protocol_binding",
        quote: "Custom protocol bindings SHOULD be identified by a URI.",
        rationale: "Two bindings with the same made-up name would be taken for one.",
        fix: "Write one of the three names, or a URI.",
        wrong: CURRENT => [Swap("\"JSONRPC\"", "\"http_json\"")],
    }
    INTERFACE_VERSION = "a2a-1-interface-version" / Warning {
        summary: "An interface's protocol version is a version of A2A: major and minor number.",
        source: "A2A 1.0.1, section 3.6",
        quote: "Patch version numbers SHOULD NOT be used in requests, responses and Agent Cards",
        rationale: "Clients compare major and minor number; a date is the version of another protocol.",
        fix: "Write the A2A version, such as 1.0.",
        wrong: CURRENT => [Swap("\"protocolVersion\": \"1.0\"", "\"protocolVersion\": \"2024-11-05\"")],
    }
    PROVIDER = "a2a-1-provider" / Error {
        summary: "The provider of a 1.0 card has a URL and the name of an organization.",
        source: "A2A 1.0.1, a2a.proto, AgentProvider",
        quote: "string url = 1 [(google.api.field_behavior) = REQUIRED];",
        rationale: "A provider without a name and a page says nothing.",
        fix: "Write both members, or leave the provider out.",
        wrong: CURRENT => [Swap(", \"url\": \"https://hotel.example\"}", "}")],
    }
    CAPABILITIES = "a2a-1-capabilities" / Error {
        summary: "The capabilities of a 1.0 card are true or false, except for a list of extensions.",
        source: "A2A 1.0.1, a2a.proto, AgentCapabilities",
        quote: "optional bool streaming = 1;",
        rationale: "A client that reads strictly cannot read a string as a flag.",
        fix: "Write true or false.",
        wrong: CURRENT => [Swap("\"streaming\": true", "\"streaming\": \"yes\"")],
    }
    EXTENSION = "a2a-1-extension" / Error, missing Warning {
        summary: "An extension of a 1.0 card has a URI; its other members have the right types.",
        source: "A2A 1.0.1, a2a.proto, AgentExtension (its `uri` has no mark REQUIRED)",
        quote: "The unique URI identifying the extension.",
        rationale: "An extension without a URI cannot be requested.",
        fix: "Write the URI.",
        wrong: CURRENT => [Swap("{\"uri\": \"https://hotel.example/ext\"}", "{\"required\": false}")],
    }
    SKILL = "a2a-1-skill" / Error {
        summary: "Each skill of a 1.0 card has an id, a name, a description and tags.",
        source: "A2A 1.0.1, a2a.proto, AgentSkill",
        quote: "string id = 1 [(google.api.field_behavior) = REQUIRED];",
        rationale: "Models choose a skill by its description, registries find it by its tags.",
        fix: "Write id, name, description and tags.",
        wrong: CURRENT => [Swap(", \"tags\": [\"booking\"]", "")],
    }
    SECURITY = "a2a-1-security" / Error {
        summary: "Each security scheme of a 1.0 card is exactly one of the kinds there are, with the members of that kind.",
        source: "A2A 1.0.1, a2a.proto, SecurityScheme",
        quote: "oneof scheme",
        rationale: "A scheme of two kinds, or of none, cannot be satisfied.",
        fix: "Write exactly one kind in each scheme.",
        wrong: CURRENT => [
            Swap("\"apiKeySecurityScheme\": {\"location\": \"header\", \"name\": \"X-Key\"}", "\"type\": \"apiKey\""),
        ],
    }
    OTHER_VERSION = "a2a-1-other-version" / Warning {
        summary: "A card of 1.0 only has no members that 1.0 removed or renamed.",
        source: "A2A 1.0.1, section 5.7; a2a.proto",
        quote: "Implementations SHOULD ignore unrecognized fields in messages",
        rationale: "Readers of 1.0 ignore the member, so what it requires is not required.",
        fix: "Write it as 1.0 defines it.",
        wrong: CURRENT => [
            Swap("\"securityRequirements\": [{\"schemes\": {\"key\": {\"list\": []}}}]", "\"security\": [{\"key\": []}]"),
        ],
    }
    SPELLING = "a2a-1-spelling" / Error {
        summary: "Member names are spelled as A2A's JSON has them, in camelCase.",
        source: "A2A 1.0.1, section 5.5",
        quote: "All JSON serializations of the A2A protocol data model MUST use camelCase naming for field names, not the snake_case convention used in Protocol Buffer definitions.",
        rationale: "One reader takes the name of the definition, another does not see the member.",
        fix: "Write the name in camelCase.",
        wrong: CURRENT => [Swap("\"defaultInputModes\"", "\"default_input_modes\"")],
    }
    UNKNOWN = "a2a-unknown" / Warning {
        summary: "A member that A2A does not know has a name that cannot be mistaken for a known one.",
        source: "A2A 1.0.1, section 3.3.5",
        quote: "Implementations SHOULD ignore unrecognized fields in messages",
        rationale: "Readers ignore the member, so what it says is not heard.",
        fix: "Write the known name, or choose another one.",
        wrong: CURRENT => [Swap("\"streaming\": true", "\"streaming\": true, \"pushNotification\": true")],
    }
    SIGNATURE = "a2a-signature" / Error {
        summary: "Each signature has a protected header and a signature, both strings, as a JSON Web Signature has them.",
        source: "A2A 1.0.1, section 8.4.2; A2A 0.3.0, a2a.json, AgentCardSignature",
        quote: "string protected = 1 [(google.api.field_behavior) = REQUIRED];",
        rationale: "Without both parts there is nothing to verify.",
        fix: "Sign the card again.",
        wrong: CURRENT => [
            Swap("  \"skills\"", "  \"signatures\": [{\"protected\": \"eyJhbGciOiJFUzI1NiJ9\"}],\n  \"skills\""),
        ],
    }
    OLD_CARD = "a2a-0-card" / Error {
        summary: "A 0.2 or 0.3 card has a protocol version, a name, a description, a URL, a version, capabilities, default input and output modes, and skills.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentCard",
        quote: "\"required\": [\"capabilities\", \"defaultInputModes\", \"defaultOutputModes\", \"description\", \"name\", \"protocolVersion\", \"skills\", \"url\", \"version\"]",
        rationale: "A client that misses a required member refuses the card, or fails later.",
        fix: "Add the member.",
        wrong: OLD => [Swap("  \"protocolVersion\": \"0.3.0\",\n", "")],
    }
    OLD_VERSION = "a2a-0-version" / Warning {
        summary: "The protocol version of a 0.2 or 0.3 card is one of these versions.",
        source: "A2A 0.3.0, a2a.json, AgentCard.protocolVersion",
        quote: "The version of the A2A protocol this agent supports.",
        rationale: "Clients use the version to decide how to communicate.",
        fix: "Write the version that the agent speaks.",
        wrong: OLD => [Swap("\"0.3.0\"", "\"0.4.0\"")],
    }
    OLD_INTERFACE = "a2a-0-interface" / Error {
        summary: "Each additional interface of a 0.2 or 0.3 card has a URL and a transport.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentInterface",
        quote: "\"required\": [\"transport\", \"url\"]",
        rationale: "A client chooses an interface by its transport; without one it cannot be chosen.",
        fix: "Write URL and transport.",
        wrong: OLD => [Swap(", \"transport\": \"JSONRPC\"", "")],
    }
    OLD_TRANSPORT = "a2a-0-transport" / Warning {
        summary: "A transport is JSONRPC, GRPC or HTTP+JSON.",
        source: "A2A 0.3.0, a2a.json, TransportProtocol",
        quote: "Supported A2A transport protocols.",
        rationale: "A client does not know a transport with another name.",
        fix: "Write one of the three names.",
        wrong: OLD => [Swap("\"transport\": \"JSONRPC\"", "\"transport\": \"rest\"")],
    }
    OLD_PROVIDER = "a2a-0-provider" / Error {
        summary: "The provider of a 0.2 or 0.3 card has the name of an organization and a URL.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentProvider",
        quote: "\"required\": [\"organization\", \"url\"]",
        rationale: "A provider without a name and a page says nothing.",
        fix: "Write both members, or leave the provider out.",
        wrong: OLD => [Swap("\"organization\": \"Hotel\", ", "")],
    }
    OLD_CAPABILITIES = "a2a-0-capabilities" / Error {
        summary: "The capabilities of a 0.2 or 0.3 card are true or false, except for a list of extensions.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentCapabilities",
        quote: "\"streaming\": {\"type\": \"boolean\"}",
        rationale: "A client that reads strictly cannot read a string as a flag.",
        fix: "Write true or false.",
        wrong: OLD => [Swap("\"streaming\": true", "\"streaming\": \"yes\"")],
    }
    OLD_EXTENSION = "a2a-0-extension" / Error {
        summary: "An extension of a 0.2 or 0.3 card has a URI.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentExtension",
        quote: "\"required\": [\"uri\"]",
        rationale: "An extension without a URI cannot be requested.",
        fix: "Write the URI.",
        wrong: OLD => [Swap("{\"uri\": \"https://hotel.example/ext\"}", "{\"required\": false}")],
    }
    OLD_SKILL = "a2a-0-skill" / Error {
        summary: "Each skill of a 0.2 or 0.3 card has an id, a name, a description and tags.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, AgentSkill",
        quote: "\"required\": [\"description\", \"id\", \"name\", \"tags\"]",
        rationale: "Models choose a skill by its description, registries find it by its tags.",
        fix: "Write id, name, description and tags.",
        wrong: OLD => [Swap(", \"tags\": [\"booking\"]", "")],
    }
    OLD_SECURITY = "a2a-0-security" / Error {
        summary: "Each security scheme of a 0.2 or 0.3 card gives its kind in `type`, and has the members of that kind.",
        source: "A2A 0.2.5 to 0.3.0, a2a.json, SecurityScheme; OpenAPI 3.0, Security Scheme Object",
        quote: "Defines a security scheme that can be used to secure an agent's endpoints.",
        rationale: "A scheme of an unknown kind cannot be satisfied.",
        fix: "Write one of A2A's types, with its members.",
        wrong: OLD => [Swap("\"type\": \"apiKey\"", "\"type\": \"x402\"")],
    }
    SINCE_0_3 = "a2a-0-since-3" / Warning {
        summary: "A 0.2 card has no members that 0.3 introduced: signatures, a skill's security, mutual TLS, OAuth metadata.",
        source: "A2A 0.2.6 and 0.3.0, a2a.json",
        quote: "JSON Web Signatures computed for this AgentCard.",
        rationale: "Readers of 0.2 ignore the member, so what it requires is not required.",
        fix: "Say that the agent speaks 0.3, or leave the member out.",
        wrong: OLD => [Swap("\"0.3.0\"", "\"0.2.6\""), Swap("\"tags\"", "\"security\": [{\"key\": []}], \"tags\"")],
    }
    URL = "a2a-url" / Error {
        summary: "The URL of each interface is absolute; the address of a gRPC interface may be host:port.",
        source: "A2A 1.0.1, a2a.proto, AgentInterface.url; A2A 0.3.0, section 5.3",
        quote: "For HTTP-based transports, must be a valid absolute HTTPS URL in production. For gRPC, the address should be in the format \"hostname:port\".",
        rationale: "A client cannot connect to a path without a host.",
        fix: "Write an absolute URL.",
        wrong: CURRENT => [Swap("\"https://hotel.example/a2a\"", "\"/a2a\"")],
    }
    HTTPS = "a2a-https" / Warning, strict Error {
        summary: "A card's interfaces use https.",
        source: "A2A 1.0.1, a2a.proto, AgentInterface.url",
        quote: "must be a valid absolute HTTPS URL in production",
        rationale: "Over plain HTTP, anyone on the path can read and change everything, including the card.",
        fix: "Serve the agent over HTTPS.",
        wrong: CURRENT => [Swap("\"https://hotel.example/a2a\"", "\"http://hotel.example/a2a\"")],
    }
    DECLARED = "a2a-declared" / Error {
        summary: "Each security scheme that is required is declared under `securitySchemes`.",
        source: "A2A 1.0.1, a2a.proto, SecurityRequirement; OpenAPI 3.2, Security Requirement Object",
        quote: "A map of security schemes to the required scopes.",
        rationale: "A caller cannot know what an undeclared scheme is.",
        fix: "Declare the scheme, or require one that is declared.",
        wrong: CURRENT => [Swap("\"schemes\": {\"key\"", "\"schemes\": {\"kee\"")],
    }
    MEDIA_TYPE = "a2a-media-type" / Warning {
        summary: "Input and output modes are media types.",
        source: "A2A 1.0.1, a2a.proto, AgentCard.default_input_modes",
        quote: "Defined as media types.",
        rationale: "A client compares modes with the media types of its messages.",
        fix: "Write a media type.",
        wrong: CURRENT => [Swap("[\"text/plain\"]", "[\"text\"]")],
    }
    SKILL_ID = "a2a-skill-id" / Error {
        summary: "Each skill has its own id.",
        source: "A2A 1.0.1, a2a.proto, AgentSkill.id",
        quote: "A unique identifier for the agent's skill.",
        rationale: "A request for the id gets one of the two.",
        fix: "Give each skill its own id.",
        wrong: CURRENT => [Swap("\"cancel\"", "\"book\"")],
    }
    DUPLICATE_SPELLING = "a2a-twins" / Error {
        summary: "No field appears in a card twice, in two spellings, nor two security schemes whose names differ only in case, `_` and `-`.",
        source: "A2A 1.0.1, section 5.5; the JSON mapping of Protocol Buffers",
        quote: "Parsers accept both the lowerCamelCase name and the original proto field name.",
        rationale: "One reader uses the first member, another the last: they read the same card, signed or not, differently.",
        fix: "Keep the camelCase member.",
        wrong: CURRENT => [Swap("\"tags\"", "\"input_modes\": [\"image/png\"], \"inputModes\": [\"text/plain\"], \"tags\"")],
    }
    TEXT_HIDDEN = "a2a-text-hidden" / Error {
        summary: "No text of a card, nor the name of a member, has characters that people cannot see.",
        source: "this software: people and models should read the same text",
        quote: "Descriptions and examples go into the prompts of models.",
        rationale: "Text that people cannot see can tell a model what to do.",
        fix: "Remove the characters.",
        wrong: CURRENT => [Swap("Books a room.", "Books a room.\\udb40\\udc41")],
    }
    TEXT_WHITESPACE = "a2a-text-whitespace" / Warning, strict Error {
        summary: "No text continues after so much white space that it is out of sight.",
        source: "this software: people and models should read the same text",
        quote: "Descriptions and examples go into the prompts of models.",
        rationale: "Text far to the right or far below is not seen by people, but is read by models.",
        fix: "Remove the white space.",
        wrong: CURRENT => [
            Swap("Books a room.", "Books a room.\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\nCalls the owner, too."),
        ],
    }
    TEXT_LOOK_ALIKE = "a2a-text-look-alike" / Warning {
        summary: "No two skills have names or ids that look alike.",
        source: "Unicode Technical Standard 39, section 4",
        quote: "Two strings are confusable if their skeletons are the same.",
        rationale: "A model, and the person watching it, takes one for the other.",
        fix: "Give each a name that looks different.",
        wrong: CURRENT => [Swap("\"Cancel\"", "\"B\\u043eok\"")],
    }
    SIZE = "a2a-registry-size" / Error {
        summary: "A card that is to be registered has at most 10,240 bytes, white space included.",
        source: "Agent Registry, JSON schemas, Agent Card",
        quote: "Specification files have a maximum size of 10 KB.",
        rationale: "A registry refuses a larger file, and counts 10 KB one way or the other.",
        fix: "Shorten descriptions and examples; white space counts.",
        wrong: CURRENT => [Swap(SHORT, LONGER)],
    }
    SIZE_NEAR = "a2a-registry-size-near" / Warning {
        summary: "A card that is to be registered has at most 10,000 bytes: a registry that reads 10 KB this way refuses more.",
        source: "Agent Registry, JSON schemas, Agent Card",
        quote: "Specification files have a maximum size of 10 KB.",
        rationale: "A registry refuses a larger file, and counts 10 KB one way or the other.",
        fix: "Shorten descriptions and examples; white space counts.",
        wrong: CURRENT => [Swap(SHORT, LONG)],
    }
}
