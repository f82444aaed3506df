//! A wrong and a right file for each rule, and why it matters.

use super::rules;
use agent_description::diagnostic::{
    Edit::{Add, Swap},
    RuleExample, Severity,
};

const FILE: &str = r#"{
  "agentsJson": "0.1.0",
  "info": {"title": "Shop", "version": "1.0.0", "description": "Orders."},
  "sources": [{"id": "shop", "path": "openapi.yaml"}],
  "overrides": [{"sourceId": "shop", "operationId": "placeOrder", "fieldPath": "parameters.0.required", "value": true}],
  "flows": [
    {
      "id": "order",
      "title": "Order",
      "description": "Places an order, and reads it back.",
      "actions": [
        {"id": "place", "sourceId": "shop", "operationId": "placeOrder"},
        {"id": "get", "sourceId": "shop", "operationId": "getOrder"}
      ],
      "links": [
        {"origin": {"actionId": "order", "fieldPath": "parameters.item"}, "target": {"actionId": "place", "fieldPath": "requestBody.item"}},
        {"origin": {"actionId": "place", "fieldPath": "responses.success.id"}, "target": {"actionId": "get", "fieldPath": "parameters.id"}},
        {"origin": {"actionId": "get", "fieldPath": "responses.success"}, "target": {"actionId": "order", "fieldPath": "responses.success.order"}}
      ],
      "fields": {
        "parameters": [{"name": "item", "description": "What is ordered.", "type": "string", "required": true}],
        "responses": {"success": {"type": "object", "properties": {"order": {"type": "object"}}}}
      }
    }
  ]
}
"#;

macro_rules! example {
    ($rule:ident, $severity:ident, $why:literal, $fix:literal, $($wrong:expr),+) => {
        RuleExample {
            rule: &rules::$rule,
            why: $why,
            fix: $fix,
            severity: Severity::$severity,
            base: FILE,
            wrong: &[$($wrong),+],
            right: &[],
        }
    };
}

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    example!(
        ROOT,
        Error,
        "Without `info` nobody knows whose flows these are.",
        "Add `info`.",
        Swap("\"info\"", "\"x-about\"")
    ),
    example!(
        INFO,
        Error,
        "The title and the description are what people and models choose by.",
        "Write each as a string.",
        Swap("\"title\": \"Shop\"", "\"title\": 1")
    ),
    example!(
        SOURCE,
        Error,
        "Without the path, no operation can be found.",
        "Write where the OpenAPI document is.",
        Swap("\"path\"", "\"file-name\"")
    ),
    example!(
        OVERRIDE,
        Error,
        "An override without a value changes nothing.",
        "Write the value that is meant.",
        Swap("\"value\": true", "\"value\": null")
    ),
    example!(
        FLOW,
        Error,
        "The description is what a model chooses the flow by.",
        "Add a title and a description.",
        Swap("\"title\": \"Order\",", "")
    ),
    example!(
        ACTION,
        Error,
        "An action is a call of one operation.",
        "Name the operation by its operationId.",
        Swap(", \"operationId\": \"getOrder\"", "")
    ),
    example!(
        LINK,
        Error,
        "The path says where in the action the value is.",
        "Write the path as a string.",
        Swap("\"fieldPath\": \"parameters.id\"", "\"fieldPath\": [\"parameters\", \"id\"]")
    ),
    example!(
        FIELDS,
        Error,
        "What a model is asked for comes from the fields.",
        "Write `required` as true or false.",
        Swap("\"required\": true", "\"required\": \"yes\"")
    ),
    example!(
        EXTRA,
        Warning,
        "Strict readers of the format refuse the file.",
        "Describe the values in `description`, or accept that strict readers refuse the file.",
        Swap("\"type\": \"string\",", "\"type\": \"string\", \"enum\": [\"tea\"],")
    ),
    example!(
        STRAY,
        Warning,
        "It was copied from a schema, and whoever wrote it expects something of it.",
        "Remove it.",
        Add("\"additionalProperties\": false")
    ),
    example!(
        VERSION,
        Warning,
        "Readers tell by the version how to read the file.",
        "Write a version such as 0.1.0.",
        Swap("\"0.1.0\"", "\"latest\"")
    ),
    example!(
        ID,
        Error,
        "Links name actions by their ids: the reference implementation lets the later one hide the earlier one.",
        "Give each its own id.",
        Swap(
            "{\"id\": \"shop\", \"path\": \"openapi.yaml\"}",
            "{\"id\": \"shop\", \"path\": \"openapi.yaml\"}, {\"id\": \"shop\", \"path\": \"other.yaml\"}"
        )
    ),
    example!(
        TOOL_NAME,
        Warning,
        "The id becomes the name of a tool; services refuse requests with other names.",
        "Shorten the id.",
        Swap("\"id\": \"order\"", "\"id\": \"order_number_1234567890_1234567890_1234567890_1234567890_1234567890\""),
        Swap("\"actionId\": \"order\"", "\"actionId\": null"),
        Swap("\"actionId\": \"order\"", "\"actionId\": null")
    ),
    example!(
        SNAKE_CASE,
        Warning,
        "The documentation asks for it; nothing else depends on it.",
        "Write small letters, digits and `_`.",
        Swap("\"id\": \"get\"", "\"id\": \"getIt\""),
        Swap("\"actionId\": \"get\"", "\"actionId\": \"getIt\""),
        Swap("\"actionId\": \"get\"", "\"actionId\": \"getIt\"")
    ),
    example!(
        KNOWN_SOURCE,
        Error,
        "The operation cannot be found.",
        "Name a source of the file.",
        Swap(
            "\"sourceId\": \"shop\", \"operationId\": \"getOrder\"",
            "\"sourceId\": \"shops\", \"operationId\": \"getOrder\""
        )
    ),
    example!(
        KNOWN_ACTION,
        Error,
        "The value is lost, or the flow dies in its middle.",
        "Name an action of the flow.",
        Swap(
            "\"actionId\": \"get\", \"fieldPath\": \"parameters.id\"",
            "\"actionId\": \"read\", \"fieldPath\": \"parameters.id\""
        )
    ),
    example!(
        PATH,
        Error,
        "The value is lost, or the flow dies in its middle.",
        "Start the path with `parameters`, `requestBody` or `responses.success`.",
        Swap("parameters.id", "header.id")
    ),
    example!(
        SPELLING,
        Warning,
        "The reference implementation drops the value, sends null, or dies.",
        "Write the path in full.",
        Swap("responses.success.id", "responseBody.id")
    ),
    example!(
        ORDER,
        Error,
        "Actions run in their order: the value is not there yet.",
        "Swap the two actions.",
        Swap(
            "{\"actionId\": \"place\", \"fieldPath\": \"responses.success.id\"}",
            "{\"actionId\": \"get\", \"fieldPath\": \"responses.success.id\"}"
        )
    ),
    example!(
        DECLARED,
        Error,
        "A model is asked for what the fields declare, and gives nothing else.",
        "Declare the parameter.",
        Swap("\"fieldPath\": \"responses.success.id\"}", "\"fieldPath\": \"responses.success.id\"}"),
        Swap(
            "{\"actionId\": \"place\", \"fieldPath\": \"responses.success.id\"}",
            "{\"actionId\": \"order\", \"fieldPath\": \"parameters.number\"}"
        )
    ),
    example!(
        USED,
        Warning,
        "A model is asked for a value that goes nowhere.",
        "Link the parameter to an action, or remove it.",
        Swap("\"parameters\": [", "\"parameters\": [{\"name\": \"note\"}, ")
    ),
    example!(
        TARGET_ONCE,
        Warning,
        "Only the last of the two values is sent.",
        "Remove one of the links.",
        Swap(
            "{\"origin\": {\"actionId\": \"place\", ",
            "{\"origin\": {\"actionId\": \"order\", \"fieldPath\": \"parameters.item\"}, \"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},\n        {\"origin\": {\"actionId\": \"place\", "
        )
    ),
    example!(
        PROMISED,
        Warning,
        "A model waits for what never comes.",
        "Make it by a link, or leave it out of the schema.",
        Swap(
            "\"order\": {\"type\": \"object\"}",
            "\"order\": {\"type\": \"object\"}, \"receipt\": {\"type\": \"string\"}"
        )
    ),
    example!(
        NOTHING,
        Warning,
        "A model calls the flow and nothing happens.",
        "Add an action, or remove the flow.",
        Swap(
            "\"flows\": [",
            "\"flows\": [{\"id\": \"none\", \"title\": \"None\", \"description\": \"Does nothing.\", \"actions\": [], \"fields\": {\"parameters\": [], \"responses\": {\"success\": {}}}},"
        )
    ),
    example!(
        TEXT,
        Error,
        "Text that people cannot see can tell a model what to do.",
        "Remove the characters.",
        Swap("Places an order", "Places\\u202e an order")
    ),
];
