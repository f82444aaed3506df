//! Catalogs: rules. Each case starts from a valid catalog; `trust_manifest.rs` has the signatures.

pub(crate) mod trust_manifest;

use super::{All, CannotMake, Vector, signing::changed};

/// The digest: `printf '%s' '{"prices":[]}' | sha256sum`
const SOUND: &str = r#"{"specVersion": "1.0", "host": {"displayName": "Hotel"}, "entries": [
  {"identifier": "urn:air:hotel.example:agent:rooms", "type": "application/a2a-agent-card+json",
    "url": "https://hotel.example/.well-known/agent-card.json", "updatedAt": "2026-11-01T12:00:00Z",
    "description": "Books rooms.", "extensions": {"example.hotel.region": "EU"}},
  {"identifier": "urn:air:hotel.example:tool:prices", "type": "application/json", "data": {"prices": []},
    "digest": "sha256:6921ac105efddb540edd50aeafe47c11c581f6949111f6342ce7bbf074245741",
    "trustManifests": [{"contributor": "did:web:auditor.example", "provenance": [{"relation": "r", "sourceId": "s"}]}]}]}
"#;

const ARD: &str = r#"{"entries": [
  {"identifier": "urn:air:hotel.example:agent:rooms", "displayName": "Rooms", "type": "application/a2a-agent-card+json",
    "url": "https://hotel.example/.well-known/agent-card.json",
    "representativeQueries": ["book a room", "change a booking"], "trustManifest": {"identity": "did:web:hotel.example"}}]}
"#;

/// Name, code, whether a warning, comment, replaced text, replacement.
type Fault = (&'static str, &'static str, bool, &'static str, &'static str, &'static str);

const FAULTS: &[Fault] = &[
    ("missing", "missing", false, "Catalog Entry: MUST", "\"type\": \"application/json\", ", ""),
    ("missing-in-host", "missing", false, "Host Info: MUST", "{\"displayName\": \"Hotel\"}", "{}"),
    ("type", "wrong-type", false, "a string", "\"Books rooms.\"", "[\"Books rooms.\"]"),
    (
        "spelling",
        "spelling",
        false,
        "decoders of Go and .NET ignore case",
        "\"type\": \"application/json\"",
        "\"URL\": \"https://stranger.example/\", \"type\": \"application/json\"",
    ),
    ("spec-version", "unsupported-version", false, "Version Handling", "\"1.0\"", "\"2.0\""),
    ("spec-version-of-three", "unsupported-version", false, "Major.Minor", "\"1.0\"", "\"1.0.0\""),
    ("identifier", "invalid-name", true, "no absolute URI", "urn:air:hotel.example:tool:prices", "prices"),
    ("identifier-short", "invalid-name", true, "publisher, namespace, name", ":tool:prices", ":prices"),
    (
        "duplicate",
        "duplicate",
        false,
        "Multi-Version Entries",
        "urn:air:hotel.example:tool:prices",
        "urn:air:hotel.example:agent:rooms",
    ),
    (
        "content-both",
        "contradiction",
        false,
        "exactly one",
        "\"data\": {",
        "\"url\": \"https://a.example/\", \"data\": {",
    ),
    ("content-null", "contradiction", false, "null is no artifact", "\"data\": {\"prices\": []}", "\"data\": null"),
    (
        "url-http",
        "invalid-url",
        false,
        "https only",
        "\"https://hotel.example/.well-known",
        "\"http://hotel.example/.well-known",
    ),
    ("url-relative", "invalid-url", false, "absolute", "\"https://hotel.example/.well-known", "\"/.well-known"),
    ("media-type", "invalid-value", true, "a known type, misspelled", "a2a-agent-card+json", "a2a-agentcard+json"),
    ("digest-weak", "invalid-value", false, "weaker than SHA-256", "\"sha256:", "\"sha1:"),
    (
        "digest-of-other-data",
        "catalog-artifact",
        false,
        "of the canonical form of `data`",
        "\"prices\": []",
        "\"prices\": [1]",
    ),
    ("updated", "invalid-time", false, "a date alone", "2026-11-01T12:00:00Z", "2026-11-01"),
    ("extension", "invalid-name", false, "no URL, no reverse-DNS name", "example.hotel.region", "region"),
    (
        "nested",
        "invalid-value",
        false,
        "the type says that `data` is a catalog",
        "\"type\": \"application/json\"",
        "\"type\": \"application/ai-catalog+json\"",
    ),
    (
        "generation",
        "unknown-member",
        true,
        "the first generation's name",
        "\"data\":",
        "\"mediaType\": \"a/b\", \"data\":",
    ),
    ("trust-empty", "catalog-trust", false, "claims nothing", "[{\"relation\": \"r\", \"sourceId\": \"s\"}]", "[]"),
    ("trust-contributor", "catalog-trust", false, "an absolute URI", "did:web:auditor.example", "auditor"),
    ("text", "hidden-text", false, "a tag character", "Books rooms.", "Books rooms.\\udb40\\udc41"),
];

const ARD_FAULTS: &[Fault] = &[
    ("ard-identifier", "invalid-name", false, "appendix C", "urn:air:", "urn:ai:"),
    ("ard-display-name", "missing", false, "section 4.2", "\"displayName\": \"Rooms\", ", ""),
    ("ard-queries", "invalid-value", true, "two to five", "\"book a room\", ", ""),
    (
        "ard-identity",
        "catalog-publisher",
        false,
        "section 4.5.1",
        "did:web:hotel.example",
        "did:web:evil-hotel.example",
    ),
    (
        "ard-identity-of-all",
        "catalog-publisher",
        false,
        "a name without dots is a registry's, and everybody's below it",
        "did:web:hotel.example",
        "did:web:example",
    ),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    for (base, name, profile) in [(SOUND, "catalog/sound", "ai-catalog/1.0"), (ARD, "catalog/ard", "ard/0.91")] {
        all.push(name, Vector::new("catalog-check", "ok", "a whole catalog", base).with("output", profile));
    }
    let of_bases = FAULTS.iter().map(|fault| (SOUND, fault));
    for (base, (name, code, warning, comment, from, to)) in of_bases.chain(ARD_FAULTS.iter().map(|fault| (ARD, fault)))
    {
        let vector = Vector::new("catalog-check", code, comment, changed(base, from, to)?);
        all.push(format!("catalog/{name}"), if *warning { vector.with("any", "true") } else { vector });
    }
    Ok(())
}
