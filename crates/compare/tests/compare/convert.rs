//! Conversions: there and back, a document is the same but for the losses that were told; what comes out is valid.

use crate::formats::published;
use adp_cards::{A2A_CARD, SEED_CARD};
use adp_compare::convert::{ConversionOptions, ConversionTarget, ConvertError, Converted, convert};
use adp_fixtures::samples::{files, options, parse};
use adp_fixtures::third_party;
use adp_tools::{Loss, MCP_TOOLS};
use agent_description::diagnostic::Severity;
use agent_description::{
    CodedError, Document, Json, KeySigner, KeyType, Limits, SigningKey,
    format::{ADP, ANP_07, Format, detect},
    proof::SignOptions,
};
use std::collections::HashSet;

const CARD: &str = include_str!("convert/card-1.0.json");
const OLD_CARD: &str = include_str!("convert/card-0.3.json");
const SEED: &str = include_str!("convert/seed-card.json");
const DESCRIPTION: &str = include_str!("convert/description.json");
const TOOLS: &str = include_str!("convert/tools.json");

fn format(name: &str) -> &'static Format {
    let all = [published(), vec![ADP, ANP_07]].concat();
    all.into_iter().find(|format| format.name == name).unwrap()
}

/// The format of a target's documents, and the target that makes documents like this one.
fn of(target: ConversionTarget) -> &'static Format {
    format(match target {
        ConversionTarget::A2a1 | ConversionTarget::A2a03 => "a2a-card",
        target => target.as_str(),
    })
}

fn like(document: &Document, format: &Format) -> ConversionTarget {
    match format.name {
        "a2a-card" if document.root().contains("supportedInterfaces") => ConversionTarget::A2a1,
        "a2a-card" => ConversionTarget::A2a03,
        "seed-card" => ConversionTarget::SeedCard,
        "mcp-tools" => ConversionTarget::McpTools,
        "anp-07" => ConversionTarget::Anp07,
        _ => ConversionTarget::Adp,
    }
}

fn conversion_options() -> ConversionOptions {
    let (name, url) = (Some("Tools".to_owned()), Some("https://a.example/where".to_owned()));
    ConversionOptions { name, url, ..ConversionOptions::default() }
}

/// What of `before` is not in `after` and was not told, or the other way round.
fn untold(before: &Json, after: &Json, told: &HashSet<&str>, pointer: &str, found: &mut Vec<String>) {
    if told.contains(pointer) && !pointer.is_empty() {
        return;
    }
    if let (Some(before), Some(after)) = (before.as_array(), after.as_array()) {
        let mut rest = after.iter();
        for (at, item) in before.iter().enumerate() {
            let pointer = format!("{pointer}/{at}");
            // whole, or all that it held
            if is_told(item, told, &pointer) {
                if rest.len() >= before.len() - at {
                    rest.next();
                }
                continue;
            }
            match rest.next() {
                Some(other) => untold(item, other, told, &pointer, found),
                None => found.push(format!("{pointer} is gone")),
            }
        }
        if rest.next().is_some() {
            found.push(format!("{pointer} has more items"));
        }
        return;
    }
    let (Some(old), Some(new)) = (before.as_object(), after.as_object()) else {
        if before != after {
            found.push(format!("{pointer}: {} became {}", before.to_compact(), after.to_compact()));
        }
        return;
    };
    for member in old {
        let pointer = format!("{pointer}/{}", member.name().replace('~', "~0").replace('/', "~1"));
        if told.contains(pointer.as_str()) {
            continue;
        }
        match new.get(member.name()) {
            Some(value) => untold(member.value(), value, told, &pointer, found),
            // an object of which all that it held is told
            None if is_told(member.value(), told, &pointer) => {}
            None => found.push(format!("{pointer} is gone")),
        }
    }
    for member in new.iter().filter(|member| !old.contains(member.name())) {
        let pointer = format!("{pointer}/{}", member.name().replace('~', "~0").replace('/', "~1"));
        if !is_told(member.value(), told, &pointer) {
            found.push(format!("{pointer} is new: {}", member.value().to_compact()));
        }
    }
}

fn is_told(value: &Json, told: &HashSet<&str>, pointer: &str) -> bool {
    told.contains(pointer)
        || value.as_object().is_some_and(|object| {
            object.iter().all(|member| is_told(member.value(), told, &format!("{pointer}/{}", member.name())))
        })
        || value.as_array().is_some_and(|items| {
            items.iter().enumerate().all(|(at, item)| is_told(item, told, &format!("{pointer}/{at}")))
        })
}

/// Converts there and back; the losses of the way there.
fn there_and_back(document: &Document, from: &Format, to: ConversionTarget) -> Result<Vec<Loss>, ConvertError> {
    let there = convert(document, from, to, &conversion_options())?;
    let report = of(to).check(&there.document, &options());
    if to != ConversionTarget::McpTools {
        assert!(report.is_valid(), "{}: {:?}\n{}", to.as_str(), report.diagnostics, there.document.source());
    }
    let back = convert(&there.document, of(to), like(document, from), &conversion_options());
    let back = back.unwrap_or_else(|error| panic!("back from {}: {error}\n{}", to.as_str(), there.document.source()));
    let told: HashSet<&str> = there.losses.iter().map(|loss| loss.pointer.as_str()).collect();
    let mut found = Vec::new();
    untold(document.json(), back.document.json(), &told, "", &mut found);
    if from.name == "adp" {
        // an interface of methods is told as a whole: each method is compared by itself
        let (before, after) = (methods(document.json()), methods(back.document.json()));
        assert_eq!(before.len(), after.len());
        for ((pointer, before), (_, after)) in before.iter().zip(&after) {
            untold(before, after, &told, pointer, &mut found);
        }
    }
    // a provider without URL is none in A2A: told on the way back, where the URL was told on the way there
    found.retain(|found| found != "/provider is gone" || !told.contains("/provider/url"));
    found.retain(|found| found != "/owner is gone" || !told.contains("/owner/name"));
    // an interface more: what the caller gave
    let given = [&there, &back].iter().any(|way| way.document.source().contains("https://a.example/where"));
    found.retain(|found| !given || !found.contains("https://a.example/where") && found != "/interfaces has more items");
    found.retain(|found| {
        let is_name = |name: &str| found.contains(&format!("/{name} is new"));
        let is_of_interface = found.starts_with("/interfaces/") && !found.contains("/content/");
        // what every description has is written where there was none
        let is_usual = found.starts_with("/@type is new") || found.starts_with("/owner/@type is new")
            || is_of_interface && ["@id", "name", "description"].into_iter().any(is_name)
            // which is told as `/security`
            || told.contains("/security") && is_name("unsaid_sc")
            // an entry of a list of any resources says what it is
            || found.starts_with("/products/") && is_name("@type");
        from.name != "adp" || !is_usual
    });
    assert!(found.is_empty(), "by {}: {found:#?}\n{}", to.as_str(), document.source());
    Ok(there.losses)
}

fn samples() -> [(&'static str, &'static Format); 5] {
    [(CARD, A2A_CARD), (OLD_CARD, A2A_CARD), (SEED, SEED_CARD), (DESCRIPTION, ADP), (TOOLS, MCP_TOOLS)]
}

#[test]
fn there_and_back_a_document_is_the_same_but_for_what_was_told() {
    for (text, from) in samples() {
        for to in ConversionTarget::ALL {
            there_and_back(&parse(text), from, to).unwrap();
        }
    }
}

/// Every document that comes from one by one change: a value is gone, is another one of its type, is joined by one that nobody
/// knows.
fn neighbours(json: &Json) -> Vec<Json> {
    let mut found = Vec::new();
    match json.as_str() {
        Some(text) if text.starts_with("https://") => found.push(Json::from(format!("{text}x"))),
        Some(_) => found.push("other".into()),
        None => {}
    }
    found.extend(json.as_bool().map(|flag| Json::from(!flag)));
    if let Some(items) = json.as_array() {
        let with = |at: usize, new: &[Json]| {
            let rest = items.get(at + 1..).unwrap_or_default();
            Json::from([&items[..at], new, rest].concat())
        };
        for (at, item) in items.iter().enumerate() {
            found.push(with(at, &[]));
            found.extend(neighbours(item).into_iter().map(|item| with(at, &[item])));
        }
    }
    if let Some(object) = json.as_object() {
        let with = |name: &str, value: Option<Json>| {
            let mut object = object.clone();
            match value {
                Some(value) => drop(object.insert(name, value)),
                None => drop(object.remove(name)),
            }
            Json::from(object)
        };
        found.push(with("x-more", Some(Json::from("more"))));
        for member in object {
            found.push(with(member.name(), None));
            found.extend(neighbours(member.value()).into_iter().map(|value| with(member.name(), Some(value))));
        }
    }
    found
}

/// Methods as OpenRPC has them, wherever the description has them.
fn methods(description: &Json) -> Vec<(String, Json)> {
    let mut found = Vec::new();
    for (at, interface) in description.get("interfaces").and_then(Json::as_array).into_iter().flatten().enumerate() {
        let methods = interface.get("content").and_then(|content| content.get("methods")?.as_array());
        for (index, method) in methods.into_iter().flatten().enumerate() {
            found.push((format!("/interfaces/{at}/content/methods/{index}"), method.clone()));
        }
    }
    found
}

/// All documents near the samples, to every format and back.
#[test]
fn there_and_back_documents_near_the_samples_are_the_same_but_for_what_was_told() {
    let mut compared = 0;
    for (text, from) in samples() {
        let is_from = |document: &Document| {
            let is_list = from.name == "mcp-tools";
            (is_list && adp_tools::MCP_TOOLS.check(document, &options()).is_valid())
                || !is_list && from.check(document, &options()).is_valid()
        };
        let near = neighbours(parse(text).json()).into_iter().filter(|near| near.as_object().is_some());
        for near in near.map(|near| parse(&near.to_compact())).filter(is_from) {
            for to in ConversionTarget::ALL {
                match there_and_back(&near, from, to) {
                    Ok(_) => {}
                    // what descriptions and cards of 1.0 let pass, and lists of tools and cards of 0.3 do not
                    Err(ConvertError::Invalid { error, .. })
                        if matches!(error.rule.id, "mcp-tool-schema" | "a2a-0-security") => {}
                    Err(error) => panic!("to {}: {error}\n{}", to.as_str(), near.source()),
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// What conversions lose, by hand.
#[test]
fn losses_are_those_that_people_expect() {
    let told = |text: &str, from: &Format, to: ConversionTarget| -> Vec<String> {
        let losses = convert(&parse(text), from, to, &conversion_options()).unwrap().losses;
        let mut told: Vec<String> = losses.iter().map(|loss| format!("{} {}", loss.severity, loss.pointer)).collect();
        told.sort();
        told
    };
    assert_eq!(
        told(OLD_CARD, A2A_CARD, ConversionTarget::A2a1),
        [
            "error /securitySchemes/oauth/flows/clientCredentials",
            "error /signatures",
            "warning /capabilities/stateTransitionHistory"
        ]
    );
    assert_eq!(
        told(CARD, A2A_CARD, ConversionTarget::A2a03),
        [
            "error /signatures",
            "error /securitySchemes/device",
            "error /supportedInterfaces/0/protocolVersion",
            "error /supportedInterfaces/0/tenant",
            "error /supportedInterfaces/1/protocolVersion",
        ]
        .into_iter()
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect::<Vec<_>>()
    );
    assert_eq!(told(TOOLS, MCP_TOOLS, ConversionTarget::McpTools), [] as [String; 0]);
    assert_eq!(
        told(TOOLS, MCP_TOOLS, ConversionTarget::SeedCard),
        [
            "warning /agentInfo/id",
            "warning /agentInfo/type",
            "warning /tools/0/annotations",
            "warning /tools/1/annotations"
        ]
    );
}

/// All that both generations of descriptions can say stays; what ANP-07 lacks is told.
#[test]
fn the_generations_of_descriptions_are_converted_into_each_other() {
    let text =
        DESCRIPTION.replace("\"did:wba:a.example\"", "\"did:wba:a.example\", \"modified\": \"2026-02-01T00:00:00Z\"");
    let there = convert(&parse(&text), ADP, ConversionTarget::Anp07, &ConversionOptions::default()).unwrap();
    let told: Vec<_> = there.losses.iter().map(|loss| (loss.severity, loss.pointer.as_str())).collect();
    assert_eq!(told, [(Severity::Warning, "/version"), (Severity::Warning, "/modified")]);
    assert!(!there.loses_consent());
    let root = there.document.root();
    let text = |name: &str| root.get(name).and_then(Json::as_str);
    assert_eq!((text("type"), text("url")), (Some("AgentDescription"), Some("https://a.example/ad.json")));
    assert_eq!((text("created"), text("description")), (Some("2026-01-01T00:00:00Z"), Some("Books.")));
    let interfaces = root.get("interfaces").and_then(Json::as_array).unwrap();
    let of = |at: usize, name: &str| interfaces[at].get(name).cloned();
    assert_eq!(of(0, "type"), Some("StructuredInterface".into()));
    assert_eq!(of(0, "humanAuthorization"), Some(true.into()));
    assert_eq!(of(1, "type"), Some("NaturalLanguageInterface".into()));

    let back = convert(&there.document, ANP_07, ConversionTarget::Adp, &ConversionOptions::default()).unwrap();
    let interfaces = back.document.root().get("interfaces").and_then(Json::as_array).unwrap();
    assert_eq!(interfaces[0].get("humanAuthorization"), Some(&true.into()));
    assert_eq!(interfaces[1].get("@type"), Some(&"NaturalLanguageInterface".into()));
    assert_eq!(back.document.root().get("@id"), Some(&"https://a.example/ad.json".into()));
}

/// A flag that asks for a person's consent is not lost like other members.
#[test]
fn a_lost_consent_is_an_error() {
    for (flag, lost) in [
        ("true", true),
        ("[true]", true),
        // invalid, but not to be lost silently
        (r#"{"@value": true}"#, true),
        (r#"[{"@value": [true]}]"#, true),
        ("false", false),
        ("[false]", false),
    ] {
        let text = DESCRIPTION.replace("\"humanAuthorization\": true", &format!("\"humanAuthorization\": {flag}"));
        for to in
            [ConversionTarget::A2a1, ConversionTarget::A2a03, ConversionTarget::McpTools, ConversionTarget::SeedCard]
        {
            let there = convert(&parse(&text), ADP, to, &conversion_options()).unwrap();
            assert_eq!(there.loses_consent(), lost, "{} {flag}: {:?}", to.as_str(), there.losses);
        }
    }
    // within a value that is lost as a whole
    let product = DESCRIPTION.replace("\"humanAuthorization\": true", "\"humanAuthorization\": false");
    let product = product.replace(r#""name": "Room"}"#, r#""name": "Room", "humanAuthorization": [true]}"#);
    let there = convert(&parse(&product), ADP, ConversionTarget::A2a1, &conversion_options()).unwrap();
    let told: Vec<_> = there.losses.iter().filter(|loss| loss.reason.contains("ask a person")).collect();
    assert!(there.loses_consent() && told.len() == 1 && told[0].pointer == "/products", "{told:?}");
    assert_eq!(told[0].severity, Severity::Error);
}

/// What an interface and its context say beside what a tool has is told, each by its place.
#[test]
fn what_parameters_and_contexts_say_is_told() {
    let text = r##"{"@context": ["https://agent-network-protocol.com/ad#", {"@language": "zh"}], "@type": "AgentDescription", "name": "A",
      "interfaces": [{"@type": "StructuredInterface", "@id": "urn:i", "name": "I", "description": "I.", "protocol": "openrpc", "content": {"openrpc": "1.2.6", "info": {"title": "A", "version": "1"},
        "methods": [{"name": "m", "tags": [{"name": "t", "summary": "T."}], "params": [{"name": "a", "description": "Beside.", "schema": {"description": "Within."}}, {"name": "b", "summary": "B.", "description": "Any.", "schema": true}, {"name": "c", "required": false, "deprecated": true, "schema": {}}]}],
        "components": {"schemas": {"Unused": {}}, "errors": {}}}}],
      "securityDefinitions": {"s": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "s"}"##;
    let losses = convert(&parse(text), ADP, ConversionTarget::McpTools, &conversion_options()).unwrap().losses;
    let told = |pointer: &str| losses.iter().find(|loss| loss.pointer == pointer).map(|loss| loss.severity);
    let content = "/interfaces/0/content";
    assert_eq!(told("/@context/1/@language"), Some(Severity::Warning));
    for (place, severity) in [
        ("openrpc", Severity::Note),
        ("methods/0/tags/0/summary", Severity::Warning),
        ("methods/0/params/0/description", Severity::Warning),
        ("methods/0/params/1/summary", Severity::Warning),
        ("methods/0/params/1/description", Severity::Warning),
        ("methods/0/params/2/required", Severity::Note),
        ("methods/0/params/2/deprecated", Severity::Warning),
        ("components/schemas/Unused", Severity::Warning),
        ("components/errors", Severity::Warning),
    ] {
        assert_eq!(told(&format!("{content}/{place}")), Some(severity), "{place}: {losses:?}");
    }
}

/// A document that is what is asked for already is the same without its signatures, and says so.
#[test]
fn a_signature_does_not_survive_a_conversion_to_the_same_format() {
    let proven = DESCRIPTION.replacen('{', r#"{"proof": {"proofValue": "z1"}, "#, 1);
    for (text, from, to, pointer) in [
        (CARD, A2A_CARD as &Format, ConversionTarget::A2a1, "/signatures"),
        (OLD_CARD, A2A_CARD, ConversionTarget::A2a03, "/signatures"),
        (proven.as_str(), ADP, ConversionTarget::Adp, "/proof"),
    ] {
        let document = parse(text);
        let converted = convert(&document, from, to, &conversion_options()).unwrap();
        let told: Vec<_> = converted.losses.iter().map(|loss| (loss.pointer.as_str(), loss.severity)).collect();
        assert_eq!(told, [(pointer, Severity::Error)]);
        let mut expected = document.root().clone();
        expected.remove(pointer.trim_start_matches('/')).unwrap();
        assert_eq!(*converted.document.root(), expected);
        let strict = ConversionOptions { strict: true, ..ConversionOptions::default() };
        assert_eq!(convert(&document, from, to, &strict).unwrap_err().code().as_str(), "convert-loss");
    }
    let unsigned = convert(&parse(DESCRIPTION), ADP, ConversionTarget::Adp, &ConversionOptions::default()).unwrap();
    assert_eq!((unsigned.document.source(), unsigned.losses), (parse(DESCRIPTION).source(), Vec::new()));
}

/// A tool keeps its schema on the way to a description and to a seed card.
#[test]
fn schemas_move_with_what_they_refer_to() {
    let converted = convert(&parse(DESCRIPTION), ADP, ConversionTarget::McpTools, &conversion_options()).unwrap();
    let expected = r##"{"name": "checkAvailability", "title": "Check", "description": "Checks which rooms are free.", "inputSchema": {"type": "object",
      "properties": {"from": {"type": "string", "format": "date", "description": "First night."}, "room": {"$ref": "#/$defs/Room"}}, "required": ["from"],
      "$defs": {"Bed": {"enum": ["king", "twin"]}, "Room": {"type": "object", "properties": {"bed": {"$ref": "#/$defs/Bed"}}}}},
      "outputSchema": {"type": "object", "properties": {"rooms": {"type": "array", "items": {"$ref": "#/$defs/Room"}}},
      "$defs": {"Bed": {"enum": ["king", "twin"]}, "Room": {"type": "object", "properties": {"bed": {"$ref": "#/$defs/Bed"}}}}}}"##;
    let tools = converted.document.root().get("tools").unwrap().as_array().unwrap();
    assert_eq!(tools[0], *parse(expected).json(), "{}", converted.document.source());
    assert_eq!(tools.len(), 2);
}

/// A card of 0.2: what later versions say otherwise is said so, and what comes out can be signed.
#[test]
fn a_card_of_0_2_becomes_one_of_1_0_that_can_be_signed() {
    let card = |authentication: &str| {
        parse(&format!(
            r#"{{"protocolVersion": "0.2.5", "name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "url": "https://hotel.example/a2a",
          "authentication": {authentication}, "capabilities": {{"streaming": true}}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
          "skills": [{{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}}]}}"#
        ))
    };
    let to_1_0 = |authentication: &str| {
        convert(&card(authentication), A2A_CARD, ConversionTarget::A2a1, &ConversionOptions::default()).unwrap()
    };
    let converted = to_1_0(r#"{"schemes": ["Bearer", "basic", "bearer"], "credentials": null}"#);
    let root = converted.document.root();
    for (name, expected) in [
        (
            "supportedInterfaces",
            r#"[{"url":"https://hotel.example/a2a","protocolBinding":"JSONRPC","protocolVersion":"0.2"}]"#,
        ),
        (
            "securitySchemes",
            r#"{"bearer":{"httpAuthSecurityScheme":{"scheme":"Bearer"}},"basic":{"httpAuthSecurityScheme":{"scheme":"Basic"}}}"#,
        ),
    ] {
        assert_eq!(root.get(name).unwrap().to_compact(), expected);
    }
    assert!(!root.contains("authentication") && !root.contains("protocolVersion"));
    // 0.2 does not say which calls need it, and that is told
    let told = converted.losses.iter().find(|loss| loss.pointer == "/authentication").unwrap();
    assert_eq!(told.severity, Severity::Error);
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let signer = KeySigner::new("did:wba:hotel.example#key-1".parse().unwrap(), key);
    let proof = SignOptions::new("2026-01-01T00:00:00Z".parse().unwrap());
    let signed = A2A_CARD.sign(&converted.document, &signer, &proof, &options());
    assert!(signed.is_ok(), "{:?}", signed.err().map(|error| error.to_string()));
    // what has no equal is lost, as an error
    for other in
        [r#"{"schemes": ["ApiKey"]}"#, r#"{"schemes": ["Bearer"], "credentials": "c"}"#, r#"{"schemes": []}"#, "7"]
    {
        let converted = to_1_0(other);
        assert!(!converted.document.root().contains("authentication"), "{other}");
        let lost = converted.losses.iter().find(|loss| loss.pointer == "/authentication").unwrap();
        assert_eq!(lost.severity, Severity::Error, "{other}");
    }
}

/// An address is nobody's to make up.
#[test]
fn an_address_is_the_documents_or_the_callers() {
    let url = |conversion_options: &ConversionOptions, to| {
        let converted = convert(&parse(TOOLS), MCP_TOOLS, to, conversion_options)?;
        assert!(!converted.document.source().contains(".invalid"), "{}", converted.document.source());
        let root = converted.document.root();
        let seed = root.get("endpoints").and_then(|endpoints| endpoints.get("primary"));
        let current = root.get("supportedInterfaces").and_then(|list| list.as_array()?.first()?.get("url"));
        Ok::<_, ConvertError>(root.get("url").or(seed).or(current).and_then(Json::as_str).map(str::to_owned))
    };
    for to in [ConversionTarget::A2a03, ConversionTarget::SeedCard] {
        let refused = url(&ConversionOptions::default(), to).unwrap_err();
        assert_eq!(refused.code().as_str(), "convert-loss");
        assert!(refused.to_string().contains("--url"), "{refused}");
    }
    // a card of 1.0 can say that it has no interface
    assert_eq!(url(&ConversionOptions::default(), ConversionTarget::A2a1).unwrap(), None);
    for to in [ConversionTarget::A2a03, ConversionTarget::SeedCard, ConversionTarget::A2a1] {
        assert_eq!(url(&conversion_options(), to).unwrap().as_deref(), Some("https://a.example/where"));
    }
    // a provider without URL is none
    let converted = convert(&parse(SEED), SEED_CARD, ConversionTarget::A2a1, &conversion_options()).unwrap();
    assert!(!converted.document.source().contains(".invalid"), "{}", converted.document.source());
}

/// Schemas that a description cannot say are told as lost, whole.
#[test]
fn schemas_that_cannot_be_moved_are_told() {
    for (schema, told) in [
        (
            r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "required": ["a"], "$defs": {"A": {"type": "string"}}}"##,
            &[][..],
        ),
        (
            r##"{"type": "object", "properties": {"a": {"$ref": "#/definitions/A"}}, "definitions": {"A": {"type": "string"}}}"##,
            &["inputSchema"],
        ),
        (
            r##"{"type": "object", "properties": {"a": {"$ref": "#/properties/b"}, "b": {"type": "string"}}}"##,
            &["inputSchema"],
        ),
        (
            r##"{"type": "object", "properties": {"a": {"$ref": "#a"}}, "$defs": {"A": {"$anchor": "a", "type": "string"}}}"##,
            &["inputSchema"],
        ),
        (
            r##"{"$id": "https://a.example/t", "type": "object", "properties": {"a": {"$ref": "night"}}, "$defs": {"A": {"$id": "night", "type": "string"}}}"##,
            &["inputSchema"],
        ),
        (
            r##"{"type": "object", "properties": {"a": {"$dynamicRef": "#n"}}, "$defs": {"A": {"$dynamicAnchor": "n", "type": "string"}}}"##,
            &["inputSchema"],
        ),
        (
            r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "additionalProperties": false, "$defs": {"A": {"type": "string"}}}"##,
            &["inputSchema/additionalProperties"],
        ),
    ] {
        let tools = parse(&format!(r#"{{"tools": [{{"name": "t", "description": "T.", "inputSchema": {schema}}}]}}"#));
        let there = convert(&tools, MCP_TOOLS, ConversionTarget::Adp, &conversion_options()).unwrap();
        let lost: Vec<&str> = there.losses.iter().filter_map(|loss| loss.pointer.strip_prefix("/tools/0/")).collect();
        assert_eq!(lost, told, "{schema}");
        assert!(
            there
                .losses
                .iter()
                .filter(|loss| loss.pointer.starts_with("/tools/0/"))
                .all(|loss| loss.severity == Severity::Error)
        );
        let back = convert(&there.document, ADP, ConversionTarget::McpTools, &conversion_options()).unwrap();
        assert_eq!(back.document.json() == tools.json(), told.is_empty(), "{}", back.document.source());
    }
}

/// Under another prefix, or beside the one that is read: no signature is left, and each is told.
#[test]
fn signatures_in_disguise_do_not_survive() {
    let long = "n".repeat(2000);
    let proof = r#"{"type": "DataIntegrityProof", "proofValue": "c2lnbmF0dXJl"}"#;
    let members = format!(
        r#"{{"proof": {proof}, "sec:proof": {proof}, "https://w3id.org/security#proof": {proof}, "{long}": 1, "#
    );
    let description = parse(&DESCRIPTION.replacen('{', &members, 1));
    let mut wanted = conversion_options();
    for to in [ConversionTarget::A2a1, ConversionTarget::McpTools, ConversionTarget::SeedCard] {
        let converted = convert(&description, ADP, to, &wanted).unwrap();
        assert!(!converted.document.source().contains("c2lnbmF0dXJl"), "{}", converted.document.source());
        assert!(converted.document.source().len() < 20_000);
        let void = converted.losses.iter().filter(|loss| loss.pointer.ends_with("proof"));
        assert_eq!(void.filter(|loss| loss.severity == Severity::Error).count(), 3);
    }
    wanted.strict = true;
    assert_eq!(
        convert(&description, ADP, ConversionTarget::A2a1, &wanted).unwrap_err().code().as_str(),
        "convert-loss"
    );
}

#[test]
fn strict_conversions_lose_nothing() {
    let strict = ConversionOptions { strict: true, ..ConversionOptions::default() };
    for (text, from, to) in
        [(CARD, A2A_CARD, ConversionTarget::SeedCard), (TOOLS, MCP_TOOLS as &Format, ConversionTarget::A2a1)]
    {
        let refused = convert(&parse(text), from, to, &strict).unwrap_err();
        assert_eq!(refused.code().as_str(), "convert-loss");
        assert!(refused.pointer().is_some());
    }
    let plain = OLD_CARD
        .replace(", \"stateTransitionHistory\": true", "")
        .replace(", \"clientCredentials\": {\"tokenUrl\": \"https://a.example/t\", \"scopes\": {}}", "");
    let mut plain = parse(&plain).root().clone();
    plain.remove("signatures").unwrap();
    let plain = parse(&Json::from(plain).to_compact());
    assert_eq!(convert(&plain, A2A_CARD, ConversionTarget::A2a1, &strict).unwrap().losses, []);
}

#[test]
fn names_of_tool_lists_are_the_caller_s_or_made_up() {
    let named = |conversion_options: &ConversionOptions| {
        convert(&parse(TOOLS), MCP_TOOLS, ConversionTarget::A2a1, conversion_options).unwrap()
    };
    let name = |converted: &Converted| converted.document.root().get("name").unwrap().as_str().unwrap().to_owned();
    let made_up = named(&ConversionOptions::default());
    assert_eq!(name(&made_up), "MCP tools");
    assert!(made_up.losses.iter().any(|loss| loss.pointer == "/name" && loss.severity == Severity::Warning));
    let given = named(&conversion_options());
    assert_eq!(name(&given), "Tools");
    assert!(given.losses.iter().all(|loss| loss.pointer != "/name"));
}

#[test]
fn formats_without_conversions_and_invalid_documents_are_refused() {
    let did = parse(r#"{"id": "did:wba:a.example", "authentication": []}"#);
    let refused = convert(&did, agent_description::format::DID_DOCUMENT, ConversionTarget::A2a1, &conversion_options())
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "document-shape");
    let hidden = CARD.replace("Books a room.", "Books a room.\\udb40\\udc41");
    let refused = convert(&parse(&hidden), A2A_CARD, ConversionTarget::A2a03, &conversion_options()).unwrap_err();
    assert_eq!(refused.code().as_str(), "hidden-text");
}

/// Not even to its own format, as which it would be written unchanged.
#[test]
fn a_result_with_errors_is_refused() {
    for (text, from, to, name) in [
        (CARD, A2A_CARD as &Format, ConversionTarget::A2a1, "version"),
        (OLD_CARD, A2A_CARD, ConversionTarget::A2a03, "version"),
        (SEED, SEED_CARD, ConversionTarget::SeedCard, "agentInfo"),
        (DESCRIPTION, ADP, ConversionTarget::Adp, "name"),
        (r#"{"tools": [], "nextCursor": "n"}"#, MCP_TOOLS, ConversionTarget::McpTools, "tools"),
    ] {
        let mut root = parse(text).root().clone();
        root.remove(name).unwrap();
        let document = parse(&Json::from(root).to_compact());
        let refused = convert(&document, from, to, &conversion_options()).unwrap_err();
        assert!(matches!(&refused, ConvertError::Invalid { error, .. } if error.message.contains(name)), "{refused}");
    }
}

/// Cards that others published: each becomes a valid document, or is not valid itself.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn public_cards_convert_to_valid_documents() {
    let mut converted = 0;
    for folder in ["a2a/wild/agent-cards", "interop/a2a-cards"] {
        for (name, text) in files(&third_party::path(folder)) {
            let Ok(card) = Document::parse(text.as_bytes(), &Limits::default()) else { continue };
            if !detect(card.root(), &published()).is_ok_and(|found| found[0].name == "a2a-card") {
                continue;
            }
            let is_valid = A2A_CARD.check(&card, &options()).is_valid();
            let is_union = card.root().contains("supportedInterfaces") && card.root().contains("url");
            for to in ConversionTarget::ALL {
                let result = match is_union || !is_valid {
                    // two cards in one come back as one
                    true => convert(&card, A2A_CARD, to, &conversion_options()).map(|_| ()),
                    false => there_and_back(&card, A2A_CARD, to).map(|_| ()),
                };
                match result {
                    Ok(()) => converted += 1,
                    Err(error) => assert!(!is_valid, "{name} to {}: {error}", to.as_str()),
                }
            }
        }
    }
    third_party::ran("a2a-cards-converted", converted);
}

/// The tools of the specification's examples, to every format and back.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn public_tools_convert_there_and_back() {
    let mut converted = 0;
    for (name, text) in files(&third_party::path("interop/mcp/examples-2026-07-28")) {
        let list = match name.split('_').next() {
            Some("Tool") => format!("{{\"tools\": [{text}]}}"),
            Some("ListToolsResult") => text,
            // what is around it is told, and does not come back
            Some("ListToolsResultResponse") => {
                let losses = convert(&parse(&text), MCP_TOOLS, ConversionTarget::SeedCard, &conversion_options())
                    .unwrap()
                    .losses;
                let told: HashSet<&str> = losses.iter().map(|loss| loss.pointer.as_str()).collect();
                assert!(["/jsonrpc", "/id", "/result"].iter().all(|place| told.contains(place)), "{losses:?}");
                parse(&text).root().get("result").unwrap().to_compact()
            }
            _ => continue,
        };
        for to in ConversionTarget::ALL {
            there_and_back(&parse(&list), MCP_TOOLS, to)
                .unwrap_or_else(|error| panic!("{name} to {}: {error}", to.as_str()));
            converted += 1;
        }
    }
    third_party::ran("mcp-tools-converted", converted);
}

/// Descriptions that others published; those with OpenRPC inline become skills.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn public_descriptions_convert_to_valid_documents() {
    let mut converted = 0;
    for name in ["test_data_agent_description.json", "test_data_embedded_openrpc.json"] {
        let path = third_party::path("anp/anp/anp/anp_crawler/test").join(name);
        let description = parse(&std::fs::read_to_string(path).unwrap());
        for to in ConversionTarget::ALL {
            let there = convert(&description, ANP_07, to, &conversion_options()).unwrap();
            if name.contains("openrpc") && to == ConversionTarget::McpTools {
                let tools = there.document.root().get("tools").unwrap().as_array().unwrap();
                assert_eq!(tools[0].get("name").unwrap().as_str(), Some("checkAvailability"));
                assert!(tools[0].get("inputSchema").unwrap().get("$defs").unwrap().get("RoomPreferences").is_some());
            }
            converted += 1;
        }
    }
    third_party::ran("anp-descriptions-converted", converted);
}

#[test]
fn of_several_skills_with_one_id_the_first_becomes_a_method() {
    let card = parse(&CARD.replacen(r#""id": "cancel""#, r#""id": "book""#, 1));
    let converted = convert(&card, A2A_CARD, ConversionTarget::Adp, &conversion_options()).unwrap();
    let found = ADP.check(&converted.document, &options()).diagnostics;
    assert!(found.iter().all(|finding| finding.severity != Severity::Error), "{found:?}");
    let dropped = converted.losses.iter().find(|loss| loss.pointer == "/skills/1").unwrap();
    assert_eq!(
        (dropped.severity, dropped.reason.as_str()),
        (Severity::Error, "dropped: an earlier skill also has the ID \"book\"")
    );
}
