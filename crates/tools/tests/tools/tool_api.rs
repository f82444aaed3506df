//! Lists of tools for model APIs: why they are refused, and lists that are not.

use adp_fixtures::samples::{files, options, parse};
use adp_fixtures::{cpu_time::timed, third_party};
use adp_tools::{
    MCP_TOOLS,
    tool_api::{ListForm, ToolFormat, check, list_form, restore_call, rules, tools_for_api},
};
use agent_description::{
    Document, Json, Limits, ReadLimits,
    diagnostic::{Rule, Severity, example_faults},
    json::parse as parse_json,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

fn json(text: &str) -> Json {
    parse_json(text.as_bytes(), &Limits::default()).unwrap()
}

fn list(text: &str) -> Document {
    Document::parse_list(text.as_bytes(), &Limits::default()).unwrap()
}

/// A list of MCP tools with one tool.
fn one(name: &str, schema: &str) -> String {
    format!(
        r#"{{"tools": [{{"name": {}, "description": "A.", "inputSchema": {schema}}}]}}"#,
        Json::from(name).to_compact()
    )
}

/// Rules and places of what is found.
fn found(document: &Document, format: ToolFormat) -> Vec<String> {
    let report = check(document, format, false);
    let place = |pointer: &Option<String>| pointer.clone().unwrap_or_default();
    report.diagnostics.iter().map(|it| format!("{} {}", it.rule.id, place(&it.pointer))).collect()
}

/// How often each rule is broken.
fn counted(document: &Document, format: ToolFormat) -> BTreeMap<&'static str, usize> {
    let mut counted = BTreeMap::new();
    for it in check(document, format, false).diagnostics {
        *counted.entry(it.rule.id).or_default() += 1;
    }
    counted
}

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let mut left: Vec<&Rule> = rules::RULES.to_vec();
    for (prefix, format) in [
        ("openai-strict-", ToolFormat::OpenAiStrict),
        ("openai-", ToolFormat::OpenAi),
        ("anthropic-", ToolFormat::Anthropic),
        ("gemini-", ToolFormat::Gemini),
    ] {
        let (own, others) = left.into_iter().partition(|rule| rule.id.starts_with(prefix));
        left = others;
        let own: Vec<&Rule> = own;
        let faults = example_faults(&own, |text| check(&parse(text), format, false), &[]);
        assert!(faults.is_empty() && !own.is_empty(), "{prefix}\n{}", faults.join("\n"));
    }
    assert!(left.is_empty(), "{left:?}");
    for rule in rules::RULES {
        assert!(rule.source.contains("https://") && rule.source.contains("read 2026-"), "{}", rule.id);
    }
}

/// Places that examples do not show.
#[test]
fn findings_point_at_what_is_refused() {
    let nested = r#"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b c": {"type": ["array", "null"]}}}}}"#;
    for (text, format, expected) in [
        (one("a.b", r#"{"type": "object", "properties": {}}"#), ToolFormat::OpenAi, &["openai-name /tools/0/name"][..]),
        (one("", r#"{"type": "object"}"#), ToolFormat::Anthropic, &["anthropic-name /tools/0/name"]),
        // the API looks at the names of arguments, not at those inside
        (one("a", nested), ToolFormat::Anthropic, &[]),
        (one("a", nested), ToolFormat::OpenAi, &["openai-items /tools/0/inputSchema/properties/a/properties/b c"]),
        (
            one(
                "a",
                r#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"l": {"items": [{}]}}}"#,
            ),
            ToolFormat::Anthropic,
            &["anthropic-schema /tools/0/inputSchema/properties/l/items"],
        ),
        (
            one(
                "a",
                r##"{"type": "object", "$defs": {"d": {"const": 1}}, "properties": {"$ref": {"$ref": "#/$defs/d"}}}"##,
            ),
            ToolFormat::Gemini,
            &[
                "gemini-keyword /tools/0/inputSchema/$defs",
                "gemini-property /tools/0/inputSchema/properties/$ref",
                "gemini-keyword /tools/0/inputSchema/properties/$ref/$ref",
            ],
        ),
        (
            one("1st", r#"{"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}"#),
            ToolFormat::Gemini,
            &["gemini-name-start /tools/0/name"],
        ),
        (
            one(
                "a",
                r#"{"type": "OBJECT", "required": ["l", "m"], "properties": {
                    "l": {"anyOf": [{"type": "ARRAY"}, {"type": "integer", "enum": ["1"]}]},
                    "o": {"type": "object", "required": ["p"]}, "p": {"type": "array", "items": {"type": "string", "enum": []}}}}"#,
            ),
            ToolFormat::Gemini,
            &[
                "gemini-required /tools/0/inputSchema/required/1",
                "gemini-items /tools/0/inputSchema/properties/l/anyOf/0",
                "gemini-enum /tools/0/inputSchema/properties/l/anyOf/1/enum",
                "gemini-empty /tools/0/inputSchema/properties/o",
                "gemini-required /tools/0/inputSchema/properties/o/required/0",
            ],
        ),
        (
            one(
                "a",
                r#"{"type": "object", "properties": {"n": {"enum": [9223372036854775000, -9223372036854776000, 10000000000000000000]}}}"#,
            ),
            ToolFormat::Anthropic,
            &[
                "anthropic-number /tools/0/inputSchema/properties/n/enum/1",
                "anthropic-number /tools/0/inputSchema/properties/n/enum/2",
            ],
        ),
        (
            one(
                "a",
                r#"{"type": "object", "additionalProperties": {}, "properties": {"x": {"oneOf": [{"allOf": [{}]}]}}}"#,
            ),
            ToolFormat::OpenAiStrict,
            &[
                "openai-strict-closed /tools/0/inputSchema/additionalProperties",
                "openai-strict-required /tools/0/inputSchema/properties/x",
                "openai-strict-unlisted /tools/0/inputSchema/properties/x/oneOf",
                "openai-strict-keyword /tools/0/inputSchema/properties/x/oneOf/0/allOf",
            ],
        ),
        // MCP_TOOLS checks these
        (one("a b", "{}"), ToolFormat::Mcp, &[]),
    ] {
        assert_eq!(found(&list(&text), format), expected, "{text}");
    }
}

#[test]
fn lists_are_read_in_the_form_of_every_api() {
    let schema = r#"{"type": "array"}"#;
    for (text, form, place) in [
        (
            format!(r#"[{{"type": "function", "function": {{"name": "a b", "parameters": {schema}}}}}]"#),
            ListForm::OpenAi,
            "/0/function",
        ),
        (format!(r#"[{{"type": "function", "name": "a b", "parameters": {schema}}}]"#), ListForm::OpenAi, "/0"),
        (
            format!(
                r#"{{"model": "m", "tools": [{{"type": "web_search"}}, {{"type": "function", "name": "a b", "parameters": {schema}}}]}}"#
            ),
            ListForm::OpenAi,
            "/tools/1",
        ),
        (
            format!(r#"[{{"name": "a b", "input_schema": {schema}}}, {{"type": "bash_20250124", "name": "bash"}}]"#),
            ListForm::Anthropic,
            "/0",
        ),
        (
            format!(r#"{{"functionDeclarations": [{{"name": "a b", "parameters": {schema}}}]}}"#),
            ListForm::Gemini,
            "/functionDeclarations/0",
        ),
        (
            format!(r#"[{{"functionDeclarations": [{{"name": "a b", "parametersJsonSchema": {schema}}}]}}]"#),
            ListForm::Gemini,
            "/0/functionDeclarations/0",
        ),
        (format!(r#"[{{"name": "a b", "inputSchema": {schema}}}]"#), ListForm::Mcp, "/0"),
        (
            format!(
                r#"{{"jsonrpc": "2.0", "id": 1, "result": {{"tools": [{{"name": "a b", "inputSchema": {schema}}}]}}}}"#
            ),
            ListForm::Mcp,
            "/result/tools/0",
        ),
    ] {
        let document = list(&text);
        assert_eq!(list_form(document.json()), Some(form), "{text}");
        let found = found(&document, ToolFormat::Anthropic);
        assert_eq!(found.len(), 2, "{text} {found:?}");
        assert_eq!(found[0], format!("anthropic-name {place}/name"));
        assert!(found[1].starts_with(&format!("anthropic-root {place}/")), "{found:?}");
    }
    for text in ["[]", "[1]", r#"[{"name": "a"}]"#, r#"{"tools": {}}"#, r#"{"tools": [1]}"#, "{}"] {
        assert_eq!(list_form(list(text).json()), None, "{text}");
    }
    // a tool for which strict mode is off is not held to it, nor one with its schema as JSON Schema to Gemini's own
    let off = r#"[{"type": "function", "function": {"name": "a", "strict": false, "parameters": {"type": "object", "properties": {}}}}]"#;
    assert_eq!(found(&list(off), ToolFormat::OpenAiStrict), [""; 0]);
    assert_eq!(
        found(&list(&off.replace("false", "true")), ToolFormat::OpenAiStrict),
        ["openai-strict-closed /0/function/parameters"]
    );
    let free = r#"[{"functionDeclarations": [{"name": "a", "description": "A.", "parametersJsonSchema": {"type": "object", "$defs": {}}}]}]"#;
    assert_eq!(found(&list(free), ToolFormat::Gemini), [""; 0]);
}

/// Every list that is written has no error, whatever is wrong with the one that it is made from.
#[test]
fn what_is_written_for_an_api_is_accepted_and_calls_of_it_find_their_way_back() {
    let long = "long name ".repeat(20);
    let many: Vec<String> = (0..1100).map(|n| format!("\"v{n}\"")).collect();
    let deep = format!("{}{}{}", r#"{"type": "array", "items": "#.repeat(14), r#"{"type": "array"}"#, "}".repeat(14));
    let tools = format!(
        r##"{{"tools": [
  {{"name": "rooms.list", "title": "Rooms", "inputSchema": {{"type": "object", "required": ["filter[city]"], "properties": {{
    "filter[city]": {{"type": "string"}}, "filter_city_": {{"type": "integer"}}, "2nd": {{"type": ["object", "null"], "properties": {{"a-b": {{"type": "string"}}}}}}}}}}}},
  {{"name": "rooms_list", "description": "{}", "inputSchema": {{"oneOf": [{{"required": ["a"]}}], "type": "object", "properties": {{"a": {{"type": "array"}}}}}}}},
  {{"name": "{long}", "inputSchema": {{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {{"t": {{"items": [{{}}], "type": "array"}}}}}}}},
  {{"name": "{long}2", "inputSchema": {{"type": "object", "properties": {{"e": {{"type": "string", "enum": [{}]}}}}}}}},
  {{"name": "1deep", "inputSchema": {{"type": "object", "properties": {{"d": {deep}}}}}}},
  {{"name": "none"}},
  {{"name": "text", "inputSchema": {{"type": "string"}}}},
  {{"inputSchema": {{"type": "object", "properties": {{"x": {{"type": "int"}}}}}}}}]}}"##,
        "d".repeat(2000),
        many.join(", ")
    );
    let tools = json(&tools);
    for &format in ToolFormat::ALL {
        let made = tools_for_api(&tools, format).unwrap();
        assert_eq!(made.names.len(), 8);
        let written = list(&made.list.to_compact());
        let report = check(&written, format, false);
        assert_eq!(report.number_of(Severity::Error), 0, "{format:?} {:?}", report.diagnostics);
        // in the form of MCP, MCP's own check says so
        if format == ToolFormat::Mcp {
            let report = MCP_TOOLS.check(&parse(&made.list.to_compact()), &options());
            assert_eq!(report.number_of(Severity::Error), 0, "{:?}", report.diagnostics);
        }
        for (name, own) in &made.names {
            assert_eq!(
                restore_call(&tools, format, name, &mut json("{}")).as_deref().unwrap_or_default(),
                own,
                "{format:?}"
            );
        }
    }
    let names =
        |format| tools_for_api(&tools, format).unwrap().names.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let openai = names(ToolFormat::OpenAi);
    let cut = "long_name_".repeat(7);
    assert_eq!(
        openai[..4],
        ["rooms_list_2".to_owned(), "rooms_list".to_owned(), cut[..64].to_owned(), format!("{}_2", &cut[..62])]
    );
    assert_eq!(openai[4..], ["1deep", "none", "text", "tool"]);
    assert_eq!(names(ToolFormat::Gemini)[4], "_1deep");
    for (format, arguments, own) in [
        (
            ToolFormat::Anthropic,
            r#"{"filter_city__2": "Oslo", "filter_city_": 1, "2nd": {"a-b": "x"}}"#,
            r#"{"filter[city]":"Oslo","filter_city_":1,"2nd":{"a-b":"x"}}"#,
        ),
        (
            ToolFormat::Gemini,
            r#"{"filter_city__2": "Oslo", "_2nd": {"a_b": "x"}}"#,
            r#"{"filter[city]":"Oslo","2nd":{"a-b":"x"}}"#,
        ),
        // null stands for what is left out, where the schema does not take it
        (
            ToolFormat::OpenAiStrict,
            r#"{"filter[city]": "Oslo", "filter_city_": null, "2nd": null}"#,
            r#"{"filter[city]":"Oslo","2nd":null}"#,
        ),
        (ToolFormat::OpenAi, r#"{"filter[city]": "Oslo"}"#, r#"{"filter[city]":"Oslo"}"#),
    ] {
        let mut arguments = json(arguments);
        let name = &names(format)[0];
        assert_eq!(restore_call(&tools, format, name, &mut arguments).as_deref(), Some("rooms.list"), "{format:?}");
        assert_eq!(arguments.to_compact(), own, "{format:?}");
    }
    assert_eq!(restore_call(&tools, ToolFormat::OpenAi, "rooms.list", &mut json("{}")), None);
    // strict mode is off where it would lose something, and for what is too large for it
    let strict = tools_for_api(&tools, ToolFormat::OpenAiStrict).unwrap();
    let is_strict: Vec<bool> = strict
        .list
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool.get("function").unwrap().get("strict").unwrap().as_bool().unwrap())
        .collect();
    assert_eq!(is_strict, [true, true, true, false, true, true, false, true]);
}

#[test]
fn a_list_says_what_was_changed_in_it() {
    let tools = json(&one("a b", r#"{"type": "object", "anyOf": [{}], "properties": {"c d": {}}}"#));
    let made = tools_for_api(&tools, ToolFormat::Anthropic).unwrap();
    let losses: Vec<_> =
        made.losses.iter().map(|it| (it.pointer.as_str(), it.severity.as_str(), it.reason.as_str())).collect();
    assert_eq!(
        losses,
        [
            ("/tools/0", "warning", "a name has 1 to 128 letters, digits, _ and -: a_b is written"),
            ("/tools/0/inputSchema/anyOf", "error", "the API refuses it at the root of a schema: left out"),
            (
                "/tools/0/inputSchema",
                "warning",
                "\"c d\" is written as c_d: property names have 1 to 64 letters, digits, _, . and -"
            ),
        ]
    );
    assert!(tools_for_api(&json("{}"), ToolFormat::Anthropic).is_none());
}

/// The MCP lists of the third-party material: file, pointer of the object that holds the tools, and the list.
pub fn real_lists() -> Vec<(String, Document)> {
    let mut lists = Vec::new();
    for (name, text) in files(&third_party::path("interop/mcp/examples-2026-07-28")) {
        match name.split('_').next().unwrap() {
            "Tool" => lists.push((name, list(&format!(r#"{{"tools": [{text}]}}"#)))),
            "ListToolsResult" | "ListToolsResultResponse" => lists.push((name, list(&text))),
            _ => {}
        }
    }
    for (name, text) in files(&third_party::path("a2a/wild/mcp-server-cards")) {
        if text.contains("\"tools\": [") {
            lists.push((name, list(&text)));
        }
    }
    lists.push(("google-1.json".to_owned(), list(&third_party::read("interop/seeds/google-1.json"))));
    let catalog = third_party::read("ard/v0.9/conformance/examples/local-business/local-business-catalog.json");
    let catalog = parse_json(catalog.as_bytes(), ReadLimits::new(1 << 20)).unwrap();
    let entry = catalog.get("entries").unwrap().as_array().unwrap()[1].get("data").unwrap().as_object().unwrap();
    lists.push(("local-business".to_owned(), Document::from_object(entry.clone(), &Limits::default()).unwrap()));
    lists
}

/// Rules, and how often each is broken.
type Findings = &'static [(&'static str, usize)];

/// What is wrong with real lists, judged by hand: the file, then the rules that each API's check finds, with how often.
const JUDGED: [(&str, &[(ToolFormat, Findings)]); 9] = [
    (
        "ListToolsResult_tools-list-with-cursor-and-ttl.json",
        &[
            (ToolFormat::OpenAi, &[]),
            (ToolFormat::OpenAiStrict, &[("openai-strict-closed", 1)]),
            (ToolFormat::Anthropic, &[]),
            (ToolFormat::Gemini, &[]),
        ],
    ),
    (
        "Tool_tool-with-composition-input-schema.json",
        &[
            (ToolFormat::OpenAi, &[("openai-properties", 1), ("openai-root", 1)]),
            (ToolFormat::Anthropic, &[("anthropic-root", 1)]),
            (ToolFormat::Gemini, &[("gemini-empty", 1), ("gemini-keyword", 1)]),
        ],
    ),
    (
        "Tool_with-explicit-draft-07-input-schema.json",
        &[(ToolFormat::OpenAi, &[]), (ToolFormat::Anthropic, &[]), (ToolFormat::Gemini, &[("gemini-keyword", 1)])],
    ),
    (
        "Tool_with-no-parameters.json",
        &[
            (ToolFormat::OpenAiStrict, &[("openai-properties", 1)]),
            (ToolFormat::Anthropic, &[]),
            (ToolFormat::Gemini, &[("gemini-empty", 1), ("gemini-keyword", 1)]),
        ],
    ),
    // no schemas: OpenAI and Gemini take such tools as ones without arguments
    (
        "a2uicatalog__a2ui.json",
        &[(ToolFormat::OpenAi, &[]), (ToolFormat::Anthropic, &[("anthropic-root", 28)]), (ToolFormat::Gemini, &[])],
    ),
    (
        "110kc3__seo.json",
        &[(ToolFormat::OpenAi, &[]), (ToolFormat::Anthropic, &[("anthropic-root", 6)]), (ToolFormat::Gemini, &[])],
    ),
    (
        "koala73__worldmonitor.json",
        &[(ToolFormat::OpenAi, &[]), (ToolFormat::Anthropic, &[("anthropic-root", 68)]), (ToolFormat::Gemini, &[])],
    ),
    (
        "google-1.json",
        &[
            (ToolFormat::OpenAi, &[]),
            (ToolFormat::OpenAiStrict, &[("openai-strict-closed", 1)]),
            (ToolFormat::Anthropic, &[]),
        ],
    ),
    (
        "local-business",
        &[
            (ToolFormat::OpenAi, &[]),
            (ToolFormat::OpenAiStrict, &[("openai-strict-closed", 3), ("openai-strict-required", 2)]),
            (ToolFormat::Anthropic, &[]),
            (ToolFormat::Gemini, &[("gemini-empty", 1)]),
        ],
    ),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn real_lists_are_judged_as_by_hand_and_become_lists_that_apis_accept() {
    let lists = real_lists();
    for (file, judged) in JUDGED {
        let (_, document) = lists.iter().find(|(name, _)| name == file).unwrap();
        for (format, expected) in judged {
            assert_eq!(counted(document, *format), expected.iter().copied().collect(), "{file} {format:?}");
        }
    }
    for (name, document) in &lists {
        for &format in ToolFormat::ALL {
            let made = tools_for_api(document.json(), format).unwrap();
            let written = list(&made.list.to_compact());
            let report = check(&written, format, false);
            assert_eq!(report.number_of(Severity::Error), 0, "{name} {format:?} {:?}", report.diagnostics);
        }
    }
    third_party::ran("tool-lists-for-apis-mcp", lists.len());
}

#[test]
fn many_names_are_renamed_quickly() {
    let long = "a".repeat(64);
    let properties: Vec<String> =
        (0..10_000_u32).map(|at| format!(r#""é{}": {{}}"#, char::from_u32(0x4e00 + at).unwrap())).collect();
    let schema = format!(r#"{{"type": "object", "properties": {{{}}}}}"#, properties.join(", "));
    let tools = |name: &dyn Fn(u32) -> String| {
        let tools: Vec<String> = (0..10_000).map(|at| format!(r#"{{"name": "{}"}}"#, name(at))).collect();
        format!(r#"{{"tools": [{}]}}"#, tools.join(", "))
    };
    // none collide, but each is looked for
    let many: Vec<String> = (0..30_000).map(|at| format!(r#""p[{at}]": {{}}"#)).collect();
    let required: Vec<String> = (0..30_000).map(|at| format!(r#""p[{at}]""#)).collect();
    let many = format!(
        r#"{{"type": "object", "properties": {{{}}}, "required": [{}]}}"#,
        many.join(", "),
        required.join(", ")
    );
    for (text, format) in [
        (one("a", &many), ToolFormat::OpenAiStrict),
        (one("a", &schema), ToolFormat::Anthropic),
        (one("a", &schema), ToolFormat::Gemini),
        (tools(&|at| format!("{long}{at}")), ToolFormat::OpenAi),
        // pairs of names that differ only in characters that a number replaces
        (tools(&|at| format!("{}{:04}{}", "a".repeat(60), at / 2, at % 2)), ToolFormat::OpenAi),
    ] {
        let list = json(&text);
        let (made, took) = timed(|| tools_for_api(&list, format).unwrap());
        assert!(took < Duration::from_secs(5), "{took:?}");
        let names: BTreeSet<&String> = made.names.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), made.names.len());
        if names.len() == 1 && format != ToolFormat::OpenAiStrict {
            assert_eq!(made.list.to_compact().matches("Name: ").count(), 10_000);
        }
        assert_eq!(made.list, tools_for_api(&list, format).unwrap().list);
    }
}

#[test]
fn schemas_of_gemini_keep_their_types() {
    let tools = json(
        r#"[{"functionDeclarations": [{"name": "x", "description": "d", "parameters": {"type": "OBJECT", "required": ["a"],
            "properties": {"a": {"type": "STRING", "nullable": true, "enum": ["OBJECT"]},
                "b": {"type": "ARRAY", "items": {"anyOf": [{"type": "INTEGER"}, {"type": "TYPE_UNSPECIFIED"}]}}}}}]}]"#,
    );
    for format in [ToolFormat::Gemini, ToolFormat::Mcp] {
        let made = tools_for_api(&tools, format).unwrap();
        let expected = concat!(
            r#"{"type":"object","required":["a"],"properties":{"a":{"type":["string","null"],"enum":["OBJECT",null]},"#,
            r#""b":{"type":"array","items":{"anyOf":[{"type":"integer"},{}]}}}}"#
        );
        assert!(made.list.to_compact().contains(expected), "{}", made.list.to_compact());
        assert!(made.losses.is_empty(), "{:?}", made.losses);
    }
}

/// A schema that also accepts null at its root is one of an object: arguments are never null.
#[test]
fn arguments_are_objects_also_where_their_schema_allows_null() {
    for root in [r#""type": "object", "nullable": true"#, r#""type": ["object", "null"]"#] {
        let text = format!(
            r#"{{"tools": [{{"name": "a", "description": "d", "inputSchema": {{{root}, "properties": {{"x": {{"type": "string", "nullable": true}}}}}}}}]}}"#
        );
        for format in
            [ToolFormat::OpenAi, ToolFormat::OpenAiStrict, ToolFormat::Anthropic, ToolFormat::Gemini, ToolFormat::Mcp]
        {
            let made = tools_for_api(&json(&text), format).unwrap();
            assert!(made.losses.is_empty(), "{format:?}: {:?}", made.losses);
            assert_eq!(found(&list(&made.list.to_compact()), format), [""; 0], "{format:?}");
        }
        let made = tools_for_api(&json(&text), ToolFormat::OpenAiStrict).unwrap();
        let expected = r#"{"type":"object","properties":{"x":{"type":["string","null"]}},"required":["x"],"additionalProperties":false}"#;
        assert!(made.list.to_compact().contains(expected), "{}", made.list.to_compact());
    }
}

/// What Anthropic's API has itself has a type of its own; anything else in its list is a tool of the author.
#[test]
fn a_tool_of_anthropic_without_its_schema_is_told() {
    let expected = ["anthropic-root /tools/1", "anthropic-name /tools/1/name"];
    for other in [
        r#"{"name": "book room"}"#,
        r#"{"name": "book room", "type": "custom"}"#,
        r#"{"name": "book room", "inputSchema": {}}"#,
    ] {
        let text = format!(r#"{{"tools": [{{"name": "a", "input_schema": {{"type": "object"}}}}, {other}]}}"#);
        assert_eq!(found(&list(&text), ToolFormat::Anthropic), expected, "{other}");
    }
    let own =
        r#"{"tools": [{"name": "a", "input_schema": {"type": "object"}}, {"name": "b c", "type": "bash_20250124"}]}"#;
    assert_eq!(found(&list(own), ToolFormat::Anthropic), [""; 0]);
}

#[test]
fn members_and_tools_that_are_dropped_are_losses() {
    for (text, format, expected) in [
        (
            r#"{"tools": [{"name": "t", "title": "T", "description": "d", "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}, "icons": null}]}"#,
            ToolFormat::OpenAi,
            &["/tools/0/title", "/tools/0/outputSchema", "/tools/0/annotations"][..],
        ),
        (
            r#"{"tools": [{"type": "web_search"}, {"type": "function", "function": {"name": "f", "strict": true, "parameters": {"type": "object"}}}]}"#,
            ToolFormat::Anthropic,
            &["/tools/1/strict", "/tools/0"],
        ),
        (
            r#"[{"name": "a", "type": "custom", "cache_control": {}, "input_schema": {"type": "object"}}, {"name": "computer", "type": "computer_20250124"}]"#,
            ToolFormat::Mcp,
            &["/tools/0/cache_control", "/tools/1"],
        ),
        (
            r#"[{"functionDeclarations": [{"name": "a", "behavior": "BLOCKING"}]}, {"googleSearch": {}}]"#,
            ToolFormat::Gemini,
            &["/tools/0/behavior", "/tools/1"],
        ),
    ] {
        let losses = tools_for_api(&json(text), format).unwrap().losses;
        let places: Vec<&str> = losses.iter().map(|loss| loss.pointer.as_str()).collect();
        assert_eq!(places, expected, "{losses:?}");
    }
}

/// The schema that is written for a tool with this one, the number of losses, and arguments with the tool's own names.
fn renamed(schema: &str, arguments: &str) -> (String, usize, String) {
    let (list, mut arguments) = (json(&one("a", schema)), json(arguments));
    let made = tools_for_api(&list, ToolFormat::Anthropic).unwrap();
    let written = made.list.as_array().unwrap()[0].get("input_schema").unwrap().to_compact();
    restore_call(&list, ToolFormat::Anthropic, "a", &mut arguments).unwrap();
    (written, made.losses.len(), arguments.to_compact())
}

#[test]
fn names_that_are_not_accepted_are_written_otherwise_and_restored() {
    let (written, losses, arguments) = renamed(
        r##"{"type": "object", "required": ["$top", "plain"], "properties": {
            "$top": {"type": "integer"}, "_top": {"type": "string"}, "plain": {"description": "a", "$ref": "#/properties/$top"},
            "filter[name]": {"description": "Filter", "enum": [{"$top": 1}]},
            "list": {"items": {"anyOf": [{"properties": {"ä": true}, "dependentRequired": {"ä": ["$top"]}}]}},
            "properties": {"type": "string"}}, "$defs": {"$kept": {"properties": {"": {}}}}}"##,
        r#"{"_top_2": 5, "_top": "x", "filter_name_": "a", "list": [{"__2": 1, "_": {}}]}"#,
    );
    assert_eq!(
        written,
        concat!(
            r##"{"type":"object","required":["_top_2","plain"],"properties":{"##,
            r##""_top_2":{"type":"integer","description":"Name: $top"},"_top":{"type":"string"},"##,
            r##""plain":{"description":"a","$ref":"#/properties/_top_2"},"##,
            r##""filter_name_":{"description":"Filter (name: filter[name])","enum":[{"_top_2":1}]},"##,
            r##""list":{"items":{"anyOf":[{"properties":{"__2":true},"dependentRequired":{"__2":["_top_2"]}}]}},"##,
            r##""properties":{"type":"string"}},"$defs":{"$kept":{"properties":{"_":{"description":"Name: "}}}}}"##,
        )
    );
    assert_eq!(losses, 4);
    assert_eq!(arguments, r#"{"$top":5,"_top":"x","filter[name]":"a","list":[{"ä":1,"":{}}]}"#);
}

#[test]
fn long_names_are_cut_and_stay_apart() {
    let long = "a".repeat(70);
    let (first, second) = ("a".repeat(64), format!("{}_2", "a".repeat(62)));
    let (written, losses, arguments) = renamed(
        &format!(r#"{{"type": "object", "properties": {{"{long}1": true, "{long}2": true}}}}"#),
        &format!(r#"{{"{second}": 1}}"#),
    );
    assert_eq!(written, format!(r#"{{"type":"object","properties":{{"{first}":true,"{second}":true}}}}"#));
    assert_eq!((losses, arguments), (2, format!(r#"{{"{long}2":1}}"#)));
}

#[test]
fn accepted_names_stay_as_they_are() {
    let text = r#"{"type":"object","properties":{"a.b-c_D1":{"type":"string"}}}"#;
    assert_eq!(renamed(text, "{}"), (text.to_owned(), 0, "{}".to_owned()));
}

/// Error of the API: https://github.com/RevenueCat/ai-toolkit/issues/26.
#[test]
fn numbers_that_an_api_refuses_are_left_out() {
    let text = one(
        "a",
        r#"{"type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807},
            "m": {"enum": [1, 18446744073709551615]}, "d": {"anyOf": [{"maximum": 10000000000000000000}], "default": [7]}}}"#,
    );
    let given = parse_json(text.as_bytes(), ReadLimits::new(10_000).unsigned()).unwrap();
    let written = tools_for_api(&given, ToolFormat::Anthropic).unwrap();
    let places: Vec<&str> = written.losses.iter().map(|loss| loss.pointer.as_str()).collect();
    let schema = "/tools/0/inputSchema/properties";
    assert_eq!(
        places,
        [format!("{schema}/n/maximum"), format!("{schema}/m/enum"), format!("{schema}/d/anyOf/0/maximum")]
    );
    let text = written.list.to_compact();
    assert!(text.contains(r#""minimum":0}"#) && text.contains(r#""default":[7]"#), "{text}");
    assert!(check(&list(&text), ToolFormat::Anthropic, false).diagnostics.is_empty());
    // other APIs are not known to refuse them
    assert!(tools_for_api(&given, ToolFormat::OpenAi).unwrap().losses.is_empty());
}
