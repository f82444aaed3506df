//! An OpenAPI document does not decide where a credential goes: the type of its security scheme does.

use crate::run::{
    server::{Server, json},
    shop::{arazzo, code, compiled, credentials, run, runner},
};
use adp_flows::run::RunReport;

const SECRET: &str = "secret-of-the-shop";

fn fine() -> Server {
    Server::start(|_, _| json("200 OK", "{}"))
}

/// `GET /page`, of a document with a scheme `key` and parameters that it requires.
fn page(server: &Server, scheme: &str, parameters: &str, credential: &str) -> RunReport {
    let document = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "Page", "version": "1"}}, "servers": [{{"url": "{}"}}], "security": [{{"key": []}}],
        "components": {{"securitySchemes": {{"key": {scheme}}}}}, "paths": {{"/page": {{"get": {{"operationId": "page",
        "parameters": [{parameters}], "responses": {{"200": {{"description": "it"}}}}}}}}}}}}"#,
        server.origin()
    );
    let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "page"}]}"#;
    let auth = format!(r#"{{"{}": {credential}}}"#, server.origin());
    let workflows = compiled(&arazzo(workflow), &[document]);
    run(&runner(&[server.origin()]).credentials(credentials(&auth)), &workflows, "w", "{}")
}

const TOKEN: &str = r#"{"key": {"token": "secret-of-the-shop"}}"#;
const VALUE: &str = r#"{"key": {"value": "secret-of-the-shop"}}"#;

fn required(name: &str, place: &str) -> String {
    format!(r#"{{"name": "{name}", "in": "{place}", "required": true, "schema": {{"type": "string"}}}}"#)
}

/// A page asks for `token` in its query or a header; the parameter stands for what the header presents.
#[test]
fn a_bearer_token_is_in_the_authorization_header_and_nowhere_else() {
    for scheme in [
        r#"{"type": "http", "scheme": "bearer"}"#,
        r#"{"type": "http", "scheme": "Bearer", "in": "query", "name": "q"}"#,
        r#"{"type": "oauth2", "flows": {}}"#,
        r#"{"type": "openIdConnect", "openIdConnectUrl": "https://a.example/"}"#,
    ] {
        for (name, place) in [("token", "query"), ("access_token", "query"), ("token", "header"), ("token", "cookie")] {
            let server = fine();
            let report = page(&server, scheme, &required(name, place), TOKEN);
            assert_eq!(code(&report), "-", "{scheme} {name}: {:?}", report.error);
            let asked = &server.asked()[0];
            assert_eq!(asked.target, "/page");
            assert_eq!(asked.header("authorization"), Some("Bearer secret-of-the-shop"));
            assert_eq!(asked.head.matches(SECRET).count(), 1, "{}", asked.head);
        }
        // a parameter that is called as the scheme is
        for place in ["query", "header", "cookie"] {
            let server = fine();
            assert_eq!(
                code(&page(&server, scheme, &required("key", place), TOKEN)),
                "invalid-arguments",
                "{scheme} {place}"
            );
            assert!(server.lines().is_empty());
        }
    }
}

/// A key for which the document declares a scheme is no parameter; one for which it declares none is, and consent names it.
#[test]
fn an_api_key_is_no_parameter_where_it_has_a_scheme() {
    let scheme = r#"{"type": "apiKey", "in": "header", "name": "X-Key"}"#;
    let server = fine();
    assert_eq!(code(&page(&server, scheme, &required("key", "query"), VALUE)), "invalid-arguments");
    assert!(server.lines().is_empty());

    let other = r#"{"other": {"value": "secret-of-the-shop"}}"#;
    assert_eq!(code(&page(&server, scheme, &required("other", "query"), other)), "-");
    assert_eq!(server.lines(), ["GET /page?other=secret-of-the-shop"]);
    let token = other.replace("value", "token");
    assert_eq!(code(&page(&server, scheme, &required("other", "query"), &token)), "invalid-arguments");
    assert_eq!(
        code(&page(&server, scheme, &required("Referer", "header"), &other.replace("other", "Referer"))),
        "invalid-arguments"
    );
    assert_eq!(server.lines().len(), 1);
}

#[test]
fn an_api_key_is_in_no_header_that_means_something_else() {
    for name in [
        "Host",
        "host",
        "Cookie",
        "Set-Cookie",
        "Content-Type",
        "Content-Length",
        "content_length",
        "Content-Language",
        "Transfer-Encoding",
        "TE",
        "Connection",
        "Upgrade",
        "Expect",
        "Accept",
        "Accept-Language",
        "User-Agent",
        "Referer",
        "Origin",
        "Range",
        "If-Match",
        "Forwarded",
        "X-Forwarded-Host",
        "X_Forwarded_For",
        "X-HTTP-Method-Override",
        "X-Original-URL",
        "Proxy-Authorization",
        "Sec-Fetch-Site",
        "Signature",
        "Signature-Key",
        "Idempotency-Key",
        "Lock-Token",
        "Surrogate-Key",
        "Sec-WebSocket-Key",
        "X-Forwarded-Access-Token",
        "X-Original-Authorization",
        "X-Http-Method-Key",
        "X-Real-Ip",
        "True-Client-IP",
        "X-Auth-Request-User",
        "X-Remote-User",
        "X-Accel-Redirect",
        "X-Amz-Target",
        "Destination",
        "",
        "x y",
        "x\\r\\ny",
    ] {
        let server = fine();
        let scheme = format!(r#"{{"type": "apiKey", "in": "header", "name": "{name}"}}"#);
        let report = page(&server, &scheme, "", VALUE);
        assert!(["auth-malformed", "invalid-arguments"].contains(&code(&report)), "{name}: {:?}", report.error);
        assert!(server.lines().is_empty(), "{name}");
    }
    for name in [
        "X-Key",
        "Authorization",
        "apikey",
        "PRIVATE-TOKEN",
        "APCA-API-KEY-ID",
        "Ocp-Apim-Subscription-Key",
        "X-Auth-Token",
        "X-API-Key",
        "api_key",
        "x-goog-api-key",
        "DD-API-KEY",
        "DD-APPLICATION-KEY",
        "X-MBX-APIKEY",
        "X-Vault-Token",
        "X-Auth-Email",
        "Client-ID",
        "X-TrackerToken",
    ] {
        let server = fine();
        let scheme = format!(r#"{{"type": "apiKey", "in": "header", "name": "{name}"}}"#);
        assert_eq!(code(&page(&server, &scheme, "", VALUE)), "-", "{name}");
        assert_eq!(server.asked()[0].header(name), Some(SECRET));
    }
}

#[test]
fn the_name_of_a_cookie_makes_no_other_cookies() {
    for name in ["sid=x; admin", "a b", "a;b", "a\\r\\nb", ""] {
        let server = fine();
        let scheme = format!(r#"{{"type": "apiKey", "in": "cookie", "name": "{name}"}}"#);
        assert_eq!(code(&page(&server, &scheme, "", VALUE)), "auth-malformed", "{name}");
        assert!(server.lines().is_empty(), "{name}");
    }
}

/// A key that names another method makes one.
#[test]
fn no_scheme_makes_another_method() {
    let server = fine();
    let scheme = r#"{"type": "apiKey", "in": "query", "name": "_method"}"#;
    assert_eq!(code(&page(&server, scheme, "", r#"{"key": {"value": "DELETE"}}"#)), "invalid-arguments");
    assert!(server.lines().is_empty());
}

/// By the type of the scheme, as docs/guides/flows.md says; the message says which is expected.
#[test]
fn each_type_of_scheme_takes_one_kind_of_credential() {
    let schemes = [
        (r#"{"type": "apiKey", "in": "header", "name": "X-API-Key"}"#, "value"),
        (r#"{"type": "apiKey", "in": "query", "name": "k"}"#, "value"),
        (r#"{"type": "http", "scheme": "bearer"}"#, "token"),
        (r#"{"type": "http", "scheme": "Basic"}"#, "username"),
        (r#"{"type": "oauth2", "flows": {}}"#, "token"),
        (r#"{"type": "openIdConnect", "openIdConnectUrl": "https://a.example/"}"#, "token"),
    ];
    let credentials = [
        ("value", r#""value": "secret-of-the-shop""#),
        ("token", r#""token": "secret-of-the-shop""#),
        ("username", r#""username": "kim", "password": "secret-of-the-shop""#),
    ];
    for (scheme, expected) in schemes {
        for (kind, credential) in credentials {
            let server = fine();
            let report = page(&server, scheme, "", &format!(r#"{{"key": {{{credential}}}}}"#));
            if kind == expected {
                assert_eq!(code(&report), "-", "{scheme} {kind}: {:?}", report.error);
                continue;
            }
            assert_eq!(code(&report), "auth-malformed", "{scheme} {kind}");
            let message = report.error.unwrap().message;
            assert!(message.contains(&format!("expected `{expected}`")), "{message}");
            assert!(server.lines().is_empty());
        }
    }
}
