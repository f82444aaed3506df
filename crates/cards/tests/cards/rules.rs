//! The rules, each by its own examples.

use crate::samples::{options, parse};
use adp_cards::{A2A_CARD, FORMATS};
use agent_description::{
    diagnostic::{CheckReport, Severity},
    format::Format,
};

fn check(format: &dyn Format, text: &str, for_registry: bool) -> CheckReport {
    let mut options = options();
    options.for_registry = for_registry;
    format.check(&parse(text), &options)
}

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    for format in FORMATS.iter().copied() {
        let faults = format.catalogue().faults(|text| check(format, text, true), &[]);
        assert!(faults.is_empty(), "{}:\n{}", format.name(), faults.join("\n"));
        assert!(format.catalogue().rules.len() >= 7);
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
        let found = report.diagnostics.iter().find(|found| found.code.as_str() == "card-twins").unwrap();
        assert_eq!(found.pointer.as_deref(), Some(at));
    }
    // names of schemes and members of Structs are nobody's fields
    for alone in [
        r#""securitySchemes": {"my_key": {}, "myKey": {}}"#,
        r#""capabilities": {"extensions": [{"params": {"inputModes": 1, "input_modes": 2}}]}"#,
        r#""inputModes": 1, "input_modes": 2"#,
    ] {
        let report = check(A2A_CARD, &format!("{{{alone}}}"), false);
        assert!(report.diagnostics.iter().all(|found| found.code.as_str() != "card-twins"), "{alone}");
    }
}
