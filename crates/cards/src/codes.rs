//! The error codes of cards. Those of JSON Web Signatures, keys and DIDs are the core's.

const REQUIRED: &str = "A2A 1.0, section 5.7; a2a.proto";
const SIGNING: &str = "A2A 1.0, section 8.4";
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
}
