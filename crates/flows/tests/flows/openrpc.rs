//! OpenRPC: rules, comparison, and calls by JSON-RPC 2.0. Verdicts are by hand, after the specifications.

use crate::flows::samples::{check, errors, found, options, parse};
use adp_compare::{
    diff::{Class, diff},
    lock::LockedFile,
};
use adp_fixtures::third_party;
use adp_flows::{OPENRPC, openrpc::RpcCall};
use agent_description::{
    CodedError, Limits,
    diagnostic::{CheckReport, Diagnostic, Severity, example_faults},
    format::{ADP, ANP_07},
    json,
};
use serde_json::{Value, json};

/// Every kind of object that OpenRPC has.
fn document() -> Value {
    json!({
        "openrpc": "1.3.2",
        "info": {"title": "Rooms", "version": "1", "description": "d", "termsOfService": "https://a.example/t",
            "contact": {"name": "n", "email": "e", "url": "u"}, "license": {"name": "n", "url": "u"}},
        "externalDocs": {"url": "https://a.example/d", "description": "d"},
        "servers": [{"url": "https://{host}/rpc", "name": "n", "summary": "s", "description": "d",
            "variables": {"host": {"default": "a.example", "description": "d", "enum": ["a.example"]}}}],
        "methods": [{
            "name": "search", "summary": "s", "description": "d", "deprecated": false, "paramStructure": "by-name",
            "tags": [{"name": "t", "description": "d", "externalDocs": {"url": "u"}}, {"$ref": "#/components/tags/t"}],
            "params": [{"name": "nights", "required": true, "summary": "s", "description": "d", "schema": {"type": "integer", "minimum": 1}},
                {"$ref": "#/components/contentDescriptors/view"}],
            "result": {"name": "rooms", "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Room"}}},
            "errors": [{"code": 7, "message": "m", "data": {}}, {"$ref": "#/components/errors/e"}],
            "links": [{"name": "l", "method": "book", "summary": "s", "description": "d", "params": {}, "server": {"url": "u"}}],
            "examples": [{"name": "e", "description": "d", "params": [{"name": "nights", "value": 2, "summary": "s"}],
                "result": {"name": "r", "value": [{"number": "7"}]}}],
            "servers": [{"url": "https://a.example/rpc"}], "externalDocs": {"url": "u"}
        }, {"name": "book", "params": [], "result": {"$ref": "#/components/contentDescriptors/view"}}],
        "components": {
            "schemas": {"Room": {"type": "object", "properties": {"number": {"type": "string"}}}},
            "contentDescriptors": {"view": {"name": "view", "schema": {"type": "string"}}},
            "errors": {"e": {"code": 8, "message": "m"}}, "tags": {"t": {"name": "u"}}
        }
    })
}

#[test]
fn each_rule_has_an_example_that_breaks_it_alone_and_one_that_breaks_none() {
    let faults = example_faults(OPENRPC.rules, |text| check(OPENRPC, text, false), &[]);
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A JSON Pointer, the value to write there, and rule and pointer of each finding.
type Change = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// A change by its JSON Pointer, what stands there then (null: nothing), and what is found: rule and pointer. After the meta-schema of OpenRPC 1.3.2.
const CHANGES: &[Change] = &[
    ("/x-own", "{}", &[]),
    ("/methods/0/x-own", "1", &[]),
    ("/components/examples", r#"{"e": {"name": "e", "value": null}}"#, &[]),
    // what ANP-07 adds
    ("/security", r#"[{"didwba": []}]"#, &[]),
    ("/components/securitySchemes", r#"{"didwba": {"type": "http"}}"#, &[]),
    ("/openrpc", "null", &[("openrpc-structure", "")]),
    ("/openrpc", "\"1.4.0\"", &[]),
    ("/openrpc", "\"1.0.0-rc1\"", &[]),
    ("/openrpc", "\"3.1.0\"", &[("openrpc-version", "/openrpc")]),
    ("/info", "null", &[("openrpc-structure", "")]),
    ("/info/version", "2", &[("openrpc-structure", "/info/version")]),
    ("/info/titel", "\"t\"", &[("openrpc-member", "/info/titel")]),
    ("/methods", "{}", &[("openrpc-structure", "/methods")]),
    ("/methods/1/params", "null", &[("openrpc-structure", "/methods/1")]),
    (
        "/methods/1/name",
        "\"\"",
        &[("openrpc-structure", "/methods/1/name"), ("openrpc-link", "/methods/0/links/0/method")],
    ),
    ("/methods/1/deprecated", "\"no\"", &[("openrpc-structure", "/methods/1/deprecated")]),
    ("/methods/0/paramStructure", "\"by-names\"", &[("openrpc-structure", "/methods/0/paramStructure")]),
    ("/methods/0/params/0/schema", "null", &[("openrpc-structure", "/methods/0/params/0")]),
    (
        "/methods/0/params/0/schema",
        "7",
        &[("openrpc-structure", "/methods/0/params/0/schema"), ("openrpc-schema", "/methods/0/params/0/schema")],
    ),
    ("/methods/0/params/0/requird", "true", &[("openrpc-member", "/methods/0/params/0/requird")]),
    ("/methods/0/params/1/name", "\"x\"", &[("openrpc-member", "/methods/0/params/1/name")]),
    (
        "/methods/0/params/1/$ref",
        "\"#/components/contentDescriptors/views\"",
        &[("openrpc-reference", "/methods/0/params/1/$ref")],
    ),
    (
        "/methods/0/params/1/$ref",
        "\"https://b.example/view.json\"",
        &[("openrpc-schema-usable", "/methods/0/params/1/$ref")],
    ),
    (
        "/methods/0/result/schema/items/$ref",
        "\"#/components/schemas/Rooms\"",
        &[("openrpc-reference", "/methods/0/result/schema/items/$ref")],
    ),
    ("/methods/0/errors/0/code", "1.5", &[("openrpc-structure", "/methods/0/errors/0/code")]),
    ("/methods/0/errors/0/code", "8", &[("openrpc-error-code", "/components/errors/e/code")]),
    ("/methods/0/examples/0/params", "[]", &[("openrpc-example", "/methods/0/examples/0/params")]),
    ("/methods/0/examples/0/params/0/value", "\"two\"", &[("openrpc-example", "/methods/0/examples/0/params/0/value")]),
    (
        "/methods/0/examples/0/result/value",
        "[{\"number\": 7}]",
        &[("openrpc-example", "/methods/0/examples/0/result/value/0/number")],
    ),
    ("/components/schemas/Room/type", "\"objekt\"", &[("openrpc-schema", "/components/schemas/Room/type")]),
    ("/servers/0/url", "null", &[("openrpc-structure", "/servers/0")]),
    ("/servers/0/variables/host/default", "null", &[("openrpc-structure", "/servers/0/variables/host")]),
];

/// The rules that are broken, and where: `RULE POINTER`.
fn told(report: &CheckReport) -> Vec<String> {
    let place = |it: &Diagnostic| format!("{} {}", it.rule.id, it.pointer.as_deref().unwrap_or_default());
    let mut told: Vec<String> = report.diagnostics.iter().map(place).collect();
    told.sort_unstable();
    told
}

#[test]
fn a_change_is_found_where_it_is() {
    assert_eq!(told(&check(OPENRPC, &document().to_string(), true)), [""; 0]);
    for (pointer, value, expected) in CHANGES {
        let mut changed = document();
        let (holder, last) = pointer.rsplit_once('/').unwrap();
        let holder = changed.pointer_mut(holder).unwrap();
        match (serde_json::from_str(value).unwrap(), holder.is_array()) {
            (Value::Null, false) => drop(holder.as_object_mut().unwrap().remove(last)),
            (value, _) => holder[last] = value,
        }
        let report = check(OPENRPC, &changed.to_string(), false);
        let mut expected: Vec<String> = expected.iter().map(|(rule, place)| format!("{rule} {place}")).collect();
        expected.sort_unstable();
        assert_eq!(told(&report), expected, "{pointer} is {value}");
    }
}

#[test]
fn a_word_that_is_nearly_known_is_told_with_what_was_meant() {
    let mut wrong = document();
    wrong["methods"][0]["paramStructure"] = json!("by-names");
    wrong["methods"][0]["links"][0]["method"] = json!("bok");
    wrong["methods"][0]["params"][0]["desciption"] = json!("d");
    let report = check(OPENRPC, &wrong.to_string(), false);
    let help: Vec<_> = report.diagnostics.iter().map(|it| it.help.as_deref().unwrap_or_default()).collect();
    for meant in ["by-name", "book"] {
        assert!(help.iter().any(|help| help.contains(&format!("did you mean {meant:?}?"))), "{help:?}");
    }
    assert_eq!(report.diagnostics.len(), 3, "{:?}", told(&report));
}

#[test]
fn a_document_is_known_by_its_content() {
    assert_eq!(found(&document().to_string()), "openrpc");
    assert_eq!(found(r#"{"openrpc": "1.3.2", "info": {}}"#), "openrpc");
    assert_eq!(found("openrpc: 1.3.2\nmethods: []\ninfo: {title: a, version: '1'}\n"), "openrpc");
    assert_eq!(found(r#"{"methods": []}"#), "-");
    assert_eq!(OPENRPC.profile(&parse(OPENRPC, &document().to_string())), "openrpc/1.3.2");
}

/// A description with this `content` in an interface of this protocol.
fn with_content(protocol: &str, content: &str) -> String {
    format!(
        r#"{{"protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "A", "did": "did:wba:a.example", "security": "s",
          "securityDefinitions": {{"s": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}},
          "interfaces": [{{"type": "StructuredInterface", "protocol": "{protocol}", "description": "D", "content": {content}}}]}}"#
    )
}

#[test]
fn the_content_of_an_interface_is_checked_in_its_place() {
    for (protocol, content, expected) in [
        ("openrpc", document().to_string(), vec![]),
        ("JSON-RPC 2.0", "\"x\"".to_owned(), vec!["openrpc-structure /interfaces/0/content"]),
        ("openrpc", r#"{"openrpc": "1.3.2"}"#.to_owned(), vec!["openrpc-structure /interfaces/0/content"; 2]),
        ("MCP", "\"x\"".to_owned(), vec![]),
    ] {
        let text = with_content(protocol, &content);
        let report = check(ANP_07, &text, false);
        let mut report = report;
        report.diagnostics.retain(|it| it.severity == Severity::Error);
        assert_eq!(told(&report), expected, "{protocol} {content}");
    }
    // what JSON-LD calls by other names
    let linked = r#"{"@context": "https://agent-network-protocol.com/ad#", "@type": "AgentDescription",
      "ad:interfaces": [{"ad:protocol": "openrpc", "ad:content": "x"}]}"#;
    assert!(check(ADP, linked, false).diagnostics.iter().any(|it| it.rule.id == "openrpc-structure"));
    // beyond the structure, by the format that the content is of
    let mut twice = document();
    twice["methods"][1]["name"] = json!("search");
    let description = parse(ANP_07, &with_content("openrpc", &twice.to_string()));
    let [part] = (ANP_07.embedded)(&description)[..] else { panic!("one interface") };
    let report = OPENRPC.check_embedded(&description, part, &options());
    let told = told(&report);
    assert!(told.contains(&"openrpc-method-name /interfaces/0/content/methods/1/name".to_owned()), "{told:?}");
}

#[test]
fn changes_have_the_class_of_what_they_do_to_callers() {
    let old = parse(OPENRPC, &document().to_string());
    let change = |edit: &dyn Fn(&mut Value)| {
        let mut new = document();
        edit(&mut new);
        let changes = diff(OPENRPC, &old, &parse(OPENRPC, &new.to_string())).unwrap();
        changes.iter().map(|change| (change.class(), change.pointer.clone())).collect::<Vec<_>>()
    };
    let of = |class: Class, pointer: &str| vec![(class, pointer.to_owned())];
    assert_eq!(change(&|new| new["methods"][1]["summary"] = json!("s")), of(Class::Text, "/methods/1/summary"));
    assert_eq!(change(&|new| drop(new["methods"].as_array_mut().unwrap().pop())), of(Class::Breaking, "/methods/1"));
    assert_eq!(
        change(&|new| new["methods"][0]["params"][0]["schema"]["minimum"] = json!(2)),
        of(Class::Breaking, "/methods/0/params/0/schema/minimum")
    );
    assert_eq!(change(&|new| new["servers"][0]["url"] = json!("https://b.example/")), of(Class::Breaking, "/servers"));
    assert_eq!(change(&|new| new["methods"].as_array_mut().unwrap().reverse()), of(Class::Cosmetic, "/methods"));
}

#[test]
fn methods_are_locked_shown_and_found() {
    let document = parse(OPENRPC, &document().to_string());
    let locked = LockedFile::for_document("openrpc.json", OPENRPC, &document).unwrap();
    let parts: Vec<_> = locked.parts.iter().map(|part| (part.pointer.as_str(), part.name.as_str())).collect();
    assert_eq!(parts, [("/methods/0", "search"), ("/methods/1", "book")]);
    let shown = OPENRPC.show(&document, &options()).unwrap();
    let shown: Value = serde_json::from_str(&shown.to_compact()).unwrap();
    assert_eq!(
        shown["methods"][0]["params"][1],
        json!({"name": "view", "required": false, "description": null, "type": "string"})
    );
    assert_eq!(OPENRPC.links(&document)[0].url, "https://{host}/rpc");
    assert_eq!(OPENRPC.summary(&document).tools.len(), 2);
}

fn prepared(method: &str, arguments: Value) -> Result<RpcCall, String> {
    let document = parse(OPENRPC, &document().to_string());
    let arguments = json::parse(arguments.to_string().as_bytes(), &Limits::default()).unwrap();
    RpcCall::prepare(document.root(), method, &arguments, None).map_err(|error| format!("{}: {error}", error.code()))
}

#[test]
fn a_request_has_arguments_that_fit_or_is_not_made() {
    let call = prepared("search", json!({"nights": 2})).unwrap();
    assert_eq!(call.url().as_str(), "https://a.example/rpc");
    assert_eq!(
        serde_json::from_str::<Value>(&call.request().to_compact()).unwrap(),
        json!({"jsonrpc": "2.0", "id": 1, "method": "search", "params": {"nights": 2}})
    );
    // a method that takes names is sent names
    let call = prepared("search", json!([2, "sea"])).unwrap();
    assert_eq!(call.request().get("params").unwrap().to_compact(), r#"{"nights":2,"view":"sea"}"#);
    assert!(prepared("book", json!({})).unwrap().request().get("params").is_none());
    for (method, arguments, expected) in [
        ("serch", json!({}), "invalid-reference: unknown method \"serch\"; did you mean \"search\"?"),
        ("search", json!({}), "invalid-arguments: the arguments of \"search\" do not fit: the value has no \"nights\""),
        (
            "search",
            json!({"nights": 0}),
            "invalid-arguments: the arguments of \"search\" do not fit: `/nights` is 0, expected at least 1",
        ),
        ("search", json!({"night": 2}), "invalid-arguments: unknown argument \"night\"; did you mean \"nights\"?"),
        (
            "search",
            json!([1, "sea", 3]),
            "invalid-arguments: the arguments of \"search\" do not fit: there are 3, expected at most 2",
        ),
        (
            "search",
            json!("x"),
            "invalid-arguments: the arguments of \"search\" do not fit: they are a string, expected an object or an array",
        ),
    ] {
        assert_eq!(prepared(method, arguments).unwrap_err(), expected);
    }
}

#[test]
fn arguments_by_position_leave_out_only_the_last() {
    let text = r#"{"servers": [{"url": "rpc"}], "methods": [{"name": "m", "paramStructure": "by-position", "result": {"name": "r", "schema": {}},
        "params": [{"name": "a", "schema": {}}, {"name": "b", "schema": {}}]}, {"name": "note", "params": []}]}"#;
    let document = json::parse(text.as_bytes(), &Limits::default()).unwrap();
    let base = url::Url::parse("https://a.example/x/openrpc.json").unwrap();
    let prepare = |method: &str, arguments: &str| {
        let arguments = json::parse(arguments.as_bytes(), &Limits::default()).unwrap();
        RpcCall::prepare(document.as_object().unwrap(), method, &arguments, Some(&base))
    };
    let call = prepare("m", r#"{"a": 1}"#).unwrap();
    assert_eq!(
        (call.url().as_str(), call.request().get("params").unwrap().to_compact()),
        ("https://a.example/x/rpc", "[1]".to_owned())
    );
    assert!(
        prepare("m", r#"{"b": 1}"#)
            .unwrap_err()
            .to_string()
            .contains("\"a\" is missing, and arguments are sent by position")
    );
    let note = prepare("note", "{}").unwrap();
    assert!(note.is_notification() && note.request().get("id").is_none());
    assert!(note.read(b"").unwrap().is_none());
}

/// JSON-RPC 2.0, section 5.
#[test]
fn a_response_is_one_to_the_request_or_an_error() {
    let call = prepared("search", json!({"nights": 2})).unwrap();
    let read = |response: Value| call.read(response.to_string().as_bytes());
    let result = read(json!({"jsonrpc": "2.0", "id": 1, "result": [{"number": "7"}]})).unwrap().unwrap();
    assert_eq!(result.to_compact(), r#"[{"number":"7"}]"#);
    for response in [
        json!([]),
        json!({"jsonrpc": "2.0", "id": 2, "result": []}),
        json!({"jsonrpc": "2.0", "id": "1", "result": []}),
        json!({"jsonrpc": "2.0", "result": []}),
        json!({"id": 1, "result": []}),
        json!({"jsonrpc": "1.0", "id": 1, "result": []}),
        json!({"jsonrpc": "2.0", "id": 1}),
        json!({"jsonrpc": "2.0", "id": 1, "result": [], "error": {"code": 1, "message": "m"}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": "m"}}),
        json!({"jsonrpc": "2.0", "id": 2, "error": {"code": 1, "message": "m"}}),
    ] {
        let malformed = read(response.clone()).unwrap_err();
        assert!(malformed.to_string().contains("is not JSON-RPC 2.0"), "{response}: {malformed}");
    }
    assert!(call.read(b"<html>").unwrap_err().to_string().contains("is not JSON-RPC 2.0"));
    let failed = read(json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32602, "message": "no"}})).unwrap_err();
    assert_eq!(
        (failed.code().as_str(), failed.to_string().as_str()),
        ("flow-failed", "\"search\" failed: error -32602 (invalid params): no")
    );
    let wrong = read(json!({"jsonrpc": "2.0", "id": 1, "result": [{"number": 7}]})).unwrap_err();
    assert_eq!(wrong.code().as_str(), "invalid-result");
    assert!(wrong.to_string().ends_with("`/0/number` is 7, expected string"), "{wrong}");
}

/// The SDK's own documents: the specification's example with its `security`, and one that stands in a description.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn documents_of_the_sdk_are_valid_and_callable() {
    let folder = "anp/anp/anp/anp_crawler/test";
    let text = third_party::read(&format!("{folder}/test_data_openrpc.json"));
    assert_eq!(found(&text), "openrpc");
    let report = check(OPENRPC, &text, false);
    assert_eq!(errors(&report), [""; 0]);
    let text = third_party::read(&format!("{folder}/test_data_embedded_openrpc.json"));
    let description = parse(ANP_07, &text);
    assert!(ANP_07.check(&description, &options()).is_valid());
    let part = (ANP_07.embedded)(&description)[0];
    let report = OPENRPC.check_embedded(&description, part, &options());
    assert_eq!(errors(&report), [""; 0]);
    let arguments = json!({"checkInDate": "2026-12-01", "checkOutDate": "2026-12-03", "guestCount": 11});
    let arguments = json::parse(arguments.to_string().as_bytes(), &Limits::default()).unwrap();
    let base = url::Url::parse("https://hotel-services.com/").unwrap();
    let error = RpcCall::prepare(part.as_object().unwrap(), "checkAvailability", &arguments, Some(&base)).unwrap_err();
    assert!(
        error.to_string().contains("`/guestCount` is 11, expected at most 10")
            || error.to_string().contains("no server"),
        "{error}"
    );
    third_party::ran("openrpc-documents", 2);
}

/// References cost about what the schemas cost that they lead to: beside a document of as many schemas without references, in the same run.
#[test]
fn many_references_to_many_schemas_are_resolved_in_proportion() {
    let document = |schema: &dyn Fn(usize) -> String| {
        let schemas: Vec<String> = (0..20_000).map(|at| format!("\"S{at}\": {}", schema(at))).collect();
        format!(
            r#"{{"openrpc": "1.3.2", "info": {{"title": "R", "version": "1"}}, "methods": [],
              "components": {{"schemas": {{{}, "S20000": {{}}}}}}}}"#,
            schemas.join(", ")
        )
    };
    let best = |text: &str| {
        let timed = (0..2).map(|_| {
            let begun = std::time::Instant::now();
            assert!(check(OPENRPC, text, false).is_valid());
            begun.elapsed()
        });
        timed.min().unwrap()
    };
    let plain = best(&document(&|_| r#"{"type": "string"}"#.to_owned()));
    let linked = best(&document(&|at| format!("{{\"$ref\": \"#/components/schemas/S{}\"}}", at + 1)));
    assert!(linked < plain * 6, "{linked:?} beside {plain:?}");
}
