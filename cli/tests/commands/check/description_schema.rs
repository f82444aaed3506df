//! The JSON Schema of agent descriptions: real documents are valid, faulty ones are not, and what it refuses `check`
//! refuses too, over every small change of every real document.

use adp_fixtures::third_party;
use agent_description::{
    Document, Limits,
    description::{CheckOptions, check},
    diagnostic::Severity,
};
use serde_json::{Map, Value, json};

fn schema() -> jsonschema::Validator {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schemas/agent-description.schema.json")).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    jsonschema::draft202012::new(&schema).unwrap()
}

fn faults(schema: &jsonschema::Validator, document: &Value) -> Vec<String> {
    schema.iter_errors(document).map(|fault| format!("{}: {fault}", fault.instance_path())).collect()
}

/// The messages of the errors that `check` finds.
fn errors(document: &Value) -> Vec<String> {
    let document = Document::parse(document.to_string().as_bytes(), &Limits::default()).unwrap();
    let findings = check(&document, &CheckOptions::default()).into_iter();
    findings.filter(|finding| finding.severity == Severity::Error).map(|finding| finding.to_string()).collect()
}

/// Whether an error is one that a JSON Schema can see: the plain profile compares names, identifiers and contexts with each other.
fn is_of_shape(error: &str) -> bool {
    !error.contains("[ad-structure]")
}

const REAL: [&str; 6] = [
    "anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples/ad.json",
    "anp/AgentNetworkProtocol-2025-02/examples/adp/lkcoffe/ad.json",
    "anp/AgentNetworkProtocol-current/examples/adp/hotel/ad.json",
    "anp/AgentNetworkProtocol-current/examples/adp/lkcoffe/ad.json",
    "anp/anp/anp/anp_crawler/test/test_data_agent_description.json",
    "anp/anp/anp/anp_crawler/test/test_data_embedded_openrpc.json",
];

fn real_documents() -> Vec<(&'static str, Value)> {
    let mut documents = Vec::new();
    for name in REAL {
        documents.push((name, serde_json::from_str(&third_party::read(name)).unwrap()));
    }
    // the specification's own example without the stray `""`, which is no JSON
    let printed = third_party::read("anp/seed-examples/ad-as-printed.not-json.txt");
    let example: Vec<&str> = printed.lines().filter(|line| line.trim() != "\"\"").collect();
    documents.push(("the specification's example", serde_json::from_str(&example.join("\n")).unwrap()));
    documents
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn real_documents_are_valid() {
    let documents = real_documents();
    let schema = schema();
    for (name, document) in &documents {
        assert_eq!(faults(&schema, document), Vec::<String>::new(), "{name}");
    }
    third_party::ran("description-schema-real", documents.len());
}

/// An agent description under the protocol's own context.
fn adp() -> Value {
    json!({
        "@context": "https://agent-network-protocol.com/ad#",
        "@type": "AgentDescription",
        "name": "Grand Hotel",
        "did": "did:wba:hotel.example",
        "created": "2026-01-31T12:00:00Z",
        "owner": {"@type": "Organization", "name": "Hotels"},
        "security": "didwba_sc",
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "interfaces": [{
            "@type": "StructuredInterface",
            "@id": "https://hotel.example/api#rooms",
            "name": "rooms",
            "description": "Rooms and prices",
            "protocol": "YAML",
            "url": "https://hotel.example/api.yaml",
            "humanAuthorization": true,
        }],
    })
}

/// An agent description of ANP-07.
fn anp_07() -> Value {
    json!({
        "protocolType": "ANP",
        "protocolVersion": "1.0.0",
        "type": "AgentDescription",
        "name": "Grand Hotel",
        "security": "didwba_sc",
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "Infomations": [{"type": "Information", "url": "https://hotel.example/rooms.json"}],
        "interfaces": [{"type": "StructuredInterface", "protocol": "openrpc", "content": {"openrpc": "1.3.2"}}],
    })
}

/// The document with the value at `pointer` replaced, or taken out.
fn with(mut document: Value, pointer: &str, value: Option<Value>) -> Value {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match (document.pointer_mut(parent).unwrap(), value) {
        (Value::Object(members), Some(value)) => drop(members.insert(name.to_owned(), value)),
        (Value::Object(members), None) => drop(members.remove(name).unwrap()),
        (Value::Array(items), Some(value)) => items[name.parse::<usize>().unwrap()] = value,
        (Value::Array(items), None) => drop(items.remove(name.parse().unwrap())),
        _ => panic!("{pointer}"),
    }
    document
}

#[test]
fn faulty_documents_are_refused() {
    let schema = schema();
    let scheme = "/securityDefinitions/didwba_sc";
    let name = |part: &str| format!("{scheme}/{part}");
    let faulty: Vec<(Value, &str, Option<Value>)> = vec![
        (adp(), "/@context", None),
        (adp(), "/name", None),
        (adp(), "/name", Some(json!(7))),
        (adp(), "/@type", Some(json!("Product2"))),
        (adp(), "/description", Some(json!({"@id": "https://a.example/"}))),
        (adp(), "/version", Some(json!(1.0))),
        (adp(), "/created", Some(json!("yesterday"))),
        (adp(), "/url", Some(json!("http://hotel.example/ad.json"))),
        (adp(), "/owner", Some(json!("Hotels"))),
        (adp(), "/products", Some(json!(["coffee"]))),
        (adp(), "/services", Some(json!(true))),
        (adp(), "/security", None),
        (adp(), "/security", Some(json!(5))),
        (adp(), "/securityDefinitions", None),
        (adp(), "/securityDefinitions", Some(json!("didwba"))),
        (adp(), scheme, Some(json!("didwba"))),
        (adp(), "/interfaces", Some(json!("https://hotel.example/api.yaml"))),
        (adp(), "/interfaces/0", Some(json!("https://hotel.example/api.yaml"))),
        (adp(), "/interfaces/0/@type", None),
        (adp(), "/interfaces/0/description", None),
        (adp(), "/interfaces/0/protocol", None),
        (adp(), "/interfaces/0/protocol", Some(json!(["YAML", 2]))),
        (adp(), "/interfaces/0/url", None),
        (adp(), "/interfaces/0/url", Some(json!("ftp://hotel.example/api.yaml"))),
        (adp(), "/interfaces/0/humanAuthorization", Some(json!("true"))),
        (anp_07(), "/protocolType", None),
        (anp_07(), "/protocolVersion", None),
        (anp_07(), "/protocolVersion", Some(json!(1))),
        (anp_07(), "/type", None),
        (anp_07(), "/type", Some(json!("Product2"))),
        (anp_07(), "/name", None),
        (anp_07(), "/security", None),
        (anp_07(), "/Infomations", Some(json!("rooms"))),
        (anp_07(), "/interfaces/0/type", None),
        (anp_07(), "/interfaces/0/protocol", None),
        (anp_07(), "/interfaces/0/content", None),
    ];
    for (whole, pointer, value) in faulty {
        assert_eq!(faults(&schema, &whole), Vec::<String>::new());
        assert_eq!(errors(&whole), Vec::<String>::new());
        let document = with(whole, pointer, value);
        assert!(!schema.is_valid(&document), "{pointer}: {document}");
        assert_ne!(errors(&document), Vec::<String>::new(), "{pointer}: {document}");
    }
    for (part, value) in
        [("scheme", None), ("in", None), ("name", None), ("in", Some(json!("pocket"))), ("scheme", Some(json!(false)))]
    {
        for whole in [adp(), anp_07()] {
            let document = with(whole, &name(part), value.clone());
            assert!(!schema.is_valid(&document), "{part}: {document}");
            assert_ne!(errors(&document), Vec::<String>::new(), "{part}: {document}");
        }
    }
    for value in [json!(null), json!([]), json!("ad"), json!({})] {
        assert!(!schema.is_valid(&value), "{value}");
    }
}

/// What JSON-LD allows in many spellings is left to `check`.
#[test]
fn other_spellings_are_valid() {
    let schema = schema();
    let prefixed = json!({
        "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
        "@type": "ad:AgentDescription",
        "name": ["Grand Hotel"],
        "description": "Rooms",
        "ad:security": ["didwba_sc"],
        "ad:securityDefinitions": {"didwba_sc": {"ad:scheme": "didwba", "in": "auto"}},
    });
    let own_terms = json!({
        "@context": ["https://agent-network-protocol.com/ad#", {"title": "https://schema.org/name"}],
        "@type": "AgentDescription",
        "title": "Grand Hotel",
        "security": "didwba_sc",
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "auto"}},
    });
    let open = with(adp(), "/securityDefinitions/didwba_sc", Some(json!({"scheme": "nosec"})));
    let web_socket = with(adp(), "/interfaces/0/url", Some(json!("wss://hotel.example/rooms")));
    // terms of its own are JSON-LD, but not in the plain profile
    assert_ne!(errors(&own_terms), Vec::<String>::new());
    assert_eq!(faults(&schema, &own_terms), Vec::<String>::new());
    for document in [prefixed, open, web_socket] {
        assert_eq!(errors(&document), Vec::<String>::new());
        assert_eq!(faults(&schema, &document), Vec::<String>::new());
    }
}

/// Every document that differs from `document` at one place.
fn changes(document: &Value) -> Vec<(String, Value)> {
    let replacements = [
        json!(null),
        json!(5),
        json!(true),
        json!("text"),
        json!("https://a.example/"),
        json!([]),
        json!({}),
        json!(["text"]),
        json!([["text"], null]),
        json!({"@id": "https://a.example/"}),
        json!({"@value": "text"}),
        json!({"@list": ["text"]}),
        json!({"@set": []}),
    ];
    let mut changed = Vec::new();
    for pointer in pointers(document, 3) {
        changed.push((format!("{pointer} out"), with(document.clone(), &pointer, None)));
        let value = document.pointer(&pointer).unwrap().clone();
        for new in replacements.iter().cloned().chain([json!([value])]) {
            let what = format!("{pointer} = {new}");
            changed.push((what, with(document.clone(), &pointer, Some(new))));
        }
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        if document.pointer(parent).unwrap().is_object() && !name.starts_with('@') {
            for prefix in ["ad:", "https://schema.org/", "did:"] {
                let mut renamed = with(document.clone(), &pointer, None);
                let members: &mut Map<String, Value> = renamed.pointer_mut(parent).unwrap().as_object_mut().unwrap();
                members.insert(format!("{prefix}{name}"), value.clone());
                changed.push((format!("{pointer} as {prefix}{name}"), renamed));
            }
        }
    }
    for context in [
        json!({"@vocab": null}),
        json!({"@vocab": "https://other.example/"}),
        json!({"name": "@type"}),
        json!({"label": {"@id": "https://schema.org/name"}}),
        json!(["https://agent-network-protocol.com/ad#", {"@vocab": null}]),
        json!(["https://agent-network-protocol.com/ad#", {"url": {"@id": "https://schema.org/url", "@type": "@json"}}]),
        json!(["https://schema.org/", "https://agent-network-protocol.com/ad#"]),
    ] {
        let what = format!("/@context = {context}");
        changed.push((what, with(document.clone(), "/@context", Some(context))));
    }
    changed
}

/// The places of members and of the first two items of arrays, outside of the proof and `content`, to a depth.
fn pointers(json: &Value, depth: usize) -> Vec<String> {
    let children: Vec<(String, &Value)> = match json {
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(items) => items.iter().take(2).enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for (name, value) in children {
        if ["proof", "content"].contains(&name.as_str()) {
            continue;
        }
        let step = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        found.push(step.clone());
        if depth > 1 {
            found.extend(pointers(value, depth - 1).into_iter().map(|pointer| format!("{step}{pointer}")));
        }
    }
    found
}

#[test]
fn the_schema_is_never_stricter_than_check() {
    never_stricter(&[("adp", adp()), ("anp-07", anp_07())]);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_schema_is_never_stricter_than_check_on_real_documents() {
    never_stricter(&real_documents());
}

/// Changes documents in every way, and compares who refuses.
fn never_stricter(documents: &[(&str, Value)]) {
    let schema = schema();
    let (mut both, mut by_check, mut stricter) = (0, 0, Vec::new());
    for (name, document) in documents {
        for (what, changed) in changes(document) {
            let errors = errors(&changed);
            let found = !errors.is_empty();
            by_check += usize::from(errors.iter().any(|error| is_of_shape(error)));
            let faults = faults(&schema, &changed);
            both += usize::from(found && !faults.is_empty());
            if !found && !faults.is_empty() {
                stricter.push(format!("{name}: {what}: {faults:?}"));
            }
        }
    }
    assert!(stricter.is_empty(), "the schema alone refuses {}:\n{}", stricter.len(), stricter.join("\n"));
    eprintln!("check refuses {by_check} changed documents, the schema {both} of them");
    assert!(both * 2 > by_check, "the schema sees only {both} of {by_check}");
}
