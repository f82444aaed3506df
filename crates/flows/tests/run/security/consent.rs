//! What else a run asks for before its first request, and what makes another request of one.

use crate::run::{
    server::{Reply, Server, json},
    shop::{arazzo, code, compiled, credentials, openapi, run, runner},
};
use adp_flows::run::{ConsentItem, RunReport};

fn fine() -> Server {
    Server::start(|_, _| json("200 OK", r#"{"id": "7"}"#))
}

/// One step, of a document in which `part` is described otherwise.
fn one(server: &Server, part: &str, step: &str, confirmed: bool) -> RunReport {
    let document = openapi(&server.origin()).replace(
        r#"{"name": "part", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}"#,
        &format!(r#"{{"name": "part", "in": "query", {part}}}"#),
    );
    assert!(document.contains(part));
    let workflow = format!(r#"{{"workflowId": "w", "steps": [{{"stepId": "s", {step}}}]}}"#);
    let workflows = compiled(&arazzo(&workflow), &[document]);
    run(
        &runner(&[server.origin()]).confirmed(confirmed),
        &workflows,
        "w",
        r#"{"all": {"_method": "DELETE"}, "id": "7;_method=DELETE"}"#,
    )
}

const OBJECT: &str = r#""schema": {"type": "object"}"#;
const DEEP: &str = r#""style": "deepObject", "explode": true, "schema": {"type": "object"}"#;

/// A read, with one more parameter.
fn get(name: &str, place: &str, value: &str) -> String {
    format!(
        r#""operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}, {{"name": "{name}", "in": "{place}", "value": {value}}}]"#
    )
}

/// A read is what can be seen to be one. By hand, after the ways in which servers and frameworks take the method from a request.
#[test]
fn what_cannot_be_seen_to_read_needs_consent() {
    let body = |content_type: &str, payload: &str| {
        format!(
            r#""operationId": "getOrder", "parameters": [{{"name": "id", "in": "path", "value": "7"}}], "requestBody": {{"contentType": "{content_type}", "payload": {payload}}}"#
        )
    };
    // base64 of `_method=DELETE`
    let bytes = r#"{"$base64": "X21ldGhvZD1ERUxFVEU="}"#;
    for (part, step, doubt) in [
        (OBJECT, get("part", "query", r#"{"a": "1", "_Method": "DELETE"}"#), r#"the name "_Method" in its query"#),
        (OBJECT, get("part", "query", r#"{"_method[]": "DELETE"}"#), r#"the name "_method[]" in its query"#),
        (DEEP, get("part", "query", r#"{"a": {"_method": "DELETE"}}"#), r#"the name "_method" in its query"#),
        (OBJECT, get("method", "query", r#""DELETE""#), r#"the name "method" in its query"#),
        (OBJECT, get("__method", "query", r#""$inputs.id""#), r#"the name "__method" in its query"#),
        (OBJECT, get("_httpmethod", "query", r#""DELETE""#), r#"the name "_httpmethod" in its query"#),
        (OBJECT, get("_method", "cookie", r#""DELETE""#), r#"the name "_method" in its cookie"#),
        (
            OBJECT,
            get("X_HTTP_Method_Override", "header", r#""DELETE""#),
            r#"it has the header "X_HTTP_Method_Override""#,
        ),
        (OBJECT, get("X-Action", "header", r#""DELETE""#), r#"it has the header "X-Action""#),
        (OBJECT, body("application/x-www-form-urlencoded", r#"{"a": "b"}"#), "it has a body"),
        (OBJECT, body("multipart/form-data", r#"{"_method": "DELETE"}"#), "it has a body"),
        (OBJECT, body("application/json", "{}"), "it has a body"),
        (OBJECT, body("text/plain", r#""_method=DELETE""#), "it has a body"),
        (OBJECT, body("application/octet-stream", bytes), "it has a body"),
    ] {
        let server = fine();
        let report = one(&server, part, &step, false);
        assert_eq!(code(&report), "flow-confirmation", "{step}: {:?}", report.error);
        let expected = format!("GET {}/orders/7 makes changes (getOrder), as {doubt}", server.origin());
        let message = report.error.unwrap().message;
        assert!(message.contains(&expected), "{step}: {message}");
        assert!(server.lines().is_empty(), "{step}");
        let report = one(&server, part, &step, true);
        assert_eq!((code(&report), report.done.len()), ("-", 1), "{step}: {:?}", report.error);
    }
}

/// Styles of OpenAPI give parameters of a path names.
#[test]
fn a_path_is_judged_by_the_style_of_its_parameters() {
    let id = r#""operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": VALUE}]"#;
    for (old, new, value) in [
        (
            r#""name": "id", "in": "path","#,
            r#""name": "id", "in": "path", "style": "matrix", "explode": true,"#,
            r#"{"_method": "DELETE"}"#,
        ),
        (
            r#""name": "id", "in": "path","#,
            r#""name": "id", "in": "path", "explode": true,"#,
            r#"{"X-HTTP-Method-Override": "DELETE"}"#,
        ),
        ("/orders/{id}", "/orders/7;{id}", r#""_method""#),
    ] {
        let server = fine();
        let document = openapi(&server.origin()).replace(old, new);
        assert!(document.contains(new));
        let workflow =
            format!(r#"{{"workflowId": "w", "steps": [{{"stepId": "s", {}}}]}}"#, id.replace("VALUE", value));
        let workflows = compiled(&arazzo(&workflow), &[document]);
        let report = run(&runner(&[server.origin()]).confirmed(false), &workflows, "w", "{}");
        assert_eq!(code(&report), "flow-confirmation", "{new} {value}: {:?}", report.error);
        assert!(server.lines().is_empty(), "{new} {value}");
    }
}

/// What only a value shows was in no consent.
#[test]
fn no_value_makes_a_change_of_a_read() {
    let matrix = r#""operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "$inputs.id"}]"#;
    for (part, step) in [
        (OBJECT, get("part", "query", r#""$inputs.all""#)),
        (DEEP, get("part", "query", r#""$inputs.all""#)),
        (OBJECT, matrix.to_owned()),
    ] {
        let server = fine();
        for confirmed in [false, true] {
            let report = one(&server, part, &step, confirmed);
            assert_eq!(code(&report), "invalid-arguments", "{step}: {:?}", report.error);
            let message = report.error.unwrap().message;
            assert!(message.contains("_method") && message.contains("was not confirmed"), "{message}");
        }
        assert!(server.lines().is_empty(), "{step}");
    }
}

#[test]
fn a_read_needs_no_consent() {
    let server = fine();
    for (name, place, value) in [
        ("part", "query", r#"{"payment_method": "card", "methods": "a"}"#),
        ("X-Request-Id", "header", r#""7""#),
        ("If-None-Match", "header", r#""7""#),
        ("X-Auth-Token", "header", r#""7""#),
        ("Accept-Language", "header", r#""de""#),
        ("Shop-Version", "header", r#""2""#),
        ("session", "cookie", r#""7""#),
    ] {
        let report = one(&server, OBJECT, &get(name, place, value), false);
        assert_eq!((code(&report), report.done.len()), ("-", 0), "{name}: {:?}", report.error);
    }
    assert_eq!(server.lines()[0], "GET /orders/7?payment_method=card&methods=a");
}

/// Consent to a change says by what the flow may have it taken for another one.
#[test]
fn consent_names_what_may_give_another_method() {
    let server = fine();
    let named = r#""operationId": "placeOrder", "parameters": [{"name": "X-HTTP-Method-Override", "in": "header", "value": "PATCH"}], "requestBody": {"payload": {}}"#;
    let report = one(&server, OBJECT, named, false);
    let expected = format!(
        "this flow needs consent: POST {}/orders makes changes (placeOrder), as it has the header \"X-HTTP-Method-Override\"",
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
    let again = ", and is retried up to 3 times without a response";
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

/// The change that an operation with this path needs consent for, and the doubt about it; its one argument has this
/// name and place.
fn change(method: &str, path: &str, argument: Option<(&str, &str)>) -> Option<Option<String>> {
    use serde_json::json as value;
    let parameters: Vec<_> = argument.iter().map(|(name, place)| value!({"name": name, "in": place})).collect();
    let document = value!({
        "openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": "https://a.example"}],
        "paths": {path: {method: {"operationId": "o", "parameters": parameters, "responses": {}}}},
    });
    let given: Vec<_> =
        argument.iter().map(|(name, place)| value!({"name": name, "in": place, "value": "x"})).collect();
    let step = value!({"stepId": "s", "operationId": "o", "parameters": given});
    let workflow = value!({"workflowId": "w", "steps": [step]}).to_string();
    let workflows = compiled(&arazzo(&workflow), &[document.to_string()]);
    let mut items = runner(&[]).needed_consent(&workflows, "w", &crate::run::shop::json("{}")).unwrap().into_iter();
    match (items.next(), items.next()) {
        (None, _) => None,
        (Some(ConsentItem::Change { doubt, .. }), None) => Some(doubt),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_name_that_may_give_the_method_is_known_however_it_is_spelled() {
    for name in [
        "method",
        "_method",
        "__METHOD",
        "_method[]",
        "filter[_method]",
        " .method",
        "_method\0x",
        "X-HTTP-Method-Override",
        "_httpmethod",
        "x.http.method",
        "methodOverride",
        "http_verb",
        "x-method",
        "REQUEST_METHOD",
    ] {
        assert!(change("get", "/x", Some((name, "query"))).is_some_and(|doubt| doubt.is_some()), "{name:?}");
    }
    for name in ["payment_method", "methods", "delivery-method", "verbose", "http_proxy"] {
        assert_eq!(change("get", "/x", Some((name, "query"))), None, "{name:?}");
    }
}

#[test]
fn a_path_has_names_behind_semicolons() {
    for (path, is_found) in [
        ("/orders/7", false),
        ("/method/7", false),
        ("/orders/7;v=1/method", false),
        ("/orders;v=1/7;_method=DELETE", true),
        ("/orders/7%3B_meth%6Fd=DELETE", true),
        ("/orders/7;_method", true),
    ] {
        assert_eq!(change("get", path, None).is_some(), is_found, "{path}");
    }
}

#[test]
fn reads_have_headers_that_are_known() {
    for (name, is_read) in [
        ("Accept", true),
        ("if-none-match", true),
        ("X-Request-Id", true),
        ("Notion-Version", true),
        ("X_Api_Key", true),
        ("X-Action", false),
        ("X-HTTP-Method-Override", false),
        ("X-Http-Method-Token", false),
        ("X-Original-Id", false),
        ("Sec-Id", false),
    ] {
        assert_eq!(change("get", "/x", Some((name, "header"))).is_none(), is_read, "{name}");
    }
    // an unsafe method is a change, whatever its headers
    assert_eq!(change("post", "/x", Some(("X-Action", "header"))), Some(None));
    assert!(change("post", "/x", Some(("x-method-override", "header"))).unwrap().is_some());
}
