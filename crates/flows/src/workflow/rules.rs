//! The rules of flows beside the operations that they call: what only both documents together tell.

use agent_description::diagnostic::Edit::Swap;

const OPENAPI: &str = "OpenAPI 3.1.1, section 4.8.12, of the operation that is called";

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

agent_description::rules! {
    /// Every rule.
    pub RULES;

    SOURCE = "flow-source-read" / Note {
        summary: "The OpenAPI document of each source can be read: without it nobody knows what a flow calls.",
        source: "agents.json 0.1.0, documentation, sources; Arazzo 1.0.1, section 4.6.3",
        quote: "path: the file path or URL of the OpenAPI document",
        rationale: "What a flow calls cannot be checked or run without its document.",
        fix: "Put the document where the path says, or supply it.",
        wrong: FILE => [Swap("shop.yaml", "shops.yaml")],
    }
    OPERATION = "flow-known-operation" / Error {
        summary: "The operation that an action, a step or an override names is one of its source.",
        source: "agents.json 0.1.0, documentation, actions; Arazzo 1.0.1, section 4.6.5",
        quote: "operationId: the id of the operation in the source",
        rationale: "A flow that calls an operation which is not there cannot run.",
        fix: "Name the operation by its `operationId`.",
        wrong: FILE => [Swap("\"operationId\": \"placeOrder\"", "\"operationId\": \"placeOrders\"")],
    }
    OVERRIDE = "flow-override-place" / Error {
        summary: "An override changes what is there in the operation, and what an operation says of itself: not its method, path or id.",
        source: "agents.json 0.1.0, documentation, overrides",
        quote: "fieldPath: the path of the field in the operation",
        rationale: "A change of what is not there changes nothing, and the operation is called as it should not be.",
        fix: "Count the parameters of the operation from 0.",
        wrong: FILE => [Swap("parameters.1.required", "parameters.2.required")],
    }
    PARAMETER = "flow-known-parameter" / Warning, strict Error {
        summary: "What is given to an operation is a parameter of it, or its body.",
        source: OPENAPI,
        quote: "A list of parameters that are applicable for this operation.",
        rationale: "What an operation does not know it ignores or refuses.",
        fix: "Give it to a parameter that the operation has.",
        wrong: FILE => [
            Swap("\"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},", "\"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},\n        {\"origin\": {\"actionId\": \"order\", \"fieldPath\": \"parameters.item\"}, \"target\": {\"actionId\": \"get\", \"fieldPath\": \"parameters.items\"}},"),
        ],
    }
    REQUIRED = "flow-required-input" / Error {
        summary: "What an operation requires is given to it, or is supplied by its security scheme.",
        source: OPENAPI,
        quote: "required: Determines whether this parameter is mandatory.",
        rationale: "A request without what is required is refused, after earlier actions have done their work.",
        fix: "Link the required parameter, or a member of the body.",
        wrong: FILE => [Swap("\"fieldPath\": \"requestBody.item\"", "\"fieldPath\": \"requestBody.note\"")],
    }
    TYPE = "flow-type-fits" / Error {
        summary: "A value that is given to an operation can be of a type that the operation takes there.",
        source: "OpenAPI 3.1.1, section 4.8.12: the schema of the parameter or body",
        quote: "schema: The schema defining the type used for the parameter.",
        rationale: "A value of a type that the operation never takes is always refused.",
        fix: "Give the flow's parameter the type that the operation takes.",
        wrong: FILE => [Swap("{\"name\": \"item\", \"type\": \"string\"", "{\"name\": \"item\", \"type\": \"integer\"")],
    }
    ANSWER = "flow-known-answer" / Warning {
        summary: "What is taken of an operation's answer is in the schema of it.",
        source: "OpenAPI 3.1.1, section 4.8.17",
        quote: "A description of the response contents and its schema.",
        rationale: "A value that the answer does not have is absent, and the next request goes without it.",
        fix: "Take what the answer has.",
        wrong: FILE => [Swap("responses.success.id", "responses.success.idd")],
    }
}
