//! The rules of OpenAPI documents that matter for calling operations. Documentation-only rules are out of scope.

use agent_description::diagnostic::Edit::Swap;

const DOCUMENT: &str = r##"{
  "openapi": "3.1.1",
  "info": {"title": "Shop", "version": "1.0.0"},
  "servers": [{"url": "https://{host}/v1", "variables": {"host": {"default": "shop.example"}}}],
  "security": [{"key": []}],
  "paths": {
    "/orders/{id}": {
      "parameters": [{"$ref": "#/components/parameters/id"}],
      "get": {"operationId": "getOrder", "parameters": [{"name": "full", "in": "query", "schema": {}}], "responses": {"200": {"description": "The order."}}},
      "delete": {"operationId": "cancelOrder", "responses": {"204": {"description": "Cancelled."}}}
    }
  },
  "components": {
    "parameters": {"id": {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}},
    "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}
  }
}
"##;

agent_description::rules! {
    /// All rules.
    pub RULES;

    VERSION = "openapi-version" / Error {
        summary: "`openapi` is a version of 3.0, 3.1 or 3.2.",
        source: "OpenAPI 3.1.1, section 4.8.1",
        quote: "REQUIRED. This string MUST be the version number of the OpenAPI Specification that the OpenAPI Document uses.",
        rationale: "Other versions define the same members differently.",
        fix: "Convert the document.",
        wrong: DOCUMENT => [Swap("3.1.1", "4.0.0")],
    }
    ROOT = "openapi-root" / Error {
        summary: "A document has `info` with a title and a version, and `paths`; 3.1 also allows `components` or `webhooks` instead.",
        source: "OpenAPI 3.0.4 and 3.1.1, section 4.8.1",
        quote: "at least one of the components, paths, or webhooks fields MUST be present",
        rationale: "Users identify the API by its title.",
        fix: "Write a title.",
        wrong: DOCUMENT => [Swap("\"title\": \"Shop\", ", "")],
    }
    STRUCTURE = "openapi-structure" / Error {
        summary: "Each object has its required members, and members have the types of the specification.",
        source: "OpenAPI 3.0.4 and 3.1.1, section 4.8, 3.2.0, section 4, and their official JSON Schemas",
        quote: "required; type; oneOf",
        rationale: "Other tools refuse the document.",
        fix: "Write the member as the message says.",
        wrong: DOCUMENT => [Swap("{\"description\": \"Cancelled.\"}", "{}")],
    }
    MEMBER = "openapi-member" / Error {
        summary: "An object has no members but its own and those that start with `x-`.",
        source: "OpenAPI 3.0.4 and 3.1.1, section 4.9, and their official JSON Schemas",
        quote: "additionalProperties: false; unevaluatedProperties: false",
        rationale: "Readers ignore the member, and other tools refuse the document.",
        fix: "Correct the name, start it with `x-`, or remove it.",
        wrong: DOCUMENT => [Swap("\"description\": \"Cancelled.\"", "\"description\": \"Cancelled.\", \"colour\": \"red\"")],
    }
    PATH = "openapi-path" / Error {
        summary: "A path starts with `/`, and its value is an object.",
        source: "OpenAPI 3.1.1, section 4.8.8",
        quote: "The field name MUST begin with a forward slash (/).",
        rationale: "Clients append the path to the server's URL.",
        fix: "Start it with `/`.",
        wrong: DOCUMENT => [Swap("\"/orders/{id}\"", "\"orders/{id}\"")],
    }
    OPERATION_ID = "openapi-operation-id" / Error {
        summary: "The `operationId` of each operation is unique.",
        source: "OpenAPI 3.1.1, section 4.8.10",
        quote: "The id MUST be unique among all operations described in the API.",
        rationale: "A flow with a duplicate ID is ambiguous.",
        fix: "Use unique IDs.",
        wrong: DOCUMENT => [Swap("\"cancelOrder\"", "\"getOrder\"")],
    }
    PARAMETER = "openapi-parameter" / Error {
        summary: "A parameter has a name and `in`: `path`, `query`, `header` or `cookie`.",
        source: "OpenAPI 3.1.1, section 4.8.12",
        quote: "A unique parameter is defined by a combination of a name and location.",
        rationale: "The location of the value is undefined.",
        fix: "Write `in`.",
        wrong: DOCUMENT => [Swap("\"in\": \"query\"", "\"in\": \"body\"")],
    }
    TEMPLATE = "openapi-template" / Error {
        summary: "Each `{name}` of a path has a required parameter of the path, in each operation.",
        source: "OpenAPI 3.1.1, section 4.8.8 and 4.8.12",
        quote: "Each template expression in the path MUST correspond to a path parameter",
        rationale: "Clients cannot build the path without the value.",
        fix: "Make the parameter required.",
        wrong: DOCUMENT => [
            Swap("\"/orders/{id}\"", "\"/orders/{id}/{part}\""),
            Swap("\"delete\": {\"operationId\": \"cancelOrder\", ", "\"delete\": {\"operationId\": \"cancelOrder\", \"parameters\": [{\"name\": \"part\", \"in\": \"path\", \"required\": true, \"schema\": {}}], "),
        ],
    }
    PATH_PARAMETER = "openapi-path-parameter" / Error {
        summary: "Each path parameter is required, and occurs in the path as `{name}`.",
        source: "OpenAPI 3.1.1, section 4.8.12.2.1",
        quote: "If in is \"path\", the name field MUST correspond to a single template expression occurring within the path field",
        rationale: "Callers provide a value that is never sent.",
        fix: "Write the name into the path, or remove the parameter.",
        wrong: DOCUMENT => [
            Swap("\"parameters\": [{\"name\": \"full\", ", "\"parameters\": [{\"name\": \"part\", \"in\": \"path\", \"required\": true, \"schema\": {}}, {\"name\": \"full\", "),
        ],
    }
    PARAMETER_TWICE = "openapi-parameter-twice" / Error {
        summary: "No list has two parameters with the same name and location; header names ignore case.",
        source: "OpenAPI 3.1.1, sections 4.8.9 and 4.8.10",
        quote: "The list MUST NOT include duplicated parameters.",
        rationale: "Clients disagree on which of the two they use.",
        fix: "Remove one of the two.",
        wrong: DOCUMENT => [
            Swap("\"parameters\": [{\"name\": \"full\", ", "\"parameters\": [{\"name\": \"full\", \"in\": \"query\", \"required\": true, \"schema\": {}}, {\"name\": \"full\", "),
        ],
    }
    STYLE = "openapi-style" / Error {
        summary: "The style of a parameter is allowed for its location.",
        source: "OpenAPI 3.1.1, section 4.8.12.3",
        quote: "In order to support common ways of serializing simple parameters, a set of style values are defined.",
        rationale: "The serialization of the value is undefined.",
        fix: "Write a style from the message, or remove `style`.",
        wrong: DOCUMENT => [Swap("\"in\": \"query\"", "\"in\": \"query\", \"style\": \"matrix\"")],
    }
    BODY = "openapi-request-body" / Error {
        summary: "A request body has `content`: an object of media types.",
        source: "OpenAPI 3.1.1, section 4.8.13",
        quote: "REQUIRED. The content of the request body.",
        rationale: "The content of the request is undefined.",
        fix: "Write `content` with a media type.",
        wrong: DOCUMENT => [
            Swap("{\"operationId\": \"cancelOrder\", ", "{\"operationId\": \"cancelOrder\", \"requestBody\": {\"required\": true}, "),
        ],
    }
    REFERENCE = "openapi-reference" / Error {
        summary: "A reference resolves in the document or to a file in its folder; others are not read.",
        source: "OpenAPI 3.1.1, section 4.8.23",
        quote: "REQUIRED. The reference identifier. This MUST be in the form of a URI.",
        rationale: "The referenced value is unknown.",
        fix: "Correct the reference.",
        wrong: DOCUMENT => [Swap("\"schema\": {\"type\": \"string\"}", "\"schema\": {\"$ref\": \"#/components/schemas/Id\"}")],
    }
    SERVER = "openapi-server" / Error {
        summary: "A server has a URL, and each variable of the URL a default.",
        source: "OpenAPI 3.1.1, sections 4.8.5 and 4.8.6",
        quote: "Variable substitutions will be made when a variable is named in {braces}.",
        rationale: "Clients cannot build the URL.",
        fix: "Add a default for the variable.",
        wrong: DOCUMENT => [Swap("{\"default\": \"shop.example\"}", "{}")],
    }
    SECURITY = "openapi-security" / Error {
        summary: "Required security schemes are declared.",
        source: "OpenAPI 3.1.1, section 4.8.30",
        quote: "The name used for each property MUST correspond to a security scheme declared in the Security Schemes",
        rationale: "Clients cannot know which credentials to send.",
        fix: "Declare the scheme.",
        wrong: DOCUMENT => [Swap("\"securitySchemes\": {\"key\"", "\"securitySchemes\": {\"token\"")],
    }
    NOT_CALLED = "openapi-not-called" / Note {
        summary: "`additionalOperations`, parameters in `querystring` and the style `cookie`, of OpenAPI 3.2, are not called.",
        source: "OpenAPI 3.2.0, sections 4.9.1 and 4.12.1",
        quote: "A map of additional operations on this path.",
        rationale: "Flows and tools do not have these operations and parameters.",
        fix: "Use a method of its own, and parameters in `query`.",
        wrong: DOCUMENT => [
            Swap("3.1.1", "3.2.0"),
            Swap("\"delete\": {", "\"additionalOperations\": {\"LOCK\": {\"operationId\": \"lockOrder\", \"responses\": {\"200\": {}}}}, \"delete\": {"),
        ],
    }
    NO_ID = "openapi-no-operation-id" / Note {
        summary: "An operation has an `operationId`.",
        source: "this software: flows name operations by it",
        quote: "Unique string used to identify the operation. (optional)",
        rationale: "Flows and tools name operations by their ids.",
        fix: "Add an `operationId`.",
        wrong: DOCUMENT => [Swap("\"operationId\": \"cancelOrder\", ", "")],
    }
}
