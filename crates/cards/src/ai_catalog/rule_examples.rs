//! A wrong and a right catalog for each rule, and why it matters.

use super::rules;
use agent_description::diagnostic::{
    Edit::{self, Swap},
    Rule, RuleExample, Severity,
};

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

const fn example(
    rule: &'static Rule,
    why: &'static str,
    fix: &'static str,
    severity: Severity,
    base: &'static str,
    wrong: &'static [Edit],
) -> RuleExample {
    RuleExample { rule, why, fix, severity, base, wrong, right: &[] }
}

const fn error(rule: &'static Rule, why: &'static str, fix: &'static str, wrong: &'static [Edit]) -> RuleExample {
    example(rule, why, fix, Severity::Error, CURRENT, wrong)
}

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    error(
        &rules::ROOT,
        "A reader looks at the version first, and refuses one that it does not know.",
        "Write \"1.0\".",
        &[Swap("\"specVersion\": \"1.0\",\n  \"host\"", "\"specVersion\": \"2.0\",\n  \"host\"")],
    ),
    error(
        &rules::HOST,
        "People see this name where they choose.",
        "Write `displayName` as a string.",
        &[Swap(
            "{\"displayName\": \"Hotel\", \"identifier\": \"did:web:hotel.example\"},\n  \"ext",
            "{\"identifier\": \"did:web:hotel.example\"},\n  \"ext",
        )],
    ),
    error(
        &rules::ENTRY,
        "By the type a client knows whether it can use the artifact at all.",
        "Write `type` as a media type.",
        &[Swap("      \"type\": \"application/ai-catalog+json\",\n", "")],
    ),
    example(
        &rules::ARD_IDENTIFIER,
        "A registry finds the publisher's host in the identifier.",
        "Write urn:air:HOST:NAMESPACE:NAME.",
        Severity::Error,
        ARD_09,
        &[Swap("urn:air:hotel", "urn:ai:hotel")],
    ),
    example(
        &rules::IDENTIFIER,
        "Only an identifier with the publisher's host can be verified as the publisher's.",
        "Write urn:air:HOST:NAMESPACE:NAME.",
        Severity::Warning,
        CURRENT,
        &[Swap("urn:air:hotel.example:catalog:kitchen", "kitchen")],
    ),
    error(
        &rules::UNIQUE,
        "Of two entries of one name, each client takes another one.",
        "Give each its own identifier, or each release its own `version`.",
        &[Swap("urn:air:hotel.example:catalog:kitchen", "urn:air:hotel.example:agent:rooms")],
    ),
    error(
        &rules::CONTENT,
        "With both, two readers take two artifacts; with neither, there is none.",
        "Write one of `url` and `data`.",
        &[Swap("\"data\": {\"specVersion\": \"1.0\", \"entries\": []}", "\"description\": \"The kitchen.\"")],
    ),
    error(
        &rules::URL,
        "Over a plain connection anyone on the path changes the artifact.",
        "Serve the artifact over TLS, and write its https URL.",
        &[Swap("https://hotel.example/.well-known", "http://hotel.example/.well-known")],
    ),
    example(
        &rules::MEDIA_TYPE,
        "A client that looks for cards passes by what is spelled otherwise.",
        "Write the media type that readers look for.",
        Severity::Warning,
        ARD_09,
        &[Swap("application/a2a-agent-card+json", "application/a2a-agentcard+json")],
    ),
    error(
        &rules::DIGEST,
        "What is compared with a weak digest can be replaced.",
        "Write sha256: and the hash in lower-case hexadecimal.",
        &[Swap("\"data\": {", "\"digest\": \"sha1:2fd4e1c67a2d28fced849ee1bb76e7391b93eb12\",\n      \"data\": {")],
    ),
    error(
        &rules::UPDATED,
        "Clients sort releases by it.",
        "Write a date-time such as 2026-01-31T12:00:00Z.",
        &[Swap("\"updatedAt\": \"2026-11-01T12:00:00Z\"", "\"updatedAt\": \"2026-11-01\"")],
    ),
    error(
        &rules::PUBLISHER,
        "People see this name where they choose whom to trust.",
        "Write `identifier` and `displayName`.",
        &[Swap(
            "{\"identifier\": \"did:web:hotel.example\", \"displayName\": \"Hotel\"}",
            "{\"identifier\": \"did:web:hotel.example\"}",
        )],
    ),
    error(
        &rules::EXTENSIONS,
        "Two publishers would mean two things by one name.",
        "Name it by a URL, or in reverse-DNS order.",
        &[Swap("example.hotel.region", "region")],
    ),
    error(
        &rules::MANIFEST,
        "A claim of nobody, or of nothing, cannot be weighed.",
        "Name the contributor, and what is claimed.",
        &[Swap("\"relation\": \"publishedFrom\", ", "")],
    ),
    example(
        &rules::IDENTITY,
        "Anyone can claim another's names; the identity says whose they are.",
        "Write an identity of the publisher's domain.",
        Severity::Error,
        ARD_09,
        &[Swap("\"identity\": \"did:web:hotel.example\"", "\"identity\": \"did:web:evil-hotel.example\"")],
    ),
    error(
        &rules::SUBJECT,
        "A manifest that is about something else says nothing about this entry.",
        "Sign the entry again after its last change.",
        &[Swap(
            "            \"type\": \"application/a2a-agent-card+json\"",
            "            \"type\": \"application/mcp-server-card+json\"",
        )],
    ),
    error(
        &rules::SIGNATURE,
        "A signature that lacks a part, or is by another than the contributor, counts for nobody.",
        "Sign again.",
        &[Swap(
            "            \"signer\": \"did:web:hotel.example\"",
            "            \"signer\": \"did:web:kitchen.example\"",
        )],
    ),
    example(
        &rules::GENERATION,
        "Readers ignore members that they do not know, without a word.",
        "Name the member as this generation does.",
        Severity::Warning,
        CURRENT,
        &[Swap("\"data\": {", "\"metadata\": {},\n      \"data\": {")],
    ),
    example(
        &rules::CLOSED,
        "A validator with ARD 0.9's schema refuses the catalog.",
        "Leave the member out, or move it into an entry.",
        Severity::Warning,
        ARD_09,
        &[Swap(
            "\"host\": {\"displayName\": \"Hotel\"}",
            "\"host\": {\"displayName\": \"Hotel\", \"country\": \"CH\"}",
        )],
    ),
    example(
        &rules::QUERIES,
        "A search index is built from these queries: an entry without them is not found.",
        "Write two to five questions that the entry answers.",
        Severity::Warning,
        ARD_09,
        &[Swap("\"book a room\", \"change a booking\"", "\"book a room\"")],
    ),
    error(
        &rules::NESTED,
        "Readers stop at a depth of four, and at what is no catalog.",
        "Put a catalog there, or another type.",
        &[Swap("\"data\": {\"specVersion\": \"1.0\", \"entries\": []}", "\"data\": {\"specVersion\": \"1.0\"}")],
    ),
    error(
        &rules::TEXT,
        "Text that people cannot see can tell a model what to do.",
        "Remove the characters.",
        &[Swap("Books rooms.", "Books\\u202e rooms.")],
    ),
    error(
        &rules::SPELLING,
        "Readers that ignore case take the member for the known one: they go where nobody signed that they should.",
        "Write the known name, or leave the member out.",
        &[Swap(
            "\"description\": \"Books rooms.\"",
            "\"description\": \"Books rooms.\", \"URL\": \"https://other.example/card.json\"",
        )],
    ),
];
