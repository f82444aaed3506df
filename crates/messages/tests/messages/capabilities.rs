//! Requests and responses by the capabilities of a card.

use super::senders::parse;
use adp_cards::seed_card::SeedCard;
use adp_messages::{
    MessageError,
    capability::{Capabilities, Performance},
    envelope::Envelope,
};
use agent_description::CodedError;
use std::time::Duration;

/// The capability of the source's card, word for word.
const SEARCH: &str = r#"{
  "name": "search", "displayName": "知识检索", "description": "在知识库中搜索相关信息",
  "inputSchema": {"type": "object", "properties": {
      "query": {"type": "string", "description": "搜索关键词"},
      "category": {"type": "string", "enum": ["FAQ", "policy", "technical"]},
      "language": {"type": "string", "default": "zh-CN"}}, "required": ["query"]},
  "outputSchema": {"type": "object", "properties": {"results": {"type": "array", "items": {"type": "object", "properties": {
      "title": {"type": "string"}, "content": {"type": "string"},
      "confidence": {"type": "number", "minimum": 0, "maximum": 1}}}}}},
  "performance": {"averageResponseTime": 800, "maxConcurrentRequests": 100, "reliability": 0.99}}"#;

fn card(capabilities: &str) -> SeedCard {
    SeedCard::read(&parse(&format!(
        r#"{{"agentInfo": {{"id": "did:wba:kb.example", "type": "knowledge-base"}}, "capabilities": [{capabilities}]}}"#
    )))
}

fn of(capabilities: &str) -> Capabilities {
    Capabilities::from_card(&card(capabilities)).unwrap_or_else(|error| panic!("{error}"))
}

fn message(kind: &str, payload: &str) -> Envelope {
    let text = format!(
        r#"{{"version": "1.0", "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "timestamp": "2024-12-19T10:30:00.000Z",
        "source": {{"agentId": "a", "agentType": "customer-service"}}, "target": {{"agentId": "b"}},
        "message": {{"type": "{kind}", "correlationId": "req_kb_001"}}, "payload": {payload}}}"#
    );
    Envelope::read(&parse(&text)).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn request(payload: &str) -> Envelope {
    message("REQUEST", payload)
}

fn response(payload: &str) -> Envelope {
    message("RESPONSE", payload)
}

fn told(found: Result<(), MessageError>) -> (String, String, String) {
    let error = found.unwrap_err();
    (error.code().to_string(), error.pointer().unwrap_or_default(), error.to_string())
}

#[test]
fn parameters_are_checked_by_the_input_schema() {
    let search = of(SEARCH);
    assert!(search.has("search") && !search.has("Search"));
    search
        .check_request(&request(r#"{"action": "search", "parameters": {"query": "退款", "category": "policy"}}"#))
        .unwrap();
    // the source's own request asks its own card for a category that it does not have
    let of_the_source = r#"{"action": "search", "parameters": {"query": "退款政策相关信息", "category": "customer-service",
        "language": "zh-CN", "maxResults": 5}, "metadata": {"timeout": 3000, "retryCount": 2}}"#;
    let (code, pointer, message) = told(search.check_request(&request(of_the_source)));
    assert_eq!((code.as_str(), pointer.as_str()), ("invalid-arguments", "/payload/parameters/category"));
    assert!(message.contains("expected one of \"FAQ\", \"policy\", \"technical\""), "{message}");
    // absent parameters are an empty object, which lacks what is required
    for payload in [r#"{"action": "search"}"#, r#"{"action": "search", "parameters": {}}"#] {
        let (code, pointer, message) = told(search.check_request(&request(payload)));
        assert_eq!((code.as_str(), pointer.as_str()), ("invalid-arguments", "/payload/parameters"), "{message}");
        assert!(message.contains("has no \"query\""), "{message}");
    }
}

#[test]
fn an_action_is_a_capability() {
    let (code, pointer, message) = told(of(SEARCH).check_request(&request(r#"{"action": "delete\u001b[2J"}"#)));
    assert_eq!((code.as_str(), pointer.as_str()), ("invalid-reference", "/payload/action"));
    assert!(message.contains("expected a capability of the agent: \"search\""), "{message}");
    assert!(!message.contains('\u{1b}'), "{message:?}");
}

#[test]
fn results_are_checked_by_the_output_schema() {
    let search = of(SEARCH);
    // the source's response
    let found = r#"{"status": "success", "results": [{"id": "policy_001", "title": "退款政策说明",
        "content": "商品在未使用的情况下,7天内可申请退款...", "confidence": 0.92, "source": "official_policy"}],
        "metadata": {"processingTime": 1200, "totalResults": 3}}"#;
    search.check_response("search", &response(found)).unwrap();
    let (code, pointer, _) = told(search.check_response("search", &response(&found.replace("0.92", "1.92"))));
    assert_eq!((code.as_str(), pointer.as_str()), ("invalid-result", "/payload/results/0/confidence"));
    // a failure brings no results
    search.check_response("search", &response(r#"{"status": "error", "results": 3}"#)).unwrap();
    assert_eq!(told(search.check_response("buy", &response(found))).0, "invalid-reference");
}

#[test]
fn an_output_schema_is_of_the_payload_where_it_names_results() {
    let closed = r#"{"type": "object", "properties": {"results": {"type": "array"}}, "additionalProperties": false}"#;
    let names_status = r#"{"type": "object", "properties": {"results": {}, "status": {"const": "success"}},
        "required": ["status"], "additionalProperties": false}"#;
    let alone = r#"{"type": "array", "maxItems": 1}"#;
    let with = |schema: &str| of(&format!(r#"{{"name": "list", "outputSchema": {schema}}}"#));
    let brought = |results: &str| response(&format!(r#"{{"status": "success", {results} "metadata": {{}}}}"#));
    // `status` and `metadata` are the envelope's, unless the schema names them
    with(closed).check_response("list", &brought(r#""results": [1, 2],"#)).unwrap();
    with(names_status).check_response("list", &brought(r#""results": 1,"#)).unwrap();
    let (_, pointer, _) = told(with(closed).check_response("list", &brought(r#""results": [], "more": 1,"#)));
    assert_eq!(pointer, "/payload");
    with(alone).check_response("list", &brought(r#""results": [1],"#)).unwrap();
    for wrong in [r#""results": [1, 2],"#, ""] {
        let (code, pointer, _) = told(with(alone).check_response("list", &brought(wrong)));
        assert_eq!((code.as_str(), pointer.as_str()), ("invalid-result", "/payload/results"), "{wrong}");
    }
}

#[test]
fn a_card_that_cannot_be_checked_by_is_refused() {
    for (capabilities, said) in [
        (r#"{"description": "nameless"}"#.to_owned(), "capability 0 of the card has no `name`"),
        (format!("{SEARCH}, {SEARCH}"), "the card has the capability \"search\" twice"),
        (r#"{"name": "a", "inputSchema": {"type": "int"}}"#.to_owned(), "the `inputSchema` of \"a\" cannot be used"),
        (r#"{"name": "a", "outputSchema": {"$ref": "https://evil.example/x"}}"#.to_owned(), "the `outputSchema` of"),
    ] {
        let error = Capabilities::from_card(&card(&capabilities)).unwrap_err();
        assert_eq!(error.code().as_str(), "invalid-schema");
        assert!(error.to_string().contains(said), "{error}");
    }
    let many: Vec<String> = (0..1_001).map(|index| format!(r#"{{"name": "c{index}"}}"#)).collect();
    assert_eq!(
        Capabilities::from_card(&card(&many.join(","))).unwrap_err().to_string(),
        "the card has 1001 capabilities, expected at most 1000"
    );
}

/// A schema of a hundred lines can ask for more steps than anybody takes.
#[test]
fn a_schema_that_multiplies_is_refused_before_it_begins() {
    let mut definitions: Vec<String> = (0..40)
        .map(|n| format!(r##""d{n}": {{"allOf": [{{"$ref": "#/$defs/d{0}"}}, {{"$ref": "#/$defs/d{0}"}}]}}"##, n + 1))
        .collect();
    definitions.push(r#""d40": {"type": "object"}"#.to_owned());
    let schema = format!(r##"{{"$defs": {{{}}}, "$ref": "#/$defs/d0"}}"##, definitions.join(","));
    let bomb = of(&format!(r#"{{"name": "a", "inputSchema": {schema}}}"#));
    let (code, pointer, message) = told(bomb.check_request(&request(r#"{"action": "a", "parameters": {}}"#)));
    assert_eq!((code.as_str(), pointer.as_str()), ("invalid-arguments", "/payload/parameters"));
    assert!(message.contains("exceeds the work limit"), "{message}");
}

#[test]
fn performance_is_what_the_card_says_where_it_says_figures() {
    let read = |performance: &str| {
        let card = card(&format!(r#"{{"name": "a", "performance": {performance}}}"#));
        Performance::from_capability(&card.capabilities[0])
    };
    let of_the_source = Performance::from_capability(&card(SEARCH).capabilities[0]);
    assert_eq!(of_the_source.average_response_time, Some(Duration::from_millis(800)));
    assert_eq!(of_the_source.max_concurrent_requests, Some(100));
    assert_eq!(of_the_source.reliability, Some(0.99));
    let nonsense = r#"{"averageResponseTime": -1, "maxConcurrentRequests": 0.5, "reliability": 99}"#;
    for text in
        ["{}", "7", nonsense, r#"{"averageResponseTime": 1e300, "maxConcurrentRequests": 0, "reliability": "1"}"#]
    {
        assert_eq!(read(text), Performance::default(), "{text}");
    }
}
