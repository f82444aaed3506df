//! The rules, each by its own examples.

use crate::formats::published;
use adp_cards::{A2A_CARD, SEED_CARD};
use adp_catalogs::{AI_CATALOG, WELL_KNOWN};
use adp_fixtures::samples::{options, parse};
use agent_description::{
    Code,
    diagnostic::{CheckReport, Severity, example_faults},
    format::Format,
};

fn check(format: &Format, text: &str, for_registry: bool) -> CheckReport {
    let mut options = options();
    options.for_registry = for_registry;
    format.check(&parse(text), &options)
}

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    for format in published().iter().chain(WELL_KNOWN).copied() {
        let faults = example_faults(format.rules, |text| check(format, text, true), &[]);
        assert!(faults.is_empty(), "{}:\n{}", format.name, faults.join("\n"));
        assert!(!format.rules.is_empty(), "{}", format.name);
    }
}

#[test]
fn the_size_is_that_of_the_bytes_given_and_asked_for_registries_alone() {
    let card = |bytes: usize| {
        let start = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1", "capabilities": {}, "url": "https://a.example/",
            "protocolVersion": "0.3.0", "defaultInputModes": [], "defaultOutputModes": [], "skills": []"#;
        format!("{start}{}}}", " ".repeat(bytes - start.len() - 1))
    };
    for (bytes, errors, warnings) in [(10_000, 0, 0), (10_001, 0, 1), (10_240, 0, 1), (10_241, 1, 0)] {
        let report = check(A2A_CARD, &card(bytes), true);
        assert_eq!(
            (report.number_of(Severity::Error), report.number_of(Severity::Warning)),
            (errors, warnings),
            "{bytes}"
        );
        assert!(check(A2A_CARD, &card(bytes), false).diagnostics.is_empty());
    }
}

#[test]
fn a_misspelled_member_is_told_with_what_was_meant() {
    let text = r#"{"protocolVersion": "0.3.0", "name": "Rooms", "description": "Books rooms.", "version": "1", "capabilities": {},
  "url": "https://a.example/", "defaultInputMode": ["text"], "defaultOutputModes": [], "skills": []}"#;
    let report = check(A2A_CARD, text, false);
    let found = report.diagnostics.iter().find(|found| found.severity == Severity::Error).unwrap();
    assert_eq!((found.rule.id, found.line, found.column), ("a2a-0-card", Some(2), Some(32)));
    assert_eq!(found.replacement.as_deref(), Some("\"defaultInputModes\""));
}

#[test]
fn twins_are_found_wherever_a_message_stands() {
    for (twins, at) in [
        (r#""default_input_modes": [], "defaultInputModes": []"#, "/default_input_modes"),
        (r#""preferredTransport": "GRPC", "preferred_transport": "GRPC""#, "/preferred_transport"),
        (r#""skills": [{"input_modes": [], "inputModes": []}]"#, "/skills/0/input_modes"),
        (
            r#""security_schemes": {"b": {"http_auth_security_scheme": {"bearerFormat": "a", "bearer_format": "b"}}}"#,
            "/security_schemes/b/http_auth_security_scheme/bearer_format",
        ),
    ] {
        let report = check(A2A_CARD, &format!("{{{twins}}}"), false);
        let found = report.diagnostics.iter().find(|found| found.rule.id == "a2a-twins").unwrap();
        assert_eq!(found.pointer.as_deref(), Some(at));
    }
    // members of Structs are nobody's fields, nor are unknown ones
    for alone in [
        r#""capabilities": {"extensions": [{"params": {"inputModes": 1, "input_modes": 2}}]}"#,
        r#""inputModes": 1, "input_modes": 2"#,
    ] {
        let report = check(A2A_CARD, &format!("{{{alone}}}"), false);
        assert!(report.diagnostics.iter().all(|found| found.rule.id != "a2a-twins"), "{alone}");
    }
}

/// A card of each sort with every kind of text that a card has; `@` stands where a text is.
const TEXTS: [(&Format, &str); 3] = [
    (
        A2A_CARD,
        r#"{"name": "@", "description": "@", "version": "@", "documentationUrl": "https://a.example/@", "iconUrl": "https://a.example/@",
  "provider": {"organization": "@", "url": "https://a.example/@", "@": 1},
  "supportedInterfaces": [{"url": "https://a.example/@", "protocolBinding": "@", "protocolVersion": "@", "tenant": "@", "x": ["@"]}],
  "capabilities": {"streaming": true, "extensions": [{"uri": "a:@", "description": "@", "params": {"a": {"b": ["@", {"@": "@"}]}}}]},
  "securitySchemes": {"@": {"oauth2SecurityScheme": {"description": "@", "oauth2MetadataUrl": "@", "flows": {"clientCredentials": {"tokenUrl": "@", "scopes": {"@": "@"}}}}}},
  "securityRequirements": [{"schemes": {"@": {"list": ["@"]}}}],
  "defaultInputModes": ["@"], "defaultOutputModes": ["@"],
  "skills": [{"id": "@", "name": "@", "description": "@", "tags": ["@"], "examples": ["@"], "inputModes": ["@"], "note@": "@", "@": null}],
  "signatures": [{"protected": "@", "signature": "@", "header": {"note": "@", "@": {"@": 1}}}], "@": 1, "other": {"a": ["@"]}}"#,
    ),
    (
        A2A_CARD,
        r#"{"protocolVersion": "@", "url": "https://a.example/@", "preferredTransport": "@", "additionalInterfaces": [{"url": "@", "transport": "@"}],
  "securitySchemes": {"a": {"type": "openIdConnect", "description": "@", "openIdConnectUrl": "@"}}, "security": [{"@": ["@"]}], "skills": []}"#,
    ),
    (
        SEED_CARD,
        r#"{"agentInfo": {"id": "@", "name": "@", "type": "@", "license": "@", "x": "@"}, "metadata": {"@": ["@"]},
  "capabilities": [{"name": "@", "description": "@", "inputSchema": {"properties": {"@": {"description": "@"}}}}],
  "endpoints": {"primary": "wss://a.example/@"}, "security": {"authMethods": ["@"], "dataClassification": "@"}}"#,
    ),
];

#[test]
fn every_text_and_every_name_is_read_for_what_people_do_not_see() {
    for (format, card) in TEXTS {
        let clean = check(format, &card.replace('@', "a"), false);
        let is_of_text = |found: &&agent_description::Diagnostic| found.code == Code::HIDDEN_TEXT;
        assert_eq!(clean.diagnostics.iter().filter(is_of_text).count(), 0);
        let places: Vec<usize> = card.match_indices('@').map(|(at, _)| at).collect();
        for at in places {
            let with = |text: &str| {
                let (before, after) = card.split_at(at);
                format!("{}{text}{}", before.replace('@', "a"), after[1..].replace('@', "a"))
            };
            let blanks = format!("a{}b", " ".repeat(40));
            for (text, rule) in [
                ("a\u{e0041}", "a2a-text-hidden"),
                ("a\\u202eb", "a2a-text-hidden"),
                ("a\u{200b}b", "a2a-text-hidden"),
                (blanks.as_str(), "a2a-text-whitespace"),
            ] {
                let rule = if format == adp_cards::SEED_CARD { "seed-card-text" } else { rule };
                let report = check(format, &with(text), false);
                let found: Vec<&str> =
                    report.diagnostics.iter().filter(is_of_text).map(|found| found.rule.id).collect();
                assert_eq!(found, [rule], "{}", with(text));
            }
        }
    }
}

#[test]
fn an_interface_that_two_readers_find_on_two_hosts_is_told() {
    let card = |url: &str| {
        [
            format!(
                r#"{{"supportedInterfaces": [{{"url": "{url}", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}]}}"#
            ),
            format!(r#"{{"url": "{url}", "skills": []}}"#),
            format!(
                r#"{{"url": "https://a.example/", "skills": [], "additionalInterfaces": [{{"url": "{url}", "transport": "GRPC"}}]}}"#
            ),
            format!(r#"{{"agentInfo": {{}}, "endpoints": {{"primary": "https://a.example/", "backup": "{url}"}}}}"#),
        ]
    };
    for (url, expected) in [
        ("https://a.example/x?y#z", 0),
        ("https://A.example:8443/", 0),
        (r"https://b.example\\@a.example/", 1),
        ("https://user:secret@a.example/", 1),
        (r"https://a\t.example/", 1),
        ("https:a.example/", 1),
        ("https://a%2eexample/", 1),
        ("https://127.1/", 1),
    ] {
        for text in card(url) {
            let format = if text.contains("agentInfo") { SEED_CARD } else { A2A_CARD };
            let report = check(format, &text, false);
            let found = report.diagnostics.iter().filter(|found| found.code.as_str() == "invalid-url");
            assert_eq!(found.count(), expected, "{text}");
        }
    }
}

#[test]
fn a_model_holds_a_bounded_number_of_parts() {
    let parts = |n: usize| vec!["{}"; n].join(",");
    let cards = |n: usize| {
        [
            (A2A_CARD, format!(r#"{{"url": "https://a.example/", "skills": [{}]}}"#, parts(n))),
            (A2A_CARD, format!(r#"{{"supportedInterfaces": [{}]}}"#, parts(n))),
            (A2A_CARD, format!(r#"{{"url": "", "skills": [{{}}], "additionalInterfaces": [{}]}}"#, parts(n - 1))),
            (A2A_CARD, format!(r#"{{"url": "", "skills": [], "capabilities": {{"extensions": [{}]}}}}"#, parts(n))),
            (SEED_CARD, format!(r#"{{"agentInfo": {{}}, "capabilities": [{}]}}"#, parts(n))),
            (AI_CATALOG, format!(r#"{{"specVersion": "1.0", "entries": [{}]}}"#, parts(n))),
        ]
    };
    for (n, expected) in [(1 << 15, None), ((1 << 15) + 1, Some("too-large"))] {
        for (format, card) in cards(n) {
            let shown = format.show(&parse(&card), &options());
            assert_eq!(shown.err().map(|error| error.code().as_str()), expected, "{}", &card[..60]);
        }
    }
}

#[test]
fn an_extension_s_uri_that_is_null_is_missing() {
    let card = |uri: &str| {
        format!(
            r#"{{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{{"url": "https://a.example/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}],
  "capabilities": {{"extensions": [{{{uri}"description": "d"}}]}},
  "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{{"id": "a", "name": "A", "description": "d", "tags": ["t"]}}]}}"#
        )
    };
    for (uri, valid) in [(r#""uri": "a:b", "#, true), (r#""uri": null, "#, false), ("", false)] {
        assert_eq!(check(A2A_CARD, &card(uri), false).diagnostics.is_empty(), valid, "{uri}");
    }
}
