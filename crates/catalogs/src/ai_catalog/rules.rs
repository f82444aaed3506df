//! The rules of catalogs of all versions. Each catalog is checked against the rules of its version.

use agent_description::diagnostic::Edit::Swap;

/// An AI Catalog 1.0.
const CURRENT: &str = r#"{
  "specVersion": "1.0",
  "host": {"displayName": "Hotel", "identifier": "did:web:hotel.example"},
  "extensions": {"example.hotel.region": "EU"},
  "entries": [
    {
      "identifier": "urn:air:hotel.example:agent:rooms",
      "type": "application/a2a-agent-card+json",
      "url": "https://hotel.example/.well-known/agent-card.json",
      "digest": "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
      "description": "Books rooms.",
      "updatedAt": "2026-11-01T12:00:00Z",
      "publisher": {"identifier": "did:web:hotel.example", "displayName": "Hotel"},
      "trustManifests": [
        {
          "contributor": "did:web:auditor.example",
          "provenance": [{"relation": "publishedFrom", "sourceId": "https://code.example/rooms"}]
        },
        {
          "contributor": "did:web:hotel.example",
          "subject": {
            "identifier": "urn:air:hotel.example:agent:rooms",
            "type": "application/a2a-agent-card+json",
            "digest": "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
          },
          "signature": {
            "signer": "did:web:hotel.example",
            "profile": "did-web-v1",
            "issuedAt": "2026-11-01T12:00:00Z",
            "jws": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImRpZDp3ZWI6aG90ZWwuZXhhbXBsZSNrZXktMSIsInR5cCI6ImFpLWNhdGFsb2ctdHJ1c3QtbWFuaWZlc3QrandzIn0..AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ"
          }
        }
      ]
    },
    {
      "identifier": "urn:air:hotel.example:catalog:kitchen",
      "type": "application/ai-catalog+json",
      "data": {"specVersion": "1.0", "entries": []}
    }
  ]
}
"#;

/// A catalog of ARD 0.9.
const ARD_09: &str = r#"{
  "specVersion": "1.0",
  "host": {"displayName": "Hotel"},
  "entries": [
    {
      "identifier": "urn:air:hotel.example:agent:rooms",
      "displayName": "Rooms",
      "type": "application/a2a-agent-card+json",
      "url": "https://hotel.example/.well-known/agent-card.json",
      "representativeQueries": ["book a room", "change a booking"],
      "trustManifest": {"identity": "did:web:hotel.example", "identityType": "did"}
    }
  ]
}
"#;

agent_description::rules! {
    /// All rules.
    pub RULES;

    ROOT = "catalog-root" / Error {
        summary: "A catalog has a list of `entries`; an AI Catalog and ARD 0.9 also have a `specVersion` of major version 1.",
        source: "AI Catalog, Top-Level Structure; ARD 0.91, section 5.1",
        quote: "An AI Catalog document is a JSON object that MUST contain the following members: specVersion, entries",
        rationale: "Readers check the version first and refuse unknown versions.",
        fix: "Write \"1.0\".",
        wrong: CURRENT => [Swap("\"specVersion\": \"1.0\",\n  \"host\"", "\"specVersion\": \"2.0\",\n  \"host\"")],
    }
    HOST = "catalog-host" / Error {
        summary: "`host` has a `displayName`; its other members are strings.",
        source: "AI Catalog, Host Info",
        quote: "The Host Info object identifies the operator of the catalog. It MUST contain: displayName",
        rationale: "User interfaces show this name.",
        fix: "Write `displayName` as a string.",
        wrong: CURRENT => [
            Swap("{\"displayName\": \"Hotel\", \"identifier\": \"did:web:hotel.example\"},\n  \"ext", "{\"identifier\": \"did:web:hotel.example\"},\n  \"ext"),
        ],
    }
    ENTRY = "catalog-entry" / Error {
        summary: "An entry has an identifier and a type, and in ARD and the first drafts also a `displayName`; its members have the right types.",
        source: "AI Catalog, Catalog Entry; ARD 0.91, section 4.2",
        quote: "It MUST contain the following members: identifier, type",
        rationale: "Clients use the type to decide whether they support the artifact.",
        fix: "Write `type` as a media type.",
        wrong: CURRENT => [Swap("      \"type\": \"application/ai-catalog+json\",\n", "")],
    }
    ARD_IDENTIFIER = "ard-identifier" / Error {
        summary: "An ARD entry's identifier is urn:air:HOST:…:NAME.",
        source: "ARD 0.91, section 4.2 and appendix C",
        quote: "identifier: MUST. Domain-anchored URN form (urn:air:<publisher>:<namespace>:<agent-name>)",
        rationale: "Registries read the publisher's host from the identifier.",
        fix: "Write urn:air:HOST:NAMESPACE:NAME.",
        wrong: ARD_09 => [Swap("urn:air:hotel", "urn:ai:hotel")],
    }
    IDENTIFIER = "catalog-identifier" / Warning {
        summary: "An identifier is an absolute URI; urn:air: identifiers contain a publisher, a namespace and a name.",
        source: "AI Catalog, Catalog Entry, identifier",
        quote: "For open or federated systems, a globally unique absolute URI is RECOMMENDED.",
        rationale: "Only identifiers with the publisher's host can be verified.",
        fix: "Write urn:air:HOST:NAMESPACE:NAME.",
        wrong: CURRENT => [Swap("urn:air:hotel.example:catalog:kitchen", "kitchen")],
    }
    UNIQUE = "catalog-unique" / Error {
        summary: "The identifier and version of an entry are unique.",
        source: "AI Catalog, Multi-Version Entries",
        quote: "When version is present, the combination of identifier and version MUST be unique within the catalog. When version is absent, identifier alone MUST be unique.",
        rationale: "Clients disagree on which of two equal entries they use.",
        fix: "Use a different identifier, or a different `version` for each release.",
        wrong: CURRENT => [Swap("urn:air:hotel.example:catalog:kitchen", "urn:air:hotel.example:agent:rooms")],
    }
    CONTENT = "catalog-content" / Error {
        summary: "An entry has exactly one of `url` and `data`.",
        source: "AI Catalog, Catalog Entry; ARD 0.91, section 4.3",
        quote: "A Catalog Entry MUST contain exactly one of the following members",
        rationale: "With both, clients may use different artifacts; with neither, the entry has no artifact.",
        fix: "Write one of `url` and `data`.",
        wrong: CURRENT => [Swap("\"data\": {\"specVersion\": \"1.0\", \"entries\": []}", "\"description\": \"The kitchen.\"")],
    }
    URL = "catalog-url" / Error {
        summary: "An entry's `url` is an absolute https URL.",
        source: "AI Catalog, Catalog Entry, url; Safe Fetching",
        quote: "Restrict fetches to the https scheme",
        rationale: "Without TLS, anyone on the network path can change the artifact.",
        fix: "Serve the artifact over TLS, and write its https URL.",
        wrong: CURRENT => [Swap("https://hotel.example/.well-known", "http://hotel.example/.well-known")],
    }
    MEDIA_TYPE = "catalog-media-type" / Warning {
        summary: "An entry's type is a media type, in the standard spelling.",
        source: "AI Catalog, Catalog Entry, type; ARD 0.91, section 3.3",
        quote: "it is RECOMMENDED to use one of the following recognized \"known types\"",
        rationale: "Clients ignore entries with another spelling of the type.",
        fix: "Write the standard media type.",
        wrong: ARD_09 => [Swap("application/a2a-agent-card+json", "application/a2a-agentcard+json")],
    }
    DIGEST = "catalog-digest" / Error {
        summary: "A digest is sha256: (or stronger) and lower-case hexadecimal. For inline `data` it covers the canonical form.",
        source: "AI Catalog, Digest Format; Verifying Artifact Integrity",
        quote: "Consumers MUST reject digest values using algorithms shorter than SHA-256.",
        rationale: "Weak digests do not detect replaced artifacts.",
        fix: "Write sha256: and the hash in lower-case hexadecimal.",
        wrong: CURRENT => [
            Swap("\"data\": {", "\"digest\": \"sha1:2fd4e1c67a2d28fced849ee1bb76e7391b93eb12\",\n      \"data\": {"),
        ],
    }
    UPDATED = "catalog-updated" / Error {
        summary: "`updatedAt` is an RFC 3339 date-time.",
        source: "AI Catalog, Catalog Entry, updatedAt",
        quote: "A string containing an ISO 8601 [RFC3339] timestamp indicating when this entry was last modified.",
        rationale: "Clients sort releases by this time.",
        fix: "Write a date-time such as 2026-01-31T12:00:00Z.",
        wrong: CURRENT => [Swap("\"updatedAt\": \"2026-11-01T12:00:00Z\"", "\"updatedAt\": \"2026-11-01\"")],
    }
    PUBLISHER = "catalog-publisher" / Error {
        summary: "`publisher` has an `identifier` and a `displayName`.",
        source: "AI Catalog, Publisher Object",
        quote: "It MUST contain: identifier, displayName",
        rationale: "User interfaces show this name where users choose whom to trust.",
        fix: "Write `identifier` and `displayName`.",
        wrong: CURRENT => [
            Swap("{\"identifier\": \"did:web:hotel.example\", \"displayName\": \"Hotel\"}", "{\"identifier\": \"did:web:hotel.example\"}"),
        ],
    }
    EXTENSIONS = "catalog-extensions" / Error {
        summary: "Keys of `extensions` are URLs or reverse-DNS names. Keys of `metadata` are not empty, and its values in ARD 0.9 are scalars.",
        source: "AI Catalog, Format and Key Naming; ai-catalog.schema.json of ARD 0.9",
        quote: "the keys MUST be a valid URL or a reverse-DNS string",
        rationale: "Two publishers could use one name for different things.",
        fix: "Use a URL or a reverse-DNS name as the key.",
        wrong: CURRENT => [Swap("example.hotel.region", "region")],
    }
    MANIFEST = "catalog-trust-manifest" / Error {
        summary: "A trust manifest names its contributor and contains complete claims.",
        source: "AI Catalog, Manifest Validity; the drafts before it; ai-catalog.schema.json of ARD 0.9",
        quote: "A Trust Manifest MUST contain at least one of: a signature, a trustSchema, a non-empty attestations array, a non-empty provenance array, or a non-empty extensions object.",
        rationale: "Verifiers cannot use claims without a contributor or content.",
        fix: "Add the contributor and the claims.",
        wrong: CURRENT => [Swap("\"relation\": \"publishedFrom\", ", "")],
    }
    IDENTITY = "catalog-trust-identity" / Error {
        summary: "`trustManifest.identity` is an identity of the entry's publisher (ARD), or the entry's identifier (first drafts of AI Catalog).",
        source: "ARD 0.91, section 4.5.1; AI Catalog 634a09d9, Trust Manifest",
        quote: "The cryptographic trust domain asserted in trustManifest.identity MUST align with the <publisher> domain embedded in the entry's discovery identifier",
        rationale: "Anyone can use the names of others; the identity states the owner.",
        fix: "Write an identity of the publisher's domain.",
        wrong: ARD_09 => [Swap("\"identity\": \"did:web:hotel.example\"", "\"identity\": \"did:web:evil-hotel.example\"")],
    }
    SUBJECT = "catalog-subject" / Error {
        summary: "A signed manifest's `subject` is the release of its entry.",
        source: "AI Catalog, Subject Object; Entry Release Coverage",
        quote: "It MUST exactly equal the containing entry's identifier.",
        rationale: "A manifest with another subject does not apply to this entry.",
        fix: "Sign the entry again after its last change.",
        wrong: CURRENT => [
            Swap("            \"type\": \"application/a2a-agent-card+json\"", "            \"type\": \"application/mcp-server-card+json\""),
        ],
    }
    SIGNATURE = "catalog-signature" / Error {
        summary: "A signature has `signer`, `profile`, `issuedAt` and a detached `jws`, and follows did-web-v1. The signer of a manifest is its contributor.",
        source: "AI Catalog, Signature Object; the did:web Signer Profile",
        quote: "A Signature object MUST contain signer, profile, issuedAt, and jws, and MAY contain expiresAt.",
        rationale: "Verifiers refuse incomplete signatures and signatures by others.",
        fix: "Sign again.",
        wrong: CURRENT => [
            Swap("            \"signer\": \"did:web:hotel.example\"", "            \"signer\": \"did:web:kitchen.example\""),
        ],
    }
    GENERATION = "catalog-generation" / Warning {
        summary: "Members have the names of the catalog's version.",
        source: "AI Catalog, ARD: compared draft by draft",
        quote: "Ignore unrecognized fields (forward compatibility within a major version).",
        rationale: "Readers ignore unknown members and report nothing.",
        fix: "Use the member name of this version.",
        wrong: CURRENT => [Swap("\"data\": {", "\"metadata\": {},\n      \"data\": {")],
    }
    CLOSED = "ard-closed" / Warning {
        summary: "The root, `host` and trust manifests of ARD 0.9 have only members of its schema.",
        source: "ai-catalog.schema.json of ARD 0.9",
        quote: "additionalProperties: false",
        rationale: "Validators with ARD 0.9's schema refuse the catalog.",
        fix: "Remove the member, or move it into an entry.",
        wrong: ARD_09 => [
            Swap("\"host\": {\"displayName\": \"Hotel\"}", "\"host\": {\"displayName\": \"Hotel\", \"country\": \"CH\"}"),
        ],
    }
    QUERIES = "ard-queries" / Warning {
        summary: "An ARD entry has two to five `representativeQueries`.",
        source: "ARD 0.91, section 4.2",
        quote: "SHOULD contain 2–5 examples.",
        rationale: "Search indexes use these queries; without them, searches do not find the entry.",
        fix: "Write two to five questions that the entry answers.",
        wrong: ARD_09 => [Swap("\"book a room\", \"change a booking\"", "\"book a room\"")],
    }
    NESTED = "catalog-nested" / Error {
        summary: "A nested catalog is a valid catalog, at a depth of at most four.",
        source: "AI Catalog, Nested Catalog Entries",
        quote: "A depth limit of 4 is RECOMMENDED.",
        rationale: "Readers stop at a depth of four and at invalid catalogs.",
        fix: "Insert a catalog, or change the type.",
        wrong: CURRENT => [
            Swap("\"data\": {\"specVersion\": \"1.0\", \"entries\": []}", "\"data\": {\"specVersion\": \"1.0\"}"),
        ],
    }
    TEXT = "catalog-text" / Error {
        summary: "Texts contain no invisible characters and no text after long white space.",
        source: "this software: people and models must see the same text",
        quote: "Names, descriptions and queries go into the prompts of models.",
        rationale: "Invisible text can give instructions to a model.",
        fix: "Remove the characters.",
        wrong: CURRENT => [Swap("Books rooms.", "Books\\u202e rooms.")],
    }
    SPELLING = "catalog-spelling" / Error {
        summary: "No member name differs from a known one only in case, `_` or `-`.",
        source: "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        quote: "Some parsers treat the member as the known one; others ignore it.",
        rationale: "Parsers that ignore case treat the member as the known one and may use an unsigned URL.",
        fix: "Write the known name, or remove the member.",
        wrong: CURRENT => [
            Swap("\"description\": \"Books rooms.\"", "\"description\": \"Books rooms.\", \"URL\": \"https://other.example/card.json\""),
        ],
    }
}
