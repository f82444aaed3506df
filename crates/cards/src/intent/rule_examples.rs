//! A wrong and a right card or message for each rule, and why it matters.

use agent_description::diagnostic::{
    Edit::{self, Swap},
    Rule, RuleExample, Severity,
};

use super::rules;

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

/// The card that the examples of messages are for: it has one skill, `book`, of which `from` is required.
pub(super) const CARD_OF_MESSAGES: &str = r#"{
  "name": "Rooms",
  "capabilities": {"extensions": [{
    "uri": "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent",
    "params": {"skills": [
      {"id": "book", "inputSchema": {"type": "object", "required": ["from"], "properties": {
        "from": {"type": "string"}, "nights": {"type": "integer", "minimum": 1}}}}
    ]}
  }]},
  "skills": [{"id": "book"}, {"id": "cancel"}]
}
"#;

const MESSAGE: &str = r#"{
  "role": "user",
  "metadata": {"intentInfos": [
    {"intent": "book", "slots": [
      {"name": "from", "value": "tomorrow", "normValue": "2026-11-23"},
      {"name": "nights", "value": "two", "normValue": "2"}
    ]}
  ]}
}
"#;

const fn of_card(rule: &'static Rule, why: &'static str, fix: &'static str, wrong: &'static [Edit]) -> RuleExample {
    RuleExample { rule, why, fix, severity: Severity::Error, base: CARD, wrong, right: &[] }
}

const fn of_message(rule: &'static Rule, why: &'static str, fix: &'static str, wrong: &'static [Edit]) -> RuleExample {
    RuleExample { rule, why, fix, severity: Severity::Error, base: MESSAGE, wrong, right: &[] }
}

/// Examples of the rules of declarations.
pub(super) const OF_CARDS: &[RuleExample] = &[
    of_card(
        &rules::DECLARATION,
        "A caller looks for the schemas there, and nowhere else.",
        "Write `skills` as a list of objects with `id` and `inputSchema`.",
        &[Swap("\"params\": {", "\"params\": {\"version\": 1, ")],
    ),
    of_card(
        &rules::SKILL,
        "A message is routed to the card's skill of that id.",
        "Write the id of a skill of the card.",
        &[Swap("{\"id\": \"book\", \"inputSchema\"", "{\"id\": \"reserve\", \"inputSchema\"")],
    ),
    of_card(
        &rules::SCHEMA,
        "Values are made by the types of the schema, and `int` is none.",
        "Write the schema in the words of JSON Schema: integer, number, boolean, string, array, object.",
        &[Swap("\"integer\"", "\"int\"")],
    ),
];

/// Examples of the rules of messages, for [`CARD_OF_MESSAGES`].
pub(super) const OF_MESSAGES: &[RuleExample] = &[
    of_message(
        &rules::MESSAGE,
        "The values of slots are strings, which the skill's schema gives their types.",
        "Write each value as a string.",
        &[Swap("\"value\": \"two\"", "\"value\": 2")],
    ),
    of_message(
        &rules::KNOWN,
        "Nobody knows which parameters another skill has.",
        "Name a skill that the card declares, or declare it.",
        &[Swap("\"intent\": \"book\"", "\"intent\": \"cancel\"")],
    ),
    of_message(
        &rules::SLOT,
        "What a skill does not know, it cannot heed; and of two values it would heed one.",
        "Leave the slot out.",
        &[Swap("\"name\": \"nights\"", "\"name\": \"from\"")],
    ),
    of_message(
        &rules::REQUIRED,
        "The skill cannot do without it.",
        "Ask the user for it.",
        &[Swap("      {\"name\": \"from\", \"value\": \"tomorrow\", \"normValue\": \"2026-11-23\"},\n", "")],
    ),
    of_message(
        &rules::VALUE,
        "A skill that asked for a whole number would get something else.",
        "Normalize the value to the parameter's type.",
        &[Swap("\"normValue\": \"2\"", "\"normValue\": \"2.0\"")],
    ),
    of_message(
        &rules::ARGUMENTS,
        "The skill takes no other values.",
        "Ask the user for a value that the schema takes.",
        &[Swap("\"normValue\": \"2\"", "\"normValue\": \"0\"")],
    ),
];
