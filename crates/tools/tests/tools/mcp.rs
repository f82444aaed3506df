//! MCP documents: by their specification's own schemas and examples, and those of public repositories.

use adp_fixtures::samples::{files, options, parse};
use adp_fixtures::third_party;
use adp_tools::{
    MCP_SERVER, MCP_SERVER_CARD, MCP_TOOLS,
    json_schema::Schema,
    mcp::{
        server::Server,
        server_card::ServerCard,
        tools::{CallableTool, McpVersion, ToolList},
    },
};
use agent_description::{
    CodedError, ReadLimits,
    diagnostic::{CheckReport, Severity},
    format::Format,
    json::{Json, Object, parse as parse_json},
};

fn check(format: &Format, text: &str) -> CheckReport {
    format.check(&parse(text), &options())
}

/// Rules and places of what is found, worst first.
fn found(format: &Format, text: &str) -> Vec<String> {
    let report = check(format, text);
    let place = |pointer: &Option<String>| pointer.clone().unwrap_or_default();
    report.diagnostics.iter().map(|it| format!("{} {} {}", it.severity, it.rule.id, place(&it.pointer))).collect()
}

fn errors(format: &Format, text: &str) -> usize {
    check(format, text).number_of(Severity::Error)
}

fn json(text: &str) -> Json {
    parse_json(text.as_bytes(), ReadLimits::new(1 << 20)).unwrap()
}

/// The specification's own schema of a definition.
fn official(version: &str, definition: &str) -> Schema {
    let text = third_party::read(&format!("interop/mcp/schema-{version}.json"));
    let mut schema = json(&text);
    let root = schema.as_object_mut().unwrap();
    let place = if root.contains("$defs") { "$defs" } else { "definitions" };
    root.insert("$ref", format!("#/{place}/{definition}"));
    Schema::compile(&schema).unwrap()
}

/// Lists of tools, and of which versions they are by the specification's schemas.
const LISTS: &[&str] = &[
    r#"{"tools": []}"#,
    r#"{"tools": {}}"#,
    r#"{"tools": [7]}"#,
    r#"{"tools": [{"name": "a"}]}"#,
    r#"{"tools": [{"name": 7, "inputSchema": {"type": "object"}}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "string"}}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {}}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}, "title": 7}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": 1}}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"title": "A", "idempotentHint": true}}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}, "icons": [{"src": "https://a.example/i.png", "theme": "dark"}]}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}, "icons": [{"theme": "blue"}]}]}"#,
    r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "sometimes"}}]}"#,
    r#"{"tools": [], "nextCursor": 7}"#,
    r#"{"tools": [], "_meta": []}"#,
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn lists_are_judged_as_the_specification_s_schemas_judge_them() {
    let mut cases = 0;
    for (version, known) in [("2025-11-25", McpVersion::V2025_11_25), ("2026-07-28", McpVersion::V2026_07_28)] {
        let schema = official(version, "ListToolsResult");
        for list in LISTS {
            let text = match known {
                McpVersion::V2026_07_28 => {
                    list.replacen('{', r#"{"resultType": "complete", "ttlMs": 0, "cacheScope": "public", "#, 1)
                }
                _ => (*list).to_owned(),
            };
            // what it has no member of, no version refuses
            if text.contains("execution") && known == McpVersion::V2026_07_28 {
                continue;
            }
            let expected = schema.validate(&json(&text)).is_ok();
            assert_eq!(errors(MCP_TOOLS, &text) == 0, expected, "{version} {text}: {:?}", found(MCP_TOOLS, &text));
            cases += 1;
        }
    }
    let latest = official("2026-07-28", "ListToolsResult");
    for text in [
        r#"{"resultType": "complete", "tools": [], "ttlMs": 0}"#,
        r#"{"resultType": "complete", "tools": [], "ttlMs": -1, "cacheScope": "public"}"#,
        r#"{"resultType": "complete", "tools": [], "ttlMs": 0.5, "cacheScope": "public"}"#,
        r#"{"resultType": "complete", "tools": [], "ttlMs": 1, "cacheScope": "nobody"}"#,
        r#"{"tools": [], "ttlMs": 1, "cacheScope": "private"}"#,
    ] {
        assert!(latest.validate(&json(text)).is_err(), "{text}");
        assert_ne!(errors(MCP_TOOLS, text), 0, "{text}");
        cases += 1;
    }
    third_party::ran("mcp-tool-lists", cases);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_specification_s_examples_are_valid() {
    let mut cases = 0;
    for (name, text) in files(&third_party::path("interop/mcp/examples-2026-07-28")) {
        let list = match name.split('_').next().unwrap() {
            "Tool" => format!(r#"{{"resultType": "complete", "ttlMs": 0, "cacheScope": "public", "tools": [{text}]}}"#),
            "ListToolsResult" | "ListToolsResultResponse" => text,
            _ => continue,
        };
        assert_eq!(found(MCP_TOOLS, &list), [""; 0], "{name}");
        assert_eq!(MCP_TOOLS.profile(&parse(&list)), "mcp-tools/2026-07-28");
        let tools = ToolList::read(&parse(&list)).tools;
        assert_eq!(tools.len(), 1);
        CallableTool::compile(&tools[0]).unwrap();
        cases += 1;
    }
    let weather = r#"{"tools": [{"name": "get_weather", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "required": ["temperature"]}}]}"#;
    let weather = CallableTool::compile(&ToolList::read(&parse(weather)).tools[0]).unwrap();
    let result =
        third_party::read("interop/mcp/examples-2026-07-28/CallToolResult_result-with-structured-content.json");
    weather.check_result(parse(&result).root()).unwrap();
    let failed = third_party::read("interop/mcp/examples-2026-07-28/CallToolResult_invalid-tool-input-error.json");
    weather.check_result(parse(&failed).root()).unwrap();
    let unstructured =
        third_party::read("interop/mcp/examples-2026-07-28/CallToolResult_result-with-unstructured-text.json");
    assert_eq!(weather.check_result(parse(&unstructured).root()).unwrap_err().code().as_str(), "invalid-result");
    third_party::ran("mcp-examples", cases + 3);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn server_cards_are_judged_as_their_folder_says() {
    let mut cases = 0;
    let examples = "mcp-server-card/server-card/examples/ServerCard";
    for (name, text) in files(&third_party::path(&format!("{examples}/valid"))) {
        assert_eq!(found(MCP_SERVER_CARD, &text), [""; 0], "{name}");
        cases += 1;
    }
    for (name, text) in files(&third_party::path(&format!("{examples}/invalid"))) {
        let rule = match name.as_str() {
            "bad-name-pattern.json" => "error mcp-card-name /name",
            "missing-name.json" | "missing-schema.json" => "error mcp-card ",
            _ => "error mcp-card-schema /$schema",
        };
        assert_eq!(found(MCP_SERVER_CARD, &text), [rule], "{name}");
        cases += 1;
    }
    third_party::ran("mcp-server-cards", cases);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn server_json_of_the_registry_s_documentation_is_valid() {
    let mut cases = 0;
    for (name, text) in files(&third_party::path("mcp-server-card/registry/examples-from-generic-server-json")) {
        let errors: Vec<String> =
            found(MCP_SERVER, &text).into_iter().filter(|found| found.starts_with("error")).collect();
        assert_eq!(errors, [""; 0], "{name}");
        assert!(Server::read(&parse(&text)).name.is_some(), "{name}");
        cases += 1;
    }
    third_party::ran("mcp-server-json", cases);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn what_is_served_as_server_cards_is_told_by_a_warning() {
    let mut cases = 0;
    for (name, text) in files(&third_party::path("a2a/wild/mcp-server-cards")) {
        let found = found(MCP_SERVER_CARD, &text);
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        assert!(found[0].starts_with("warning mcp-card-de-facto"), "{name}: {found:?}");
        assert_eq!(MCP_SERVER_CARD.profile(&parse(&text)), "mcp-server-card/de-facto", "{name}");
        let card = ServerCard::read(&parse(&text));
        assert!(card.name.is_some() && card.version.is_some(), "{name}");
        // all but one name a place where they run, or tools
        assert_eq!(card.remotes.is_empty() && card.tools.is_empty(), name.starts_with("CSOAI"), "{name}");
        cases += 1;
    }
    third_party::ran("mcp-de-facto-cards", cases);
}

#[test]
fn versions_are_named_by_the_list_or_by_its_marks() {
    for (text, profile, rules) in [
        (r#"{"tools": []}"#, "2025-11-25", &[][..]),
        (r#"{"tools": [], "_meta": {"io.modelcontextprotocol/protocolVersion": "2025-06-18"}}"#, "2025-06-18", &[]),
        (
            r#"{"tools": [], "_meta": {"io.modelcontextprotocol/protocolVersion": "2024-11-05"}}"#,
            "unknown",
            &["warning mcp-tools-version /_meta/io.modelcontextprotocol~1protocolVersion"],
        ),
        (
            r#"{"tools": [], "_meta": {"io.modelcontextprotocol/protocolVersion": 7}}"#,
            "unknown",
            &["warning mcp-tools-version /_meta/io.modelcontextprotocol~1protocolVersion"],
        ),
        (r#"{"tools": [], "ttlMs": 1}"#, "2026-07-28", &["error mcp-tools-result ", "error mcp-tools-result "]),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a"}]}}"#,
            "2025-11-25",
            &["error mcp-tool /result/tools/0"],
        ),
    ] {
        assert_eq!(MCP_TOOLS.profile(&parse(text)), format!("mcp-tools/{profile}"), "{text}");
        assert_eq!(found(MCP_TOOLS, text), rules, "{text}");
    }
}

#[test]
fn hints_have_their_defaults_and_nobody_s_trust() {
    let text = r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}}, {"name": "b", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "x": 1}}]}"#;
    let list = ToolList::read(&parse(text));
    let (a, b) = (&list.tools[0].annotations, &list.tools[1].annotations);
    assert_eq!((a.read_only, a.destructive, a.idempotent, a.open_world), (false, true, false, true));
    assert_eq!((b.read_only, b.destructive, b.idempotent, b.open_world), (true, true, false, true));
    assert!(a.written.is_empty() && b.written.len() == 1 && b.written[0].as_str() == "readOnlyHint");
    let shown = MCP_TOOLS.show(&parse(text), &options()).unwrap();
    let trusted = shown.get("tools").unwrap().as_array().unwrap()[1].get("annotations").unwrap().get("trusted");
    assert_eq!(trusted.unwrap().as_bool(), Some(false));
}

#[test]
fn schemas_of_tools_are_judged_in_their_places() {
    let list = |schema: &str| format!(r#"{{"tools": [{{"name": "a", "inputSchema": {schema}}}]}}"#);
    for (schema, expected) in [
        (
            r#"{"type": "object", "properties": {"n": {"type": "int"}}}"#,
            "error mcp-tool-schema /tools/0/inputSchema/properties/n/type",
        ),
        (
            r##"{"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}}"##,
            "error mcp-tool-schema /tools/0/inputSchema/properties/n/$ref",
        ),
        (
            r#"{"type": "object", "properties": {"n": {"$ref": "https://a.example/n"}}}"#,
            "warning mcp-tool-schema-usable /tools/0/inputSchema/properties/n/$ref",
        ),
        (
            r#"{"type": "object", "$schema": "https://a.example/own"}"#,
            "warning mcp-tool-schema-usable /tools/0/inputSchema/$schema",
        ),
        (
            r#"{"type": "object", "properties": {"n": {"pattern": "(?=a)"}}}"#,
            "warning mcp-tool-schema-usable /tools/0/inputSchema/properties/n/pattern",
        ),
        (
            r#"{"type": "object", "properties": {"n": {"description": "a\u200bb"}}}"#,
            "error mcp-tool-text /tools/0/inputSchema/properties/n/description",
        ),
        (
            r#"{"type": "object", "properties": {"n\u200b": {}}}"#,
            "error mcp-tool-text /tools/0/inputSchema/properties/n\u{200b}",
        ),
    ] {
        assert_eq!(found(MCP_TOOLS, &list(schema)), [expected], "{schema}");
    }
    let report = check(MCP_TOOLS, &list(r#"{"type": "object", "properties": {"n": {"type": "int"}}}"#));
    assert_eq!(report.diagnostics[0].replacement.as_deref(), Some("\"integer\""));
}

#[test]
fn calls_and_results_are_checked_by_the_tool_s_schemas() {
    let text = r#"{"tools": [{"name": "book", "inputSchema": {"type": "object", "required": ["nights"], "properties": {"nights": {"type": "integer"}}},
        "outputSchema": {"type": "object", "properties": {"price": {"type": "number"}}}}, {"name": "bad", "inputSchema": {"type": "int"}},
        {"name": "far", "inputSchema": {"$ref": "https://a.example/"}}, {"inputSchema": {}}, {"name": "none"}]}"#;
    let tools = ToolList::read(&parse(text)).tools;
    let book = CallableTool::compile(&tools[0]).unwrap();
    assert!(book.check_arguments(Some(&json(r#"{"nights": 2}"#))).is_ok());
    let refused = book.check_arguments(None).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the arguments of \"book\" do not match its input schema: the value has no \"nights\""
    );
    let result = |text: &str| book.check_result(parse(text).root());
    assert!(result(r#"{"content": [], "structuredContent": {"price": 90}}"#).is_ok());
    assert!(result(r#"{"content": [{"type": "text", "text": "no room"}], "isError": true}"#).is_ok());
    let refused = result(r#"{"content": [], "structuredContent": {"price": "90"}}"#).unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid-result");
    let unfit = refused.unfit.unwrap();
    assert_eq!((unfit.mismatches()[0].pointer.as_str(), unfit.mismatches()[0].offset.get()), ("/price", Some(47)));
    for text in [r#"{"content": []}"#, r#"{"structuredContent": {}}"#, r#"{"content": [7], "structuredContent": {}}"#] {
        assert_eq!(result(text).unwrap_err().code().as_str(), "invalid-result", "{text}");
    }
    for (tool, code) in [(1, "invalid-schema"), (2, "invalid-schema"), (3, "missing"), (4, "missing")] {
        assert_eq!(CallableTool::compile(&tools[tool]).unwrap_err().code().as_str(), code);
    }
}

#[test]
fn hostile_lists_end() {
    // as many tools as a megabyte holds, each with patterns and a name like the others
    let tools: Vec<String> = (0..6_000)
        .map(|n| format!(r#"{{"name":"t{n}","inputSchema":{{"type":"object","properties":{{"a":{{"pattern":"(a{{99}}){{9}}{n}"}}}}}}}}"#))
        .collect();
    let report = check(MCP_TOOLS, &format!(r#"{{"tools":[{}]}}"#, tools.join(",")));
    let unusable = report.diagnostics.iter().filter(|found| found.code.as_str() == "invalid-schema").count();
    assert!(unusable > 100, "{unusable}");
    // one object of a hundred thousand members
    let members: Vec<String> = (0..90_000).map(|n| format!("\"m{n}\":1")).collect();
    for text in [
        format!(r#"{{"tools":[{{{}}}]}}"#, members.join(",")),
        format!(
            r#"{{"tools":[{{"name":"a","inputSchema":{{"type":"object","properties":{{{}}}}}}}]}}"#,
            members.join(",")
        ),
        format!(r#"{{"tools":[{}]}}"#, vec!["null"; 200_000].join(",")),
        format!(r#"{{"tools":[{{"name":"a","annotations":{{{}}}}}]}}"#, members.join(",")),
    ] {
        assert!(!check(MCP_TOOLS, &text).is_valid());
        _ = ToolList::read(&parse(&text)).to_model_json();
    }
    let many = vec!["{}"; 33_000].join(",");
    let refused = MCP_TOOLS.show(&parse(&format!(r#"{{"tools":[{many}]}}"#)), &options()).unwrap_err();
    assert_eq!(refused.code().as_str(), "too-large");
    for text in [r#"{"tools": null}"#, r#"{"tools": [null, [], 7, "a", {}]}"#, r#"{"result": {"tools": []}}"#, "{}"] {
        _ = check(MCP_TOOLS, text);
        _ = check(MCP_SERVER, text);
        _ = check(MCP_SERVER_CARD, text);
    }
    _ = CallableTool::compile(&ToolList::read(&parse(r#"{"tools": [{"name": "a", "inputSchema": true}]}"#)).tools[0])
        .unwrap()
        .check_result(&Object::new());
}

#[test]
fn ranges_are_told_from_versions() {
    let is_range = |version: &str| {
        let server =
            serde_json::json!({"name": "com.hotel/rooms", "description": "Books.", "version": version, "packages": []});
        MCP_SERVER
            .check(&parse(&server.to_string()), &options())
            .diagnostics
            .iter()
            .any(|it| it.rule.id == "mcp-server-version")
    };
    for range in ["^1.2.3", "~1.2", ">=1.0.0", "<2", "=1.0", "1.x", "1.2.*", "1.0 || 2.0", "1.0 - 2.0", "*", " >1"] {
        assert!(is_range(range), "{range}");
    }
    for version in ["1.0.2", "1.0.0-alpha.x1", "2025.11", "v1.2.3", "0.2.0-a", "snapshot", "1.0+build.7", "", "x"] {
        assert!(!is_range(version), "{version}");
    }
}
