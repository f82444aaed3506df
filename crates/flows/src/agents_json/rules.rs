//! The rules of agents.json.

use agent_description::diagnostic::Edit::{Add, Swap};

const SCHEMA: &str = "agents.json 0.1.0, agentsJson.schema.json";

const PROSE: &str = "agents.json 0.1.0, documentation, schema";

const EXECUTOR: &str = "agents.json 0.1.0, reference implementation, executor.py";

/// A file without findings, also beside [`SHOP`](crate::workflow::SHOP).
pub(crate) const FILE: &str = r#"{
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

agent_description::rules! {
    /// All rules.
    pub RULES;

    ROOT = "agents-json-root" / Error {
        summary: "A file has a version of the format, `info`, `sources` and `flows`.",
        source: SCHEMA,
        quote: "\"required\": [\"agentsJson\", \"info\", \"sources\", \"flows\"]",
        rationale: "Users identify the owner of the flows by `info`.",
        fix: "Add `info`.",
        wrong: FILE => [Swap("\"info\"", "\"x-about\"")],
    }
    INFO = "agents-json-info" / Error {
        summary: "`info` has a title, a version and a description, all of them strings.",
        source: SCHEMA,
        quote: "\"required\": [\"title\", \"version\", \"description\"]",
        rationale: "People and models select flows by title and description.",
        fix: "Write each as a string.",
        wrong: FILE => [Swap("\"title\": \"Shop\"", "\"title\": 1")],
    }
    SOURCE = "agents-json-source" / Error {
        summary: "Each source has an id and a path.",
        source: SCHEMA,
        quote: "\"required\": [\"id\", \"path\"]",
        rationale: "Operations cannot be found without the path.",
        fix: "Write the path or URL of the OpenAPI document.",
        wrong: FILE => [Swap("\"path\"", "\"file-name\"")],
    }
    OVERRIDE = "agents-json-override" / Error {
        summary: "Each override names a source, an operation and a field, and has a value other than null.",
        source: "agents.json 0.1.0, agentsJson.schema.json (whose `oneOf` of integer and number refuses whole numbers: read as `anyOf`)",
        quote: "\"required\": [\"sourceId\", \"operationId\", \"fieldPath\", \"value\"]",
        rationale: "An override without a value changes nothing.",
        fix: "Write the intended value.",
        wrong: FILE => [Swap("\"value\": true", "\"value\": null")],
    }
    FLOW = "agents-json-flow" / Error {
        summary: "Each flow has an id, a title, a description, actions and fields.",
        source: SCHEMA,
        quote: "\"required\": [\"id\", \"title\", \"description\", \"actions\", \"fields\"]",
        rationale: "Models select a flow by its description.",
        fix: "Add a title and a description.",
        wrong: FILE => [Swap("\"title\": \"Order\",", "")],
    }
    ACTION = "agents-json-action" / Error {
        summary: "Each action has an id, a source and an operation.",
        source: SCHEMA,
        quote: "\"required\": [\"id\", \"sourceId\", \"operationId\"]",
        rationale: "An action is a call of one operation.",
        fix: "Name the operation by its operationId.",
        wrong: FILE => [Swap(", \"operationId\": \"getOrder\"", "")],
    }
    LINK = "agents-json-link" / Error {
        summary: "Each link has an origin and a target, each with a path and, if it is an action's, the action's id.",
        source: SCHEMA,
        quote: "\"required\": [\"origin\", \"target\"]",
        rationale: "The path locates the value in the action.",
        fix: "Write the path as a string.",
        wrong: FILE => [Swap("\"fieldPath\": \"parameters.id\"", "\"fieldPath\": [\"parameters\", \"id\"]")],
    }
    FIELDS = "agents-json-fields" / Error {
        summary: "The fields of a flow are its parameters, an optional request body, and its responses.",
        source: SCHEMA,
        quote: "\"required\": [\"parameters\", \"responses\"]",
        rationale: "The fields define which arguments models provide.",
        fix: "Write `required` as true or false.",
        wrong: FILE => [Swap("\"required\": true", "\"required\": \"yes\"")],
    }
    EXTRA = "agents-json-extra" / Warning, strict Error {
        summary: "Links, parameters, bodies and responses have only members of the schema, and a missing body is not null.",
        source: "agents.json 0.1.0, agentsJson.schema.json; real files have `enum`, `items` and `default` in parameters, which are read here",
        quote: "\"additionalProperties\": false",
        rationale: "Strict parsers of the format refuse the file.",
        fix: "Describe the values in `description`, or accept that strict parsers refuse the file.",
        wrong: FILE => [Swap("\"type\": \"string\",", "\"type\": \"string\", \"enum\": [\"tea\"],")],
    }
    STRAY = "agents-json-stray" / Warning {
        summary: "The root and the flows have no member `additionalProperties`, which is a keyword of schemas.",
        source: "agents.json 0.1.0, agentsJson.schema.json: keywords of the schema are not members of the file",
        quote: "\"additionalProperties\": true",
        rationale: "The member has no effect here.",
        fix: "Remove it.",
        wrong: FILE => [Add("\"additionalProperties\": false")],
    }
    VERSION = "agents-json-version" / Warning {
        summary: "`agentsJson` is a version of three numbers.",
        source: PROSE,
        quote: "The version of the agents.json specification, by Semantic Versioning.",
        rationale: "Readers use the version to parse the file.",
        fix: "Write a version such as 0.1.0.",
        wrong: FILE => [Swap("\"0.1.0\"", "\"latest\"")],
    }
    ID = "agents-json-id" / Error {
        summary: "The IDs of sources, of flows, and of the actions of a flow are unique; no action has the ID of its flow.",
        source: PROSE,
        quote: "A unique identifier; a link names an action, or the flow, by its id.",
        rationale: "Links name actions by their IDs, and the reference implementation uses only the later of two.",
        fix: "Use unique IDs.",
        wrong: FILE => [
            Swap("{\"id\": \"shop\", \"path\": \"openapi.yaml\"}", "{\"id\": \"shop\", \"path\": \"openapi.yaml\"}, {\"id\": \"shop\", \"path\": \"other.yaml\"}"),
        ],
    }
    TOOL_NAME = "agents-json-tool-name" / Warning {
        summary: "A flow's id has up to 64 letters, digits, `_` and `-`.",
        source: "OpenAI and Anthropic, tool use: names of tools",
        quote: "^[a-zA-Z0-9_-]{1,64}$",
        rationale: "The id becomes the name of a tool; services refuse requests with other names.",
        fix: "Shorten the id.",
        wrong: FILE => [
            Swap("\"id\": \"order\"", "\"id\": \"order_number_1234567890_1234567890_1234567890_1234567890_1234567890\""),
            Swap("\"actionId\": \"order\"", "\"actionId\": null"),
            Swap("\"actionId\": \"order\"", "\"actionId\": null"),
        ],
    }
    SNAKE_CASE = "agents-json-snake-case" / Warning {
        summary: "Ids are written in snake_case.",
        source: PROSE,
        quote: "A unique identifier in snake_case.",
        rationale: "The documentation recommends this; nothing else depends on it.",
        fix: "Write lower-case letters, digits and `_`.",
        wrong: FILE => [
            Swap("\"id\": \"get\"", "\"id\": \"getIt\""),
            Swap("\"actionId\": \"get\"", "\"actionId\": \"getIt\""),
            Swap("\"actionId\": \"get\"", "\"actionId\": \"getIt\""),
        ],
    }
    KNOWN_SOURCE = "agents-json-known-source" / Error {
        summary: "Actions and overrides name a source of the file.",
        source: PROSE,
        quote: "sourceId: the id of the source in `sources`.",
        rationale: "The operation cannot be found.",
        fix: "Name a source of the file.",
        wrong: FILE => [
            Swap("\"sourceId\": \"shop\", \"operationId\": \"getOrder\"", "\"sourceId\": \"shops\", \"operationId\": \"getOrder\""),
        ],
    }
    KNOWN_ACTION = "agents-json-known-action" / Error {
        summary: "Links name an action of the flow, or the flow itself.",
        source: EXECUTOR,
        quote: "trace[link.origin.actionId]: KeyError otherwise; a link to an unknown target is dropped.",
        rationale: "The value is lost, or the flow fails halfway.",
        fix: "Name an action of the flow.",
        wrong: FILE => [
            Swap("\"actionId\": \"get\", \"fieldPath\": \"parameters.id\"", "\"actionId\": \"read\", \"fieldPath\": \"parameters.id\""),
        ],
    }
    PATH = "agents-json-path" / Error {
        summary: "A link connects the flow's parameters or body, or an earlier action, to an action's parameters or body, or to the flow's response.",
        source: EXECUTOR,
        quote: "fieldPath: dot-separated, rooted at `parameters`, `requestBody` or `responses`.",
        rationale: "The value is lost, or the flow fails halfway.",
        fix: "Start the path with `parameters`, `requestBody` or `responses.success`.",
        wrong: FILE => [Swap("parameters.id", "header.id")],
    }
    SPELLING = "agents-json-path-spelling" / Warning, strict Error {
        summary: "A path starts with `parameters`, `requestBody` or `responses.success`, and writes indexes between dots, not in brackets.",
        source: EXECUTOR,
        quote: "`query.x` is dropped, `response.x` and `responseBody.x` are a ValueError, `responses.x` sends null.",
        rationale: "The reference implementation drops the value, sends null, or crashes.",
        fix: "Write the complete path.",
        wrong: FILE => [Swap("responses.success.id", "responseBody.id")],
    }
    ORDER = "agents-json-order" / Error {
        summary: "The origin of a link is an earlier action than its target.",
        source: EXECUTOR,
        quote: "Actions run in the order of the array; a link from a later one is a KeyError.",
        rationale: "Actions run in order, so the value does not exist yet.",
        fix: "Swap the two actions.",
        wrong: FILE => [
            Swap("{\"actionId\": \"place\", \"fieldPath\": \"responses.success.id\"}", "{\"actionId\": \"get\", \"fieldPath\": \"responses.success.id\"}"),
        ],
    }
    DECLARED = "agents-json-declared" / Error {
        summary: "Links use only declared parameters and a declared body of the flow.",
        source: "this software: models provide the declared fields",
        quote: "fields.parameters: the parameters of the flow.",
        rationale: "Models provide only the declared fields.",
        fix: "Declare the parameter.",
        wrong: FILE => [
            Swap("\"fieldPath\": \"responses.success.id\"}", "\"fieldPath\": \"responses.success.id\"}"),
            Swap("{\"actionId\": \"place\", \"fieldPath\": \"responses.success.id\"}", "{\"actionId\": \"order\", \"fieldPath\": \"parameters.number\"}"),
        ],
    }
    USED = "agents-json-used" / Warning {
        summary: "A link uses each parameter of a flow, and its body.",
        source: "this software: a value without a link has no effect",
        quote: "links: how the fields of the flow reach its actions.",
        rationale: "Models provide a value that no action uses.",
        fix: "Link the parameter to an action, or remove it.",
        wrong: FILE => [Swap("\"parameters\": [", "\"parameters\": [{\"name\": \"note\"}, ")],
    }
    TARGET_ONCE = "agents-json-target-once" / Warning {
        summary: "No two links of a flow have the same target.",
        source: EXECUTOR,
        quote: "Links are applied in their order; the last one wins.",
        rationale: "Only the last of the two values is sent.",
        fix: "Remove one of the links.",
        wrong: FILE => [
            Swap("{\"origin\": {\"actionId\": \"place\", ", "{\"origin\": {\"actionId\": \"order\", \"fieldPath\": \"parameters.item\"}, \"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},\n        {\"origin\": {\"actionId\": \"place\", "),
        ],
    }
    PROMISED = "agents-json-promised" / Warning {
        summary: "If links set a flow's response, they set each member of its schema.",
        source: EXECUTOR,
        quote: "Links whose target is the flow make its response; where there is none, it is that of the last action.",
        rationale: "Models expect a member that is never set.",
        fix: "Add a link, or remove the member from the schema.",
        wrong: FILE => [
            Swap("\"order\": {\"type\": \"object\"}", "\"order\": {\"type\": \"object\"}, \"receipt\": {\"type\": \"string\"}"),
        ],
    }
    NOTHING = "agents-json-nothing" / Warning {
        summary: "A flow has at least one action.",
        source: "this software: a flow without actions does nothing",
        quote: "actions: the API calls of the flow, in their order.",
        rationale: "A call of the flow has no effect.",
        fix: "Add an action, or remove the flow.",
        wrong: FILE => [
            Swap("\"flows\": [", "\"flows\": [{\"id\": \"none\", \"title\": \"None\", \"description\": \"Does nothing.\", \"actions\": [], \"fields\": {\"parameters\": [], \"responses\": {\"success\": {}}}},"),
        ],
    }
    TEXT = "agents-json-text" / Error {
        summary: "Texts for models contain no invisible characters and no text after long white space.",
        source: "this software: people and models must see the same text",
        quote: "title, description: what the flow is chosen by.",
        rationale: "Invisible text can give instructions to a model.",
        fix: "Remove the characters.",
        wrong: FILE => [Swap("Places an order", "Places\\u202e an order")],
    }
}
