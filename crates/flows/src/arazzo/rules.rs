//! The rules of Arazzo 1.0: those of its JSON Schema, and those that its prose alone has.

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
    /// Every rule.
    pub RULES;

    VERSION = "arazzo-version" / Error {
        summary: "`arazzo` is a version of 1.0 or 1.1.",
        source: "Arazzo 1.0.1, section 4.6.1",
        quote: "REQUIRED. This string MUST be the version number of the Arazzo Specification that the Arazzo Description uses.",
        rationale: "Other versions mean other things by the same members.",
        fix: "Write 1.0.1.",
        wrong: DOCUMENT => [Swap("\"1.0.1\"", "\"2.0.0\"")],
    }
    NOT_RUN = "arazzo-not-run" / Warning {
        summary: "What 1.1 added is recognized and not run: `$self`, AsyncAPI, `dependsOn` and `timeout` of steps, selectors, parameters of actions, query strings; nor are conditions in XPath.",
        source: "Arazzo 1.1.0; this software: workflows of 1.0.1 are what it is made for",
        quote: "1.1.0 adds AsyncAPI steps, Selector Objects and `$self`.",
        rationale: "The workflow cannot be run as it is.",
        fix: "Leave the part out, or run it elsewhere.",
        wrong: DOCUMENT => [
            Swap("\"1.0.1\"", "\"1.1.0\""),
            Swap("\"stepId\": \"get\",", "\"stepId\": \"get\", \"timeout\": 1000,"),
        ],
    }
    ROOT = "arazzo-root" / Error {
        summary: "A document has `info` with a title and a version, at least one source description and at least one workflow.",
        source: "Arazzo 1.0.1, section 4.6.1",
        quote: "The list MUST have at least one entry.",
        rationale: "Without a version of its own, nobody can tell two states of the document apart.",
        fix: "Write `info.version`.",
        wrong: DOCUMENT => [Swap(", \"version\": \"1.0.0\"", "")],
    }
    MEMBER = "arazzo-member" / Error {
        summary: "Objects have the members of the specification, and others that start with `x-`.",
        source: "Arazzo 1.0 JSON Schema; Arazzo 1.0.1, section 4.8",
        quote: "The field name MUST begin with x-",
        rationale: "It may be a misspelled member that then counts for nothing.",
        fix: "Correct it, or start it with `x-`.",
        wrong: DOCUMENT => [Swap("\"stepId\": \"get\",", "\"stepId\": \"get\", \"retries\": 2,")],
    }
    SOURCE = "arazzo-source" / Error {
        summary: "A source description has a name, a URL and, if it says so, the type `openapi` or `arazzo`.",
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
        rationale: "The inputs say what a caller is asked for.",
        fix: "Write a JSON Schema.",
        wrong: DOCUMENT => [Swap("{\"type\": \"object\", \"properties\": {\"item\": {\"type\": \"string\"}}}", "\"item\"")],
    }
    STEP = "arazzo-step" / Error {
        summary: "A step has an id; its other members have the right types.",
        source: "Arazzo 1.0.1, section 4.6.5",
        quote: "REQUIRED. Unique string to represent the step.",
        rationale: "The type says how the body is written.",
        fix: "Write the media type as a string.",
        wrong: DOCUMENT => [Swap("\"contentType\": \"application/json\"", "\"contentType\": 1")],
    }
    TARGET = "arazzo-step-target" / Error {
        summary: "A step has exactly one of `operationId`, `operationPath` and `workflowId`.",
        source: "Arazzo 1.0.1, section 4.6.5",
        quote: "This field is mutually exclusive of the operationPath and workflowId fields respectively.",
        rationale: "Nobody knows what the step calls.",
        fix: "Name one operation or workflow.",
        wrong: DOCUMENT => [Swap("\"operationId\": \"getOrder\",", "")],
    }
    PARAMETER = "arazzo-parameter" / Error {
        summary: "A parameter has a name, a value and, where the step calls an operation, a place.",
        source: "Arazzo 1.0.1, section 4.6.6",
        quote: "the in field MUST be specified",
        rationale: "Nobody knows where the value goes.",
        fix: "Write the place.",
        wrong: DOCUMENT => [Swap("\"in\": \"path\", ", "")],
    }
    REUSABLE = "arazzo-reusable" / Error {
        summary: "A reference names a component of the document, of the kind that belongs there.",
        source: "Arazzo 1.0.1, section 4.6.10",
        quote: "it MUST link to a parameter defined in the components/parameters of the current Arazzo document",
        rationale: "The parameter is not known.",
        fix: "Name a component that is there.",
        wrong: DOCUMENT => [Swap("$components.parameters.full", "$components.parameters.all")],
    }
    ACTION = "arazzo-action" / Error {
        summary: "An action has a name and a type; one that goes on elsewhere has either a step or a workflow to go to.",
        source: "Arazzo 1.0.1, sections 4.6.7 and 4.6.8",
        quote: "This field is mutually exclusive to stepId.",
        rationale: "Nobody knows where to go on.",
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
        rationale: "Expressions that name it are read otherwise.",
        fix: "Use letters, digits, `.`, `-` and `_`.",
        wrong: DOCUMENT => [
            Swap("\"outputs\": {\"order\": \"$response.body\"}", "\"outputs\": {\"order\": \"$response.body\", \"the order\": \"$response.body\"}"),
        ],
    }
    ID = "arazzo-id" / Error {
        summary: "No two source descriptions have one name, no two workflows one id, and no two steps of a workflow.",
        source: "Arazzo 1.0.1, sections 4.6.3 to 4.6.5",
        quote: "The id MUST be unique amongst all workflows described in the Arazzo Description.",
        rationale: "Expressions name steps by their ids.",
        fix: "Give each its own id.",
        wrong: DOCUMENT => [
            Swap("\"stepId\": \"get\"", "\"stepId\": \"place\""),
            Swap("\"outputs\": {\"order\": \"$steps.get.outputs.order\"}", "\"summary\": \"Order\""),
        ],
    }
    NAME = "arazzo-name" / Warning, strict Error {
        summary: "Names and ids are letters, digits, `_` and `-`.",
        source: "Arazzo 1.0.1, sections 4.6.3 to 4.6.5",
        quote: "SHOULD conform to the regular expression [A-Za-z0-9_\\-]+.",
        rationale: "Expressions that name it are read otherwise by some.",
        fix: "Use letters, digits, `_` and `-`.",
        wrong: DOCUMENT => [Swap("\"workflowId\": \"order\"", "\"workflowId\": \"order it\"")],
    }
    TWICE = "arazzo-twice" / Error {
        summary: "No list has the same parameter or the same action twice.",
        source: "Arazzo 1.0.1, sections 4.6.4 and 4.6.5",
        quote: "The list MUST NOT include duplicate parameters.",
        rationale: "Nobody knows which of the two counts.",
        fix: "Remove one.",
        wrong: DOCUMENT => [
            Swap("{\"reference\": \"$components.parameters.full\"}", "{\"name\": \"id\", \"in\": \"path\", \"value\": 1}"),
        ],
    }
    EXPRESSION = "arazzo-expression" / Error {
        summary: "What is a runtime expression has the syntax of one.",
        source: "Arazzo 1.0.1, section 4.7",
        quote: "The runtime expression is defined by the following ABNF syntax",
        rationale: "The value is not known.",
        fix: "Write an expression of the specification.",
        wrong: DOCUMENT => [Swap("\"$response.body#/id\"", "\"$response.id\"")],
    }
    NEARLY = "arazzo-nearly" / Warning {
        summary: "A text that starts with `$` is not nearly an expression: it is sent as it is. No pointer in an expression has an index in brackets.",
        source: "this software: what is no expression is a text (Arazzo 1.0.1, section 4.7)",
        quote: "The runtime expression is defined by the following ABNF syntax",
        rationale: "The service gets the text, and not the value that was meant.",
        fix: "Write the expression as the specification does.",
        wrong: DOCUMENT => [Swap("\"$inputs.item\"", "\"$input.item\"")],
    }
    NAMED = "arazzo-named" / Error {
        summary: "What an expression, a step or an action names is there: the step, the workflow, the source, the component, the output.",
        source: "Arazzo 1.0.1, sections 4.6.5 and 4.7",
        quote: "The name of an existing, resolvable operation",
        rationale: "The value is not known.",
        fix: "Name an output that the step has.",
        wrong: DOCUMENT => [Swap("$steps.get.outputs.order", "$steps.get.outputs.orders")],
    }
    INPUT = "arazzo-input" / Error {
        summary: "An input that an expression takes is declared, where the workflow declares its inputs.",
        source: "Arazzo 1.0.1, section 4.6.4; this software: what is not declared is asked of nobody",
        quote: "A JSON Schema 2020-12 object representing the input parameters used by this workflow.",
        rationale: "A caller is asked for what is declared, and gives nothing else.",
        fix: "Declare the input.",
        wrong: DOCUMENT => [Swap("\"$inputs.item\"", "\"$inputs.items\"")],
    }
    SCHEMA = "arazzo-inputs" / Error {
        summary: "The inputs of a workflow, and those of the components, are a JSON Schema.",
        source: "Arazzo 1.0.1, sections 4.6.4 and 4.6.9",
        quote: "A JSON Schema 2020-12 object representing the input parameters used by this workflow.",
        rationale: "Nothing can be checked by the schema, so no arguments are accepted.",
        fix: "Write a type that JSON Schema has.",
        wrong: DOCUMENT => [Swap("\"item\": {\"type\": \"string\"}", "\"item\": {\"type\": \"text\"}")],
    }
    ORDER = "arazzo-order" / Warning {
        summary: "A step takes what earlier steps put out.",
        source: "Arazzo 1.0.1, section 4.6.4 (steps may go back by an action: told, not refused)",
        quote: "An ordered list of steps",
        rationale: "The first time round, the value is not there.",
        fix: "Swap the steps.",
        wrong: DOCUMENT => [
            Swap("\"payload\": {\"item\": \"$inputs.item\"}", "\"payload\": {\"item\": \"$steps.get.outputs.order\"}"),
        ],
    }
    WAITING = "arazzo-waiting" / Error {
        summary: "What a workflow waits for can begin: no `dependsOn` leads back to the workflow that it came from.",
        source: "Arazzo 1.0.1, section 4.6.4",
        quote: "A list of workflows that MUST be completed before this workflow can be processed.",
        rationale: "Each waits for the other, and nothing is ever done.",
        fix: "Let one of them wait for nothing.",
        wrong: DOCUMENT => [Swap("\"workflowId\": \"order\",", "\"workflowId\": \"order\",\n      \"dependsOn\": [\"order\"],")],
    }
    AMBIGUOUS = "arazzo-ambiguous" / Error {
        summary: "Where a document has several sources of operations, a step says which: `$sourceDescriptions.NAME.ID`.",
        source: "Arazzo 1.0.1, section 4.6.5",
        quote: "the operationId MUST be specified using a Runtime Expression",
        rationale: "The operation may be in either.",
        fix: "Say which: `$sourceDescriptions.shop.getOrder`.",
        wrong: DOCUMENT => [
            Swap("\"type\": \"openapi\"}", "\"type\": \"openapi\"}, {\"name\": \"other\", \"url\": \"other.yaml\"}"),
            Swap("\"operationId\": \"placeOrder\"", "\"operationId\": \"$sourceDescriptions.shop.placeOrder\""),
        ],
    }
    CRITERION = "arazzo-criterion" / Error {
        summary: "A criterion has a condition that can be read; one with a type also has a context.",
        source: "Arazzo 1.0.1, section 4.6.11",
        quote: "If type is specified, then the context MUST be provided",
        rationale: "Nobody can tell whether the step succeeded.",
        fix: "Write a condition of the specification.",
        wrong: DOCUMENT => [Swap("$statusCode == 201", "$statusCode = 201")],
    }
}
