//! Values as trees and trees for `serde`, beside `serde_json`, which decides what JSON a value is.

use agent_description::{
    Code, Document, Json, Limits,
    diagnostic::{CheckReport, Diagnostic, Severity},
    json::{parse, to_json},
    proof::{CheckName, CheckResult},
};
use proptest::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Wrapped(u8);

#[derive(Serialize)]
struct Pair(bool, Option<char>);

#[derive(Serialize)]
enum Kind {
    Unit,
    Newtype(i64),
    Tuple(u8, String),
    Struct { a: f64, b: () },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Everything<'a> {
    signed: [i64; 3],
    un_signed: u64,
    float: f32,
    text: &'a str,
    bytes: &'a [u8],
    nothing: Option<u8>,
    something: Option<Unit>,
    wrapped: Wrapped,
    pair: Pair,
    kinds: Vec<Kind>,
    map: BTreeMap<Key, Vec<u32>>,
    #[serde(flatten)]
    more: BTreeMap<String, bool>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Key {
    First,
    Second,
}

#[test]
fn a_value_is_the_tree_that_serde_json_writes() {
    let everything = Everything {
        signed: [-(1 << 53), 0, 1 << 53],
        un_signed: 7,
        float: 0.5,
        text: "\u{0}\"\u{1f600}",
        bytes: &[0, 255],
        nothing: None,
        something: Some(Unit),
        wrapped: Wrapped(3),
        pair: Pair(true, Some('ß')),
        kinds: vec![Kind::Unit, Kind::Newtype(-1), Kind::Tuple(1, "t".into()), Kind::Struct { a: 1.5e300, b: () }],
        map: [(Key::First, vec![1, 2]), (Key::Second, vec![])].into(),
        more: [("z".to_owned(), true), ("a".to_owned(), false)].into(),
    };
    let tree = to_json(&everything).unwrap();
    let theirs = serde_json::to_string(&everything).unwrap();
    assert_eq!(tree, parse(theirs.as_bytes(), &Limits::default()).unwrap());
    // the members' order is the struct's
    assert_eq!(tree.to_compact(), theirs.replace("1.5e300", "1.5e+300"));
}

#[test]
fn what_json_readers_would_change_is_refused() {
    fn refused(value: &impl Serialize, message: &str) {
        assert_eq!(to_json(value).unwrap_err().to_string(), message);
    }
    let number = |text: &str| format!("the number {text} is neither a finite double nor an integer of at most 53 bits");
    refused(&((1_u64 << 53) + 1), &number("9007199254740993"));
    refused(&u128::MAX, &number("340282366920938463463374607431768211455"));
    refused(&i64::MIN, &number("-9223372036854775808"));
    refused(&f64::NAN, &number("NaN"));
    refused(&f64::INFINITY, &number("inf"));
    refused(&BTreeMap::from([(1_u8, true)]), "a member's name must be a string, found a number");
    refused(&BTreeMap::from([((1, 2), true)]), "a member's name must be a string, found an array");
    #[derive(Serialize)]
    struct Twice {
        a: u8,
        #[serde(flatten)]
        more: BTreeMap<&'static str, u8>,
    }
    let twice = Twice { a: 1, more: [("a", 2)].into() };
    refused(&twice, "the member \"a\" appears twice");
}

fn trees() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::Value;
    let leaves = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53)..=1 << 53).prop_map(Value::from),
        any::<f64>()
            .prop_filter("JSON has no other", |number| number.is_finite() && number.fract() != 0.0)
            .prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaves.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            proptest::collection::btree_map(any::<String>(), inner, 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn trees_go_both_ways(value in trees()) {
        let tree = to_json(&value).unwrap();
        prop_assert_eq!(&tree, &parse(value.to_string().as_bytes(), &Limits::default()).unwrap());
        prop_assert_eq!(serde_json::to_value(&tree).unwrap(), value);
        prop_assert_eq!(to_json(&tree).unwrap(), tree);
    }
}

#[test]
fn findings_are_as_they_are_printed() {
    let rule =
        agent_description::description::rules::RULES.iter().find(|rule| rule.id == "adp-security-reference").unwrap();
    let document = Document::parse(br#"{"security": "x"}"#, &Limits::default()).unwrap();
    let security = document.json().get("security").unwrap();
    let finding = Diagnostic::found(rule, Code::AD_UNKNOWN_SECURITY, "names \"x\"", &document, security.offset());
    let mut report = CheckReport::default();
    report.add(finding);
    let expected = serde_json::json!({
        "valid": false,
        "diagnostics": [{
            "code": "ad-unknown-security", "rule": "adp-security-reference", "severity": "error", "message": "names \"x\"",
            "pointer": "/security", "line": 1, "column": 14, "span": {
                "start": 13, "end": 16, "endLine": 1, "endColumn": 17,
                "utf16Start": 13, "utf16End": 16, "utf16Column": 14, "utf16EndColumn": 17,
            },
            "help": null, "replacement": null,
        }],
        "omitted": 0,
    });
    assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    let texts = (CheckName::StrictJson, CheckResult::NotBound, Severity::Warning, Code::JSON_SYNTAX);
    assert_eq!(
        to_json(&texts).unwrap(),
        Json::from(["strict-json", "not-bound", "warning", "json-syntax"].map(Json::from).to_vec())
    );
}
