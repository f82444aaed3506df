//! Strict reading: what is refused, with which code and where, and what is read.

use adp_fixtures::{cpu_time::timed, third_party};
use adp_json::{self as json, Json, Member, Object, Position, Value};
use adp_json::{Code, CodedError, Document, Limits, ReadError};
use std::time::Duration;

fn parse(text: impl AsRef<[u8]>) -> Result<Json, ReadError> {
    json::parse(text.as_ref(), &Limits::default())
}

/// Asserts that every text is refused with `code` at its line and column.
#[track_caller]
fn refused<T: AsRef<[u8]>>(code: Code, cases: impl IntoIterator<Item = (T, usize, usize)>) {
    for (text, line, column) in cases {
        let shown = String::from_utf8_lossy(text.as_ref()).into_owned();
        let error = parse(text).expect_err(&shown);
        assert_eq!(error.code(), code, "{shown:?}: {error}");
        let position = Position { line, column };
        assert_eq!(error.position(), Some(position), "{shown:?}: {error}");
        assert!(error.to_string().starts_with(&format!("{line}:{column}: ")), "{error}");
    }
}

#[test]
fn duplicate_names() {
    refused(
        Code::JSON_DUPLICATE_KEY,
        [
            (r#"{"a":1,"a":1}"#, 1, 8),
            (r#"{"a":1,"\u0061":2}"#, 1, 8),
            (r#"{"\u0061":1,"a":2}"#, 1, 13),
            (r#"{"\u0061":1,"\u0061":2}"#, 1, 13),
            (r#"{"":1,"":2}"#, 1, 7),
            (r#"{"/":1,"\/":2}"#, 1, 8),
            (r#"{"\u000A":1,"\n":2}"#, 1, 13),
            ("{\"é\":1,\"\\u00E9\":2}", 1, 8),
            ("{\"é\":1,\"\\u00e9\":2}", 1, 8),
            ("{\"😀\":1,\"\\uD83D\\ude00\":2}", 1, 8),
            (r#"[{"x":{"a":1,"b":{},"a":2}}]"#, 1, 21),
            ("{\n  \"a\": 1,\n  \"b\": {\"a\": 1},\n  \"a\": 2\n}", 4, 3),
            // the second of three, before anything that is wrong later on
            (r#"{"a":1,"a":2,"a":3,"b":1e400}"#, 1, 8),
            // the second name is refused before its value is looked at
            (r#"{"a":1,"a":x}"#, 1, 8),
        ],
    );
    // equal to a reader that normalises, but different names
    parse("{\"é\":1,\"e\\u0301\":2,\"A\":1,\"a\":2,\"a \":3}").unwrap();
    parse(r#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#).unwrap();
    let ReadError::DuplicateKey { first, name, .. } = parse("{\"b\":0,\n\"a\":1,\"\\u0061\":2}").unwrap_err() else {
        panic!("a duplicate")
    };
    assert_eq!((first, name.as_str()), (Position { line: 2, column: 1 }, "a"));
}

#[test]
fn duplicate_names_in_objects_of_every_size() {
    for size in 1..=40_usize {
        let members: Vec<String> = (0..size).map(|n| format!("\"name {n}\":{n}")).collect();
        let text = format!("{{{}}}", members.join(","));
        assert_eq!(parse(&text).unwrap().as_object().unwrap().len(), size);
        for repeated in 0..size {
            let text = format!("{{{},\n \"name {repeated}\":0,\"name 0\":0,x}}", members.join(","));
            refused(Code::JSON_DUPLICATE_KEY, [(text, 2, 2)]);
        }
    }
}

#[test]
fn many_members_take_no_quadratic_time() {
    let members: Vec<String> = (0..60_000).map(|n| format!("\"{n}\":0")).collect();
    let text = format!("{{{},\"0\":1}}", members.join(","));
    let (parsed, time) = timed(|| parse(text));
    assert_eq!(parsed.unwrap_err().code(), Code::JSON_DUPLICATE_KEY);
    // pairwise comparison would be 1.8 * 10^9 steps
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn numbers() {
    refused(
        Code::JSON_NUMBER,
        [
            ("9007199254740993", 1, 1),
            ("-9007199254740993", 1, 1),
            ("9007199254740993.0", 1, 1),
            ("9007199254740993e0", 1, 1),
            ("9007199254740993E+0", 1, 1),
            ("9007199254740993e-0", 1, 1),
            ("9007199254740993.000e00", 1, 1),
            ("9.007199254740993e15", 1, 1),
            ("9.007199254740993E15", 1, 1),
            ("9.007199254740993e+015", 1, 1),
            ("0.9007199254740993e16", 1, 1),
            ("0.0009007199254740993e19", 1, 1),
            ("90071992547409930e-1", 1, 1),
            ("9007199254740993000e-3", 1, 1),
            ("9007199254740992.5", 1, 1),
            ("9007199254740992.0000000000000000000000001", 1, 1),
            ("12345678901234567890123", 1, 1),
            ("9223372036854775807", 1, 1),
            ("18446744073709551615", 1, 1),
            ("9999999999999999999999", 1, 1),
            ("1e400", 1, 1),
            ("-1e400", 1, 1),
            ("1E+400", 1, 1),
            ("1e99999999999999999999", 1, 1),
            ("1.7976931348623159e308", 1, 1),
            ("1e-400", 1, 1),
            ("-1e-400", 1, 1),
            ("0.0000001e-400", 1, 1),
            ("1e-99999999999999999999", 1, 1),
            ("2e-324", 1, 1),
            ("{\"a\":\n [1, 1e400]}", 2, 6),
        ],
    );
    let zeros = "0".repeat(400);
    refused(Code::JSON_NUMBER, [(format!("1{zeros}"), 1, 1), (format!("0.{zeros}1"), 1, 1)]);

    for (text, value, canonical) in [
        ("0", 0.0, "0"),
        ("-0", 0.0, "0"),
        ("-0.0", 0.0, "0"),
        ("0e400", 0.0, "0"),
        ("-0e-99999999999999999999", 0.0, "0"),
        ("1.0", 1.0, "1"),
        ("1.50", 1.5, "1.5"),
        ("100e-2", 1.0, "1"),
        ("0.1", 0.1, "0.1"),
        ("0.1000000000000000055511151231257827", 0.1, "0.1"),
        ("999999999999999", 999_999_999_999_999.0, "999999999999999"),
        ("1000000000000000", 1e15, "1000000000000000"),
        ("9007199254740991", 9_007_199_254_740_991.0, "9007199254740991"),
        ("-9007199254740991", -9_007_199_254_740_991.0, "-9007199254740991"),
        ("9007199254740992", 9_007_199_254_740_992.0, "9007199254740992"),
        ("9007199254740994", 9_007_199_254_740_994.0, "9007199254740994"),
        ("9007199254740994.000", 9_007_199_254_740_994.0, "9007199254740994"),
        ("9.007199254740994e15", 9_007_199_254_740_994.0, "9007199254740994"),
        // below 2^53 a literal may round, here as elsewhere
        ("9007199254740990.75", 9_007_199_254_740_991.0, "9007199254740991"),
        ("9007199254740991.75", 9_007_199_254_740_992.0, "9007199254740992"),
        ("-9007199254740991.75", -9_007_199_254_740_992.0, "-9007199254740992"),
        ("1e21", 1e21, "1e+21"),
        ("1E+21", 1e21, "1e+21"),
        ("1000000000000000000000", 1e21, "1e+21"),
        ("100000000000000000000", 1e20, "100000000000000000000"),
        ("1.7976931348623157e308", f64::MAX, "1.7976931348623157e+308"),
        ("5e-324", 5e-324, "5e-324"),
        ("3e-324", 5e-324, "5e-324"),
        ("0.000001", 1e-6, "0.000001"),
        ("0.0000001", 1e-7, "1e-7"),
    ] {
        let number = parse(text).expect(text).as_number().unwrap();
        assert_eq!(number.get().to_bits(), f64::to_bits(value), "{text}");
        assert_eq!(number.to_string(), canonical, "{text}");
    }

    refused(
        Code::JSON_SYNTAX,
        [
            ("01", 1, 2),
            ("-01", 1, 3),
            ("00", 1, 2),
            ("-", 1, 2),
            ("+1", 1, 1),
            (".5", 1, 1),
            ("1.", 1, 3),
            ("1.e1", 1, 3),
            ("1e", 1, 3),
            ("1e+", 1, 4),
            ("1e+x", 1, 4),
            ("0x10", 1, 2),
            ("1_000", 1, 2),
            ("-Infinity", 1, 2),
            ("NaN", 1, 1),
            ("1 2", 1, 3),
            ("[1.2.3]", 1, 5),
            ("１", 1, 1),
        ],
    );
}

#[test]
fn encoding() {
    refused(
        Code::JSON_ENCODING,
        [
            // lone surrogates, in either case of the digits, as value and as name
            (r#""\ud800""#, 1, 2),
            (r#""\uD800""#, 1, 2),
            (r#""\udfff""#, 1, 2),
            (r#""\udc00\ud800""#, 1, 2),
            (r#""\ud83d\ud83d\ude00""#, 1, 2),
            (r#""ab\ud83dx""#, 1, 4),
            (r#""\ud83d\n""#, 1, 2),
            (r#""\ud83d\u0041""#, 1, 2),
            (r#""\ud83d\udbff""#, 1, 2),
            (r#""\ud83d\ue000""#, 1, 2),
            (r#""\ud83d"#, 1, 2),
            (r#"{"\ud800":1}"#, 1, 3),
            ("{\n \"é\": \"\\ud800\"}", 2, 8),
            // byte order marks
            ("\u{feff}{}", 1, 1),
            ("\u{feff}", 1, 1),
        ],
    );
    let bytes: [(&[u8], usize, usize); 12] = [
        (b"\"\xff\"", 1, 2),
        (b"\"\x80\"", 1, 2),
        // cut short, at the end and within
        (b"\"\xc3\"", 1, 2),
        (b"[\"a\xe2\x82", 1, 4),
        // overlong slash, surrogate U+D800, beyond U+10FFFF
        (b"\"\xc0\xaf\"", 1, 2),
        (b"\"\xed\xa0\x80\"", 1, 2),
        (b"\"\xf4\x90\x80\x80\"", 1, 2),
        // Latin-1, UTF-16 with and without byte order mark, outside strings
        (b"{\"caf\xe9\": 1}", 1, 6),
        (b"\xff\xfe{\0}\0", 1, 1),
        (b"\xfe\xff\0{\0}", 1, 1),
        (b"{\n} \xa0", 2, 3),
        ("\"éé\n\u{20ac}".as_bytes().strip_suffix(b"\xac").unwrap(), 2, 1),
    ];
    refused(Code::JSON_ENCODING, bytes);
    // a mark that is not at the start is a character like any other within a string, and none outside
    assert_eq!(parse("\"\u{feff}\"").unwrap().as_str(), Some("\u{feff}"));
    refused(Code::JSON_SYNTAX, [("[\u{feff}]", 1, 2), (" \u{feff}{}", 1, 2), ("{}\u{feff}", 1, 3)]);
}

#[test]
fn strings() {
    for (text, value) in [
        (r#""""#, ""),
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (r#""\u0041\u00e9\u20AC\ud83d\uDE00""#, "Aé€😀"),
        (r#""\u0000""#, "\0"),
        (r#""\uffff\ufffe\uDBFF\uDFFF""#, "\u{ffff}\u{fffe}\u{10ffff}"),
        ("\"\u{7f}\u{80}\u{2028}\u{2029}\"", "\u{7f}\u{80}\u{2028}\u{2029}"),
        (
            r#""before the escape \n and behind it, at some length""#,
            "before the escape \n and behind it, at some length",
        ),
        (r#""exactly twenty-three b.""#, "exactly twenty-three b."),
        (r#""exactly twenty-four by.""#, "exactly twenty-four by."),
    ] {
        assert_eq!(parse(text).expect(text).as_str(), Some(value), "{text}");
    }
    refused(
        Code::JSON_SYNTAX,
        [
            ("\"abc", 1, 5),
            ("\"", 1, 2),
            ("\"\\", 1, 3),
            ("\"\\\"", 1, 4),
            ("\"a\nb\"", 1, 3),
            ("\"a\tb\"", 1, 3),
            ("\"\0\"", 1, 2),
            ("\"\u{1f}\"", 1, 2),
            ("\"a long run of characters\u{1}\"", 1, 26),
            ("\"\\n\u{1}\"", 1, 4),
            ("\"\\x41\"", 1, 3),
            ("\"\\'\"", 1, 3),
            ("\"\\U0041\"", 1, 3),
            ("\"\\u\"", 1, 4),
            ("\"\\u004\"", 1, 7),
            ("\"\\u004g\"", 1, 7),
            ("\"\\u+041\"", 1, 4),
            ("\"\\uD83D\\uDE\"", 1, 12),
            ("'a'", 1, 1),
        ],
    );
}

#[test]
fn syntax() {
    refused(
        Code::JSON_SYNTAX,
        [
            ("", 1, 1),
            (" \n", 2, 1),
            ("{} {}", 1, 4),
            ("{}x", 1, 3),
            ("{}\0", 1, 3),
            ("[1]]", 1, 4),
            ("null null", 1, 6),
            ("nul", 1, 1),
            ("True", 1, 1),
            ("truex", 1, 5),
            ("[truefalse]", 1, 6),
            ("undefined", 1, 1),
            ("[", 1, 2),
            ("[1", 1, 3),
            ("[1,", 1, 4),
            ("[1,]", 1, 4),
            ("[,1]", 1, 2),
            ("[1 2]", 1, 4),
            ("[1}", 1, 3),
            ("{", 1, 2),
            ("{]", 1, 2),
            ("{\"a\"", 1, 2),
            ("{\"a\":", 1, 6),
            ("{\"a\":}", 1, 6),
            ("{\"a\":1", 1, 7),
            ("{\"a\":1,}", 1, 8),
            ("{\"a\":1 \"b\":2}", 1, 8),
            ("{\"a\":1,,\"b\":2}", 1, 8),
            ("{\"a\":1]", 1, 7),
            ("{a:1}", 1, 2),
            ("{1:1}", 1, 2),
            ("{'a':1}", 1, 2),
            ("{\"a\"=1}", 1, 2),
            ("{null:1}", 1, 2),
            // what other readers put up with: comments, other white space, line ends that are none
            ("{} // comment", 1, 4),
            ("/**/{}", 1, 1),
            ("[1, # no\n2]", 1, 5),
            ("\u{a0}{}", 1, 1),
            ("{}\u{c}", 1, 3),
            ("[\u{2028}]", 1, 2),
            ("[\r\n\r\n x]", 3, 2),
            ("[\r x]", 1, 4),
            ("[\"😀é\", x]", 1, 8),
            // the fault is the name without a value, not what follows it
            ("{\n  \"\"\n  \"b\": 1}", 2, 3),
            ("{\"a\": 1,\n  \"b\",\n \"c\": 1}", 2, 3),
        ],
    );
    let error = parse("{\n \"x\": 1,\n \"without\"  \n \"y\": 2}").unwrap_err().to_string();
    assert!(error.contains("the member name \"without\" without a value"), "{error}");
    let error = parse("[1,\u{7}]").unwrap_err().to_string();
    assert!(error.contains("U+0007"), "{error}");
    // a message shows the beginning of what it complains about, not all of it
    let name = format!("\"{}\"", "é".repeat(10_000));
    for long in [format!("{{{name}}}"), format!("{{{name}:1,{name}:2}}"), format!("1{}", "0".repeat(10_000))] {
        assert!(parse(long).unwrap_err().to_string().chars().count() < 300);
    }
}

#[test]
fn values_with_their_places() {
    let text = "\t{ \"ä\" :\r\n[ null , true,false, -1.5e1 ,\"\\u0062\"], \"o\":{} , \"e\" : [ ] }\n";
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let root = document.root();
    let names: Vec<&str> = root.iter().map(|member| member.name().as_str()).collect();
    assert_eq!(names, ["ä", "o", "e"]);
    let items = root.get("ä").unwrap().as_array().unwrap();
    assert_eq!(
        items,
        [
            Value::Null.into(),
            true.into(),
            false.into(),
            Value::Number(json::Number::new(-15.0).unwrap()).into(),
            "b".into()
        ]
    );
    let kinds: Vec<&str> = items.iter().map(Json::kind).collect();
    assert_eq!(kinds, ["null", "a boolean", "a boolean", "a number", "a string"]);
    let place = |offset| document.position(offset).map(|position| (position.line, position.column));
    assert_eq!(place(document.json().offset()), Some((1, 2)));
    let places: Vec<_> = root.iter().map(|member| place(member.name_offset()).unwrap()).collect();
    assert_eq!(places, [(1, 4), (2, 41), (2, 50)]);
    let places: Vec<_> = items.iter().map(|item| place(item.offset()).unwrap()).collect();
    assert_eq!(places, [(2, 3), (2, 10), (2, 15), (2, 22), (2, 30)]);
    assert_eq!(document.source(), text);
}

#[test]
fn documents() {
    for (text, found) in [("\n [1]", "an array"), (" null", "null"), ("\"x\"", "a string"), (" 1", "a number")] {
        let error = Document::parse(text.as_bytes(), &Limits::default()).unwrap_err();
        assert_eq!(error.code(), Code::DOCUMENT_SHAPE);
        assert!(error.to_string().contains(found), "{error}");
    }
    let error = Document::parse(b"\n [1]", &Limits::default()).unwrap_err();
    assert_eq!(error.position(), Some(Position { line: 2, column: 2 }));

    let made: Object = [("b", Json::from("x")), ("a", Json::from(vec![Json::from(1), Json::from(Object::new())]))]
        .into_iter()
        .collect();
    let document = Document::from_object(made.clone(), &Limits::default()).unwrap();
    assert_eq!(document.source(), "{\n  \"b\": \"x\",\n  \"a\": [\n    1,\n    {}\n  ]\n}\n");
    assert_eq!(*document.root(), made);
    let member = document.root().member("a").unwrap();
    assert_eq!(document.position(member.name_offset()), Some(Position { line: 3, column: 3 }));
}

#[test]
fn size() {
    const LIMIT: usize = 1 << 20;
    let fill = |size: usize| format!("\"{}\"", "x".repeat(size - 2));
    assert_eq!(parse(fill(LIMIT)).unwrap().as_str().unwrap().len(), LIMIT - 2);
    refused(Code::JSON_SIZE, [(fill(LIMIT + 1), 1, LIMIT + 1)]);
    // trailing white space counts, and size is looked at before anything else
    refused(
        Code::JSON_SIZE,
        [(format!("[]\n{}", " ".repeat(LIMIT - 2)), 2, LIMIT - 2), ("[".repeat(LIMIT + 1), 1, LIMIT + 1)],
    );
    refused(Code::JSON_SIZE, [([b"\xff".as_slice(), "x".repeat(LIMIT).as_bytes()].concat(), 1, LIMIT + 1)]);

    let mut limits = Limits::default();
    limits.description_bytes = 4;
    json::parse(b"[10]", &limits).unwrap();
    assert_eq!(json::parse(b"[100]", &limits).unwrap_err().code(), Code::JSON_SIZE);
    let did = Limits::default().for_did_document();
    json::parse(fill(256 << 10).as_bytes(), did).unwrap();
    assert_eq!(json::parse(fill((256 << 10) + 1).as_bytes(), did).unwrap_err().code(), Code::JSON_SIZE);
}

/// `depth` nested brackets, arrays and objects in turn, around `inner`.
fn nested(depth: usize, inner: &str) -> String {
    let open: String = (0..depth).map(|level| if level % 2 == 0 { "[" } else { "{\"a\":" }).collect();
    let close: String = (0..depth).rev().map(|level| if level % 2 == 0 { "]" } else { "}" }).collect();
    format!("{open}{inner}{close}")
}

#[test]
fn depth() {
    parse("[".repeat(64) + &"]".repeat(64)).unwrap();
    parse("{\"a\":".repeat(64) + "1" + &"}".repeat(64)).unwrap();
    parse(nested(64, "\"[[[[\"")).unwrap();
    refused(
        Code::JSON_DEPTH,
        [
            ("[".repeat(65) + &"]".repeat(65), 1, 65),
            ("{\"a\":".repeat(65) + "1" + &"}".repeat(65), 1, 64 * 5 + 1),
            // 32 pairs of `[` and `{"a":`
            (nested(65, "1"), 1, 32 * 6 + 1),
            ("[1,\n".repeat(65), 65, 1),
        ],
    );
    // siblings do not add up
    parse(format!("[{}]", vec!["[[]]"; 1000].join(","))).unwrap();

    let mut limits = Limits::default();
    limits.depth = 0;
    json::parse(b"1", &limits).unwrap();
    assert_eq!(json::parse(b"[]", &limits).unwrap_err().code(), Code::JSON_DEPTH);
    // nobody can lift the cap that the recursive walks rely on
    limits.depth = usize::MAX;
    json::parse(nested(Limits::MAX_DEPTH, "1").as_bytes(), &limits).unwrap();
    let error = json::parse(nested(Limits::MAX_DEPTH + 1, "1").as_bytes(), &limits).unwrap_err();
    assert_eq!(error.code(), Code::JSON_DEPTH);
}

/// Runs `work` where test and tokio threads run: on a stack of 2 MiB.
fn on_2_mib(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_hundred_thousand_brackets() {
    on_2_mib(|| {
        for opening in ["[", "{\"a\":", "[{\"a\":", "[1,", "{\"\":"] {
            let text = opening.repeat(100_000);
            let (parsed, time) = timed(|| parse(&text));
            assert_eq!(parsed.unwrap_err().code(), Code::JSON_DEPTH, "{opening}");
            // microseconds: what comes after the first bracket too many is not read
            assert!(time < Duration::from_millis(50), "{opening}: {time:?}");
        }
    });
}

#[test]
fn every_walk_at_the_greatest_depth() {
    on_2_mib(|| {
        let mut limits = Limits::default();
        limits.depth = Limits::MAX_DEPTH;
        let text = nested(Limits::MAX_DEPTH, "\"x\"");
        let tree = &json::parse(text.as_bytes(), &limits).unwrap();
        let copy = tree.clone();
        assert!(copy == *tree);
        assert_eq!(json::jcs::canonicalize(tree), text.as_bytes());
        assert_eq!(tree.to_compact(), text);
        let pretty = tree.to_pretty();
        assert_eq!(json::parse(pretty.as_bytes(), &limits).unwrap(), *tree);
        let pointer = "/0/a".repeat(Limits::MAX_DEPTH / 2);
        let innermost = json::pointer::lookup(tree, &pointer).unwrap();
        assert_eq!(innermost.as_str(), Some("x"));
        assert_eq!(json::pointer::pointer_to(tree, innermost.offset()), Some(pointer));
        assert!(format!("{tree:?}").contains("\"x\""));
        drop(copy);
    });
}

#[test]
fn equality_is_linear_in_the_depth() {
    on_2_mib(|| {
        // two names in either order at each level, and a difference at the very bottom
        let deep = |inner: &str, swapped: bool| {
            let (open, close) = if swapped { ("{\"b\":0,\"a\":", "}") } else { ("{\"a\":", ",\"b\":0}") };
            parse(open.repeat(60) + inner + &close.repeat(60)).unwrap()
        };
        let ((), time) = timed(|| {
            assert!(deep("1", false) != deep("2", false));
            assert!(deep("1", false) != deep("2", true));
            assert!(deep("1", false) == deep("1", true));
        });
        assert!(time < Duration::from_secs(2), "{time:?}");
    });
    let parsed = |text: &str| parse(text).unwrap();
    assert_ne!(parsed(r#"{"a":1}"#), parsed(r#"{"a":1,"b":1}"#));
    assert_ne!(parsed(r#"{"a":1,"b":2}"#), parsed(r#"{"a":2,"b":1}"#));
    assert_ne!(parsed(r#"{"a":1,"b":2}"#), parsed(r#"{"b":1,"a":2}"#));
    assert_ne!(parsed("[1,2]"), parsed("[2,1]"));
    assert_eq!(parsed("[1.0, -0]"), parsed("[1,0]"));
}

#[test]
fn objects_made_in_code() {
    let mut object = Object::new();
    assert!(object.insert("b", "1").is_none());
    assert!(object.insert("a", true).is_none());
    assert_eq!(object.insert("b", "2"), Some("1".into()));
    assert_eq!(Json::from(object.clone()).to_compact(), r#"{"b":"2","a":true}"#);
    assert_eq!(object.remove("b"), Some("2".into()));
    assert_eq!(object.remove("b"), None);
    *object.get_mut("a").unwrap() = Json::from(None::<&str>);
    assert!(object.get("a").unwrap().is_null() && object.contains("a") && !object.contains("b"));
    let collected: Object = [("x", 1_u32), ("y", 2), ("x", 3)].into_iter().collect();
    assert_eq!(Json::from(collected).to_compact(), r#"{"x":3,"y":2}"#);
    let large: Object = (0..100_000_u32).map(|n| (n.to_string(), n)).collect();
    assert_eq!(large.len(), 100_000);
    let member = Member::new("c", 7_u32);
    assert_eq!((member.name().as_str(), member.name_offset().get()), ("c", None));
}

#[test]
fn a_list_has_positions_and_no_members() {
    let list = Document::parse_list(b"[\n {\"a\": 1}]", &Limits::default()).unwrap();
    assert!(list.root().is_empty());
    let one = list.json().as_array().unwrap()[0].get("a").unwrap();
    assert_eq!(list.position(one.offset()), Some(Position { line: 2, column: 8 }));
    assert!(Document::parse_list(b"{\"a\": 1}", &Limits::default()).unwrap().root().contains("a"));
    assert_eq!(Document::parse_list(b"1", &Limits::default()).unwrap_err().code(), Code::DOCUMENT_SHAPE);
}

/// The specification's example as printed has a member name without a value on line 67.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_specifications_example() {
    let text = third_party::read("anp/seed-examples/ad-as-printed.not-json.txt");
    refused(Code::JSON_SYNTAX, [(&text, 67, 5)]);
    let error = parse(&text).unwrap_err().to_string();
    assert!(error.contains("the member name \"\" without a value"), "{error}");
    let mended: Vec<&str> = text.lines().filter(|line| line.trim() != "\"\"").collect();
    assert_eq!(mended.len() + 1, text.lines().count());
    let document = Document::parse(mended.join("\n").as_bytes(), &Limits::default()).unwrap();
    let proof = document.root().get("proof").unwrap();
    assert_eq!(proof.get("challenge").and_then(Json::as_str), Some("1235abcd6789"));
    let member = proof.as_object().unwrap().member("challenge").unwrap();
    assert_eq!(document.position(member.name_offset()), Some(Position { line: 67, column: 5 }));
    third_party::ran("specification-example", 1);
}
