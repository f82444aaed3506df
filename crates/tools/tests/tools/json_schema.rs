//! Schemas that others wrote, the hostile ones too: each ends within its bounds.

use adp_tools::json_schema::{FaultKind, Schema, SchemaFault, Unfit};
use agent_description::{
    ReadLimits,
    json::{Json, parse},
};
use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// What any of these may take, on a busy machine and without optimization.
const SOON: Duration = Duration::from_secs(20);

fn json(text: &str) -> Json {
    parse(text.as_bytes(), ReadLimits::new(16 << 20).any_number()).unwrap()
}

fn compiled(text: &str) -> Schema {
    Schema::compile(&json(text)).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

fn refused(text: &str) -> SchemaFault {
    let begun = Instant::now();
    let faults = Schema::compile(&json(text)).unwrap_err();
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    faults.into_iter().next().unwrap()
}

fn validated(schema: &Schema, value: &str) -> Result<(), Unfit> {
    let value = json(value);
    let begun = Instant::now();
    let answer = schema.validate(&value);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    answer
}

/// How a value is refused, in words.
fn said(schema: &str, value: &str) -> Vec<String> {
    match validated(&compiled(schema), value) {
        Ok(()) => Vec::new(),
        Err(unfit) => unfit.mismatches().iter().map(|found| found.message.clone()).collect(),
    }
}

#[test]
fn values_are_told_from_others_with_their_places() {
    let schema = r##"{"type": "object", "required": ["from"], "additionalProperties": false, "properties": {
        "from": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"}, "nights": {"$ref": "#/$defs/count"},
        "room": {"enum": ["single", "double"]}, "guests": {"type": "array", "uniqueItems": true, "maxItems": 2, "items": {"type": "string"}},
        "rate": {"type": ["number", "null"], "multipleOf": 0.5}},
        "$defs": {"count": {"type": "integer", "minimum": 1}}}"##;
    assert_eq!(
        said(schema, r#"{"from": "2026-11", "nights": 2.0, "room": "single", "rate": null, "guests": ["a", "b"]}"#),
        [""; 0]
    );
    for (value, message) in [
        (r#"{}"#, "the value has no \"from\""),
        (r#"{"from": "soon"}"#, "`/from` is \"soon\", expected a match of \"^[0-9]{4}-[0-9]{2}$\""),
        (r#"{"from": "2026-11", "nights": 1.5}"#, "`/nights` is 1.5, expected integer"),
        (r#"{"from": "2026-11", "nights": "2"}"#, "`/nights` is \"2\", expected integer"),
        (r#"{"from": "2026-11", "nights": 0}"#, "`/nights` is 0, expected at least 1"),
        (r#"{"from": "2026-11", "room": "suite"}"#, "`/room` is \"suite\", expected one of \"single\", \"double\""),
        (r#"{"from": "2026-11", "guests": ["a", "a"]}"#, "`/guests` has two equal elements, expected unique elements"),
        (r#"{"from": "2026-11", "rate": 0.7}"#, "`/rate` is 0.7, expected a multiple of 0.5"),
        (r#"{"from": "2026-11", "beds": 1}"#, "the value has the unknown member \"beds\""),
        (r#"[]"#, "the value is an array, expected object"),
    ] {
        assert_eq!(said(schema, value), [message], "{value}");
    }
    let value = json("{\"from\": \"2026-11\",\n  \"guests\": [\"a\", 7]}");
    let found = compiled(schema).validate(&value).unwrap_err();
    let found = &found.mismatches()[0];
    assert_eq!((found.pointer.as_str(), found.keyword.as_str(), found.offset.get()), ("/guests/1", "type", Some(38)));
}

#[test]
fn invalid_schemas_are_told_with_what_was_meant() {
    for (schema, kind, message) in [
        (r#"7"#, FaultKind::Invalid, "the schema is a number, expected an object"),
        (r#"{"type": "int"}"#, FaultKind::Invalid, "unknown JSON Schema type \"int\""),
        (r#"{"properties": []}"#, FaultKind::Invalid, "`/properties` is an array, expected object in the schema"),
        (
            r#"{"items": {"minLength": -1}}"#,
            FaultKind::Invalid,
            "`/items/minLength` is -1, expected at least 0 in the schema",
        ),
        (r#"{"pattern": "("}"#, FaultKind::Invalid, "`/pattern` is \"(\", expected the format \"regex\" in the schema"),
        (
            r#"{"$schema": "https://a.example/own"}"#,
            FaultKind::Dialect,
            "the dialect is \"https://a.example/own\", expected one from draft 4 to 2020-12",
        ),
        (r#"{"$schema": 7}"#, FaultKind::Dialect, "the dialect is a number, expected one from draft 4 to 2020-12"),
        (
            r##"{"$ref": "#/$defs/a"}"##,
            FaultKind::Reference,
            "$ref refers to \"#/$defs/a\", which the schema does not have",
        ),
        (r##"{"$ref": "#a"}"##, FaultKind::Reference, "$ref refers to \"#a\", which the schema does not have"),
        (
            r##"{"items": {"$ref": "a.json"}}"##,
            FaultKind::Reference,
            "$ref refers to \"a.json\", which the schema does not have",
        ),
        (
            r#"{"$ref": "https://a.example/s"}"#,
            FaultKind::Remote,
            "$ref refers to \"https://a.example/s\", outside of the document; it is not fetched",
        ),
        (
            r#"{"$ref": "file:///etc/passwd"}"#,
            FaultKind::Remote,
            "$ref refers to \"file:///etc/passwd\", outside of the document; it is not fetched",
        ),
        (
            r##"{"$ref": "#"}"##,
            FaultKind::Endless,
            "the schema refers to itself for the same value (infinite recursion)",
        ),
        (
            r##"{"anyOf": [{"type": "string"}, {"not": {"$ref": "#"}}]}"##,
            FaultKind::Endless,
            "the schema refers to itself for the same value (infinite recursion)",
        ),
    ] {
        let fault = refused(schema);
        assert_eq!((fault.kind, fault.message.as_str()), (kind, message), "{schema}");
    }
    assert_eq!(refused(r#"{"items": {"type": "Str"}}"#).meant, Some(("Str".to_owned(), "string".to_owned())));
    for lookaround in ["(?=a)b", "(?<!a)b", r"(a)\\1"] {
        assert_eq!(refused(&format!(r#"{{"pattern": "{lookaround}"}}"#)).kind, FaultKind::Pattern, "{lookaround}");
        assert_eq!(refused(&format!(r#"{{"patternProperties": {{"{lookaround}": true}}}}"#)).kind, FaultKind::Pattern);
    }
}

#[test]
fn references_within_the_schema_work() {
    let list = r##"{"$id": "https://a.example/list", "type": "object", "properties": {"next": {"$ref": "list"}, "n": {"$ref": "#n"}, "m": {"$ref": "other#/x"}},
        "$defs": {"n": {"$anchor": "n", "type": "integer"}, "o": {"$id": "other", "x": {"type": "null"}}}}"##;
    assert_eq!(said(list, r#"{"n": 1, "next": {"n": 2, "m": null, "next": {"n": 3}}}"#), [""; 0]);
    assert_eq!(said(list, r#"{"next": {"next": {"n": "3"}}}"#), ["`/next/next/n` is \"3\", expected integer"]);
    assert_eq!(said(list, r#"{"m": 1}"#), ["`/m` is 1, expected null"]);
    let tree = r##"{"$dynamicAnchor": "node", "type": "object", "properties": {"children": {"items": {"$dynamicRef": "#node"}}}}"##;
    assert_eq!(
        said(tree, r#"{"children": [{}, {"children": [7]}]}"#),
        ["`/children/1/children/0` is 7, expected object"]
    );
    let draft_7 = r##"{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"a": {"type": "integer"}}, "items": [{"$ref": "#/definitions/a"}]}"##;
    assert_eq!(said(draft_7, r#"["x"]"#), ["`/0` is \"x\", expected integer"]);
    assert_eq!(said(r#"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#, r#"{"type": "int"}"#).len(), 1);
    // what nothing refers to is no reference
    assert_eq!(said(r#"{"const": {"$ref": "https://a.example/"}}"#, r#"{"$ref": "https://a.example/"}"#), [""; 0]);
}

#[test]
fn references_that_multiply_are_refused_before_they_are_followed() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let mut schema = String::from(r##"{"$ref": "#/$defs/a0", "$defs": {"##);
        for n in 0..40 {
            write!(
                schema,
                r##""a{n}": {{"{keyword}": [{{"$ref": "#/$defs/a{m}"}}, {{"$ref": "#/$defs/a{m}"}}]}}, "##,
                m = n + 1
            )
            .unwrap();
        }
        schema.push_str(r#""a40": {"type": "string"}}}"#);
        for value in ["7", "\"a\"", "{}", "[1, 2]"] {
            assert_eq!(validated(&compiled(&schema), value), Err(Unfit::TooMuch), "{keyword} {value}");
        }
    }
    // each level of the value doubles it
    let twice = r##"{"allOf": [{"properties": {"a": {"$ref": "#"}}}, {"additionalProperties": {"$ref": "#"}}, {"items": {"$ref": "#"}}, {"contains": {"$ref": "#"}}]}"##;
    let objects = format!("{}1{}", r#"{"a": "#.repeat(40), "}".repeat(40));
    let arrays = format!("{}1{}", "[".repeat(40), "]".repeat(40));
    let twice = compiled(twice);
    assert_eq!(validated(&twice, &objects), Err(Unfit::TooMuch));
    assert_eq!(validated(&twice, &arrays), Err(Unfit::TooMuch));
    assert_eq!(validated(&twice, r#"{"a": {"a": [[[1]]]}}"#), Ok(()));
    // what is left over is sought again at each level
    let mut left_over = String::from(r#"{"type": "string"}"#);
    for _ in 0..24 {
        left_over = format!(r#"{{"unevaluatedProperties": false, "allOf": [{left_over}]}}"#);
    }
    assert_eq!(validated(&compiled(&left_over), "{}"), Err(Unfit::TooMuch));
}

#[test]
fn long_chains_and_deep_values_do_not_exhaust_the_stack() {
    for (length, fits) in [(200, true), (300, false), (20_000, false)] {
        let mut schema = String::from(r##"{"$ref": "#/$defs/a0", "$defs": {"##);
        for n in 0..length {
            write!(schema, r##""a{n}": {{"$ref": "#/$defs/a{}"}}, "##, n + 1).unwrap();
        }
        write!(schema, r#""a{length}": {{"type": "string"}}}}}}"#).unwrap();
        if fits {
            assert_eq!(said(&schema, "7"), ["the value is 7, expected string"]);
        } else {
            assert_eq!(refused(&schema).kind, FaultKind::Limit, "{length}");
        }
    }
    // by the value, level by level, as deep as any is read
    let deep = compiled(
        r##"{"$defs": {"a": {"allOf": [{"$ref": "#"}]}}, "type": ["array", "integer"], "items": {"allOf": [{"$ref": "#"}]}}"##,
    );
    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(validated(&deep, &nested(63)), Ok(()));
    let schema = format!("{}true{}", r#"{"items": "#.repeat(62), "}".repeat(62));
    assert_eq!(validated(&compiled(&schema), &nested(63)), Ok(()));
}

#[test]
fn a_megabyte_of_enum_ends() {
    let texts: Vec<String> = (0..90_000).map(|n| format!("\"v{n:06}\"")).collect();
    let schema = format!(r#"{{"enum": [{}]}}"#, texts.join(","));
    assert!(schema.len() > 900_000);
    assert_eq!(validated(&compiled(&schema), "\"v089999\""), Ok(()));
    let found = validated(&compiled(&schema), "\"w\"").unwrap_err();
    assert!(found.mismatches()[0].message.ends_with(", …"), "{found:?}");
    // asked of each of many elements, it is too much
    let items = format!(r#"{{"items": {schema}}}"#);
    let many = format!("[{}]", vec!["\"v000001\""; 1_000].join(","));
    assert_eq!(validated(&compiled(&items), &many), Err(Unfit::TooMuch));
    let numbers: Vec<String> = (0..250_000).map(|n| n.to_string()).collect();
    assert_eq!(refused(&format!(r#"{{"enum": [{}]}}"#, numbers.join(","))).kind, FaultKind::Limit);
}

#[test]
fn expensive_patterns_take_time_linear_in_the_text() {
    let schema = compiled(r#"{"pattern": "^(a+)+$", "items": {"pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"}}"#);
    assert!(validated(&schema, &format!("\"{}!\"", "a".repeat(50_000))).is_err());
    assert!(validated(&schema, &format!("[\"{}\"]", "a".repeat(20_000))).is_err());
    let much = compiled(r#"{"pattern": "^(a{1,30}){1,20}b$"}"#);
    assert_eq!(validated(&much, &format!("\"{}\"", "a".repeat(100_000))), Err(Unfit::TooMuch));
    // repeated repeats are larger than what is compiled
    assert_eq!(refused(r#"{"pattern": "((((a{1,99}){1,99}){1,99}){1,99}){1,99}"}"#).kind, FaultKind::Pattern);
    let many: Vec<String> =
        (0..600).map(|n| format!(r#""p{n}": {{"pattern": "(\\p{{L}}{{9}}){{{}}}"}}"#, n % 9 + 1)).collect();
    assert_eq!(refused(&format!(r#"{{"properties": {{{}}}}}"#, many.join(","))).kind, FaultKind::Limit);
    let some: Vec<String> =
        (0..400).map(|n| format!(r#""p{n}": {{"pattern": "(a{{9}}){{{}}}{n}"}}"#, n % 9 + 1)).collect();
    compiled(&format!(r#"{{"properties": {{{}}}}}"#, some.join(",")));
    // letters of any case: reading them takes a second, before their size is known
    let folded = format!(r#"{{"pattern": "(?i:{})"}}"#, r"\\p{L}".repeat(2_000));
    assert_eq!(refused(&folded).kind, FaultKind::Limit);
    let nested = format!(r#"{{"pattern": "{}{}"}}"#, "(".repeat(5_000), ")".repeat(5_000));
    assert!(matches!(refused(&nested).kind, FaultKind::Pattern | FaultKind::Invalid));
}

#[test]
fn bombs_of_all_of_and_of_many_members_end() {
    let all: Vec<String> = (0..9_000).map(|n| format!(r#"{{"required": ["a{n}"]}}"#)).collect();
    let schema = compiled(&format!(r#"{{"allOf": [{}]}}"#, all.join(",")));
    assert_eq!(validated(&schema, "{}").unwrap_err().mismatches().len(), Unfit::MAX_MISMATCHES);
    // names are looked up one by one
    let names: Vec<String> = (0..9_000).map(|n| format!(r#""a{n}": true"#)).collect();
    let properties = compiled(&format!(r#"{{"properties": {{{}}}}}"#, names.join(",")));
    assert_eq!(validated(&properties, &format!("{{{}}}", names.join(","))), Err(Unfit::TooMuch));
    assert_eq!(validated(&properties, &format!("{{{}}}", names[..200].join(","))), Ok(()));
    let schemas = vec!["{}"; 25_000].join(",");
    assert_eq!(refused(&format!(r#"{{"anyOf": [{schemas}]}}"#)).kind, FaultKind::Limit);
    let nested = format!("{}true{}", r#"{"allOf": ["#.repeat(30), "]}".repeat(30));
    assert_eq!(validated(&compiled(&nested), "7"), Ok(()));
}

#[test]
fn numbers_are_told_by_their_values() {
    for (schema, value, fits) in [
        (r#"{"type": "integer"}"#, "1.0", true),
        (r#"{"type": "integer"}"#, "1e300", true),
        (r#"{"type": "integer"}"#, "0.1", false),
        (r#"{"const": 1}"#, "1.0", true),
        (r#"{"const": 1e300}"#, "1e300", true),
        (r#"{"const": {"a": [1, null, true, "x"]}}"#, r#"{"a": [1.0, null, true, "x"]}"#, true),
        (r#"{"const": {"a": 1, "b": 2}}"#, r#"{"b": 2, "a": 1}"#, true),
        (r#"{"const": {"a": 1, "b": 2}}"#, r#"{"b": 1, "a": 2}"#, false),
        (r#"{"maximum": 9007199254740991}"#, "9007199254740992", false),
        (r#"{"minimum": -5}"#, "-5", true),
        (r#"{"maximum": 9007199254740993}"#, "9007199254740994", false),
        (r#"{"maximum": 9223372036854775806}"#, "9223372036854775807", false),
        (r#"{"maximum": 9223372036854775807}"#, "9223372036854775807", true),
        (r#"{"exclusiveMinimum": -9223372036854775808}"#, "-9223372036854775807", true),
        (r#"{"exclusiveMinimum": -9223372036854775808}"#, "-9223372036854775808", false),
        (r#"{"const": 18446744073709551615}"#, "18446744073709551614", false),
        (r#"{"type": "integer"}"#, "123456789012345678901234567890", true),
        (r#"{"exclusiveMinimum": 0}"#, "0", false),
        (r#"{"uniqueItems": true}"#, "[1, 1.0]", false),
        (r#"{"uniqueItems": true}"#, r#"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#, false),
        (r#"{"uniqueItems": true}"#, r#"[1, "1", [1], null, false, 0]"#, true),
        (r#"{"multipleOf": 0.01}"#, "19.99", true),
    ] {
        assert_eq!(validated(&compiled(schema), value).is_ok(), fits, "{schema} {value}");
    }
}
