//! OpenAPI: its rules, the documents of the services, references, overrides.

mod official_schemas;
mod structure;

use crate::flows::samples::{SERVICES, check, errors, formats, found, options, parse};
use adp_fixtures::third_party;
use adp_flows::{
    OPENAPI,
    agents_json::AgentsJson,
    openapi::{Location, NoFiles, OpenApi, OperationMethod},
};
use agent_description::{
    CodedError, Json, Limits,
    diagnostic::{CheckReport, Severity, example_faults},
    format::{self, Beside},
};
use std::{cell::RefCell, collections::HashMap};

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let faults = example_faults(OPENAPI.rules, |text| check(OPENAPI, text, false), &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn yaml_is_known_by_its_member() {
    for (text, expected) in [
        ("openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n", "openapi"),
        ("# a comment\n---\n'openapi': 3.0.3\npaths: {}\n", "openapi"),
        ("{\"openapi\": \"3.1.0\", \"paths\": {}}", "openapi"),
        // what is wrong with a text in YAML is said of it
        ("openapi: 3.1.0\npaths: {a: 1, a: 2}\n", "json-duplicate-key"),
        ("openapi: [\n", "yaml-syntax"),
        ("openapi: 3.1.0\n", "-"),
        ("swagger: '2.0'\npaths: {}\n", "-"),
        ("  openapi: 3.1.0\n", "-"),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
    let report = check(OPENAPI, "openapi: 3.1.0\ninfo: {title: A}\npaths: {}\n", false);
    let told: Vec<String> = report.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["2:7: error[missing]: `info` has no `version`"]);
}

/// Where the document of each source of a service is; the others are not there.
const SOURCES: [(&str, &str, &str); 9] = [
    ("alpaca", "alpacatrading", "trading_openapi.yaml"),
    ("alpaca", "alpacamarketdata", "marketdata_openapi.yaml"),
    ("giphy", "giphy", "openapi.yaml"),
    ("hubspotcontacts", "hubspotcontacts", "openapi.yaml"),
    ("linkup", "linkup", "openapi.yaml"),
    ("linkup", "linkup", "openapi.json"),
    ("resend", "resend", "openapi.yaml"),
    ("slack", "slack", "openapi.yaml"),
    ("theodds", "theodds", "openapi.yaml"),
];

fn text(service: &str, file: &str) -> String {
    third_party::read(&format!("interop/agents-json/{service}/{file}"))
}

/// How many operations each service's actions call, by research: alpaca 14, giphy 6, hubspot 10, linkup 1, resend 26, slack 24, theodds 13.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn every_document_loads_and_every_operation_of_a_flow_is_there() {
    let mut resolved = HashMap::new();
    for (service, source, file) in SOURCES {
        let document = OpenApi::parse(text(service, file).as_bytes()).unwrap();
        let report = check(OPENAPI, &text(service, file), false);
        // judged by hand: `summary` of the Info Object came with OpenAPI 3.1, and Slack's document says 3.0.0
        let wrong: &[&str] = match service {
            "slack" => &["21:3: error[unknown-member]: `info` has no member \"summary\""],
            _ => &[],
        };
        assert_eq!(errors(&report), wrong, "{service} {file}");
        let openapi = OpenApi::compile(document, &NoFiles).unwrap();
        for operation in openapi.operations() {
            let parameters = operation.parameters().unwrap();
            assert!(parameters.iter().all(|it| it.location != Location::Path || it.required), "{:?}", operation.id());
            operation.body().unwrap();
            operation.success().unwrap();
            assert!(operation.servers().iter().all(|url| url.starts_with("http") && !url.contains('{')), "{service}");
        }
        let flows = AgentsJson::read(&parse(adp_flows::AGENTS_JSON, &text(service, "agents.json"))).flows;
        for action in flows.iter().flat_map(|flow| &flow.actions).filter(|it| it.source_id.as_deref() == Some(source)) {
            let id = action.operation_id.as_deref().unwrap();
            // the same document in JSON has other ids
            if file.ends_with(".json") {
                continue;
            }
            assert_eq!(openapi.operation(id).unwrap().id(), Some(id));
            *resolved.entry(service).or_insert(0) += 1;
        }
    }
    for (service, operations) in [
        ("alpaca", 14),
        ("giphy", 6),
        ("hubspotcontacts", 10),
        ("linkup", 1),
        ("resend", 26),
        ("slack", 24),
        ("theodds", 13),
    ] {
        assert!(SERVICES.contains(&service));
        assert_eq!(resolved[service], operations, "{service}");
    }
    third_party::ran("openapi-sources", SOURCES.len());
}

const SHOP: &str = r##"
openapi: 3.0.3
info: {title: Shop, version: "1"}
servers: [{url: "https://{region}.shop.example/v1", variables: {region: {default: eu}}}]
security: [{key: []}]
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: full, in: query, schema: {type: boolean}}
    get:
      operationId: getOrder
      security: []
      parameters:
        - {name: full, in: query, required: true, schema: {$ref: "#/components/schemas/Full"}}
        - {$ref: "parameters.yaml#/page"}
      responses: {default: {description: no}, "200": {$ref: "#/components/responses/Order"}}
    put:
      operationId: changeOrder
      servers: [{url: "https://write.shop.example"}]
      requestBody: {$ref: "#/components/requestBodies/Order"}
      responses: {"204": {description: ok}}
components:
  schemas:
    Full: {$ref: "#/components/schemas/Flag"}
    Flag: {type: boolean}
    Order: {type: object}
    Loop: {$ref: "#/components/schemas/Pool"}
    Pool: {$ref: "#/components/schemas/Loop"}
  requestBodies:
    Order: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
  responses:
    Order: {description: An order, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
"##;

#[derive(Debug, Default)]
struct Files {
    files: HashMap<&'static str, &'static str>,
    asked: RefCell<Vec<String>>,
}

impl Beside for Files {
    fn read(&self, name: &str, _: usize) -> Result<Vec<u8>, String> {
        self.asked.borrow_mut().push(name.to_owned());
        self.files.get(name).map(|text| text.as_bytes().to_vec()).ok_or_else(|| "no such file".to_owned())
    }
}

fn files(files: &[(&'static str, &'static str)]) -> Files {
    Files { files: files.iter().copied().collect(), asked: RefCell::default() }
}

const PARAMETERS: (&str, &str) = ("parameters.yaml", "page: {$ref: 'more/page.yaml'}\n");
const PAGE: (&str, &str) = ("more/page.yaml", "name: page\nin: query\nschema: {$ref: '../parameters.yaml#/missing'}\n");
const PAGE_SOUND: (&str, &str) =
    ("more/page.yaml", "name: page\nin: query\nschema: {$ref: '#/is'}\nis: {type: integer}\n");

fn shop(beside: &dyn Beside) -> OpenApi {
    OpenApi::compile(OpenApi::parse(SHOP.as_bytes()).unwrap(), beside).unwrap()
}

#[test]
fn an_operation_is_what_its_path_its_document_and_the_files_beside_say() {
    let files = files(&[PARAMETERS, PAGE_SOUND]);
    let shop = shop(&files);
    assert_eq!(*files.asked.borrow(), ["parameters.yaml", "more/page.yaml"]);
    let get = shop.operation("getOrder").unwrap();
    assert_eq!((get.method(), get.path()), (OperationMethod::Get, "/orders/{id}"));
    let parameters = get.parameters().unwrap();
    let told: Vec<_> = parameters
        .iter()
        .map(|it| {
            let kind = it.schema.and_then(|at| at.json.get("type")?.as_str()).unwrap_or_default();
            (it.name.as_str(), it.location.as_str(), it.required, kind)
        })
        .collect();
    assert_eq!(
        told,
        [("id", "path", true, "string"), ("full", "query", true, "boolean"), ("page", "query", false, "integer")]
    );
    assert_eq!(get.servers(), ["https://eu.shop.example/v1"]);
    assert!(get.security().is_empty() && get.body().unwrap().is_none());
    assert_eq!(get.success().unwrap()[0].1.unwrap().json.to_compact(), r#"{"type":"object"}"#);
    let put = shop.operation("changeOrder").unwrap();
    assert_eq!(put.servers(), ["https://write.shop.example"]);
    let body = put.body().unwrap().unwrap();
    assert!(body.required && body.content[0].0 == "application/json");
    let security = put.security();
    assert_eq!((security[0][0].name.as_str(), security[0][0].object.is_some()), ("key", true));
    assert!(shop.operation("noOrder").is_none());
    assert!(shop.number_at("/orders/{id}", OperationMethod::Put).is_some());
}

#[test]
fn references_that_lead_nowhere_are_told_where_they_are_needed() {
    // the file is not there; it is, and what it refers to is not
    for (files, message) in [
        (files(&[]), "the file of the reference \"parameters.yaml#/page\" was not read"),
        (files(&[PARAMETERS, PAGE]), "the reference \"../parameters.yaml#/missing\" does not resolve"),
    ] {
        let shop = shop(&files);
        let error = shop.operation("getOrder").unwrap().parameters().unwrap_err();
        assert_eq!((error.code().as_str(), error.to_string().as_str()), ("invalid-reference", message));
        assert!(shop.operation("changeOrder").unwrap().parameters().is_ok());
    }
    for (reference, ends) in [
        ("#/components/schemas/Loop", "is a chain of more than 32 references"),
        ("#/components/schemas/none", "does not resolve"),
        ("#components", "does not resolve"),
        ("#/paths/~1orders~1{id}/get/parameters/9", "does not resolve"),
    ] {
        let text = SHOP.replace("#/components/schemas/Full\"", &format!("{reference}\""));
        let document = OpenApi::parse(text.as_bytes()).unwrap();
        let report = check(OPENAPI, &text, false);
        let told: Vec<&str> = report
            .diagnostics
            .iter()
            .filter(|it| it.severity == Severity::Error && !it.pointer.as_deref().unwrap().starts_with("/components"))
            .map(|it| it.message.as_str())
            .collect();
        assert!(told.len() == 1 && told[0].ends_with(ends), "{reference}: {told:?}");
        let files = files(&[PARAMETERS, PAGE_SOUND]);
        let shop = OpenApi::compile(document, &files).unwrap();
        assert!(files.asked.borrow().iter().all(|name| files.files.contains_key(name.as_str())), "{reference}");
        let error = shop.operation("getOrder").unwrap().parameters().unwrap_err();
        assert!(error.to_string().ends_with(ends), "{reference}: {error}");
    }
}

/// They are valid, and are not read: what needs them cannot be called.
#[test]
fn references_outside_of_the_folder_are_noted() {
    for reference in ["https://a.example/x.yaml", "../x.yaml", "/etc/passwd"] {
        let text = SHOP.replace("#/components/schemas/Full\"", &format!("{reference}\""));
        let report = check(OPENAPI, &text, false);
        let told: Vec<String> = report.diagnostics.iter().map(ToString::to_string).collect();
        let expected = format!(
            "the file {reference:?} is not in the document's folder, and is not read: references to it are unresolved"
        );
        assert!(errors(&report).iter().all(|it| it.ends_with("is a chain of more than 32 references")), "{report:?}");
        assert!(told.iter().any(|it| it.ends_with(&format!("note[invalid-reference]: {expected}"))), "{told:?}");
        let shop =
            OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &files(&[PARAMETERS, PAGE_SOUND])).unwrap();
        let error = shop.operation("getOrder").unwrap().parameters().unwrap_err();
        assert!(error.to_string().ends_with("or to a file in its folder"), "{error}");
    }
}

/// JSON Schema 2020-12, core, section 8.2; OpenAPI 3.1.1, section 4.6; 3.2.0, section 4.1.1 (`$self`).
#[test]
fn schemas_are_found_by_their_identifiers_and_anchors() {
    const DOCUMENT: &str = r##"{"openapi": "3.2.0", "$self": "https://a.example/api", "info": {"title": "a", "version": "1"},
      "paths": {"/a": {"get": {"operationId": "a", "x-policy": {"$ref": "#/none"}, "responses": {"200": {}},
        "parameters": [{"name": "a", "in": "query", "schema": {"$ref": "REFERENCE"}}]}}},
      "components": {"schemas": {
        "R": {"$id": "https://s.example/r", "$anchor": "top", "title": "R", "$defs": {"s": {"$anchor": "s", "title": "s"}}, "$ref": "#/$defs/s"},
        "Q": {"$id": "https://s.example/q", "title": "Q", "properties": {"r": {"$ref": "r#s"}}},
        "RX": {"$anchor": "x", "title": "X"}}}}"##;
    for (reference, title) in [
        ("https://s.example/q", Some("Q")),
        ("https://s.example/q#", Some("Q")),
        ("https://s.example/r#s", Some("s")),
        ("https://s.example/r#/$defs/s", Some("s")),
        ("https://a.example/api#/components/schemas/Q", Some("Q")),
        ("#s", Some("s")),
        ("#x", Some("X")),
        // nobody has these; `RX` is no part of `R`
        ("https://s.example/r#x", None),
        ("https://s.example/q#s", None),
        ("https://s.example/q#/$defs/s", None),
        ("https://s.example/p", None),
        ("#p", None),
    ] {
        let text = DOCUMENT.replace("REFERENCE", reference);
        let report = check(OPENAPI, &text, false);
        let is_outside = title.is_none() && reference.starts_with("http");
        assert_eq!(
            errors(&report).len(),
            usize::from(title.is_none() && !is_outside),
            "{reference}: {:?}",
            errors(&report)
        );
        let api = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap();
        let parameters = api.operation("a").unwrap().parameters();
        let found = parameters.ok().and_then(|all| Some(all[0].schema?.json.get("title")?.as_str()?.to_owned()));
        assert_eq!(found.as_deref(), title, "{reference}");
    }
    // of a file beside the document
    let beside = files(&[("more/s.yaml", "$defs:\n  n: {$anchor: n, title: N}\n  m: {$ref: '#n'}\n")]);
    for (reference, title) in [
        ("more/s.yaml#n", Some("N")),
        ("more/s.yaml#/$defs/n", Some("N")),
        ("more/s.yaml#/$defs/m", Some("N")),
        ("more/s.yaml#s", None),
    ] {
        let text = DOCUMENT.replace("REFERENCE", reference);
        let api = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &beside).unwrap();
        let parameters = api.operation("a").unwrap().parameters();
        let found = parameters.ok().and_then(|all| Some(all[0].schema?.json.get("title")?.as_str()?.to_owned()));
        assert_eq!(found.as_deref(), title, "{reference}");
    }
}

#[test]
fn what_is_new_in_3_2_is_called_or_noted() {
    const DOCUMENT: &str = r##"{"openapi": "3.2.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": "https://a.example", "name": "main"}],
      "paths": {"/a": {
        "query": {"operationId": "search", "requestBody": {"content": {"application/json": {"$ref": "#/components/mediaTypes/term"}}}, "responses": {"200": {"summary": "Found"}}},
        "get": {"operationId": "all", "parameters": [{"name": "q", "in": "querystring", "content": {"application/json": {}}}, {"name": "c", "in": "cookie", "style": "cookie", "schema": {}}], "responses": {"200": {"summary": "All"}}},
        "additionalOperations": {"LOCK": {"operationId": "lock", "responses": {"200": {"summary": "Locked"}}}}}},
      "components": {"mediaTypes": {"term": {"schema": {"title": "term"}}}}}"##;
    let report = check(OPENAPI, DOCUMENT, false);
    let told: Vec<(&str, &str)> = report.diagnostics.iter().map(|it| (it.rule.id, it.message.as_str())).collect();
    assert_eq!(
        told,
        [
            ("openapi-not-called", "a parameter in `querystring` of OpenAPI 3.2 cannot be called"),
            ("openapi-not-called", "the style `cookie` of OpenAPI 3.2 cannot be called"),
            ("openapi-not-called", "`additionalOperations` of OpenAPI 3.2 cannot be called"),
        ]
    );
    let api = OpenApi::compile(OpenApi::parse(DOCUMENT.as_bytes()).unwrap(), &NoFiles).unwrap();
    assert_eq!(api.ids().collect::<Vec<_>>(), ["search", "all"]);
    let search = api.operation("search").unwrap();
    assert!((search.method().name(), search.method().is_safe()) == ("QUERY".to_owned(), true));
    let body = search.body().unwrap().unwrap();
    assert_eq!(body.content[0].1.unwrap().json.get("title").and_then(Json::as_str), Some("term"));
}

#[test]
fn swagger_is_named() {
    const DOCUMENT: &str = r#"{"swagger": "2.0", "info": {"title": "a", "version": "1"}, "paths": {}}"#;
    let error = format::read(DOCUMENT.as_bytes(), &formats(), &Limits::default()).unwrap_err();
    assert!(
        error.to_string().contains("openapi (missing `openapi`: Swagger 2.0 is to be converted to OpenAPI 3)"),
        "{error}"
    );
    let error = OpenApi::compile(OpenApi::parse(DOCUMENT.as_bytes()).unwrap(), &NoFiles).unwrap_err();
    assert!(error.to_string().contains("convert Swagger 2.0 to OpenAPI 3"), "{error}");
}

#[test]
fn a_file_is_named_from_the_first_document_s_folder() {
    for (holder, path, expected) in [
        ("", "common.yaml", Some("common.yaml")),
        ("", "./schemas/a%20b.yaml", Some("schemas/a b.yaml")),
        ("schemas/order.yaml", "item.yaml", Some("schemas/item.yaml")),
        ("schemas/order.yaml", "../common.yaml", Some("common.yaml")),
        ("schemas/order.yaml", "../../etc/passwd", None),
        ("", "../openapi.yaml", None),
        ("", "%2e%2e/openapi.yaml", None),
        ("", "/etc/passwd", None),
        ("", "//host/share", None),
        ("", "https://a.example/b.yaml", None),
        ("", "file:///etc/passwd", None),
        ("", "C:\\a", None),
        ("", "..\\a", None),
        ("", ".", None),
    ] {
        let refers = format!("{{\"$ref\": {path:?}}}");
        let files = files(&[("schemas/order.yaml", refers.clone().leak())]);
        let first = if holder.is_empty() { refers } else { format!("{{\"$ref\": {holder:?}}}") };
        let text = format!("{{\"openapi\": \"3.1.0\", \"first\": {first}}}");
        OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &files).unwrap();
        let asked = files.asked.borrow();
        let asked: Vec<&str> = asked.iter().map(String::as_str).filter(|name| *name != holder).collect();
        assert_eq!(asked, Vec::from_iter(expected), "{holder} {path}");
    }
}

#[test]
fn an_override_changes_the_named_operation_and_no_other() {
    let mut shop = shop(&files(&[PARAMETERS, PAGE_SOUND]));
    shop.change("getOrder", "parameters.0.required", Json::from(false)).unwrap();
    shop.change("getOrder", "parameters.0.schema.type", Json::from("string")).unwrap();
    let full = |shop: &OpenApi, id: &str| {
        let parameters = shop.operation(id).unwrap().parameters().unwrap();
        let full = parameters.iter().find(|it| it.name == "full").unwrap();
        (full.required, full.schema.unwrap().json.get("type").unwrap().as_str().unwrap().to_owned())
    };
    assert_eq!(full(&shop, "getOrder"), (false, "string".to_owned()));
    assert_eq!(full(&shop, "changeOrder"), (false, "boolean".to_owned()));
    for (id, path, code) in [
        ("noOrder", "parameters.0.required", "invalid-reference"),
        ("getOrder", "parameters.7.required", "invalid-reference"),
        ("getOrder", "parameters.x.required", "invalid-reference"),
        ("getOrder", "parameters.0.schema.a.b", "invalid-reference"),
        // in another file
        ("getOrder", "parameters.1.required", "invalid-reference"),
        ("getOrder", "", "invalid-reference"),
        ("getOrder", "a.", "invalid-reference"),
        // nothing would come of these
        ("getOrder", "method", "invalid-reference"),
        ("getOrder", "path", "invalid-reference"),
        ("getOrder", "operationId", "invalid-reference"),
        ("getOrder", "url.x", "invalid-reference"),
    ] {
        assert_eq!(shop.change(id, path, Json::from(true)).unwrap_err().code().as_str(), code, "{path}");
    }
    assert_eq!(full(&shop, "getOrder"), (false, "string".to_owned()));
}

#[test]
fn what_is_said_once_for_all_operations_is_shown_within_bounds() {
    let document = |requirements: usize, paths: usize| {
        let security = vec![r#"{"a": []}"#; requirements].join(",");
        let paths: Vec<String> = (0..paths).map(|at| format!(r#""/{at}": {{"get": {{"responses": {{}}}}}}"#)).collect();
        let root = format!(r#""openapi": "3.1.0", "info": {{"title": "A", "version": "1"}}, "security": [{security}]"#);
        parse(OPENAPI, &format!("{{{root}, \"paths\": {{{}}}}}", paths.join(",")))
    };
    let shown = |document: &agent_description::Document| {
        OPENAPI.show(document, &options()).map(drop).map_err(|error| error.code().as_str())
    };
    assert_eq!(shown(&document(100, 1000)), Ok(()));
    assert_eq!(shown(&document(3000, 3000)), Err("jsonld-budget"));
}

#[test]
fn what_is_hostile_is_bounded() {
    // each path stands for one with many members, each reference for one that is far down
    let many: String = (0..40_000).map(|at| format!("\"x-{at}\": 0, ")).collect();
    let paths: String = (0..40_000).map(|at| format!("\"/{at}\": {{\"$ref\": \"#/x-one\"}}, ")).collect();
    let text = format!(
        "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"a\", \"version\": \"1\"}}, \"paths\": {{{paths} \"/\": {{}}}}, \"x-one\": {{{many} \"get\": {{}}}}}}"
    );
    let started = std::time::Instant::now();
    check(OPENAPI, &text, false);
    let openapi = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap();
    assert!(openapi.operations().count() < 200);
    assert!(OPENAPI.show(&parse(OPENAPI, &text), &crate::flows::samples::options()).is_ok());
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    for odd in ["3.3.0", "2.0", "3.0", "3.1.x", "3.10.0", ""] {
        let text = format!("{{\"openapi\": {odd:?}, \"paths\": []}}");
        let error = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap_err();
        assert_eq!(error.code().as_str(), "unsupported-version", "{odd}");
        assert!(check(OPENAPI, &text, false).diagnostics.iter().any(|it| it.rule.id == "openapi-version"));
    }
}

#[test]
fn references_to_files_are_checked_where_the_files_are_and_else_told_to_be_unresolved() {
    const DOCUMENT: &str = "openapi: 3.1.0
info: {title: a, version: '1'}
paths: {}
components:
  parameters: {page: {$ref: 'parameters.yaml#/page'}}
  schemas: {a: {$ref: 'gone.yaml#/a'}, b: {$ref: 'gone.yaml#/b'}, c: {$ref: '#/components/schemas/a'}, d: {$ref: 'parameters.yaml'}}
";
    let document = parse(OPENAPI, DOCUMENT);
    let told = |report: &CheckReport| -> Vec<String> { report.diagnostics.iter().map(ToString::to_string).collect() };
    let options = crate::flows::samples::options();
    let alone = OPENAPI.check(&document, &options);
    assert_eq!(
        told(&alone),
        [
            "5:29: note[invalid-reference]: the file \"parameters.yaml\" is not available here: references to it are unresolved",
            "6:23: note[invalid-reference]: the file \"gone.yaml\" is not available here: references to it are unresolved",
        ]
    );
    let gone = "the file \"gone.yaml\" cannot be read: no such file";
    let beside = |all: &[(&'static str, &'static str)]| OPENAPI.check_beside(&document, &files(all), &options);
    for (all, expected) in [
        (&[PARAMETERS, PAGE_SOUND][..], vec![]),
        // found in a file, told where the document comes to it
        (
            &[PARAMETERS, PAGE],
            vec![
                "5:29: error[invalid-reference]: in the file \"more/page.yaml\": the reference \"../parameters.yaml#/missing\" does not resolve",
            ],
        ),
        (
            &[PARAMETERS],
            vec![
                "5:29: error[invalid-reference]: in the file \"parameters.yaml\": the file \"more/page.yaml\" cannot be read: no such file",
            ],
        ),
        (
            &[("parameters.yaml", "page: [")],
            vec!["5:29: error[invalid-reference]: the file \"parameters.yaml\" cannot be read: "],
        ),
    ] {
        let report = beside(all);
        let all = told(&report);
        let errors: Vec<&String> = all.iter().filter(|it| !it.contains(gone)).collect();
        for expected in &expected {
            assert!(errors.iter().any(|it| it.starts_with(expected)), "{expected} {errors:?}");
        }
        assert_eq!(errors.is_empty(), expected.is_empty(), "{errors:?}");
        assert!(all.iter().any(|it| it == &format!("6:23: error[invalid-reference]: {gone}")), "{all:?}");
        assert!(all.iter().any(|it| it == &format!("6:50: error[invalid-reference]: {gone}")), "{all:?}");
        assert!(!report.is_valid());
    }
    let sound = [PARAMETERS, PAGE_SOUND, ("gone.yaml", "{a: {type: string}, b: {}}")];
    assert!(beside(&sound).diagnostics.is_empty());
    // each file refers to another one: that there are too many is told once, and at the reference what is not known
    struct Endless;
    impl Beside for Endless {
        fn read(&self, name: &str, _: usize) -> Result<Vec<u8>, String> {
            Ok(format!("a: {{$ref: 'x{name}#/a'}}").into_bytes())
        }
    }
    let endless = parse(
        OPENAPI,
        "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\ncomponents: {schemas: {a: {$ref: 'a.yaml'}}}\n",
    );
    let report = OPENAPI.check_beside(&endless, &Endless, &options);
    let all = told(&report);
    assert!(all.len() == 1 && all[0].contains("more than 64 files"), "{all:?}");
}

fn target(server: &str, path: &str) -> Result<(String, String), String> {
    let text = format!(
        r#"{{"openapi": "3.1.0", "servers": [{{"url": "{server}"}}], "paths": {{"{path}": {{"put": {{"operationId": "a"}}}}}}}}"#
    );
    let source = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap();
    let found = source.operation("a").unwrap().target("https://r.example/api/openapi.json", &[("id", "urn:a/b ?")]);
    found.map(|(url, origin)| (url, origin.to_string())).map_err(|error| error.to_string())
}

#[test]
fn a_value_stays_in_its_segment() {
    for (server, path, url, origin) in [
        ("/", "/agents/{id}", "https://r.example/agents/urn:a%2Fb%20%3F", "https://r.example"),
        (
            "v1",
            "/agents/{id}/document",
            "https://r.example/api/v1/agents/urn:a%2Fb%20%3F/document",
            "https://r.example",
        ),
        ("https://other.example/x/", "/{id}", "https://other.example/x/urn:a%2Fb%20%3F", "https://other.example"),
    ] {
        assert_eq!(target(server, path).unwrap(), (url.to_owned(), origin.to_owned()));
    }
    for (server, path) in [
        ("/", "/agents/{other}"),
        ("/", "/agents/{id}x"),
        ("ftp://r.example", "/{id}"),
        ("https://u@r.example", "/{id}"),
    ] {
        assert!(target(server, path).is_err(), "{server} {path}");
    }
}
