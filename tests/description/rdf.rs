//! What readers of RDF drop, or find beside what others see, is refused: every control here differs by the fault alone.

use crate::verdict::{passes, refused};
use crate::written::{EMBEDDED, INLINE, document};
use agent_description::{
    Code, Contexts, Document, Limits,
    description::{self, CheckOptions, check, check_structure},
    diagnostic::Severity,
};

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const AGENT: &str = "https://agent.example";

/// Texts with a scheme that RFC 3987 section 2.2 calls no IRIs, as they stand in JSON.
const ILL_FORMED: [&str; 9] = [
    "https://agent.example/{a}",
    "https://agent.example/a b",
    "https://agent.example/<a>",
    "https://agent.example/a|b",
    "https://agent.example/%zz",
    r#"https://agent.example/\"a\""#,
    r"https://agent.example/a\\b",
    "https://agent.example/a^b",
    "urn:a`b",
];

fn owner(members: &str) -> String {
    format!(r#"{{"@type": "Organization", "name": "Example"{members}}}"#)
}

fn interface(members: &str) -> String {
    format!(
        r#"[{{"@type": "ad:StructuredInterface", "name": "One", "description": "d", "protocol": "YAML", {members}}}]"#
    )
}

#[test]
fn identifiers_are_well_formed_at_every_node() {
    let scheme = |id: &str| {
        format!(r#"{{"didwba_sc": {{"@id": "{id}", "scheme": "didwba", "in": "header", "name": "Authorization"}}}}"#)
    };
    let product = |id: &str, offer: &str| {
        format!(
            r#"[{{"@type": "Product", "name": "Room", "@id": "{id}", "offers": [{{"@type": "Offer", "name": "Night", "@id": "{offer}"}}]}}]"#
        )
    };
    for context in [EMBEDDED, INLINE] {
        let at = |id: &str| {
            [
                ("@id", format!("\"{id}\""), "/@id"),
                ("owner", owner(&format!(r#", "@id": "{id}""#)), "/owner/@id"),
                ("products", product(id, "urn:a:o"), "/products/0/@id"),
                ("products", product("urn:a:p", id), "/products/0/offers/0/@id"),
                ("services", format!(r#"[{{"@type": "Service", "name": "Stay", "@id": "{id}"}}]"#), "/services/0/@id"),
                ("interfaces", interface(&format!(r#""url": "{AGENT}/1.yaml", "@id": "{id}""#)), "/interfaces/0/@id"),
                ("securityDefinitions", scheme(id), "/securityDefinitions/didwba_sc/@id"),
            ]
        };
        for id in ILL_FORMED {
            for (member, value, pointer) in at(id) {
                refused(&document(context, &[(member, &value)]), Code::AD_WRONG_TYPE, pointer);
            }
        }
        for id in ["https://agent.example/%7Ba%7D", "https://agent.example/\u{e4}", "urn:a:b"] {
            for (member, value, _) in at(id) {
                passes(&document(context, &[(member, &value)]));
            }
        }
    }
    // a relative one is what a base makes of it, and of this one none makes an IRI
    let products = product("{a}", "urn:a:o");
    refused(&document(EMBEDDED, &[("products", &products)]), Code::AD_WRONG_TYPE, "/products/0/@id");
}

#[test]
fn urls_are_well_formed() {
    for path in ["{a}", "<a>", "a|b", "%zz", r#"\"a\""#, "a^b"] {
        let url = format!("{AGENT}/{path}");
        for context in [EMBEDDED, INLINE] {
            let interfaces = interface(&format!(r#""url": "{url}""#));
            refused(&document(context, &[("interfaces", &interfaces)]), Code::AD_WRONG_TYPE, "/interfaces/0/url");
            refused(&document(context, &[("url", &format!("\"{url}\""))]), Code::AD_WRONG_TYPE, "/url");
        }
        // where a URL that is none is a warning, one that RDF drops is still an error
        for (member, value, pointer) in [
            ("owner", owner(&format!(r#", "url": "{url}""#)), "/owner/url"),
            ("products", format!(r#"[{{"@type": "Product", "name": "Room", "url": "{url}"}}]"#), "/products/0/url"),
            ("services", format!(r#"[{{"@type": "Service", "name": "Stay", "url": "{url}"}}]"#), "/services/0/url"),
        ] {
            refused(&document(EMBEDDED, &[(member, &value)]), Code::AD_WRONG_TYPE, pointer);
            passes(&document(INLINE, &[(member, &value)]));
        }
    }
    // of another scheme, too
    let value = owner(r#", "url": "ftp://agent.example/{a}""#);
    refused(&document(EMBEDDED, &[("owner", &value)]), Code::AD_WRONG_TYPE, "/owner/url");
    passes(&document(EMBEDDED, &[("owner", &owner(r#", "url": "ftp://agent.example/a""#))]));
}

#[test]
fn names_of_security_schemes_are_no_iris_that_rdf_drops() {
    let definitions = r#"{"didwba sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}"#;
    let changes = [("securityDefinitions", definitions), ("security", "\"didwba sc\"")];
    refused(&document(INLINE, &changes), Code::AD_WRONG_TYPE, "/securityDefinitions/didwba sc");
    // an index is a text
    passes(&document(EMBEDDED, &changes));
}

#[test]
fn types_are_written_as_types() {
    let person = r#"{"@id": "https://schema.org/Person"}"#;
    for context in [EMBEDDED, INLINE] {
        refused(
            &document(context, &[(RDF_TYPE, person)]),
            Code::AD_STRUCTURE,
            &format!("/{}", RDF_TYPE.replace('/', "~1")),
        );
        let nested = owner(&format!(r#", "{RDF_TYPE}": "https://schema.org/Person""#));
        let pointer = format!("/owner/{}", RDF_TYPE.replace('/', "~1"));
        refused(&document(context, &[("owner", &nested)]), Code::AD_STRUCTURE, &pointer);
        let elsewhere = format!(r#"{{"@id": "{AGENT}/ad.json", "{RDF_TYPE}": {person}}}"#);
        let pointer = format!("/ad:knows/{}", RDF_TYPE.replace('/', "~1"));
        refused(&document(context, &[("ad:knows", &elsewhere)]), Code::AD_STRUCTURE, &pointer);
    }
    // under a name of the document's, and one of a type's own context
    let alias =
        format!(r#"["https://agent-network-protocol.com/ad#", {{"kind": {{"@id": "{RDF_TYPE}", "@type": "@id"}}}}]"#);
    refused(&document(&alias, &[("kind", "\"https://schema.org/Person\"")]), Code::AD_STRUCTURE, "/kind");
    let scoped = format!(
        r#"["https://agent-network-protocol.com/ad#", {{"Hotel": {{"@id": "https://schema.org/Hotel", "@context": {{"kind": "{RDF_TYPE}"}}}}}}]"#
    );
    let hotel =
        r#"{"@type": ["Organization", "Hotel"], "name": "Example", "kind": {"@id": "https://schema.org/Person"}}"#;
    refused(&document(&scoped, &[("owner", hotel)]), Code::AD_STRUCTURE, "/owner/kind");
    for class in ["@json", "@none", "https://agent.example/{a}"] {
        let owner = format!(r#"{{"@type": ["Organization", "{class}"], "name": "Example"}}"#);
        refused(&document(EMBEDDED, &[("owner", &owner)]), Code::AD_WRONG_TYPE, "/owner/@type/1");
    }
}

#[test]
fn sets_and_lists_stand_alone() {
    for keyword in ["@list", "@set"] {
        let alias = format!(r#"["https://agent-network-protocol.com/ad#", {{"rooms": "{keyword}"}}]"#);
        for value in ["[]", "null", "\"x\"", r#"[{"@id": "https://agent.example/ad.json", "name": "Mallory"}]"#] {
            refused(&document(EMBEDDED, &[(keyword, value)]), Code::AD_STRUCTURE, &format!("/{keyword}"));
            refused(&document(&alias, &[("rooms", value)]), Code::AD_STRUCTURE, "/rooms");
            let beside = owner(&format!(r#", "{keyword}": {value}"#));
            refused(&document(EMBEDDED, &[("owner", &beside)]), Code::AD_STRUCTURE, &format!("/owner/{keyword}"));
            let types = beside.replace("\"Organization\"", "[\"Organization\"]");
            refused(&document(EMBEDDED, &[("owner", &types)]), Code::AD_STRUCTURE, &format!("/owner/{keyword}"));
            let interfaces = interface(&format!(r#""url": "{AGENT}/1.yaml", "{keyword}": {value}"#));
            let pointer = format!("/interfaces/0/{keyword}");
            refused(&document(EMBEDDED, &[("interfaces", &interfaces)]), Code::AD_STRUCTURE, &pointer);
        }
        // a name that a term's own context makes of it
        let scoped = format!(
            r#"["https://agent-network-protocol.com/ad#", {{"owner": {{"@id": "ad:owner", "@context": {{"rooms": "{keyword}"}}}}}}]"#
        );
        match crate::verdict::verdict(&document(&scoped, &[("owner", &owner(r#", "rooms": []"#))])) {
            Err((Code::AD_STRUCTURE, pointer)) => assert!(pointer.starts_with("/owner"), "{pointer}"),
            found => panic!("{keyword}: {found:?}"),
        }
        // values of what the model does not read
        passes(&document(EMBEDDED, &[("ad:extra", &format!(r#"{{"{keyword}": ["a", "b"]}}"#))]));
    }
    passes(&document(EMBEDDED, &[("ad:extra", r#"{"@list": ["a", "b"], "@index": "x"}"#)]));
    // data is no structure
    let context = r#"["https://agent-network-protocol.com/ad#", {"extra": {"@id": "ad:extra", "@type": "@json"}}]"#;
    passes(&document(context, &[("extra", r#"{"@list": [], "@type": "x"}"#)]));
}

#[test]
fn prefixes_of_the_document_rewrite_no_identifier() {
    let with = |prefix: &str, iri: &str| {
        format!(r#"["https://agent-network-protocol.com/ad#", {{"{prefix}": {{"@id": "{iri}", "@prefix": true}}}}]"#)
    };
    let evil = with("urn", "https://evil.example/");
    refused(&document(&evil, &[("@id", "\"urn:hotel:1\"")]), Code::AD_TERM_REBOUND, "/@id");
    refused(&document(&evil, &[("owner", &owner(r#", "@id": "urn:hotel:1""#))]), Code::AD_TERM_REBOUND, "/owner/@id");
    let interfaces = interface(&format!(r#""url": "{AGENT}/1.yaml", "@id": "urn:hotel:1""#));
    refused(&document(&evil, &[("interfaces", &interfaces)]), Code::AD_TERM_REBOUND, "/interfaces/0/@id");
    // DIDs that stay DIDs
    let did = r#"["https://agent-network-protocol.com/ad#", {"other": {"@id": "did:web:", "@prefix": true}}, {"did": {"@id": "other:evil.example:", "@prefix": true}}]"#;
    refused(&document(did, &[("did", ""), ("@id", "\"did:wba:alice\"")]), Code::AD_TERM_REBOUND, "/@id");
    // one's own namespace, and one that a scoped context defines
    let own = with("hotel", "https://hotel.example/");
    refused(&document(&own, &[("@id", "\"hotel:room\"")]), Code::AD_TERM_REBOUND, "/@id");
    let scoped = r#"["https://agent-network-protocol.com/ad#", {"owner": {"@id": "ad:owner", "@context": {"urn": "https://evil.example/"}}}]"#;
    refused(&document(scoped, &[("owner", &owner(r#", "@id": "urn:hotel:1""#))]), Code::AD_TERM_REBOUND, "/owner/@id");
    // the embedded contexts' prefixes, and a prefix that is not used
    assert_eq!(
        passes(&document(EMBEDDED, &[("@id", "\"ad:x\"")])).node.id(),
        Some("https://agent-network-protocol.com/ad#x")
    );
    assert_eq!(
        passes(&document(INLINE, &[("@id", "\"ad:x\"")])).node.id(),
        Some("https://agent-network-protocol.com/ad#x")
    );
    passes(&document(&evil, &[("@id", "\"tag:hotel:1\"")]));
}

#[test]
fn the_proof_expands() {
    let proof = |member: &str| {
        format!(
            r#"{{"type": "EcdsaSecp256r1Signature2019", "proofPurpose": "assertionMethod", "verificationMethod": "did:wba:agent.example:alice#key-1", "proofValue": "x", {member}}}"#
        )
    };
    for (name, value) in [
        ("@included", "\"i1\""),
        ("@id", "null"),
        ("@id", "\"@type\""),
        ("id", "null"),
        ("id", "\"@graph\""),
        ("id", "[\"x\"]"),
        ("@type", "null"),
        ("@index", "null"),
        ("@value", "\"x\""),
        ("@set", "null"),
        ("@list", "\"x\""),
        ("@graph", "\"x\""),
        ("@language", "\"en\""),
        ("@nest", "null"),
        ("@reverse", "null"),
    ] {
        let value = proof(&format!(r#""{name}": {value}"#));
        refused(&document(EMBEDDED, &[("proof", &value)]), Code::AD_STRUCTURE, &format!("/proof/{name}"));
    }
    let alias = r#"["https://agent-network-protocol.com/ad#", {"place": "@index"}]"#;
    refused(&document(alias, &[("proof", &proof(r#""place": null"#))]), Code::INVALID_INDEX_VALUE, "/proof/place");
    for member in [r#""id": "urn:uuid:1""#, r#""@id": "urn:uuid:1""#, r#""nonce": null"#, r#""@type": ["ad:Proof"]"#] {
        passes(&document(EMBEDDED, &[("proof", &proof(member))]));
    }
}

#[test]
fn languages_are_language_tags() {
    let name = |tag: &str| format!(r#"{{"@value": "Alice", "@language": "{tag}"}}"#);
    let own = |tag: &str| format!(r#"["https://agent-network-protocol.com/ad#", {{"@language": "{tag}"}}]"#);
    let of_term = |tag: &str| {
        format!(
            r#"["https://agent-network-protocol.com/ad#", {{"name": {{"@id": "https://schema.org/name", "@language": "{tag}"}}}}]"#
        )
    };
    let scoped = |tag: &str| {
        format!(
            r#"["https://agent-network-protocol.com/ad#", {{"owner": {{"@id": "ad:owner", "@context": {{"@language": "{tag}"}}}}}}]"#
        )
    };
    let map =
        r#"["https://agent-network-protocol.com/ad#", {"names": {"@id": "ad:names", "@container": "@language"}}]"#;
    let names = |tag: &str| format!(r#"{{"{tag}": "Alice"}}"#);
    for tag in ["not a tag", "zh_CN", "toolonglanguage", ""] {
        refused(&document(EMBEDDED, &[("name", &name(tag))]), Code::AD_WRONG_TYPE, "/name/@language");
        refused(&document(&own(tag), &[]), Code::AD_WRONG_TYPE, "/@context/1/@language");
        refused(&document(&of_term(tag), &[]), Code::AD_WRONG_TYPE, "/@context/1/name/@language");
        refused(&document(&scoped(tag), &[]), Code::AD_WRONG_TYPE, "/@context/1/owner/@context/@language");
        refused(&document(map, &[("names", &names(tag))]), Code::AD_WRONG_TYPE, &format!("/names/{tag}"));
    }
    for tag in ["en", "zh-CN", "x-a1"] {
        passes(&document(EMBEDDED, &[("name", &name(tag))]));
        passes(&document(&own(tag), &[]));
        passes(&document(&of_term(tag), &[]));
        passes(&document(&scoped(tag), &[]));
        passes(&document(map, &[("names", &names(tag))]));
    }
    passes(&document(map, &[("names", &names("@none"))]));
    // data is no text
    let json = r#"["https://agent-network-protocol.com/ad#", {"extra": {"@id": "ad:extra", "@type": "@json"}}]"#;
    passes(&document(json, &[("extra", r#"{"@value": "x", "@language": "en_US"}"#)]));
}

/// The language of a context that the caller pinned: the texts are at fault, each.
#[test]
fn languages_of_pinned_contexts_are_language_tags() {
    let text = document(r#"["https://agent-network-protocol.com/ad#", "https://pinned.example/v1"]"#, &[]);
    let parsed = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    for (tag, is_sound) in [("en", true), ("en_US", false)] {
        let context = format!(r#"{{"@context": {{"@language": "{tag}"}}}}"#);
        let contexts = Contexts::embedded().pin("https://pinned.example/v1", context.as_bytes(), None).unwrap();
        let found = check(&parsed, &CheckOptions { contexts: contexts.clone(), ..CheckOptions::default() });
        let errors: Vec<_> = found.iter().filter(|found| found.severity == Severity::Error).collect();
        assert_eq!(errors.is_empty(), is_sound, "{errors:#?}");
        assert!(is_sound || errors.iter().any(|error| error.pointer.as_deref() == Some("/name")), "{errors:#?}");
        let expanded = description::expand(&parsed, &contexts, &Limits::default()).unwrap();
        assert_eq!(check_structure(&parsed, &expanded).is_ok(), is_sound);
    }
}

/// A type that expansion does not keep is one for readers by name alone.
#[test]
fn no_type_vanishes() {
    let person = r#"["https://agent-network-protocol.com/ad#", {"Person": null, "Guest": null}]"#;
    let owner = |types: &str| format!(r#"{{"@type": {types}, "name": "Example"}}"#);
    for (context, types, pointer) in [
        (EMBEDDED, r#""@foo""#, "/owner/@type"),
        (EMBEDDED, r#"["Organization", "@foo"]"#, "/owner/@type/1"),
        (EMBEDDED, r#"["@foo", "Organization"]"#, "/owner/@type/0"),
        (person, r#""Person""#, "/owner/@type"),
        (person, r#"["Organization", "Guest"]"#, "/owner/@type/1"),
    ] {
        refused(&document(context, &[("owner", &owner(types))]), Code::AD_WRONG_TYPE, pointer);
    }
    refused(&document(EMBEDDED, &[("@type", r#"["ad:AgentDescription", "@foo"]"#)]), Code::AD_WRONG_TYPE, "/@type/1");
    for (context, types) in [
        (EMBEDDED, r#"["Organization", "Guest"]"#),
        (EMBEDDED, r#"["Organization", "Organization"]"#),
        (EMBEDDED, "[]"),
        (person, r#""Organization""#),
        // no keyword's form
        (EMBEDDED, r#"["Organization", "https://agent.example/@foo"]"#),
    ] {
        passes(&document(context, &[("owner", &owner(types))]));
    }
}

/// A picture and an availability are IRIs that stand for what is written.
#[test]
fn prefixes_of_the_document_rewrite_no_reference() {
    let product = |member: &str, iri: &str| match member {
        "image" => format!(r#"[{{"@type": "Product", "name": "Room", "image": {{"@id": "{iri}"}}}}]"#),
        _ => format!(
            r#"[{{"@type": "Product", "name": "Room", "offers": [{{"@type": "Offer", "availability": {{"@id": "{iri}"}}}}]}}]"#
        ),
    };
    let with = |prefix: &str, iri: &str| {
        format!(r#"["https://agent-network-protocol.com/ad#", {{"{prefix}": {{"@id": "{iri}", "@prefix": true}}}}]"#)
    };
    let evil = with("urn", "https://evil.example/");
    for (member, pointer) in [("image", "/products/0/image"), ("availability", "/products/0/offers/0/availability")] {
        let products = product(member, "urn:hotel:InStock");
        passes(&document(EMBEDDED, &[("products", &products)]));
        refused(&document(&evil, &[("products", &products)]), Code::AD_STRUCTURE, pointer);
        passes(&document(&with("tag", "https://evil.example/"), &[("products", &products)]));
        passes(&document(&with("schema", "https://schema.org/"), &[("products", &product(member, "schema:InStock"))]));
    }
}

/// An error stands in the place of a warning of the same value and code: the two verdicts agree.
#[test]
fn an_error_takes_the_place_of_a_warning() {
    let text = document(
        EMBEDDED,
        &[(
            "interfaces",
            r#"[{"@type": "^aturalLanguageInterface", "@id": "https://example.com/i", "name": "a", "description": "b", "protocol": "YAML", "url": "https://example.com/i"}]"#,
        )],
    );
    let parsed = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let found = check(&parsed, &CheckOptions::default());
    assert!(
        found
            .iter()
            .any(|one| one.severity == Severity::Error && one.pointer.as_deref() == Some("/interfaces/0/@type")),
        "{found:?}"
    );
    refused(&text, Code::AD_WRONG_TYPE, "/interfaces/0/@type");
}
