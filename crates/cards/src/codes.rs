//! The error codes of cards. Those of JSON Web Signatures, keys and DIDs are the core's.

const REQUIRED: &str = "A2A 1.0, section 5.7; a2a.proto";
const SIGNING: &str = "A2A 1.0, section 8.4";
const MCP: &str = "MCP 2026-07-28, schema.ts; SEP-2127; the MCP registry's server.json";
const SKILLS: &str = "Agent Skills Discovery 0.2.0, Index Format";
const SCHEMA: &str = "JSON Schema 2020-12, or the dialect that the schema names";
const TEXT: &str = "this software: people and models should read the same text";

agent_description::codes! {
    /// A required member of a card is missing.
    CARD_MISSING = "card-missing" / Refused,
        REQUIRED,
        "Add the member that the message names.";
    /// A member of a card has another type than its version gives it.
    CARD_TYPE = "card-type" / Refused,
        "A2A 1.0, a2a.proto; A2A 0.2 and 0.3, a2a.json",
        "Write the member with the type in the message.";
    /// A required list of a card is empty.
    CARD_EMPTY = "card-empty" / Refused,
        "A2A 1.0, section 5.7",
        "Give the list at least one element.";
    /// A URL of a card is none that a client could connect to.
    CARD_URL = "card-url" / Refused,
        "A2A 1.0, a2a.proto, AgentInterface.url",
        "Write an absolute https URL, for gRPC also host:port.";
    /// A transport or protocol binding that clients do not know.
    CARD_TRANSPORT = "card-transport" / Refused,
        "A2A 1.0, section 5.8; A2A 0.3, TransportProtocol",
        "Write JSONRPC, GRPC or HTTP+JSON; in a 1.0 card, the URI of your own binding.";
    /// A protocol version that is none of A2A, or does not fit the card's members.
    CARD_PROTOCOL_VERSION = "card-protocol-version" / Refused,
        "A2A 1.0, section 3.6",
        "Write the A2A version that the interface speaks, as major and minor number.";
    /// A security scheme is not exactly one of the kinds there are, or one that is asked for is not declared.
    CARD_SECURITY = "card-security" / Refused,
        "A2A 1.0, section 4.5; a2a.proto, SecurityScheme",
        "Declare each scheme once under `securitySchemes`, as one of the kinds that A2A defines.";
    /// A member that another version of A2A has, in a card that does not show that version.
    CARD_OTHER_VERSION = "card-other-version" / Refused,
        "A2A 1.0, appendix A.2; a2a.proto",
        "Write the member as the card's version defines it.";
    /// A member is spelled as the protocol definition spells its field, not as JSON does.
    CARD_SPELLING = "card-spelling" / Refused,
        "A2A 1.0, section 5.5",
        "Write member names in camelCase.";
    /// One field stands in a card twice, in camelCase and in snake_case: two readers could read two cards.
    CARD_TWINS = "card-twins" / Refused,
        "A2A 1.0, section 5.5; the protocol's JSON mapping takes both names for one field",
        "Keep only the camelCase member.";
    /// A mode is not a media type.
    CARD_MEDIA_TYPE = "card-media-type" / Refused,
        "A2A 1.0, a2a.proto, AgentCard.default_input_modes; RFC 6838",
        "Write a media type, such as text/plain.";
    /// Two skills have one id.
    CARD_SKILL_ID = "card-skill-id" / Refused,
        "A2A 1.0, a2a.proto, AgentSkill.id",
        "Give each skill its own id.";
    /// A card is larger than the registry takes.
    CARD_SIZE = "card-size" / Refused,
        "Agent Registry, JSON schemas: a specification file has at most 10 KB",
        "Shorten the card; white space counts.";
    /// A text that models read has characters that people do not see.
    CARD_TEXT_HIDDEN = "card-text-hidden" / Refused,
        TEXT,
        "Remove the characters.";
    /// A text that models read goes on behind white space, out of sight.
    CARD_TEXT_WHITESPACE = "card-text-whitespace" / Refused,
        TEXT,
        "Remove the white space.";
    /// Two names look alike.
    CARD_TEXT_LOOK_ALIKE = "card-text-look-alike" / Refused,
        "Unicode Technical Standard 39, section 4",
        "Give each a name that cannot be mistaken for the other.";
    /// The card is signed, but by nobody whose signature counts for it: anyone can copy a card and sign it.
    CARD_SIGNER_UNBOUND = "card-signer-unbound" / Refused,
        "this software: `signatures` is not covered by a signature, so anyone can add one",
        "Say whose signature counts, or fetch the card from its signer's host.";
    /// The readings of section 8.4 differ on the card, so that a signature by one would not verify by another.
    CARD_NOT_PORTABLE = "card-not-portable" / Refused,
        SIGNING,
        "Remove or fill the members that the message names, or choose one reading to sign by.";
    /// The card has no signatures.
    JWS_MISSING = "jws-missing" / Refused,
        SIGNING,
        "Sign the card.";
    /// A required member of an MCP document is missing.
    MCP_MISSING = "mcp-missing" / Refused,
        MCP,
        "Add the member that the message names.";
    /// A member of an MCP document has another type than the specification gives it.
    MCP_TYPE = "mcp-type" / Refused,
        MCP,
        "Write the member with the type in the message.";
    /// A member of an MCP document has a value that the specification does not have.
    MCP_VALUE = "mcp-value" / Refused,
        MCP,
        "Write the value as the message says.";
    /// An MCP document is of a version that is not known here.
    MCP_VERSION = "mcp-version" / Refused,
        MCP,
        "Write one of the versions in the message, if the document is of one.";
    /// A name of an MCP document is not formed as names are.
    MCP_NAME = "mcp-name" / Refused,
        MCP,
        "Form the name as the message says.";
    /// Two tools have one name.
    MCP_DUPLICATE = "mcp-duplicate" / Refused,
        "MCP 2026-07-28, Tools, Tool Names",
        "Give each tool its own name.";
    /// A member that the document's version does not have.
    MCP_OTHER_VERSION = "mcp-other-version" / Refused,
        MCP,
        "Write the member as the document's version has it, or leave it out.";
    /// Hints about a tool contradict each other.
    MCP_HINTS = "mcp-hints" / Refused,
        "MCP 2026-07-28, ToolAnnotations",
        "Write the hints that are meant.";
    /// A URL of an MCP document is none that a client could connect to.
    MCP_URL = "mcp-url" / Refused,
        MCP,
        "Write an absolute URL, https where it is a place to connect to.";
    /// The document is what is widely served as a server card, and no server card.
    MCP_DE_FACTO = "mcp-de-facto" / Refused,
        "SEP-2127, discovery, Hosted Server Card Location",
        "Serve a server card with its `$schema` at the server's URL + /server-card, and name it in an AI Catalog.";
    /// A schema of a tool is no JSON Schema.
    MCP_SCHEMA = "mcp-schema" / Refused,
        SCHEMA,
        "Mend the schema as the message says.";
    /// A schema that cannot be used here, right or not: it leads elsewhere, or is more than is checked.
    MCP_SCHEMA_UNUSABLE = "mcp-schema-unusable" / Refused,
        SCHEMA,
        "Write the whole schema into the document, without look-around in patterns.";
    /// The arguments of a call are not as the tool's input schema asks.
    MCP_ARGUMENTS = "mcp-arguments" / Refused,
        "MCP 2026-07-28, Tools, Error Handling",
        "Call the tool with arguments as its `inputSchema` asks.";
    /// The result of a call is not as the tool's output schema says.
    MCP_RESULT = "mcp-result" / Refused,
        "MCP 2026-07-28, Tools, Output Schema",
        "Do not use the result; its server breaks its word.";
    /// An MCP document is larger than the registry takes.
    MCP_SIZE = "mcp-size" / Refused,
        "Agent Registry, JSON schemas: a specification file has at most 10 KB",
        "Shorten the document; white space counts.";
    /// A text of an MCP document that models read has something that people do not see.
    MCP_TEXT = "mcp-text" / Refused,
        TEXT,
        "Remove what the message names.";
    /// Two tools have names that look alike.
    MCP_LOOK_ALIKE = "mcp-look-alike" / Refused,
        "Unicode Technical Standard 39, section 4",
        "Give each a name that cannot be mistaken for the other.";
    /// A required member of a skills index is missing.
    SKILLS_MISSING = "skills-missing" / Refused,
        SKILLS,
        "Add the member that the message names.";
    /// A member of a skills index has another type than the specification gives it.
    SKILLS_TYPE = "skills-type" / Refused,
        SKILLS,
        "Write the member with the type in the message.";
    /// A skills index is of a version that is not known here.
    SKILLS_VERSION = "skills-version" / Refused,
        "Agent Skills Discovery 0.2.0, Versioning",
        "Write `$schema` as the message says.";
    /// A skill's name is not formed as names are, or is another skill's.
    SKILLS_NAME = "skills-name" / Refused,
        "Agent Skills, specification, name field",
        "Give each skill a name of its own, of lower-case letters, digits and single hyphens.";
    /// A skill is neither a file nor an archive.
    SKILLS_KIND = "skills-kind" / Refused,
        "Agent Skills Discovery 0.2.0, Index Format",
        "Write skill-md or archive.";
    /// A member of a skill is not as the specification asks: too long, or no URL.
    SKILLS_VALUE = "skills-value" / Refused,
        SKILLS,
        "Write the value as the message says.";
    /// A digest is none, or not the digest of what stands at the skill's URL.
    SKILLS_DIGEST = "skills-digest" / Refused,
        "Agent Skills Discovery 0.2.0, Integrity and Verification",
        "Publish the index anew with the digest of the bytes that are served; until then, do not use the skill.";
    /// A text of a skills index that models read has something that people do not see.
    SKILLS_TEXT = "skills-text" / Refused,
        TEXT,
        "Remove what the message names, or give each skill a name that cannot be mistaken for another's.";
}
