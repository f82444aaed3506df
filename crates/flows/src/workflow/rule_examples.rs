//! A wrong and a right file for each rule of flows beside their operations. They call the document [`SHOP`].

use super::rules;
use agent_description::diagnostic::{Edit::Swap, RuleExample, Severity};

/// The OpenAPI document that the examples call.
pub const SHOP: &str = "\
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: https://shop.example/v1}]
security: [{key: []}]
paths:
  /orders:
    post:
      operationId: placeOrder
      parameters: [{name: X-Key, in: header, required: true}]
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [item], properties: {item: {type: string}, amount: {type: integer}}}
      responses:
        '201':
          description: placed
          content:
            application/json:
              schema: {type: object, properties: {id: {type: string}, lines: {type: array, items: {type: string}}}}
  /orders/{id}:
    get:
      operationId: getOrder
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: full, in: query, schema: {type: boolean}}
      responses: {'200': {description: an order}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
";

const FILE: &str = r#"{
  "agentsJson": "0.1.0",
  "info": {"title": "Shop", "version": "1.0.0", "description": "Orders."},
  "sources": [{"id": "shop", "path": "shop.yaml"}],
  "overrides": [{"sourceId": "shop", "operationId": "getOrder", "fieldPath": "parameters.1.required", "value": true}],
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
        {"origin": {"actionId": "order", "fieldPath": "parameters.full"}, "target": {"actionId": "get", "fieldPath": "parameters.full"}}
      ],
      "fields": {
        "parameters": [
          {"name": "item", "type": "string", "required": true},
          {"name": "full", "type": "boolean", "required": true}
        ],
        "responses": {"success": {"type": "object"}}
      }
    }
  ]
}
"#;

macro_rules! example {
    ($rule:ident, $severity:ident, $why:literal, $fix:literal, $wrong:expr) => {
        RuleExample {
            rule: &rules::$rule,
            why: $why,
            fix: $fix,
            severity: Severity::$severity,
            base: FILE,
            wrong: &[$wrong],
            right: &[],
        }
    };
}

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    example!(
        SOURCE,
        Note,
        "What a flow calls cannot be checked or run without its document.",
        "Put the document where the path says, or supply it.",
        Swap("shop.yaml", "shops.yaml")
    ),
    example!(
        OPERATION,
        Error,
        "A flow that calls an operation which is not there cannot run.",
        "Name the operation by its `operationId`.",
        Swap("\"operationId\": \"placeOrder\"", "\"operationId\": \"placeOrders\"")
    ),
    example!(
        OVERRIDE,
        Error,
        "A change of what is not there changes nothing, and the operation is called as it should not be.",
        "Count the parameters of the operation from 0.",
        Swap("parameters.1.required", "parameters.2.required")
    ),
    example!(
        PARAMETER,
        Warning,
        "What an operation does not know it ignores or refuses.",
        "Give it to a parameter that the operation has.",
        Swap(
            "\"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},",
            "\"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},\n        {\"origin\": {\"actionId\": \"order\", \"fieldPath\": \"parameters.item\"}, \"target\": {\"actionId\": \"get\", \"fieldPath\": \"parameters.items\"}},"
        )
    ),
    example!(
        REQUIRED,
        Error,
        "A request without what is required is refused, after earlier actions have done their work.",
        "Link the required parameter, or a member of the body.",
        Swap("\"fieldPath\": \"requestBody.item\"", "\"fieldPath\": \"requestBody.note\"")
    ),
    example!(
        TYPE,
        Error,
        "A value of a type that the operation never takes is always refused.",
        "Give the flow's parameter the type that the operation takes.",
        Swap("{\"name\": \"item\", \"type\": \"string\"", "{\"name\": \"item\", \"type\": \"integer\"")
    ),
    example!(
        ANSWER,
        Warning,
        "A value that the answer does not have is absent, and the next request goes without it.",
        "Take what the answer has.",
        Swap("responses.success.id", "responses.success.idd")
    ),
];
