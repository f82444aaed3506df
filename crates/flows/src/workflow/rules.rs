//! The rules for flows and the operations that they call, which need both documents.

use crate::agents_json::rules::FILE;
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

agent_description::rules! {
    /// All rules.
    pub RULES;

    SOURCE = "flow-source-read" / Note {
        summary: "The OpenAPI document of each source can be read.",
        source: "agents.json 0.1.0, documentation, sources; Arazzo 1.0.1, section 4.6.3",
        quote: "path: the file path or URL of the OpenAPI document",
        rationale: "A flow cannot be checked or run without its OpenAPI documents.",
        fix: "Put the document at the path, or supply it.",
        wrong: FILE => [Swap("openapi.yaml", "shops.yaml")],
    }
    OPERATION = "flow-known-operation" / Error {
        summary: "Actions, steps and overrides name an operation of their source.",
        source: "agents.json 0.1.0, documentation, actions; Arazzo 1.0.1, section 4.6.5",
        quote: "operationId: the id of the operation in the source",
        rationale: "A flow cannot call an unknown operation.",
        fix: "Name the operation by its `operationId`.",
        wrong: FILE => [Swap("\"operationId\": \"placeOrder\"", "\"operationId\": \"placeOrders\"")],
    }
    OVERRIDE = "flow-override-place" / Error {
        summary: "An override changes existing members of the operation, but not its method, path or ID.",
        source: "agents.json 0.1.0, documentation, overrides",
        quote: "fieldPath: the path of the field in the operation",
        rationale: "Other overrides have no effect, so the operation is called without the change.",
        fix: "Count the parameters of the operation from 0.",
        wrong: FILE => [Swap("parameters.0.required", "parameters.2.required")],
    }
    PARAMETER = "flow-known-parameter" / Warning, strict Error {
        summary: "Values for an operation are its parameters or its body.",
        source: OPENAPI,
        quote: "A list of parameters that are applicable for this operation.",
        rationale: "Services ignore or refuse unknown parameters.",
        fix: "Use a parameter of the operation.",
        wrong: FILE => [
            Swap("\"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},", "\"target\": {\"actionId\": \"place\", \"fieldPath\": \"requestBody.item\"}},\n        {\"origin\": {\"actionId\": \"order\", \"fieldPath\": \"parameters.item\"}, \"target\": {\"actionId\": \"get\", \"fieldPath\": \"parameters.items\"}},"),
        ],
    }
    REQUIRED = "flow-required-input" / Error {
        summary: "Required values of an operation are set, or supplied by its security scheme.",
        source: OPENAPI,
        quote: "required: Determines whether this parameter is mandatory.",
        rationale: "Services refuse incomplete requests, after earlier actions have made changes.",
        fix: "Add a link to the required parameter or body member.",
        wrong: FILE => [Swap("\"fieldPath\": \"requestBody.item\"", "\"fieldPath\": \"requestBody.note\"")],
    }
    TYPE = "flow-type-fits" / Error {
        summary: "Values have a type that the operation accepts.",
        source: "OpenAPI 3.1.1, section 4.8.12: the schema of the parameter or body",
        quote: "schema: The schema defining the type used for the parameter.",
        rationale: "Services refuse values of other types.",
        fix: "Use the type of the operation for the flow's parameter.",
        wrong: FILE => [Swap("\"type\": \"string\"", "\"type\": \"integer\"")],
    }
    ANSWER = "flow-known-answer" / Warning {
        summary: "Values from a response are in its schema.",
        source: "OpenAPI 3.1.1, section 4.8.17",
        quote: "A description of the response contents and its schema.",
        rationale: "The next request is sent without a missing value.",
        fix: "Use a member of the response.",
        wrong: FILE => [Swap("responses.success.id", "responses.success.idd")],
    }
}
