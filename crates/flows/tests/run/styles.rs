//! How values become parts of a request: styles of parameters, and paths that stay on their server.

use super::shop::{arazzo, code, compiled, dry_run, runner};
use adp_flows::run::RunReport;
use serde_json::{Value, json as value};

/// The request of an operation with this path and parameter, which is given this value.
fn planned(path: &str, parameter: Option<&Value>, given: &str) -> RunReport {
    let document = value!({
        "openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": "https://api.example.com"}],
        "paths": {path: {"get": {"operationId": "o", "parameters": parameter.into_iter().collect::<Vec<_>>(), "responses": {}}}},
    });
    let parameters = parameter.map(|it| value!({"name": it["name"], "in": it["in"], "value": "GIVEN"}));
    let step = value!({"stepId": "s", "operationId": "o", "parameters": parameters.into_iter().collect::<Vec<_>>()});
    let workflow = value!({"workflowId": "w", "steps": [step]});
    // as text, for the order of its members
    let workflow = workflow.to_string().replace("\"GIVEN\"", given);
    dry_run(&runner(&[]), &compiled(&arazzo(&workflow), &[document.to_string()]), "w", "{}")
}

/// The text of a parameter `color` at its place, or the code of the error.
fn written(place: &str, more: &str, given: &str) -> String {
    let mut parameter: Value = serde_json::from_str(more).unwrap();
    (parameter["name"], parameter["in"]) = (value!("color"), value!(place));
    let path = if place == "path" { "/{color}" } else { "/" };
    let report = planned(path, Some(&parameter), given);
    let Some(request) = report.steps[0].request.as_ref() else { return code(&report).to_owned() };
    let url = request.url.strip_prefix("https://api.example.com/").unwrap();
    match place {
        "header" => request.headers.get("color").unwrap().as_str().unwrap().to_owned(),
        "query" => url.strip_prefix('?').unwrap_or(url).to_owned(),
        _ => url.to_owned(),
    }
}

const LIST: &str = r#"["blue", "black", "brown"]"#;
const OBJECT: &str = r#"{"R": 100, "G": 200, "B": 150}"#;

/// The table of OpenAPI 3.1.1, section 4.8.12.4, row by row. A path segment is neither empty nor a dot.
#[test]
fn the_table_of_the_specification() {
    // location, style, explode, and the texts of "", "blue", LIST and OBJECT
    let rows = "
        path matrix false ;color ;color=blue ;color=blue,black,brown ;color=R,100,G,200,B,150
        path matrix true ;color ;color=blue ;color=blue;color=black;color=brown ;R=100;G=200;B=150
        path label false invalid-reference .blue .blue,black,brown .R,100,G,200,B,150
        path label true invalid-reference .blue .blue.black.brown .R=100.G=200.B=150
        path simple false invalid-reference blue blue,black,brown R,100,G,200,B,150
        header simple true - blue blue,black,brown R=100,G=200,B=150
        query form false color= color=blue color=blue,black,brown color=R,100,G,200,B,150
        query form true color= color=blue color=blue&color=black&color=brown R=100&G=200&B=150
        query spaceDelimited false color= color=blue color=blue%20black%20brown color=R%20100%20G%20200%20B%20150
        query pipeDelimited false color= color=blue color=blue%7Cblack%7Cbrown color=R%7C100%7CG%7C200%7CB%7C150";
    for row in rows.trim().lines() {
        let words: Vec<&str> = row.split_whitespace().collect();
        let (place, style, explode) = (words[0], words[1], words[2]);
        let object = format!(r#"{{"style": "{style}", "explode": {explode}}}"#);
        let found = ["\"\"", "\"blue\"", LIST, OBJECT].map(|given| written(place, &object, given));
        let found = found.map(|text| if text.is_empty() { "-".to_owned() } else { text });
        assert_eq!(found, words[3..], "{row}");
    }
    assert_eq!(
        written("query", r#"{"style": "deepObject", "explode": true}"#, OBJECT),
        "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"
    );
}

#[test]
fn what_is_reserved_is_encoded_and_what_ends_a_value_always_is() {
    let text = "\"a&b=c#d/e?f%g h;i@é\\r\\n\"";
    assert_eq!(written("query", "{}", text), "color=a%26b%3Dc%23d%2Fe%3Ff%25g%20h%3Bi%40%C3%A9%0D%0A");
    let reserved = r#"{"allowReserved": true}"#;
    assert_eq!(written("query", reserved, text), "color=a%26b%3Dc%23d/e?f%25g%20h;i@%C3%A9%0D%0A");
    // by hand, from RFC 6570, section 3.2.3
    assert_eq!(written("query", reserved, "\"a%2Fb%26c%2f100% %G0%2\""), "color=a%2Fb%26c%2f100%25%20%25G0%252");
    assert_eq!(written("query", reserved, r#"["%41", "%é"]"#), "color=%41&color=%25%C3%A9");
    assert_eq!(written("query", "{}", "\"a%2Fb\""), "color=a%252Fb");
    assert_eq!(written("path", "{}", "\"..a,b\""), "..a%2Cb");
    assert_eq!(written("path", "{}", "\"../a,b\""), "invalid-reference");
    assert_eq!(written("path", r#"{"style": "label"}"#, "\".\""), "invalid-reference");
    assert_eq!(written("path", r#"{"style": "matrix"}"#, "\"a/b\""), "invalid-reference");
    assert_eq!(written("path", "{}", "[\"a,b\", \"c\"]"), "a%2Cb,c");
}

#[test]
fn what_has_no_form_is_refused() {
    for (place, more, given) in [
        ("query", "{}", r#"[["a"]]"#),
        ("path", "{}", r#"{"a": {"b": 1}}"#),
        ("query", r#"{"style": "matrix"}"#, "1"),
        ("path", r#"{"style": "form"}"#, "1"),
    ] {
        assert_eq!(written(place, more, given), "invalid-arguments", "{place} {more} {given}");
    }
}

#[test]
fn no_path_leads_to_another_origin() {
    for (path, expected) in [
        ("/orders/%2e%20", "-"),
        ("@evil.example/x", "auth-origin"),
        (".evil.example/x", "auth-origin"),
        (":8443/x", "auth-origin"),
        ("x", "auth-origin"),
        ("?x=1", "invalid-url"),
        ("/x?y=1", "invalid-url"),
        ("/x#y", "invalid-url"),
        // dots are found however they are written
        ("/a/../b", "invalid-reference"),
        ("/a/.", "invalid-reference"),
        ("/%2E%2e/b", "invalid-reference"),
        ("/.%2e", "invalid-reference"),
        ("/a\\..\\b", "invalid-reference"),
        ("/a/.../b", "-"),
        ("/a/..b", "-"),
        ("/", "-"),
    ] {
        let report = planned(path, None, "null");
        assert_eq!(code(&report), expected, "{path}");
        let url = report.steps[0].request.as_ref().map(|request| request.url.as_str());
        assert_eq!(url.is_some(), expected == "-", "{path}");
        assert!(url.is_none_or(|url| url == format!("https://api.example.com{path}")), "{url:?}");
    }
}
