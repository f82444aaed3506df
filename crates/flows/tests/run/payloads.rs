//! What is sent where a document writes texts: texts that start with `$`, texts of JSON, arguments that hold nothing.

use super::{
    server::{Server, json},
    shop::{arazzo, code, compiled, dry_run, openapi, run, runner},
};
use adp_flows::run::RunReport;

fn echo() -> Server {
    Server::start(|_, _| json("201 Created", r#"{"id": "7"}"#))
}

/// Optional inputs: of any type, in an alternative, with a member `y` of their own, by reference or in a list.
const INPUTS: &str = r##""inputs": {"type": "object", "$defs": {"n": {"type": "object", "properties": {"y": {}}}},
  "anyOf": [{"properties": {"note": {}}}], "properties": {"part": {}, "n": {"$ref": "#/$defs/n"}, "list": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}"##;

/// Sends a body by the operation `placeOrder`, which takes JSON; `body` is the request body object.
fn sent(body: &str, arguments: &str) -> (String, RunReport) {
    let server = echo();
    let workflow = format!(
        r#"{{"workflowId": "w", {INPUTS}, "steps": [{{"stepId": "s", "operationId": "placeOrder", "requestBody": {body}}}]}}"#
    );
    let workflows = compiled(&arazzo(&workflow), &[openapi(&server.origin())]);
    let report = run(&runner(&[server.origin()]), &workflows, "w", arguments);
    (server.asked().first().map(|asked| asked.text()).unwrap_or_default(), report)
}

/// Arazzo 1.0.1, section 4.7: what is no expression is a text. `$$` before the name of one stands for its `$`.
#[test]
fn texts_that_start_with_a_dollar_and_are_no_expressions_are_sent() {
    for (payload, expected) in [
        (
            r#"{"pipeline": [{"$group": {"_id": "$customer", "total": {"$sum": "$amount"}}}, "$$ROOT", "$100", "$"]}"#,
            r#"{"pipeline":[{"$group":{"_id":"$customer","total":{"$sum":"$amount"}}},"$$ROOT","$100","$"]}"#,
        ),
        (
            r#"["$inputs.name", "$$inputs.name", "$$$inputs.name", "$$statusCode", "$$statusCodes"]"#,
            r#"["kim","$inputs.name","$$inputs.name","$statusCode","$$statusCodes"]"#,
        ),
        (
            r#"{"a": "{$inputs.name}, {$$inputs.name}, {$customer}, {$or: [{$inputs.name}]}, {$"}"#,
            r#"{"a":"kim, {$inputs.name}, {$customer}, {$or: [kim]}, {$"}"#,
        ),
    ] {
        let (body, report) = sent(&format!(r#"{{"payload": {payload}}}"#), r#"{"name": "kim"}"#);
        assert_eq!(code(&report), "-", "{:?}", report.error);
        assert_eq!(body, expected, "{payload}");
    }
}

/// Arazzo 1.0.1, section 4.6.13, "JSON Templated Example".
#[test]
fn a_text_of_json_is_sent_as_the_json_that_it_is() {
    let arguments = r#"{"name": "a \"quoted\"\n, \"b\": 1", "count": 2, "more": {"x": [1]}}"#;
    for (payload, expected) in [
        (
            r#""{\n  \"pet\": {\"name\": \"{$inputs.name}\", \"count\": \"{$inputs.count}\", \"done\": false}\n}\n""#,
            r#"{"pet":{"name":"a \"quoted\"\n, \"b\": 1","count":"2","done":false}}"#,
        ),
        (
            r#""{\"count\": {$inputs.count}, \"more\": {$inputs.more}, \"name\": {$inputs.name}}""#,
            r#"{"count":2,"more":{"x":[1]},"name":"a \"quoted\"\n, \"b\": 1"}"#,
        ),
        (r#""[{$inputs.count}, \"$inputs.count\", \"{$or}\"]""#, r#"[2,"$inputs.count","{$or}"]"#),
        (r#""{\"a\": 1}""#, r#"{"a":1}"#),
        (r#""{$inputs.more}""#, r#"{"x":[1]}"#),
        // texts that are none of JSON are strings
        (r#""Hello {$inputs.count}""#, r#""Hello 2""#),
        (r#""{not json} {$inputs.count}""#, r#""{not json} 2""#),
        (r#""12""#, r#""12""#),
    ] {
        for content_type in
            ["", r#""contentType": "application/json", "#, r#""contentType": "application/merge-patch+json", "#]
        {
            let (body, report) = sent(&format!(r#"{{{content_type}"payload": {payload}}}"#), arguments);
            assert_eq!(code(&report), "-", "{:?}", report.error);
            assert_eq!(body, expected, "{content_type} {payload}");
        }
    }
    let (body, _) = sent(r#"{"contentType": "text/plain", "payload": "{\"a\": {$inputs.count}}"}"#, arguments);
    assert_eq!(body, r#"{"a": 2}"#);
}

/// OpenAPI 3.1.1, section 4.8.12.1: parameters of these names are ignored.
#[test]
fn headers_that_are_said_elsewhere_are_not_asked_of_a_step() {
    let server = echo();
    let headers = r#""operationId": "placeOrder", "parameters": [{"name": "content-type", "in": "header", "required": true},
        {"name": "Accept", "in": "header", "required": true}, {"name": "Authorization", "in": "header", "required": true}]"#;
    let document = openapi(&server.origin()).replace(r#""operationId": "placeOrder""#, headers);
    let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "placeOrder", "requestBody": {"payload": {}}}]}"#;
    let workflows = compiled(&arazzo(workflow), &[document]);
    let report = run(&runner(&[server.origin()]), &workflows, "w", "{}");
    assert_eq!(code(&report), "-", "{:?}", report.error);
    assert_eq!(server.asked()[0].header("content-type"), Some("application/json"));
}

/// Models write both words of a flow, whether it has them or not.
#[test]
fn arguments_that_hold_nothing_are_no_arguments() {
    let flow = r#"{"agentsJson": "0.1.0", "info": {"title": "a", "version": "1.0.0", "description": "b"}, "sources": [{"id": "shop", "path": "s"}],
      "flows": [{"id": "w", "title": "a", "description": "b", "actions": [{"id": "s", "sourceId": "shop", "operationId": "login"}], "links": [],
        "fields": {"parameters": [], "responses": {"success": {}}}}]}"#;
    for (arguments, expected) in [
        ("{}", "-"),
        (r#"{"parameters": {}, "requestBody": {}}"#, "-"),
        (r#"{"parameters": null, "requestBody": null}"#, "-"),
        (r#"{"parameters": {"a": 1}, "requestBody": {}}"#, "invalid-arguments"),
        (r#"{"parameters": [], "requestBody": {}}"#, "invalid-arguments"),
        (r#"{"other": {}}"#, "invalid-arguments"),
    ] {
        let server = echo();
        let workflows = compiled(flow, &[openapi(&server.origin())]);
        let report = run(&runner(&[server.origin()]), &workflows, "w", arguments);
        assert_eq!(code(&report), expected, "{arguments}: {:?}", report.error);
    }
}

/// Arazzo 1.1.0, section Condition Evaluation.
#[test]
fn texts_of_numbers_are_compared_as_numbers() {
    for (condition, ok) in [
        ("$response.header.content-length > 10", true),
        ("$response.header.content-length == 11", true),
        ("$response.header.content-length < 9", false),
        ("$response.body#/id >= 7", true),
        ("$response.body#/id == '7.0'", false),
    ] {
        for version in ["1.0.1", "1.1.0"] {
            let server = echo();
            let workflow = format!(
                r#"{{"workflowId": "w", "steps": [{{"stepId": "s", "operationId": "placeOrder", "requestBody": {{"payload": {{}}}}, "successCriteria": [{{"condition": "{condition}"}}]}}]}}"#
            );
            let text = arazzo(&workflow).replace("1.0.1", version);
            let report = run(&runner(&[server.origin()]), &compiled(&text, &[openapi(&server.origin())]), "w", "{}");
            assert_eq!(report.ok, ok, "{version} {condition}: {:?}", report.error);
        }
    }
}

/// A step that gets something, and one that sends what was got.
fn forwarded(answer: &'static str, second: &str) -> (Vec<String>, RunReport) {
    let server = Server::start(move |_, _| json("200 OK", answer));
    let first = r#"{"stepId": "a", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}], "outputs": {"sku": "$response.body#/sku"}}"#;
    let workflow = format!(r#"{{"workflowId": "w", {INPUTS}, "steps": [{first}, {{"stepId": "s", {second}}}]}}"#);
    let workflows = compiled(&arazzo(&workflow), &[openapi(&server.origin())]);
    let report = run(&runner(&[server.origin()]), &workflows, "w", "{}");
    (server.lines(), report)
}

/// A change without one of its values is another change: it is not sent.
#[test]
fn a_change_is_not_sent_without_a_value_of_an_earlier_answer() {
    let body = |body: &str| format!(r#""operationId": "placeOrder", "requestBody": {body}"#);
    let value = "$steps.a.outputs.sku";
    for (second, missing) in [
        (body(&format!(r#"{{"payload": {{"item": "{value}"}}}}"#)), "$steps.a.outputs.sku in its payload"),
        (body(&format!(r#"{{"payload": ["x-{{{value}}}"]}}"#)), "$steps.a.outputs.sku in its payload"),
        (body(&format!(r#"{{"payload": "{{\"item\": {{{value}}}}}"}}"#)), "$steps.a.outputs.sku in its payload"),
        (
            body(&format!(r#"{{"payload": {{}}, "replacements": [{{"target": "/item", "value": "{value}"}}]}}"#)),
            "$steps.a.outputs.sku in its payload",
        ),
        (
            body(r#"{"payload": {}, "replacements": [{"target": "/items/0/sku", "value": "7"}]}"#),
            "its payload lacks the parent of the replacement at \"/items/0/sku\"",
        ),
        // RFC 6901, section 4: an index has no leading zeros
        (
            body(r#"{"payload": {"items": [1, 2]}, "replacements": [{"target": "/items/01", "value": "7"}]}"#),
            "its payload lacks the parent of the replacement at \"/items/01\"",
        ),
        (
            format!(
                r#""operationId": "cancelOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}, {{"name": "If-Match", "in": "header", "value": "{value}"}}]"#
            ),
            "$steps.a.outputs.sku in its parameter \"If-Match\"",
        ),
    ] {
        let (sent, report) = forwarded(r#"{"id": "7"}"#, &second);
        assert_eq!((code(&report), sent.len()), ("invalid-arguments", 1), "{second}");
        let message = &report.error.as_ref().unwrap().message;
        assert!(message.starts_with("the step \"s\" cannot be sent: ") && message.contains(missing), "{message}");
        assert!(report.done.is_empty());
        // with the value, or with null, it is sent
        if second.contains(value) {
            for answer in [r#"{"sku": "x7"}"#, r#"{"sku": null}"#] {
                let (sent, report) = forwarded(answer, &second);
                assert_eq!((code(&report), sent.len()), ("-", 2), "{second}: {:?}", report.error);
                assert!(report.warnings.is_empty(), "{:?}", report.warnings);
            }
        }
    }
}

/// A request that only reads is sent without it, with a warning; an input that the caller left out is none.
#[test]
fn a_read_without_a_value_is_warned_of() {
    let read = |value: &str| {
        format!(
            r#""operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "8"}}, {{"name": "part", "in": "query", "value": "{value}"}}]"#
        )
    };
    let (sent, report) = forwarded("{}", &read("$steps.a.outputs.sku"));
    assert_eq!((code(&report), sent[1].as_str()), ("-", "GET /orders/8"));
    let warned = "the step \"s\" was sent without a part: $steps.a.outputs.sku in its parameter \"part\" has no value";
    assert!(report.warnings.iter().any(|warning| warning == warned), "{:?}", report.warnings);
    let (sent, report) = forwarded(r#"{"sku": 1}"#, &read("$inputs.part"));
    assert_eq!((code(&report), sent[1].as_str(), report.warnings.len()), ("-", "GET /orders/8", 0));
    for input in ["$inputs.zz", "$inputs.zz#/a"] {
        let (sent, report) = forwarded(r#"{"sku": 1}"#, &read(input));
        assert_eq!((code(&report), sent[1].as_str()), ("-", "GET /orders/8"));
        let warned = format!("the step \"s\" was sent without a part: {input} in its parameter \"part\" has no value");
        assert_eq!(report.warnings, [warned]);
    }
}

/// Only what the inputs declare may be left out of a change.
#[test]
fn a_change_is_sent_without_an_optional_input_and_no_other_value() {
    let member = |value: &str| format!(r#"{{"payload": {{"a": "{value}", "b": 1}}}}"#);
    for (body, arguments) in [
        (member("$inputs.n#/x"), r#"{"n": {}}"#),
        (member("$inputs.n#/y/x"), r#"{"n": {"y": 1}}"#),
        (member("$inputs.list#/1"), r#"{"list": [{}]}"#),
        (member("$inputs.list#/0/x"), r#"{"list": [{}]}"#),
        (member("a {$inputs.zz}"), "{}"),
        (r#"{"payload": "$inputs.zz"}"#.to_owned(), "{}"),
        (
            r#"{"payload": {"a": 1}, "replacements": [{"target": "/a", "value": "$inputs.n#/x"}]}"#.to_owned(),
            r#"{"n": {}}"#,
        ),
    ] {
        let (sent, report) = sent(&body, arguments);
        assert_eq!((code(&report), sent.as_str()), ("invalid-arguments", ""), "{body}");
        let message = report.error.unwrap().message;
        assert!(message.contains(" in its payload has no value; give it a value"), "{message}");
    }
    for (value, arguments) in [
        ("$inputs.note", "{}"),
        ("$inputs.note#/x/y", "{}"),
        ("$inputs.n#/y", r#"{"n": {}}"#),
        ("$inputs.list#/0/y", r#"{"list": [{}]}"#),
    ] {
        let (sent, report) = sent(&member(value), arguments);
        assert_eq!((code(&report), sent.as_str(), report.warnings.len()), ("-", r#"{"b":1}"#, 0), "{value}");
    }
}

#[test]
fn a_change_of_a_flow_is_sent_without_an_optional_field_and_no_other_value() {
    let flow = r#"{"agentsJson": "0.1.0", "info": {"title": "a", "version": "1.0.0", "description": "b"}, "sources": [{"id": "shop", "path": "s"}],
      "flows": [{"id": "w", "title": "a", "description": "b", "actions": [{"id": "s", "sourceId": "shop", "operationId": "placeOrder"}],
        "links": [{"origin": {"actionId": "w", "fieldPath": "requestBody.n.x"}, "target": {"actionId": "s", "fieldPath": "requestBody.a"}},
          {"origin": {"actionId": "w", "fieldPath": "parameters.p"}, "target": {"actionId": "s", "fieldPath": "requestBody.b"}}],
        "fields": {"parameters": [{"name": "p"}], "responses": {"success": {}},
          "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"n": {"type": "object"}}}}}}}}]}"#;
    for (arguments, expected, body) in [
        (r#"{"requestBody": {"n": {}}}"#, "invalid-arguments", ""),
        (r#"{"requestBody": {"n": {"x": 1}}}"#, "-", r#"{"a":1}"#),
        (r#"{"parameters": {"p": 2}, "requestBody": {}}"#, "-", r#"{"b":2}"#),
        (r#"{"parameters": {"p": 2}}"#, "-", r#"{"b":2}"#),
    ] {
        let server = echo();
        let workflows = compiled(flow, &[openapi(&server.origin())]);
        let report = run(&runner(&[server.origin()]), &workflows, "w", arguments);
        assert_eq!(code(&report), expected, "{arguments}: {:?}", report.error);
        assert_eq!(server.asked().first().map(|asked| asked.text()).unwrap_or_default(), body, "{arguments}");
    }
}

/// A part of a value that is known only during the run is not missing before it.
#[test]
fn a_dry_run_has_parts_of_values_of_later_answers() {
    let order = r#"{"workflowId": "order", "inputs": {"properties": {"from": {"type": "object"}}}, "steps": [{"stepId": "s", "operationId": "placeOrder",
      "requestBody": {"payload": {"a": "$inputs.from#/id"}}}]}"#;
    let workflow = r#"{"workflowId": "w", "steps": [
      {"stepId": "a", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}], "outputs": {"all": "$response.body"}},
      {"stepId": "b", "workflowId": "order", "parameters": [{"name": "from", "value": "$steps.a.outputs.all"}]}]}"#;
    let server = echo();
    let workflows = compiled(&arazzo(&format!("{workflow}, {order}")), &[openapi(&server.origin())]);
    let report = dry_run(&runner(&[server.origin()]), &workflows, "w", "{}");
    assert_eq!((code(&report), report.steps.len()), ("-", 3), "{:?}", report.error);
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
}

/// The called workflow would take the value for an input that was left out.
#[test]
fn a_workflow_that_makes_changes_is_not_called_without_a_value() {
    let order = |operation: &str| {
        format!(
            r#"{{"workflowId": "order", "inputs": {{"properties": {{"from": {{}}}}}}, "steps": [{{"stepId": "s", {operation}}}]}}"#
        )
    };
    let change = order(r#""operationId": "placeOrder", "requestBody": {"payload": {"a": "$inputs.from", "b": 1}}"#);
    let read = order(
        r#""operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "8"}, {"name": "part", "in": "query", "value": "$inputs.from"}]"#,
    );
    for (called, value, expected, lines, warnings) in [
        (&change, "$inputs.n#/x", "invalid-arguments", vec![], 0),
        (&change, "$inputs.note", "-", vec!["POST /orders"], 0),
        (&read, "$inputs.n#/x", "-", vec!["GET /orders/8"], 1),
    ] {
        let server = echo();
        let caller = format!(
            r#"{{"workflowId": "w", {INPUTS}, "steps": [{{"stepId": "b", "workflowId": "order", "parameters": [{{"name": "from", "value": "{value}"}}]}}]}}"#
        );
        let workflows = compiled(&arazzo(&format!("{caller}, {called}")), &[openapi(&server.origin())]);
        let report = run(&runner(&[server.origin()]), &workflows, "w", r#"{"n": {}}"#);
        assert_eq!(
            (code(&report), server.lines()),
            (expected, lines.into_iter().map(str::to_owned).collect()),
            "{value}: {:?}",
            report.error
        );
        assert_eq!(report.warnings.len(), warnings, "{:?}", report.warnings);
    }
}
