//! The rules of Arazzo 1.0, from its JSON Schema and from its prose.

use agent_description::diagnostic::Edit::Swap;

const DOCUMENT: &str = r#"{
  "arazzo": "1.0.1",
  "info": {"title": "Orders", "version": "1.0.0"},
  "sourceDescriptions": [{"name": "shop", "url": "openapi.yaml", "type": "openapi"}],
  "workflows": [
    {
      "workflowId": "order",
      "inputs": {"type": "object", "properties": {"item": {"type": "string"}}},
      "steps": [
        {
          "stepId": "place",
          "operationId": "placeOrder",
          "requestBody": {"contentType": "application/json", "payload": {"item": "$inputs.item"}},
          "successCriteria": [{"condition": "$statusCode == 201"}, {"context": "$response.body", "condition": "$.id", "type": "jsonpath"}],
          "outputs": {"id": "$response.body#/id"}
        },
        {
          "stepId": "get",
          "operationId": "getOrder",
          "parameters": [{"name": "id", "in": "path", "value": "$steps.place.outputs.id"}, {"reference": "$components.parameters.full"}],
          "onFailure": [{"name": "again", "type": "retry", "retryAfter": 1, "retryLimit": 2}],
          "outputs": {"order": "$response.body"}
        }
      ],
      "outputs": {"order": "$steps.get.outputs.order"}
    }
  ],
  "components": {"parameters": {"full": {"name": "full", "in": "query", "value": true}}}
}
"#;

agent_description::rules! {
    /// All rules.
    pub RULES;

    VERSION = "arazzo-version" / Error {
        summary: "`arazzo` is a version of 1.0 or 1.1.",
        source: "Arazzo 1.0.1, section 4.6.1",
        quote: "REQUIRED. This string MUST be the version number of the Arazzo Specification that the Arazzo Description uses.",
        rationale: "Other versions define the same members differently.",
        fix: "Write 1.0.1.",
        wrong: DOCUMENT => [Swap("\"1.0.1\"", "\"2.0.0\"")],
    }
    NOT_RUN = "arazzo-not-run" / Warning {
        summary: "Features of 1.1 are recognized, but not supported: `$self`, AsyncAPI, `dependsOn` and `timeout` of steps, selectors, parameters of actions, query strings. XPath conditions are not supported either.",
        source: "Arazzo 1.1.0; this software supports workflows of 1.0.1",
        quote: "1.1.0 adds AsyncAPI steps, Selector Objects and `$self`.",
        rationale: "The workflow cannot be run.",
        fix: "Remove the part, or run the workflow with another program.",
        wrong: DOCUMENT => [
            Swap("\"1.0.1\"", "\"1.1.0\""),
            Swap("\"stepId\": \"get\",", "\"stepId\": \"get\", \"timeout\": 1000,"),
        ],
    }
    ROOT = "arazzo-root" / Error {
        summary: "A document has `info` with a title and a version, at least one source description and at least one workflow.",
        source: "Arazzo 1.0.1, section 4.6.1",
        quote: "The list MUST have at least one entry.",
        rationale: "Users distinguish states of the document by its version.",
        fix: "Write `info.version`.",
        wrong: DOCUMENT => [Swap(", \"version\": \"1.0.0\"", "")],
    }
    MEMBER = "arazzo-member" / Error {
        summary: "Objects have the members of the specification, and others that start with `x-`.",
        source: "Arazzo 1.0 JSON Schema; Arazzo 1.0.1, section 4.8",
        quote: "The field name MUST begin with x-",
        rationale: "It may be a misspelled member, which has no effect.",
        fix: "Correct it, or start it with `x-`.",
        wrong: DOCUMENT => [Swap("\"stepId\": \"get\",", "\"stepId\": \"get\", \"retries\": 2,")],
    }
    SOURCE = "arazzo-source" / Error {
        summary: "A source description has a name, a URL and optionally the type `openapi` or `arazzo`.",
        source: "Arazzo 1.0.1, section 4.6.3",
        quote: "Possible values are \"openapi\" or \"arazzo\".",
        rationale: "The document cannot be found.",
        fix: "Write its URL.",
        wrong: DOCUMENT => [Swap("\"url\": \"openapi.yaml\", ", "")],
    }
    WORKFLOW = "arazzo-workflow" / Error {
        summary: "A workflow has an id and at least one step; its other members have the right types.",
        source: "Arazzo 1.0.1, section 4.6.4",
        quote: "REQUIRED. An ordered list of steps where each step represents a call to an API operation or to another workflow.",
        rationale: "The inputs define the arguments of callers.",
        fix: "Write a JSON Schema.",
        wrong: DOCUMENT => [Swap("{\"type\": \"object\", \"properties\": {\"item\": {\"type\": \"string\"}}}", "\"item\"")],
    }
    STEP = "arazzo-step" / Error {
        summary: "A step has an id; its other members have the right types.",
        source: "Arazzo 1.0.1, section 4.6.5",
        quote: "REQUIRED. Unique string to represent the step.",
        rationale: "The type defines how the body is serialized.",
        fix: "Write the media type as a string.",
        wrong: DOCUMENT => [Swap("\"contentType\": \"application/json\"", "\"contentType\": 1")],
    }
    TARGET = "arazzo-step-target" / Error {
        summary: "A step has exactly one of `operationId`, `operationPath` and `workflowId`.",
        source: "Arazzo 1.0.1, section 4.6.5",
        quote: "This field is mutually exclusive of the operationPath and workflowId fields respectively.",
        rationale: "The step is ambiguous or calls nothing.",
        fix: "Name one operation or workflow.",
        wrong: DOCUMENT => [Swap("\"operationId\": \"getOrder\",", "")],
    }
    PARAMETER = "arazzo-parameter" / Error {
        summary: "A parameter has a name, a value and, if the step calls an operation, `in`.",
        source: "Arazzo 1.0.1, section 4.6.6",
        quote: "the in field MUST be specified",
        rationale: "The location of the value is undefined.",
        fix: "Write `in`: path, query, header or cookie.",
        wrong: DOCUMENT => [Swap("\"in\": \"path\", ", "")],
    }
    REUSABLE = "arazzo-reusable" / Error {
        summary: "A reference names a component of the document, of the right kind.",
        source: "Arazzo 1.0.1, section 4.6.10",
        quote: "it MUST link to a parameter defined in the components/parameters of the current Arazzo document",
        rationale: "The parameter cannot be found.",
        fix: "Name an existing component.",
        wrong: DOCUMENT => [Swap("$components.parameters.full", "$components.parameters.all")],
    }
    ACTION = "arazzo-action" / Error {
        summary: "An action has a name and a type; a goto action has either a step or a workflow.",
        source: "Arazzo 1.0.1, sections 4.6.7 and 4.6.8",
        quote: "This field is mutually exclusive to stepId.",
        rationale: "The target of the action is undefined.",
        fix: "Name a step or a workflow.",
        wrong: DOCUMENT => [Swap("\"type\": \"retry\", \"retryAfter\": 1, \"retryLimit\": 2", "\"type\": \"goto\"")],
    }
    COMPONENTS = "arazzo-components" / Error {
        summary: "The components are objects of the right kinds.",
        source: "Arazzo 1.0.1, section 4.6.9",
        quote: "Holds a set of reusable objects for different aspects of the Arazzo Specification.",
        rationale: "Nothing can refer to it.",
        fix: "Write an object.",
        wrong: DOCUMENT => [Swap("\"components\": {", "\"components\": {\"inputs\": [], ")],
    }
    KEY = "arazzo-key" / Error {
        summary: "The names of outputs and components are letters, digits, `.`, `-` and `_`.",
        source: "Arazzo 1.0.1, sections 4.6.4, 4.6.5 and 4.6.9",
        quote: "MUST use keys that match the regular expression: ^[a-zA-Z0-9\\.\\-_]+$",
        rationale: "Expressions cannot contain such names.",
        fix: "Use letters, digits, `.`, `-` and `_`.",
        wrong: DOCUMENT => [
            Swap("\"outputs\": {\"order\": \"$response.body\"}", "\"outputs\": {\"order\": \"$response.body\", \"the order\": \"$response.body\"}"),
        ],
    }
    ID = "arazzo-id" / Error {
        summary: "The names of source descriptions, the IDs of workflows, and the IDs of the steps of a workflow are unique.",
        source: "Arazzo 1.0.1, sections 4.6.3 to 4.6.5",
        quote: "The id MUST be unique amongst all workflows described in the Arazzo Description.",
        rationale: "Expressions name steps by their ids.",
        fix: "Use unique IDs.",
        wrong: DOCUMENT => [
            Swap("\"stepId\": \"get\"", "\"stepId\": \"place\""),
            Swap("\"outputs\": {\"order\": \"$steps.get.outputs.order\"}", "\"summary\": \"Order\""),
        ],
    }
    NAME = "arazzo-name" / Warning, strict Error {
        summary: "Names and ids are letters, digits, `_` and `-`.",
        source: "Arazzo 1.0.1, sections 4.6.3 to 4.6.5",
        quote: "SHOULD conform to the regular expression [A-Za-z0-9_\\-]+.",
        rationale: "Some programs parse expressions with such names differently.",
        fix: "Use letters, digits, `_` and `-`.",
        wrong: DOCUMENT => [Swap("\"workflowId\": \"order\"", "\"workflowId\": \"order it\"")],
    }
    TWICE = "arazzo-twice" / Error {
        summary: "No list has the same parameter or the same action twice.",
        source: "Arazzo 1.0.1, sections 4.6.4 and 4.6.5",
        quote: "The list MUST NOT include duplicate parameters.",
        rationale: "It is undefined which of the two applies.",
        fix: "Remove one.",
        wrong: DOCUMENT => [
            Swap("{\"reference\": \"$components.parameters.full\"}", "{\"name\": \"id\", \"in\": \"path\", \"value\": 1}"),
        ],
    }
    EXPRESSION = "arazzo-expression" / Error {
        summary: "Runtime expressions have valid syntax.",
        source: "Arazzo 1.0.1, section 4.7",
        quote: "The runtime expression is defined by the following ABNF syntax",
        rationale: "The value is undefined.",
        fix: "Write an expression of the specification.",
        wrong: DOCUMENT => [Swap("\"$response.body#/id\"", "\"$response.id\"")],
    }
    NEARLY = "arazzo-nearly" / Warning {
        summary: "A literal text is not confusable with an expression, and pointers in expressions have no index in brackets.",
        source: "this software: other values are literal texts (Arazzo 1.0.1, section 4.7)",
        quote: "The runtime expression is defined by the following ABNF syntax",
        rationale: "The service receives the text instead of the intended value.",
        fix: "Write the expression as the specification does.",
        wrong: DOCUMENT => [Swap("\"$inputs.item\"", "\"$input.item\"")],
    }
    NAMED = "arazzo-named" / Error {
        summary: "Names in expressions, steps and actions exist: steps, workflows, sources, components, outputs.",
        source: "Arazzo 1.0.1, sections 4.6.5 and 4.7",
        quote: "The name of an existing, resolvable operation",
        rationale: "The value is undefined.",
        fix: "Name an existing output.",
        wrong: DOCUMENT => [Swap("$steps.get.outputs.order", "$steps.get.outputs.orders")],
    }
    INPUT = "arazzo-input" / Error {
        summary: "If the workflow declares its inputs, expressions use only declared inputs.",
        source: "Arazzo 1.0.1, section 4.6.4; this software: callers provide only declared inputs",
        quote: "A JSON Schema 2020-12 object representing the input parameters used by this workflow.",
        rationale: "Callers provide only declared inputs.",
        fix: "Declare the input.",
        wrong: DOCUMENT => [Swap("\"$inputs.item\"", "\"$inputs.items\"")],
    }
    SCHEMA = "arazzo-inputs" / Error {
        summary: "The inputs of a workflow, and those of the components, are a JSON Schema.",
        source: "Arazzo 1.0.1, sections 4.6.4 and 4.6.9",
        quote: "A JSON Schema 2020-12 object representing the input parameters used by this workflow.",
        rationale: "Arguments cannot be validated with the schema, so none are accepted.",
        fix: "Write a type of JSON Schema.",
        wrong: DOCUMENT => [Swap("\"item\": {\"type\": \"string\"}", "\"item\": {\"type\": \"text\"}")],
    }
    ORDER = "arazzo-order" / Warning {
        summary: "A step uses outputs of earlier steps.",
        source: "Arazzo 1.0.1, section 4.6.4 (a warning, because actions may go back to steps)",
        quote: "An ordered list of steps",
        rationale: "In the first pass, the value does not exist.",
        fix: "Swap the steps.",
        wrong: DOCUMENT => [
            Swap("\"payload\": {\"item\": \"$inputs.item\"}", "\"payload\": {\"item\": \"$steps.get.outputs.order\"}"),
        ],
    }
    WAITING = "arazzo-waiting" / Error {
        summary: "`dependsOn` has no cycles.",
        source: "Arazzo 1.0.1, section 4.6.4",
        quote: "A list of workflows that MUST be completed before this workflow can be processed.",
        rationale: "The workflows wait for each other forever.",
        fix: "Remove one of the dependencies.",
        wrong: DOCUMENT => [Swap("\"workflowId\": \"order\",", "\"workflowId\": \"order\",\n      \"dependsOn\": [\"order\"],")],
    }
    AMBIGUOUS = "arazzo-ambiguous" / Error {
        summary: "If a document has several sources of operations, steps name one: `$sourceDescriptions.NAME.ID`.",
        source: "Arazzo 1.0.1, section 4.6.5",
        quote: "the operationId MUST be specified using a Runtime Expression",
        rationale: "The operation is ambiguous.",
        fix: "Say which: `$sourceDescriptions.shop.getOrder`.",
        wrong: DOCUMENT => [
            Swap("\"type\": \"openapi\"}", "\"type\": \"openapi\"}, {\"name\": \"other\", \"url\": \"other.yaml\"}"),
            Swap("\"operationId\": \"placeOrder\"", "\"operationId\": \"$sourceDescriptions.shop.placeOrder\""),
        ],
    }
    CRITERION = "arazzo-criterion" / Error {
        summary: "A criterion has a valid condition, and a criterion with a type also has a context.",
        source: "Arazzo 1.0.1, section 4.6.11",
        quote: "If type is specified, then the context MUST be provided",
        rationale: "The success of the step cannot be determined.",
        fix: "Write a condition as the specification defines it.",
        wrong: DOCUMENT => [Swap("$statusCode == 201", "$statusCode = 201")],
    }
}
