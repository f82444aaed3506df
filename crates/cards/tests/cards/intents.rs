//! Intents, the source's own example among them.

use adp_cards::{
    A2A_CARD,
    intent::{IntentError, RouteSource, Routed, Typing, URI, URI_EN, route, rules},
};
use adp_fixtures::samples::{options, parse};
use adp_fixtures::third_party;
use agent_description::{
    CodedError, Document, Json,
    diagnostic::{CheckReport, Severity},
};

/// The card for the examples of messages: one skill, `book`, with the required parameter `from`.
const CARD_OF_MESSAGES: &str = r#"{
  "name": "Rooms",
  "capabilities": {"extensions": [{
    "uri": "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent",
    "params": {"skills": [
      {"id": "book", "inputSchema": {"type": "object", "required": ["from"], "properties": {
        "from": {"type": "string"}, "nights": {"type": "integer", "minimum": 1}}}}
    ]}
  }]},
  "skills": [{"id": "book"}, {"id": "cancel"}]
}
"#;

/// A card with one skill, and its schema.
fn card(uri: &str, schema: &str) -> Document {
    parse(&format!(
        r#"{{"skills": [{{"id": "do"}}], "capabilities": {{"extensions": [{{"uri": "{uri}", "params": {{"skills": [{{"id": "do", "inputSchema": {schema}}}]}}}}]}}}}"#
    ))
}

/// A message with one intent, and its slots.
fn message(slots: &str) -> Document {
    parse(&format!(r#"{{"metadata": {{"intentInfos": [{{"intent": "do", "slots": [{slots}]}}]}}}}"#))
}

fn routed(schema: &str, slots: &str) -> Routed {
    route(&card(URI, schema), &message(slots), Typing::Strict).unwrap().remove(0)
}

/// Codes and messages of what is wrong.
fn told(routed: &Routed) -> Vec<String> {
    routed.findings.iter().map(|it| format!("{}: {}", it.diagnostic.code, it.diagnostic.message)).collect()
}

fn arguments(routed: &Routed) -> String {
    routed.arguments.as_ref().map_or_else(|| "-".to_owned(), Json::to_compact)
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_source_s_own_example_is_refused_with_the_fix_and_passes_leniently() {
    let of_source = parse(&third_party::read("interop/seeds/alibaba-0.json"));
    let request = parse(&third_party::read("interop/seeds/alibaba-2.json"));
    let strict = route(&of_source, &request, Typing::Strict).unwrap().remove(0);
    assert!(!strict.is_valid());
    // the example's card has no list of skills, and its types are none of JSON Schema
    assert_eq!(
        told(&strict),
        [
            "invalid-reference: the card has no skill \"ai-calculate\"",
            "invalid-schema: unknown JSON Schema type \"int\"",
            "invalid-schema: unknown JSON Schema type \"int\"",
        ]
    );
    assert_eq!(strict.findings[1].diagnostic.replacement.as_deref(), Some("\"integer\""));
    assert_eq!(arguments(&strict), "-");

    // a whole card, as the example's `...` stand for
    let extension = of_source.root().get("capabilities").unwrap().to_compact();
    let whole = parse(&format!(r#"{{"skills": [{{"id": "ai-calculate"}}], "capabilities": {extension}}}"#));
    let lenient = route(&whole, &request, Typing::Lenient).unwrap().remove(0);
    assert_eq!(
        told(&lenient),
        ["invalid-schema: the type \"int\" is read as integer", "invalid-schema: the type \"int\" is read as integer"]
    );
    assert!(lenient.is_valid());
    assert_eq!(lenient.findings[0].diagnostic.severity, Severity::Warning);
    assert_eq!(lenient.skill.as_deref(), Some("ai-calculate"));
    assert_eq!(arguments(&lenient), r#"{"num1":101,"num2":102}"#);
    let strict = route(&whole, &request, Typing::Strict).unwrap().remove(0);
    assert_eq!((strict.is_valid(), strict.findings.len()), (false, 2));
    third_party::ran("intent-example", 3);
}

#[test]
fn slots_become_values_of_their_types_and_nothing_else() {
    for (kind, text, value) in [
        (r#""integer""#, "101", "101"),
        (r#""integer""#, "-3", "-3"),
        (r#""integer""#, "1.0", "-"),
        (r#""integer""#, "1e2", "-"),
        (r#""integer""#, "0x10", "-"),
        (r#""integer""#, "+1", "-"),
        (r#""integer""#, "01", "-"),
        (r#""integer""#, " 1", "-"),
        (r#""integer""#, "", "-"),
        (r#""integer""#, "-", "-"),
        (r#""integer""#, "1٢", "-"),
        (r#""integer""#, "9007199254740993", "-"),
        (r#""number""#, "1.50", "1.5"),
        (r#""number""#, "1e2", "100"),
        (r#""number""#, "NaN", "-"),
        (r#""number""#, "1e999", "-"),
        (r#""boolean""#, "true", "true"),
        (r#""boolean""#, "True", "-"),
        (r#""boolean""#, "1", "-"),
        (r#""null""#, "null", "null"),
        (r#""string""#, "101", "\"101\""),
        (r#""string""#, "", "\"\""),
        (r#""array""#, "[1, \\\"a\\\"]", "[1,\"a\"]"),
        (r#""array""#, "1,2", "-"),
        (r#""object""#, "{\\\"a\\\": 1}", "{\"a\":1}"),
        (r#""object""#, "{\\\"a\\\": 1, \\\"a\\\": 2}", "-"),
        (r#"["integer", "string"]"#, "7", "7"),
        (r#"["integer", "string"]"#, "seven", "\"seven\""),
        (r#"["string", "integer"]"#, "7", "\"7\""),
    ] {
        let routed = routed(
            &format!(r#"{{"type": "object", "properties": {{"a": {{"type": {kind}}}}}}}"#),
            &format!(r#"{{"name": "a", "value": "{text}"}}"#),
        );
        let expected = if value == "-" { "{}".to_owned() } else { format!("{{\"a\":{value}}}") };
        assert_eq!(
            (routed.is_valid(), arguments(&routed)),
            (value != "-", expected),
            "{kind} {text}: {:?}",
            told(&routed)
        );
    }
    for (schema, text, value) in [
        (r##"{"$ref": "#/$defs/n"}"##, "7", "7"),
        (r#"{"anyOf": [{"type": "integer"}, {"type": "boolean"}]}"#, "true", "true"),
        (r#"{"enum": [1, 2]}"#, "2", "2"),
        (r#"{"enum": ["1", "2"]}"#, "2", "\"2\""),
        (r#"{}"#, "2", "\"2\""),
        ("true", "2", "\"2\""),
    ] {
        let routed = routed(
            &format!(
                r#"{{"type": "object", "properties": {{"a": {schema}}}, "$defs": {{"n": {{"type": "integer"}}}}}}"#
            ),
            &format!(r#"{{"name": "a", "value": "{text}"}}"#),
        );
        assert_eq!((routed.is_valid(), arguments(&routed)), (true, format!("{{\"a\":{value}}}")), "{schema}");
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let schema = r#"{"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "integer", "minimum": 1}, "b": {"type": "string"}, "c": {"type": "object", "required": ["x"]}}}"#;
    for (slots, expected, at) in [
        (r#"{"name": "a", "value": "one", "normValue": "1"}, {"name": "b", "value": "x"}"#, vec![], ""),
        (
            r#"{"name": "a", "value": "1", "normValue": "one"}, {"name": "b", "value": "x"}"#,
            vec!["invalid-value: \"a\" is \"one\", expected integer"],
            "/slots/0/normValue",
        ),
        (r#"{"name": "a", "value": "1"}"#, vec!["missing: the intent has no slot \"b\""], ""),
        (
            r#"{"name": "a", "value": "0"}, {"name": "b", "value": "x"}"#,
            vec!["invalid-arguments: `/a` is 0, expected at least 1"],
            "/slots/0/value",
        ),
        (
            r#"{"name": "a", "value": "1"}, {"name": "b", "value": "x"}, {"name": "z", "value": "x"}"#,
            vec!["unknown-member: the skill has no parameter \"z\""],
            "/slots/2/name",
        ),
        (
            r#"{"name": "a", "value": "1"}, {"name": "b", "value": "x"}, {"name": "a", "value": "2"}"#,
            vec!["duplicate: an earlier slot also has the name \"a\""],
            "/slots/2/name",
        ),
        (
            r#"{"name": "a", "value": 1}, {"name": "b", "value": "x"}"#,
            vec!["wrong-type: `value` is a number, expected a string"],
            "/slots/0/value",
        ),
        (
            r#"{"name": "a", "value": "1"}, {"name": "b", "value": "x"}, {"name": "c", "value": "{}"}"#,
            vec!["invalid-arguments: `/c` has no \"x\""],
            "/slots/2/value",
        ),
        (
            r#"{"value": "1"}, {"name": "a", "value": "1"}, {"name": "b", "value": "x"}"#,
            vec!["missing: the slot has no `name`"],
            "/slots/0",
        ),
    ] {
        let routed = routed(schema, slots);
        assert_eq!(told(&routed), expected, "{slots}");
        if let Some(first) = routed.findings.first() {
            let place = format!("/metadata/intentInfos/0{at}");
            assert_eq!(
                (first.source, first.diagnostic.pointer.as_deref()),
                (RouteSource::Message, Some(place.as_str()))
            );
        }
    }
}

#[test]
fn both_uris_declare_and_other_declarations_are_told() {
    let schema = r#"{"type": "object", "properties": {"a": {}}}"#;
    for uri in [URI, URI_EN] {
        assert!(route(&card(uri, schema), &message(""), Typing::Strict).unwrap()[0].is_valid());
    }
    let undeclared = route(&card("https://a.example/ext", schema), &message(""), Typing::Strict);
    assert_eq!(undeclared.unwrap_err(), IntentError::NotDeclared);
    let none = route(&card(URI, schema), &parse(r#"{"metadata": {}}"#), Typing::Strict);
    assert_eq!(none.unwrap_err().code().as_str(), "missing");
    let empty = route(&card(URI, schema), &parse(r#"{"metadata": {"intentInfos": []}}"#), Typing::Strict);
    assert_eq!(empty.unwrap().len(), 0);
    for (text, expected) in [
        (
            r#"{"metadata": {"intentInfos": [{"intent": "other"}]}}"#,
            "invalid-reference: the card declares no skill \"other\"",
        ),
        (
            r#"{"params": {"message": {"metadata": {"intentInfos": [{"intent": 7}]}}}}"#,
            "wrong-type: `intent` is a number, expected a string",
        ),
        (
            r#"{"message": {"metadata": {"intentInfos": ["do"]}}}"#,
            "wrong-type: the intent is a string, expected an object",
        ),
    ] {
        let routed = route(&card(URI, schema), &parse(text), Typing::Strict).unwrap();
        assert_eq!(told(&routed[0]), [expected]);
        assert!(routed[0].skill.is_none() && routed[0].arguments.is_none());
    }
}

/// A card of a public repository that declares intents and has neither skills nor a URL: shortened by hand to what counts.
const WITHOUT_SKILLS: &str = r#"{"name": "Emotion analysis", "description": "Tells emotions.", "version": "1.0.0",
  "capabilities": {"extensions": [{"uri": "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent",
    "params": {"skills": [{"id": "emotion-analysis", "inputSchema": {"type": "object", "properties": {"text": {"type": "str"}}}}]}}]}}"#;

#[test]
fn a_card_without_skills_declares_none() {
    let report: CheckReport = A2A_CARD.check(&parse(WITHOUT_SKILLS), &options());
    let found: Vec<String> = report
        .diagnostics
        .iter()
        .filter(|it| it.rule.id.starts_with("a2a-intent"))
        .map(|it| format!("{} {}", it.rule.id, it.pointer.as_deref().unwrap_or_default()))
        .collect();
    let place = "/capabilities/extensions/0/params/skills/0";
    assert_eq!(
        found,
        [format!("a2a-intent-skill {place}/id"), format!("a2a-intent-schema {place}/inputSchema/properties/text/type")]
    );
    // what is wrong with the card is wrong with what is routed by it
    let text = r#"{"metadata": {"intentInfos": [{"intent": "emotion-analysis", "slots": [{"name": "text", "value": "hm"}]}]}}"#;
    let routed = route(&parse(WITHOUT_SKILLS), &parse(text), Typing::Lenient).unwrap().remove(0);
    assert_eq!((routed.is_valid(), arguments(&routed).as_str()), (false, r#"{"text":"hm"}"#));
}

#[test]
fn every_rule_of_messages_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let card = parse(CARD_OF_MESSAGES);
    let check = |text: &str| {
        let routed = route(&card, &parse(text), Typing::Strict).unwrap();
        let mut report = CheckReport::default();
        routed.into_iter().flat_map(|routed| routed.findings).for_each(|found| report.add(found.diagnostic));
        report
    };
    // the second value of one slot leaves the other one out; without it, or with a value of another type, the whole is less
    let faults = agent_description::diagnostic::example_faults(rules::OF_MESSAGES, check, &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn leniency_reads_types_alone() {
    let schema = r#"{"type": "dict", "properties": {"type": {"type": "int"}, "a": {"type": "List", "items": {"type": "float"}}, "b": {"enum": ["int"], "type": "str"}, "c": {"const": {"type": "int"}}}}"#;
    let slots = r#"{"name": "type", "value": "3"}, {"name": "a", "value": "[1.5]"}, {"name": "b", "value": "int"}, {"name": "c", "value": "{\"type\": \"int\"}"}"#;
    let routed = route(&card(URI, schema), &message(slots), Typing::Lenient).unwrap().remove(0);
    assert_eq!(arguments(&routed), r#"{"type":3,"a":[1.5],"b":"int","c":{"type":"int"}}"#);
    let strict = route(&card(URI, schema), &message(slots), Typing::Strict).unwrap().remove(0);
    assert_eq!((strict.is_valid(), arguments(&strict).as_str()), (false, "-"));
    // what means nothing stays, and is refused
    let unknown = route(
        &card(URI, r#"{"type": "object", "properties": {"a": {"type": "thing"}}}"#),
        &message(""),
        Typing::Lenient,
    );
    assert_eq!(told(&unknown.unwrap()[0]), ["invalid-schema: unknown JSON Schema type \"thing\""]);
}

#[test]
fn hostile_cards_and_messages_end() {
    let slots = vec![r#"{"name": "a", "value": "1"}"#; 20_000].join(",");
    let routed = routed(r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, &slots);
    assert!(!routed.is_valid());
    let intents = vec![r#"{"intent": "do"}"#; 30_000].join(",");
    let many = parse(&format!(r#"{{"metadata": {{"intentInfos": [{intents}]}}}}"#));
    assert_eq!(route(&card(URI, r#"{"type": "object"}"#), &many, Typing::Strict).unwrap().len(), 30_000);
    // a schema that refers to itself in every way
    let endless =
        r##"{"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}, "allOf": [{"$ref": "#/allOf/0"}]}"##;
    let routed = route(&card(URI, endless), &message(r#"{"name": "a", "value": "1"}"#), Typing::Strict).unwrap();
    assert!(!routed[0].is_valid());
    for text in [
        "{}",
        r#"{"metadata": null}"#,
        r#"{"metadata": {"intentInfos": {}}}"#,
        r#"{"message": {"metadata": {"intentInfos": null}}}"#,
    ] {
        assert!(route(&card(URI, "{}"), &parse(text), Typing::Strict).is_err());
    }
    for text in
        [r#"{"metadata": {"intentInfos": [null, [], 7, {}, {"intent": "do", "slots": [null, [], {}, {"name": 7}]}]}}"#]
    {
        for typing in [Typing::Strict, Typing::Lenient] {
            assert_eq!(route(&card(URI, "null"), &parse(text), typing).unwrap().len(), 5);
            assert_eq!(route(&card(URI, "true"), &parse(text), typing).unwrap().len(), 5);
        }
    }
}
