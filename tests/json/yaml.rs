//! YAML into the tree of JSON: the core schema, places, what is refused, and what a hostile text can cost.

use adp_fixtures::{cpu_time, third_party};
use adp_json::{self as json, Code, CodedError, Document, Json, Limits, ReadError, ReadLimits, Value, pointer, yaml};
use proptest::prelude::*;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

fn read(text: &str) -> Result<Json, ReadError> {
    yaml::parse(text.as_bytes(), &Limits::default())
}

#[track_caller]
fn json_of(text: &str) -> String {
    read(text).unwrap_or_else(|error| panic!("{text:?}: {error}")).to_compact()
}

#[track_caller]
fn refused(text: &str, code: Code, line: usize, column: usize) -> ReadError {
    let error = read(text).map(|json| json.to_compact()).expect_err(text);
    let position = error.position().unwrap();
    assert_eq!((error.code(), position.line, position.column), (code, line, column), "{text:?}: {error}");
    error
}

/// What does not take long: far less in a debug build than what it is to be kept from.
#[track_caller]
fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let (done, spent) = cpu_time::timed(work);
    assert!(spent < Duration::from_secs(10), "{spent:?}");
    done
}

#[test]
fn scalars_are_those_of_the_core_schema() {
    // YAML 1.2.2, example 10.9, and the rows of the table in section 10.3.2
    let example = "A null: null\nBooleans: [ true, True, false, FALSE ]\nIntegers: [ 0, 0o7, 0x3A, -19 ]\n\
        Floats: [\n  0., -0.0, .5, +12e03, -2E+05 ]\n";
    assert_eq!(
        json_of(example),
        r#"{"A null":null,"Booleans":[true,true,false,false],"Integers":[0,7,58,-19],"Floats":[0,0,0.5,12000,-200000]}"#
    );
    for (yaml, expected) in [
        ("", "null"),
        ("~", "null"),
        ("Null", "null"),
        ("nULL", r#""nULL""#),
        ("yes", r#""yes""#),
        ("on", r#""on""#),
        ("y", r#""y""#),
        ("0o17", "15"),
        ("0x1f", "31"),
        ("0x1F", "31"),
        ("007", "7"),
        ("0b11", r#""0b11""#),
        ("1_000", r#""1_000""#),
        ("2001-12-14", r#""2001-12-14""#),
        ("12:30", r#""12:30""#),
        ("+1", "1"),
        ("1.", "1"),
        ("1e400a", r#""1e400a""#),
        ("3.1.0", r#""3.1.0""#),
        ("'1'", r#""1""#),
        ("\"null\"", r#""null""#),
        ("!!str 1", r#""1""#),
        ("! 1", r#""1""#),
        ("!!str", r#""""#),
        ("!!int \"1\"", "1"),
        ("!!float 1", "1"),
        ("!!bool 'true'", "true"),
        ("!!null ''", "null"),
        ("!<tag:yaml.org,2002:int> 7", "7"),
        ("|\n  a\n  b\n", r#""a\nb\n""#),
        (">-\n  a\n  b\n\n  c\n", r#""a b\nc""#),
        ("\"a\\x41\\u00e9\\U0001F600\\/\\_\"", "\"aA\u{e9}\u{1f600}/\u{a0}\""),
    ] {
        assert_eq!(json_of(&format!("a: {yaml}")), format!(r#"{{"a":{expected}}}"#), "{yaml}");
    }
    assert_eq!(json_of("!!map {a: !!seq [1]}"), r#"{"a":[1]}"#);
    assert_eq!(json_of("%YAML 1.2 # the version\n# and\n---\na: 1\n...\n"), r#"{"a":1}"#);
    assert_eq!(json_of("- a\n-\n- - b\n"), r#"["a",null,["b"]]"#);
    assert_eq!(json_of("{a, b: , \"c\":d, e: [f: g, h]}"), r#"{"a":null,"b":null,"c":"d","e":[{"f":"g"},"h"]}"#);
}

#[test]
fn each_row_of_the_core_schema_and_its_neighbours() {
    for (expected, texts) in [
        ("null", &["", "~", "null", "Null", "NULL"][..]),
        ("true", &["true", "True", "TRUE"]),
        ("false", &["false", "False", "FALSE"]),
        ("0", &["0", "-0", "+0", "0.", "0o0", "0x0", "0x0000"]),
        ("7", &["007", "+7", "7.", "0o7", "0x7", "00.7e1"]),
        ("2097151", &["0o7777777"]),
        ("3735928559", &["0xDEADbeef"]),
        ("0.5", &[".5", "+.5", "00.50"]),
        ("-0.0025", &["-2.5e-3", "-.0025"]),
        ("1000", &["1e3", "1E3", "1.e3", "1e+03"]),
        ("100000000000000000000", &["0x56bc75e2d63100000"]),
    ] {
        for text in texts {
            assert_eq!(json_of(&format!("a: {text}")), format!(r#"{{"a":{expected}}}"#), "{text:?}");
        }
    }
    for text in [".inf", ".Inf", ".INF", "-.inf", "+.INF", ".nan", ".NaN", ".NAN"] {
        refused(&format!("a: {text}"), Code::JSON_NUMBER, 1, 4);
    }
    let texts = "nUll NuLL tRue FALSe yes no on off y n 1_000 0b1 0o8 0o 0x 0xg +0x1f -0o7 0X1F 0O7 1:30 190:20:30 \
        2001-12-14 1e 1e+ e3 . + -. ..5 1.2.3 1.5e3.0 --1 +-1 .iNf -.nan inf nan Infinity NaN 12e03x ٣ 1٣ .e5 0x1.8p3";
    for text in texts.split(' ') {
        assert_eq!(json_of(&format!("a: {text}")), format!(r#"{{"a":"{text}"}}"#));
    }
}

#[test]
fn numbers_are_exactly_their_doubles() {
    for (text, expected) in [
        ("9007199254740993", None),
        ("+9007199254740993", None),
        ("009007199254740992", Some("9007199254740992")),
        ("0x20000000000000", Some("9007199254740992")),
        ("0x20000000000001", None),
        ("0o400000000000000001", None),
        ("0x100000000000000000000000000000000", None),
        ("1e400", None),
        ("+1e-400", None),
        ("0e-400", Some("0")),
        (".inf", None),
        ("-.INF", None),
        (".NaN", None),
        ("100000000000000000000.", Some("100000000000000000000")),
    ] {
        match expected {
            Some(expected) => assert_eq!(json_of(text), expected, "{text}"),
            None => assert!(refused(text, Code::JSON_NUMBER, 1, 1).to_string().contains(text.get(..4).unwrap_or(text))),
        }
    }
}

#[test]
fn keys_are_strings_and_stand_once() {
    assert_eq!(
        json_of("200: a\n\"404\": b\n-1: c\nyes: d\n2020-01-01: e\n"),
        r#"{"200":"a","404":"b","-1":"c","yes":"d","2020-01-01":"e"}"#
    );
    assert_eq!(json_of("'<<': a\n!!str 1.5: b\n&k x: *k\n"), r#"{"<<":"a","1.5":"b","x":"x"}"#);
    assert_eq!(json_of("- &k x\n- *k : y\n"), r#"["x",{"x":"y"}]"#);
    for (text, code, line, column) in [
        ("a: 1\na: 2\n", Code::JSON_DUPLICATE_KEY, 2, 1),
        ("a: 1\n\"\\x61\": 2\n", Code::JSON_DUPLICATE_KEY, 2, 1),
        ("200: 1\n'200': 2\n", Code::JSON_DUPLICATE_KEY, 2, 1),
        ("- &k a\n- {a: 1, *k : 2}\n", Code::JSON_DUPLICATE_KEY, 2, 10),
        ("0x10: 1\n", Code::YAML_KEY, 1, 1),
        ("0200: 1\n", Code::YAML_KEY, 1, 1),
        ("+2: 1\n", Code::YAML_KEY, 1, 1),
        ("-0: 1\n", Code::YAML_KEY, 1, 1),
        ("1.5: 1\n", Code::YAML_KEY, 1, 1),
        ("1e3: 1\n", Code::YAML_KEY, 1, 1),
        ("a: 1\nnull: 1\n", Code::YAML_KEY, 2, 1),
        ("~: 1\n", Code::YAML_KEY, 1, 1),
        (": 1\n", Code::YAML_KEY, 1, 1),
        ("true: 1\n", Code::YAML_KEY, 1, 1),
        ("a:\n  <<: {b: 1}\n", Code::YAML_KEY, 2, 3),
        ("[a]: 1\n", Code::YAML_KEY, 1, 1),
        ("? {a: 1}\n: 1\n", Code::YAML_KEY, 1, 3),
        ("- &k [a]\n- *k : 1\n", Code::YAML_KEY, 2, 3),
        ("- &k 1\n- *k : 1\n", Code::YAML_KEY, 2, 3),
        ("9007199254740993: 1\n", Code::JSON_NUMBER, 1, 1),
    ] {
        refused(text, code, line, column);
    }
    let many: String = (0..40).map(|n| format!("k{n}: {n}\n")).collect();
    refused(&format!("{many}k7: again\n"), Code::JSON_DUPLICATE_KEY, 41, 1);
}

#[test]
fn streams_tags_and_syntax_that_are_refused() {
    for (text, code, line, column) in [
        ("", Code::YAML_STREAM, 1, 1),
        ("# nothing\n", Code::YAML_STREAM, 1, 1),
        ("a: 1\n---\nb: 2\n", Code::YAML_STREAM, 2, 1),
        ("a: 1\n...\n---\nb: 2\n", Code::YAML_STREAM, 3, 1),
        ("%YAML 1.1\n---\na: yes\n", Code::YAML_STREAM, 1, 1),
        ("%YAML 2.0\n---\na: yes\n", Code::YAML_STREAM, 1, 1),
        ("# x\n%TAG !! tag:example.com,2000:\n---\na: !!str 1\n", Code::YAML_STREAM, 2, 1),
        ("%FOO bar\n---\na: 1\n", Code::YAML_STREAM, 1, 1),
        ("a: !!binary aGk=\n", Code::YAML_TAG, 1, 4),
        ("a: !!timestamp 2001-12-14\n", Code::YAML_TAG, 1, 4),
        ("!!set {a, b}\n", Code::YAML_TAG, 1, 1),
        ("!!omap [a: 1]\n", Code::YAML_TAG, 1, 1),
        ("!!python/object/apply:os.system [id]\n", Code::YAML_TAG, 1, 1),
        ("a: !local 1\n", Code::YAML_TAG, 1, 4),
        ("a: !<tag:example.com,2000:x> 1\n", Code::YAML_TAG, 1, 4),
        ("a: !!int x\n", Code::YAML_TAG, 1, 4),
        ("a: !!int 1.5\n", Code::YAML_TAG, 1, 4),
        ("a: !!bool yes\n", Code::YAML_TAG, 1, 4),
        ("a: !!null x\n", Code::YAML_TAG, 1, 4),
        ("a: !!map 1\n", Code::YAML_TAG, 1, 4),
        ("a: !!str [1]\n", Code::YAML_TAG, 1, 4),
        ("a: !!seq {b: 1}\n", Code::YAML_TAG, 1, 4),
        ("!!int x: 1\n", Code::YAML_TAG, 1, 1),
        ("a: *b\n", Code::YAML_ALIAS, 1, 4),
        ("a: &a [1, *a]\n", Code::YAML_ALIAS, 1, 11),
        ("&a {b: {c: *a}}\n", Code::YAML_ALIAS, 1, 12),
        ("a: \u{1}\n", Code::YAML_SYNTAX, 1, 4),
        ("a: \0\n", Code::YAML_SYNTAX, 1, 4),
        ("a: 1\rb: 2\n", Code::YAML_SYNTAX, 1, 5),
        ("{?}", Code::YAML_SYNTAX, 1, 2),
        ("[|]", Code::YAML_SYNTAX, 1, 2),
        ("[1, >a]", Code::YAML_SYNTAX, 1, 5),
    ] {
        refused(text, code, line, column);
    }
    for text in [
        "a: [1",
        "a: 'b",
        "a: \"b",
        "a:\n\tb: 1",
        "a: b: c",
        "a: 1\n b: 2\n  c: 3\n",
        "}",
        "a: \"\\q\"",
        "@a",
        "- a\nb: 1\n",
    ] {
        assert_eq!(read(text).expect_err(text).code(), Code::YAML_SYNTAX, "{text:?}");
    }
    let code = |bytes: &[u8]| yaml::parse(bytes, &Limits::default()).unwrap_err().code();
    assert_eq!(code(b"\xEF\xBB\xBFa: 1\n"), Code::JSON_ENCODING);
    assert_eq!(code(b"a: \xff\n"), Code::JSON_ENCODING);
    assert_eq!(code(b"\xFF\xFEa\0:\0 \x001\0"), Code::JSON_ENCODING);
    // a document is an object; a value may be anything
    let shape = |text: &str| Document::parse_yaml(text.as_bytes(), &Limits::default()).unwrap_err();
    assert_eq!((shape("- a\n").code(), shape("# c\n- a\n").position().unwrap().line), (Code::DOCUMENT_SHAPE, 2));
    assert_eq!(shape("a").code(), Code::DOCUMENT_SHAPE);
}

/// JSON has white space that YAML takes for the ends of lines.
#[test]
fn scalars_of_json_are_read_as_json() {
    for text in ["1\n\r", "\"a\"\r\r", "-1\r", "true\r", "null \r\t"] {
        let json = json::parse(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(read(text).unwrap(), json, "{text:?}");
    }
}

#[test]
fn places_are_those_of_the_source() {
    let text = "# Ü\r\nnäme: &x\r\n  - 東京\r\n  - {b: |-\r\n      text\r\n    }\r\n\"q\": *x\r\nt: !!str 5\r\n";
    let text = text.replace("{b: |-\r\n      text\r\n    }", "b: |-\r\n      text");
    let document = Document::parse_yaml(text.as_bytes(), &Limits::default()).unwrap();
    let at = |path: &str| {
        let found = pointer::lookup(document.json(), path).unwrap_or_else(|| panic!("{path}"));
        let position = document.position(found.offset()).unwrap();
        (position.line, position.column)
    };
    for (path, place) in [
        ("", (2, 1)),
        ("/näme", (2, 7)),
        ("/näme/0", (3, 5)),
        ("/näme/1", (4, 5)),
        ("/näme/1/b", (4, 8)),
        // where the alias is, and what is in it where it is
        ("/q", (6, 6)),
        ("/q/0", (3, 5)),
        ("/q/1/b", (4, 8)),
        ("/t", (7, 4)),
    ] {
        assert_eq!(at(path), place, "{path}");
    }
    for (text, place) in [
        ("a: |\n  | b\n", (1, 4)),
        ("a: # |\n  >2-\n\n\n   b\nc: 1\n", (2, 3)),
        ("a: >- # | é >\n  b\n", (1, 4)),
        ("\"a|>\": |\nb: 1\n", (1, 8)),
        ("a: |", (1, 4)),
        ("a: !!str |\n  b\n", (1, 4)),
    ] {
        let document = Document::parse_yaml(text.as_bytes(), &Limits::default()).unwrap();
        let first = document.root().iter().next().unwrap();
        let position = document.position(first.value().offset()).unwrap();
        assert_eq!((position.line, position.column), place, "{text:?}");
    }
    let member = document.root().member("q").unwrap();
    assert_eq!(document.position(member.name_offset()).unwrap().to_string(), "6:1");
    assert_eq!(document.source(), text);
}

#[test]
fn aliases_are_written_out() {
    let text = "base: &base {x: &x [1, {y: &y z}], w: *y}\nagain: [*base, *x, *y]\nlast: {in: {deep: &d {e: f}}, then: *d, key: {*y : *d}}\n";
    assert_eq!(
        json_of(text),
        r#"{"base":{"x":[1,{"y":"z"}],"w":"z"},"again":[{"x":[1,{"y":"z"}],"w":"z"},[1,{"y":"z"}],"z"],"last":{"in":{"deep":{"e":"f"}},"then":{"e":"f"},"key":{"z":{"e":"f"}}}}"#
    );
    // an anchor may be given anew; the last one counts
    assert_eq!(json_of("- &a [1]\n- *a\n- &a [2]\n- *a\n- &a 3\n- *a\n"), "[[1],[1],[2],[2],3,3]");
    // sequences within sequences, each with its anchor
    assert_eq!(
        json_of("&r\n- &a\n  - &b\n    - &c\n      - 1\n    - *c\n  - *b\n- *a\n"),
        "[[[[1],[1]],[[1],[1]]],[[[1],[1]],[[1],[1]]]]"
    );
}

#[test]
fn what_aliases_repeat_is_bounded() {
    // "billion laughs", in sequences, in mappings, in strings, and one that is wide only
    let laughs = |first: &str, each: fn(usize) -> String| {
        let mut text = format!("a0: &a0 {first}\n");
        (1..60).for_each(|level| text.push_str(&format!("a{level}: &a{level} {}\n", each(level - 1))));
        text
    };
    let long = "x".repeat(100_000);
    let wide = format!("a: &a {long}\nb: [{}]\n", vec!["*a"; 200].join(","));
    let keys = format!("- &a {long}\n- [{}]\n", vec!["{*a : 1}"; 200].join(","));
    let rows = format!("- &a [{}]\n- [{}]\n", vec!["1"; 20_000].join(","), vec!["*a"; 20_000].join(","));
    for text in [
        laughs("[x,x,x,x,x,x,x,x,x]", |n| format!("[{}]", vec![format!("*a{n}"); 9].join(","))),
        laughs("{a: x}", |n| format!("{{a: *a{n}, b: *a{n}}}")),
        laughs("lol", |n| format!("[*a{n}, *a{n}]")),
        wide,
        keys,
        rows,
    ] {
        let error = in_time(|| read(&text)).unwrap_err();
        assert_eq!(error.code(), Code::YAML_ALIAS, "{error}");
    }
    // the limit is that of the text: 20 copies of 40,000 characters fit into 1 MiB with it, 27 do not
    let copies = |n: usize| format!("a: &a {}\nb: [{}]\n", "x".repeat(40_000), vec!["*a"; n].join(","));
    assert!(read(&copies(20)).is_ok());
    assert_eq!(read(&copies(27)).unwrap_err().code(), Code::YAML_ALIAS);
    assert!(yaml::parse(copies(27).as_bytes(), ReadLimits::new(2 << 20)).is_ok());
    // where a text may be larger, what is copied stays in proportion to it: 2 MiB, or eight times the text
    let large = |n: usize, rest: usize| {
        let text = format!("{}c: {}\n", copies(n), "x".repeat(rest));
        yaml::parse(text.as_bytes(), ReadLimits::new(16 << 20)).map(drop).map_err(|error| error.code())
    };
    assert_eq!(large(52, 0), Ok(()));
    assert_eq!(large(53, 0), Err(Code::YAML_ALIAS));
    assert_eq!(large(100, 500_000), Ok(()));
    assert_eq!(large(110, 500_000), Err(Code::YAML_ALIAS));
}

#[test]
fn depth_and_size_are_the_limits() {
    let nested = |n: usize| format!("# yaml\n{}1{}", "[".repeat(n), "]".repeat(n));
    assert!(read(&nested(64)).is_ok());
    assert_eq!(read(&nested(65)).unwrap_err().code(), Code::JSON_DEPTH);
    let deep = ReadLimits::new(1 << 20).with_depth(usize::MAX);
    assert!(yaml::parse(nested(128).as_bytes(), deep).is_ok());
    assert_eq!(yaml::parse(nested(129).as_bytes(), deep).unwrap_err().code(), Code::JSON_DEPTH);
    // an alias deepens too
    let alias =
        |n: usize| format!("- &a {}1{}\n- {}*a{}\n", "[".repeat(30), "]".repeat(30), "[".repeat(n), "]".repeat(n));
    assert!(read(&alias(33)).is_ok());
    assert_eq!(read(&alias(34)).unwrap_err().code(), Code::JSON_DEPTH);
    for deep in [
        "[".repeat(100_000),
        "{a: ".repeat(100_000),
        "- ".repeat(100_000),
        "? ".repeat(100_000),
        "[{a: ".repeat(50_000),
    ] {
        assert!(in_time(|| read(&deep)).is_err());
    }
    let limits = ReadLimits::new(10);
    assert!(yaml::parse(b"a: 1234567", limits).is_ok());
    assert_eq!(yaml::parse(b"a: 12345678", limits).unwrap_err().code(), Code::JSON_SIZE);
    assert_eq!(json::parse(b"{\"a\":12345}", limits).unwrap_err().code(), Code::JSON_SIZE);
}

#[test]
fn what_the_parser_keeps_is_bounded() {
    // of a flow collection that may be a key the parser keeps every token; as JSON it would be read
    for hostile in ["[],", "a: 1, ", "[a: ], "] {
        let text = format!(
            "- {}{}\n",
            if hostile.starts_with('a') { "{" } else { "[" },
            hostile.repeat((8 << 20) / hostile.len())
        );
        let error = in_time(|| yaml::parse(text.as_bytes(), ReadLimits::new(16 << 20))).unwrap_err();
        assert_eq!(error.code(), Code::YAML_SYNTAX);
        assert!(error.to_string().contains("block style"), "{error}");
    }
    let json = format!("[{}0]", "[],".repeat(1 << 20));
    assert!(yaml::parse(json.as_bytes(), ReadLimits::new(16 << 20)).is_ok());
    // prose has as many commas as it likes
    let prose = format!("a: |\n  {}\nb: 1\n", "a, b: [c], ".repeat(20_000));
    assert!(read(&prose).is_ok());
}

/// JSON that the YAML parser gets to read: a comment makes it no JSON.
const COMMENT: &str = "#\n";

fn same_places(a: &Json, b: &Json, moved: usize) -> bool {
    let here = a.offset().get().unwrap() + moved == b.offset().get().unwrap();
    here && match (a.value(), b.value()) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_places(a, b, moved))
        }
        (Value::Object(a), Value::Object(b)) => a.iter().zip(b).all(|(a, b)| {
            let names = a.name_offset().get().unwrap() + moved == b.name_offset().get().unwrap();
            a.name() == b.name() && names && same_places(a.value(), b.value(), moved)
        }),
        (a, b) => a == b,
    }
}

/// The same tree with the same places, through the YAML parser.
fn check_json(text: &str, limits: ReadLimits) {
    let by_json = json::parse(text.as_bytes(), limits).unwrap();
    let quick = yaml::parse(text.as_bytes(), limits).unwrap();
    assert!(quick == by_json && same_places(&by_json, &quick, 0), "{text}");
    match yaml::parse(format!("{COMMENT}{text}").as_bytes(), limits) {
        Ok(by_yaml) => {
            assert_eq!(by_yaml.to_compact(), by_json.to_compact());
            assert!(same_places(&by_json, &by_yaml, COMMENT.len()), "{text}");
        }
        // YAML has no surrogates (section 5.7), nor plain control characters
        Err(error) => {
            assert!(text.contains("\\u") || text.contains('\u{7f}') || text.contains('\u{feff}'), "{error}: {text}")
        }
    }
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-(1_i64 << 53)..1 << 53).prop_map(Into::into),
        any::<f64>().prop_filter("finite", |f| f.is_finite()).prop_map(|f| serde_json::json!(f)),
        "[ -~\u{e9}\u{6771}\u{1f600}\n\t\"\\\\:#,\\[\\]{}&*!|>'%@`]{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map("[ -~\u{e9}]{0,8}", inner, 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn json_is_read_as_the_same_tree(value in any_json(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        // a double from 2^53 on may be written in digits that are not its own
        if json::parse(text.as_bytes(), &Limits::default()).is_ok() {
            check_json(&text, (&Limits::default()).into());
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[ab1:,\\[\\]{}&*!|>'\"%@?#~.\n\t<-]{0,60}|.{0,40}") {
        if let Ok(json) = read(&text) {
            // whatever was read can be written and read again as JSON
            prop_assert_eq!(json::parse(json.to_compact().as_bytes(), &Limits::default()).unwrap(), json);
        }
    }
}

fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known)) {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn real_documents_are_read() {
    let limits = ReadLimits::new(16 << 20);
    let (mut yaml_files, mut json_files) = (0, 0);
    for file in files(&third_party::path(""), &["yaml", "yml"]) {
        let text = std::fs::read(&file).unwrap();
        yaml::parse(&text, limits).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        yaml_files += 1;
    }
    for file in files(&third_party::path(""), &["json"]) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        if text.len() < 300_000 && json::parse(text.as_bytes(), limits).is_ok() {
            check_json(&text, limits);
            json_files += 1;
        }
    }
    assert!(yaml_files > 150 && json_files > 300, "{yaml_files} {json_files}");
}
