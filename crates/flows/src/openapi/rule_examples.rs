//! A wrong and a right document for each rule, and why it matters.

use super::rules;
use agent_description::diagnostic::{
    Edit::{self, Swap},
    Rule, RuleExample, Severity,
};

const DOCUMENT: &str = r##"{
  "openapi": "3.1.1",
  "info": {"title": "Shop", "version": "1.0.0"},
  "servers": [{"url": "https://{host}/v1", "variables": {"host": {"default": "shop.example"}}}],
  "security": [{"key": []}],
  "paths": {
    "/orders/{id}": {
      "parameters": [{"$ref": "#/components/parameters/id"}],
      "get": {"operationId": "getOrder", "parameters": [{"name": "full", "in": "query"}], "responses": {"200": {"description": "The order."}}},
      "delete": {"operationId": "cancelOrder", "responses": {"204": {"description": "Cancelled."}}}
    }
  },
  "components": {
    "parameters": {"id": {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}},
    "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}
  }
}
"##;

const fn example(rule: &'static Rule, why: &'static str, fix: &'static str, wrong: &'static [Edit]) -> RuleExample {
    RuleExample { rule, why, fix, severity: Severity::Error, base: DOCUMENT, wrong, right: &[] }
}

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    example(
        &rules::VERSION,
        "Other versions mean other things by the same members.",
        "Convert the document.",
        &[Swap("3.1.1", "3.2.0")],
    ),
    example(
        &rules::ROOT,
        "Without a title, nobody knows whose API this is.",
        "Write a title.",
        &[Swap("\"title\": \"Shop\", ", "")],
    ),
    example(
        &rules::PATH,
        "The path is put behind the server's URL.",
        "Start it with `/`.",
        &[Swap("\"/orders/{id}\"", "\"orders/{id}\"")],
    ),
    example(
        &rules::OPERATION_ID,
        "A flow that names the id may call either.",
        "Give each its own id.",
        &[Swap("\"cancelOrder\"", "\"getOrder\"")],
    ),
    example(
        &rules::PARAMETER,
        "Nobody knows where the value goes.",
        "Write its place.",
        &[Swap("\"in\": \"query\"", "\"in\": \"body\"")],
    ),
    example(
        &rules::TEMPLATE,
        "The path cannot be made without the value.",
        "Make the parameter required.",
        &[
            Swap("\"/orders/{id}\"", "\"/orders/{id}/{part}\""),
            Swap(
                "\"delete\": {\"operationId\": \"cancelOrder\", ",
                "\"delete\": {\"operationId\": \"cancelOrder\", \"parameters\": [{\"name\": \"part\", \"in\": \"path\", \"required\": true}], ",
            ),
        ],
    ),
    example(
        &rules::PATH_PARAMETER,
        "The value is asked of callers, and sent nowhere.",
        "Write the name into the path, or remove the parameter.",
        &[Swap(
            "\"parameters\": [{\"name\": \"full\", ",
            "\"parameters\": [{\"name\": \"part\", \"in\": \"path\", \"required\": true}, {\"name\": \"full\", ",
        )],
    ),
    example(
        &rules::PARAMETER_TWICE,
        "Readers take the one or the other.",
        "Remove one of the two.",
        &[Swap(
            "\"parameters\": [{\"name\": \"full\", ",
            "\"parameters\": [{\"name\": \"full\", \"in\": \"query\", \"required\": true}, {\"name\": \"full\", ",
        )],
    ),
    example(
        &rules::STYLE,
        "Nothing says how the value is written there.",
        "Write a style that the message names, or none.",
        &[Swap("\"in\": \"query\"", "\"in\": \"query\", \"style\": \"matrix\"")],
    ),
    example(
        &rules::BODY,
        "Nothing says what is sent.",
        "Write `content` with a media type.",
        &[Swap(
            "{\"operationId\": \"cancelOrder\", ",
            "{\"operationId\": \"cancelOrder\", \"requestBody\": {\"required\": true}, ",
        )],
    ),
    example(
        &rules::REFERENCE,
        "What it stands for is not known.",
        "Refer to what is there.",
        &[Swap("\"schema\": {\"type\": \"string\"}", "\"schema\": {\"$ref\": \"#/components/schemas/Id\"}")],
    ),
    example(
        &rules::SERVER,
        "The URL cannot be made.",
        "Give the variable a default.",
        &[Swap("{\"default\": \"shop.example\"}", "{}")],
    ),
    example(
        &rules::SECURITY,
        "Nobody knows what to present.",
        "Declare the scheme.",
        &[Swap("\"securitySchemes\": {\"key\"", "\"securitySchemes\": {\"token\"")],
    ),
    RuleExample {
        severity: Severity::Note,
        ..example(
            &rules::NO_ID,
            "Flows and tools name operations by their ids.",
            "Add an `operationId`.",
            &[Swap("\"operationId\": \"cancelOrder\", ", "")],
        )
    },
];
