//! Redaction of JSON reports.

use agent_description::secret::Redactor;

#[test]
fn each_string_of_a_report_is_redacted_by_its_kind() {
    let redactor = Redactor::default();
    redactor.learn_secret("tok3n.Zr8");
    redactor.learn(br#"{"kty": "oct", "k": "QUJDREVGRw"}"#);
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
            r#"{"a": [{"token=***": 1, "b": ["Bearer ***"]}], "accessToken": "Zr8_QpLm1", "token": "string"}"#,
        ),
        (
            r#"{"checks": [{"result": "pass", "detail": "https://a.example/?t=x1y2"}, {"result": "fail", "detail": "https://a.example/?t=x1y2"}]}"#,
            r#"{"checks": [{"result": "pass", "detail": "https://a.example/?t=x1y2"}, {"result": "fail", "detail": "https://a.example/?..."}]}"#,
        ),
        (
            r#"{"outputs": {"a": ["https://a.example/?t=x1y2"]}, "steps": [{"message": "https://a.example/?t=x1y2"}], "body": "x"}"#,
            r#"{"outputs": {"a": ["https://a.example/?t=x1y2"]}, "steps": [{"message": "https://a.example/?..."}], "body": "x"}"#,
        ),
        (
            r#"{"new": {"kty": "oct", "k": "QUJDREVGRw"}, "x": "\"\\"}"#,
            r#"{"new": {"kty": "oct", "k": "***"}, "x": "\"\\"}"#,
        ),
    ] {
        assert_eq!(redactor.report_json(json), expected);
    }
}

/// A key ID may look like a key that an input has.
#[test]
fn a_request_cannot_hide_the_key_that_signed_it() {
    let redactor = Redactor::default();
    redactor.learn(br#"{"kty": "OKP", "crv": "Ed25519", "d": "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"}"#);
    let report = |name: &str| format!(r#"{{"{name}": "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"}}"#);
    let of_a_signature = format!(r#"{{"manifests": [{}]}}"#, report("signer"));
    assert_eq!(redactor.report_json(&of_a_signature), of_a_signature);
    // not in a document within the report, and no token that shows itself
    let within = format!(r#"{{"model": {}}}"#, report("did"));
    assert_eq!(redactor.report_json(&within), r#"{"model": {"did": "***"}}"#);
    assert_eq!(redactor.report_json(&report("name")), r#"{"name": "***"}"#);
    for name in ["did", "keyid", "signer", "verificationMethod"] {
        assert_eq!(redactor.report_json(&report(name)), report(name));
        for token in
            ["ghp_A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2", "did:wba:a.example#ghp_A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b2"]
        {
            let shown = Redactor::default().report_json(&format!(r#"{{"{name}": "{token}"}}"#)).into_owned();
            assert!(shown.contains("***") && !shown.contains("ghp_"), "{shown}");
        }
    }
}

/// A password that is a word of the report hides no result.
#[test]
fn a_password_hides_neither_names_nor_status_of_a_report() {
    let redactor = Redactor::default();
    for word in ["error", "status", "refused", "verified"] {
        redactor.learn_secret(word);
    }
    let json = r#"{"verified":false,"status":"refused","error":null,"document":{"error":"refused","status":1}}"#;
    let expected = r#"{"verified":false,"status":"refused","error":null,"document":{"***":"***","***":1}}"#;
    assert_eq!(redactor.report_json(json), expected);
    // their own form is hidden all the same
    let json = r#"{"https://u:s3cret@a.example/":1,"status":"https://u:s3cret@a.example/"}"#;
    let expected = r#"{"https://...@a.example/":1,"status":"https://...@a.example/"}"#;
    assert_eq!(redactor.report_json(json), expected);
}

/// Also where no input had a secret: strings that cannot have one are not searched.
#[test]
fn users_of_urls_are_masked_in_every_string() {
    let redactor = Redactor::default();
    for user in ["hotel:hunter2@", r"hotel:hunter2\u0040"] {
        let json = format!(r#"{{"a": "https://{user}a.example/", "https://{user}b.example/": "?t=x1y2"}}"#);
        let expected = r#"{"a": "https://...@a.example/", "https://...@b.example/": "?t=x1y2"}"#;
        assert_eq!(redactor.report_json(&json), expected);
    }
    let json = r#"{"a": "https://a.example/?t=x1y2", "message": "https://a.example/?t=x1y2"}"#;
    let expected = r#"{"a": "https://a.example/?t=x1y2", "message": "https://a.example/?..."}"#;
    assert_eq!(redactor.report_json(json), expected);
}
