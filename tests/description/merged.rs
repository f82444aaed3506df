//! The merge: readers of RDF put together what a document says of one `@id`, wherever it stands. Nothing that the model
//! reads at a node may be said of it anywhere else. Each refused document stands beside one that differs in that alone.

use crate::{
    verdict::{passes, refusal, refused},
    written::{EMBEDDED, INLINE, SCHEMA_ORG, document},
};
use agent_description::Code;

const ROOT: &str = "https://agent.example/ad.json";
/// A context by which a compact IRI is the root's: `agent:ad.json`.
const PREFIX: &str = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "agent": "https://agent.example/"}"#;
/// Members without any `@id`.
const NAMELESS: [(&str, &str); 3] = [
    ("@id", ""),
    ("owner", r#"{"@type": "Organization", "name": "Example"}"#),
    (
        "interfaces",
        r#"[{"@type": "ad:StructuredInterface", "name": "One", "description": "d", "protocol": "YAML", "url": "https://agent.example/1"}]"#,
    ),
];

fn with(context: &str, name: &str, value: &str) -> String {
    document(context, &[(name, value)])
}

fn proof(about: &str) -> String {
    format!(r#"{{"type": "DataIntegrityProof", "about": {about}}}"#)
}

#[test]
fn a_node_that_is_not_read_adds_nothing() {
    let related = |id: &str, more: &str| with(EMBEDDED, "isRelatedTo", &format!(r#"{{"@id": "{id}"{more}}}"#));
    refused(&related(ROOT, r#", "description": "hidden""#), Code::AD_STRUCTURE, "/isRelatedTo/description");
    refused(&related(ROOT, r#", "@type": "Product""#), Code::AD_STRUCTURE, "/isRelatedTo/@type");
    for other in
        [r#""Mallory""#, r#"{"@value": "Mallory"}"#, r#"{"@value": "Alice", "@language": "en"}"#, r#"["Alice", 3]"#]
    {
        let text = related(ROOT, &format!(r#", "name": {other}"#));
        assert!(refusal(&text).is_err_and(|refusal| refusal.code == Code::AD_STRUCTURE), "{other}");
    }
    // another node, the node's name alone, the same words, and words that the model does not read
    passes(&related("https://agent.example/b.json", r#", "description": "hidden""#));
    for same in [
        "",
        r#", "name": "Alice""#,
        r#", "name": ["Alice"], "@type": "ad:AgentDescription""#,
        r#", "floor": 3"#,
        // a value object of nothing but the value is that value
        r#", "name": {"@value": "Alice"}"#,
        r#", "name": ["Alice", {"@value": "Alice"}]"#,
    ] {
        passes(&related(ROOT, same));
    }
}

/// No other node has an `@id`: what is sorted by them are these two, which are equal.
#[test]
fn a_document_of_one_identifier() {
    for (id, is_refused) in [(ROOT, true), ("https://agent.example/b.json", false)] {
        let related = format!(r#"{{"@id": "{id}", "description": "hidden"}}"#);
        let root = format!("\"{ROOT}\"");
        let changes = [NAMELESS[1], NAMELESS[2], ("@id", root.as_str()), ("isRelatedTo", related.as_str())];
        match is_refused {
            true => drop(refused(&document(EMBEDDED, &changes), Code::AD_STRUCTURE, "/isRelatedTo/description")),
            false => drop(passes(&document(EMBEDDED, &changes))),
        }
    }
}

/// The model reads a bare `@id`, and what it stands for is said where nobody reads.
#[test]
fn a_reference_that_is_described_elsewhere() {
    for (id, is_refused) in [("https://owner.example/", true), ("https://other.example/", false)] {
        let related = format!(r#"{{"@id": "{id}", "name": "Mallory"}}"#);
        let owner = ("owner", r#"{"@id": "https://owner.example/"}"#);
        let changes = [NAMELESS[0], NAMELESS[2], owner, ("isRelatedTo", related.as_str())];
        match is_refused {
            true => drop(refused(&document(EMBEDDED, &changes), Code::AD_STRUCTURE, "/isRelatedTo/name")),
            false => drop(passes(&document(EMBEDDED, &changes))),
        }
    }
}

#[test]
fn a_node_read_twice_says_the_same_at_each() {
    let service = |provider: &str| {
        let services = format!(r#"[{{"@type": "Service", "name": "S", "provider": {provider}}}]"#);
        with(EMBEDDED, "services", &services)
    };
    // named again, or said again
    passes(&service(r#"{"@id": "https://owner.example/"}"#));
    passes(&service(r#"{"@id": "https://owner.example/", "@type": "Organization"}"#));
    passes(&service(r#"{"@id": "https://owner.example/", "@type": "Organization", "name": "Example", "floor": 3}"#));
    // at the second the name is another, or not there
    let text = service(r#"{"@id": "https://owner.example/", "@type": "Organization", "name": "Mallory"}"#);
    refused(&text, Code::AD_STRUCTURE, "/services/0/provider/name");
    let text = service(r#"{"@id": "https://owner.example/", "@type": "Organization", "floor": 3}"#);
    refused(&text, Code::AD_STRUCTURE, "/owner/name");
    // another node says what it likes
    passes(&service(r#"{"@id": "https://other.example/", "@type": "Organization", "floor": 3}"#));
}

/// An interface asks for a protocol, a service does not: what one role reads, the other need not say.
#[test]
fn a_term_is_due_where_it_is_read() {
    let roles = |service: &str, interface: &str| {
        let common = r#""@id": "https://agent.example/x", "@type": ["Service", "ad:StructuredInterface"], "name": "X", "url": "https://agent.example/x.yaml""#;
        let services = format!("[{{{common}{service}}}]");
        let interfaces = format!(r#"[{{{common}{interface}, "protocol": "YAML"}}]"#);
        document(EMBEDDED, &[("services", &services), ("interfaces", &interfaces)])
    };
    let said = r#", "description": "d""#;
    passes(&roles(said, said));
    // both read a description
    refused(&roles("", said), Code::AD_STRUCTURE, "/interfaces/0/description");
}

/// Nodes without an `@id` are never one, however equal their words.
#[test]
fn equal_words_at_nameless_nodes() {
    let services = |provider: &str, id: &str| {
        let one = |id: &str| format!(r#"{{"@type": "Service", "@id": "{id}", "name": "S", "provider": {provider}}}"#);
        with(EMBEDDED, "services", &format!("[{}, {}]", one("https://agent.example/s"), one(id)))
    };
    let nameless = r#"{"@type": "Organization", "name": "P"}"#;
    let named = r#"{"@id": "https://p.example/", "@type": "Organization", "name": "P"}"#;
    refused(&services(nameless, "https://agent.example/s"), Code::AD_STRUCTURE, "/services/1/provider");
    passes(&services(nameless, "https://agent.example/t"));
    passes(&services(named, "https://agent.example/s"));
}

/// A JSON literal is data: what looks like a node in it is none.
#[test]
fn literals_describe_nothing() {
    let node = format!(r#"{{"@id": "{ROOT}", "https://schema.org/description": "data"}}"#);
    let interfaces = format!(
        r#"[{{"@type": "ad:StructuredInterface", "name": "One", "description": "d", "protocol": "openrpc", "content": {node}}}]"#
    );
    passes(&with(EMBEDDED, "interfaces", &interfaces));
    refused(
        &with(EMBEDDED, "isRelatedTo", &node),
        Code::AD_STRUCTURE,
        "/isRelatedTo/https:~1~1schema.org~1description",
    );
}

/// The names of schemes are the document's own, so nothing at all may be added to their node.
#[test]
fn security_definitions_stand_in_one_place() {
    let definitions = r#"{"@id": "https://agent.example/defs",
        "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}"#;
    let related = |value: &str| document(INLINE, &[("securityDefinitions", definitions), ("isRelatedTo", value)]);
    let other_scheme = r#""other_sc": {"scheme": "nosec", "in": "auto"}"#;
    refused(
        &related(&format!(r#"{{"@id": "https://agent.example/defs", {other_scheme}}}"#)),
        Code::AD_STRUCTURE,
        "/isRelatedTo/@id",
    );
    passes(&related(&format!(r#"{{"@id": "https://agent.example/other", {other_scheme}}}"#)));
    passes(&related(r#"{"@id": "https://agent.example/defs"}"#));
    // in a document that has another node twice, one place is still one
    passes(&related(&format!(r#"{{"@id": "{ROOT}", "name": "Alice"}}"#)));
}

/// A relative `@id` may be any node's: its members say something where some node is asked for them.
#[test]
fn what_a_relative_node_may_not_say() {
    let related = |id: &str, more: &str| with(EMBEDDED, "isRelatedTo", &format!(r#"{{"@id": "{id}", {more}}}"#));
    for (more, pointer, says) in [
        (r#""@type": "Product""#, "/isRelatedTo/@type", "gives its `@type`;"),
        (r#""price": "1", "description": "d""#, "/isRelatedTo/description", "gives <https://schema.org/description>;"),
        (
            r#""ad:parameterName": "X-Key""#,
            "/isRelatedTo/ad:parameterName",
            "gives <https://agent-network-protocol.com/ad#parameterName>;",
        ),
    ] {
        let text = related("ad.json", more);
        let message = refused(&text, Code::AD_STRUCTURE, pointer);
        assert!(message.contains(says), "{message}");
        // at the member's name, not at its value
        let name = format!("\"{}\"", pointer.rsplit('/').next().unwrap());
        let column = text.lines().rev().nth(1).unwrap().find(&name).unwrap() + 1;
        assert_eq!(refusal(&text).unwrap_err().position.column, column, "{text}");
        passes(&related("other.json", more));
    }
    // nobody is asked for these
    passes(&related("ad.json", r#""floor": 3"#));
    passes(&related("ad.json", r#""https://evil.example/name": "Mallory""#));
}

/// Two relative nodes of one end are one to some reader, and nobody's affair: the model reads neither.
#[test]
fn relative_nodes_that_nobody_reads() {
    let node = |id: &str| format!(r#"{{"@id": "{id}", "name": "X"}}"#);
    for other in ["#a", "#b", "b#a"] {
        passes(&with(EMBEDDED, "isRelatedTo", &format!("[{}, {}]", node("#a"), node(other))));
    }
}

/// The model is made without the proof, readers of the whole document see its nodes too.
#[test]
fn nodes_in_the_proof() {
    let products = r#"[{"@type": "Product", "@id": "https://agent.example/p", "name": "P",
        "offers": {"@type": "Offer", "price": "1", "priceCurrency": "CNY"}}]"#;
    for (id, more, is_refused) in [
        ("agent:ad.json", r#""description": "hidden""#, true),
        ("agent:ad.json", r#""floor": 3"#, false),
        ("agent:other.json", r#""description": "hidden""#, false),
    ] {
        let proof = proof(&format!(r#"{{"@id": "{id}", {more}}}"#));
        let last: &[(&str, &str)] = &[("products", products), ("proof", &proof)];
        let before_another: &[(&str, &str)] = &[("proof", &proof), ("products", products)];
        for changes in [last, before_another] {
            match is_refused {
                true => drop(refused(&document(PREFIX, changes), Code::AD_STRUCTURE, "/proof/about/description")),
                false => drop(passes(&document(PREFIX, changes))),
            }
        }
    }
}

/// The proof is read by its members' names, so whatever some reader takes for an `@id` in it counts.
#[test]
fn identifiers_in_the_proof() {
    let is = |context: &str, proof: &str, pointer: Option<&str>| match pointer {
        Some(pointer) => drop(refused(&with(context, "proof", proof), Code::AD_STRUCTURE, pointer)),
        None => drop(passes(&with(context, "proof", proof))),
    };
    for context in [INLINE, EMBEDDED, SCHEMA_ORG] {
        for name in ["id", "@id"] {
            let named = |id: &str| format!(r#"{{"type": "DataIntegrityProof", "{name}": "{id}"}}"#);
            is(context, &named(ROOT), Some(&format!("/proof/{name}")));
            is(context, &named(""), Some(&format!("/proof/{name}")));
            is(context, &named("https://agent.example/other.json"), None);
            // relative, and no node's
            is(context, &named("#proof-1"), None);
        }
    }
    // below, in arrays, and as the key of a map
    is(INLINE, &proof(&format!(r#"{{"id": "{ROOT}"}}"#)), Some("/proof/about/id"));
    is(INLINE, &proof(&format!(r#"[["x", {{"id": "{ROOT}"}}]]"#)), Some("/proof/about/0/1/id"));
    is(INLINE, &proof(&format!(r#"{{"{ROOT}": {{}}}}"#)), Some("/proof/about/https:~1~1agent.example~1ad.json"));
    is(INLINE, &proof(r#"{"id": "https://agent.example/other.json"}"#), None);
    // a name is an identifier in its place only
    is(INLINE, &proof(&format!("\"{ROOT}\"")), None);
    is(EMBEDDED, &format!(r#"{{"type": "DataIntegrityProof", "domain": "{ROOT}"}}"#), None);
}

/// Aliases of `@id` that the document's contexts make, in scoped contexts too.
#[test]
fn aliases_of_identifiers_in_the_proof() {
    let vocabulary = r#""@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#""#;
    let about = proof(&format!(r#"{{"uid": "{ROOT}"}}"#));
    let other = proof(r#"{"uid": "https://agent.example/other.json"}"#);
    for definition in [
        r#""uid": "@id""#,
        r#""uid": {"@id": "@id"}"#,
        r#""about": {"@id": "ad:about", "@context": {"uid": "@id"}}"#,
        r#""about": {"@id": "ad:about", "@context": [{"uid": {"@id": "@id"}}]}"#,
    ] {
        for context in [format!("{{{vocabulary}, {definition}}}"), format!("[{{{vocabulary}, {definition}}}]")] {
            refused(&with(&context, "proof", &about), Code::AD_STRUCTURE, "/proof/about/uid");
            passes(&with(&context, "proof", &other));
        }
    }
    // a property of this name is no identifier
    let context = format!(r#"{{{vocabulary}, "uid": "https://schema.org/uid"}}"#);
    passes(&with(&context, "proof", &about));
}
