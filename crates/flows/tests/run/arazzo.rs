//! What follows a step, by the rules of Arazzo.

use super::{
    server::{Reply, Server, json},
    shop::{arazzo, code, compiled, dry_run, openapi, run, runner},
};
use adp_flows::run::{RunLimits, RunReport};

fn ran(server: &Server, workflows: &str) -> RunReport {
    let workflows = compiled(&arazzo(workflows), &[openapi(&server.origin())]);
    let mut limits = RunLimits::default();
    limits.max_steps = 20;
    run(&runner(&[server.origin()]).limits(limits), &workflows, "w", r#"{"name": "kim"}"#)
}

/// `GET /orders/NAME`, as a step.
fn get(step: &str, name: &str, more: &str) -> String {
    format!(
        r#"{{"stepId": "{step}", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "{name}"}}]{more}}}"#
    )
}

fn workflow(id: &str, steps: &[String], more: &str) -> String {
    format!(r#"{{"workflowId": "{id}", "steps": [{}]{more}}}"#, steps.join(","))
}

fn echo() -> Server {
    Server::start(|asked, _| match asked.target.as_str() {
        "/orders/bad" => json("500 Internal Server Error", r#"{"why": "bad"}"#),
        target => json("200 OK", &format!(r#"{{"at": "{target}", "n": [1, 2]}}"#)),
    })
}

#[test]
fn criteria_decide_and_not_the_status() {
    for (criteria, ok) in [
        (r#"{"condition": "$statusCode == 200"}"#, true),
        (r#"{"condition": "$statusCode == 201"}"#, false),
        (r#"{"context": "$response.body#/at", "condition": "^/orders/[a-z]+$", "type": "regex"}"#, true),
        (r#"{"context": "$response.body#/at", "condition": "^orders", "type": "regex"}"#, false),
        (r#"{"context": "$response.body", "condition": "$.n[?@ > 1]", "type": "jsonpath"}"#, true),
        (r#"{"context": "$response.body", "condition": "$.n[?@ > 2]", "type": "jsonpath"}"#, false),
        (r#"{"condition": "$statusCode == 200"}, {"condition": "$response.body#/at == 'x'"}"#, false),
    ] {
        let server = echo();
        let report =
            ran(&server, &workflow("w", &[get("a", "x", &format!(r#", "successCriteria": [{criteria}]"#))], ""));
        assert_eq!(report.ok, ok, "{criteria}: {:?}", report.error);
    }
    let server = echo();
    let failed_as_wished = get("a", "bad", r#", "successCriteria": [{"condition": "$statusCode == 500"}]"#);
    assert!(ran(&server, &workflow("w", &[failed_as_wished], "")).ok);
}

/// Which criterion, and which values: cut, and without credentials.
#[test]
fn a_criterion_that_fails_is_told_with_its_values() {
    for (criteria, expected) in [
        (r#"{"condition": "$statusCode == 201"}"#, "`$statusCode == 201` is not met: $statusCode is 200"),
        (
            r#"{"condition": "$statusCode == 200"}, {"condition": "$response.body#/at == 'x' && $response.body#/n != 1"}"#,
            "`($response.body#/at == 'x') && ($response.body#/n != 1)` is not met: $response.body#/at is \"/orders/x\", $response.body#/n is [1,2]",
        ),
        (
            r#"{"condition": "$response.body#/gone == 1"}"#,
            "`$response.body#/gone == 1` is not met: $response.body#/gone is absent",
        ),
        (
            r#"{"condition": "$response.body.n[0] > 1"}"#,
            "`$response.body.n[0] > 1` is not met: $response.body.n[0] is 1",
        ),
        (
            r#"{"context": "$response.body#/at", "condition": "^orders", "type": "regex"}"#,
            "`$response.body#/at matches /^orders/` is not met: $response.body#/at is \"/orders/x\"",
        ),
        (
            r#"{"context": "$response.body#/n", "condition": "$[?@ > 2]", "type": "jsonpath"}"#,
            "is not met: $response.body#/n is [1,2]",
        ),
        (r#"{"condition": "$response.body#/token == 'x'"}"#, "is not met: $response.body#/token is ***"),
        (
            r#"{"condition": "$response.body#/deep == 'x'"}"#,
            r#"is not met: $response.body#/deep is {"password":"***"}"#,
        ),
    ] {
        let server = Server::start(|asked, _| {
            let body = r#"{"at": "AT", "n": [1, 2], "token": "hidden-one", "deep": {"password": "hidden-two"}}"#;
            json("200 OK", &body.replace("AT", &asked.target))
        });
        let report =
            ran(&server, &workflow("w", &[get("a", "x", &format!(r#", "successCriteria": [{criteria}]"#))], ""));
        let message = report.error.unwrap().message;
        assert!(message.starts_with("the step \"a\" failed: its success criterion `"), "{message}");
        assert!(message.ends_with(expected) && !message.contains("hidden"), "{message}");
    }
}

#[test]
fn steps_go_where_their_actions_say() {
    let server = echo();
    let goto = r#", "onSuccess": [{"name": "no", "type": "end", "criteria": [{"condition": "$statusCode == 418"}]},
        {"name": "on", "type": "goto", "stepId": "c"}]"#;
    let end = r#", "onSuccess": [{"name": "enough", "type": "end"}]"#;
    let steps = [get("a", "a", goto), get("b", "b", ""), get("c", "c", end), get("d", "d", "")];
    let report =
        ran(&server, &workflow("w", &steps, r#", "outputs": {"b": "$steps.b.outputs.x", "name": "$inputs.name"}"#));
    assert_eq!(server.lines(), ["GET /orders/a", "GET /orders/c"]);
    assert_eq!((report.ok, report.outputs.to_json().to_compact()), (true, r#"{"name":"kim"}"#.to_owned()));
}

#[test]
fn failures_end_go_on_or_are_repeated() {
    for (actions, lines, ok) in [
        ("", 1, false),
        (r#", "onFailure": [{"name": "e", "type": "end"}]"#, 1, false),
        (r#", "onFailure": [{"name": "g", "type": "goto", "stepId": "b"}]"#, 2, true),
        (r#", "onFailure": [{"name": "r", "type": "retry", "retryAfter": 0, "retryLimit": 3}]"#, 4, false),
        (r#", "onFailure": [{"name": "r", "type": "retry", "retryAfter": 0}]"#, 2, false),
        (
            r#", "onFailure": [{"name": "r", "type": "retry", "retryAfter": 0, "retryLimit": 1}, {"name": "g", "type": "goto", "stepId": "b"}]"#,
            3,
            true,
        ),
        (
            r#", "onFailure": [{"name": "r", "type": "retry", "retryAfter": 0, "retryLimit": 2, "criteria": [{"condition": "$statusCode == 503"}]}]"#,
            1,
            false,
        ),
    ] {
        let server = echo();
        let report = ran(&server, &workflow("w", &[get("a", "bad", actions), get("b", "b", "")], ""));
        assert_eq!((server.lines().len(), report.ok), (lines, ok), "{actions}");
    }
}

/// Arazzo 1.0.1, section 4.6.8: "context returns to the caller with applicable outputs".
#[test]
fn a_workflow_that_a_failure_ends_has_the_outputs_whose_values_exist() {
    let at = r#", "outputs": {"at": "$response.body#/at"}"#;
    let outputs = r#", "outputs": {"a": "$steps.a.outputs.at", "b": "$steps.b.outputs.at"}"#;
    let end = r#", "onFailure": [{"name": "e", "type": "end"}]"#;
    for (actions, expected) in [(end, r#"{"a":"/orders/a"}"#), ("", "null")] {
        let server = echo();
        let steps = [get("a", "a", at), get("b", "bad", &format!("{at}{actions}")), get("c", "c", "")];
        let report = ran(&server, &workflow("w", &steps, outputs));
        assert_eq!((code(&report), server.lines().len()), ("flow-failed", 2));
        assert_eq!(report.outputs.to_json().to_compact(), expected);
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    }
    // the step that called it has failed
    let server = echo();
    let inner = workflow("inner", &[get("b", "bad", end)], "");
    let calls = r#"{"stepId": "c", "workflowId": "inner"}"#.to_owned();
    let report = ran(&server, &[workflow("w", &[calls, get("d", "d", "")], ""), inner].join(","));
    assert_eq!((code(&report), server.lines().len()), ("flow-failed", 1));
}

#[test]
fn workflows_call_workflows_and_depend_on_them() {
    let server = echo();
    let first = workflow(
        "first",
        &[get("a", "first", r#", "outputs": {"at": "$response.body#/at"}"#)],
        r#", "outputs": {"at": "$steps.a.outputs.at"}"#,
    );
    let called = workflow(
        "called",
        &[get("a", "{$inputs.which}", r#", "outputs": {"at": "$response.body#/at"}"#)],
        r#", "outputs": {"at": "$steps.a.outputs.at"}"#,
    );
    let calls = r#"{"stepId": "c", "workflowId": "called", "parameters": [{"name": "which", "value": "$inputs.name"}], "outputs": {"at": "$outputs.at"}}"#;
    let more =
        r#", "dependsOn": ["first"], "outputs": {"c": "$steps.c.outputs.at", "first": "$workflows.first.outputs.at"}"#;
    let report = ran(&server, &[workflow("w", &[calls.to_owned()], more), first, called].join(","));
    assert_eq!(code(&report), "-", "{:?}", report.error);
    assert_eq!(report.outputs.to_json().to_compact(), r#"{"c":"/orders/kim","first":"/orders/first"}"#);
}

#[test]
fn a_loop_ends_by_the_number_of_steps() {
    let server = echo();
    let report = ran(
        &server,
        &workflow("w", &[get("a", "a", r#", "onSuccess": [{"name": "again", "type": "goto", "stepId": "a"}]"#)], ""),
    );
    assert_eq!((code(&report), server.lines().len()), ("flow-limit", 20));
    let calls_itself = r#"{"stepId": "c", "workflowId": "w"}"#.to_owned();
    assert_eq!(code(&ran(&server, &workflow("w", &[calls_itself], ""))), "flow-limit");
}

/// Workflows without steps wait for one another in layers: sixteen of four would be visited four billion times.
#[test]
fn a_visit_to_a_workflow_counts_as_a_step() {
    let server = echo();
    let layer = |number: usize| {
        let names: Vec<String> = (0..4).map(|at| format!("\"l{}-{at}\"", number + 1)).collect();
        let depends = if number < 15 { format!(r#", "dependsOn": [{}]"#, names.join(",")) } else { String::new() };
        (0..4).map(|at| workflow(&format!("l{number}-{at}"), &[], &depends)).collect::<Vec<_>>().join(",")
    };
    let layers: Vec<String> = (0..15).map(layer).chain([15].map(layer)).collect();
    let first = workflow("w", &[], r#", "dependsOn": ["l1-0", "l1-1", "l1-2", "l1-3"]"#);
    let all = format!("{first},{}", layers.join(","));
    let begun = std::time::Instant::now();
    assert_eq!(code(&ran(&server, &all)), "flow-limit");
    let workflows = compiled(&arazzo(&all), &[openapi(&server.origin())]);
    assert_eq!(code(&dry_run(&runner(&[]), &workflows, "w", "{}")), "flow-limit");
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    // visits are counted, and so few are made
    let few =
        [workflow("w", &[get("a", "a", "")], r#", "dependsOn": ["x", "x"]"#), workflow("x", &[get("a", "b", "")], "")];
    assert_eq!(code(&ran(&server, &few.join(","))), "-");
    assert_eq!(server.lines().len(), 3);
}

/// Criteria are many and the value is large: the clock is looked at between them.
#[test]
fn criteria_do_not_outlast_the_deadline() {
    let server = Server::start(|_, _| json("200 OK", &format!(r#"{{"text": "{}"}}"#, "a".repeat(100_000))));
    let criterion = r#"{"context": "$response.body", "condition": "(a|b)*[^c]{3}", "type": "regex"}"#;
    let criteria = vec![criterion; 13_000].join(",");
    let step = get("a", "a", &format!(r#", "successCriteria": [{criteria}]"#));
    let workflows = compiled(&arazzo(&workflow("w", &[step], "")), &[openapi(&server.origin())]);
    let mut limits = RunLimits::default();
    // on a fast machine, all criteria together take a second
    limits.deadline = std::time::Duration::from_millis(400);
    // on a busy one, the request may take all of it
    for _ in 0..5 {
        let begun = std::time::Instant::now();
        let report = run(&runner(&[server.origin()]).limits(limits), &workflows, "w", "{}");
        assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
        match code(&report) {
            "net-time" => {}
            code => return assert_eq!(code, "flow-limit", "{:?}", report.error),
        }
    }
    panic!("the request took all of the time, five times");
}

#[test]
fn a_body_is_changed_where_replacements_say() {
    let server = Server::start(|_, _| json("201 Created", r#"{"id": "7"}"#));
    let step = r#"{"stepId": "a", "operationId": "placeOrder", "requestBody": {"payload": {"items": [{"n": 1}], "a/b": 1},
        "replacements": [{"target": "/items/0/n", "value": 2}, {"target": "/items/-", "value": "$inputs.name"}, {"target": "/a~1b", "value": "{$inputs.name}!"}, {"target": "/new", "value": true}]}}"#;
    let report = ran(&server, &workflow("w", &[step.to_owned()], ""));
    assert_eq!(code(&report), "-", "{:?}", report.error);
    assert_eq!(server.asked()[0].text(), r#"{"items":[{"n":2},"kim"],"a/b":"kim!","new":true}"#);
}

#[test]
fn the_servers_wait_wins_over_the_files() {
    let server = Server::start(|_, number| match number {
        1 => Reply::With("429 Too Many Requests", vec![("retry-after", "0".to_owned())], Vec::new()),
        _ => json("200 OK", "{}"),
    });
    let retry = r#", "onFailure": [{"name": "r", "type": "retry", "retryAfter": 200, "retryLimit": 1}]"#;
    let begun = std::time::Instant::now();
    assert!(ran(&server, &workflow("w", &[get("a", "a", retry)], "")).ok);
    assert!(begun.elapsed().as_secs() < 60);
}

/// A pointer as other tools write it leads nowhere; the outputs say so by name.
#[test]
fn an_output_without_a_value_is_told_by_name() {
    let server = Server::start(|_, _| json("200 OK", r#"{"items": [{"id": 7}]}"#));
    let workflow = |pointer: &str| {
        let step = format!(
            r#"{{"stepId": "s", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}], "outputs": {{"first": "$response.body#{pointer}"}}}}"#
        );
        arazzo(&format!(r#"{{"workflowId": "w", "steps": [{step}], "outputs": {{"id": "$steps.s.outputs.first"}}}}"#))
    };
    let workflows = |pointer: &str| compiled(&workflow(pointer), &[openapi(&server.origin())]);
    let runner = runner(&[server.origin()]);
    let report = run(&runner, &workflows("/items/0/id"), "w", "{}");
    assert_eq!((report.warnings.len(), report.outputs.to_json().to_compact().as_str()), (0, r#"{"id":7}"#));
    let report = run(&runner, &workflows("/items[0].id"), "w", "{}");
    assert_eq!((code(&report), report.outputs.to_json().to_compact().as_str()), ("-", "{}"));
    assert_eq!(
        report.warnings,
        [
            "the step \"s\" has no value for its output \"first\": $response.body#/items[0].id; did you mean \"$response.body#/items/0/id\"?",
            "the workflow \"w\" has no value for its output \"id\": $steps.s.outputs.first",
        ]
    );
    assert!(report.to_json().get("warnings").is_some_and(|it| it.as_array().is_some_and(|all| all.len() == 2)));
}

/// With a blank at its end the name is another one, which nothing has.
#[test]
fn an_expression_with_a_blank_at_its_end_is_an_error() {
    let server = Server::start(|_, _| json("200 OK", "{}"));
    for payload in [r#"{"item": "$inputs.i "}"#, r#"{"item": "a {$inputs.i }"}"#, r#"{"item": "$inputs.i #/a"}"#] {
        let step =
            format!(r#"{{"stepId": "s", "operationId": "placeOrder", "requestBody": {{"payload": {payload}}}}}"#);
        let workflow = arazzo(&format!(r#"{{"workflowId": "w", "steps": [{step}]}}"#));
        let workflows = compiled(&workflow, &[openapi(&server.origin())]);
        let report = run(&runner(&[server.origin()]), &workflows, "w", r#"{"i": "tea"}"#);
        assert_eq!(code(&report), "invalid-value", "{payload}: {:?}", report.error);
    }
    assert!(server.lines().is_empty());
}
