//! What requests may say: bodies are objects with known members, queries have known parameters; what is refused is told in their terms.

use crate::http::served::{Answer, Served};

const JSON: &[(&str, &str)] = &[("Content-Type", "application/json")];

/// What a refusal says: 400, and no word of the language that this is written in.
fn refusal(answer: &Answer, of: &str) -> String {
    let said = answer.json();
    assert_eq!((answer.status, said["errorCode"].as_str()), (400, Some("INVALID_ARGUMENT")), "{of}: {answer:?}");
    let message = said["message"].as_str().unwrap().to_owned();
    for word in ["struct", "enum", "variant", "tuple", "u64", "i64", "usize", "map", "sequence", "deserialize"] {
        assert!(!message.split(|c: char| !c.is_alphanumeric()).any(|found| found == word), "{of}: {message}");
    }
    message
}

#[test]
fn bodies_are_objects_with_members_that_are_known() {
    let served = Served::demo(&["--rate", "1000"]);
    let facet = |members: &str| format!(r#"{{"resultType": {{"facets": [{{{members}}}]}}}}"#);
    let rows = [
        ("/search", "[]".to_owned(), "in the request body: found an array, expected an object"),
        (
            "/search",
            r#"[{"text": "tea"}, "none", 5, null]"#.to_owned(),
            "in the request body: found an array, expected an object",
        ),
        ("/search", "\"tea\"".to_owned(), "in the request body: found a string, expected an object"),
        ("/search", "{".to_owned(), "in the request body, at 1:"),
        ("/search", String::new(), "in the request body, at 1:"),
        ("/search", "{}".to_owned(), "at /query of the request body: this member is required"),
        (
            "/search",
            r#"{"query": ["tea", {}]}"#.to_owned(),
            "at /query of the request body: found an array, expected an object",
        ),
        (
            "/search",
            r#"{"query": {"text": ["tea"]}}"#.to_owned(),
            "at /query/text of the request body: found an array, expected a string",
        ),
        (
            "/search",
            r#"{"query": {"text": null}}"#.to_owned(),
            "at /query/text of the request body: found null, expected a string",
        ),
        (
            "/search",
            r#"{"query": {"text": " "}}"#.to_owned(),
            "at /query/text of the request body: the text is missing",
        ),
        ("/search", r#"{"query": {"text": "a", "text": "b"}}"#.to_owned(), "the member name \"text\" already appears"),
        (
            "/search",
            r#"{"query": {"text": "a", "words": 1}}"#.to_owned(),
            "at /query of the request body: unknown member \"words\"; known members: text, filter, @context",
        ),
        (
            "/search",
            r#"{"query": {"text": "a"}, "a\nb\u001b[2J": 1}"#.to_owned(),
            r#"unknown member "a\nb\u{1b}[2J"; known members: query"#,
        ),
        (
            "/search",
            r#"{"query": {"text": "a"}, "pageSize": "5"}"#.to_owned(),
            "at /pageSize of the request body: found a string, expected an integer",
        ),
        (
            "/search",
            r#"{"query": {"text": "a"}, "pageSize": 1.5}"#.to_owned(),
            "at /pageSize of the request body: found 1.5, expected an integer of at least 0",
        ),
        (
            "/search",
            r#"{"query": {"text": "a"}, "pageSize": -1}"#.to_owned(),
            "at /pageSize of the request body: found -1, expected an integer of at least 0",
        ),
        (
            "/search",
            r#"{"query": {"text": "a"}, "pageToken": 7}"#.to_owned(),
            "at /pageToken of the request body: found a number, expected a string",
        ),
        (
            "/search",
            r#"{"query": {"text": "a"}, "federation": "all"}"#.to_owned(),
            "at /federation of the request body: found \"all\", expected one of auto, referrals, none",
        ),
        (
            "/search",
            r#"{"query": {"text": "a", "filter": [["type", "x"]]}}"#.to_owned(),
            "at /query/filter of the request body: found an array, expected an object",
        ),
        (
            "/search",
            r#"{"query": {"text": "a", "filter": {"type": 1}}}"#.to_owned(),
            "at /query/filter of the request body: found a number, expected a string, a boolean or strings for \"type\"",
        ),
        (
            "/search",
            r#"{"query": {"text": "a", "filter": {"type": ["x", true]}}}"#.to_owned(),
            "found an array, expected a string, a boolean or strings for \"type\"",
        ),
        (
            "/search",
            r#"{"query": {"text": "a", "filter": {"colour": "red"}}}"#.to_owned(),
            "at /query/filter of the request body: unknown field \"colour\"; known fields for filters",
        ),
        ("/explore", "[]".to_owned(), "in the request body: found an array, expected an object"),
        ("/explore", "[{}, {\"facets\": []}]".to_owned(), "in the request body: found an array, expected an object"),
        ("/explore", "{}".to_owned(), "at /resultType of the request body: this member is required"),
        (
            "/explore",
            r#"{"resultType": [[]]}"#.to_owned(),
            "at /resultType of the request body: found an array, expected an object",
        ),
        (
            "/explore",
            r#"{"resultType": {"facets": {}}}"#.to_owned(),
            "at /resultType/facets of the request body: found an object, expected an array",
        ),
        (
            "/explore",
            r#"{"resultType": {"facets": [["type"]]}}"#.to_owned(),
            "at /resultType/facets/0 of the request body: found an array, expected an object",
        ),
        ("/explore", facet(""), "at /resultType/facets/0/field of the request body: this member is required"),
        (
            "/explore",
            facet(r#""field": "colour""#),
            "at /resultType/facets/0/field of the request body: unknown field \"colour\"",
        ),
        (
            "/explore",
            facet(r#""field": "type", "limit": -1"#),
            "at /resultType/facets/0/limit of the request body: found -1, expected an integer of at least 0",
        ),
        (
            "/explore",
            facet(r#""field": "type", "minCount": true"#),
            "at /resultType/facets/0/minCount of the request body: found a boolean, expected an integer",
        ),
        (
            "/explore",
            facet(r#""field": "type", "size": 1"#),
            "unknown member \"size\"; known members: field, limit, minCount",
        ),
    ];
    let mut wrong = Vec::new();
    for (path, body, expected) in &rows {
        let message = refusal(&served.send("POST", path, JSON, body.as_bytes()), body);
        if !message.contains(expected) {
            wrong.push(format!("{body}: {message}\nexpected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // bytes that are no text
    refusal(&served.send("POST", "/search", JSON, b"{\"query\": {\"text\": \"\xff\"}}"), "0xff");
    // what is as it should be, with every member
    let whole = r#"{"query": {"@context": [], "text": "tea", "filter": {"type": [], "verified": true}}, "federation": "auto", "pageSize": 5e0}"#;
    assert_eq!(served.send("POST", "/search", JSON, whole.as_bytes()).status, 200);
    assert_eq!(
        served.send("POST", "/explore", JSON, facet(r#""field": "type", "limit": 0, "minCount": 0"#).as_bytes()).status,
        200
    );
}

#[test]
fn queries_have_parameters_that_are_known() {
    let served = Served::demo(&["--rate", "1000"]);
    for (target, expected) in [
        ("/search?q=tea&filter=x", "unknown parameter \"filter\"; known parameters: q, pageSize, pageToken"),
        ("/agents?q=tea", "unknown parameter \"q\"; known parameters: filter, orderBy, pageSize, pageToken"),
        ("/search?q=tea&q=coffee", "the parameter q occurs twice"),
        ("/search?pageSize=ten", "the parameter pageSize is \"ten\", expected an integer"),
        ("/search?pageSize=", "the parameter pageSize is \"\", expected an integer"),
        (
            "/agents?pageSize=99999999999999999999",
            "the parameter pageSize is \"99999999999999999999\", expected an integer",
        ),
        ("/search?pageSize=-1", "the page size is -1, expected"),
        ("/search?q=%ff%fe", "the parameter \"q\" is not percent-encoded UTF-8"),
        ("/search?%ff=1", "is not percent-encoded UTF-8"),
        ("/agents?orderBy=colour", "orderBy is one of: identifier"),
        ("/agents?pageToken=xyz", "invalid page token"),
        ("/search?q=(", "at offset 1 of the search"),
    ] {
        let message = refusal(&served.get(target), target);
        assert!(message.contains(expected), "{target}: {message}");
    }
    assert_eq!(served.get("/search?pageSize=3&q=").status, 200);
    assert_eq!(served.get("/search?").status, 200);
}
