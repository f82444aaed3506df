//! The rules of what is shown at well-known places, beside those of the documents' own formats.

use agent_description::diagnostic::Edit::{Add, Swap};

/// A host that shows its DID document.
const HOST: &str = r#"{
  "/.well-known/did.json": {"status": 200, "type": "application/did+json", "body": {
    "id": "did:web:hotel.example", "assertionMethod": []
  }}
}
"#;

/// A host that lists one description, which is a DID document here.
const LISTING_DOCUMENT: &str = r#"{
  "/.well-known/agent-descriptions": {"status": 200, "type": "application/ld+json", "body": {
    "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
    "@type": "CollectionPage",
    "items": [{"@type": "ad:AgentDescription", "@id": "https://hotel.example/rooms.json"}]
  }},
  "/rooms.json": {"status": 200, "type": "application/json", "body": {"kind": "nothing that is known"}}
}
"#;

/// A host that shows a card, which its DID signed.
const SIGNED_DOCUMENT: &str = r#"{
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
const CATALOGS_DOCUMENT: &str = r#"{
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

agent_description::rules! {
    /// Every rule.
    pub RULES;

    ANSWERS = "shown-answers" / Error {
        summary: "A place where agents are shown answers in time, over a connection that can be trusted.",
        source: "this software: what is not had in time is not there",
        quote: "A document counts as shown when it arrives whole within the deadline.",
        rationale: "A reader that waits for an answer in vain does not know whether there is an agent.",
        fix: "Serve the place as a static file, with a certificate of a public authority.",
        wrong: HOST => [Add(r#""/.well-known/agent-card.json": {"time": "over"}"#)],
    }
    STATUS = "shown-status" / Warning {
        summary: "A place answers 200 with its document, or 404 or 410 where there is none.",
        source: "RFC 9110, section 15.5.5",
        quote: "The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource or is not willing to disclose that one exists.",
        rationale: "If the server answers with a page instead of 404, readers take it for the document; redirects are not followed by verifiers.",
        fix: "Answer 404 below `/.well-known/` where there is no file.",
        wrong: HOST => [
            Add(r#""/.well-known/agent-card.json": {"status": 200, "type": "text/html", "body": "<html></html>"}"#),
        ],
    }
    MEDIA_TYPE = "shown-type" / Error {
        summary: "What is shown is served as JSON: `application/json`, a type that ends with `+json`, or `application/did`.",
        source: "RFC 8259, section 11; RFC 6839, section 3.1",
        quote: "The media type for JSON text is application/json.",
        rationale: "Resolvers and clients refuse a document that is not served as JSON.",
        fix: "Set `Content-Type: application/json` for the file.",
        wrong: HOST => [Swap("application/did+json", "text/plain")],
    }
    READABLE = "shown-json" / Error {
        summary: "What is shown is one JSON object, within the limits of its format.",
        source: "RFC 8259; RFC 7493 (I-JSON)",
        quote: "The names within an object SHOULD be unique.",
        rationale: "What one reader repairs another one reads differently.",
        fix: "Write strict JSON: one object, no member twice, no comments.",
        wrong: HOST => [Swap(r#""body": {"#, r#""text": "{'id': 1}", "unread": {"#)],
    }
    FORMAT = "shown-format" / Error {
        summary: "A document is of the format whose readers look at its place.",
        source: "RFC 8615, section 3",
        quote: "A well-known URI is a URI whose path component begins with the characters \"/.well-known/\"",
        rationale: "Readers of the place expect one format, and refuse all else.",
        fix: "Show the document that belongs there, or nothing.",
        wrong: HOST => [
            Add(r#""/.well-known/agent-card.json": {"status": 200, "type": "application/json", "body": {"kind": "menu"}}"#),
        ],
    }
    LISTING = "shown-listing" / Error {
        summary: "A listing is a `CollectionPage`, and each entry names its description.",
        source: "ANP-08, section 3.2",
        quote: "A discovery page is a JSON-LD document of the type CollectionPage, whose items name agent descriptions.",
        rationale: "A listing that is not read lists nothing.",
        fix: "Write it as ANP-08 has it, or let `adp publish` write it.",
        wrong: LISTING_DOCUMENT => [Swap(r#""CollectionPage""#, r#""Collection""#)],
    }
    LINKED = "shown-linked" / Error {
        summary: "What a listing or a catalog names on its own host is there.",
        source: "this software; AI Catalog (draft be6803f6), Catalog Entry; ANP-08, section 3.2",
        quote: "Every entry of a listing can be fetched.",
        rationale: "Readers cannot find an agent whose entry has a broken URL.",
        fix: "Publish the document at its URL, or take it off the list.",
        wrong: LISTING_DOCUMENT => [
            Swap(r#"{"status": 200, "type": "application/json", "body": {"kind": "nothing that is known"}}"#, r#"{"status": 404}"#),
        ],
    }
    DIGEST = "shown-digest" / Error {
        summary: "What an index of skills or a catalog names with a digest, on its own host, has that digest.",
        source: "Agent Skills Discovery 0.2.0, Integrity and Verification; AI Catalog, Verifying Artifact Integrity",
        quote: "Clients MUST verify the digest of what they fetch, and refuse it where it differs.",
        rationale: "Clients refuse a file with another digest: it may have been changed by someone else.",
        fix: "Publish the index again with the digest of the bytes that are served.",
        wrong: SKILLS => [Swap(r#""text": "abc""#, r#""text": "abd""#)],
    }
    INTERFACE = "shown-interface" / Warning {
        summary: "The interfaces that a card or description names on its own host are there: they do not answer 404 or 410.",
        source: "RFC 9110, sections 15.5.5 and 15.5.11",
        quote: "The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource",
        rationale: "Nobody reaches an agent whose interface is not there.",
        fix: "Write the URL at which the agent answers, and sign the document again.",
        wrong: SIGNED_DOCUMENT => [Swap(r#""/a2a": {"status": 405}"#, r#""/a2a": {"status": 404}"#)],
    }
    DID = "shown-did" / Error {
        summary: "A DID document is at the place that its DID leads to.",
        source: "did:wba, section 2.3; did:web, Read (Resolve)",
        quote: "Append /did.json to complete the URL.",
        rationale: "A DID document that its DID does not lead to speaks for nobody.",
        fix: "Publish it where its DID leads, or write the DID of this place.",
        wrong: HOST => [Swap("did:web:hotel.example", "did:web:other.example")],
    }
    SIGNED = "shown-signed" / Warning {
        summary: "A document whose format has signatures is signed.",
        source: "A2A 1.0, section 8.4; AI Catalog (draft be6803f6), Trust Manifest; this software for descriptions",
        quote: "Agent Cards MAY be digitally signed using JSON Web Signature (JWS)",
        rationale: "Without a signature, whoever controls the way or the server says what the agent is.",
        fix: "Sign it by a key of the host's DID.",
        wrong: SIGNED_DOCUMENT => [Swap(SIGNATURES, "")],
    }
    VERIFIED = "shown-verified" / Error {
        summary: "A signature that is shown verifies, as that of someone who speaks for the host or the agent.",
        source: "this software: a signature that fails is worse than none",
        quote: "Whoever relies on signatures refuses the document.",
        rationale: "A document whose signature fails was changed since, or signed by someone else.",
        fix: "Sign the document again, after its last change.",
        wrong: SIGNED_DOCUMENT => [Swap("Books rooms.", "Books any room.")],
    }
    PLACE = "shown-place" / Warning {
        summary: "What is shown at a place of an earlier version or custom is shown at the place of today, too.",
        source: "A2A 1.0, section 8.2; SEP-2127, Discovery",
        quote: "Accessing https://{server_domain}/.well-known/agent-card.json",
        rationale: "Clients of today do not look at the places of yesterday.",
        fix: "Show the document at the place of today as well.",
        wrong: SIGNED_DOCUMENT => [Swap("/.well-known/agent-card.json", "/.well-known/agent.json")],
    }
    CATALOGS = "shown-catalogs" / Warning {
        summary: "A catalog is at both places: `/.well-known/ai-catalog.json` and `/.well-known/ard.json`.",
        source: "ARD 0.91, Consumer resolution; AI Catalog (draft be6803f6), Discovery",
        quote: "A consumer resolving a domain's entries MUST fetch /.well-known/ard.json",
        rationale: "Readers of AI Catalog look at one place, those of ARD 0.91 at the other.",
        fix: "Publish the catalog at both places; `adp publish --catalog` does.",
        wrong: CATALOGS_DOCUMENT => [Swap("/.well-known/ai-catalog.json", "/ai-catalog.json")],
    }
}
