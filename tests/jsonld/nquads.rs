//! N-Quads at the edges of its grammar. Expected text is written by hand: escapes from RDF 1.1 N-Quads (its grammar and its canonical
//! form), numbers, language tags and directions from JSON-LD 1.1 API sections 8.2 and 8.6.

use adp_json::{self as json, Json, Limits, Object};
use adp_jsonld::{Contexts, ExpandOptions, Expanded, RdfDirection, RdfOptions, expand};
use proptest::prelude::*;
use sophia_api::{
    quad::{Quad, Spog},
    source::QuadSource,
    term::{SimpleTerm, Term},
};
use sophia_turtle::parser::{nq, trig};

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

fn expanded(text: &str) -> Expanded {
    let json = json::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
    let options = ExpandOptions::with_base("https://example.com/");
    expand(&json, &Contexts::none(), &options).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A document whose one statement has this value.
fn with(value: impl Into<Json>) -> Expanded {
    let document: Object = [("@id", Json::from("urn:s")), ("urn:p", value.into())].into_iter().collect();
    expanded(&Json::from(document).to_compact())
}

/// The objects of the statements about `urn:s`, as N-Quads writes them.
fn objects(expanded: &Expanded) -> Vec<String> {
    let text = expanded.to_nquads().unwrap();
    let object = |line: &str| line.strip_prefix("<urn:s> <urn:p> ").unwrap().strip_suffix(" .").unwrap().to_owned();
    // one statement a line, and no other kind of line end
    assert!(text.is_empty() || text.ends_with('\n'));
    text.split_terminator('\n').map(object).collect()
}

#[track_caller]
fn assert_object(value: &str, expected: &str) {
    let found = objects(&expanded(&format!(r#"{{"@id":"urn:s","urn:p":{value}}}"#)));
    assert_eq!(found, [expected], "{value}");
}

#[track_caller]
fn assert_nothing(value: &str) {
    let found = objects(&expanded(&format!(r#"{{"@id":"urn:s","urn:p":{value}}}"#)));
    assert_eq!(found, Vec::<String>::new(), "{value}");
}

#[test]
fn control_characters_are_escaped() {
    let escapes = [
        r"\u0000", r"\u0001", r"\u0002", r"\u0003", r"\u0004", r"\u0005", r"\u0006", r"\u0007", r"\b", r"\t", r"\n",
        r"\u000B", r"\f", r"\r", r"\u000E", r"\u000F", r"\u0010", r"\u0011", r"\u0012", r"\u0013", r"\u0014",
        r"\u0015", r"\u0016", r"\u0017", r"\u0018", r"\u0019", r"\u001A", r"\u001B", r"\u001C", r"\u001D", r"\u001E",
        r"\u001F",
    ];
    for (code, escape) in (0_u8..).zip(escapes) {
        assert_eq!(objects(&with(format!("a{}b", char::from(code)))), [format!("\"a{escape}b\"")], "{code}");
    }
    assert_eq!(objects(&with("\u{7f}")), [r#""\u007F""#]);
    assert_eq!(objects(&with("\"\\")), [r#""\"\\""#]);
    assert_eq!(objects(&with(r"\u0041")), [r#""\\u0041""#]);
}

#[test]
fn other_characters_stand_as_they_are() {
    for text in [
        "'",
        " ",
        "\u{80}",
        "\u{85}",
        "\u{a0}",
        "é",
        "e\u{301}",
        "\u{2028}",
        "\u{202e}",
        "\u{feff}",
        "\u{ffff}",
        "😀",
        "\u{10ffff}",
        "",
    ] {
        assert_eq!(objects(&with(text)), [format!("\"{text}\"")]);
    }
}

/// Section 8.6: fifteen digits after the point, without trailing zeros.
#[test]
fn numbers() {
    for (value, expected) in [
        ("5e-324", "4.940656458412465E-324"),
        ("-5e-324", "-4.940656458412465E-324"),
        ("2.2250738585072014e-308", "2.225073858507201E-308"),
        ("2.225073858507201e-308", "2.225073858507201E-308"),
        ("0.1", "1.0E-1"),
        ("0.3333333333333333", "3.333333333333333E-1"),
        ("0.30000000000000004", "3.0E-1"),
        ("-1.5", "-1.5E0"),
        ("123456789.125", "1.23456789125E8"),
        ("1e-7", "1.0E-7"),
        ("1e21", "1.0E21"),
        ("-1e21", "-1.0E21"),
        ("1.1e21", "1.1E21"),
        ("1e300", "1.0E300"),
        // fifteen digits would be 1.797693134862316E308, which is larger than any double: the shortest form is written
        ("1.7976931348623157e308", "1.7976931348623157E308"),
        ("-1.7976931348623157e308", "-1.7976931348623157E308"),
        ("1.7976931348623155e308", "1.7976931348623155E308"),
        ("1.797693134862315e308", "1.797693134862315E308"),
    ] {
        assert_object(value, &format!("\"{expected}\"^^<{XSD}double>"));
    }
    for (value, expected) in [
        ("0", "0"),
        ("-0", "0"),
        ("0.0", "0"),
        ("1.0", "1"),
        ("-42", "-42"),
        ("9007199254740991", "9007199254740991"),
        ("9007199254740992", "9007199254740992"),
        ("1e20", "100000000000000000000"),
        // the digits of the double itself, as `toFixed(0)` writes it
        ("999999999999999900000", "999999999999999868928"),
        ("-999999999999999900000", "-999999999999999868928"),
    ] {
        assert_object(value, &format!("\"{expected}\"^^<{XSD}integer>"));
    }
}

/// Section 8.2 steps 8 to 11: a datatype of the document's own stays, `xsd:double` makes a double of an integer.
#[test]
fn typed_values() {
    for (value, datatype, expected) in [
        ("2", "http://www.w3.org/2001/XMLSchema#double", "2.0E0"),
        ("0", "http://www.w3.org/2001/XMLSchema#double", "0.0E0"),
        ("2", "urn:t", "2"),
        ("1.5", "http://www.w3.org/2001/XMLSchema#decimal", "1.5E0"),
        ("1e21", "http://www.w3.org/2001/XMLSchema#integer", "1.0E21"),
        ("true", "urn:t", "true"),
        ("false", "http://www.w3.org/2001/XMLSchema#boolean", "false"),
        ("\"1.50\"", "http://www.w3.org/2001/XMLSchema#decimal", "1.50"),
    ] {
        assert_object(
            &format!(r#"{{"@value":{value},"@type":"{datatype}"}}"#),
            &format!("\"{expected}\"^^<{datatype}>"),
        );
    }
    // a plain string needs no datatype
    assert_object(&format!(r#"{{"@value":"x","@type":"{XSD}string"}}"#), "\"x\"");
}

#[test]
fn language_tags_are_well_formed_or_the_value_goes() {
    for tag in ["en", "de-AT", "EN-us", "zh-Hant-TW", "de-CH-1996", "x-private", "i-klingon", "es-419"] {
        assert_object(&format!(r#"{{"@value":"a","@language":"{tag}"}}"#), &format!("\"a\"@{tag}"));
    }
    // by BCP 47 section 2.1; what stands here would be no `LANGTAG`, or no tag
    for tag in ["", " ", "a b", "en_US", "en-", "-en", "123", "en.", "en\\n", "é", "abcdefghi", "en-a", "x"] {
        assert_nothing(&format!(r#"{{"@value":"a","@language":"{tag}"}}"#));
    }
}

#[test]
fn iris_that_nquads_cannot_write_are_left_out() {
    let forbidden =
        [r"\u0000", r"\n", r"\u001f", " ", "<", ">", r#"\""#, "{", "}", "|", r"\\", "^", "`", r"\u007f", r"\u0085"];
    for character in forbidden {
        let iri = format!("urn:a{character}b");
        for statement in [
            format!(r#"{{"@id":"{iri}","urn:p":1}}"#),
            format!(r#"{{"@id":"urn:s","{iri}":1}}"#),
            format!(r#"{{"@id":"urn:s","urn:p":{{"@id":"{iri}"}}}}"#),
            format!(r#"{{"@id":"urn:s","@type":"{iri}"}}"#),
            format!(r#"{{"@id":"{iri}","@graph":[{{"@id":"urn:s","urn:p":1}}]}}"#),
        ] {
            assert_eq!(expanded(&statement).to_nquads().unwrap(), "", "{statement}");
            assert_eq!(expanded(&statement).to_turtle().unwrap(), "", "{statement}");
        }
    }
    for bad in ["http://a:b/", "http://[::g]/", "http://[", "urn:a%2g", "urn:a#b#c", "http://h/\u{e000}"] {
        assert_nothing(&format!(r#"{{"@id":"{bad}"}}"#));
    }
    for good in [
        "urn:a%20b#c",
        "http://[::1]:80/?q#f",
        "did:wba:example.com%3A8800:alice",
        "http://example.com/ä😀",
        "mailto:a@b",
    ] {
        assert_object(&format!(r#"{{"@id":"{good}"}}"#), &format!("<{good}>"));
    }
}

/// Section 8.2 step 13.
#[test]
fn directions() {
    let lines = |value: &str, direction: Option<RdfDirection>| {
        let mut options = RdfOptions::default();
        options.rdf_direction = direction;
        let expanded = expanded(&format!(r#"{{"@id":"urn:s","urn:p":{value}}}"#));
        let mut lines: Vec<String> = expanded.to_quads_with(options).unwrap().iter().map(ToString::to_string).collect();
        lines.sort();
        lines
    };
    let arabic = r#"{"@value":"ا","@language":"ar-EG","@direction":"rtl"}"#;
    let unknown = r#"{"@value":"a","@direction":"ltr"}"#;
    assert_eq!(lines(arabic, None), [r#"<urn:s> <urn:p> "ا"@ar-EG ."#]);
    assert_eq!(lines(unknown, None), [r#"<urn:s> <urn:p> "a" ."#]);
    let i18n = Some(RdfDirection::I18nDatatype);
    assert_eq!(lines(arabic, i18n), [r#"<urn:s> <urn:p> "ا"^^<https://www.w3.org/ns/i18n#ar-eg_rtl> ."#]);
    assert_eq!(lines(unknown, i18n), [r#"<urn:s> <urn:p> "a"^^<https://www.w3.org/ns/i18n#_ltr> ."#]);
    let compound = Some(RdfDirection::CompoundLiteral);
    let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    assert_eq!(
        lines(arabic, compound),
        [
            "<urn:s> <urn:p> _:b0 .".to_owned(),
            format!("_:b0 <{rdf}direction> \"rtl\" ."),
            format!("_:b0 <{rdf}language> \"ar-eg\" ."),
            format!("_:b0 <{rdf}value> \"ا\" ."),
        ]
    );
    assert_eq!(
        lines(unknown, compound),
        [
            "<urn:s> <urn:p> _:b0 .".to_owned(),
            format!("_:b0 <{rdf}direction> \"ltr\" ."),
            format!("_:b0 <{rdf}value> \"a\" ."),
        ]
    );
    // without a language that can be written, the string goes in every form
    let bad = r#"{"@value":"a","@language":"a b","@direction":"ltr"}"#;
    assert!([None, i18n, compound].into_iter().all(|direction| lines(bad, direction).is_empty()));
}

/// Whatever a document calls its blank nodes, the labels are what the grammar allows, and tell the same nodes apart.
#[test]
fn labels_of_blank_nodes() {
    let names = ["_:", "_:a", "_:a.", "_:.", "_:-", "_:a b", "_:é", "_:<x>", "_:\\n", "_:a:b", "_:b0", "_:😀"];
    let nodes: Vec<String> = names.iter().map(|name| format!(r#"{{"@id":"{name}"}}"#)).collect();
    let mut found = objects(&expanded(&format!(r#"{{"@id":"urn:s","urn:p":[{}]}}"#, nodes.join(","))));
    found.sort();
    found.dedup();
    assert_eq!(found.len(), names.len());
    for label in found {
        let number = label.strip_prefix("_:b").unwrap();
        assert!(!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()), "{label}");
    }
}

type Parsed = Vec<Spog<SimpleTerm<'static>>>;

/// What an independent parser reads in both forms.
fn parsed(expanded: &Expanded) -> [Parsed; 2] {
    let (nquads, turtle) = (expanded.to_nquads().unwrap(), expanded.to_turtle().unwrap());
    let first: Parsed = nq::parse_str(&nquads).collect_quads().unwrap_or_else(|error| panic!("{error}: {nquads}"));
    let second: Parsed = trig::parse_str(&turtle).collect_quads().unwrap_or_else(|error| panic!("{error}: {turtle}"));
    [first, second]
}

/// The one literal of a document, as it is read from either form: lexical form, datatype, language.
fn literals(expanded: &Expanded) -> [(String, String, Option<String>); 2] {
    parsed(expanded).map(|quads| {
        assert_eq!(quads.len(), 1);
        let object = quads[0].o();
        (
            object.lexical_form().unwrap().to_string(),
            object.datatype().unwrap().to_string(),
            object.language_tag().map(|tag| tag.to_string()),
        )
    })
}

/// The digits of the canonical form: a digit that is not zero, a point, digits.
fn is_canonical_double(lexical: &str) -> bool {
    let (mantissa, exponent) = lexical.split_once('E').unwrap();
    let (integer, fraction) = mantissa.strip_prefix('-').unwrap_or(mantissa).split_once('.').unwrap();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.strip_prefix('-').unwrap_or(exponent);
    integer.len() == 1
        && matches!(integer.as_bytes()[0], b'1'..=b'9')
        && digits(fraction)
        && (fraction == "0" || !fraction.ends_with('0'))
        && digits(exponent)
        && (exponent == "0" || !exponent.starts_with('0'))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_string_comes_back(text in any::<String>(), escaped in "[\\x00-\\x20\"\\\\\\x7f-\\u{a0}\\u{2028}\\u{fffe}\\u{ffff}]{0,20}") {
        for text in [text, escaped] {
            let found = literals(&with(text.as_str()));
            for (lexical, datatype, language) in found {
                prop_assert_eq!(&lexical, &text);
                prop_assert_eq!(datatype, format!("{XSD}string"));
                prop_assert_eq!(language, None);
            }
        }
    }

    #[test]
    fn every_number_comes_back(number in proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL | proptest::num::f64::ZERO) {
        for (lexical, datatype, _) in literals(&with(json::Number::new(number).unwrap())) {
            let back: f64 = lexical.parse().unwrap();
            if number.fract() == 0.0 && number.abs() < 1e21 {
                prop_assert_eq!(datatype, format!("{XSD}integer"));
                prop_assert_eq!(back, number);
                prop_assert!(lexical.strip_prefix('-').unwrap_or(&lexical).bytes().all(|byte| byte.is_ascii_digit()));
            } else {
                prop_assert_eq!(datatype, format!("{XSD}double"));
                prop_assert!(is_canonical_double(&lexical), "{}", lexical);
                // sixteen digits: half a unit of the last one, and of the double that is read
                prop_assert!(back.is_finite() && (back - number).abs() <= number.abs() * 7e-16, "{} of {}", lexical, number);
            }
        }
    }

    #[test]
    fn every_language_tag_comes_back_or_goes(
        any in "[a-zA-Z0-9 _-]{0,12}",
        well_formed in "[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?(-x-[a-z0-9]{1,8})?",
    ) {
        for (tag, must_come) in [(any, false), (well_formed, true)] {
            let value: Object = [("@value", Json::from("a")), ("@language", Json::from(tag.as_str()))].into_iter().collect();
            let expanded = with(value);
            if expanded.to_quads().unwrap().is_empty() {
                prop_assert!(!must_come, "{} is gone", tag);
                prop_assert_eq!(expanded.to_turtle().unwrap(), "");
            } else {
                for (_, _, language) in literals(&expanded) {
                    prop_assert_eq!(language.as_deref(), Some(tag.as_str()));
                }
            }
        }
    }

    #[test]
    fn every_iri_comes_back_or_goes(
        any in "[!-~]{0,12}|\\PC{0,6}|[%:/?#@\\[\\]0-9a-f]{0,12}",
        well_formed in "[a-z0-9]{1,12}(/[a-z0-9._~-]{0,4}){0,2}",
        scheme in "urn:|https://|did:wba:",
    ) {
        for (tail, must_come) in [(any, false), (well_formed, true)] {
            let iri = format!("{scheme}{tail}");
            let value: Object = [("@id", Json::from(iri.as_str()))].into_iter().collect();
            let expanded = with(value);
            let quads = expanded.to_quads().unwrap();
            prop_assert!(!must_come || quads.len() == 1, "{} is gone", iri);
            for parsed in parsed(&expanded) {
                prop_assert_eq!(parsed.len(), quads.len());
                for quad in parsed {
                    let read = quad.o().iri().unwrap().as_str().to_owned();
                    prop_assert_eq!(&read, &iri);
                    prop_assert_eq!(format!("<{read}>"), quads[0].object.to_string());
                }
            }
        }
    }
}
