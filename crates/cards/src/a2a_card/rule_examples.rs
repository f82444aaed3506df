//! A wrong and a right card for each rule, and why it matters.

use super::rules;
use agent_description::diagnostic::{
    Edit::{self, Swap},
    Rule, RuleExample, Severity,
};

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

const fn example(
    rule: &'static Rule,
    why: &'static str,
    fix: &'static str,
    severity: Severity,
    base: &'static str,
    wrong: &'static [Edit],
) -> RuleExample {
    RuleExample { rule, why, fix, severity, base, wrong, right: &[] }
}

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    example(
        &rules::CARD,
        "A client that misses a required member refuses the card, or fails later.",
        "Add the member.",
        Severity::Error,
        CURRENT,
        &[Swap("  \"version\": \"1.0.0\",\n", "")],
    ),
    example(
        &rules::LIST,
        "A strict reader refuses a card whose required list is empty.",
        "Give the list an element.",
        Severity::Warning,
        CURRENT,
        &[Swap("[\"booking\"]", "[]")],
    ),
    example(
        &rules::INTERFACE,
        "A client chooses an interface by its binding and version; without them it cannot be chosen.",
        "Write URL, protocol binding and protocol version.",
        Severity::Error,
        CURRENT,
        &[Swap(", \"protocolVersion\": \"1.0\"", "")],
    ),
    example(
        &rules::BINDING,
        "Two bindings with the same made-up name would be taken for one.",
        "Write one of the three names, or a URI.",
        Severity::Warning,
        CURRENT,
        &[Swap("\"JSONRPC\"", "\"http_json\"")],
    ),
    example(
        &rules::INTERFACE_VERSION,
        "Clients compare major and minor number; a date is the version of another protocol.",
        "Write the A2A version, such as 1.0.",
        Severity::Warning,
        CURRENT,
        &[Swap("\"protocolVersion\": \"1.0\"", "\"protocolVersion\": \"2024-11-05\"")],
    ),
    example(
        &rules::PROVIDER,
        "A provider without a name and a page says nothing.",
        "Write both members, or leave the provider out.",
        Severity::Error,
        CURRENT,
        &[Swap(", \"url\": \"https://hotel.example\"}", "}")],
    ),
    example(
        &rules::CAPABILITIES,
        "A client that reads strictly cannot read a string as a flag.",
        "Write true or false.",
        Severity::Error,
        CURRENT,
        &[Swap("\"streaming\": true", "\"streaming\": \"yes\"")],
    ),
    example(
        &rules::EXTENSION,
        "An extension without a URI cannot be requested.",
        "Write the URI.",
        Severity::Warning,
        CURRENT,
        &[Swap("{\"uri\": \"https://hotel.example/ext\"}", "{\"required\": false}")],
    ),
    example(
        &rules::SKILL,
        "Models choose a skill by its description, registries find it by its tags.",
        "Write id, name, description and tags.",
        Severity::Error,
        CURRENT,
        &[Swap(", \"tags\": [\"booking\"]", "")],
    ),
    example(
        &rules::SECURITY,
        "A scheme of two kinds, or of none, cannot be satisfied.",
        "Write exactly one kind in each scheme.",
        Severity::Error,
        CURRENT,
        &[Swap("\"apiKeySecurityScheme\": {\"location\": \"header\", \"name\": \"X-Key\"}", "\"type\": \"apiKey\"")],
    ),
    example(
        &rules::OTHER_VERSION,
        "Readers of 1.0 ignore the member, so what it requires is not required.",
        "Write it as 1.0 defines it.",
        Severity::Warning,
        CURRENT,
        &[Swap(
            "\"securityRequirements\": [{\"schemes\": {\"key\": {\"list\": []}}}]",
            "\"security\": [{\"key\": []}]",
        )],
    ),
    example(
        &rules::SPELLING,
        "One reader takes the name of the definition, another does not see the member.",
        "Write the name in camelCase.",
        Severity::Error,
        CURRENT,
        &[Swap("\"defaultInputModes\"", "\"default_input_modes\"")],
    ),
    example(
        &rules::UNKNOWN,
        "Readers ignore the member, so what it says is not heard.",
        "Write the known name, or choose another one.",
        Severity::Warning,
        CURRENT,
        &[Swap("\"streaming\": true", "\"streaming\": true, \"pushNotification\": true")],
    ),
    example(
        &rules::SIGNATURE,
        "Without both parts there is nothing to verify.",
        "Sign the card again.",
        Severity::Error,
        CURRENT,
        &[Swap("  \"skills\"", "  \"signatures\": [{\"protected\": \"eyJhbGciOiJFUzI1NiJ9\"}],\n  \"skills\"")],
    ),
    example(
        &rules::OLD_CARD,
        "A client that misses a required member refuses the card, or fails later.",
        "Add the member.",
        Severity::Error,
        OLD,
        &[Swap("  \"protocolVersion\": \"0.3.0\",\n", "")],
    ),
    example(
        &rules::OLD_VERSION,
        "Clients use the version to decide how to communicate.",
        "Write the version that the agent speaks.",
        Severity::Warning,
        OLD,
        &[Swap("\"0.3.0\"", "\"0.4.0\"")],
    ),
    example(
        &rules::OLD_INTERFACE,
        "A client chooses an interface by its transport; without one it cannot be chosen.",
        "Write URL and transport.",
        Severity::Error,
        OLD,
        &[Swap(", \"transport\": \"JSONRPC\"", "")],
    ),
    example(
        &rules::OLD_TRANSPORT,
        "A client does not know a transport with another name.",
        "Write one of the three names.",
        Severity::Warning,
        OLD,
        &[Swap("\"transport\": \"JSONRPC\"", "\"transport\": \"rest\"")],
    ),
    example(
        &rules::OLD_PROVIDER,
        "A provider without a name and a page says nothing.",
        "Write both members, or leave the provider out.",
        Severity::Error,
        OLD,
        &[Swap("\"organization\": \"Hotel\", ", "")],
    ),
    example(
        &rules::OLD_CAPABILITIES,
        "A client that reads strictly cannot read a string as a flag.",
        "Write true or false.",
        Severity::Error,
        OLD,
        &[Swap("\"streaming\": true", "\"streaming\": \"yes\"")],
    ),
    example(
        &rules::OLD_EXTENSION,
        "An extension without a URI cannot be requested.",
        "Write the URI.",
        Severity::Error,
        OLD,
        &[Swap("{\"uri\": \"https://hotel.example/ext\"}", "{\"required\": false}")],
    ),
    example(
        &rules::OLD_SKILL,
        "Models choose a skill by its description, registries find it by its tags.",
        "Write id, name, description and tags.",
        Severity::Error,
        OLD,
        &[Swap(", \"tags\": [\"booking\"]", "")],
    ),
    example(
        &rules::OLD_SECURITY,
        "A scheme of an unknown kind cannot be satisfied.",
        "Write one of A2A's types, with its members.",
        Severity::Error,
        OLD,
        &[Swap("\"type\": \"apiKey\"", "\"type\": \"x402\"")],
    ),
    example(
        &rules::SINCE_0_3,
        "Readers of 0.2 ignore the member, so what it requires is not required.",
        "Say that the agent speaks 0.3, or leave the member out.",
        Severity::Warning,
        OLD,
        &[Swap("\"0.3.0\"", "\"0.2.6\""), Swap("\"tags\"", "\"security\": [{\"key\": []}], \"tags\"")],
    ),
    example(
        &rules::URL,
        "A client cannot connect to a path without a host.",
        "Write an absolute URL.",
        Severity::Error,
        CURRENT,
        &[Swap("\"https://hotel.example/a2a\"", "\"/a2a\"")],
    ),
    example(
        &rules::HTTPS,
        "Over plain HTTP, anyone on the path can read and change everything, including the card.",
        "Serve the agent over HTTPS.",
        Severity::Warning,
        CURRENT,
        &[Swap("\"https://hotel.example/a2a\"", "\"http://hotel.example/a2a\"")],
    ),
    example(
        &rules::DECLARED,
        "A caller cannot know what an undeclared scheme is.",
        "Declare the scheme, or require one that is declared.",
        Severity::Error,
        CURRENT,
        &[Swap("\"schemes\": {\"key\"", "\"schemes\": {\"kee\"")],
    ),
    example(
        &rules::MEDIA_TYPE,
        "A client compares modes with the media types of its messages.",
        "Write a media type.",
        Severity::Warning,
        CURRENT,
        &[Swap("[\"text/plain\"]", "[\"text\"]")],
    ),
    example(
        &rules::SKILL_ID,
        "A request for the id gets one of the two.",
        "Give each skill its own id.",
        Severity::Error,
        CURRENT,
        &[Swap("\"cancel\"", "\"book\"")],
    ),
    example(
        &rules::TWINS,
        "One reader uses the first member, another the last: they read the same card, signed or not, differently.",
        "Keep the camelCase member.",
        Severity::Error,
        CURRENT,
        &[Swap("\"tags\"", "\"input_modes\": [\"image/png\"], \"inputModes\": [\"text/plain\"], \"tags\"")],
    ),
    example(
        &rules::TEXT_HIDDEN,
        "Text that people cannot see can tell a model what to do.",
        "Remove the characters.",
        Severity::Error,
        CURRENT,
        &[Swap("Books a room.", "Books a room.\\udb40\\udc41")],
    ),
    example(
        &rules::TEXT_WHITESPACE,
        "Text far to the right or far below is not seen by people, but is read by models.",
        "Remove the white space.",
        Severity::Warning,
        CURRENT,
        &[Swap(
            "Books a room.",
            "Books a room.\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\nCalls the owner, too.",
        )],
    ),
    example(
        &rules::TEXT_LOOK_ALIKE,
        "A model, and the person watching it, takes one for the other.",
        "Give each a name that looks different.",
        Severity::Warning,
        CURRENT,
        &[Swap("\"Cancel\"", "\"B\\u043eok\"")],
    ),
    example(
        &rules::SIZE,
        "A registry refuses a larger file, and counts 10 KB one way or the other.",
        "Shorten descriptions and examples; white space counts.",
        Severity::Error,
        CURRENT,
        &[Swap(SHORT, LONGER)],
    ),
    example(
        &rules::SIZE_NEAR,
        "A registry refuses a larger file, and counts 10 KB one way or the other.",
        "Shorten descriptions and examples; white space counts.",
        Severity::Warning,
        CURRENT,
        &[Swap(SHORT, LONG)],
    ),
    crate::intent::rules::OF_CARDS.examples[0],
    crate::intent::rules::OF_CARDS.examples[1],
    crate::intent::rules::OF_CARDS.examples[2],
];
