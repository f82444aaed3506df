//! The calls that models make of flows as tools, and what a plan says of a flow.

use crate::flows::{
    samples::parse,
    tools::{FIELDS, flow, read, value, workflows},
};
use adp_flows::{
    AGENTS_JSON,
    openapi::{NoFiles, OpenApi},
    tools::{Api, FlowCall, ToolFormat, Toolbox, restore_names, tools},
    workflow::{SuppliedSource, compile},
};
use agent_description::{CodedError, Json};

fn toolbox() -> Toolbox {
    Toolbox::new(
        &workflows(&[flow("order", "b", FIELDS), flow("get", "c", "\"parameters\": []")].join(",")),
        ToolFormat::OpenAi,
    )
}

#[test]
fn calls_of_each_api_are_told_apart_and_answered_by_their_ids() {
    let toolbox = toolbox();
    let chat = r#"{"choices": [{"index": 0, "message": {"role": "assistant", "content": null, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "order", "arguments": "{\"parameters\": {\"item\": \"chair\"}}"}},
        {"id": "c2", "type": "function", "function": {"name": "order", "arguments": "{\"parameters\": {\"item\": \"table\", \"kind\": null}}"}},
        {"id": "c3", "type": "function", "function": {"name": "get", "arguments": ""}}]}, "finish_reason": "tool_calls"}]}"#;
    let responses = r#"{"id": "r", "object": "response", "output": [{"type": "reasoning", "id": "x"},
        {"type": "function_call", "id": "f1", "call_id": "c1", "name": "order", "arguments": "{\"parameters\": {\"item\": \"chair\"}}"},
        {"type": "function_call", "id": "f2", "call_id": "c2", "name": "order", "arguments": "{\"item\": \"table\"}"},
        {"type": "function_call", "id": "f3", "call_id": "c3", "name": "get", "arguments": "{}"}]}"#;
    let anthropic = r#"{"id": "m", "role": "assistant", "stop_reason": "tool_use", "content": [{"type": "text", "text": "I order."},
        {"type": "tool_use", "id": "c1", "name": "order", "input": {"parameters": {"item": "chair"}}},
        {"type": "tool_use", "id": "c2", "name": "order", "input": {"parameters": {"item": "table"}}},
        {"type": "tool_use", "id": "c3", "name": "get", "input": {}}]}"#;
    let mcp = r#"[{"jsonrpc": "2.0", "id": "c1", "method": "tools/call", "params": {"name": "order", "arguments": {"parameters": {"item": "chair"}}}},
        {"jsonrpc": "2.0", "id": "c2", "method": "tools/call", "params": {"name": "order", "arguments": {"parameters": {"item": "table"}}}},
        {"jsonrpc": "2.0", "id": "c3", "method": "tools/call", "params": {"name": "get"}}]"#;
    for (api, payload, second) in [
        (Api::OpenAiChat, chat, r#"{"role":"tool","tool_call_id":"c2","content":"{\"id\":2}"}"#),
        (Api::OpenAiResponses, responses, r#"{"type":"function_call_output","call_id":"c2","output":"{\"id\":2}"}"#),
        (
            Api::Anthropic,
            anthropic,
            r#"{"type":"tool_result","tool_use_id":"c2","content":"{\"id\":2}","is_error":false}"#,
        ),
        (
            Api::Mcp,
            mcp,
            r#"{"jsonrpc":"2.0","id":"c2","result":{"content":[{"type":"text","text":"{\"id\":2}"}],"structuredContent":{"id":2},"isError":false}}"#,
        ),
    ] {
        let asked = toolbox.read(&read(payload)).unwrap();
        let calls: Vec<&FlowCall> = asked.iter().map(|it| it.call.as_ref().unwrap()).collect();
        let told: Vec<_> = calls.iter().map(|it| (it.flow.as_str(), it.arguments.to_compact())).collect();
        assert_eq!(
            told,
            [
                ("order", r#"{"parameters":{"item":"chair"}}"#.to_owned()),
                ("order", r#"{"parameters":{"item":"table"}}"#.to_owned()),
                ("get", "{}".to_owned())
            ],
            "{api:?}"
        );
        assert!(asked.iter().all(|it| it.api == api));
        assert_eq!(asked[1].result(Ok(&read(r#"{"id": 2}"#))).to_compact(), second);
    }
    // words alone are no calls, and other payloads no answers
    for words in [
        r#"{"choices": [{"message": {"role": "assistant", "content": "Hello"}}]}"#,
        r#"{"role": "assistant", "content": [{"type": "text", "text": "a"}]}"#,
        r#"{"output": []}"#,
    ] {
        assert!(toolbox.read(&read(words)).unwrap().is_empty(), "{words}");
    }
    for other in ["{}", "[]", "1", r#"{"method": "tools/list", "id": 1}"#, r#"[{"a": 1}]"#] {
        let is_empty = other == "[]";
        assert_eq!(toolbox.read(&read(other)).is_ok_and(|it| it.is_empty()), is_empty, "{other}");
    }
}

#[test]
fn what_does_not_fit_is_told_to_the_model_and_never_called() {
    let toolbox = toolbox();
    let call = |id: &str, name: &str, arguments: &str| {
        format!(r#"{{"id": {id}, "type": "function", "function": {{"name": {name:?}, "arguments": {arguments:?}}}}}"#)
    };
    let good = r#"{"parameters": {"item": "chair"}}"#;
    let calls = [
        call("\"1\"", "orders", good),
        call("\"2\"", "order", "{"),
        call("\"3\"", "order", "[1]"),
        call("\"4\"", "order", r#"{"parameters": {"item": 3, "other": 1}}"#),
        call("\"5\"", "order", r#"{"parameters": {"kind": "c"}}"#),
        call("\"5\"", "order", good),
        call("null", "order", good),
        call("\"6\"", "order", r#"{"parameters": {"item": "a", "item": "b"}}"#),
        call("\"7\"", "order", good),
    ];
    let asked = toolbox.read(&read(&format!(r#"{{"tool_calls": [{}]}}"#, calls.join(",")))).unwrap();
    let told: Vec<String> =
        asked.iter().map(|it| it.call.as_ref().map_or_else(ToString::to_string, |_| "called".to_owned())).collect();
    let codes: Vec<&str> = asked.iter().filter_map(|it| it.call.as_ref().err()).map(|it| it.code().as_str()).collect();
    assert_eq!(codes, ["invalid-arguments"; 8]);
    for (at, expected) in [
        (0, "unknown tool \"orders\"; did you mean \"order\"?. Call one"),
        (1, "the arguments of \"order\" are not a JSON object"),
        (2, "found an array"),
        (3, "`/parameters/item` is 3, expected string"),
        (4, "Nothing was done. Call it again"),
        (5, "has no unique id"),
        (6, "has no unique id"),
        (7, "are not a JSON object"),
        (8, "called"),
    ] {
        assert!(told[at].contains(expected), "{at}: {}", told[at]);
    }
    assert_eq!(
        asked[0]
            .refusal()
            .unwrap()
            .get("content")
            .and_then(Json::as_str)
            .map(|it| it.starts_with("{\"error\":\"unknown tool")),
        Some(true)
    );
    assert!(asked[8].refusal().is_none());
    let many: Vec<String> = (0..129).map(|at| call(&format!("\"{at}\""), "get", "{}")).collect();
    assert!(toolbox.read(&read(&format!(r#"{{"tool_calls": [{}]}}"#, many.join(",")))).is_err());
}

#[test]
fn a_plan_names_origins_what_flows_between_them_and_what_is_changed() {
    let text = r#"{"agentsJson": "0.1.0", "info": {"title": "a", "version": "1.0.0", "description": "b"},
      "sources": [{"id": "shop", "path": "shop.yaml"}, {"id": "mail", "path": "mail.yaml"}, {"id": "gone", "path": "gone.yaml"}],
      "overrides": [{"sourceId": "mail", "operationId": "send", "fieldPath": "summary", "value": "S"}, {"sourceId": "shop", "operationId": "placeOrder", "fieldPath": "summary", "value": 1}],
      "flows": [{"id": "tell", "title": "t", "description": "d", "actions": [
          {"id": "get", "sourceId": "shop", "operationId": "getOrder"}, {"id": "send", "sourceId": "mail", "operationId": "send"}, {"id": "more", "sourceId": "gone", "operationId": "x"}],
        "links": [{"origin": {"actionId": "tell", "fieldPath": "parameters.id"}, "target": {"actionId": "get", "fieldPath": "parameters.id"}},
          {"origin": {"actionId": "get", "fieldPath": "responses.success.mail"}, "target": {"actionId": "send", "fieldPath": "requestBody.to"}}],
        "fields": {"parameters": [{"name": "id", "type": "string"}], "responses": {"success": {}}}}]}"#;
    let document = parse(AGENTS_JSON, text);
    let openapi = |text: &str, base: Option<&str>| {
        SuppliedSource::openapi(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles, base.map(str::to_owned)).unwrap()
    };
    let mail = "openapi: 3.1.0\ninfo: {title: a, version: '1'}\nservers: [{url: /v2}]\npaths: {/send: {post: {operationId: send, requestBody: {content: {application/json: {}}}}}}";
    let supplied = vec![
        openapi(adp_flows::workflow::SHOP, None),
        openapi(mail, Some("https://mail.example/docs/openapi.yaml")),
        SuppliedSource::missing("is not there"),
    ];
    let compiled = compile(&document, supplied).unwrap();
    let arguments = read(r#"{"parameters": {"id": "a/b c"}}"#);
    let plan = adp_flows::plan::Plan::for_workflow(&compiled.workflows, "tell", Some(&arguments)).unwrap();
    let expected = serde_json::json!({"origins": ["https://shop.example", "https://mail.example"], "steps": [
        {"step": "get", "operationId": "getOrder", "source": "shop", "method": "GET", "url": "https://shop.example/v1/orders/a%2Fb%20c",
         "needs": ["key"], "security": [["key"]], "changes": false, "missing": null},
        {"step": "send", "operationId": "send", "source": "mail", "method": "POST", "url": "https://mail.example/v2/send",
         "needs": [], "security": [], "changes": true, "missing": null},
        {"step": "more", "operationId": "x", "source": "gone", "method": null, "url": null, "needs": [], "security": [], "changes": true,
         "missing": "the source is not there"}],
        "crossings": [{"from": "https://shop.example", "to": "https://mail.example", "step": "send", "value": "$steps.get.outputs.success#/mail", "condition": false, "source": "get",
            "method": "POST", "url": "https://mail.example/v2/send"}],
        "overrides": [{"source": "mail", "operationId": "send", "fieldPath": "summary", "value": "S"}]});
    assert_eq!(value(&plan.to_json()), expected);
    assert!(adp_flows::plan::Plan::for_workflow(&compiled.workflows, "tells", None).is_err());
}

/// Anthropic's API takes names of properties by `^[a-zA-Z0-9_.-]{1,64}$`, and no others.
#[test]
fn names_that_anthropic_does_not_take_are_written_otherwise_and_come_back() {
    let fields = r#""parameters": [{"name": "$top", "type": "integer", "required": true}, {"name": "filter[name]", "type": "string"}, {"name": "plain", "type": "string"}]"#;
    let workflows = workflows(&flow("list", "b", fields));
    let written = tools(&workflows, ToolFormat::Anthropic);
    let parameters = written.list.as_array().unwrap()[0].get("input_schema").unwrap().get("properties").unwrap();
    let parameters = parameters.get("parameters").unwrap();
    assert_eq!(
        parameters.to_compact(),
        r#"{"type":"object","properties":{"_top":{"type":"integer","description":"Name: $top"},"filter_name_":{"type":"string","description":"Name: filter[name]"},"plain":{"type":"string"}},"required":["_top"],"additionalProperties":false}"#
    );
    let told: Vec<_> = written.losses.iter().map(|loss| (loss.pointer.as_str(), loss.reason.as_str())).collect();
    let expected = [
        "\"$top\" is written as _top: property names have 1 to 64 letters, digits, _, . and -",
        "\"filter[name]\" is written as filter_name_: property names have 1 to 64 letters, digits, _, . and -",
    ];
    assert_eq!(told, expected.map(|reason| ("/list/inputs", reason)));
    let call = r#"{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "list",
        "input": {"parameters": {"_top": 5, "filter_name_": "a", "plain": "_top"}}}]}"#;
    let asked = Toolbox::new(&workflows, ToolFormat::Anthropic).read(&read(call)).unwrap();
    let expected = r#"{"parameters":{"$top":5,"filter[name]":"a","plain":"_top"}}"#;
    assert_eq!(asked[0].call.as_ref().unwrap().arguments.to_compact(), expected);
    let mut arguments = read(r#"{"parameters": {"_top": 5, "filter[name]": "a"}}"#);
    restore_names(workflows.workflow("list").unwrap(), ToolFormat::Anthropic, &mut arguments);
    assert_eq!(arguments.to_compact(), r#"{"parameters":{"$top":5,"filter[name]":"a"}}"#);
    // other APIs take them as they are
    assert!(tools(&workflows, ToolFormat::OpenAi).list.to_compact().contains("\"$top\""));
}
