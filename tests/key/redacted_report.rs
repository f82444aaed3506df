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
