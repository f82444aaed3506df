//! Canonical bytes: RFC 8785's own examples and suite, and agreement with `serde_jcs` on generated texts.

use adp_fixtures::third_party;
use adp_json::{self as json, Json};
use adp_json::{Code, CodedError, Limits, ReadError};
use proptest::prelude::*;
use std::collections::HashSet;

fn canonical(text: &str) -> Result<String, ReadError> {
    let tree = json::parse(text.as_bytes(), &Limits::default())?;
    Ok(String::from_utf8(json::jcs::canonicalize(&tree)).unwrap())
}

/// What `serde_json` and `serde_jcs` make of a text.
fn oracle(text: &[u8]) -> Option<Vec<u8>> {
    let value: serde_json::Value = serde_json::from_slice(text).ok()?;
    serde_jcs::to_vec(&value).ok()
}

#[test]
fn cyberphone_suite() {
    let read = |path: String| std::fs::read_to_string(third_party::committed("jcs/testdata").join(path)).unwrap();
    let mut count = 0;
    for name in ["arrays", "french", "structures", "unicode", "values", "weird"] {
        let input = read(format!("input/{name}.json"));
        let output = read(format!("output/{name}.json"));
        let hex = read(format!("outhex/{name}.txt"));
        let bytes: Vec<u8> = hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        assert_eq!(canonical(&input).unwrap(), output, "{name}");
        assert_eq!(canonical(&input).unwrap().into_bytes(), bytes, "{name}");
        assert_eq!(canonical(&output).unwrap(), output, "{name} is its own canonical form");
        count += 1;
    }
    third_party::ran("jcs-cyberphone", count);
}

#[test]
fn names_sort_by_utf_16() {
    // RFC 8785 section 3.2.3, the order of its example
    let text = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
    assert_eq!(canonical(text).unwrap(), "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}");
    // a name sorts before those it begins, upper case before lower
    assert_eq!(canonical(r#"{"ab":1,"a":2,"":3,"B":4,"aa":5}"#).unwrap(), r#"{"":3,"B":4,"a":2,"aa":5,"ab":1}"#);
    // escaped characters sort by what they stand for: line feed, space, quote, A, backslash, a
    assert_eq!(
        canonical(r#"{"a":1,"\\":2,"A":3,"\"":4," ":5,"\n":6}"#).unwrap(),
        r#"{"\n":6," ":5,"\"":4,"A":3,"\\":2,"a":1}"#
    );
}

#[test]
fn utf_16_order_at_its_boundaries() {
    let scalars = [
        '\0',
        'a',
        '\u{7f}',
        '\u{80}',
        '\u{7ff}',
        '\u{800}',
        '\u{d7ff}',
        '\u{e000}',
        '\u{efff}',
        '\u{f000}',
        '\u{fffd}',
        '\u{ffff}',
        '\u{10000}',
        '\u{1f600}',
        '\u{3ffff}',
        '\u{40000}',
        '\u{fffff}',
        '\u{100000}',
        '\u{10ffff}',
    ];
    let mut names: Vec<String> = vec![String::new()];
    for a in scalars {
        names.push(a.to_string());
        names.extend(scalars.iter().flat_map(|b| [format!("{a}{b}"), format!("{b}x{a}")]));
    }
    names.sort();
    names.dedup();
    for a in &names {
        for b in names.iter().filter(|b| *b != a) {
            let object: json::Object =
                [(a.as_str(), Json::from(true)), (b.as_str(), Json::from(true))].into_iter().collect();
            let written = String::from_utf8(json::jcs::canonicalize(&object.into())).unwrap();
            let units: Vec<u16> = a.encode_utf16().collect();
            let first = if units < b.encode_utf16().collect::<Vec<u16>>() { a } else { b };
            let first = serde_json::to_string(first).unwrap();
            assert!(written.starts_with(&format!("{{{first}:")), "{a:?} {b:?}: {written}");
        }
    }
}

#[test]
fn strings_and_literals() {
    // RFC 8785 section 3.2.2: its example
    let text = "{\n  \"numbers\": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],\n  \
                \"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\",\n  \"literals\": [null, true, false]\n}";
    assert_eq!(
        canonical(text).unwrap(),
        "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
         \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"
    );
    let controls: String = (0..0x20_u32).map(|unit| format!("\\u{unit:04X}")).collect();
    assert_eq!(
        canonical(&format!("\"{controls}\\u007f\"")).unwrap(),
        "\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f\\u0010\\u0011\
         \\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f\u{7f}\""
    );
    assert_eq!(canonical(" [ ] ").unwrap(), "[]");
    assert_eq!(canonical(" { } ").unwrap(), "{}");
    assert_eq!(canonical("[{\"b\":[],\"a\":{}},\"\"]").unwrap(), "[{\"a\":{},\"b\":[]},\"\"]");
}

#[test]
fn members_left_out() {
    let text = r#"{"proof":{"type":"T","proofValue":"z","proof":{"proofValue":"in"}},"proofValue":"root","a":[{"proof":{"proofValue":"deep"}}]}"#;
    let tree = json::parse(text.as_bytes(), &Limits::default()).unwrap();
    let omitting =
        |path: &[&str]| String::from_utf8(json::jcs::canonicalize_omitting(tree.as_object().unwrap(), path)).unwrap();
    assert_eq!(omitting(&[]), canonical(text).unwrap());
    assert_eq!(omitting(&["proof"]), r#"{"a":[{"proof":{"proofValue":"deep"}}],"proofValue":"root"}"#);
    assert_eq!(
        omitting(&["proof", "proofValue"]),
        r#"{"a":[{"proof":{"proofValue":"deep"}}],"proof":{"proof":{"proofValue":"in"},"type":"T"},"proofValue":"root"}"#
    );
    assert_eq!(
        omitting(&["proof", "proof", "proofValue"]),
        r#"{"a":[{"proof":{"proofValue":"deep"}}],"proof":{"proof":{},"proofValue":"z","type":"T"},"proofValue":"root"}"#
    );
    // what does not exist is not missed, and a path does not go through arrays or scalars
    for path in [&["x"] as &[&str], &["x", "y"], &["a", "proof"], &["proofValue", "x"], &["proof", "type", "x"]] {
        assert_eq!(omitting(path), canonical(text).unwrap(), "{path:?}");
    }
}

/// A value as it is spelled in a text: every character and number in one of its spellings.
#[derive(Clone, Debug)]
enum Spelled {
    Plain(&'static str),
    Number(String),
    Text(Vec<(char, u8)>),
    Array(Vec<Spelled>),
    Object(Vec<(Vec<(char, u8)>, Spelled)>),
}

impl Spelled {
    fn write(&self, out: &mut String, space: &str) {
        match self {
            Self::Plain(text) => out.push_str(text),
            Self::Number(literal) => out.push_str(literal),
            Self::Text(text) => write_text(out, text),
            Self::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    out.push_str(space);
                    item.write(out, space);
                }
                out.push_str(space);
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    write_text(out, name);
                    out.push_str(space);
                    out.push(':');
                    out.push_str(space);
                    value.write(out, space);
                    out.push_str(space);
                }
                out.push('}');
            }
        }
    }

    /// The codes this value deserves, found without the reader.
    fn faults(&self, found: &mut HashSet<Code>) {
        match self {
            Self::Number(literal) if !is_exact(literal) => {
                found.insert(Code::JSON_NUMBER);
            }
            Self::Plain(_) | Self::Number(_) | Self::Text(_) => {}
            Self::Array(items) => items.iter().for_each(|item| item.faults(found)),
            Self::Object(members) => {
                let names: HashSet<String> =
                    members.iter().map(|(name, _)| name.iter().map(|(c, _)| c).collect()).collect();
                if names.len() < members.len() {
                    found.insert(Code::JSON_DUPLICATE_KEY);
                }
                members.iter().for_each(|(_, value)| value.faults(found));
            }
        }
    }
}

fn write_text(out: &mut String, text: &[(char, u8)]) {
    out.push('"');
    for &(c, spelling) in text {
        let short = match c {
            '"' => Some("\\\""),
            '\\' => Some("\\\\"),
            '/' => Some("\\/"),
            '\u{8}' => Some("\\b"),
            '\u{c}' => Some("\\f"),
            '\n' => Some("\\n"),
            '\r' => Some("\\r"),
            '\t' => Some("\\t"),
            _ => None,
        };
        let must_escape = c < ' ' || c == '"' || c == '\\';
        match (spelling % 4, short) {
            (0, Some(short)) => out.push_str(short),
            (0 | 1, _) if !must_escape => out.push(c),
            (1, Some(short)) => out.push_str(short),
            (2, _) => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04X}"))),
            _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    out.push('"');
}

/// The rule of exact numbers, by writing both sides out in full: no exponent, no needless zero.
fn is_exact(literal: &str) -> bool {
    let value: f64 = literal.parse().unwrap();
    let written_out = |text: &str| {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent.parse().unwrap();
        let (integer, fraction) =
            mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa.trim_start_matches('-'), ""));
        let zeros = "0".repeat(exponent.unsigned_abs() as usize);
        let (integer, fraction) = if exponent < 0 {
            let digits = format!("{zeros}{integer}");
            let (integer, moved) = digits.split_at(digits.len() - zeros.len());
            (integer.to_owned(), format!("{moved}{fraction}"))
        } else {
            let digits = format!("{fraction}{zeros}");
            let (moved, fraction) = digits.split_at(zeros.len());
            (format!("{integer}{moved}"), fraction.to_owned())
        };
        (integer.trim_start_matches('0').to_owned(), fraction.trim_end_matches('0').to_owned())
    };
    let (integer, fraction) = written_out(literal);
    if value.is_infinite() {
        return false;
    }
    if value == 0.0 {
        return integer.is_empty() && fraction.is_empty();
    }
    let two_53 = "9007199254740992";
    let below_two_53 = integer.len() < two_53.len() || (integer.len() == two_53.len() && integer.as_str() < two_53);
    let ecmascript = serde_jcs::to_string(&value).unwrap();
    below_two_53 || (integer, fraction) == written_out(&ecmascript)
}

fn character() -> impl Strategy<Value = (char, u8)> {
    let c = prop_oneof![
        4 => prop::char::range('a', 'd'),
        2 => prop::sample::select(vec!['"', '\\', '/', '\u{8}', '\u{c}', '\n', '\r', '\t', '\0', '\u{1f}', '\u{7f}', ' ']),
        2 => prop::sample::select(vec!['é', '€', '\u{d7ff}', '\u{e000}', '\u{fb33}', '\u{ffff}', '\u{10000}', '😀', '\u{10ffff}']),
        1 => any::<char>(),
    ];
    (c, any::<u8>())
}

fn number() -> impl Strategy<Value = String> {
    let near_2_53 = (-40_i64..40, prop::sample::select(vec!["", ".0", ".5", "e0", "0e-1", "00E-2", ".000e+0", "e3"]))
        .prop_map(|(distance, end)| format!("{}{end}", 9_007_199_254_740_992 + distance));
    prop_oneof![
        any::<i32>().prop_map(|n| n.to_string()),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |n| n.is_finite()).prop_map(|n| format!("{n:e}")),
        any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| format!("{n}")),
        near_2_53,
        "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,24})?([eE][+-]?[0-9]{1,3})?",
    ]
}

fn value() -> impl Strategy<Value = Spelled> {
    let text = || prop::collection::vec(character(), 0..12);
    let leaf = prop_oneof![
        prop::sample::select(vec!["null", "true", "false", "[]", "{}", "[ ]", "{ }"]).prop_map(Spelled::Plain),
        number().prop_map(Spelled::Number),
        text().prop_map(Spelled::Text),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        let name = prop::collection::vec(character(), 0..5);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Spelled::Array),
            prop::collection::vec((name, inner), 0..24).prop_map(Spelled::Object),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// A text without a fault of ours has `serde_jcs`'s bytes; one with a fault is refused with a code it deserves.
    #[test]
    fn agrees_with_serde_jcs(spelled in value(), space in prop::sample::select(vec!["", " ", "\n  ", "\r\n\t"])) {
        let mut text = String::new();
        spelled.write(&mut text, space);
        let mut faults = HashSet::new();
        spelled.faults(&mut faults);
        match canonical(&text) {
            Ok(bytes) => {
                prop_assert!(faults.is_empty(), "accepted in spite of {:?}: {}", faults, text);
                prop_assert_eq!(Some(bytes.clone().into_bytes()), oracle(text.as_bytes()));
                prop_assert_eq!(canonical(&bytes).unwrap(), bytes);
            }
            Err(error) => prop_assert!(faults.contains(&error.code()), "{}: {}", error, text),
        }
    }

    /// A damaged text: whatever we accept, `serde_json` accepts, and the bytes agree.
    #[test]
    fn accepts_no_more_than_serde_json(
        spelled in value(),
        at in any::<prop::sample::Index>(),
        byte in prop_oneof![prop::sample::select(b"{}[]\",:\\u0e.-+ \n\0\xED\xA0\x80".to_vec()), any::<u8>()],
        cut in any::<bool>(),
    ) {
        let mut text = String::new();
        spelled.write(&mut text, " ");
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.remove(at); } else { bytes[at] = byte; }
        let ours = json::parse(&bytes, &Limits::default());
        let theirs = oracle(&bytes);
        match ours {
            Ok(tree) => prop_assert_eq!(Some(json::jcs::canonicalize(&tree)), theirs),
            Err(error) => prop_assert!(
                theirs.is_none() || matches!(error.code(), Code::JSON_DUPLICATE_KEY | Code::JSON_NUMBER),
                "{}: {}", error, String::from_utf8_lossy(&bytes)
            ),
        }
    }

    /// What is written, in any of the three layouts, reads back as the same tree.
    #[test]
    fn layouts_read_back(spelled in value()) {
        let mut text = String::new();
        spelled.write(&mut text, "");
        if let Ok(tree) = json::parse(text.as_bytes(), &Limits::default()) {
            for text in [tree.to_pretty(), tree.to_compact(), canonical(&text).unwrap()] {
                prop_assert_eq!(&json::parse(text.as_bytes(), &Limits::default()).unwrap(), &tree);
            }
        }
    }
}
