//! The rules for well-known locations, in addition to the rules of the documents' formats.

use agent_description::diagnostic::Edit::{Add, Swap};

/// A host with a DID document.
const HOST: &str = r#"{
  "/.well-known/did.json": {"status": 200, "type": "application/did+json", "body": {
    "id": "did:web:hotel.example", "assertionMethod": []
  }}
}
"#;

/// A host that shows its API catalog.
const API_CATALOG: &str = r#"{
  "/.well-known/api-catalog": {"status": 200, "type": "application/linkset+json", "body": {
    "linkset": [{"anchor": "https://hotel.example/.well-known/api-catalog", "item": [{"href": "https://hotel.example/api"}]}]
  }},
  "/": {"status": 200, "type": "text/html", "text": "", "fields": {"link": "</.well-known/api-catalog>; rel=api-catalog"}}
}
"#;

/// A host whose registration names its DID.
const REGISTRATION: &str = r#"{
  "/.well-known/did.json": {"status": 200, "type": "application/did+json", "body": {
    "id": "did:web:hotel.example", "assertionMethod": []
  }},
  "/.well-known/agent-registration.json": {"status": 200, "type": "application/json", "body": {
    "type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1", "name": "Rooms", "description": "Books rooms.",
    "image": "https://hotel.example/rooms.png", "services": [{"name": "DID", "endpoint": "did:web:hotel.example"}]
  }}
}
"#;

/// A host whose listing contains one document.
const LISTING_DOCUMENT: &str = r#"{
  "/.well-known/agent-descriptions": {"status": 200, "type": "application/ld+json", "body": {
    "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
    "@type": "CollectionPage",
    "items": [{"@type": "ad:AgentDescription", "@id": "https://hotel.example/rooms.json"}]
  }},
  "/rooms.json": {"status": 200, "type": "application/json", "body": {"kind": "nothing that is known"}}
}
"#;

/// A host with a card that its DID signed.
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

/// A host with a skill whose content is `abc`.
const SKILLS: &str = r#"{
  "/.well-known/agent-skills/index.json": {"status": 200, "type": "application/json", "body": {
    "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    "skills": [{"name": "book", "type": "skill-md", "description": "Books a room.", "url": "book/SKILL.md",
      "digest": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}]
  }},
  "/.well-known/agent-skills/book/SKILL.md": {"status": 200, "type": "text/markdown", "text": "abc"}
}
"#;

/// A host with a catalog at both well-known locations and a signed entry.
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
    /// All rules.
    pub RULES;

    ANSWERS = "shown-answers" / Error {
        summary: "URLs of agent documents respond in time, over a trusted TLS connection.",
        source: "this software: documents must arrive within the time limit",
        quote: "The complete document must arrive before the time limit.",
        rationale: "Readers without a response cannot know whether an agent exists.",
        fix: "Serve a static file, with a certificate of a public CA.",
        wrong: HOST => [Add(r#""/.well-known/agent-card.json": {"time": "over"}"#)],
    }
    STATUS = "shown-status" / Warning {
        summary: "A URL responds with 200 and its document, or with 404 or 410.",
        source: "RFC 9110, section 15.5.5",
        quote: "The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource or is not willing to disclose that one exists.",
        rationale: "Readers mistake an HTML page for the document, and verifiers do not follow redirects.",
        fix: "Respond with 404 for missing files below `/.well-known/`.",
        wrong: HOST => [
            Add(r#""/.well-known/agent-card.json": {"status": 200, "type": "text/html", "body": "<html></html>"}"#),
        ],
    }
    MEDIA_TYPE = "shown-type" / Error {
        summary: "Documents have the media type `application/json`, a type that ends with `+json`, or `application/did`.",
        source: "RFC 8259, section 11; RFC 6839, section 3.1",
        quote: "The media type for JSON text is application/json.",
        rationale: "Resolvers and clients refuse a document that is not served as JSON.",
        fix: "Set `Content-Type: application/json` for the file.",
        wrong: HOST => [Swap("application/did+json", "text/plain")],
    }
    OWN_TYPE = "shown-own-type" / Warning {
        summary: "What has a media type of its own is served with it.",
        source: "RFC 9727, section 4.2; RFC 9728, section 3.2; draft-meunier-webbotauth-httpsig-protocol, section 5.5.1",
        quote: "The directory MUST be served with media type application/http-message-signatures-directory+json.",
        rationale: "Strict readers refuse another type.",
        fix: "Set the `Content-Type` of the path.",
        wrong: API_CATALOG => [Swap("application/linkset+json", "application/json")],
    }
    CORS = "shown-cors" / Note {
        summary: "Pages of other sites may read what is shown: `Access-Control-Allow-Origin: *`.",
        source: "Fetch standard, CORS protocol; draft-meunier-webbotauth-httpsig-protocol, appendix C.11",
        quote: "A directory server can use a permissive CORS policy such as Access-Control-Allow-Origin: *.",
        rationale: "Agents and checkers that run in a browser cannot read it otherwise. Others can: the score does not change.",
        fix: "Send the header field for paths below `/.well-known/`.",
        wrong: HOST => [Swap("\"body\": {", "\"fields\": {\"x-a\": \"1\"}, \"body\": {")],
    }
    CONTENT_DIGEST = "shown-content-digest" / Error {
        summary: "A `Content-Digest` of a response is that of its body.",
        source: "RFC 9530, section 2",
        quote: "The Content-Digest field can be used to verify the content of a message.",
        rationale: "Clients that check the digest refuse the response.",
        fix: "Send the digest of the bytes that are served, or none; a proxy that rewrites the body breaks it.",
        wrong: HOST => [Swap("\"body\": {", "\"digest\": \"wrong\", \"body\": {")],
    }
    SHAPE = "shown-shape" / Note {
        summary: "A document at a place without one standard has a known shape.",
        source: "this software: shapes found at public hosts",
        quote: "No specification defines /.well-known/mcp.json or /.well-known/x402.json.",
        rationale: "An unknown shape is named, and not scored: some client may read it.",
        fix: "Write a shape that the guide names, if clients shall find it.",
        wrong: HOST => [Add(r#""/.well-known/x402.json": {"status": 200, "type": "application/json", "body": {"wallet": "0x1"}}"#)],
    }
    READABLE = "shown-json" / Error {
        summary: "A document is one JSON object, within the limits of its format.",
        source: "RFC 8259; RFC 7493 (I-JSON)",
        quote: "The names within an object SHOULD be unique.",
        rationale: "Parsers repair invalid JSON in different ways.",
        fix: "Write strict JSON: one object, no member twice, no comments.",
        wrong: HOST => [Swap(r#""body": {"#, r#""text": "{'id': 1}", "unread": {"#)],
    }
    FORMAT = "shown-format" / Error {
        summary: "The format of a document matches its well-known URL.",
        source: "RFC 8615, section 3",
        quote: "A well-known URI is a URI whose path component begins with the characters \"/.well-known/\"",
        rationale: "Readers of a well-known URL expect one format and refuse others.",
        fix: "Publish a document of the right format there, or none.",
        wrong: HOST => [
            Add(r#""/.well-known/agent-card.json": {"status": 200, "type": "application/json", "body": {"kind": "menu"}}"#),
        ],
    }
    LISTING = "shown-listing" / Error {
        summary: "A listing is a `CollectionPage`, and each entry names its description.",
        source: "ANP-08, section 3.2",
        quote: "A discovery page is a JSON-LD document of the type CollectionPage, whose items name agent descriptions.",
        rationale: "Readers cannot find the agents of an invalid listing.",
        fix: "Write the listing as ANP-08 defines it, or use `adp publish`.",
        wrong: LISTING_DOCUMENT => [Swap(r#""CollectionPage""#, r#""Collection""#)],
    }
    LINKED = "shown-linked" / Error {
        summary: "URLs in a listing or catalog on the same host exist.",
        source: "this software; AI Catalog (draft be6803f6), Catalog Entry; ANP-08, section 3.2",
        quote: "Every entry of a listing can be fetched.",
        rationale: "Readers cannot find an agent whose entry has a broken URL.",
        fix: "Publish the document at its URL, or remove the entry.",
        wrong: LISTING_DOCUMENT => [
            Swap(r#"{"status": 200, "type": "application/json", "body": {"kind": "nothing that is known"}}"#, r#"{"status": 404}"#),
        ],
    }
    DIGEST = "shown-digest" / Error {
        summary: "Files that a skills index or catalog lists with a digest, on the same host, have that digest.",
        source: "Agent Skills Discovery 0.2.0, Integrity and Verification; AI Catalog, Verifying Artifact Integrity",
        quote: "Clients MUST verify the digest of what they fetch, and refuse it where it differs.",
        rationale: "Clients refuse files with another digest, because an attacker may have changed them.",
        fix: "Publish the index with the digest of the served bytes.",
        wrong: SKILLS => [Swap(r#""text": "abc""#, r#""text": "abd""#)],
    }
    INTERFACE = "shown-interface" / Warning {
        summary: "Interfaces of a card or description on the same host respond: within seconds, and not with 404, 410 or an error of the server.",
        source: "RFC 9110, sections 15.5.5, 15.5.11 and 15.6",
        quote: "The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource",
        rationale: "Clients cannot call an agent without a working interface.",
        fix: "Correct the URL of the interface, and sign the document again.",
        wrong: SIGNED_DOCUMENT => [Swap(r#""/a2a": {"status": 405}"#, r#""/a2a": {"status": 404}"#)],
    }
    LINK_FIELD = "shown-link" / Warning {
        summary: "`Link` fields of the home page are well-formed, and targets have the media type that they name.",
        source: "RFC 8288, section 3; RFC 8631; RFC 9727, section 3",
        quote: "The rel parameter MUST be present but MUST NOT appear more than once in a given link-value",
        rationale: "Agents and scanners read these links before any page. A target that does not exist breaks another rule.",
        fix: "Send `Link: </.well-known/api-catalog>; rel=\"api-catalog\"`.",
        wrong: API_CATALOG => [Swap("rel=api-catalog", "rel=api-catalog, </openapi.json>")],
    }
    HOME_LINKS = "shown-home-links" / Note {
        summary: "`Link` fields of the home page lead to the catalogs that the host shows, and to nothing on other hosts.",
        source: "RFC 9727, section 3; ARD 0.91, Consumer resolution; AI Catalog (draft be6803f6), Discovery",
        quote: "Refers to a list of APIs available from the publisher of the link context.",
        rationale: "Scanners look for these fields. Documents at well-known places are found without them: the score does not change.",
        fix: "Send the field that the message contains with the home page.",
        wrong: API_CATALOG => [Swap("rel=api-catalog", "rel=canonical")],
    }
    NAMED_DID = "shown-named-did" / Warning {
        summary: "The DID that a registration names is the host's, and has signed the card that it names.",
        source: "ERC-8004, Token URI and Agent Registration File; this software",
        quote: "services: name DID, endpoint did:method:foobar.",
        rationale: "Clients would treat two agents as one.",
        fix: "Name the DID that signs the card.",
        wrong: REGISTRATION => [Swap("\"did:web:hotel.example\"}", "\"did:web:motel.example\"}")],
    }
    DID = "shown-did" / Error {
        summary: "A DID document is at the URL of its DID.",
        source: "did:wba, section 2.3; did:web, Read (Resolve)",
        quote: "Append /did.json to complete the URL.",
        rationale: "Resolvers do not find a DID document at another URL.",
        fix: "Publish it at the URL of its DID, or correct the DID.",
        wrong: HOST => [Swap("did:web:hotel.example", "did:web:other.example")],
    }
    SIGNED = "shown-signed" / Warning {
        summary: "A document whose format has signatures is signed.",
        source: "A2A 1.0, section 8.4; AI Catalog (draft be6803f6), Trust Manifest; this software for descriptions",
        quote: "Agent Cards MAY be digitally signed using JSON Web Signature (JWS)",
        rationale: "Without a signature, anyone who controls the server or network can change the document.",
        fix: "Sign it with a key of the host's DID.",
        wrong: SIGNED_DOCUMENT => [Swap("\"signatures\"", "\"stamps\"")],
    }
    VERIFIED = "shown-verified" / Error {
        summary: "Published signatures verify, by a signer who may sign for the host or the agent.",
        source: "this software: an invalid signature is worse than none",
        quote: "Verifiers refuse documents with invalid signatures.",
        rationale: "The document was changed after signing, or another key signed it.",
        fix: "Sign the document again, after its last change.",
        wrong: SIGNED_DOCUMENT => [Swap("Books rooms.", "Books any room.")],
    }
    PLACE = "shown-place" / Warning {
        summary: "Documents at URLs of earlier versions are also at the current well-known URL.",
        source: "A2A 1.0, section 8.2; SEP-2127, Discovery",
        quote: "Accessing https://{server_domain}/.well-known/agent-card.json",
        rationale: "Current clients do not read old URLs.",
        fix: "Publish the document at the current URL too.",
        wrong: SIGNED_DOCUMENT => [Swap("/.well-known/agent-card.json", "/.well-known/agent.json")],
    }
    CATALOGS = "shown-catalogs" / Warning {
        summary: "A catalog is at both URLs: `/.well-known/ai-catalog.json` and `/.well-known/ard.json`.",
        source: "ARD 0.91, Consumer resolution; AI Catalog (draft be6803f6), Discovery",
        quote: "A consumer resolving a domain's entries MUST fetch /.well-known/ard.json",
        rationale: "AI Catalog clients read one URL, ARD 0.91 clients the other.",
        fix: "Publish the catalog at both URLs, for example with `adp publish --catalog`.",
        wrong: CATALOGS_DOCUMENT => [Swap("/.well-known/ai-catalog.json", "/ai-catalog.json")],
    }
}
