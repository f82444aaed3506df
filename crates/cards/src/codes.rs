//! The error codes of cards and catalogs. Those of JSON Web Signatures, keys and DIDs are the core's.

const REQUIRED: &str = "A2A 1.0, section 5.7; a2a.proto";
const SIGNING: &str = "A2A 1.0, section 8.4";
const MCP: &str = "MCP 2026-07-28, schema.ts; SEP-2127; the MCP registry's server.json";
const INTENT: &str = "Model Studio, A2A intent extension";
const SKILLS: &str = "Agent Skills Discovery 0.2.0, Index Format";
const SCHEMA: &str = "JSON Schema 2020-12, or the dialect that the schema names";
const CATALOG: &str = "AI Catalog, Catalog Entry";
const TRUST: &str = "AI Catalog, Trust Manifest";
const SIGNER: &str = "AI Catalog, the did:web Signer Profile";
const LOCK: &str = "this software: what was locked is believed only if all of it is as it was written";
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
    /// A member of a card is spelled otherwise than A2A's JSON spells it: in snake_case, or with other capital letters.
    CARD_SPELLING = "card-spelling" / Refused,
        "A2A 1.0, section 5.5",
        "Write the member's name as the message says.";
    /// One field stands in a card twice, in two spellings: two readers could read two cards.
    CARD_TWINS = "card-twins" / Refused,
        "A2A 1.0, section 5.5; the protocol's JSON mapping takes both names for one field",
        "Keep only the camelCase member.";
    /// A member's name is a known one in another spelling: some readers take it for that member, others ignore it.
    MEMBER_SPELLING = "member-spelling" / Refused,
        "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        "Write the member's name as the message says; if both are there, keep the right one.";
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
    /// The card or catalog has no signatures.
    JWS_MISSING = "jws-missing" / Refused,
        SIGNING,
        "Sign it.";
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
    /// A signature does not count yet, or no longer.
    JWS_TIME = "jws-time" / Refused,
        "AI Catalog, Signature Acceptance and Time",
        "Sign again, with an expiry that is still to come.";
    /// A required member of a catalog is missing.
    CATALOG_MISSING = "catalog-missing" / Refused,
        CATALOG,
        "Add the member that the message names.";
    /// A member of a catalog has another type than its generation gives it.
    CATALOG_TYPE = "catalog-type" / Refused,
        CATALOG,
        "Write the member with the type in the message.";
    /// `specVersion` is not a version of AI Catalog that can be read.
    CATALOG_SPEC_VERSION = "catalog-spec-version" / Refused,
        "AI Catalog, Version Handling",
        "Write \"1.0\".";
    /// A member of another generation of catalogs, which readers of this one ignore.
    CATALOG_GENERATION = "catalog-generation" / Refused,
        "AI Catalog and ARD: their drafts name the same things differently",
        "Write the member as the generation of the catalog names it.";
    /// An identifier that names no publisher, or is not of the form that its generation asks for.
    CATALOG_IDENTIFIER = "catalog-identifier" / Refused,
        "AI Catalog, Catalog Entry, identifier; ARD, appendix C",
        "Write urn:air:HOST:NAMESPACE:NAME.";
    /// Two entries of a catalog have one identifier and version.
    CATALOG_DUPLICATE = "catalog-duplicate" / Refused,
        "AI Catalog, Multi-Version Entries",
        "Give each entry its own identifier, or each version of it its own version.";
    /// An entry has both a reference and a value, or neither.
    CATALOG_CONTENT = "catalog-content" / Refused,
        "AI Catalog, Catalog Entry; ARD, section 4.3",
        "Write exactly one of `url` and `data`.";
    /// A URL of a catalog is none that a client could fetch safely.
    CATALOG_URL = "catalog-url" / Refused,
        "AI Catalog, Catalog Entry, url; Safe Fetching",
        "Write an absolute https URL.";
    /// A type is not a media type, or a known one misspelled.
    CATALOG_MEDIA_TYPE = "catalog-media-type" / Refused,
        "AI Catalog, Catalog Entry, type",
        "Write the media type that readers look for, such as application/a2a-agent-card+json.";
    /// A digest is not of the form `sha256:` and lower-case hexadecimal, or is weaker than SHA-256.
    CATALOG_DIGEST = "catalog-digest" / Refused,
        "AI Catalog, Digest Format",
        "Write sha256: and the hash in lower-case hexadecimal.";
    /// A time of a catalog is not an RFC 3339 date-time, or an expiry is not after its issue.
    CATALOG_TIME = "catalog-time" / Refused,
        "AI Catalog, Catalog Entry, updatedAt; Signature Object",
        "Write a date-time such as 2026-01-31T12:00:00Z.";
    /// A key of `extensions` or `metadata` is none that keeps publishers apart.
    CATALOG_EXTENSION = "catalog-extension" / Refused,
        "AI Catalog, Format and Key Naming",
        "Write a URL, or a name in reverse-DNS order such as com.example.region.";
    /// A nested catalog is none, or nested too deeply.
    CATALOG_NESTED = "catalog-nested" / Refused,
        "AI Catalog, Nested Catalog Entries",
        "Nest catalogs at most four deep.";
    /// Sample queries of an ARD entry that a search index cannot use.
    CATALOG_QUERIES = "catalog-queries" / Refused,
        "ARD, section 4.2",
        "Write two to five questions that the entry answers.";
    /// A trust manifest or signature object of a catalog is not of its form.
    CATALOG_TRUST = "catalog-trust" / Refused,
        TRUST,
        "Write the member as the message says.";
    /// A text that models read has characters that people do not see, or goes on out of sight.
    CATALOG_TEXT = "catalog-text" / Refused,
        TEXT,
        "Remove the characters.";
    /// A signature of a catalog names a profile that is not verified here.
    CATALOG_PROFILE = "catalog-profile" / Refused,
        "AI Catalog, Profile Selection",
        "Sign by the profile did-web-v1.";
    /// The signer is not a DID that the profile allows, or not the contributor whose claims it signs.
    CATALOG_SIGNER = "catalog-signer" / Refused,
        SIGNER,
        "Sign as the did:web DID of a bare host, and name it as the contributor.";
    /// A signed manifest is about something else than the entry that holds it.
    CATALOG_SUBJECT = "catalog-subject" / Refused,
        "AI Catalog, Entry Release Coverage",
        "Sign a manifest for this entry, after its last change.";
    /// An artifact has other bytes than the catalog says.
    CATALOG_ARTIFACT = "catalog-artifact" / Refused,
        "AI Catalog, Verifying Artifact Integrity",
        "Publish the catalog again with the digest of the artifact that is served.";
    /// A digest was not compared, because its artifact was not fetched.
    CATALOG_UNCHECKED = "catalog-unchecked" / Undecided,
        "AI Catalog, Entry Release Coverage: the bytes must be verified against the digest",
        "Fetch the artifact.";
    /// An entry is signed by nobody whose word counts for its publisher: anyone can endorse anything.
    CATALOG_PUBLISHER = "catalog-publisher" / Refused,
        "AI Catalog, the did:web Publisher Profile",
        "Sign the entry as did:web: and the host of its urn:air identifier.";
    /// The catalog's signer is not the operator that the catalog names.
    CATALOG_OPERATOR = "catalog-operator" / Refused,
        "AI Catalog, the did:web Catalog Profile",
        "Write the signer's DID as `host.identifier`, and sign again.";
    /// The signer of a catalog, did:web:HOST, and another DID would have their documents at one place.
    CATALOG_DID_PLACE = "catalog-did-place" / Refused,
        "did:web, Read (Resolve); did:wba, section 2.3; AI Catalog (commit be6803f6), profile did-web-v1",
        "Give the other DID a path, such as did:wba:HOST:agent: its document then has a place of its own.";
    /// A document of a host is not at the place where its readers look, or not at all of them.
    SHOWN_PLACE = "shown-place" / Refused,
        "A2A 1.0, section 8.2; ARD 0.91, Consumer resolution",
        "Show the document at the place that the message names, too.";
    /// Two documents to be compared are of different formats.
    DIFF_FORMATS = "diff-formats" / Refused,
        "this software: only members of one format can be compared",
        "Compare documents of one format.";
    /// A lock file is not as this version of lock files is written.
    LOCK_MALFORMED = "lock-malformed" / Malformed,
        LOCK,
        "Lock the files again, after looking at what happened to the lock file.";
    /// A path of a lock file could lead out of its folder.
    LOCK_PATH = "lock-path" / Refused,
        LOCK,
        "Keep the lock file in a folder above the files that it locks.";
    /// An entry of a lock file is missing, stands there twice, or contradicts itself.
    LOCK_ENTRY = "lock-entry" / Refused,
        LOCK,
        "Lock the file, after looking at what it says.";
    /// A conversion would lose something, and was not to.
    CONVERT_LOSS = "convert-loss" / Refused,
        "this software: what a format has no place for is lost",
        "Accept the losses, or carry the rest along in an extension.";
    /// A card does not declare intents, or not as the extension has it.
    INTENT_DECLARATION = "intent-declaration" / Refused,
        INTENT,
        "Write the extension into the card as the message says.";
    /// A skill is declared that the card does not have, or twice.
    INTENT_SKILL = "intent-skill" / Refused,
        INTENT,
        "Declare each skill of the card once, by its id.";
    /// The schema of a declared skill is no JSON Schema of an object, or cannot be used here.
    INTENT_SCHEMA = "intent-schema" / Refused,
        "Model Studio, A2A intent extension; JSON Schema 2020-12",
        "Mend the schema in the card as the message says.";
    /// A message has no intents, or they are not as the extension has them.
    INTENT_MESSAGE = "intent-message" / Refused,
        INTENT,
        "Write `metadata.intentInfos` as the message says.";
    /// An intent names a skill that the card does not declare.
    INTENT_UNKNOWN = "intent-unknown" / Refused,
        INTENT,
        "Name a skill that the card declares.";
    /// A slot is no parameter of the skill, or is there twice.
    INTENT_SLOT = "intent-slot" / Refused,
        INTENT,
        "Leave the slot out.";
    /// A parameter that the skill requires has no slot.
    INTENT_REQUIRED = "intent-required" / Refused,
        INTENT,
        "Ask for the value, and add the slot.";
    /// The value of a slot is not written as one of its parameter's type.
    INTENT_VALUE = "intent-value" / Refused,
        INTENT,
        "Normalize the value to the type in the message.";
    /// The values are not valid by the skill's schema.
    INTENT_ARGUMENTS = "intent-arguments" / Refused,
        INTENT,
        "Ask for values that the schema takes.";
}
