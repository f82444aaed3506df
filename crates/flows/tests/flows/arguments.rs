//! Arguments are checked alike wherever they come in: by a plan and by a model's call. Running is tested with the servers.

use crate::flows::samples::parse;
use adp_flows::{
    ARAZZO,
    openapi::{NoFiles, OpenApi},
    plan::Plan,
    tools::{ToolFormat, Toolbox, tools},
    workflow::{CompileError, SHOP, SuppliedSource, Workflows, compile},
};
use agent_description::{CodedError, Document, Json, Limits, json};

/// A workflow that asks for an id.
const GET: &str = r#"{"workflowId": "get", "inputs": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
      "steps": [{"stepId": "s", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "$inputs.id"}]}]}"#;

/// A document of the workflow `get`, which asks for an id, with more workflows.
fn workflows(more: &str) -> Workflows {
    let openapi = OpenApi::parse(SHOP.as_bytes()).unwrap();
    compile(&document(more), vec![SuppliedSource::openapi(openapi, &NoFiles, None).unwrap()]).unwrap().workflows
}

fn document(more: &str) -> Document {
    let text = format!(
        r#"{{"arazzo": "1.0.1", "info": {{"title": "Shop", "version": "1"}},
          "sourceDescriptions": [{{"name": "shop", "url": "shop.yaml", "type": "openapi"}}], "workflows": [{GET}{more}]}}"#
    );
    parse(ARAZZO, &text)
}

/// Workflows that nobody can tell the arguments of: by themselves, by a step, by what has to run before, by an action, by another of these.
const UNTOLD: &str = r#", {"workflowId": "untold", "inputs": {"type": "objekt"}, "steps": [{"stepId": "s", "operationId": "getOrder"}]},
  {"workflowId": "calls", "steps": [{"stepId": "s", "workflowId": "untold"}]},
  {"workflowId": "waits", "dependsOn": ["untold"], "steps": [{"stepId": "s", "workflowId": "get"}]},
  {"workflowId": "goes", "steps": [{"stepId": "s", "workflowId": "get", "onFailure": [{"name": "a", "type": "goto", "workflowId": "untold"}]}]},
  {"workflowId": "far", "steps": [{"stepId": "s", "workflowId": "calls"}]}"#;

fn read(text: &str) -> Json {
    json::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn planned(workflows: &Workflows, id: &str, arguments: &str) -> Result<Plan, CompileError> {
    Plan::for_workflow(workflows, id, Some(&read(arguments)))
}

/// What a model is told that calls a tool.
fn called(toolbox: &Toolbox, name: &str, arguments: &str) -> Result<(), String> {
    let call = format!(
        r#"{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": {name:?}, "arguments": {arguments}}}}}"#
    );
    let asked = toolbox.read(&read(&call)).unwrap();
    asked[0].call.as_ref().map(drop).map_err(ToString::to_string)
}

#[test]
fn what_does_not_fit_is_refused_by_a_plan_and_by_a_call() {
    let workflows = workflows("");
    let toolbox = Toolbox::new(&workflows, ToolFormat::Mcp);
    for (arguments, expected) in [
        (r#"{"id": "7"}"#, None),
        (r#"{"id": "7", "more": 1}"#, None),
        ("{}", Some("the value has no \"id\"")),
        (r#"{"id": 7}"#, Some("`/id` is 7, expected string")),
    ] {
        let plan = planned(&workflows, "get", arguments);
        let call = called(&toolbox, "get", arguments);
        match expected {
            None => assert!(plan.is_ok() && call.is_ok(), "{arguments}: {plan:?} {call:?}"),
            Some(expected) => {
                let error = plan.unwrap_err();
                assert_eq!(
                    (error.code().as_str(), error.to_string()),
                    ("invalid-arguments", format!("the arguments do not match the flow: {expected}"))
                );
                assert!(call.unwrap_err().contains(expected), "{arguments}");
            }
        }
    }
    assert_eq!(
        planned(&workflows, "get", "[]").unwrap_err().to_string(),
        "the arguments are an array, expected an object"
    );
    // without arguments a plan says what there is
    assert!(Plan::for_workflow(&workflows, "get", None).is_ok());
}

#[test]
fn what_nobody_can_check_is_taken_by_no_plan_and_offered_to_no_model() {
    let workflows = workflows(UNTOLD);
    let made = tools(&workflows, ToolFormat::Mcp);
    assert_eq!(made.names, [("get".to_owned(), "get".to_owned())]);
    let toolbox = Toolbox::new(&workflows, ToolFormat::Mcp);
    assert_eq!(called(&toolbox, "get", r#"{"id": "7"}"#), Ok(()));
    for id in ["untold", "calls", "waits", "goes", "far"] {
        let error = planned(&workflows, id, r#"{"id": "7"}"#).unwrap_err();
        let expected = "the input schema of \"untold\" cannot be used: ";
        assert_eq!(error.code().as_str(), "invalid-arguments", "{id}");
        assert!(error.to_string().starts_with(expected) && error.offset().is_some(), "{id}: {error}");
        let loss = made.losses.iter().find(|it| it.pointer == format!("/{id}")).unwrap();
        assert!(loss.reason.starts_with(&format!("the flow cannot run: {expected}")), "{}", loss.reason);
        assert!(called(&toolbox, id, r#"{"id": "7"}"#).unwrap_err().starts_with("unknown tool"), "{id}");
    }
}

#[test]
fn what_waits_for_itself_is_found_and_never_planned() {
    let more = r#", {"workflowId": "self", "dependsOn": ["self"], "steps": [{"stepId": "s", "operationId": "getOrder"}]},
      {"workflowId": "one", "dependsOn": ["two"], "steps": [{"stepId": "s", "operationId": "getOrder"}]},
      {"workflowId": "two", "dependsOn": ["get", "one"], "steps": [{"stepId": "s", "operationId": "getOrder"}]},
      {"workflowId": "behind", "dependsOn": ["one"], "steps": [{"stepId": "s", "operationId": "getOrder"}]},
      {"workflowId": "calls", "steps": [{"stepId": "s", "workflowId": "self"}]},
      {"workflowId": "fine", "dependsOn": ["get"], "steps": [{"stepId": "s", "operationId": "getOrder"}]}"#;
    let workflows = workflows(more);
    for (id, expected) in [
        ("self", Some("the workflow \"self\" can never start")),
        ("one", Some("the workflow \"one\" can never start")),
        ("two", Some("the workflow \"two\" can never start")),
        ("behind", Some("the workflow \"behind\" can never start")),
        ("calls", Some("the workflow \"self\" can never start")),
        ("fine", None),
    ] {
        let planned = Plan::for_workflow(&workflows, id, None);
        match expected {
            None => assert_eq!(planned.unwrap().steps.len(), 2, "{id}"),
            Some(expected) => {
                let error = planned.unwrap_err();
                assert_eq!(error.code().as_str(), "invalid-reference", "{id}");
                assert!(error.to_string().starts_with(expected), "{id}: {error}");
            }
        }
    }
    let report = ARAZZO.check(&document(more), &crate::flows::samples::options());
    let found = report.diagnostics.iter().filter(|it| it.rule.id == "arazzo-waiting");
    let found: Vec<&str> = found.filter_map(|it| it.message.split('"').nth(1)).collect();
    assert_eq!(found, ["self", "one", "two", "behind"]);
    assert!(!report.is_valid());
}
