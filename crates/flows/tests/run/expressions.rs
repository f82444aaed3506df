//! What expressions, conditions and queries give during a run.

use super::{
    server::{Reply, Server},
    shop::{arazzo, code, compiled, run, runner},
};
use adp_flows::run::RunReport;
use serde_json::{Value, json as value};

/// The status, the headers and this body.
fn answering(body: &'static str) -> Server {
    Server::start(move |_, _| {
        let headers = [("content-type", "application/json"), ("x-left", "3"), ("x-left", "4"), ("x-size", "12")];
        let headers = headers.map(|(name, value)| (name, value.to_owned()));
        Reply::With("201 Created", headers.to_vec(), body.as_bytes().to_vec())
    })
}

const BODY: &str = r#"{"id": "N7", "items": [{"n": 1}, {"n": 2}], "done": false}"#;

/// Runs a step with these members after another workflow; the outputs of the step are those of the workflow.
fn ran(server: &Server, members: Value) -> RunReport {
    let document = value!({
        "openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": server.origin()}],
        "paths": {"/x/{id}": {"post": {
            "operationId": "o", "requestBody": {"content": {"application/json": {}}}, "responses": {},
            "parameters": [{"name": "id", "in": "path", "required": true}, {"name": "X-Note", "in": "header"}],
        }}},
    });
    let call = value!({
        "operationId": "o",
        "parameters": [{"name": "id", "in": "path", "value": 7}, {"name": "X-Note", "in": "header", "value": "k"}],
        "requestBody": {"payload": {"a": [1, 2]}},
    });
    let step = |id: &str, members: &Value| {
        let mut step = call.clone();
        step["stepId"] = value!(id);
        step.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        step
    };
    let names = members["outputs"].as_object().cloned().unwrap_or_default();
    let outputs: Value = names.keys().map(|name| (name.clone(), value!(format!("$steps.s.outputs.{name}")))).collect();
    let before = value!({"outputs": {"id": "$response.body#/id"}});
    let first = value!({
        "workflowId": "first", "steps": [step("a", &before)], "outputs": {"y": "$steps.a.outputs.id"},
    });
    let last = value!({
        "workflowId": "w", "dependsOn": ["first"], "outputs": outputs, "inputs": {"properties": {"no": {}}},
        "steps": [step("place", &before), step("s", &members)],
    });
    let workflows = compiled(&arazzo(&format!("{first}, {last}")), &[document.to_string()]);
    run(&runner(&[server.origin()]), &workflows, "w", r#"{"name": "Kim", "x": 1, "deep": {"a/b": [5]}}"#)
}

#[test]
fn each_expression_has_its_value() {
    let server = answering(BODY);
    let url = format!("\"{}/x/7\"", server.origin());
    for (text, expected) in [
        ("$url", Some(url.as_str())),
        ("$method", Some("\"POST\"")),
        ("$statusCode", Some("201")),
        ("$request.path.id", Some("7")),
        ("$request.header.x-note", Some("\"k\"")),
        ("$request.query.id", None),
        ("$request.body#/a/1", Some("2")),
        ("$response.header.X-Left", Some("\"3, 4\"")),
        ("$response.header.X-Right", None),
        ("$response.body#/items/1/n", Some("2")),
        ("$response.body#/nothing", None),
        ("$inputs.name", Some("\"Kim\"")),
        ("$inputs.deep#/a~1b/0", Some("5")),
        ("$inputs.absent", None),
        ("$steps.place.outputs.id", Some("\"N7\"")),
        ("$steps.other.outputs.id", None),
        ("$workflows.first.inputs.x", Some("1")),
        ("$workflows.first.outputs.y", Some("\"N7\"")),
        ("$outputs.y", None),
    ] {
        let report = ran(&server, value!({"outputs": {"it": text}}));
        assert_eq!(code(&report), "-", "{text}: {:?}", report.error);
        assert_eq!(report.outputs.get("it").map(|it| it.to_compact()).as_deref(), expected, "{text}");
    }
}

#[test]
fn what_is_absent_is_left_out() {
    let server = answering(BODY);
    let payload = value!({
        "there": "$inputs.name", "absent": "$inputs.no", "list": ["$inputs.no", "$inputs.x"],
        "text": "a {$inputs.deep}", "none": "a {$inputs.no}",
    });
    ran(&server, value!({"requestBody": {"payload": payload}}));
    let sent = server.asked().pop().unwrap().text();
    assert_eq!(sent, r#"{"list":[null,1],"text":"a {\"a/b\":[5]}","there":"Kim"}"#);
}

/// Whether a criterion is met.
fn holds(server: &Server, criterion: Value) -> bool {
    let report = ran(server, value!({"successCriteria": [criterion]}));
    assert!(["-", "flow-failed"].contains(&code(&report)), "{:?}", report.error);
    report.ok
}

/// By hand, from the prose of Arazzo 1.0.1, section 4.6.11.
#[test]
fn conditions_hold_or_not() {
    let server = answering(BODY);
    for (text, expected) in [
        ("$statusCode == 201", true),
        // Arazzo 1.1.0, Condition Evaluation: a string with a number equals that number
        ("$statusCode == '201'", true),
        ("$statusCode != '201'", false),
        ("$response.header.x-size > 10", true),
        ("$response.header.x-size > '9'", true),
        ("$response.header.x-size == 12", true),
        ("$response.header.x-size == '12.0'", false),
        ("'1.2e3' == 1200", true),
        ("'' == 0", false),
        ("'0x10' == 16", false),
        ("'12 apples' > 10", false),
        ("'infinity' > 1", false),
        ("'10' < 'apple'", true),
        ("true == 1", false),
        ("null < 1", false),
        ("$statusCode >= 200 && $statusCode < 300", true),
        ("$statusCode != 201 || $response.body#/id == 'n7'", true),
        ("$response.body#/done", false),
        ("!$response.body#/done", true),
        ("$response.body#/nothing == null", true),
        ("$response.body#/nothing", false),
        ("$response.body#/nothing < 1", false),
        ("$response.body.items[1].n > 1", true),
        ("$response.body.items[2].n > 1", false),
        ("($inputs.name == 'KIM') && true", true),
        ("$request.body#/a == 1", false),
    ] {
        assert_eq!(holds(&server, value!({"condition": text})), expected, "{text}");
    }
}

fn query(text: &str) -> Value {
    value!({"context": "$response.body", "condition": text, "type": "jsonpath"})
}

#[test]
fn a_query_finds_something_or_not() {
    let server = answering(r#"[{"pets": [{"name": "Rex"}]}, {"pets": []}]"#);
    for (text, expected) in [
        ("$[?count(@.pets.*) > 0]", true),
        ("$[?count(@.pets.*) > 1]", false),
        ("$..name", true),
        ("$[0].pets[?@.name == 'Rex']", true),
        ("$[0].pets[?match(@.name, 'R.*')]", true),
        ("$[2]", false),
    ] {
        assert_eq!(holds(&server, query(text)), expected, "{text}");
    }
}

#[test]
fn a_query_that_could_take_long_is_not_begun() {
    let server = answering(format!("[{}]", vec!["{\"a\": [1]}"; 1000].join(",")).leak());
    assert!(holds(&server, query("$[?@.a]")));
    for text in ["$[?$[?$[?@.a]]]", "$[*,*][*,*][*,*][*,*][*,*][*,*][*,*][*,*][*,*][*,*][*,*]", "$..*..*..*..*..*..*"] {
        let report = ran(&server, value!({"successCriteria": [query(text)]}));
        let told = report.error.unwrap().message;
        assert!(told.contains("a JSONPath query could visit more than"), "{text}: {told}");
    }
}
