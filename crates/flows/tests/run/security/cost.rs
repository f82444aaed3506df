//! What a flow file may make a run hold: no more than its limits, whatever it says.

use crate::run::{
    server::{Server, json},
    shop::{arazzo, code, compiled, dry_run, openapi, run, runner},
};
use adp_flows::run::RunLimits;
use std::time::{Duration, Instant};

/// Each step sends twice what the one before sent: forty of them would be more than any machine holds.
#[test]
fn values_do_not_grow_from_step_to_step() {
    let step = |number: usize| {
        let before = match number {
            0 => "$inputs.a".to_owned(),
            _ => format!("$steps.s{}.outputs.x", number - 1),
        };
        format!(
            r#"{{"stepId": "s{number}", "operationId": "placeOrder", "requestBody": {{"payload": {{"x": ["{before}", "{before}"]}}}}, "outputs": {{"x": "$request.body#/x"}}}}"#
        )
    };
    let steps: Vec<String> = (0..10).map(step).collect();
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{}]}}"#, steps.join(","));
    let server = Server::start(|_, _| json("200 OK", "{}"));
    let workflows = compiled(&arazzo(&workflow), &[openapi(&server.origin())]);
    let mut limits = RunLimits::default();
    limits.max_body = 100;
    assert_eq!(limits.kept(), 64 << 20);
    let runner = runner(&[server.origin()]).limits(limits);
    let report = run(&runner, &workflows, "w", &format!(r#"{{"a": "{}"}}"#, "a".repeat(200_000)));
    assert_eq!(code(&report), "flow-limit");
    // 200 kB, sent and given on: 2 · 2 · (1 + 2 + 4 + … + 32) · 200 kB are 50 MB, and twice that with the next
    assert_eq!(server.lines().len(), 6);
    assert_eq!(report.done.len(), 6);
    assert_eq!(code(&run(&runner, &workflows, "w", r#"{"a": "short"}"#)), "-");
    assert_eq!(code(&dry_run(&runner, &workflows, "w", r#"{"a": "short"}"#)), "-");
}

/// One value that stands in a body a thousand times is not made before it is counted.
#[test]
fn one_step_makes_no_more_than_there_is_room_for() {
    let many = vec![r#""$inputs.a""#; 1000].join(",");
    let step =
        format!(r#"{{"stepId": "s", "operationId": "placeOrder", "requestBody": {{"payload": {{"x": [{many}]}}}}}}"#);
    let server = Server::start(|_, _| json("200 OK", "{}"));
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{step}]}}"#);
    let workflows = compiled(&arazzo(&workflow), &[openapi(&server.origin())]);
    let report = run(&runner(&[server.origin()]), &workflows, "w", &format!(r#"{{"a": "{}"}}"#, "a".repeat(200_000)));
    assert_eq!(code(&report), "flow-limit");
    assert!(server.lines().is_empty());
}

/// Each text that is sent as a credential is looked for in all that is shown.
#[test]
fn an_answer_does_not_make_secrets_without_end() {
    let texts: Vec<String> = (0..2000).map(|number| format!("\"hidden{number}\"")).collect();
    let answer = format!(r#"{{"all": [{}]}}"#, texts.join(","));
    let server = Server::start(move |_, _| json("200 OK", &answer));
    let first = r#"{"stepId": "a", "operationId": "placeOrder", "requestBody": {"payload": {}}, "outputs": {"all": "$response.body#/all"}}"#;
    let next = r#"{"stepId": "b", "operationId": "placeOrder", "requestBody": {"payload": {"password": "$steps.a.outputs.all"}}}"#;
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{first}, {next}]}}"#);
    let workflows = compiled(&arazzo(&workflow), &[openapi(&server.origin())]);
    let report = run(&runner(&[server.origin()]), &workflows, "w", "{}");
    assert_eq!(code(&report), "flow-limit");
    assert_eq!(server.lines().len(), 1);
    assert!(report.error.as_ref().unwrap().message.contains("credentials"));
    // those beyond what can be looked for are not shown either
    assert!(!report.to_json().to_compact().contains("hidden"));
}

/// Each of many outputs is found, or not found, in an object of many members, without a search through all of them.
#[test]
fn many_outputs_of_a_large_object_are_made_in_time() {
    let members: Vec<String> = (0..100_000).map(|number| format!("\"m{number}\":1")).collect();
    let answer = format!("{{{}}}", members.join(","));
    for (pointer, made) in [("m", 25_000), ("n", 0)] {
        let outputs: Vec<String> =
            (0..25_000).map(|at| format!(r#""o{at}": "$response.body#/{pointer}{}""#, 99_999 - at)).collect();
        let answer = answer.clone();
        let server = Server::start(move |_, _| json("200 OK", &answer));
        let step = format!(
            r#"{{"stepId": "s", "operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}], "outputs": {{{}}}}}"#,
            outputs.join(",")
        );
        let workflow = format!(r#"{{"workflowId": "w", "steps": [{step}]}}"#);
        let workflows = compiled(&arazzo(&workflow), &[openapi(&server.origin())]);
        let started = Instant::now();
        let report = run(&runner(&[server.origin()]), &workflows, "w", "{}");
        let took = started.elapsed();
        assert_eq!(code(&report), "-", "{:?}", report.error);
        assert_eq!(report.steps[0].outputs.to_json().as_object().unwrap().len(), made);
        // 25,000 searches through 100,000 members take minutes
        assert!(took < Duration::from_secs(20), "{took:?}");
    }
}
