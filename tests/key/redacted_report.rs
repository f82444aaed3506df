//! Redaction of JSON reports.

use agent_description::secret::Redactor;

#[test]
fn each_string_of_a_report_is_redacted_by_its_kind() {
    let redactor = Redactor::default();
    for (json, expected) in [
        (
            r#"{"url":"https://a.example/?t=x1y2","message": "found \"https://a.example/?t=x1y2\", \"message\":","help":null}"#,
            r#"{"url":"https://a.example/?t=x1y2","message": "found \"https://a.example/?...\", \"message\":","help":null}"#,
        ),
        (
            r#"{"message":{ "text": "https://a.example/?t=x1y2 answered"},"text":"?t=x1y2","rank":1}"#,
            r#"{"message":{ "text": "https://a.example/?... answered"},"text":"?t=x1y2","rank":1}"#,
        ),
        (
            r#"{"a": [{"token=tok3n.Zr8": 1, "b": ["\u0042earer tok3n.Zr8"]}], "accessToken": "Zr8_QpLm1", "token": "string"}"#,
            r#"{"a": [{"token=***": 1, "b": ["Bearer ***"]}], "accessToken": "***", "token": "string"}"#,
        ),
        (
            r#"{"outputs": {"a": ["Bearer tok3n.Zr8"]}, "steps": [{"outputs": {"a": "Bearer tok3n.Zr8"}}], "body": "token=tok3n.Zr8"}"#,
            r#"{"outputs": {"a": ["Bearer tok3n.Zr8"]}, "steps": [{"outputs": {"a": "Bearer ***"}}], "body": "token=tok3n.Zr8"}"#,
        ),
        (
            r#"{"new": {"kty": "oct", "k": "QUJDREVGRw"}, "x": "\"\\"}"#,
            r#"{"new": {"kty": "oct", "k": "***"}, "x": "\"\\"}"#,
        ),
    ] {
        assert_eq!(redactor.report_json(json), expected);
    }
}

#[test]
fn a_request_cannot_hide_the_key_that_signed_it() {
    let redactor = Redactor::default();
    redactor.learn(br#"{"password": "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"}"#);
    let report = |name: &str| format!(r#"{{"{name}": "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"}}"#);
    assert_eq!(redactor.report_json(&report("keyid")), report("keyid"));
    let of_a_signature = format!(r#"{{"manifests": [{}]}}"#, report("signer"));
    assert_eq!(redactor.report_json(&of_a_signature), of_a_signature);
    assert!(!redactor.hides_input());
    // not in a document within the report, and no token that shows itself
    let within = format!(r#"{{"model": {}}}"#, report("did"));
    assert_eq!(redactor.report_json(&within), r#"{"model": {"did": "***"}}"#);
    for name in ["did", "keyid", "signer", "verificationMethod"] {
        for token in
            ["ghp_A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2", "did:wba:a.example#ghp_A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2"]
        {
            let shown = Redactor::default().report_json(&format!(r#"{{"{name}": "{token}"}}"#)).into_owned();
            assert!(shown.contains("***") && !shown.contains("ghp_"), "{shown}");
        }
    }
    let redactor = Redactor::default();
    redactor.learn(br#"{"password": "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"}"#);
    assert_eq!(redactor.report_json(&report("name")), r#"{"name": "***"}"#);
    assert!(redactor.hides_input());
    // a user knows the own arguments
    let redactor = Redactor::default();
    redactor.learn_argument("password=hunter2-Xq9");
    assert_eq!(redactor.message("found hunter2-Xq9"), "found ***");
    assert!(!redactor.hides_input());
}
