//! Flows as tools, and the calls that models make of them.

use crate::flows::{
    samples::{SERVICES, parse},
    workflow::{of_shop, service},
};
use adp_fixtures::third_party;
use adp_flows::{
    openapi::{NoFiles, OpenApi},
    tools::{ToolFormat, flows_as_tools, operations_as_tools, prompt, tools},
    workflow::Workflows,
};
use adp_tools::{
    MCP_TOOLS,
    tool_api::{check, tools_for_api},
};
use agent_description::{Document, Json, Limits, ReadLimits, diagnostic::Severity, json};
use serde_json::Value;
use std::collections::BTreeMap;

pub fn workflows(flows: &str) -> Workflows {
    let text = format!(
        "{{\"agentsJson\": \"0.1.0\", \"info\": {{\"title\": \"a\", \"version\": \"1.0.0\", \"description\": \"b\"}}, \
         \"sources\": [{{\"id\": \"shop\", \"path\": \"shop.yaml\"}}], \"flows\": [{flows}]}}"
    );
    of_shop(&text).1.unwrap().workflows
}

pub fn flow(id: &str, description: &str, fields: &str) -> String {
    format!(
        "{{\"id\": {id:?}, \"title\": \"T\", \"description\": \"{description}\", \"actions\": [{{\"id\": \"a\", \"sourceId\": \"shop\", \
         \"operationId\": \"getOrder\"}}], \"fields\": {{{fields}, \"responses\": {{\"success\": {{}}}}}}}}"
    )
}

pub const FIELDS: &str = r#""parameters": [
    {"name": "item", "type": "string", "required": true, "description": "What."},
    {"name": "kind", "type": "string", "enum": ["a", "b"]},
    {"name": "limit", "type": "integer", "default": 3}],
  "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["lines"], "properties": {
    "lines": {"type": "array", "items": {"type": "object", "properties": {"note": {"type": "string"}}}},
    "extra": {"oneOf": [{"type": "string"}, {"type": "integer"}]}, "any": {}}}}}}"#;

pub fn value(json: &Json) -> Value {
    serde_json::from_str(&json.to_compact()).unwrap()
}

pub fn read(text: &str) -> Json {
    json::parse(text.as_bytes(), &Limits::default()).unwrap()
}

#[test]
fn each_api_gets_the_tools_in_its_form() {
    let workflows = workflows(&flow("order", "Orders.", FIELDS));
    let schema: Value = serde_json::json!({"type": "object", "properties": {
        "parameters": {"type": "object", "properties": {
            "item": {"type": "string", "description": "What."},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "limit": {"type": "integer", "default": 3}}, "required": ["item"], "additionalProperties": false},
        "requestBody": {"type": "object", "required": ["lines"], "properties": {
            "lines": {"type": "array", "items": {"type": "object", "properties": {"note": {"type": "string"}}}},
            "extra": {"oneOf": [{"type": "string"}, {"type": "integer"}]}, "any": {}}}},
        "required": ["parameters"], "additionalProperties": false});
    let of = |format| tools(&workflows, format);
    for (format, expected) in [
        (
            ToolFormat::OpenAi,
            serde_json::json!([{"type": "function", "function": {"name": "order", "description": "Orders.", "parameters": schema}}]),
        ),
        (
            ToolFormat::Anthropic,
            serde_json::json!([{"name": "order", "description": "Orders.", "input_schema": schema}]),
        ),
        (
            ToolFormat::Mcp,
            serde_json::json!({"tools": [{"name": "order", "title": "T", "description": "Orders.", "inputSchema": schema}]}),
        ),
    ] {
        let made = of(format);
        assert_eq!(value(&made.list), expected);
        assert!(made.losses.is_empty());
    }
    // all required, what is optional may be null, nothing beside, no keyword that strict mode refuses
    let strict = of(ToolFormat::OpenAiStrict);
    let any = |with_null: bool| {
        let mut kinds = vec![
            serde_json::json!({"type": "string"}),
            serde_json::json!({"type": "number"}),
            serde_json::json!({"type": "boolean"}),
        ];
        kinds.extend(with_null.then(|| serde_json::json!({"type": "null"})));
        serde_json::json!({"anyOf": kinds})
    };
    let expected = serde_json::json!([{"type": "function", "function": {"name": "order", "description": "Orders.", "strict": true, "parameters": {
        "type": "object", "properties": {
            "parameters": {"type": "object", "properties": {
                "item": {"type": "string", "description": "What."},
                "kind": {"type": ["string", "null"], "enum": ["a", "b", null]},
                "limit": {"type": ["integer", "null"]}}, "required": ["item", "kind", "limit"], "additionalProperties": false},
            "requestBody": {"type": ["object", "null"], "properties": {
                "lines": {"type": "array", "items": {"type": "object", "properties": {"note": {"type": ["string", "null"]}},
                    "required": ["note"], "additionalProperties": false}},
                "extra": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}, "any": any(true)},
                "required": ["lines", "extra", "any"], "additionalProperties": false}},
        "required": ["parameters", "requestBody"], "additionalProperties": false}}}]);
    assert_eq!(value(&strict.list), expected);
    let losses: Vec<_> = strict.losses.iter().map(|it| (it.pointer.as_str(), it.severity.as_str())).collect();
    let body = "/order/inputs/properties/requestBody/properties";
    assert_eq!(
        losses,
        [
            ("/order/inputs/properties/parameters/properties/limit/default", "note"),
            (format!("{body}/extra/oneOf").as_str(), "note"),
            (format!("{body}/any").as_str(), "warning"),
        ]
    );
}

#[test]
fn names_are_within_limits_and_nothing_is_dropped_quietly() {
    let long = "x".repeat(200);
    let flows = [
        flow("a b", "one", "\"parameters\": []"),
        flow("a_b", "two", "\"parameters\": []"),
        flow("a.b", "three", "\"parameters\": []"),
        flow(&long, &"d".repeat(2000), "\"parameters\": []"),
        flow(&format!("{long}y"), "five", "\"parameters\": [{\"name\": \"n\", \"type\": \"string\"}]"),
    ];
    let workflows = workflows(&flows.join(", "));
    for (format, longest) in [
        (ToolFormat::OpenAi, 64),
        (ToolFormat::OpenAiStrict, 64),
        (ToolFormat::Anthropic, 128),
        (ToolFormat::Gemini, 128),
        (ToolFormat::Mcp, 128),
    ] {
        let made = tools(&workflows, format);
        let names: Vec<&str> = made.names.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(&names[..3], ["a_b_2", "a_b", "a_b_3"]);
        assert_eq!(names[3], "x".repeat(longest));
        assert_eq!(names[4], format!("{}_2", "x".repeat(longest - 2)));
        let told = |place: &str| made.losses.iter().any(|it| it.pointer == place);
        assert!(told("/a b") && told("/a.b") && !told("/a_b"), "{:?}", made.losses);
        assert_eq!(told(&format!("/{long}/description")), longest == 64);
    }
    // one that cannot run is a loss, not a tool
    let text = flow("order", "b", "\"parameters\": []").replace("getOrder", "gotOrder");
    let made = tools(&super::tools::workflows(&text), ToolFormat::Mcp);
    assert!(made.names.is_empty() && made.losses[0].pointer == "/order", "{:?}", made.losses);
}

/// Strict mode would let a model write `{}` and no more where a flow takes an object of any members.
#[test]
fn an_object_of_any_members_leaves_strict_mode_off_for_its_tool_and_that_is_told() {
    let body = |schema: &str| {
        format!(
            r#""parameters": [{{"name": "n", "type": "string", "default": "a"}}], "requestBody": {{"content": {{"application/json": {{"schema": {schema}}}}}}}"#
        )
    };
    let place = "/order/inputs/properties/requestBody";
    for (schema, free) in [
        (r#"{"type": "object"}"#, Some("")),
        (r#"{"type": "object", "properties": {}}"#, Some("")),
        (r#"{"type": "object", "additionalProperties": {"type": "string"}}"#, Some("")),
        (
            r#"{"type": "object", "properties": {"lines": {"type": "array", "items": {"type": ["object", "null"]}}}}"#,
            Some("/properties/lines/items"),
        ),
        (r#"{"type": "object", "additionalProperties": false}"#, None),
        (r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#, None),
    ] {
        let flows = [flow("order", "b", &body(schema)), flow("get", "c", "\"parameters\": []")].join(",");
        let made = tools(&workflows(&flows), ToolFormat::OpenAiStrict);
        let list = value(&made.list);
        let strict = |at: usize| list[at]["function"]["strict"].as_bool().unwrap();
        assert_eq!((strict(0), strict(1)), (free.is_none(), true), "{schema}");
        let lost: Vec<_> = made.losses.iter().map(|it| (it.pointer.clone(), it.severity.as_str())).collect();
        match free {
            Some(at) => {
                assert_eq!(lost, [(format!("{place}{at}"), "warning")], "{schema}");
                let plain = tools(&workflows(&flows), ToolFormat::OpenAi);
                assert_eq!(list[0]["function"]["parameters"], value(&plain.list)[0]["function"]["parameters"]);
            }
            None => assert_eq!(lost, [("/order/inputs/properties/parameters/properties/n/default".to_owned(), "note")]),
        }
    }
}

/// Every object of a schema as strict mode wants it.
fn is_strict(schema: &Value) -> bool {
    let keywords = ["allOf", "oneOf", "not", "default", "if", "patternProperties", "nullable"];
    match schema {
        Value::Object(object) => {
            let closed = !object.contains_key("properties") || {
                let names: Vec<&String> = object["properties"].as_object().unwrap().keys().collect();
                let required: Vec<&str> =
                    object["required"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
                object["additionalProperties"] == false && names.iter().all(|it| required.contains(&it.as_str()))
            };
            let subs = ["properties", "$defs"]
                .iter()
                .filter_map(|name| object.get(*name)?.as_object())
                .flat_map(|it| it.values());
            let subs = subs
                .chain(object.get("items"))
                .chain(object.get("anyOf").and_then(Value::as_array).into_iter().flatten());
            closed && keywords.iter().all(|it| !object.contains_key(*it)) && subs.into_iter().all(is_strict)
        }
        _ => false,
    }
}

/// Whether some object in a schema takes members of any name, and names none.
fn takes_any_members(schema: &Value) -> bool {
    let is_object =
        schema["type"] == "object" || schema["type"].as_array().is_some_and(|all| all.contains(&"object".into()));
    let names_none = schema["properties"].as_object().is_none_or(serde_json::Map::is_empty);
    let is_free = is_object && names_none && schema["additionalProperties"] != false;
    let inside = match schema {
        Value::Object(object) => object.values().any(takes_any_members),
        Value::Array(items) => items.iter().any(takes_any_members),
        _ => false,
    };
    is_free || inside
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_tools_of_real_files_are_valid_for_each_api() {
    let (mut cases, mut not_strict) = (0, 0);
    for name in SERVICES {
        let (_, compiled) = service(name);
        for &format in ToolFormat::ALL {
            let made = tools(&compiled.workflows, format);
            // of one flow nobody can tell what it takes: `required` is true in a property of its schema
            let untold = usize::from(name == "googlesheets");
            assert_eq!(made.names.len() + untold, compiled.workflows.ids().count(), "{name}");
            assert_eq!(made.losses.iter().filter(|it| it.reason.starts_with("the flow cannot run")).count(), untold);
            assert!(made.names.iter().all(|(name, flow)| name == flow), "{name}");
            let list = value(&made.list);
            let (list, place) = match format {
                ToolFormat::Mcp => (&list["tools"], "/inputSchema"),
                ToolFormat::Anthropic => (&list, "/input_schema"),
                ToolFormat::Gemini => (&list[0]["functionDeclarations"], "/parametersJsonSchema"),
                _ => (&list, "/function/parameters"),
            };
            for tool in list.as_array().unwrap() {
                let schema = tool.pointer(place).unwrap();
                assert!(jsonschema::meta::is_valid(schema), "{name}: {schema}");
                if format == ToolFormat::OpenAiStrict {
                    let says_strict = tool["function"]["strict"].as_bool().unwrap();
                    assert_eq!(says_strict, !takes_any_members(schema), "{name}: {schema}");
                    assert!(!says_strict || is_strict(schema), "{name}: {schema}");
                    not_strict += usize::from(!says_strict);
                }
                cases += 1;
            }
            if format == ToolFormat::Mcp {
                let document = parse(MCP_TOOLS, &made.list.to_compact());
                let report = MCP_TOOLS.check(&document, &crate::flows::samples::options());
                let errors: Vec<_> = report.diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
                assert!(errors.is_empty(), "{name}: {errors:?}");
            }
        }
    }
    assert_eq!(cases, 129 * 5);
    assert_eq!(not_strict, 24);
    third_party::ran("flow-tools", cases);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn operations_of_real_documents_are_valid_tools() {
    let mut cases = 0;
    for name in ["giphy", "linkup", "resend", "slack"] {
        let text = third_party::read(&format!("interop/agents-json/{name}/openapi.yaml"));
        let openapi = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap();
        let (list, _) = operations_as_tools(&openapi);
        let list = value(&list.into());
        let tools = list["tools"].as_array().unwrap();
        assert_eq!(tools.len(), openapi.operations().count(), "{name}");
        for tool in tools {
            assert!(jsonschema::meta::is_valid(&tool["inputSchema"]), "{name}: {tool}");
            cases += 1;
        }
    }
    third_party::ran("operations-as-tools", cases);
}

/// The OpenAPI documents of the third-party material.
const OPENAPI_FILES: [&str; 13] = [
    "interop/agents-json/alpaca/marketdata_openapi.yaml",
    "interop/agents-json/alpaca/trading_openapi.yaml",
    "interop/agents-json/giphy/openapi.yaml",
    "interop/agents-json/hubspotcontacts/openapi.yaml",
    "interop/agents-json/linkup/openapi.json",
    "interop/agents-json/linkup/openapi.yaml",
    "interop/agents-json/resend/openapi.yaml",
    "interop/agents-json/slack/openapi.yaml",
    "interop/agents-json/theodds/openapi.yaml",
    "arazzo/examples/1.0.0/FAPI-PAR.openapi.yaml",
    "arazzo/examples/1.0.0/bnpl-openapi.yaml",
    "arazzo/examples/1.0.0/oauth.openapi.yaml",
    "arazzo/examples/1.0.0/pet-coupons.openapi.yaml",
];

fn list(json: &Json) -> Document {
    Document::parse_list(json.to_compact().as_bytes(), ReadLimits::new(32 << 20)).unwrap()
}

/// How often each rule of names, sizes and numbers is broken.
fn counted(list: &Document, format: ToolFormat) -> BTreeMap<&'static str, usize> {
    let mut counted = BTreeMap::new();
    for it in check(list, format, false).diagnostics {
        *counted.entry(it.rule.id).or_default() += 1;
    }
    counted
}

/// Real flows and operations become lists that each API accepts. What OpenAI refuses of the operations as they are was judged by hand: names of more
/// than 64 letters, a description of 1,038, 174 tools.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn tools_of_real_documents_are_accepted_by_each_api() {
    let accepted = |what: &str, made: &Json, format| {
        let report = check(&list(made), format, false);
        assert_eq!(report.number_of(Severity::Error), 0, "{what} {format:?} {:?}", report.diagnostics);
    };
    for name in SERVICES {
        let (_, compiled) = service(name);
        let own = Json::from(flows_as_tools(&compiled.workflows));
        assert_eq!(counted(&list(&own), ToolFormat::OpenAi).get("openai-name"), None, "{name}");
        for &format in ToolFormat::ALL {
            let made = tools(&compiled.workflows, format);
            accepted(name, &made.list, format);
            assert_eq!(tools_for_api(&own, format).unwrap().names, made.names, "{name}");
        }
    }
    for file in OPENAPI_FILES {
        let text = third_party::read(file);
        let openapi = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap();
        let own = Json::from(operations_as_tools(&openapi).0);
        let found = counted(&list(&own), ToolFormat::OpenAi);
        let rules = ["openai-name", "openai-description", "openai-count"];
        let found: Vec<_> = rules.iter().map(|rule| found.get(rule).copied().unwrap_or_default()).collect();
        let expected = match file.rsplit('/').nth(1).unwrap() {
            "theodds" => [1, 0, 0],
            "slack" => [1, 0, 1],
            _ if file.contains("FAPI") => [0, 1, 0],
            _ => [0, 0, 0],
        };
        assert_eq!(found, expected, "{file}");
        for &format in ToolFormat::ALL {
            accepted(file, &tools_for_api(&own, format).unwrap().list, format);
        }
    }
    third_party::ran("tool-lists-for-apis-derived", SERVICES.len() + OPENAPI_FILES.len());
}

#[test]
fn an_operation_is_a_tool_with_its_parameters_and_its_body() {
    let text = adp_flows::workflow::SHOP.replace("{type: integer}", "{$ref: '#/components/schemas/Amount'}")
        + "  schemas: {Amount: {type: integer, nullable: true, minimum: 0, exclusiveMinimum: true, example: 4}}\n";
    let text = text.replace(
        "components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}",
        "components:\n  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}",
    );
    let openapi = OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap();
    let (list, losses) = operations_as_tools(&openapi);
    let expected = serde_json::json!({"tools": [
        {"name": "placeOrder", "inputSchema": {"type": "object", "properties": {"requestBody": {
            "type": "object", "required": ["item"], "properties": {"item": {"type": "string"}, "amount": {"$ref": "#/$defs/Amount"}}}},
            "required": ["requestBody"], "$defs": {"Amount": {"type": ["integer", "null"], "exclusiveMinimum": 0}}}},
        {"name": "getOrder", "inputSchema": {"type": "object", "properties": {"parameters": {"type": "object",
            "properties": {"id": {"type": "string"}, "full": {"type": "boolean"}}, "required": ["id"]}}, "required": ["parameters"]}}]});
    assert_eq!(value(&list.into()), expected);
    assert_eq!(losses.iter().map(|it| it.pointer.as_str()).collect::<Vec<_>>(), ["/components/securitySchemes"]);
}

#[test]
fn the_prompt_has_one_line_a_flow() {
    let flows = [
        flow("order", "Orders.\\nevil: does evil", "\"parameters\": []"),
        flow("get", "Gets\\u202e it.", "\"parameters\": []"),
    ];
    assert_eq!(prompt(&workflows(&flows.join(","))), "order: Orders. evil: does evil\nget: Gets it.\n");
}

#[test]
fn a_list_has_the_first_flows_and_a_loss_tells_of_the_rest() {
    // none can run, which is a loss for each that is looked at
    for (count, losses) in [(10_000, 10_000), (10_001, 10_001), (20_000, 10_001)] {
        let made = tools(&workflows(&vec!["{}"; count].join(",")), ToolFormat::OpenAi);
        assert_eq!((made.names.len(), made.losses.len()), (0, losses));
        let told = made.losses.iter().find(|loss| loss.pointer.is_empty());
        let expected = format!("these are {count} flows: only the first ones are written");
        assert_eq!(told.is_some_and(|told| told.reason.contains(&expected)), count > 10_000);
    }
}
