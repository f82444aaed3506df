//! Suggestions for misspelled names, and names that differ only in spelling.

use adp_report::{
    Suggestions, closest,
    members::{folded, is_same_name, is_snake_case_of},
};

#[test]
fn did_you_mean() {
    let protocols = ["YAML", "JSON-RPC 2.0", "openrpc", "MCP", "WebRTC", "documentationUrl"];
    for (written, meant) in [
        ("json-rpc 2.0", Some("JSON-RPC 2.0")),
        ("JSONRPC 2.0", Some("JSON-RPC 2.0")),
        ("yml", Some("YAML")),
        ("MPC", Some("MCP")),
        ("MCQ", None),
        ("gRPC", None),
        ("documentation_url", Some("documentationUrl")),
        ("documantatonUrl", Some("documentationUrl")),
        ("", None),
        (&"x".repeat(100), None),
    ] {
        assert_eq!(closest(written, protocols), meant, "{written}");
    }
    // a correct name needs no correction; of two equally close ones the first is suggested
    assert_eq!(closest("YAML", ["YAML"]), None);
    assert_eq!(closest("abcz", ["xbcd", "abcx", "abcy"]), Some("abcx"));
    // up to 64 bytes, for both names
    let (long, longer) = ("x".repeat(64), "x".repeat(65));
    assert_eq!(closest(&format!("{}y", &long[1..]), [long.as_str()]), Some(long.as_str()));
    assert_eq!(closest(&longer, [long.as_str()]), None);
    assert_eq!(closest(&long, [longer.as_str()]), None);
}

#[test]
fn a_document_buys_no_more_than_its_budget() {
    let names: Vec<String> = (0..10_000).map(|n| format!("scheme-{n:04}")).collect();
    let mut suggestions = Suggestions::default();
    let mut found = 0;
    for _ in 0..10 {
        found += usize::from(suggestions.closest("scheme_1", names.iter().map(String::as_str)).is_some());
        found += usize::from(suggestions.closest("scheme_0001x", names.iter().map(String::as_str)).is_some());
    }
    // two hundred thousand distances of at least 70 cells were requested, but four million cells are computed
    assert!((1..5).contains(&found), "{found}, {suggestions:?}");
    assert_eq!(suggestions.closest("scheme_0001x", ["scheme-0001"]), None);
    // names of another length are not compared
    let mut suggestions = Suggestions::default();
    let (short, long) = ("x".repeat(40), "y".repeat(64));
    assert_eq!(suggestions.closest(&short, std::iter::repeat_n(long.as_str(), 10_000)), None);
    assert_eq!(suggestions.closest("scheme_0001x", ["scheme-0001"]), Some("scheme-0001"));
    // each candidate costs the minimum, also one that is not compared
    let long = "y".repeat(65);
    assert_eq!(suggestions.closest("x", std::iter::repeat_n(long.as_str(), 300_000)), None);
    assert_eq!(suggestions.closest("scheme_0001x", ["scheme-0001"]), None);
}

#[test]
fn names_are_compared_without_case_underscores_and_hyphens() {
    for (one, other) in [
        ("url", "URL"),
        ("url", "Url"),
        ("issuedAt", "issued_at"),
        ("issuedAt", "Issued-At"),
        ("entries", "entrie\u{17f}"),
        ("tokenUrl", "to\u{212a}enUrl"),
        ("identifier", "\u{131}dentifier"),
        // Java alone takes this letter for `i`; without its dot Unicode does
        ("identifier", "\u{130}dentif\u{130}er"),
        ("did", "DI\u{307}D"),
        ("address", "addre\u{1e9e}"),
        ("address", "addre\u{df}"),
        ("official", "o\u{fb03}c\u{131}al"),
        ("\u{3c3}", "\u{3c2}"),
        ("\u{1c4}", "\u{1c5}"),
        ("\u{13a0}", "\u{ab70}"),
        ("in", "in_"),
        ("_meta", "_Meta"),
    ] {
        assert!(is_same_name(one, other) && is_same_name(other, one), "{one} {other}");
    }
    for (one, other) in [
        ("url", "urls"),
        ("url", "uri"),
        ("tags", ""),
        ("a b", "ab"),
        ("url", "u.rl"),
        ("d\u{ed}d", "did"),
        ("j\u{307}", "j"),
    ] {
        assert!(!is_same_name(one, other), "{one} {other}");
    }
}

/// By the documentation of Java's `equalsIgnoreCase`, letter by letter: equal in upper case, or in lower case of that.
#[test]
fn what_java_calls_equal_is_one_name() {
    let single = |mapped: &mut dyn Iterator<Item = char>, letter: char| match (mapped.next(), mapped.next()) {
        (Some(only), None) => only,
        _ => letter,
    };
    let in_java = |letter: char| match single(&mut letter.to_uppercase(), letter) {
        'İ' => 'i',
        upper => single(&mut upper.to_lowercase(), upper),
    };
    let mut first = std::collections::HashMap::new();
    let mut pairs = 0;
    for letter in '\0'..=char::MAX {
        let other = *first.entry(in_java(letter)).or_insert(letter);
        if other != letter {
            pairs += 1;
            assert!(is_same_name(&format!("a{letter}"), &format!("a{other}")), "{letter:?} {other:?}");
        }
    }
    assert!(pairs > 1_300, "{pairs}");
    // all letters of other scripts that stand for Latin ones (Unicode's CaseFolding.txt, and `ı` and `İ` for Java)
    let latin = |letter: &char| {
        let folded: String = folded(&letter.to_string()).collect();
        !letter.is_ascii() && !folded.is_empty() && folded.is_ascii()
    };
    let found: Vec<char> = ('\0'..=char::MAX).filter(latin).collect();
    let expected =
        "\u{df}\u{130}\u{131}\u{17f}\u{1e9e}\u{212a}\u{fb00}\u{fb01}\u{fb02}\u{fb03}\u{fb04}\u{fb05}\u{fb06}";
    assert_eq!(found, expected.chars().collect::<Vec<_>>());
}

#[test]
fn names_of_protocol_buffers_are_told_from_others() {
    assert!(is_snake_case_of("default_input_modes", "defaultInputModes"));
    assert!(is_snake_case_of("oauth2_security_scheme", "oauth2SecurityScheme"));
    for (snake, camel) in [
        ("name", "name"),
        ("defaultInputModes", "defaultInputModes"),
        ("default_input_mode", "defaultInputModes"),
        ("default_input_modes_", "defaultInputModes"),
        ("default__input_modes", "defaultInputModes"),
        ("default_Input_modes", "defaultInputModes"),
        ("", "iconUrl"),
    ] {
        assert!(!is_snake_case_of(snake, camel), "{snake}");
    }
}
