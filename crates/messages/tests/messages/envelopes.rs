//! Envelopes by their rules.

use super::senders::{REQUEST, parse, time};
use adp_messages::{
    ANP_MESSAGE, ENVELOPE,
    envelope::{Envelope, MessageType, Priority, RoutingStrategy, SubType},
};
use agent_description::{
    CodedError,
    diagnostic::{CheckReport, Severity, example_faults},
    format::{self, Options, detect},
};

/// The two messages that the source shows.
const SOURCE_REQUEST: &str = r#"{
"version": "1.0",
"messageId": "req_kb_001",
"timestamp": "2024-12-19T10:30:00.000Z",
"source": {"agentId": "customer-service-01", "agentType": "customer-service"},
"target": {"agentId": "knowledge-base-01", "agentType": "knowledge-base"},
"message": {"type": "REQUEST", "subType": "query", "priority": "normal"},
"payload": {
"action": "search",
"parameters": {"query": "退款政策相关信息", "category": "customer-service", "language": "zh-CN", "maxResults": 5},
"metadata": {"timeout": 3000, "retryCount": 2}
}
}"#;
const SOURCE_RESPONSE: &str = r#"{
"version": "1.0",
"messageId": "resp_kb_001",
"timestamp": "2024-12-19T10:30:01.500Z",
"source": {"agentId": "knowledge-base-01", "agentType": "knowledge-base"},
"target": {"agentId": "customer-service-01", "agentType": "customer-service"},
"message": {"type": "RESPONSE", "correlationId": "req_kb_001", "priority": "normal"},
"payload": {
"status": "success",
"results": [
{"id": "policy_001", "title": "退款政策说明", "content": "商品在未使用的情况下,7天内可申请退款...", "confidence": 0.92, "source": "official_policy"}
],
"metadata": {"processingTime": 1200, "totalResults": 3}
}
}"#;

fn check(text: &str) -> CheckReport {
    ENVELOPE.check(&parse(text), &Options::at(time("2026-11-01T00:00:00Z")))
}

fn errors(text: &str) -> Vec<(&'static str, String)> {
    let report = check(text);
    let errors = report.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| (found.code.as_str(), found.pointer.unwrap_or_default())).collect()
}

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let faults = example_faults(ENVELOPE.rules, check, &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let faults = example_faults(
        ANP_MESSAGE.rules,
        |text| ANP_MESSAGE.check(&parse(text), &Options::at(time("2026-11-01T00:00:00Z"))),
        &[],
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_sources_messages_are_valid_but_for_their_ids() {
    for text in [SOURCE_REQUEST, SOURCE_RESPONSE] {
        let report = check(text);
        let told: Vec<_> = report.diagnostics.iter().map(|found| (found.severity, found.code.as_str())).collect();
        assert_eq!(told, [(Severity::Warning, "invalid-name")]);
        let formats = detect(parse(text).root(), &[ENVELOPE, format::ADP, format::DID_DOCUMENT]).unwrap();
        assert_eq!(formats.iter().map(|format| format.name).collect::<Vec<_>>(), ["envelope"]);
    }
    let request = Envelope::read(&parse(SOURCE_REQUEST)).unwrap();
    assert_eq!((request.message_id.as_str(), request.source.agent_type.as_str()), ("req_kb_001", "customer-service"));
    assert_eq!((request.message_type, request.sub_type), (MessageType::Request, Some(SubType::Query)));
    assert_eq!((request.priority, request.target.routing), (Priority::Normal, RoutingStrategy::Direct));
    assert_eq!(request.action(), Some("search"));
    assert_eq!(request.timeout().unwrap().as_millis(), 3000);
    assert_eq!(request.parameters().unwrap().get("maxResults").unwrap().as_number().unwrap().as_integer(), Some(5));
    let response = Envelope::read(&parse(SOURCE_RESPONSE)).unwrap();
    assert_eq!((response.correlation_id.as_deref(), response.status()), (Some("req_kb_001"), Some("success")));
    assert_eq!(response.results().unwrap().as_array().unwrap().len(), 1);
    assert_eq!(response.timestamp.to_string(), "2024-12-19T10:30:01.5Z");
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    for (from, to, code, pointer) in [
        ("\"version\": \"1.0\",", "", "missing", ""),
        ("\"1.0\"", "1.0", "wrong-type", "/version"),
        ("\"1.0\"", "null", "wrong-type", "/version"),
        ("\"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c\"", "[]", "wrong-type", "/messageId"),
        ("2026-11-01T10:00:00.000Z", "2026-13-01T10:00:00Z", "invalid-time", "/timestamp"),
        ("\"2026-11-01T10:00:00.000Z\"", "1793527200", "wrong-type", "/timestamp"),
        (
            "{\"agentId\": \"did:wba:shop.example\", \"agentType\": \"customer-service\"}",
            "null",
            "wrong-type",
            "/source",
        ),
        (", \"agentType\": \"customer-service\"}", "}", "missing", "/source"),
        ("\"agentId\": \"did:wba:kb.example\", ", "", "missing", "/target"),
        ("\"did:wba:kb.example\"", "null", "wrong-type", "/target/agentId"),
        ("\"direct\"", "\"DIRECT\"", "invalid-value", "/target/routingStrategy"),
        ("\"direct\"", "\"broadcast\"", "contradiction", "/target/agentId"),
        ("\"REQUEST\"", "\"Request\"", "invalid-value", "/message/type"),
        ("\"type\": \"REQUEST\", ", "", "missing", "/message"),
        ("\"query\"", "null", "wrong-type", "/message/subType"),
        ("\"normal\"", "2", "wrong-type", "/message/priority"),
        ("\"action\": \"search\", ", "", "missing", "/payload"),
        ("\"search\"", "\"\"", "invalid-value", "/payload/action"),
        ("{\"query\": \"退款政策\", \"maxResults\": 5.0}", "[]", "wrong-type", "/payload/parameters"),
        ("\"payload\": {", "\"payload\": {\"metadata\": [], ", "wrong-type", "/payload/metadata"),
        (
            "\"payload\": {",
            "\"payload\": {\"metadata\": {\"timeout\": 0.5}, ",
            "invalid-value",
            "/payload/metadata/timeout",
        ),
        (
            "\"payload\": {",
            "\"payload\": {\"metadata\": {\"timeout\": 1e300}, ",
            "invalid-value",
            "/payload/metadata/timeout",
        ),
        (
            "\"payload\": {",
            "\"payload\": {\"metadata\": {\"retryCount\": -1}, ",
            "invalid-value",
            "/payload/metadata/retryCount",
        ),
        (
            "\"payload\": {",
            "\"payload\": {\"metadata\": {\"encoding\": \"gbk\"}, ",
            "invalid-value",
            "/payload/metadata/encoding",
        ),
        ("\"version\"", "\"security\": null, \"version\"", "wrong-type", "/security"),
        ("\"version\"", "\"security\": {\"nonce\": \"short\"}, \"version\"", "invalid-value", "/security/nonce"),
        ("\"version\"", "\"security\": {\"timestamp\": \"now\"}, \"version\"", "invalid-time", "/security/timestamp"),
    ] {
        assert!(REQUEST.contains(from), "{from}");
        let text = REQUEST.replacen(from, to, 1);
        assert_eq!(errors(&text), [(code, pointer.to_owned())], "{text}");
        let refused = Envelope::read(&parse(&text)).unwrap_err();
        assert_eq!((refused.code().as_str(), refused.pointer().unwrap_or_default().as_str()), (code, pointer));
    }
}

#[test]
fn a_response_says_what_it_answers_and_an_event_need_not() {
    let response = REQUEST.replace("\"REQUEST\"", "\"RESPONSE\"").replace("\"action\"", "\"status\"");
    assert_eq!(errors(&response), [("missing", "/message".to_owned())]);
    for kind in ["EVENT", "HEARTBEAT"] {
        let text = REQUEST.replace("\"REQUEST\"", &format!("\"{kind}\"")).replace("\"action\": \"search\", ", "");
        assert_eq!(errors(&text), []);
    }
}

#[test]
fn unknown_members_are_kept() {
    let text = REQUEST.replacen('{', "{\"trace\": [1], ", 1).replace("\"action\"", "\"hops\": 3, \"action\"");
    let envelope = Envelope::read(&parse(&text)).unwrap();
    assert_eq!(envelope.other.iter().map(|member| member.name().as_str()).collect::<Vec<_>>(), ["trace"]);
    assert!(envelope.payload.contains("hops"));
    let shown = ENVELOPE.show(&parse(&text), &Options::at(time("2026-11-01T00:00:00Z"))).unwrap();
    assert_eq!(shown.get("other").unwrap().to_compact(), r#"{"trace":[1]}"#);
    assert_eq!(shown.get("security").unwrap().to_compact(), r#"{"signature":null,"timestamp":null,"nonce":null}"#);
}

#[test]
fn ids_are_random_uuids_or_warned_about() {
    for (id, warned) in [
        ("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", false),
        ("5F0D9F2E-6A3C-4B7E-AB7D-2F1C0A9E8D7C", false),
        ("5f0d9f2e-6a3c-1b7e-9b7d-2f1c0a9e8d7c", true),
        ("5f0d9f2e-6a3c-4b7e-cb7d-2f1c0a9e8d7c", true),
        ("5f0d9f2e6a3c4b7e9b7d2f1c0a9e8d7c", true),
        ("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7g", true),
        ("----", true),
    ] {
        let report = check(&REQUEST.replace("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", id));
        assert_eq!((report.is_valid(), report.number_of(Severity::Warning)), (true, usize::from(warned)), "{id}");
    }
    let long = REQUEST.replace("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", &"é".repeat(257));
    assert_eq!(errors(&long), [("invalid-value", "/messageId".to_owned())]);
}

/// What a stranger cannot change, a reader that ignores case, `_` and `-` must not read otherwise.
#[test]
fn known_names_in_another_spelling_are_refused_at_every_depth() {
    for (from, to, pointer) in [
        (r#""version""#, r#""Payload": {}, "version""#, "/Payload"),
        (r#""version""#, r#""Security": {}, "version""#, "/Security"),
        (r#""agentId""#, r#""agent_id": "did:wba:evil.example", "agentId""#, "/source/agent_id"),
        (r#""agentId""#, r#""InstanceID": "evil", "agentId""#, "/source/InstanceID"),
        (r#""type""#, r#""correlation-id": "a", "type""#, "/message/correlation-id"),
        (r#""action""#, r#""Action": "remove", "action""#, "/payload/Action"),
    ] {
        let text = REQUEST.replacen(from, to, 1);
        assert_ne!(text, REQUEST);
        assert_eq!(errors(&text), [("spelling", pointer.to_owned())], "{to}");
        let error = Envelope::read(&parse(&text)).unwrap_err();
        assert_eq!((error.code().as_str(), error.place().pointer.as_deref()), ("spelling", Some(pointer)));
    }
    // what a capability takes is its own
    let free = REQUEST.replacen(r#""parameters": {"#, r#""parameters": {"Action": 1, "action": 2, "#, 1);
    assert_ne!(free, REQUEST);
    assert_eq!(errors(&free), []);
}

#[test]
fn words_are_compared_with_case() {
    assert_eq!("REQUEST".parse(), Ok(MessageType::Request));
    let refused = "request".parse::<MessageType>().map_err(|error| error.to_string());
    assert_eq!(refused, Err("found \"request\", expected REQUEST, RESPONSE, EVENT or HEARTBEAT".to_owned()));
    assert!("".parse::<SubType>().is_err());
    assert!("loadbalance".parse::<RoutingStrategy>().is_err());
    assert!(Priority::Urgent > Priority::High && Priority::High > Priority::Normal && Priority::Normal > Priority::Low);
}
