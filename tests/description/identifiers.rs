//! IRIs, identifiers and names that the plain profile accepts, and others.

use agent_description::{
    Document, Json, Limits, ModelError,
    description::{check_plain, root_types},
};

/// A description with a member of its root, and a context.
fn checked(context: &str, member: &str) -> Result<(), ModelError> {
    let text = format!(
        r#"{{"@context": ["https://agent-network-protocol.com/ad#", {{"@language": "en"{context}}}], "name": "A", {member}}}"#
    );
    check_plain(&Document::parse(text.as_bytes(), &Limits::default()).unwrap())
}

fn quoted(text: &str) -> String {
    Json::from(text).to_compact()
}

/// Why a text is no absolute IRI, as the meaning of a name.
fn fault_of_absolute(text: &str) -> Option<ModelError> {
    checked(&format!(r#", "x": {}"#, quoted(text)), r#""version": "1""#).err()
}

fn fault_of_url(text: &str) -> Option<ModelError> {
    checked("", &format!(r#""url": {}"#, quoted(text))).err()
}

fn fault_of_identifier(text: &str) -> Option<ModelError> {
    checked("", &format!(r#""@id": {}"#, quoted(text))).err()
}

#[test]
fn absolute_iris() {
    for text in
        ["https://a.example/", "http://a.example", "urn:x:y", "https://a.example/%41?q#f", "https://a.example/é#"]
    {
        assert!(fault_of_absolute(text).is_none(), "{text}");
    }
    for text in [
        "",
        "a",
        "https",
        "https:",
        "https://",
        "https:///a",
        "https:a",
        "urn:",
        "HTTPS://a.example/",
        "ftp://a.example/",
        "did:wba:a.example",
        "//a.example/",
        "https://a.example/%4",
        "https://a.example/%zz",
        "https://a.example/%",
        "https://a.example/#a#b",
        "https://[::1]/",
        "https://a.example/a b",
        "https://a.example/\u{e000}",
        "https://a.example/\u{7f}",
        "https://a.example/\"",
        "https://a.example/<",
        "https://a.example/\\",
        "https://a.example/^",
        "https://a.example/`",
        "https://a.example/{",
        "https://a.example/|",
        "https://a.example/\u{202e}",
        "https://a.example/\u{fdd0}",
        "https://a.example/\u{1ffff}",
        "mailto:a@b.example",
        "https://a.example:b.example:c",
        "https://a.example:80a/",
        "https://a@b@c.example/",
    ] {
        let fault = fault_of_absolute(text).expect(text).to_string();
        assert!(fault.contains("is not absolute"), "{text:?}: {fault}");
    }
    assert!(fault_of_url("wss://a.example/").is_none() && fault_of_url("mailto:a@b.example").is_none());
    assert!(fault_of_url("1a:b").is_some() && fault_of_url("/a:b").is_some());
}

#[test]
fn identifiers_in_normalized_form() {
    for text in [
        "https://a.example",
        "https://a.example/",
        "https://a.example:8443/a",
        "https://a.example/a%20b",
        "did:wba:a.example",
        "did:wba:a.example%3A8800:x",
        "urn:uuid:0e2a",
        "https://a.example/a?b#c",
        "http://a.example:443/",
        "https://a.example/...",
        "https://a.example/a/.well-known#b",
        "https://a.example/%E4%BD%A0",
        "https://a.example/你",
        "https://bücher.example/",
    ] {
        assert!(fault_of_identifier(text).is_none(), "{text}");
    }
    for text in [
        "HTTPS://a.example/",
        "https://A.example/",
        "https://u@a.example/",
        "https://a.example:443/",
        "http://a.example:80/",
        "https://a.example:/",
        "https://a.example/./a",
        "https://a.example/../a",
        "https://a.example/a/..",
        "https://a.example/a/.",
        "https://a.example/a/..#b",
        "https://a.example/a#",
        "https://a.example/%2f",
        "https://a.example/%41",
        "https://a.example/%7E",
        "https://a.example/?",
        "https://a.example/#",
        "https://a.example/?#a",
        "//a.example/",
        "ad.json",
        "",
        "_:a",
        "ex:a",
        "urn:x?",
        "urn:a/../b",
        "did:wba:a#",
        "did:",
        "https://a.example:99999/",
        "https://BÜCHER.example/",
    ] {
        let fault = fault_of_identifier(text).expect(text).to_string();
        assert!(fault.contains("is not in normalized form"), "{text:?}: {fault}");
    }
}

/// Whether two products with these identifiers are one node, described twice.
fn are_one(one: &str, other: &str) -> bool {
    let product = |id: &str| format!(r#"{{"@type": "Product", "@id": {}, "name": "P"}}"#, quoted(id));
    match checked("", &format!(r#""products": [{}, {}]"#, product(one), product(other))) {
        Ok(()) => false,
        Err(error) => {
            assert!(error.to_string().contains("described in two places"), "{one} {other}: {error}");
            true
        }
    }
}

#[test]
fn one_identifier_has_one_key() {
    for (one, other) in [
        ("https://a.example", "https://a.example/"),
        ("https://a.example/你", "https://a.example/%E4%BD%A0"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://127.1/a", "https://127.0.0.1/a"),
    ] {
        assert!(are_one(one, other), "{one} {other}");
    }
    for (one, other) in [
        ("https://a.example/a", "https://a.example/a/"),
        ("https://a.example/", "http://a.example/"),
        ("https://a.example/a", "https://a.example/A"),
        ("urn:a:b", "urn:a:B"),
    ] {
        assert!(!are_one(one, other), "{one} {other}");
    }
}

#[test]
fn names_of_schemes_and_types() {
    let scheme = |name: &str| {
        let scheme = r#"{"scheme": "didwba", "in": "header", "name": "Authorization"}"#;
        checked("", &format!(r#""securityDefinitions": {{{}: {scheme}}}"#, quoted(name)))
    };
    let class = |name: &str| checked("", &format!(r#""products": [{{"@type": {}, "name": "P"}}]"#, quoted(name)));
    for name in ["a", "A-b_9"] {
        assert!(scheme(name).is_ok() && class(name).is_ok(), "{name:?}");
    }
    for name in ["", "3DModel", "_a", "-a", "a b", "é", "a.b", "a:b"] {
        assert!(scheme(name).is_err(), "{name:?}");
    }
    assert!(class("3DModel").is_ok());
    for name in ["", "_a", "é"] {
        assert!(class(name).is_err(), "{name:?}");
    }
}

#[test]
fn a_class_is_accepted_in_five_namespaces_and_no_sixth() {
    let of_type = |iri: &str| {
        let text = format!(r#"{{"@context": {{"@vocab": "https://schema.org/"}}, "@type": "{iri}"}}"#);
        Document::parse(text.as_bytes(), &Limits::default()).unwrap()
    };
    for iri in [
        "https://agent-network-protocol.com/ad#AgentDescription",
        "https://schema.org/AgentDescription",
        "http://schema.org/AgentDescription",
        "https://service.agent-network-protocol.com/ad#AgentDescription",
        "https://agent-network-protocol.com/ad/AgentDescription",
    ] {
        assert_eq!(root_types(&of_type(iri)), ["AgentDescription"], "{iri}");
    }
    for iri in [
        "https://evil.example/ad#AgentDescription",
        "https://agent-network-protocol.com/ad#AgentDescriptio",
        "https://agent-network-protocol.com/ad#xAgentDescription",
        "https://agent-network-protocol.com/ad#/AgentDescription",
        "http://agent-network-protocol.com/ad#AgentDescription",
        "https://schema.org/agentDescription",
        "https://schema.org#AgentDescription",
        "https://www.schema.org/AgentDescription",
        "",
    ] {
        assert!(root_types(&of_type(iri)).is_empty(), "{iri}");
    }
}
