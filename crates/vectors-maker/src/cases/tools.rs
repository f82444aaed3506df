//! MCP documents, skill indexes and intents: rules, and validation of calls. Each case starts from a valid document.

use super::{All, CannotMake, Vector, signing::changed};

const TOOLS: &str = r#"{"tools": [
  {"name": "book_room", "description": "Books a room.",
   "inputSchema": {"type": "object", "properties": {"nights": {"type": "integer"}}}},
  {"name": "list_rooms", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "destructiveHint": false}}]}
"#;

const RESULT: &str = r#"{"resultType": "complete", "ttlMs": 60000, "cacheScope": "public", "tools": [
  {"name": "list_rooms", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}}]}
"#;

const SERVER_CARD: &str = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  "name": "com.hotel/rooms", "version": "1.0.2", "description": "Books rooms.",
  "remotes": [{"type": "streamable-http", "url": "https://hotel.example/mcp"}]}
"#;

const SERVER: &str = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "com.hotel/rooms", "version": "1.0.2", "description": "Books rooms.",
  "packages": [{"registryType": "npm", "identifier": "@hotel/rooms", "version": "1.0.2", "transport": {"type": "stdio"}}]}
"#;

const SKILLS: &str = r#"{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [
  {"name": "book-a-room", "type": "skill-md", "description": "Book a room.", "url": "book-a-room/SKILL.md",
   "digest": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}]}
"#;

/// The valid documents, with their folder names and profiles.
const SOUND: [(&str, &str, &str); 5] = [
    ("mcp/tools", TOOLS, "mcp-tools/2025-11-25"),
    ("mcp/result", RESULT, "mcp-tools/2026-07-28"),
    ("mcp/server-card", SERVER_CARD, "mcp-server-card/v1"),
    ("mcp/server", SERVER, "mcp-server/2025-12-11"),
    ("skills/index", SKILLS, "skills-index/0.2.0"),
];

/// Index of the valid document, name, code, whether a warning, comment, replaced text, replacement.
#[rustfmt::skip]
const FAULTS: &[(usize, &str, &str, bool, &str, &str, &str)] = &[
    (0, "missing", "missing", false, "Tool: required", "\"name\": \"book_room\", ", ""),
    (0, "type", "wrong-type", false, "ToolAnnotations: boolean", "\"readOnlyHint\": true", "\"readOnlyHint\": \"yes\""),
    (0, "input-of-another-type", "invalid-value", false, "Tool.inputSchema: type object", "\"inputSchema\": {\"type\": \"object\"}", "\"inputSchema\": {\"type\": \"array\"}"),
    (1, "cache-scope", "invalid-value", false, "CacheableResult: public or private", "\"public\"", "\"all\""),
    (0, "version", "unsupported-version", true, "a version that is not known", "{\"tools\"", "{\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2024-11-05\"}, \"tools\""),
    (0, "name", "invalid-name", true, "Tool Names: no blanks", "\"list_rooms\"", "\"list rooms\""),
    (0, "duplicate", "duplicate", false, "Tool Names: unique", "\"list_rooms\"", "\"book_room\""),
    (0, "look-alike", "look-alike", true, "the words of one name, joined otherwise", "\"list_rooms\"", "\"book-room\""),
    (1, "other-version", "unknown-member", true, "2026-07-28 has no execution", "\"outputSchema\"", "\"execution\": {}, \"outputSchema\""),
    (0, "hints", "contradiction", true, "read-only and destructive", "\"destructiveHint\": false", "\"destructiveHint\": true"),
    (0, "schema", "invalid-schema", false, "JSON Schema has no type int", "\"integer\"", "\"int\""),
    (0, "schema-reference", "invalid-schema", false, "a reference to nothing", "{\"type\": \"integer\"}", "{\"$ref\": \"#/$defs/nights\"}"),
    (0, "schema-endless", "invalid-schema", false, "a schema that refers to itself", "{\"type\": \"integer\"}", "{\"$ref\": \"#/properties/nights\"}"),
    (0, "schema-elsewhere", "invalid-schema", true, "nothing is fetched", "{\"type\": \"integer\"}", "{\"$ref\": \"https://hotel.example/nights\"}"),
    (0, "schema-look-ahead", "invalid-schema", true, "no linear time", "{\"type\": \"integer\"}", "{\"pattern\": \"(?=a)b\"}"),
    (0, "text", "hidden-text", false, "a zero-width space", "Books a room.", "Books a room.\\u200bThen more."),
    (0, "text-in-schema", "hidden-text", false, "tag characters in a schema", "{\"type\": \"integer\"}", "{\"type\": \"integer\", \"description\": \"a\\udb40\\udc41\"}"),
    (2, "schema-of-a-date", "unsupported-version", false, "schema.ts: /v1/ alone", "/v1/", "/2025-11-25/"),
    (2, "name", "invalid-name", false, "schema.ts: one slash", "com.hotel/rooms", "rooms"),
    (2, "url", "invalid-url", false, "schema.ts: Remote.url", "https://hotel.example/mcp", "hotel.example/mcp"),
    (2, "lists-tools", "unknown-member", true, "a server card lists no tools", "\"remotes\"", "\"tools\": [], \"remotes\""),
    (3, "range", "invalid-value", false, "server.schema.json: no range", "\"version\": \"1.0.2\", \"transport\"", "\"version\": \"^1.0.2\", \"transport\""),
    (3, "spelling", "spelling", false, "decoders of Go and .NET ignore case", "\"registryType\"", "\"RegistryType\""),
    (3, "spelling-beside", "spelling", false, "one reader takes the first, another the last", "\"identifier\"", "\"Identifier\": \"@other/rooms\", \"identifier\""),
    (3, "schema-unknown", "unsupported-version", true, "no such date", "2025-12-11", "2025-07-09"),
    (4, "missing", "missing", false, "Index Format: digest", "\"digest\": \"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"", "\"sha256\": \"e3b0\""),
    (4, "type", "wrong-type", false, "Index Format: an array", "\"skills\": [\n", "\"skills\": [7, \n"),
    (4, "version", "unsupported-version", true, "an unrecognized $schema", "0.2.0", "0.3.0"),
    (4, "name", "invalid-name", false, "no capitals", "book-a-room\"", "Book-a-room\""),
    (4, "kind", "invalid-value", false, "skill-md or archive", "skill-md", "openapi"),
    (4, "url", "invalid-value", false, "https", "book-a-room/SKILL.md", "http://hotel.example/SKILL.md"),
    (4, "digest", "invalid-value", false, "lower-case digits", "sha256:e3b0c4", "sha256:E3B0C4"),
    (4, "text", "hidden-text", false, "a right-to-left override", "Book a room.", "Book a room.\\u202e"),
];

const TOOL: &str = r#"{"name": "book", "inputSchema": {"type": "object", "required": ["nights"], "properties": {"nights": {"type": "integer", "minimum": 1}}}, "outputSchema": {"type": "object", "required": ["price"]}}"#;

const CARD: &str = r#"{"skills": [{"id": "book"}, {"id": "cancel"}], "capabilities": {"extensions": [{"uri": "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent", "params": {"skills": [{"id": "book", "inputSchema": {"type": "object", "required": ["from"], "properties": {"from": {"type": "string"}, "nights": {"type": "integer", "minimum": 1}}}}]}}]}}"#;

const MESSAGE: &str = r#"{"metadata": {"intentInfos": [{"intent": "book", "slots": [
  {"name": "from", "value": "tomorrow", "normValue": "2026-11-23"},
  {"name": "nights", "value": "2"}]}]}}
"#;

/// Name, code, comment, replaced text in the message, replacement.
#[rustfmt::skip]
const OF_MESSAGES: &[(&str, &str, &str, &str, &str)] = &[
    ("message", "wrong-type", "slots are strings", "\"value\": \"2\"", "\"value\": 2"),
    ("none", "missing", "no intents", "intentInfos", "intents"),
    ("unknown", "invalid-reference", "a skill that is not declared", "\"intent\": \"book\"", "\"intent\": \"cancel\""),
    ("slot-unknown", "unknown-member", "no such parameter", "\"name\": \"nights\"", "\"name\": \"beds\""),
    ("slot-twice", "duplicate", "the parameter twice", "\"name\": \"nights\"", "\"name\": \"from\""),
    ("required", "missing", "from is required", "  {\"name\": \"from\", \"value\": \"tomorrow\", \"normValue\": \"2026-11-23\"},\n", ""),
    ("value", "invalid-value", "1.0 is no integer", "\"value\": \"2\"", "\"value\": \"2\", \"normValue\": \"2.0\""),
    ("arguments", "invalid-arguments", "the schema has a minimum", "\"value\": \"2\"", "\"value\": \"0\""),
];

/// Like [`OF_MESSAGES`], for the card on one line.
#[rustfmt::skip]
const OF_CARDS: &[(&str, &str, &str, &str, &str)] = &[
    ("undeclared", "missing", "another extension", "a2a-intent", "a2a-other"),
    ("declared-otherwise", "unknown-member", "params has skills alone", "\"params\": {", "\"params\": {\"version\": 1, "),
    ("skill-unknown", "invalid-reference", "the card has no such skill", "[{\"id\": \"book\"}, ", "["),
    ("schema", "invalid-schema", "JSON Schema has no type int", "\"integer\"", "\"int\""),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    let check = |expect, comment, text: String| Vector::new("card-check", expect, comment, text);
    for (name, text, profile) in SOUND {
        all.push(name, check("ok", "a sound one", text.to_owned()).with("output", profile));
    }
    for (of, name, code, warning, comment, from, to) in FAULTS {
        let (folder, sound, _) = SOUND[*of];
        let vector = check(code, comment, changed(sound, from, to)?);
        all.push(format!("{folder}-{name}"), if *warning { vector.with("any", "true") } else { vector });
    }
    let long = |bytes: usize| format!("{}{}\n", TOOLS.trim_end(), " ".repeat(bytes - TOOLS.len()));
    let sized = |bytes, expect, comment| check(expect, comment, long(bytes)).with("for-registry", "true");
    all.push("mcp/tools-size", sized(10_241, "too-large", "one byte over 10 KB, white space too"));
    all.push("mcp/tools-size-most", sized(10_240, "ok", "10 KB"));

    let call =
        |expect, of: &str, text: &str| Vector::new("mcp-call", expect, "", text).with("tool", TOOL).with("of", of);
    for (name, expect, of, text) in [
        ("arguments-sound", "ok", "arguments", r#"{"nights": 2.0}"#),
        ("arguments", "invalid-arguments", "arguments", r#"{"nights": 0}"#),
        ("arguments-missing", "invalid-arguments", "arguments", "{}"),
        ("result-sound", "ok", "result", r#"{"content": [], "structuredContent": {"price": 90}}"#),
        ("result", "invalid-result", "result", r#"{"content": [], "structuredContent": {}}"#),
        ("result-without-structure", "invalid-result", "result", r#"{"content": [{"type": "text", "text": "90"}]}"#),
        ("result-of-a-failure", "ok", "result", r#"{"content": [{"type": "text", "text": "full"}], "isError": true}"#),
    ] {
        all.push(format!("mcp/call-{name}"), call(expect, of, text));
    }

    let route =
        |expect, comment, card: &str, text: &str| Vector::new("intent", expect, comment, text).with("card", card);
    let typed = r#"{"from":"2026-11-23","nights":2}"#;
    all.push("intent/sound", route("ok", "normValue over value", CARD, MESSAGE).with("output", typed));
    for (name, code, comment, from, to) in OF_MESSAGES {
        all.push(format!("intent/{name}"), route(code, comment, CARD, &changed(MESSAGE, from, to)?));
    }
    for (name, code, comment, from, to) in OF_CARDS {
        all.push(format!("intent/{name}"), route(code, comment, &changed(CARD, from, to)?, MESSAGE));
    }
    let loose = changed(CARD, "\"integer\"", "\"int\"")?;
    let lenient = route("ok", "int is read as integer", &loose, MESSAGE).with("lenient", "true");
    all.push("intent/lenient", lenient.with("output", typed));
    Ok(())
}
