//! The values of catalogs: digests, identifiers, media types, and the generation that a catalog is of.

use adp_catalogs::{
    AI_CATALOG,
    ai_catalog::{AirIdentifier, ArtifactDigest, Generation},
};
use adp_fixtures::samples::{options, parse};
use agent_description::Diagnostic;

#[test]
fn digests_of_the_letter_a() {
    // from `printf a | sha256sum`, sha384sum, sha512sum
    for (text, of_a) in [
        ("sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb", true),
        (
            "sha384:54a59b9f22b0b80880d8427e548b7c23abd873486e1f035dce9cd697e85175033caa88e6d57bc35efae0b5afd3145f31",
            true,
        ),
        (
            "sha512:1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f5302860c652bf08d560252aa5e74210546f369fbbbce8c12cfc7957b2652fe9a75",
            true,
        ),
        ("sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bc", false),
    ] {
        let digest: ArtifactDigest = text.parse().unwrap();
        assert_eq!(digest.again(b"a") == digest, of_a, "{text}");
    }
}

#[test]
fn what_is_weak_or_spelled_otherwise_is_refused() {
    let digits = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    for text in [
        digits.to_owned(),
        format!("sha1:{}", &digits[..40]),
        format!("SHA256:{digits}"),
        format!("sha-256:{digits}"),
        format!("sha256:{}", digits.to_uppercase()),
        format!("sha256:{}", &digits[..62]),
        format!("sha256:{digits}00"),
        format!("sha512:{digits}"),
        format!("sha256: {}", &digits[1..]),
        "sha256:".to_owned(),
    ] {
        assert!(text.parse::<ArtifactDigest>().is_err(), "{text}");
    }
}

#[test]
fn the_generation_is_told_by_what_the_catalog_says() {
    for (text, profile) in [
        (r#"{"specVersion": "1.0", "entries": []}"#, "ai-catalog/1.0"),
        (r#"{"specVersion": "1.0", "entries": [{"mediaType": "a/b"}]}"#, "ai-catalog/2026-04"),
        (r#"{"entries": [{"mediaType": "a/b"}]}"#, "ai-catalog/2026-04"),
        (r#"{"specVersion": "1.0", "entries": [{"type": "a/b", "mediaType": "a/b"}]}"#, "ai-catalog/1.0"),
        (r#"{"specVersion": "1.0", "entries": [{"type": "a/b", "representativeQueries": []}]}"#, "ard/0.9"),
        (r#"{"specVersion": "1.0", "entries": [{"type": "a/b", "trustManifest": {}}]}"#, "ard/0.9"),
        (r#"{"specVersion": "1.0", "host": {"trustManifest": {}}, "entries": []}"#, "ard/0.9"),
        (
            r#"{"specVersion": "1.0", "entries": [{"type": "a/b", "representativeQueries": [], "trustManifests": []}]}"#,
            "ai-catalog/1.0",
        ),
        (r#"{"specVersion": "1.0", "signature": {}, "entries": [{"representativeQueries": []}]}"#, "ai-catalog/1.0"),
        (r#"{"specVersion": "0.91", "entries": []}"#, "ard/0.91"),
        (r#"{"entries": [{"type": "a/b"}]}"#, "ard/0.91"),
        (r#"{"entries": []}"#, "ard/0.91"),
    ] {
        assert_eq!(Generation::from_root(parse(text).root()).profile(), profile, "{text}");
    }
}

#[test]
fn a_publisher_a_namespace_and_a_name() {
    for (text, publisher) in [
        ("urn:air:example.com:skill:code-review", "example.com"),
        ("urn:air:example.com:finance:agent:a_b.c", "example.com"),
        ("urn:air:Example.COM:a:b", "Example.COM"),
    ] {
        let identifier: AirIdentifier = text.parse().unwrap();
        assert_eq!((identifier.as_str(), identifier.publisher()), (text, publisher));
    }
    for text in [
        "",
        "urn:air:",
        "urn:air:example.com",
        "urn:air:example.com:name",
        "urn:air::a:b",
        "urn:air:example.com:a:",
        "urn:air:example.com::b",
        "URN:AIR:example.com:a:b",
        "urn:ai:example.com:a:b",
        "urn:air:example.com:a:b/c",
        "urn:air:example.com:a:b#c",
        "urn:air:ex_ample.com:a:b",
        "urn:air:bücher.example:a:b",
        " urn:air:example.com:a:b",
    ] {
        assert!(text.parse::<AirIdentifier>().is_err(), "{text}");
    }
}

#[test]
fn a_document_has_one_identifier() {
    for (path, name) in [
        ("/.well-known/agent-card.json", "a2a-card:agent-card"),
        (".well-known/mcp/server-card.json", "a2a-card:mcp-server-card"),
        ("/agents/x%20y/ad.json?z", "a2a-card:agents-x-20y-ad.json-z"),
        ("/", "a2a-card:root"),
    ] {
        let identifier = AirIdentifier::for_document("a.example.com", adp_cards::A2A_CARD, path).unwrap();
        assert_eq!(identifier.as_str(), format!("urn:air:a.example.com:{name}"));
    }
    let description = AirIdentifier::for_document("a.example.com", agent_description::format::ADP, "/ad.json");
    assert_eq!(description.unwrap().as_str(), "urn:air:a.example.com:agent-description:ad");
}

#[test]
fn what_may_not_stand_in_a_name_becomes_a_hyphen() {
    let made = AirIdentifier::new("hotel.example", &["agent"], "rooms/Zürich 1").unwrap();
    assert_eq!(made.as_str(), "urn:air:hotel.example:agent:rooms-Z-rich-1");
    // a port would be parsed as a namespace
    assert!(AirIdentifier::new("hotel.example:8443", &[], "rooms").is_err());
    assert!(AirIdentifier::new("hotel.example", &[], "rooms").is_err());
    assert!(AirIdentifier::new("", &["agent"], "rooms").is_err());
}

/// What a rule finds in a catalog with these members of its entry.
fn found(rule: &str, members: &str) -> Vec<Diagnostic> {
    let text = format!(r#"{{"specVersion": "1.0", "entries": [{{"url": "https://hotel.example/", {members}}}]}}"#);
    let report = AI_CATALOG.check(&parse(&text), &options());
    report.diagnostics.into_iter().filter(|found| found.rule.id == rule).collect()
}

#[test]
fn what_a_media_type_is() {
    let is_media_type = |text: &str| {
        let text = text.replace('"', "\\\"");
        let of_type = format!(r#""identifier": "urn:air:hotel.example:a:b", "type": "{text}""#);
        found("catalog-media-type", &of_type).iter().all(|found| !found.message.contains("expected a media type"))
    };
    for text in
        ["application/json", "text/markdown; profile=\"urn:air:agent-skills\"", "a/b", "application/vnd.a+json;v=1"]
    {
        assert!(is_media_type(text), "{text}");
    }
    for text in ["", "json", "application/", "/json", "application json", "a/b/c", "-a/b", "application/ä"] {
        assert!(!is_media_type(text), "{text}");
    }
}

#[test]
fn which_media_type_was_meant() {
    for (text, known) in [
        ("application/mcp-server+json", Some("application/mcp-server-card+json")),
        ("application/agentskill+zip", Some("application/agent-skills+zip")),
        ("application/a2a-agentcard+json", Some("application/a2a-agent-card+json")),
        ("application/vnd.hotel.agent-card+json", None),
        ("application/mcp-server-card+json", None),
        ("application/pdf", None),
        ("text/plain", None),
    ] {
        let of_type = format!(r#""identifier": "urn:air:hotel.example:a:b", "type": "{text}""#);
        let meant: Vec<_> =
            found("catalog-media-type", &of_type).into_iter().map(|found| found.replacement.unwrap()).collect();
        assert_eq!(meant, known.map(|known| format!("{known:?}")).into_iter().collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn whose_a_domain_is() {
    for (domain, publisher, is_theirs) in [
        ("hotel.example", "hotel.example", true),
        ("rooms.hotel.example", "hotel.example", true),
        ("shop.hotel.example", "hotel.example", true),
        ("example", "hotel.example", false),
        ("evil-hotel.example", "hotel.example", false),
        ("otel.example", "hotel.example", false),
        ("spa.example", "hotel.example", false),
        ("hotel.example", "rooms.hotel.example", true),
        ("localhost", "localhost", true),
    ] {
        let found = found(
            "catalog-trust-identity",
            &format!(
                r#""identifier": "urn:air:{publisher}:a:b", "type": "a/b", "representativeQueries": [],
                   "trustManifest": {{"identity": "https://{domain}/"}}"#
            ),
        );
        assert_eq!(found.is_empty(), is_theirs, "{domain} {publisher}: {found:?}");
    }
}
