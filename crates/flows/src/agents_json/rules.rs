//! The rules of agents.json.

use agent_description::diagnostic::Edit::{Add, Swap};

const SCHEMA: &str = "agents.json 0.1.0, agentsJson.schema.json";

const PROSE: &str = "agents.json 0.1.0, documentation, schema";

const EXECUTOR: &str = "agents.json 0.1.0, reference implementation, executor.py";

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

agent_description::rules! {
    /// Every rule.
    pub RULES;

    ROOT = "agents-json-root" / Error {
        summary: "A file has a version of the format, `info`, `sources` and `flows`.",
        source: SCHEMA,
        quote: "\"required\": [\"agentsJson\", \"info\", \"sources\", \"flows\"]",
        rationale: "Without `info` nobody knows whose flows these are.",
        fix: "Add `info`.",
        wrong: FILE => [Swap("\"info\"", "\"x-about\"")],
    }
    INFO = "agents-json-info" / Error {
        summary: "`info` has a title, a version and a description, all of them strings.",
        source: SCHEMA,
        quote: "\"required\": [\"title\", \"version\", \"description\"]",
        rationale: "The title and the description are what people and models choose by.",
        fix: "Write each as a string.",
        wrong: FILE => [Swap("\"title\": \"Shop\"", "\"title\": 1")],
    }
    SOURCE = "agents-json-source" / Error {
        summary: "Each source has an id and a path.",
        source: SCHEMA,
        quote: "\"required\": [\"id\", \"path\"]",
        rationale: "Without the path, no operation can be found.",
        fix: "Write where the OpenAPI document is.",
        wrong: FILE => [Swap("\"path\"", "\"file-name\"")],
    }
    OVERRIDE = "agents-json-override" / Error {
        summary: "Each override names a source, an operation and a field, and has a value other than null.",
        source: "agents.json 0.1.0, agentsJson.schema.json (whose `oneOf` of integer and number refuses whole numbers: read as `anyOf`)",
        quote: "\"required\": [\"sourceId\", \"operationId\", \"fieldPath\", \"value\"]",
        rationale: "An override without a value changes nothing.",
        fix: "Write the value that is meant.",
        wrong: FILE => [Swap("\"value\": true", "\"value\": null")],
    }
    FLOW = "agents-json-flow" / Error {
        summary: "Each flow has an id, a title, a description, actions and fields.",
        source: SCHEMA,
        quote: "\"required\": [\"id\", \"title\", \"description\", \"actions\", \"fields\"]",
        rationale: "The description is what a model chooses the flow by.",
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
        rationale: "The path says where in the action the value is.",
        fix: "Write the path as a string.",
        wrong: FILE => [Swap("\"fieldPath\": \"parameters.id\"", "\"fieldPath\": [\"parameters\", \"id\"]")],
    }
    FIELDS = "agents-json-fields" / Error {
        summary: "The fields of a flow are its parameters, a request body if it takes one, and its responses.",
        source: SCHEMA,
        quote: "\"required\": [\"parameters\", \"responses\"]",
        rationale: "What a model is asked for comes from the fields.",
        fix: "Write `required` as true or false.",
        wrong: FILE => [Swap("\"required\": true", "\"required\": \"yes\"")],
    }
    EXTRA = "agents-json-extra" / Warning, strict Error {
        summary: "Links, parameters, bodies and responses have no members but those of the schema, and a body that is not there is not null.",
        source: "agents.json 0.1.0, agentsJson.schema.json; real files have `enum`, `items` and `default` in parameters, which are read here",
        quote: "\"additionalProperties\": false",
        rationale: "Strict readers of the format refuse the file.",
        fix: "Describe the values in `description`, or accept that strict readers refuse the file.",
        wrong: FILE => [Swap("\"type\": \"string\",", "\"type\": \"string\", \"enum\": [\"tea\"],")],
    }
    STRAY = "agents-json-stray" / Warning {
        summary: "The root and the flows have no member `additionalProperties`: it is a keyword of schemas, and says nothing here.",
        source: "agents.json 0.1.0, agentsJson.schema.json: keywords of the schema are not members of the file",
        quote: "\"additionalProperties\": true",
        rationale: "It was copied from a schema, and whoever wrote it expects something of it.",
        fix: "Remove it.",
        wrong: FILE => [Add("\"additionalProperties\": false")],
    }
    VERSION = "agents-json-version" / Warning {
        summary: "`agentsJson` is a version of three numbers.",
        source: PROSE,
        quote: "The version of the agents.json specification, by Semantic Versioning.",
        rationale: "Readers tell by the version how to read the file.",
        fix: "Write a version such as 0.1.0.",
        wrong: FILE => [Swap("\"0.1.0\"", "\"latest\"")],
    }
    ID = "agents-json-id" / Error {
        summary: "No two sources have one id, no two flows, and no two actions of a flow; an action's id is not its flow's.",
        source: PROSE,
        quote: "A unique identifier; a link names an action, or the flow, by its id.",
        rationale: "Links name actions by their ids: the reference implementation lets the later one hide the earlier one.",
        fix: "Give each its own id.",
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
        rationale: "The documentation asks for it; nothing else depends on it.",
        fix: "Write small letters, digits and `_`.",
        wrong: FILE => [
            Swap("\"id\": \"get\"", "\"id\": \"getIt\""),
            Swap("\"actionId\": \"get\"", "\"actionId\": \"getIt\""),
            Swap("\"actionId\": \"get\"", "\"actionId\": \"getIt\""),
        ],
    }
    KNOWN_SOURCE = "agents-json-known-source" / Error {
        summary: "The source that an action or an override names is one of the file's.",
        source: PROSE,
        quote: "sourceId: the id of the source in `sources`.",
        rationale: "The operation cannot be found.",
        fix: "Name a source of the file.",
        wrong: FILE => [
            Swap("\"sourceId\": \"shop\", \"operationId\": \"getOrder\"", "\"sourceId\": \"shops\", \"operationId\": \"getOrder\""),
        ],
    }
    KNOWN_ACTION = "agents-json-known-action" / Error {
        summary: "The action that a link names is one of the flow's, or the flow itself.",
        source: EXECUTOR,
        quote: "trace[link.origin.actionId]: KeyError otherwise; a link to an unknown target is dropped.",
        rationale: "The value is lost, or the flow dies in its middle.",
        fix: "Name an action of the flow.",
        wrong: FILE => [
            Swap("\"actionId\": \"get\", \"fieldPath\": \"parameters.id\"", "\"actionId\": \"read\", \"fieldPath\": \"parameters.id\""),
        ],
    }
    PATH = "agents-json-path" / Error {
        summary: "A link goes from the flow's parameters or body, or from an earlier action, into an action's parameters or body, or into the flow's response.",
        source: EXECUTOR,
        quote: "fieldPath: dot-separated, rooted at `parameters`, `requestBody` or `responses`.",
        rationale: "The value is lost, or the flow dies in its middle.",
        fix: "Start the path with `parameters`, `requestBody` or `responses.success`.",
        wrong: FILE => [Swap("parameters.id", "header.id")],
    }
    SPELLING = "agents-json-path-spelling" / Warning, strict Error {
        summary: "A path starts with `parameters`, `requestBody` or `responses.success`, and an index stands between dots, not in brackets; what some files have instead is read as what it means.",
        source: EXECUTOR,
        quote: "`query.x` is dropped, `response.x` and `responseBody.x` are a ValueError, `responses.x` sends null.",
        rationale: "The reference implementation drops the value, sends null, or dies.",
        fix: "Write the path in full.",
        wrong: FILE => [Swap("responses.success.id", "responseBody.id")],
    }
    ORDER = "agents-json-order" / Error {
        summary: "A link takes a value from an earlier action than the one that it gives it to.",
        source: EXECUTOR,
        quote: "Actions run in the order of the array; a link from a later one is a KeyError.",
        rationale: "Actions run in their order: the value is not there yet.",
        fix: "Swap the two actions.",
        wrong: FILE => [
            Swap("{\"actionId\": \"place\", \"fieldPath\": \"responses.success.id\"}", "{\"actionId\": \"get\", \"fieldPath\": \"responses.success.id\"}"),
        ],
    }
    DECLARED = "agents-json-declared" / Error {
        summary: "A parameter that a link takes from the flow is one of the flow's, and so is the body.",
        source: "this software: a model gives what the fields ask for",
        quote: "fields.parameters: the parameters of the flow.",
        rationale: "A model is asked for what the fields declare, and gives nothing else.",
        fix: "Declare the parameter.",
        wrong: FILE => [
            Swap("\"fieldPath\": \"responses.success.id\"}", "\"fieldPath\": \"responses.success.id\"}"),
            Swap("{\"actionId\": \"place\", \"fieldPath\": \"responses.success.id\"}", "{\"actionId\": \"order\", \"fieldPath\": \"parameters.number\"}"),
        ],
    }
    USED = "agents-json-used" / Warning {
        summary: "Each parameter of a flow, and its body, is taken by a link.",
        source: "this software: what no link takes is asked of the model and goes nowhere",
        quote: "links: how the fields of the flow reach its actions.",
        rationale: "A model is asked for a value that goes nowhere.",
        fix: "Link the parameter to an action, or remove it.",
        wrong: FILE => [Swap("\"parameters\": [", "\"parameters\": [{\"name\": \"note\"}, ")],
    }
    TARGET_ONCE = "agents-json-target-once" / Warning {
        summary: "No two links of a flow have one target.",
        source: EXECUTOR,
        quote: "Links are applied in their order; the last one counts.",
        rationale: "Only the last of the two values is sent.",
        fix: "Remove one of the links.",
        wrong: FILE => [
            Swap("{\"origin\": {\"actionId\": \"place\", ", "{\"origin\": {\"actionId\": \"order\", \"fieldPath\": \"parameters.item\"}, \"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},\n        {\"origin\": {\"actionId\": \"place\", "),
        ],
    }
    PROMISED = "agents-json-promised" / Warning {
        summary: "Where links make a flow's response, they make each member that its schema names.",
        source: EXECUTOR,
        quote: "Links whose target is the flow make its response; where there is none, it is that of the last action.",
        rationale: "A model waits for what never comes.",
        fix: "Make it by a link, or leave it out of the schema.",
        wrong: FILE => [
            Swap("\"order\": {\"type\": \"object\"}", "\"order\": {\"type\": \"object\"}, \"receipt\": {\"type\": \"string\"}"),
        ],
    }
    NOTHING = "agents-json-nothing" / Warning {
        summary: "A flow has at least one action.",
        source: "this software: a flow without actions does nothing",
        quote: "actions: the API calls of the flow, in their order.",
        rationale: "A model calls the flow and nothing happens.",
        fix: "Add an action, or remove the flow.",
        wrong: FILE => [
            Swap("\"flows\": [", "\"flows\": [{\"id\": \"none\", \"title\": \"None\", \"description\": \"Does nothing.\", \"actions\": [], \"fields\": {\"parameters\": [], \"responses\": {\"success\": {}}}},"),
        ],
    }
    TEXT = "agents-json-text" / Error {
        summary: "Texts that models read have no characters that people cannot see, and none continues after hidden white space.",
        source: "this software: people and models should read the same text",
        quote: "title, description: what the flow is chosen by.",
        rationale: "Text that people cannot see can tell a model what to do.",
        fix: "Remove the characters.",
        wrong: FILE => [Swap("Places an order", "Places\\u202e an order")],
    }
}
