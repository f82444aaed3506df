//! The form of a body by its media type.

use super::{
    server::{Asked, Server, json},
    shop::{arazzo, code, compiled, run, runner},
};
use serde_json::{Value, json as value};

/// The request with a body of this media type; the code of the error if none is sent.
fn sent(content_type: &str, payload: &str, encoding: &str) -> Result<Asked, String> {
    let server = Server::start(|_, _| json("200 OK", "{}"));
    let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let document = value!({
        "openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": server.origin()}],
        "paths": {"/": {"post": {
            "operationId": "o", "responses": {}, "requestBody": {"content": {content_type: {"encoding": read(encoding)}}},
        }}},
    });
    let body = value!({"contentType": content_type, "payload": "PAYLOAD"});
    let workflow = value!({"workflowId": "w", "steps": [{"stepId": "s", "operationId": "o", "requestBody": body}]});
    // as text, for the order of its members
    let workflow = workflow.to_string().replace("\"PAYLOAD\"", payload);
    let workflows = compiled(&arazzo(&workflow), &[document.to_string()]);
    let report = run(&runner(&[server.origin()]), &workflows, "w", "{}");
    server.asked().pop().ok_or_else(|| code(&report).to_owned())
}

#[test]
fn each_media_type_has_its_form() {
    for (content_type, payload, encoding, expected) in [
        ("application/json", r#"{"a": [1, null]}"#, "{}", r#"{"a":[1,null]}"#),
        ("application/vnd.x+json; charset=utf-8", "\"a\"", "{}", "\"a\""),
        ("text/plain", "\"a\"", "{}", "a"),
        ("text/plain", "12.5", "{}", "12.5"),
        ("application/octet-stream", r#"{"$base64": "aGVsbG8="}"#, "{}", "hello"),
        (
            "application/x-www-form-urlencoded",
            r#"{"a": "x&y=z", "b": [1, {"c": 2}], "d": {"e": 1}, "f": null, "g": true}"#,
            "{}",
            "a=x%26y%3Dz&b=1&b=%7B%22c%22%3A2%7D&d=%7B%22e%22%3A1%7D&g=true",
        ),
        (
            "application/x-www-form-urlencoded",
            r#"{"d": {"e": 1}, "b": [1, 2]}"#,
            r#"{"d": {"style": "deepObject", "explode": true}, "b": {"style": "form", "explode": false}}"#,
            "d%5Be%5D=1&b=1,2",
        ),
    ] {
        let sent = sent(content_type, payload, encoding).unwrap();
        assert_eq!((sent.text().as_str(), sent.header("content-type")), (expected, Some(content_type)), "{payload}");
    }
    for (content_type, payload) in [
        ("application/octet-stream", r#"{"$base64": "?"}"#),
        ("application/xml", r#"{"a": 1}"#),
        ("text/plain", "[1]"),
        ("application/x-www-form-urlencoded", "[1]"),
        ("multipart/form-data", "\"a\""),
    ] {
        let refused = sent(content_type, payload, "{}").unwrap_err();
        assert_eq!(refused, "invalid-arguments", "{content_type} {payload}");
    }
}

/// By hand, after RFC 7578: a name that would end its quotes, content that contains the boundary, bytes, lists.
#[test]
fn parts_of_a_form_cannot_end_each_other() {
    let payload = r#"{"a\"\r\nx: y": "1", "b": ["--adp-part-1000000000--", {"c": 1}], "f": {"$base64": "AAEC"}}"#;
    let sent = sent("multipart/form-data", payload, r#"{"f": {"contentType": "image/png"}}"#).unwrap();
    assert_eq!(sent.header("content-type"), Some("multipart/form-data; boundary=adp-part-1000000001"));
    let part = |head: &str, body: &str| {
        format!("--adp-part-1000000001\r\ncontent-disposition: form-data; {head}\r\n\r\n{body}\r\n")
    };
    let expected = [
        part("name=\"a%22%0D%0Ax: y\"", "1"),
        part("name=\"b\"", "--adp-part-1000000000--"),
        part("name=\"b\"\r\ncontent-type: application/json", "{\"c\":1}"),
        part("name=\"f\"; filename=\"f\"\r\ncontent-type: image/png", "\0\u{1}\u{2}"),
        "--adp-part-1000000001--\r\n".to_owned(),
    ];
    assert_eq!(sent.text(), expected.concat());
}
