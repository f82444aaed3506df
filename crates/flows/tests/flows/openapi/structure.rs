//! OpenAPI: what is wrong with parameters and request bodies, and that another validator sees the same.

use crate::flows::samples::{check, options};
use adp_fixtures::third_party;
use adp_flows::{OPENAPI, openapi::OpenApi};
use agent_description::format::Beside;
use serde_json::{Value, json};

/// A document with one operation, and more in the root.
fn document(version: &str, path: &str, operation: &str, more: &str) -> String {
    format!(
        r#"{{"openapi": "{version}", "info": {{"title": "A", "version": "1"}}, "paths": {{"{path}": {{"post": {{
          "operationId": "a", {operation}, "responses": {{"200": {{"description": "ok"}}}}}}}}}}{more}}}"#
    )
}

/// A path, its operation, more of the root, and what is found: the rule and the place.
type Case = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Written by hand, after OpenAPI 3.1.1.
const CASES: &[Case] = &[
    (
        "/a",
        r#""parameters": [{"name": "b", "in": "query", "schema": {}}, {"name": "b", "in": "header", "schema": {}}]"#,
        "",
        &[],
    ),
    (
        "/a",
        r#""parameters": [{"name": "b", "in": "query", "schema": {}}, {"name": "b", "in": "query", "schema": {}}]"#,
        "",
        &[("openapi-parameter-twice", "/paths/~1a/post/parameters/1")],
    ),
    (
        "/a",
        r##""parameters": [{"name": "x-b", "in": "header", "schema": {}}, {"$ref": "#/components/parameters/b"}]"##,
        r#", "components": {"parameters": {"b": {"name": "X-B", "in": "header", "schema": {}}}}"#,
        &[("openapi-parameter-twice", "/paths/~1a/post/parameters/1")],
    ),
    (
        "/a/{b}",
        r#""parameters": [{"name": "b", "in": "path", "required": true, "schema": {}}, {"name": "c", "in": "path", "required": true, "schema": {}}]"#,
        "",
        &[("openapi-path-parameter", "/paths/~1a~1{b}/post/parameters/1")],
    ),
    (
        "/a",
        r#""parameters": [{"name": "b", "in": "query", "style": "pipeDelimited", "schema": {}}, {"name": "c", "in": "cookie", "style": "form", "schema": {}}]"#,
        "",
        &[],
    ),
    (
        "/a",
        r#""parameters": [{"name": "b", "in": "query", "style": "simple", "schema": {}}, {"name": "X-C", "in": "header", "style": "form", "schema": {}},
            {"name": "d", "in": "cookie", "style": "deepObject", "schema": {}}]"#,
        "",
        &[
            ("openapi-style", "/paths/~1a/post/parameters/0/style"),
            ("openapi-style", "/paths/~1a/post/parameters/1/style"),
            ("openapi-style", "/paths/~1a/post/parameters/2/style"),
        ],
    ),
    (
        "/a/{b}",
        r##""parameters": [{"$ref": "#/components/parameters/b"}]"##,
        r#", "components": {"parameters": {"b": {"name": "b", "in": "path", "required": true, "style": "form", "schema": {}}}}"#,
        &[("openapi-style", "/components/parameters/b/style")],
    ),
    ("/a", r#""requestBody": {"content": {}}"#, "", &[]),
    ("/a", r#""requestBody": {"required": true}"#, "", &[("openapi-request-body", "/paths/~1a/post/requestBody")]),
    ("/a", r#""requestBody": {"content": []}"#, "", &[("openapi-request-body", "/paths/~1a/post/requestBody/content")]),
    ("/a", r#""requestBody": []"#, "", &[("openapi-request-body", "/paths/~1a/post/requestBody")]),
    (
        "/a",
        r##""requestBody": {"$ref": "#/components/requestBodies/b"}"##,
        r#", "components": {"requestBodies": {"b": {"description": "c"}}}"#,
        &[("openapi-request-body", "/components/requestBodies/b")],
    ),
    (
        "/a",
        r#""callbacks": {"b": {"{$request.body#/url}": {"post": {"requestBody": {}, "responses": {"200": {"description": "ok"}}}}}}"#,
        "",
        &[("openapi-request-body", "/paths/~1a/post/callbacks/b/{$request.body#~1url}/post/requestBody")],
    ),
    ("/a", r#""parameters": {"name": "b", "in": "query"}"#, "", &[("openapi-parameter", "/paths/~1a/post/parameters")]),
];

#[test]
fn parameters_and_bodies_are_those_that_the_specification_allows() {
    for version in ["3.0.4", "3.1.1"] {
        for (path, operation, more, expected) in CASES {
            let text = document(version, path, operation, more);
            let report = check(OPENAPI, &text, false);
            let found: Vec<_> =
                report.diagnostics.iter().map(|it| (it.rule.id, it.pointer.as_deref().unwrap_or_default())).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }
}

/// `in` is no name of a member in Python, whose programs write `in_`.
#[test]
fn a_parameter_with_in_of_python_is_told_its_name() {
    let operation = r#""parameters": [{"name": "b", "in_": "query", "schema": {}}]"#;
    let report = check(OPENAPI, &document("3.1.1", "/a", operation, ""), false);
    let found: Vec<_> =
        report.diagnostics.iter().map(|it| (it.rule.id, it.help.as_deref().unwrap_or_default())).collect();
    assert_eq!(found[0], ("openapi-parameter", "rename `in_` to `in`"), "{found:?}");
}

struct File(&'static str);

impl Beside for File {
    fn read(&self, _: &str, _: usize) -> Result<Vec<u8>, String> {
        Ok(self.0.as_bytes().to_vec())
    }
}

/// What is wrong in another file is told at the reference to it.
#[test]
fn a_body_and_a_parameter_of_another_file_are_checked() {
    let operation = r##""parameters": [{"$ref": "b.yaml#/p"}], "requestBody": {"$ref": "b.yaml#/b"}"##;
    let document = OpenApi::parse(document("3.1.1", "/a", operation, "").as_bytes()).unwrap();
    let file = File("p: {name: q, in: query, style: label}\nb: {description: none}\n");
    let report = OPENAPI.check_beside(&document, &file, &options());
    let found: Vec<_> =
        report.diagnostics.iter().map(|it| (it.rule.id, it.pointer.as_deref().unwrap_or_default())).collect();
    let expected =
        [("openapi-style", "/paths/~1a/post/parameters/0"), ("openapi-request-body", "/paths/~1a/post/requestBody")];
    assert_eq!(found, expected);
}

/// The schemas of the OpenAPI Initiative, which openapi-spec-validator has.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn the_official_schemas_refuse_what_is_refused_here() {
    // no JSON Schema tells capital letters, or follows a reference
    let is_in_prose = |more: &str| more.contains("X-B");
    let mut documents: Vec<Value> = Vec::new();
    let mut expected = Vec::new();
    for version in ["3.0.4", "3.1.1"] {
        for (path, operation, more, found) in CASES.iter().filter(|case| !is_in_prose(case.2)) {
            documents.push(serde_json::from_str(&document(version, path, operation, more)).unwrap());
            expected.push(!found.is_empty());
        }
    }
    let answers = third_party::answers_of_python(
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interop/openapi_document.py"),
        &documents,
    );
    for ((document, answer), is_wrong) in documents.iter().zip(&answers).zip(&expected) {
        assert_eq!(*answer != json!([]), *is_wrong, "{document}: {answer}");
    }
    third_party::ran("interop-openapi-structure", documents.len());
}
