//! Hostile documents, one fault each, by the threats they stand for: refused with their code, at their place.
//!
//! The steps run in verification's order: expansion, structure, subject, model. Every document differs from one that passes
//! (`controls_pass`) by the fault alone.

use super::written;
use super::{
    verdict::{passes, refused, unplain, verdict},
    written::{EMBEDDED, INLINE, SCHEMA_ORG, document},
};
use agent_description::{
    Code, CodedError, Document, Limits,
    description::{AgentDescription, InterfaceKind, check_plain, subject_did},
    jsonld::Contexts,
    proof::Unverified,
};

#[test]
fn controls_pass() {
    let unusual =
        r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "title": "name"}"#;
    unplain(&document(unusual, &[]));
    for context in [INLINE, EMBEDDED, SCHEMA_ORG] {
        let ad = passes(&document(context, &[]));
        assert_eq!(ad.name.as_str(), "Alice");
        assert_eq!(ad.did.as_deref(), Some("did:wba:agent.example:alice"));
        assert_eq!(ad.owner.as_ref().unwrap().name.as_deref(), Some("Example"));
        assert_eq!(ad.interfaces.len(), 1);
        assert_eq!(ad.interfaces[0].kind, Some(InterfaceKind::Structured));
        assert_eq!(ad.interfaces[0].url.as_deref(), Some("https://agent.example/api/1.yaml"));
        assert_eq!(ad.effective_security(&[]).len(), 1);
        assert_eq!(ad.effective_security(&[])[0].name.as_deref(), Some("Authorization"));
    }
}

#[test]
fn anp_07_control_passes() {
    let text = r#"{"protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "Alice",
        "did": "did:wba:agent.example:alice",
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "security": "didwba_sc"}"#;
    assert_eq!(passes(text).protocol_version.as_deref(), Some("1.0.0"));
    // members nobody knows survive, whatever their names
    let more = text.replace("\"did\":", "\"x-room\": {\"floor\": 3}, \"$ref\": \"#\", \"did\":");
    let ad = passes(&more);
    assert_eq!(ad.node.untyped("https://schema.org/x-room").count(), 1);
    assert_eq!(ad.node.untyped("https://schema.org/$ref").count(), 1);
    refused(&text.replace("\"AgentDescription\"", "\"Product\""), Code::AD_MISSING_TERM, "/type");
    refused(&text.replace("\"protocolVersion\": \"1.0.0\",", ""), Code::AD_MISSING_TERM, "");
    refused(&text.replace("\"type\": \"AgentDescription\",", ""), Code::AD_MISSING_TERM, "");
    refused(
        &text.replace("\"security\": \"didwba_sc\"", "\"security\": \"other\""),
        Code::AD_UNKNOWN_SECURITY,
        "/security",
    );
}

#[test]
fn threat_14_prefix_of_another_namespace() {
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://evil.example/ad#"}"#;
    refused(&document(context, &[]), Code::AD_MISSING_TERM, "/@type");
    // neither a longer nor a shorter namespace counts
    for namespace in [
        "https://agent-network-protocol.com/ad#x",
        "https://agent-network-protocol.com/",
        "http://agent-network-protocol.com/ad#",
    ] {
        let context = format!(r#"{{"@vocab": "https://schema.org/", "ad": "{namespace}"}}"#);
        refused(&document(&context, &[]), Code::AD_MISSING_TERM, "/@type");
    }
}

#[test]
fn threat_15_names_that_a_scoped_context_swaps() {
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#",
        "interfaces": {"@id": "ad:interfaces", "@context": {"url": "https://evil.example/url", "u": "https://schema.org/url"}}}"#;
    let interfaces = r#"[{"@type": "ad:StructuredInterface", "@id": "https://agent.example/i/1", "name": "One", "description": "d",
        "protocol": "YAML", "url": "https://seen.example/1.yaml", "u": "https://hidden.example/1.yaml"}]"#;
    refused(&document(context, &[("interfaces", interfaces)]), Code::AD_STRUCTURE, "/interfaces/0/url");
    // a type-scoped context does the same
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#",
        "T": {"@id": "ad:StructuredInterface", "@context": {"protocol": "https://evil.example/p", "p": "ad:protocol"}}}"#;
    let interfaces = r#"[{"@type": "T", "@id": "https://agent.example/i/1", "name": "One", "description": "d",
        "protocol": "YAML", "p": "MCP", "url": "https://agent.example/1.yaml"}]"#;
    refused(&document(context, &[("interfaces", interfaces)]), Code::AD_STRUCTURE, "/interfaces/0/protocol");
}

#[test]
fn threat_15_a_swapped_security_scheme() {
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#",
        "securityDefinitions": {"@id": "ad:securityDefinitions", "@context": {"scheme": "ad:in", "in": "ad:scheme"}}}"#;
    let definitions = r#"{"didwba_sc": {"scheme": "header", "in": "nosec", "name": "Authorization"}}"#;
    refused(
        &document(context, &[("securityDefinitions", definitions)]),
        Code::AD_STRUCTURE,
        "/securityDefinitions/didwba_sc/scheme",
    );
}

#[test]
fn threat_16_two_terms_of_one_meaning() {
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "nom": "https://schema.org/name"}"#;
    refused(&document(context, &[("nom", "\"Mallory\"")]), Code::AD_STRUCTURE, "/nom");
    // the same value twice is two values still
    refused(&document(context, &[("nom", "\"Alice\"")]), Code::AD_STRUCTURE, "/nom");
    // and so are the namespaces of one term
    refused(&document(INLINE, &[("ad:name", "\"Mallory\"")]), Code::AD_STRUCTURE, "/ad:name");
    refused(
        &document(INLINE, &[("ad:created", "\"2024-12-31T12:00:00Z\""), ("created", "\"2025-12-31T12:00:00Z\"")]),
        Code::AD_STRUCTURE,
        "/created",
    );
    let interfaces = r#"[{"@type": "ad:StructuredInterface", "name": "One", "description": "d", "protocol": "YAML",
        "url": ["https://agent.example/1.yaml", "https://agent.example/2.yaml"]}]"#;
    refused(&document(EMBEDDED, &[("interfaces", interfaces)]), Code::AD_STRUCTURE, "/interfaces/0/url/1");
}

#[test]
fn threat_17_vocabulary_swapped_by_a_later_context() {
    let context = r#"[{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}, {"@vocab": "https://evil.example/"}]"#;
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/name");
    let context = r#"[{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}, {"security": "https://evil.example/security"}]"#;
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/security");
    // `null` unmaps a term
    let context = r#"["https://agent-network-protocol.com/ad#", {"security": null}]"#;
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/security");
}

#[test]
fn threat_18_terms_that_are_keywords() {
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "name": "@id", "n": "https://schema.org/name"}"#;
    let owner = r#"{"@type": "Organization", "@id": "https://owner.example/"}"#;
    let changes = [
        ("@id", ""),
        ("owner", owner),
        ("interfaces", ""),
        ("securityDefinitions", "{}"),
        ("name", r#""https://evil.example/ad.json""#),
        ("n", "\"Alice\""),
    ];
    refused(&document(context, &changes), Code::AD_STRUCTURE, "/name");
    let context =
        r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "did": "@type"}"#;
    refused(&document(context, &[("did", "\"ad:AgentDescription\""), ("@type", "")]), Code::AD_STRUCTURE, "/did");
    // an interface's name that is its identifier
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#",
        "interfaces": {"@id": "ad:interfaces", "@context": {"url": "@id", "u": "https://schema.org/url"}}}"#;
    let interfaces = r#"[{"@type": "ad:StructuredInterface", "name": "One", "description": "d", "protocol": "YAML",
        "url": "https://seen.example/1.yaml", "u": "https://hidden.example/1.yaml"}]"#;
    refused(&document(context, &[("interfaces", interfaces)]), Code::AD_STRUCTURE, "/interfaces/0/url");
    // schema.org's own aliases are no rebinding
    let ad =
        passes(&document(SCHEMA_ORG, &[("@type", ""), ("@id", ""), ("type", written::TYPE.1), ("id", written::ID.1)]));
    assert_eq!(ad.node.id.as_deref(), Some("https://agent.example/ad.json"));
}

#[test]
fn threat_19_base_and_relative_identifiers() {
    let context = r#"["https://agent-network-protocol.com/ad#", {"@base": "https://evil.example/"}]"#;
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/@context/1/@base");
    let scoped = r#"["https://agent-network-protocol.com/ad#", {"extra": {"@id": "ad:extra", "@context": {"@base": "https://evil.example/"}}}]"#;
    refused(&document(scoped, &[]), Code::AD_STRUCTURE, "/@context/1/extra/@context/@base");
    refused(&document(EMBEDDED, &[("@id", "\"ad.json\"")]), Code::AD_WRONG_TYPE, "/@id");
    refused(&document(EMBEDDED, &[("@id", "\"//evil.example/ad.json\"")]), Code::AD_WRONG_TYPE, "/@id");
}

/// A node under a relative `@id` is there for no reader of RDF without a base, and is another for each with one: so is one
/// under a keyword, which expansion leaves as it is. The model reads neither, at whatever node.
#[test]
fn identifiers_are_the_same_for_every_base() {
    let scheme = |id: &str| {
        format!(r#"{{"didwba_sc": {{"@id": "{id}", "scheme": "didwba", "in": "header", "name": "Authorization"}}}}"#)
    };
    let node =
        |class: &str, id: &str, more: &str| format!(r#"{{"@type": "{class}", "name": "N", "@id": "{id}"{more}}}"#);
    let at = |id: &str| {
        let party = node("Organization", id, "");
        [
            ("@id", format!("\"{id}\""), "/@id"),
            ("owner", party.clone(), "/owner/@id"),
            ("products", format!("[{}]", node("Product", id, "")), "/products/0/@id"),
            // a link to a description of its own
            ("products", format!(r#"[{{"@id": "{id}"}}]"#), "/products/0/@id"),
            ("services", format!("[{}]", node("Service", id, "")), "/services/0/@id"),
            (
                "services",
                format!("[{}]", node("Service", "urn:a:s", &format!(r#", "provider": {party}"#))),
                "/services/0/provider/@id",
            ),
            (
                "products",
                format!("[{}]", node("Product", "urn:a:p", &format!(r#", "offers": {}"#, node("Offer", id, "")))),
                "/products/0/offers/@id",
            ),
            ("securityDefinitions", scheme(id), "/securityDefinitions/didwba_sc/@id"),
        ]
    };
    for id in ["org", "#a", "", "/a", "//evil.example/a", "?q", "@id", "@value", "@type", "@none", "@foo", "@foo/a"] {
        for (member, value, pointer) in at(id) {
            refused(&document(EMBEDDED, &[(member, &value)]), Code::AD_WRONG_TYPE, pointer);
        }
    }
    for id in ["urn:a:b", "https://agent.example/@id"] {
        for (member, value, _) in at(id).into_iter().filter(|(member, ..)| *member != "securityDefinitions") {
            passes(&document(EMBEDDED, &[(member, &value)]));
        }
    }
    for (member, value, _) in at("_:b0") {
        unplain(&document(EMBEDDED, &[(member, &value)]));
    }
}

/// The same of addresses, where they are IRIs to JSON-LD, and of types.
#[test]
fn addresses_and_types_are_the_same_for_every_base() {
    for url in ["@value", "@id", "web", "#a", "/a"] {
        let owner = format!(r#"{{"@type": "Organization", "name": "Example", "url": "{url}"}}"#);
        refused(&document(EMBEDDED, &[("owner", &owner)]), Code::AD_WRONG_TYPE, "/owner/url");
        // a plain text, which RDF holds as it is: `check` warns
        let inline = owner.replace("Organization", "https://schema.org/Organization");
        passes(&document(INLINE, &[("owner", &inline)]));
    }
    // under a context without vocabulary
    let context = r#"{"ad": "https://agent-network-protocol.com/ad#", "name": "https://schema.org/name", "did": "https://w3id.org/did#", "owner": "https://schema.org/owner",
        "security": "ad:security", "securityDefinitions": {"@id": "ad:securityDefinitions", "@container": "@index", "@index": "ad:definitionName"}, "scheme": "ad:scheme", "in": "ad:in"}"#;
    let owner = |class: &str| format!(r#"{{"@type": "{class}", "name": "Example"}}"#);
    let with = |class: &str| document(context, &[("interfaces", ""), ("owner", &owner(class))]);
    unplain(&with("https://schema.org/Hotel"));
    refused(&with("Hotel"), Code::AD_WRONG_TYPE, "/owner/@type");
    let unnamed = context.replace(r#", "@index": "ad:definitionName""#, "");
    // the name would be an index, which readers of RDF do not have
    let document = document(&unnamed, &[("interfaces", ""), ("owner", &owner("https://schema.org/Hotel"))]);
    refused(&document, Code::AD_STRUCTURE, "/securityDefinitions/didwba_sc");
}

/// What has two kinds where one is due has none: readers who take the first of them see another than those who take the last.
#[test]
fn kinds_are_one() {
    let interface = |types: &str| {
        format!(
            r#"[{{"@type": {types}, "@id": "https://agent.example/i", "name": "I", "description": "d", "protocol": "YAML", "url": "https://agent.example/i.yaml"}}]"#
        )
    };
    let (one, other) = (r#""ad:StructuredInterface""#, r#""ad:NaturalLanguageInterface""#);
    for types in [format!("[{one}, {other}]"), format!(r#"[{other}, "ad:Own", {one}]"#)] {
        let text = document(EMBEDDED, &[("interfaces", &interface(&types))]);
        refused(&text, Code::AD_WRONG_TYPE, "/interfaces/0/@type/0");
    }
    for types in [format!("[{one}, {one}]"), format!(r#"[{other}, "ad:Own"]"#)] {
        passes(&document(EMBEDDED, &[("interfaces", &interface(&types))]));
    }
    let party = |types: &str| format!(r#"{{"@type": {types}, "name": "N"}}"#);
    let provided = |types: &str| format!(r#"[{{"@type": "Service", "name": "S", "provider": {}}}]"#, party(types));
    for types in [r#"["Person", "Organization"]"#, r#"["Organization", "Hotel", "Person"]"#] {
        refused(&document(EMBEDDED, &[("owner", &party(types))]), Code::AD_WRONG_TYPE, "/owner/@type/0");
        refused(
            &document(EMBEDDED, &[("services", &provided(types))]),
            Code::AD_WRONG_TYPE,
            "/services/0/provider/@type/0",
        );
    }
    for types in [r#"["Organization", "Hotel"]"#, r#""Person""#] {
        passes(&document(EMBEDDED, &[("owner", &party(types)), ("services", &provided(types))]));
    }
}

/// An entry of `security` is the name of a definition to every reader, or refused.
#[test]
fn security_names_a_definition_to_every_reader() {
    let definition = r#"{"scheme": "didwba", "in": "header", "name": "Authorization"}"#;
    let one = format!(r#"{{"a": {definition}}}"#);
    let named = |context: &str, definitions: &str, security: &str| {
        document(context, &[("securityDefinitions", definitions), ("security", security)])
    };
    passes(&named(EMBEDDED, &one, r#""a""#));
    unplain(&named(EMBEDDED, &one, r#"{"@value": "a"}"#));
    // RDF has nothing without a base, and the name of no definition with one
    refused(&named(EMBEDDED, &one, r#"{"@id": "a"}"#), Code::AD_WRONG_TYPE, "/security");
    let typed = r#"["https://agent-network-protocol.com/ad#", {"security": {"@id": "ad:security", "@type": "@id"}}]"#;
    refused(&named(typed, &one, r#""a""#), Code::AD_WRONG_TYPE, "/security");
    // an IRI, where the definition's name is a text
    let iri = format!(r#"{{"https://schema.org/a": {definition}}}"#);
    refused(&named(EMBEDDED, &iri, r#"{"@id": "https://schema.org/a"}"#), Code::AD_STRUCTURE, "/security");
    refused(&named(typed, &iri, r#""https://schema.org/a""#), Code::AD_STRUCTURE, "/security");
    unplain(&named(EMBEDDED, &iri, r#""https://schema.org/a""#));
    // by name it is the second one
    let two =
        format!(r#"{{"https://schema.org/a": {definition}, "schema:a": {}}}"#, definition.replace("didwba", "basic"));
    refused(&named(EMBEDDED, &two, r#"{"@id": "schema:a"}"#), Code::AD_STRUCTURE, "/security");
    // where definitions are properties, their names are IRIs to RDF
    let properties = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "did": "https://w3id.org/did#", "security": {"@id": "ad:security", "@type": "@vocab"}}"#;
    unplain(&named(properties, &one, r#""a""#));
    unplain(&named(properties, &one, r#"{"@id": "https://schema.org/a"}"#));
}

#[test]
fn threat_20_graph() {
    let graph = r#"[{"@id": "https://evil.example/", "name": "Mallory"}]"#;
    refused(&document(EMBEDDED, &[("@graph", graph)]), Code::AD_STRUCTURE, "/@graph");
    let context = r#"["https://agent-network-protocol.com/ad#", {"g": "@graph"}]"#;
    refused(&document(context, &[("g", graph)]), Code::AD_STRUCTURE, "/@context/1/g");
    let context =
        r#"["https://agent-network-protocol.com/ad#", {"owner": {"@id": "ad:owner", "@container": "@graph"}}]"#;
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/owner");
}

#[test]
fn threat_20_included() {
    let included = r#"[{"@id": "https://agent.example/ad.json", "description": "hidden"}]"#;
    refused(&document(EMBEDDED, &[("@included", included)]), Code::AD_STRUCTURE, "/@included");
    let context = r#"["https://agent-network-protocol.com/ad#", {"more": "@included"}]"#;
    refused(&document(context, &[("more", included)]), Code::AD_STRUCTURE, "/@context/1/more");
}

#[test]
fn threat_20_reverse() {
    let reverse = r#"{"products": {"@id": "https://evil.example/shop"}}"#;
    refused(&document(EMBEDDED, &[("@reverse", reverse)]), Code::AD_STRUCTURE, "/@reverse");
    let context = r#"["https://agent-network-protocol.com/ad#", {"soldBy": {"@reverse": "ad:products"}}]"#;
    refused(
        &document(context, &[("soldBy", r#"{"@id": "https://evil.example/shop"}"#)]),
        Code::AD_STRUCTURE,
        "/@context/1/soldBy",
    );
    // a definition that nobody uses yet is refused as well
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/@context/1/soldBy");
}

#[test]
fn threat_20_nest() {
    refused(&document(EMBEDDED, &[("@nest", r#"{"description": "hidden"}"#)]), Code::AD_STRUCTURE, "/@nest");
    let context = r#"["https://agent-network-protocol.com/ad#", {"details": "@nest"}]"#;
    refused(
        &document(context, &[("details", r#"{"description": "hidden"}"#)]),
        Code::AD_STRUCTURE,
        "/@context/1/details",
    );
    // an alias that only a scoped context knows
    let context = r#"["https://agent-network-protocol.com/ad#",
        {"interfaces": {"@id": "ad:interfaces", "@container": "@set", "@context": {"details": {"@id": "@nest"}}}}]"#;
    let interfaces = r#"[{"@type": "ad:StructuredInterface", "name": "One", "description": "d",
        "details": {"protocol": "YAML", "url": "https://hidden.example/1.yaml"}}]"#;
    refused(
        &document(context, &[("interfaces", interfaces)]),
        Code::AD_STRUCTURE,
        "/@context/1/interfaces/@context/details",
    );
    // an alias that a pinned context defines
    let text = document(
        r#"["https://agent-network-protocol.com/ad#", "https://pinned.example/v1"]"#,
        &[("details", r#"{"description": "hidden"}"#)],
    );
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let error = check_plain(&document).unwrap_err();
    assert_eq!((error.code(), error.pointer().as_deref()), (Code::AD_STRUCTURE, Some("/@context/1")));
}

#[test]
fn threat_21_nested_contexts() {
    let owner = r#"{"@context": null, "@type": "https://schema.org/Organization", "name": "Example"}"#;
    refused(&document(EMBEDDED, &[("owner", owner)]), Code::AD_STRUCTURE, "/owner/@context");
    let owner = r#"{"@type": "Organization", "name": "Example", "address": {"@context": {"@language": "en"}, "streetAddress": "1"}}"#;
    refused(&document(EMBEDDED, &[("owner", owner)]), Code::AD_STRUCTURE, "/owner/address/@context");
    // inside a JSON literal it is data
    let interfaces = r#"[{"@type": "ad:StructuredInterface", "name": "One", "description": "d", "protocol": "openrpc",
        "content": {"examples": [{"@context": null, "@graph": []}]}}]"#;
    let ad = passes(&document(EMBEDDED, &[("interfaces", interfaces)]));
    assert!(ad.interfaces[0].content.is_some());
    // the proof is left out of the expansion, so its context is no nested one
    passes(&document(
        EMBEDDED,
        &[("proof", r#"{"@context": "https://agent-network-protocol.com/ad#", "type": "DataIntegrityProof"}"#)],
    ));
}

#[test]
fn threat_22_terms_that_vanish() {
    // no vocabulary: `name` is written, signed, and means nothing
    let context = r#"{"ad": "https://agent-network-protocol.com/ad#", "securityDefinitions": "ad:securityDefinitions", "security": "ad:security"}"#;
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/name");
    // nothing at all means anything
    refused(&document("{}", &[("@type", ""), ("@id", "")]), Code::AD_STRUCTURE, "");
    refused(&document("null", &[]), Code::AD_MISSING_TERM, "");
    refused(&document("", &[]), Code::AD_MISSING_TERM, "");
}

#[test]
fn threat_23_dids_cut_by_a_prefix() {
    refused(&document(INLINE, &[("@id", "\"did:wba:agent.example:alice\"")]), Code::AD_STRUCTURE, "/@id");
    let owner = r#"{"@type": "Organization", "name": "Example", "@id": "did:wba:owner.example"}"#;
    refused(&document(INLINE, &[("owner", owner)]), Code::AD_STRUCTURE, "/owner/@id");
    // a property whose values are IRIs
    let context = r#"{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#",
        "controller": {"@id": "ad:controller", "@type": "@id"}}"#;
    refused(&document(context, &[("controller", "\"did:wba:owner.example\"")]), Code::AD_STRUCTURE, "/controller");
    // another prefix, and one that escapes hide
    let context = r#"{"@vocab": "https://schema.org/", "d\u0069d": {"@id": "https://evil.example/did/", "@prefix": true}, "ad": "https://agent-network-protocol.com/ad#"}"#;
    let changes = [("did", ""), ("owner", r#"{"@type": "Organization", "@id": "d\u0069d:wba:owner.example"}"#)];
    refused(&document(context, &changes), Code::AD_STRUCTURE, "/owner/@id");
    // without a prefix, DIDs stand where they are written
    let ad = passes(&document(EMBEDDED, &[("@id", "\"did:wba:agent.example:alice\""), ("owner", owner)]));
    assert_eq!(ad.node.id.as_deref(), Some("did:wba:agent.example:alice"));
    assert_eq!(ad.owner.unwrap().node.id.as_deref(), Some("did:wba:owner.example"));
}

#[test]
fn threat_27_several_roots() {
    let two = |first: &str| {
        format!(
            r#"{{"@context": {EMBEDDED}, "@graph": [{{"@id": "https://agent.example/a", "name": "A"}}, {{"@id": "https://agent.example/b", {first}"name": "B"}}]}}"#
        )
    };
    refused(&two(""), Code::AD_STRUCTURE, "/@graph");
    refused(&two("\"@type\": \"ad:AgentDescription\", "), Code::AD_STRUCTURE, "/@graph");
    // also where structure was not looked at
    let parsed = Document::parse(two("\"@type\": \"ad:AgentDescription\", ").as_bytes(), &Limits::default()).unwrap();
    assert_eq!(AgentDescription::from_document(&parsed).unwrap_err().code(), Code::AD_STRUCTURE);
    assert_eq!(subject_did(&parsed).unwrap_err().code(), Code::AD_STRUCTURE);
}

#[test]
fn threat_27_a_description_that_is_not_the_root() {
    let other = ("@id", r#""https://agent.example/other.json""#);
    let owner = document("null", &[("@context", ""), ("owner", ""), other]);
    refused(&document(EMBEDDED, &[("@type", ""), ("owner", &owner)]), Code::AD_STRUCTURE, "/owner");
    refused(&document(EMBEDDED, &[("@type", "\"Product\""), ("owner", &owner)]), Code::AD_MISSING_TERM, "/@type");
    // a root that says what it is mentions others by their `@id`
    unplain(&document(EMBEDDED, &[("isRelatedTo", &owner)]));
    let reference = r#"{"@id": "https://agent.example/other.json"}"#;
    assert_eq!(passes(&document(EMBEDDED, &[("isRelatedTo", reference)])).name.as_str(), "Alice");
}

#[test]
fn json_literals_are_data_in_whatever_order_they_expand() {
    // two terms of one IRI: their values stand together once expanded, before what stands between them
    let context = r#"["https://agent-network-protocol.com/ad#", {"first": {"@id": "ad:first", "@type": "@json"},
        "second": {"@id": "ad:second", "@type": "@json"}, "third": {"@id": "ad:first", "@type": "@json"}}]"#;
    let literal = r#"{"@context": null, "@nest": {}}"#;
    unplain(&document(context, &[("first", literal), ("second", literal), ("third", literal)]));
    // beside them it is structure still
    let changes = [("first", literal), ("second", literal), ("third", literal), ("fourth", literal)];
    refused(&document(context, &changes), Code::AD_STRUCTURE, "/fourth/@context");
}

#[test]
fn the_first_fault_of_structure_is_reported_before_names() {
    let context = r#"["https://agent-network-protocol.com/ad#", {"name": "https://evil.example/name"}]"#;
    let owner = r#"{"@type": "Organization", "@context": {}}"#;
    let nest = r#"{"description": "hidden"}"#;
    refused(&document(context, &[("@nest", nest)]), Code::AD_STRUCTURE, "/@nest");
    refused(&document(context, &[("@nest", nest), ("owner", owner)]), Code::AD_STRUCTURE, "/owner/@context");
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/name");
    // what only the expanded form shows comes after what the source shows
    let context = r#"["https://agent-network-protocol.com/ad#", {"did": "https://w3id.org/did#"}]"#;
    let owner = r#"{"@type": "Organization", "@id": "did:wba:owner.example"}"#;
    refused(&document(context, &[("owner", owner)]), Code::AD_STRUCTURE, "/owner/@id");
    refused(&document(context, &[("owner", owner), ("@nest", nest)]), Code::AD_STRUCTURE, "/@nest");
}

#[test]
fn a_claim_without_context_lacks_its_context() {
    let nothing = [("@type", ""), ("@id", "")];
    for text in [document("", &nothing), document("null", &nothing), r#"{"name": "Alice"}"#.to_owned()] {
        let parsed = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let claimed = Unverified::<AgentDescription>::new(parsed, &Contexts::embedded()).claimed();
        let error = claimed.unwrap_err();
        assert_eq!((error.code(), error.pointer().as_deref()), (Code::AD_MISSING_TERM, Some("")));
        assert!(error.to_string().contains("@context"), "{error}");
    }
    // with a context under which nothing has a meaning, that is what is said
    let parsed = Document::parse(document("{}", &nothing).as_bytes(), &Limits::default()).unwrap();
    let claimed = Unverified::<AgentDescription>::new(parsed, &Contexts::embedded()).claimed();
    assert_eq!(claimed.unwrap_err().code(), Code::AD_STRUCTURE);
}

#[test]
fn subject_is_one_plain_string() {
    let two = r#"["did:wba:agent.example:alice", "did:wba:agent.example:mallory"]"#;
    refused(&document(EMBEDDED, &[("did", two)]), Code::AD_STRUCTURE, "/did/1");
    refused(&document(EMBEDDED, &[("ad:did", written::DID.1)]), Code::AD_STRUCTURE, "/ad:did");
    refused(&document(EMBEDDED, &[("did", "7")]), Code::AD_WRONG_TYPE, "/did");
    refused(&document(EMBEDDED, &[("did", r#"{"@id": "did:wba:agent.example:alice"}"#)]), Code::AD_WRONG_TYPE, "/did");
    let context = r#"["https://agent-network-protocol.com/ad#", {"did": {"@id": "ad:did", "@type": "@id"}}]"#;
    refused(&document(context, &[]), Code::AD_WRONG_TYPE, "/did");
    let context = r#"["https://agent-network-protocol.com/ad#", {"did": {"@id": "ad:did", "@type": "@json"}}]"#;
    refused(&document(context, &[]), Code::AD_WRONG_TYPE, "/did");
    // a value object is no plain string for readers of plain JSON
    refused(
        &document(EMBEDDED, &[("did", r#"{"@value": "did:wba:agent.example:alice"}"#)]),
        Code::AD_WRONG_TYPE,
        "/did",
    );
    for array in [r#"["did:wba:agent.example:alice"]"#, "[]"] {
        refused(&document(EMBEDDED, &[("did", array)]), Code::AD_WRONG_TYPE, "/did");
    }
}

#[test]
fn subject_is_the_same_without_json_ld() {
    // `jq .did` sees nothing, a JSON-LD reader sees Mallory
    refused(
        &document(EMBEDDED, &[("did", ""), ("ad:did", "\"did:wba:agent.example:mallory\"")]),
        Code::AD_STRUCTURE,
        "/ad:did",
    );
    // `jq .did` sees Alice, a JSON-LD reader sees Mallory
    let context = r#"["https://agent-network-protocol.com/ad#", {"did": "https://schema.org/alternateName", "subject": "ad:did"}]"#;
    refused(&document(context, &[("subject", "\"did:wba:agent.example:mallory\"")]), Code::AD_STRUCTURE, "/did");
    let context = r#"["https://agent-network-protocol.com/ad#", {"did": null, "subject": "ad:did"}]"#;
    refused(&document(context, &[("subject", "\"did:wba:agent.example:mallory\"")]), Code::AD_STRUCTURE, "/did");
    // also where structure was not looked at
    for (member, value) in [("subject", "\"did:wba:agent.example:mallory\""), ("other", "1")] {
        let text = document(context, &[(member, value)]);
        let parsed = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let error = subject_did(&parsed).unwrap_err();
        assert_eq!((error.code(), error.pointer().as_deref()), (Code::AD_STRUCTURE, Some("/@context/1/did")));
    }
    // the bare prefix of the specification's context is a DID, a longer IRI is not
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "did": "https://w3id.org/did#did"}"#;
    refused(&document(context, &[]), Code::AD_STRUCTURE, "/did");
}

#[test]
fn no_did_is_no_subject() {
    let text = document(EMBEDDED, &[("did", "")]);
    let parsed = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(subject_did(&parsed).unwrap(), None);
    assert_eq!(passes(&text).did, None);
    // a default language does not keep a DID from being a plain string
    let context = r#"{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#", "@language": "zh-CN"}"#;
    let ad = passes(&document(context, &[]));
    assert_eq!(ad.did.as_deref(), Some("did:wba:agent.example:alice"));
    assert_eq!(ad.effective_security(&[]).len(), 1);
}

#[test]
fn data_that_a_definition_makes_opaque() {
    for (term, definition, code) in [
        ("interfaces", r#"{"@id": "ad:interfaces", "@type": "@json"}"#, Code::AD_WRONG_TYPE),
        ("owner", r#"{"@id": "ad:owner", "@type": "@json"}"#, Code::AD_WRONG_TYPE),
        ("securityDefinitions", r#"{"@id": "ad:securityDefinitions", "@type": "@json"}"#, Code::AD_WRONG_TYPE),
        ("name", r#"{"@id": "https://schema.org/name", "@type": "@id"}"#, Code::AD_WRONG_TYPE),
        ("name", r#"{"@id": "https://schema.org/name", "@type": "@json"}"#, Code::AD_WRONG_TYPE),
    ] {
        let context = format!(r#"["https://agent-network-protocol.com/ad#", {{"{term}": {definition}}}]"#);
        refused(&document(&context, &[]), code, &format!("/{term}"));
    }
    let context = r#"["https://agent-network-protocol.com/ad#", {"name": {"@id": "https://schema.org/name", "@container": "@language"}}]"#;
    refused(&document(context, &[("name", r#"{"en": "Alice", "de": "Mallory"}"#)]), Code::AD_STRUCTURE, "/name/de");
}

#[test]
fn contexts_that_no_document_may_bring() {
    refused(&document("\"https://evil.example/context\"", &[]), Code::CONTEXT_NOT_EMBEDDED, "/@context");
    let protected = r#"[{"@protected": true, "@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "name": "https://schema.org/name"},
        {"name": "https://evil.example/name"}]"#;
    refused(&document(protected, &[]), Code::PROTECTED_TERM_REDEFINITION, "/@context/1/name");
}

#[test]
fn required_terms() {
    refused(&document(EMBEDDED, &[("name", "")]), Code::AD_MISSING_TERM, "");
    refused(&document(EMBEDDED, &[("security", "")]), Code::AD_MISSING_TERM, "");
    refused(&document(EMBEDDED, &[("security", "[]")]), Code::AD_MISSING_TERM, "");
    refused(&document(EMBEDDED, &[("security", "null")]), Code::AD_MISSING_TERM, "");
    refused(&document(EMBEDDED, &[("securityDefinitions", "")]), Code::AD_MISSING_TERM, "");
    for scheme in [
        r#"{"in": "header", "name": "A"}"#,
        r#"{"scheme": "didwba", "name": "A"}"#,
        r#"{"scheme": "didwba", "in": "header"}"#,
    ] {
        let definitions = format!(r#"{{"didwba_sc": {scheme}}}"#);
        for context in [EMBEDDED, INLINE] {
            let text = document(context, &[("securityDefinitions", &definitions)]);
            refused(&text, Code::AD_MISSING_TERM, "/securityDefinitions/didwba_sc");
        }
    }
    for (without, term) in [
        (r#""@type": "ad:StructuredInterface", "#, "@type"),
        (r#""description": "d", "#, "description"),
        (r#""protocol": "YAML", "#, "protocol"),
        (r#", "url": "https://agent.example/1.yaml""#, "url"),
    ] {
        let interface = r#"{"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "name": "n", "url": "https://agent.example/1.yaml"}"#;
        assert!(interface.contains(without), "{term}");
        passes(&document(EMBEDDED, &[("interfaces", &format!("[{interface}]"))]));
        let interfaces = format!("[{}]", interface.replace(without, ""));
        refused(&document(EMBEDDED, &[("interfaces", &interfaces)]), Code::AD_MISSING_TERM, "/interfaces/0");
    }
}

#[test]
fn wrong_types() {
    for (member, value, pointer) in [
        ("name", "7", "/name"),
        ("description", "true", "/description"),
        ("version", "1.0", "/version"),
        ("created", "\"yesterday\"", "/created"),
        ("modified", "\"2024-02-30T00:00:00Z\"", "/modified"),
        ("owner", "\"Alice\"", "/owner"),
        ("products", "\"shoes\"", "/products"),
        ("services", "[1]", "/services/0"),
        ("interfaces", "[true]", "/interfaces/0"),
        ("security", "7", "/security"),
        (
            "interfaces",
            r#"[{"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML",
            "url": "https://agent.example/1", "humanAuthorization": "true"}]"#,
            "/interfaces/0/humanAuthorization",
        ),
        (
            "interfaces",
            r#"[{"@type": "ad:StructuredInterface", "description": "d", "protocol": 2.0,
            "url": "https://agent.example/1"}]"#,
            "/interfaces/0/protocol",
        ),
        (
            "securityDefinitions",
            r#"{"didwba_sc": {"scheme": "didwba", "in": "headers", "name": "A"}}"#,
            "/securityDefinitions/didwba_sc/in",
        ),
    ] {
        let found = verdict(&document(EMBEDDED, &[(member, value)]));
        let (code, at) = found.err().unwrap_or_else(|| panic!("{member}: {value} passes"));
        assert_eq!(code, Code::AD_WRONG_TYPE, "{member}: {value}");
        assert_eq!(at, pointer, "{member}: {value}");
    }
}

/// A resource's text or price that is one only to readers by name: the context makes an IRI or a JSON literal of it.
#[test]
fn values_that_the_context_hides() {
    let with = |term: &str, coercion: &str, (member, value): (&str, &str)| {
        let context = format!(
            r#"["https://agent-network-protocol.com/ad#", {{"{term}": {{"@id": "https://schema.org/{term}", "@type": "{coercion}"}}}}]"#
        );
        document(&context, &[(member, value)])
    };
    let product = |inner: &str| format!(r#"[{{"@type": "Product", {inner}}}]"#);
    for (term, value, pointer) in [
        ("sku", product(r#""sku": "cup-1""#), "/products/0/sku"),
        ("category", product(r#""category": "cups""#), "/products/0/category"),
        ("ingredients", product(r#""ingredients": ["clay", "lime"]"#), "/products/0/ingredients/0"),
        ("caption", product(r#""image": {"caption": "A cup"}"#), "/products/0/image/caption"),
        (
            "value",
            product(r#""additionalProperty": {"name": "Size", "value": "L"}"#),
            "/products/0/additionalProperty/value",
        ),
    ] {
        for coercion in ["@id", "@vocab"] {
            refused(&with(term, coercion, ("products", &value)), Code::AD_WRONG_TYPE, pointer);
        }
        // an array is one JSON literal
        let whole = pointer.replace("ingredients/0", "ingredients");
        refused(&with(term, "@json", ("products", &value)), Code::AD_WRONG_TYPE, &whole);
        for coercion in ["@none", "https://schema.org/Text"] {
            unplain(&with(term, coercion, ("products", &value)));
        }
    }
    let offer = |price: &str| format!(r#"[{{"@type": "Service", "offers": {{"price": {price}}}}}]"#);
    for (price, coercion) in [("\"12.50\"", "@id"), ("\"12.50\"", "@vocab"), ("\"12.50\"", "@json"), ("13", "@json")] {
        refused(&with("price", coercion, ("services", &offer(price))), Code::AD_WRONG_TYPE, "/services/0/offers/price");
    }
    // nodes too: to readers by name it is an object with a name
    let brand = product(r#""brand": {"name": "Acme"}"#);
    refused(&with("brand", "@json", ("products", &brand)), Code::AD_WRONG_TYPE, "/products/0/brand");
    // another kind of value under every reading is the publisher's mistake alone: `check` warns
    for inner in
        [r#""sku": {"@id": "https://agent.example/cup-1"}"#, r#""brand": "Acme""#, r#""offers": {"price": "free"}"#]
    {
        passes(&document(EMBEDDED, &[("products", &product(inner))]));
    }
    // a number of which readers of RDF have another one (JSON-LD 1.1 API, section 8.6: 16 digits) is none
    for (price, amount) in [
        ("12.5", Some("12.5")),
        ("0.1", Some("0.1")),
        ("123456789012345", Some("123456789012345")),
        ("0.000001", Some("0.000001")),
        ("\"0.30000000000000004\"", Some("0.30000000000000004")),
    ] {
        let ad = passes(&document(EMBEDDED, &[("services", &offer(price))]));
        let read = ad.services[0].offers[0].price.as_ref().map(|price| price.amount.as_str());
        assert_eq!(read, amount, "{price}");
    }
    // jsonld.js has the integer 0 of the last one
    for price in ["1.0000000000000002", "0.30000000000000004", "1e-7"] {
        unplain(&document(EMBEDDED, &[("services", &offer(price))]));
    }
}

#[test]
fn security_names() {
    for context in [EMBEDDED, INLINE, SCHEMA_ORG] {
        refused(&document(context, &[("security", "\"didwba\"")]), Code::AD_UNKNOWN_SECURITY, "/security");
        refused(
            &document(context, &[("security", r#"["didwba_sc", "other"]"#)]),
            Code::AD_UNKNOWN_SECURITY,
            "/security/1",
        );
        let interfaces = r#"[{"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML",
            "url": "https://agent.example/1", "security": "nosec"}]"#;
        refused(&document(context, &[("interfaces", interfaces)]), Code::AD_UNKNOWN_SECURITY, "/interfaces/0/security");
    }
    // two names that expand to one property are one name with two meanings
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "a": "ad:scheme-a", "b": "ad:scheme-a"}"#;
    let definitions =
        r#"{"a": {"scheme": "didwba", "in": "header", "name": "A"}, "b": {"scheme": "nosec", "in": "auto"}}"#;
    refused(
        &document(context, &[("securityDefinitions", definitions), ("security", "\"a\"")]),
        Code::AD_STRUCTURE,
        "/securityDefinitions/b",
    );
}

#[test]
fn threat_93_urls() {
    for url in [
        "http://agent.example/1.yaml",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/plain,x",
        "ftp://agent.example/1",
        "1.yaml",
        "//agent.example/1.yaml",
        "https",
        "",
        " https://agent.example/1",
        "https:",
        "https:agent.example",
        "https:///agent.example/1",
        "https://",
        r"https://agent.example/a b",
        r"https://agent\t.example/1",
        r"https://agent.example/\n1",
        r"https://agent.example\\@evil.example/1",
        r"https://agent.example/\u00a01",
        // what URL readers rewrite to another host, or to a user that nobody named
        "https://user@agent.example/1",
        "https://agent.example@evil.example/1",
        "https://@agent.example/1",
        "https://agent%2eexample/1",
        r"https://age\u00adnt.example/1",
        r"https://agent\uff0eexample/1",
        r"https://\uff41gent.example/1",
        r"https://b\u00fccher.example/1",
        "https://127.1/1",
    ] {
        let interfaces = format!(
            r#"[{{"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "url": "{url}"}}]"#
        );
        for context in [EMBEDDED, INLINE] {
            refused(&document(context, &[("interfaces", &interfaces)]), Code::AD_URL_SCHEME, "/interfaces/0/url");
        }
    }
    for url in ["HTTPS://agent.example/1", "https://Agent.example:443", "https://xn--bcher-kva.example/a@b"] {
        let interfaces = format!(
            r#"[{{"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "url": "{url}"}}]"#
        );
        passes(&document(EMBEDDED, &[("interfaces", &interfaces)]));
    }
}

#[test]
fn resources_override_security() {
    let definitions = r#"{"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"},
        "key_sc": {"scheme": "apikey", "in": "query", "name": "key"}, "auto_sc": {"scheme": "auto", "in": "auto"}}"#;
    let interfaces = r#"[
        {"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "url": "https://agent.example/1"},
        {"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "url": "https://agent.example/2",
         "security": ["key_sc", "auto_sc"]},
        {"@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "url": "https://agent.example/3",
         "security": {"scheme": "basic", "in": "cookie", "name": "session"}}]"#;
    for context in [EMBEDDED, INLINE, SCHEMA_ORG] {
        let ad = passes(&document(context, &[("securityDefinitions", definitions), ("interfaces", interfaces)]));
        let schemes: Vec<Vec<(&str, &str, Option<&str>)>> = ad
            .interfaces
            .iter()
            .map(|interface| {
                ad.effective_security(&interface.security)
                    .into_iter()
                    .map(|scheme| (scheme.scheme.as_str(), scheme.location.as_str(), scheme.name.as_deref()))
                    .collect()
            })
            .collect();
        assert_eq!(
            schemes,
            [
                vec![("didwba", "header", Some("Authorization"))],
                vec![("apikey", "query", Some("key")), ("auto", "auto", None)],
                vec![("basic", "cookie", Some("session"))],
            ]
        );
    }
}

/// A node takes the model two kilobytes and the document a few bytes.
#[test]
fn models_hold_so_many_nodes() {
    let products =
        |n: usize| document(EMBEDDED, &[("products", &format!("[{}]", vec![r#"{"sku":"1"}"#; n].join(",")))]);
    // the interface and the owner are nodes too
    passes(&products(32_000));
    let message = refused(&products(33_000), Code::AD_STRUCTURE, "/products/32766");
    assert!(message.contains("more than 32768"), "{message}");
    // pictures by their address alone are nodes of the model too; the product is one more
    let pictures = |n: usize| {
        let addresses: Vec<String> = (0..n).map(|at| format!(r#""https://a.example/{at}""#)).collect();
        let product = format!(r#"[{{"name": "n", "image": [{}]}}]"#, addresses.join(","));
        document(EMBEDDED, &[("products", &product)])
    };
    passes(&pictures(32_000));
    refused(&pictures(33_000), Code::AD_STRUCTURE, "/products/0/image/32765");
}
