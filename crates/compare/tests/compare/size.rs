//! Documents of very many small parts are refused before each part takes hundreds of bytes.

use adp_cards::{A2A_CARD, SEED_CARD};
use adp_catalogs::AI_CATALOG;
use adp_compare::{
    convert::{ConversionOptions, ConversionTarget, convert},
    lock::LockedFile,
};
use adp_fixtures::cpu_time::timed;
use adp_fixtures::samples::options;
use adp_tools::{
    MCP_TOOLS,
    json_schema::Schema,
    tool_api::{ToolFormat, tools_for_api},
};
use agent_description::{
    CodedError, Document, ReadLimits, did::Purpose, format::Format, json::Json, proof::Expectations,
};
use std::time::Duration;

/// The most parts of a document.
const MOST: usize = 32_768;

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), ReadLimits::new(8 << 20)).unwrap()
}

fn parts(count: usize) -> String {
    vec!["{}"; count].join(",")
}

fn documents(count: usize) -> [(&'static Format, Document); 4] {
    let text = |format, text: String| (format, parse(&text));
    [
        text(MCP_TOOLS, format!(r#"{{"tools": [{}]}}"#, parts(count))),
        text(AI_CATALOG, format!(r#"{{"specVersion": "1.0", "entries": [{}]}}"#, parts(count))),
        text(
            A2A_CARD,
            format!(r#"{{"protocolVersion": "0.3.0", "url": "https://a.example/", "skills": [{}]}}"#, parts(count)),
        ),
        text(SEED_CARD, format!(r#"{{"agentInfo": {{}}, "capabilities": [{}]}}"#, parts(count))),
    ]
}

fn code<T, E: CodedError>(found: Result<T, E>) -> Option<&'static str> {
    found.err().map(|error| error.code().as_str())
}

#[test]
fn documents_of_too_many_parts_are_not_locked() {
    for (count, expected) in [(MOST, None), (MOST + 1, Some("too-large"))] {
        for (format, document) in documents(count) {
            let locked = LockedFile::for_document("a.json", format, &document);
            assert_eq!(code(locked), expected, "{} of {count}", format.name);
        }
    }
}

#[test]
fn documents_of_too_many_parts_are_not_converted() {
    for (format, document) in documents(MOST + 1) {
        if format == AI_CATALOG {
            continue;
        }
        for to in ConversionTarget::ALL {
            let converted = convert(&document, format, to, &ConversionOptions::default());
            assert_eq!(code(converted), Some("too-large"), "{} to {}", format.name, to.as_str());
        }
    }
    // as many as there may be are read
    let tools = parse(&format!(r#"{{"tools": [{}]}}"#, parts(MOST)));
    assert_ne!(
        code(convert(&tools, MCP_TOOLS, ConversionTarget::A2a1, &ConversionOptions::default())),
        Some("too-large")
    );
}

/// Entries, and the manifests in them.
#[test]
fn catalogs_of_too_many_parts_are_not_verified() {
    let manifests = format!(r#"{{"trustManifests": [{}]}}"#, parts(MOST));
    for entries in [parts(MOST + 1), manifests] {
        let document = parse(&format!(r#"{{"specVersion": "1.0", "entries": [{entries}]}}"#));
        let expected = Expectations::for_purpose(Purpose::AssertionMethod)
            .no_domain()
            .any_challenge()
            .at("2026-11-22T12:00:00Z".parse().unwrap())
            .signer_is_subject();
        let refused = AI_CATALOG.begin(document.clone(), &expected).err().unwrap();
        assert_eq!(refused.error.unwrap().code().as_str(), "too-large");
        assert_eq!(AI_CATALOG.show(&document, &options()).err().unwrap().code().as_str(), "too-large");
    }
    let links = vec![r#"{"url":"https://a.example/"}"#; MOST + 10].join(",");
    assert_eq!(AI_CATALOG.links(&parse(&format!(r#"{{"entries": [{links}]}}"#))).len(), MOST);
}

/// A list for an API has the first tools, and a loss tells of the rest.
#[test]
fn lists_for_apis_have_the_first_tools() {
    let list = |count: usize| {
        parse(&format!(r#"{{"tools": [{}]}}"#, vec![r#"{"name": "a", "description": "d"}"#; count].join(",")))
    };
    for (count, lost) in [(10_000, 0), (10_001, 1), (60_000, 1)] {
        let made = tools_for_api(list(count).json(), ToolFormat::Anthropic).unwrap();
        assert_eq!(
            (made.names.len(), made.list.as_array().map(<[Json]>::len)),
            (count.min(10_000), Some(count.min(10_000)))
        );
        let more: Vec<_> = made.losses.iter().filter(|loss| loss.pointer == "/tools").collect();
        assert_eq!(more.len(), lost, "{more:?}");
    }
}

/// Each of many dynamic references may lead to each of many schemas.
#[test]
fn dynamic_references_lead_to_a_limited_number_of_schemas() {
    let schema = |count: usize| {
        let named =
            |template: &str| (0..count).map(|at| template.replace('N', &at.to_string())).collect::<Vec<_>>().join(",");
        let (anchors, references) =
            (named(r#""dN": {"$dynamicAnchor": "a"}"#), named(r##""pN": {"$dynamicRef": "#a"}"##));
        parse(&format!(r#"{{"type": "object", "$defs": {{{anchors}}}, "properties": {{{references}}}}}"#))
    };
    let compile = |count: usize| {
        let schema = schema(count);
        timed(|| Schema::compile(schema.json()).map(drop).map_err(|faults| faults[0].message.clone()))
    };
    assert_eq!(compile(100).0, Ok(()));
    let (few, many) = (compile(250).1, compile(2_000));
    assert_eq!(
        many.0,
        Err("the dynamic references of the document lead to more than 100000 schemas in all".to_owned())
    );
    assert!(many.1 < few * 24 + Duration::from_millis(40), "{few:?}, then {:?}", many.1);
}

/// Schemas of the tools of a list are compiled one by one, and their patterns have one budget.
#[test]
fn patterns_of_all_tools_have_a_common_budget() {
    let lost = |count: usize, pattern: &str| {
        let tool = |at: usize| {
            format!(r#"{{"name": "t{at}", "inputSchema": {{"properties": {{"a": {{"pattern": "{pattern}"}}}}}}}}"#)
        };
        let tools = parse(&format!(r#"{{"tools": [{}]}}"#, (0..count).map(tool).collect::<Vec<_>>().join(",")));
        let losses = tools_for_api(tools.json(), ToolFormat::Mcp).unwrap().losses;
        losses.iter().filter(|loss| loss.reason.contains("exceed the limit of patterns")).count()
    };
    assert_eq!(lost(1000, "^[a-z]{1,64}$"), 0);
    // `a{60}` is estimated at 60 * 32 bytes and 32 for each letter after `{`, so the pattern at
    // 60 * (1920 + 96) + 96, and 16 for each letter to read it: 24 MiB are enough for 207
    assert_eq!(lost(400, "(a{60}){60}"), 193);
}
