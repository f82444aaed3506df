//! What else a run asks for before its first request, and what makes another request of one.

use super::{
    server::{Reply, Server, json},
    shop::{arazzo, code, compiled, credentials, openapi, run, runner},
};
use adp_flows::run::Report;

fn fine() -> Server {
    Server::start(|_, _| json("200 OK", r#"{"id": "7"}"#))
}

/// One step, of a document in which `part` is described otherwise.
fn one(server: &Server, part: &str, step: &str, confirmed: bool) -> Report {
    let document = openapi(&server.origin()).replace(
        r#"{"name": "part", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}"#,
        &format!(r#"{{"name": "part", "in": "query", {part}}}"#),
    );
    assert!(document.contains(part));
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{{"stepId": "s", {step}}}]}}"#);
    let workflows = compiled(&arazzo(&workflow), &[document]);
    run(&runner(&[server.origin()]).confirmed(confirmed), &workflows, "w", r#"{"name": "_method"}"#)
}

const OBJECT: &str = r#""schema": {"type": "object"}"#;
const DEEP: &str = r#""style": "deepObject", "explode": true, "schema": {"type": "object"}"#;

/// A read, with one more parameter.
fn get(name: &str, place: &str, value: &str) -> String {
    format!(
        r#""operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}, {{"name": "{name}", "in": "{place}", "value": {value}}}]"#
    )
}

/// The method that consent is asked by is that of the request as it goes out.
#[test]
fn nothing_in_a_read_makes_another_method_of_it() {
    let body = |content_type: &str, payload: &str| {
        format!(
            r#""operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}], "requestBody": {{"contentType": "{content_type}", "payload": {payload}}}"#
        )
    };
    // base64 of `_method=DELETE` and of `{"\u005fmethod": "DELETE"}`
    let form_bytes = r#"{"$base64": "X21ldGhvZD1ERUxFVEU="}"#;
    let json_bytes = r#"{"$base64": "eyJcdTAwNWZtZXRob2QiOiAiREVMRVRFIn0="}"#;
    for (part, step) in [
        (OBJECT, get("part", "query", r#"{"_method": "DELETE"}"#)),
        (OBJECT, get("part", "query", r#"{"a": "1", "_Method": "DELETE"}"#)),
        (OBJECT, get("part", "query", r#"{"_method[]": "DELETE"}"#)),
        (OBJECT, get("part", "query", r#"{"x-http-method-override": "DELETE"}"#)),
        (DEEP, get("part", "query", r#"{"_method": "DELETE"}"#)),
        (OBJECT, get("_method[]", "query", r#""DELETE""#)),
        (OBJECT, get(".method", "query", r#""DELETE""#)),
        (OBJECT, get("_method", "cookie", r#""DELETE""#)),
        (OBJECT, get("X_HTTP_Method_Override", "header", r#""DELETE""#)),
        (OBJECT, get("X-HTTP-METHOD", "header", r#""DELETE""#)),
        (OBJECT, body("application/x-www-form-urlencoded", r#"{"_method": "DELETE"}"#)),
        (OBJECT, body("application/x-www-form-urlencoded; charset=utf-8", r#"{"_method": ["DELETE"]}"#)),
        (OBJECT, body("multipart/form-data", r#"{"_method": "DELETE"}"#)),
        (OBJECT, body("application/json", r#"{"_method": "DELETE"}"#)),
        (OBJECT, body("application/x-www-form-urlencoded", form_bytes)),
        (OBJECT, body("application/vnd.shop+json", json_bytes)),
    ] {
        let server = fine();
        for confirmed in [false, true] {
            let report = one(&server, part, &step, confirmed);
            assert_eq!(code(&report), "flow-argument", "{step}: {:?}", report.error);
            assert!(report.error.unwrap().message.contains("would make another method of GET"), "{step}");
        }
        assert!(server.lines().is_empty(), "{step}");
    }
    // names that only look like it
    let server = fine();
    let step = get("part", "query", r#"{"payment_method": "card", "method": "a", "_methods": "b"}"#);
    assert_eq!(code(&one(&server, OBJECT, &step, false)), "-");
    assert_eq!(server.lines(), ["GET /orders/7?payment_method=card&method=a&_methods=b"]);
}

/// Consent to POST is none to DELETE: not in a form, not in JSON, not by a name that comes from a value.
#[test]
fn a_change_is_no_other_change_unless_the_consent_says_so() {
    for step in [
        r#""operationId": "login", "requestBody": {"payload": {"_method": "DELETE", "user": "kim"}}"#,
        r#""operationId": "placeOrder", "requestBody": {"payload": {"_method": "DELETE"}}"#,
        r#""operationId": "sendPicture", "requestBody": {"payload": {"_METHOD": "DELETE"}}"#,
    ] {
        let server = fine();
        assert_eq!(code(&one(&server, OBJECT, step, true)), "flow-argument", "{step}");
        assert!(server.lines().is_empty(), "{step}");
    }
    let server = fine();
    let named = r#""operationId": "placeOrder", "parameters": [{"name": "X-HTTP-Method-Override", "in": "header", "value": "PATCH"}], "requestBody": {"payload": {}}"#;
    let report = one(&server, OBJECT, named, false);
    let expected = format!(
        "this flow needs consent: POST {}/orders makes changes (placeOrder), by the method that \"X-HTTP-Method-Override\" names",
        server.origin()
    );
    assert_eq!(report.error.unwrap().message, expected);
    assert_eq!(code(&one(&server, OBJECT, named, true)), "-");
}

/// A key in a query is shown in logs and histories.
#[test]
fn an_api_key_goes_into_a_url_only_with_consent_that_names_it() {
    let server = fine();
    let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "p", "operationId": "getPicture"}]}"#;
    let workflows = compiled(&arazzo(workflow), &[openapi(&server.origin())]);
    let auth = format!(r#"{{"{}": {{"query": {{"value": "query-secret"}}}}}}"#, server.origin());
    let without = runner(&[server.origin()]).confirmed(false);
    let with = without.clone().credentials(credentials(&auth));
    let report = run(&with, &workflows, "w", "{}");
    let expected = format!(
        "this flow needs consent: GET {}/picture sends the API key \"query\" as query parameter \"api_key\"",
        server.origin()
    );
    assert_eq!((code(&report), &report.error.as_ref().unwrap().message), ("flow-confirmation", &expected));
    assert!(server.lines().is_empty());
    assert_eq!(code(&run(&with.confirmed(true), &workflows, "w", "{}")), "-");
    assert_eq!(code(&run(&without, &workflows, "w", "{}")), "-");
    assert_eq!(server.lines(), ["GET /picture?api_key=query-secret", "GET /picture"]);
}

/// A response that was lost may have been to an order that was placed: to place it again is a part of the consent.
#[test]
fn a_retry_after_a_lost_response_is_named_in_the_consent() {
    let retry = |method: &str, criteria: &str| {
        let id = if method == "cancelOrder" {
            r#""parameters": [{"name": "id", "in": "path", "value": "7"}], "#
        } else {
            ""
        };
        format!(
            r#"{{"workflowId": "w", "steps": [{{"stepId": "p", "operationId": "{method}", {id}"requestBody": {{"payload": {{}}}},
               "onFailure": [{{"name": "r", "type": "retry", "retryAfter": 0, "retryLimit": 3{criteria}}}]}}]}}"#
        )
    };
    let again = ", and is sent again up to 3 times if no response comes";
    for (method, criteria, is_named) in [
        ("placeOrder", "", true),
        ("placeOrder", r#", "criteria": [{"condition": "$statusCode != 200"}]"#, true),
        ("placeOrder", r#", "criteria": [{"condition": "$inputs.often == true"}]"#, true),
        // only where a response came
        ("placeOrder", r#", "criteria": [{"condition": "$statusCode == 503"}]"#, false),
        ("placeOrder", r#", "criteria": [{"context": "$response.body", "condition": "busy", "type": "regex"}]"#, false),
        // DELETE twice is DELETE once
        ("cancelOrder", "", false),
    ] {
        let server = Server::start(|_, number| if number < 3 { Reply::Close } else { json("200 OK", "{}") });
        let workflows = compiled(&arazzo(&retry(method, criteria)), &[openapi(&server.origin())]);
        let report = run(&runner(&[server.origin()]).confirmed(false), &workflows, "w", "{}");
        assert_eq!(code(&report), "flow-confirmation");
        let message = report.error.unwrap().message;
        assert_eq!(message.ends_with(again), is_named, "{method} {criteria}: {message}");
        assert!(server.lines().is_empty());
    }
    let server = Server::start(|_, number| if number < 3 { Reply::Close } else { json("200 OK", "{}") });
    let workflows = compiled(&arazzo(&retry("placeOrder", "")), &[openapi(&server.origin())]);
    let report = run(&runner(&[server.origin()]), &workflows, "w", "{}");
    assert_eq!(code(&report), "-", "{:?}", report.error);
    assert_eq!(report.done.iter().map(|it| it.status).collect::<Vec<_>>(), [None, None, Some(200)]);
}
