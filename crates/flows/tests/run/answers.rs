//! Answers of all kinds, and bodies of all kinds.

use super::{
    server::{Reply, Server, json},
    shop::{arazzo, code, compiled, credentials, openapi, run, runner},
};
use adp_flows::{
    run::{RunLimits, RunReport},
    workflow::Workflows,
};
use std::time::Duration;

fn one(server: &Server, step: &str) -> Workflows {
    let workflow = format!(
        r#"{{"workflowId": "w", "steps": [{{"stepId": "s", {step}}}], "outputs": {{"all": "$steps.s.outputs.all"}}}}"#
    );
    compiled(&arazzo(&workflow), &[openapi(&server.origin())])
}

fn asked(server: &Server, step: &str) -> RunReport {
    let mut limits = RunLimits::default();
    (limits.timeout, limits.max_body) = (Duration::from_millis(1500), 100_000);
    run(&runner(&[server.origin()]).limits(limits), &one(server, step), "w", "{}")
}

const PICTURE: &str = r#""operationId": "getPicture", "outputs": {"all": "$response.body"}"#;

#[test]
fn no_content_is_null() {
    let server = Server::start(|_, _| Reply::With("204 No Content", Vec::new(), Vec::new()));
    let step = r#""operationId": "cancelOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}], "outputs": {"all": "$response.body"}"#;
    let report = asked(&server, step);
    assert_eq!((code(&report), report.outputs.to_json().to_compact()), ("-", r#"{"all":null}"#.to_owned()));
    assert_eq!(server.lines(), ["DELETE /orders/7"]);
}

#[test]
fn bytes_are_base64() {
    let server =
        Server::start(|_, _| Reply::With("200 OK", vec![("content-type", "image/png".to_owned())], vec![0, 255, 1]));
    let report = asked(&server, PICTURE);
    assert_eq!((code(&report), report.outputs.to_json().to_compact()), ("-", r#"{"all":"AP8B"}"#.to_owned()));
}

#[test]
fn a_body_is_what_its_headers_say() {
    for (content_type, bytes, expected) in [
        (Some("application/json; charset=utf-8"), &b"{\"a\": 1}"[..], "{\"a\":1}"),
        (Some("application/problem+json"), b"[]", "[]"),
        (Some("text/plain"), b"12", "\"12\""),
        (Some("text/plain; charset=latin1"), b"\xff", "\"/w==\""),
        (Some("image/png"), b"12", "\"MTI=\""),
        (None, b"{}", "{}"),
        (None, b"x", "\"x\""),
        (Some("application/json"), b"", "null"),
    ] {
        let headers: Vec<_> = content_type.map(|it| ("content-type", it.to_owned())).into_iter().collect();
        let server = Server::start(move |_, _| Reply::With("200 OK", headers.clone(), bytes.to_vec()));
        let answered = asked(&server, PICTURE).outputs.to_json().to_compact();
        assert_eq!(answered, format!(r#"{{"all":{expected}}}"#), "{content_type:?} {bytes:?}");
    }
    let server = Server::start(|_, _| json("200 OK", "<html>"));
    assert_eq!(code(&asked(&server, PICTURE)), "invalid-result");
}

#[test]
fn what_takes_too_long_or_does_not_end_is_stopped() {
    for (reply, expected) in [(0, "net-time"), (1, "net-size")] {
        let server = Server::start(move |_, _| if reply == 0 { Reply::Silence } else { Reply::Endless });
        assert_eq!(code(&asked(&server, PICTURE)), expected);
    }
}

#[test]
fn json_that_has_two_meanings_is_no_answer() {
    let server = Server::start(|_, _| json("200 OK", r#"{"a": 1, "a": 2}"#));
    let report = asked(&server, PICTURE);
    assert_eq!(code(&report), "invalid-result");
}

#[test]
fn a_picture_goes_as_a_part_of_a_form() {
    let server = Server::start(|_, _| json("200 OK", "{}"));
    let step = r#""operationId": "sendPicture", "requestBody": {"payload": {"title": "Tea", "picture": {"$base64": "AAECAw=="}}}"#;
    let report = asked(&server, step);
    assert_eq!(code(&report), "-", "{:?}", report.error);
    let asked = &server.asked()[0];
    let boundary = asked.header("content-type").unwrap().strip_prefix("multipart/form-data; boundary=").unwrap();
    // written by hand, after RFC 7578
    let expected = format!(
        "--{boundary}\r\ncontent-disposition: form-data; name=\"title\"\r\n\r\nTea\r\n--{boundary}\r\n\
         content-disposition: form-data; name=\"picture\"; filename=\"picture\"\r\ncontent-type: image/png\r\n\r\n\
         \0\u{1}\u{2}\u{3}\r\n--{boundary}--\r\n"
    );
    assert_eq!(asked.text(), expected);
}

#[test]
fn each_kind_of_credential_has_its_place() {
    let server = Server::start(|_, _| json("200 OK", "{}"));
    for (operation, scheme, header, expected) in [
        (
            "me",
            r#""name": {"username": "kim", "password": "wonderland"}"#,
            "authorization",
            "Basic a2ltOndvbmRlcmxhbmQ=",
        ),
        ("me", r#""cookie": {"value": "s 1"}"#, "cookie", "sid=s%201"),
        ("getOrder", r#""key": {"token": {"env": "SHOP_TOKEN"}}"#, "authorization", "Bearer token-of-the-environment"),
    ] {
        let step =
            format!(r#""operationId": "{operation}", "parameters": [{{"name": "id", "in": "path", "value": "7"}}]"#);
        let step = if operation == "me" { r#""operationId": "me""#.to_owned() } else { step };
        let auth = format!(r#"{{"{}": {{{scheme}}}}}"#, server.origin());
        let runner = runner(&[server.origin()]).credentials(credentials(&auth));
        let report = run(&runner, &one(&server, &step), "w", "{}");
        assert_eq!(code(&report), "-", "{:?}", report.error);
        assert_eq!(server.asked().last().unwrap().header(header), Some(expected));
    }
}

/// The order is placed, and its number comes back as the service wrote it, digit by digit.
#[test]
fn a_number_that_no_double_holds_is_data_in_an_answer() {
    for (number, other) in
        [("9007199254740993", "9007199254740992"), ("170141183460469231731687303715884105727", "1e400")]
    {
        let server = Server::start(move |_, _| json("201 Created", &format!(r#"{{"id": {number}}}"#)));
        let place = r#"{"stepId": "s", "operationId": "placeOrder", "requestBody": {"payload": {}}, "outputs": {"all": "$response.body#/id"}"#;
        let criteria = format!(
            r#""successCriteria": [{{"condition": "$response.body#/id == {number} && $response.body#/id == '{number}' && $response.body#/id != {other}"}},
              {{"context": "$response.body", "type": "jsonpath", "condition": "$.id"}}]"#
        );
        let get = r#"{"stepId": "t", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "$steps.s.outputs.all"}]}"#;
        let workflow = format!(
            r#"{{"workflowId": "w", "steps": [{place}, {criteria}}}, {get}], "outputs": {{"all": "$steps.s.outputs.all"}}}}"#
        );
        let workflows = compiled(&arazzo(&workflow), &[openapi(&server.origin())]);
        let report = run(&runner(&[server.origin()]), &workflows, "w", "{}");
        assert_eq!(code(&report), "-", "{:?}", report.error);
        assert_eq!(report.outputs.to_json().to_compact(), format!(r#"{{"all":{number}}}"#));
        assert_eq!(server.lines(), ["POST /orders".to_owned(), format!("GET /orders/{number}")]);
    }
}

#[test]
fn a_byte_order_mark_before_an_answer_is_ignored() {
    let server = Server::start(|_, _| json("200 OK", "\u{feff}{\"id\": 7}"));
    let step = r#""operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}], "outputs": {"all": "$response.body#/id"}"#;
    let report = asked(&server, step);
    assert_eq!((code(&report), report.outputs.to_json().to_compact()), ("-", r#"{"all":7}"#.to_owned()));
}

/// The answer is no JSON: the step failed, but the report names its status.
#[test]
fn an_answer_that_cannot_be_read_is_an_answer() {
    let server = Server::start(|_, _| json("201 Created", "{"));
    let report = asked(&server, r#""operationId": "placeOrder", "requestBody": {"payload": {}}"#);
    assert_eq!(
        (code(&report), report.steps[0].status, report.done[0].status),
        ("invalid-result", Some(201), Some(201))
    );
}
