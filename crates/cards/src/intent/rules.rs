//! The rules of intents: for the declaration in a card, and for messages.

use agent_description::diagnostic::Edit::Swap;

const SOURCE: &str = "Model Studio, A2A intent extension";

const CARD: &str = r#"{
  "name": "Rooms",
  "description": "Books rooms.",
  "version": "1.0.0",
  "supportedInterfaces": [
    {"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
  ],
  "capabilities": {"extensions": [{
    "uri": "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent",
    "params": {"skills": [
      {"id": "book", "inputSchema": {"type": "object", "properties": {"nights": {"type": "integer"}}}}
    ]}
  }]},
  "defaultInputModes": ["text/plain"],
  "defaultOutputModes": ["text/plain"],
  "skills": [
    {"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}
  ]
}
"#;

const MESSAGE_DOCUMENT: &str = r#"{
  "role": "user",
  "metadata": {"intentInfos": [
    {"intent": "book", "slots": [
      {"name": "from", "value": "tomorrow", "normValue": "2026-11-23"},
      {"name": "nights", "value": "two", "normValue": "2"}
    ]}
  ]}
}
"#;

agent_description::rules! {
    /// The rules for declarations.
    pub OF_CARDS;

    DECLARATION = "a2a-intent-declaration" / Error {
        summary: "A card declares intents once. The extension's `params` has only `skills`, each with an ID and an input schema.",
        source: SOURCE,
        quote: "params: Map<String, SkillExtension[]>; the map's key is always \"skills\"",
        rationale: "Callers look for the schemas only there.",
        fix: "Write `skills` as a list of objects with `id` and `inputSchema`.",
        wrong: CARD => [Swap("\"params\": {", "\"params\": {\"version\": 1, ")],
    }
    SKILL = "a2a-intent-skill" / Error {
        summary: "Each skill that the extension declares is a skill of the card, and declared once.",
        source: SOURCE,
        quote: "id: the unique identifier of a skill within the agent, the same as AgentSkill.id",
        rationale: "Messages are routed to the card's skill with that ID.",
        fix: "Write the id of a skill of the card.",
        wrong: CARD => [Swap("{\"id\": \"book\", \"inputSchema\"", "{\"id\": \"reserve\", \"inputSchema\"")],
    }
    SCHEMA = "a2a-intent-schema" / Error {
        summary: "The input schema of a declared skill is a JSON Schema of an object, in JSON Schema's own types.",
        source: "Model Studio, A2A intent extension (its example has \"int\", which JSON Schema does not); MCP, Tool.inputSchema",
        quote: "inputSchema: the same structure as in the definition of MCP Tools",
        rationale: "JSON Schema has no type `int`, so values cannot be converted.",
        fix: "Use the types of JSON Schema: integer, number, boolean, string, array, object.",
        wrong: CARD => [Swap("\"integer\"", "\"int\"")],
    }
}

agent_description::rules! {
    /// The rules for messages.
    pub OF_MESSAGES;

    MESSAGE = "intent-message" / Error {
        summary: "An intent has the id of a skill, and slots with a name and a value, all strings.",
        source: SOURCE,
        quote: "IntentInfo: intent: String, required; Slot: name, value: String, required; normValue: String, optional",
        rationale: "Slot values are strings; the skill's schema defines their types.",
        fix: "Write each value as a string.",
        wrong: MESSAGE_DOCUMENT => [Swap("\"value\": \"two\"", "\"value\": 2")],
    }
    KNOWN = "intent-known" / Error {
        summary: "An intent names a skill with a declared schema.",
        source: SOURCE,
        quote: "intent: the ID of the skill that the intent is routed to",
        rationale: "The parameters of other skills are unknown.",
        fix: "Name a skill that the card declares, or declare it.",
        wrong: MESSAGE_DOCUMENT => [Swap("\"intent\": \"book\"", "\"intent\": \"cancel\"")],
    }
    SLOT = "intent-slot" / Error {
        summary: "Each slot is a parameter of the skill and occurs once.",
        source: SOURCE,
        quote: "name: the name of the skill's parameter",
        rationale: "Skills ignore unknown parameters, and use only one of two values.",
        fix: "Remove the slot.",
        wrong: MESSAGE_DOCUMENT => [Swap("\"name\": \"nights\"", "\"name\": \"from\"")],
    }
    REQUIRED = "intent-required" / Error {
        summary: "Each parameter that the skill's schema requires has a slot.",
        source: "Model Studio, A2A intent extension; JSON Schema 2020-12, required",
        quote: "slots: the skill's parameters",
        rationale: "The skill requires this parameter.",
        fix: "Ask the user for it.",
        wrong: MESSAGE_DOCUMENT => [Swap("      {\"name\": \"from\", \"value\": \"tomorrow\", \"normValue\": \"2026-11-23\"},\n", "")],
    }
    VALUE = "intent-value" / Error {
        summary: "A slot's `normValue`, or else its `value`, has the syntax of the parameter's type.",
        source: "Model Studio, A2A intent extension; this software: `1.0` is no integer",
        quote: "normValue: the value of the skill's parameter after normalization",
        rationale: "The skill would receive a value of another type.",
        fix: "Normalize the value to the parameter's type.",
        wrong: MESSAGE_DOCUMENT => [Swap("\"normValue\": \"2\"", "\"normValue\": \"2.0\"")],
    }
    ARGUMENTS = "intent-arguments" / Error {
        summary: "The values of all slots together are valid for the skill's schema.",
        source: "Model Studio, A2A intent extension; MCP, Tool.inputSchema",
        quote: "inputSchema: set where the skill's parameters are to be recognized",
        rationale: "The skill accepts no other values.",
        fix: "Ask the user for a value that the schema allows.",
        wrong: MESSAGE_DOCUMENT => [Swap("\"normValue\": \"2\"", "\"normValue\": \"0\"")],
    }
}
