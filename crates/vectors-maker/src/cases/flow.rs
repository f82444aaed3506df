//! Flows: rules of agents.json, Arazzo and OpenAPI. Each case starts from a valid document.

use super::{All, CannotMake, Vector, signing::changed};

const AGENTS_JSON: &str = r#"{"agentsJson": "0.1.0",
  "info": {"title": "Shop", "version": "1.0.0", "description": "Orders."},
  "sources": [{"id": "shop", "path": "openapi.yaml"}],
  "flows": [{"id": "order", "title": "Order", "description": "Places an order, and reads it back.",
    "actions": [{"id": "place", "sourceId": "shop", "operationId": "placeOrder"}, {"id": "get", "sourceId": "shop", "operationId": "getOrder"}],
    "links": [
      {"origin": {"actionId": "order", "fieldPath": "parameters.item"}, "target": {"actionId": "place", "fieldPath": "requestBody.item"}},
      {"origin": {"actionId": "place", "fieldPath": "responses.success.id"}, "target": {"actionId": "get", "fieldPath": "parameters.id"}},
      {"origin": {"actionId": "get", "fieldPath": "responses.success"}, "target": {"actionId": "order", "fieldPath": "responses.success.order"}}],
    "fields": {"parameters": [{"name": "item", "type": "string", "required": true}],
      "responses": {"success": {"type": "object", "properties": {"order": {"type": "object"}}}}}}]}
"#;

const ARAZZO: &str = "arazzo: 1.0.1
info: {title: Orders, version: 1.0.0}
sourceDescriptions: [{name: shop, url: openapi.yaml, type: openapi}]
workflows:
  - workflowId: order
    inputs: {type: object, properties: {item: {type: string}}}
    steps:
      - stepId: place
        operationId: placeOrder
        requestBody: {contentType: application/json, payload: {item: $inputs.item}}
        successCriteria: [{condition: $statusCode == 201}]
        outputs: {id: '$response.body#/id'}
      - stepId: get
        operationId: getOrder
        parameters: [{name: id, in: path, value: $steps.place.outputs.id}]
        outputs: {order: $response.body}
    outputs: {order: $steps.get.outputs.order}
";

const OPENAPI: &str = "openapi: 3.1.1
info: {title: Shop, version: 1.0.0}
servers: [{url: 'https://{host}/v1', variables: {host: {default: shop.example}}}]
security: [{key: []}]
paths:
  /orders/{id}:
    parameters: [{$ref: '#/components/parameters/id'}]
    get: {operationId: getOrder, responses: {200: {description: The order.}}}
    delete: {operationId: cancelOrder, responses: {204: {description: Cancelled.}}}
components:
  parameters: {id: {name: id, in: path, required: true, schema: {type: string}}}
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
";

/// Name, code, whether a warning, comment, replaced text, replacement.
type Fault = (&'static str, &'static str, bool, &'static str, &'static str, &'static str);

const OF_AGENTS_JSON: &[Fault] = &[
    ("missing", "missing", false, "the schema: required", "\"title\": \"Order\", ", ""),
    ("type", "wrong-type", false, "the schema: a boolean", "\"required\": true", "\"required\": \"yes\""),
    (
        "member",
        "unknown-member",
        true,
        "the schema: additionalProperties false",
        "\"type\": \"string\", ",
        "\"type\": \"string\", \"enum\": [\"tea\"], ",
    ),
    ("version", "unsupported-version", true, "no Semantic Version", "\"0.1.0\"", "\"latest\""),
    ("id", "duplicate", false, "an action has its flow's id", "{\"id\": \"get\"", "{\"id\": \"order\""),
    ("name", "invalid-name", true, "not in snake_case", "{\"id\": \"shop\"", "{\"id\": \"Shop\""),
    (
        "source",
        "invalid-reference",
        false,
        "no such source",
        "\"sourceId\": \"shop\", \"operationId\": \"getOrder\"",
        "\"sourceId\": \"shops\", \"operationId\": \"getOrder\"",
    ),
    (
        "action",
        "invalid-reference",
        false,
        "no such action",
        "\"actionId\": \"get\", \"fieldPath\": \"parameters.id\"",
        "\"actionId\": \"read\", \"fieldPath\": \"parameters.id\"",
    ),
    ("path", "invalid-reference", false, "a path that leads nowhere", "parameters.id", "header.id"),
    ("path-empty-part", "invalid-reference", false, "nothing between two dots", "parameters.id", "parameters..id"),
    ("spelling", "spelling", true, "read as responses.success.id", "responses.success.id", "responseBody.id"),
    (
        "order",
        "invalid-reference",
        false,
        "from a later action",
        "\"actionId\": \"place\", \"fieldPath\": \"responses.success.id\"}, \"target\": {\"actionId\": \"get\"",
        "\"actionId\": \"get\", \"fieldPath\": \"responses.success.id\"}, \"target\": {\"actionId\": \"place\"",
    ),
    (
        "input",
        "invalid-reference",
        false,
        "a parameter that the flow does not have",
        "\"fieldPath\": \"parameters.item\"",
        "\"fieldPath\": \"parameters.items\"",
    ),
    (
        "input-unused",
        "unknown-member",
        true,
        "a parameter that no link takes",
        "\"parameters\": [",
        "\"parameters\": [{\"name\": \"note\"}, ",
    ),
    (
        "twice",
        "duplicate",
        true,
        "two links with one target",
        "\"links\": [",
        "\"links\": [\n      {\"origin\": {\"actionId\": \"order\", \"fieldPath\": \"parameters.item\"}, \"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},",
    ),
    (
        "output",
        "missing",
        true,
        "promised, and made by no link",
        "\"order\": {\"type\": \"object\"}",
        "\"order\": {}, \"receipt\": {}",
    ),
    ("text", "hidden-text", false, "a character that people cannot see", "Places an order", "Places\\u202e an order"),
];

const OF_ARAZZO: &[Fault] = &[
    ("workflow-version", "unsupported-version", false, "no version of Arazzo", "arazzo: 1.0.1", "arazzo: 2.0.0"),
    (
        "workflow-new-part",
        "unsupported-version",
        true,
        "a part of 1.1 is not run",
        "arazzo: 1.0.1",
        "arazzo: 1.1.0\n$self: https://shop.example/flows.yaml",
    ),
    (
        "workflow-expression",
        "invalid-value",
        false,
        "section 4.7: a response has no id",
        "'$response.body#/id'",
        "$response.id",
    ),
    (
        "workflow-output",
        "invalid-reference",
        false,
        "no such output",
        "$steps.get.outputs.order",
        "$steps.get.outputs.orders",
    ),
    (
        "workflow-waiting",
        "invalid-reference",
        false,
        "section 4.6.4: it waits for itself",
        "workflowId: order",
        "workflowId: order\n    dependsOn: [order]",
    ),
    ("workflow-input", "invalid-reference", false, "no such input", "$inputs.item", "$inputs.items"),
    (
        "workflow-condition",
        "invalid-value",
        false,
        "section 4.6.11: no operator",
        "$statusCode == 201",
        "$statusCode = 201",
    ),
    (
        "workflow-two-targets",
        "contradiction",
        false,
        "section 4.6.5: mutually exclusive",
        "operationId: getOrder",
        "operationId: getOrder\n        workflowId: order",
    ),
    ("workflow-place", "missing", false, "section 4.6.6: in MUST be specified", "in: path, ", ""),
];

const OF_OPENAPI: &[Fault] = &[
    ("api-version", "unsupported-version", false, "none of 3.0, 3.1 and 3.2", "openapi: 3.1.1", "openapi: 4.0.0"),
    ("api-missing", "missing", false, "section 4.8.2", "title: Shop, ", ""),
    ("api-type", "wrong-type", false, "section 4.8.2", "title: Shop", "title: 1"),
    (
        "api-reference",
        "invalid-reference",
        false,
        "leads to nothing",
        "schema: {type: string}",
        "schema: {$ref: '#/components/schemas/Id'}",
    ),
    (
        "api-reference-url",
        "invalid-reference",
        true,
        "leads out of the document's folder",
        "schema: {type: string}",
        "schema: {$ref: 'https://stranger.example/schema.yaml'}",
    ),
    ("api-operation-id", "duplicate", false, "section 4.8.10", "cancelOrder", "getOrder"),
    (
        "api-parameter",
        "missing",
        false,
        "section 4.8.12: no required parameter of the path",
        "required: true",
        "required: false",
    ),
    ("api-server", "invalid-url", false, "section 4.8.6: no default", "{default: shop.example}", "{}"),
    (
        "api-security",
        "invalid-reference",
        false,
        "section 4.8.30: not declared",
        "security: [{key: []}]",
        "security: [{token: []}]",
    ),
    (
        "api-key-twice",
        "json-duplicate-key",
        false,
        "a key that stands twice",
        "info: {title: Shop,",
        "info: {title: Shop, title: Shop,",
    ),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    for (base, name, profile, faults) in [
        (AGENTS_JSON, "sound", "agents-json/0.1.0", OF_AGENTS_JSON),
        (ARAZZO, "workflow-sound", "arazzo/1.0", OF_ARAZZO),
        (OPENAPI, "api-sound", "openapi/3.1", OF_OPENAPI),
    ] {
        let sound = Vector::new("flow-check", "ok", "breaks no rule", base).with("any", "true");
        all.push(format!("flow/{name}"), sound.with("output", profile));
        for (name, code, warning, comment, from, to) in faults {
            let vector = Vector::new("flow-check", code, comment, changed(base, from, to)?);
            all.push(format!("flow/{name}"), if *warning { vector.with("any", "true") } else { vector });
        }
    }
    let strict = changed(AGENTS_JSON, "\"parameters.id\"", "\"query.id\"")?;
    let vector = |expect: &str, comment: &str| Vector::new("flow-check", expect, comment, strict.clone());
    all.push("flow/lenient", vector("ok", "read as parameters.id"));
    all.push("flow/strict", vector("spelling", "not as the format spells it").with("strict", "true"));
    Ok(())
}
