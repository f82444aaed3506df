//! A wrong and a right host for each rule: what it answers by path, as `{"status", "type", "body"}`; a `time` in place of a
//! status is one that never comes.

use super::rules;
use agent_description::diagnostic::{
    Edit::{self, Add, Swap},
    Rule, RuleExample, Severity,
};

/// A host that shows its DID document.
const HOST: &str = r#"{
  "/.well-known/did.json": {"status": 200, "type": "application/did+json", "body": {
    "id": "did:web:hotel.example", "assertionMethod": []
  }}
}
"#;

/// A host that lists one description, which is a DID document here.
const LISTING: &str = r#"{
  "/.well-known/agent-descriptions": {"status": 200, "type": "application/ld+json", "body": {
    "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
    "@type": "CollectionPage",
    "items": [{"@type": "ad:AgentDescription", "@id": "https://hotel.example/rooms.json"}]
  }},
  "/rooms.json": {"status": 200, "type": "application/json", "body": {"kind": "nothing that is known"}}
}
"#;

/// A host that shows a card, which its DID signed.
const SIGNED: &str = r#"{
  "/.well-known/agent-card.json": {"status": 200, "type": "application/json", "body": {
    "name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
    "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
    "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}],
    "signatures": [{"protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImRpZDp3ZWI6aG90ZWwuZXhhbXBsZSNrZXktMSIsInR5cCI6IkpPU0UifQ",
      "signature": "cxobrLiMv0pCRq-ZbepBIHHqFC9ovmYqYkFBL_5vFiEyn4y4dPXh_KnXr50oaGxwybI4mQZa3yLijTWucvJyzg"}]
  }},
  "/.well-known/did.json": {"status": 200, "type": "application/did+json", "body": {
    "id": "did:web:hotel.example",
    "verificationMethod": [{"id": "did:web:hotel.example#key-1", "type": "JsonWebKey", "controller": "did:web:hotel.example",
      "publicKeyJwk": {"kty": "EC", "crv": "P-256", "x": "cTX6T9k6Cdzpi79oG0v89Q58DWNU5ir7C_8qNClheGU",
        "y": "7UwfAt25Aj7lalV-UV1qncZsEfIglg3llDNN9Yh3ZyQ"}}],
    "assertionMethod": ["did:web:hotel.example#key-1"]
  }},
  "/a2a": {"status": 405}
}
"#;

/// A host that shows a skill, whose bytes are `abc`.
const SKILLS: &str = r#"{
  "/.well-known/agent-skills/index.json": {"status": 200, "type": "application/json", "body": {
    "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    "skills": [{"name": "book", "type": "skill-md", "description": "Books a room.", "url": "book/SKILL.md",
      "digest": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}]
  }},
  "/.well-known/agent-skills/book/SKILL.md": {"status": 200, "type": "text/markdown", "text": "abc"}
}
"#;

/// The signature of the card.
const SIGNATURES: &str = r#",
    "signatures": [{"protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImRpZDp3ZWI6aG90ZWwuZXhhbXBsZSNrZXktMSIsInR5cCI6IkpPU0UifQ",
      "signature": "cxobrLiMv0pCRq-ZbepBIHHqFC9ovmYqYkFBL_5vFiEyn4y4dPXh_KnXr50oaGxwybI4mQZa3yLijTWucvJyzg"}]"#;

/// A host that shows its catalog at both places, whose entry it signed.
const CATALOGS: &str = r#"{
  "/.well-known/ai-catalog.json": {"status": 200, "type": "application/json", "body": {
    "specVersion": "1.0", "host": {"displayName": "Hotel", "identifier": "did:web:hotel.example"}, "entries": [{
      "identifier": "urn:air:hotel.example:openapi:rooms", "displayName": "Rooms", "type": "application/vnd.oai.openapi+json",
      "url": "https://cdn.example/rooms.json", "representativeQueries": ["A room for two", "A room with a view"],
      "trustManifests": [{"contributor": "did:web:hotel.example", "subject": {"identifier": "urn:air:hotel.example:openapi:rooms", "type": "application/vnd.oai.openapi+json", "url": "https://cdn.example/rooms.json"}, "signature": {"signer": "did:web:hotel.example", "profile": "did-web-v1", "issuedAt": "2026-01-01T00:00:00Z", "jws": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImRpZDp3ZWI6aG90ZWwuZXhhbXBsZSNrZXktMSIsInR5cCI6ImFpLWNhdGFsb2ctdHJ1c3QtbWFuaWZlc3QrandzIn0..GXZq45GQgcDEdToVDtcilJg2rMTVDaks4PQ2ovdv_OcN-gYZVP6An1sdAsSOrotVvAEjwmIzc5gRWVtWs6Cv5w"}}]
    }]
  }},
  "/.well-known/ard.json": {"status": 200, "type": "application/json", "body": {"entries": [{
      "identifier": "urn:air:hotel.example:openapi:rooms", "displayName": "Rooms", "type": "application/vnd.oai.openapi+json",
      "url": "https://cdn.example/rooms.json", "representativeQueries": ["A room for two", "A room with a view"],
      "trustManifests": [{"contributor": "did:web:hotel.example", "subject": {"identifier": "urn:air:hotel.example:openapi:rooms", "type": "application/vnd.oai.openapi+json", "url": "https://cdn.example/rooms.json"}, "signature": {"signer": "did:web:hotel.example", "profile": "did-web-v1", "issuedAt": "2026-01-01T00:00:00Z", "jws": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImRpZDp3ZWI6aG90ZWwuZXhhbXBsZSNrZXktMSIsInR5cCI6ImFpLWNhdGFsb2ctdHJ1c3QtbWFuaWZlc3QrandzIn0..GXZq45GQgcDEdToVDtcilJg2rMTVDaks4PQ2ovdv_OcN-gYZVP6An1sdAsSOrotVvAEjwmIzc5gRWVtWs6Cv5w"}}]
    }]}},
  "/.well-known/did.json": {"status": 200, "type": "application/did+json", "body": {
    "id": "did:web:hotel.example",
    "verificationMethod": [{"id": "did:web:hotel.example#key-1", "type": "JsonWebKey", "controller": "did:web:hotel.example",
      "publicKeyJwk": {"kty": "EC", "crv": "P-256", "x": "cTX6T9k6Cdzpi79oG0v89Q58DWNU5ir7C_8qNClheGU",
        "y": "7UwfAt25Aj7lalV-UV1qncZsEfIglg3llDNN9Yh3ZyQ"}}],
    "assertionMethod": ["did:web:hotel.example#key-1"]
  }}
}
"#;

/// What breaks a rule, and what keeps it.
struct Case {
    rule: &'static Rule,
    severity: Severity,
    base: &'static str,
    wrong: &'static [Edit],
    why: &'static str,
    fix: &'static str,
}

const fn example(case: Case) -> RuleExample {
    let Case { rule, severity, base, wrong, why, fix } = case;
    RuleExample { rule, why, fix, severity, base, wrong, right: &[] }
}

/// An example of every rule, in the order of the catalogue.
pub(super) const EXAMPLES: &[RuleExample] = &[
    example(Case {
        rule: &rules::ANSWERS,
        severity: Severity::Error,
        base: HOST,
        wrong: &[Add(r#""/.well-known/agent-card.json": {"time": "over"}"#)],
        why: "A reader that waits for an answer in vain does not know whether there is an agent.",
        fix: "Serve the place as a static file, with a certificate of a public authority.",
    }),
    example(Case {
        rule: &rules::STATUS,
        severity: Severity::Warning,
        base: HOST,
        wrong: &[Add(
            r#""/.well-known/agent-card.json": {"status": 200, "type": "text/html", "body": "<html></html>"}"#,
        )],
        why: "A page in place of a 404 makes readers look for a document that is not there; redirects are not followed by verifiers.",
        fix: "Answer 404 below `/.well-known/` where there is no file.",
    }),
    example(Case {
        rule: &rules::MEDIA_TYPE,
        severity: Severity::Error,
        base: HOST,
        wrong: &[Swap("application/did+json", "text/plain")],
        why: "Resolvers and clients refuse a document that is not served as JSON.",
        fix: "Set `Content-Type: application/json` for the file.",
    }),
    example(Case {
        rule: &rules::READABLE,
        severity: Severity::Error,
        base: HOST,
        wrong: &[Swap(r#""body": {"#, r#""text": "{'id': 1}", "unread": {"#)],
        why: "What one reader repairs another one reads differently.",
        fix: "Write strict JSON: one object, no member twice, no comments.",
    }),
    example(Case {
        rule: &rules::FORMAT,
        severity: Severity::Error,
        base: HOST,
        wrong: &[Add(
            r#""/.well-known/agent-card.json": {"status": 200, "type": "application/json", "body": {"kind": "menu"}}"#,
        )],
        why: "Readers of the place expect one format, and refuse all else.",
        fix: "Show the document that belongs there, or nothing.",
    }),
    example(Case {
        rule: &rules::LISTING,
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(r#""CollectionPage""#, r#""Collection""#)],
        why: "A listing that is not read lists nothing.",
        fix: "Write it as ANP-08 has it, or let `adp publish` write it.",
    }),
    example(Case {
        rule: &rules::LINKED,
        severity: Severity::Error,
        base: LISTING,
        wrong: &[Swap(
            r#"{"status": 200, "type": "application/json", "body": {"kind": "nothing that is known"}}"#,
            r#"{"status": 404}"#,
        )],
        why: "An entry that leads nowhere is an agent that nobody finds.",
        fix: "Publish the document at its URL, or take it off the list.",
    }),
    example(Case {
        rule: &rules::DIGEST,
        severity: Severity::Error,
        base: SKILLS,
        wrong: &[Swap(r#""text": "abc""#, r#""text": "abd""#)],
        why: "Clients refuse a file with another digest: it may have been changed by someone else.",
        fix: "Publish the index again with the digest of the bytes that are served.",
    }),
    example(Case {
        rule: &rules::INTERFACE,
        severity: Severity::Warning,
        base: SIGNED,
        wrong: &[Swap(r#""/a2a": {"status": 405}"#, r#""/a2a": {"status": 404}"#)],
        why: "Nobody reaches an agent whose interface is not there.",
        fix: "Write the URL at which the agent answers, and sign the document again.",
    }),
    example(Case {
        rule: &rules::DID,
        severity: Severity::Error,
        base: HOST,
        wrong: &[Swap("did:web:hotel.example", "did:web:other.example")],
        why: "A DID document that its DID does not lead to speaks for nobody.",
        fix: "Publish it where its DID leads, or write the DID of this place.",
    }),
    example(Case {
        rule: &rules::SIGNED,
        severity: Severity::Warning,
        base: SIGNED,
        wrong: &[Swap(SIGNATURES, "")],
        why: "Without a signature, whoever controls the way or the server says what the agent is.",
        fix: "Sign it by a key of the host's DID.",
    }),
    example(Case {
        rule: &rules::VERIFIED,
        severity: Severity::Error,
        base: SIGNED,
        wrong: &[Swap("Books rooms.", "Books any room.")],
        why: "A document whose signature fails was changed since, or signed by someone else.",
        fix: "Sign the document again, after its last change.",
    }),
    example(Case {
        rule: &rules::PLACE,
        severity: Severity::Warning,
        base: SIGNED,
        wrong: &[Swap("/.well-known/agent-card.json", "/.well-known/agent.json")],
        why: "Clients of today do not look at the places of yesterday.",
        fix: "Show the document at the place of today as well.",
    }),
    example(Case {
        rule: &rules::CATALOGS,
        severity: Severity::Warning,
        base: CATALOGS,
        wrong: &[Swap("/.well-known/ai-catalog.json", "/ai-catalog.json")],
        why: "Readers of AI Catalog look at one place, those of ARD 0.91 at the other.",
        fix: "Publish the catalog at both places; `adp publish --catalog` does.",
    }),
];
