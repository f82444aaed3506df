//! A wrong and a right document for each rule, and why it matters.

use super::rules;
use agent_description::diagnostic::{
    Edit::{self, Swap},
    Rule, RuleExample, Severity,
};

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

const fn example(rule: &'static Rule, why: &'static str, fix: &'static str, wrong: &'static [Edit]) -> RuleExample {
    RuleExample { rule, why, fix, severity: Severity::Error, base: DOCUMENT, wrong, right: &[] }
}

const fn warning(rule: &'static Rule, why: &'static str, fix: &'static str, wrong: &'static [Edit]) -> RuleExample {
    RuleExample { rule, why, fix, severity: Severity::Warning, base: DOCUMENT, wrong, right: &[] }
}

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    example(
        &rules::VERSION,
        "Other versions mean other things by the same members.",
        "Write 1.0.1.",
        &[Swap("\"1.0.1\"", "\"2.0.0\"")],
    ),
    warning(
        &rules::NOT_RUN,
        "The workflow cannot be run as it is.",
        "Leave the part out, or run it elsewhere.",
        &[Swap("\"1.0.1\"", "\"1.1.0\""), Swap("\"stepId\": \"get\",", "\"stepId\": \"get\", \"timeout\": 1000,")],
    ),
    example(
        &rules::ROOT,
        "Without a version of its own, nobody can tell two states of the document apart.",
        "Write `info.version`.",
        &[Swap(", \"version\": \"1.0.0\"", "")],
    ),
    example(
        &rules::MEMBER,
        "It may be a misspelled member that then counts for nothing.",
        "Correct it, or start it with `x-`.",
        &[Swap("\"stepId\": \"get\",", "\"stepId\": \"get\", \"retries\": 2,")],
    ),
    example(
        &rules::SOURCE,
        "The document cannot be found.",
        "Write its URL.",
        &[Swap("\"url\": \"openapi.yaml\", ", "")],
    ),
    example(
        &rules::WORKFLOW,
        "The inputs say what a caller is asked for.",
        "Write a JSON Schema.",
        &[Swap("{\"type\": \"object\", \"properties\": {\"item\": {\"type\": \"string\"}}}", "\"item\"")],
    ),
    example(
        &rules::STEP,
        "The type says how the body is written.",
        "Write the media type as a string.",
        &[Swap("\"contentType\": \"application/json\"", "\"contentType\": 1")],
    ),
    example(
        &rules::TARGET,
        "Nobody knows what the step calls.",
        "Name one operation or workflow.",
        &[Swap("\"operationId\": \"getOrder\",", "")],
    ),
    example(
        &rules::PARAMETER,
        "Nobody knows where the value goes.",
        "Write the place.",
        &[Swap("\"in\": \"path\", ", "")],
    ),
    example(
        &rules::REUSABLE,
        "The parameter is not known.",
        "Name a component that is there.",
        &[Swap("$components.parameters.full", "$components.parameters.all")],
    ),
    example(
        &rules::ACTION,
        "Nobody knows where to go on.",
        "Name a step or a workflow.",
        &[Swap("\"type\": \"retry\", \"retryAfter\": 1, \"retryLimit\": 2", "\"type\": \"goto\"")],
    ),
    example(
        &rules::COMPONENTS,
        "Nothing can refer to it.",
        "Write an object.",
        &[Swap("\"components\": {", "\"components\": {\"inputs\": [], ")],
    ),
    example(
        &rules::KEY,
        "Expressions that name it are read otherwise.",
        "Use letters, digits, `.`, `-` and `_`.",
        &[Swap(
            "\"outputs\": {\"order\": \"$response.body\"}",
            "\"outputs\": {\"order\": \"$response.body\", \"the order\": \"$response.body\"}",
        )],
    ),
    example(
        &rules::ID,
        "Expressions name steps by their ids.",
        "Give each its own id.",
        &[
            Swap("\"stepId\": \"get\"", "\"stepId\": \"place\""),
            Swap("\"outputs\": {\"order\": \"$steps.get.outputs.order\"}", "\"summary\": \"Order\""),
        ],
    ),
    warning(
        &rules::NAME,
        "Expressions that name it are read otherwise by some.",
        "Use letters, digits, `_` and `-`.",
        &[Swap("\"workflowId\": \"order\"", "\"workflowId\": \"order it\"")],
    ),
    example(
        &rules::TWICE,
        "Nobody knows which of the two counts.",
        "Remove one.",
        &[Swap(
            "{\"reference\": \"$components.parameters.full\"}",
            "{\"name\": \"id\", \"in\": \"path\", \"value\": 1}",
        )],
    ),
    example(
        &rules::EXPRESSION,
        "The value is not known.",
        "Write an expression of the specification.",
        &[Swap("\"$response.body#/id\"", "\"$response.id\"")],
    ),
    warning(
        &rules::NEARLY,
        "The service gets the text, and not the value that was meant.",
        "Write the expression as the specification does.",
        &[Swap("\"$inputs.item\"", "\"$input.item\"")],
    ),
    example(
        &rules::NAMED,
        "The value is not known.",
        "Name an output that the step has.",
        &[Swap("$steps.get.outputs.order", "$steps.get.outputs.orders")],
    ),
    example(
        &rules::INPUT,
        "A caller is asked for what is declared, and gives nothing else.",
        "Declare the input.",
        &[Swap("\"$inputs.item\"", "\"$inputs.items\"")],
    ),
    example(
        &rules::SCHEMA,
        "Nothing can be checked by the schema, so no arguments are accepted.",
        "Write a type that JSON Schema has.",
        &[Swap("\"item\": {\"type\": \"string\"}", "\"item\": {\"type\": \"text\"}")],
    ),
    warning(
        &rules::ORDER,
        "The first time round, the value is not there.",
        "Swap the steps.",
        &[Swap("\"payload\": {\"item\": \"$inputs.item\"}", "\"payload\": {\"item\": \"$steps.get.outputs.order\"}")],
    ),
    example(
        &rules::WAITING,
        "Each waits for the other, and nothing is ever done.",
        "Let one of them wait for nothing.",
        &[Swap("\"workflowId\": \"order\",", "\"workflowId\": \"order\",\n      \"dependsOn\": [\"order\"],")],
    ),
    example(
        &rules::AMBIGUOUS,
        "The operation may be in either.",
        "Say which: `$sourceDescriptions.shop.getOrder`.",
        &[
            Swap("\"type\": \"openapi\"}", "\"type\": \"openapi\"}, {\"name\": \"other\", \"url\": \"other.yaml\"}"),
            Swap("\"operationId\": \"placeOrder\"", "\"operationId\": \"$sourceDescriptions.shop.placeOrder\""),
        ],
    ),
    example(
        &rules::CRITERION,
        "Nobody can tell whether the step succeeded.",
        "Write a condition of the specification.",
        &[Swap("$statusCode == 201", "$statusCode = 201")],
    ),
];
