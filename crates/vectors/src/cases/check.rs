//! Agent descriptions by every rule of the protocol's tables. Each starts from a sound one.

use super::{All, CannotMake, Vector, signing::changed};

const SOUND: &str = r#"{
  "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "@type": "AgentDescription",
  "@id": "https://example.com/alice/ad.json",
  "name": "Grand Hotel Assistant",
  "did": "did:wba:example.com:alice",
  "owner": {"@type": "Organization", "name": "Grand Hotel", "@id": "https://example.com/"},
  "description": "Books rooms at the Grand Hotel.",
  "version": "1.0.0",
  "created": "2026-01-31T12:00:00Z",
  "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
  "security": "didwba_sc",
  "interfaces": [
    {"@type": "NaturalLanguageInterface", "@id": "https://example.com/alice/nl.yaml", "name": "Talk", "description": "Talk to the assistant.", "protocol": "YAML", "url": "https://example.com/alice/nl.yaml"}
  ]
}
"#;

/// Name, code, comment, what stands in the sound description, what stands there instead.
const FAULTS: &[(&str, &str, &str, &str, &str)] = &[
    ("name-missing", "ad-missing-term", "table 1: name is required", "  \"name\": \"Grand Hotel Assistant\",\n", ""),
    ("security-missing", "ad-missing-term", "table 1: security is required", "  \"security\": \"didwba_sc\",\n", ""),
    (
        "security-definitions-missing",
        "ad-missing-term",
        "table 1: securityDefinitions is required",
        "  \"securityDefinitions\": {\"didwba_sc\": {\"scheme\": \"didwba\", \"in\": \"header\", \"name\": \"Authorization\"}},\n",
        "",
    ),
    (
        "context-missing",
        "ad-missing-term",
        "table 1: @context is required",
        "  \"@context\": [\"https://agent-network-protocol.com/ad#\", {\"@language\": \"en\"}],\n",
        "",
    ),
    (
        "interface-url-missing",
        "ad-missing-term",
        "table 2: url is required",
        ", \"url\": \"https://example.com/alice/nl.yaml\"",
        "",
    ),
    ("scheme-missing", "ad-missing-term", "table 5: scheme is required", "\"scheme\": \"didwba\", ", ""),
    ("name-number", "ad-wrong-type", "table 1: a string", "\"name\": \"Grand Hotel Assistant\"", "\"name\": 7"),
    ("created-no-date", "ad-wrong-type", "table 1: a date and time", "2026-01-31T12:00:00Z", "yesterday"),
    (
        "security-unknown",
        "ad-unknown-security",
        "a scheme that securityDefinitions does not define",
        "\"security\": \"didwba_sc\"",
        "\"security\": \"oauth_sc\"",
    ),
    (
        "security-in-unknown",
        "ad-wrong-type",
        "table 5: header, query, body, cookie, uri or auto",
        "\"in\": \"header\"",
        "\"in\": \"trailer\"",
    ),
    (
        "url-javascript",
        "ad-url-scheme",
        "a URL that runs in whoever opens it",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"javascript:alert(1)\"",
    ),
    (
        "url-file",
        "ad-url-scheme",
        "a file of the reader's own machine",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"file:///etc/passwd\"",
    ),
    (
        "url-userinfo",
        "ad-url-scheme",
        "who reads quickly goes to example.com, a browser to evil.example",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"https://example.com@evil.example/nl.yaml\"",
    ),
    (
        "url-soft-hyphen",
        "ad-url-scheme",
        "a character that nobody sees, and URL readers take out",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"https://exam\\u00adple.com/alice/nl.yaml\"",
    ),
    (
        "url-percent-encoded-host",
        "ad-url-scheme",
        "some readers decode a host, others ask for it as it stands",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"https://example%2ecom/alice/nl.yaml\"",
    ),
    (
        "url-full-width-dot",
        "ad-url-scheme",
        "a dot of another script, which URL readers make a dot",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"https://example\\uff0ecom/alice/nl.yaml\"",
    ),
    (
        "url-number",
        "ad-url-scheme",
        "an address of the machine itself, as one number",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"https://2130706433/alice/nl.yaml\"",
    ),
    (
        "name-twice",
        "ad-ambiguous-value",
        "a term of one value",
        "\"name\": \"Grand Hotel Assistant\"",
        "\"name\": [\"Grand Hotel Assistant\", \"Other\"]",
    ),
    (
        "graph",
        "ad-structure",
        "@graph moves data",
        "\"version\": \"1.0.0\",",
        "\"version\": \"1.0.0\", \"@graph\": [{\"name\": \"Other\"}],",
    ),
    (
        "term-rebound",
        "ad-term-rebound",
        "the document gives `url` another meaning",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en\", \"owner\": \"https://evil.example/owner\"}",
    ),
    (
        "node-relative",
        "ad-structure",
        "a relative @id comes to the description's own, and brings a name",
        "\"version\": \"1.0.0\",",
        "\"version\": \"1.0.0\", \"knows\": {\"@id\": \"ad.json\", \"name\": \"Other\"},",
    ),
    (
        "node-of-root",
        "ad-structure",
        "a node with the root's @id has a name of its own",
        "\"version\": \"1.0.0\",",
        "\"version\": \"1.0.0\", \"knows\": {\"@id\": \"https://example.com/alice/ad.json\", \"name\": \"Other\"},",
    ),
    (
        "interfaces-of-one-id",
        "ad-structure",
        "two interfaces with one @id and two addresses",
        "  \"interfaces\": [\n",
        "  \"interfaces\": [\n    {\"@type\": \"NaturalLanguageInterface\", \"@id\": \"https://example.com/alice/nl.yaml\", \"name\": \"Talk\", \"description\": \"Talk to the assistant.\", \"protocol\": \"YAML\", \"url\": \"https://example.com/alice/other.yaml\"},\n",
    ),
    (
        "identifier-template",
        "ad-wrong-type",
        "an @id that is no IRI by its characters",
        "\"@id\": \"https://example.com/alice/nl.yaml\"",
        "\"@id\": \"https://example.com/{room}\"",
    ),
    (
        "identifier-of-owner",
        "ad-wrong-type",
        "the same where schema.org's rule alone would warn",
        "\"@id\": \"https://example.com/\"}",
        "\"@id\": \"https://example.com/<hotel>\"}",
    ),
    (
        "identifier-rewritten",
        "ad-term-rebound",
        "a prefix of the document makes another identifier of the description's",
        "{\"@language\": \"en\"}],\n  \"@type\": \"AgentDescription\",\n  \"@id\": \"https://example.com/alice/ad.json\"",
        "{\"@language\": \"en\", \"urn\": \"https://evil.example/\"}],\n  \"@type\": \"AgentDescription\",\n  \"@id\": \"urn:hotel:1\"",
    ),
    (
        "url-template",
        "ad-wrong-type",
        "a URI template is no URL",
        "\"url\": \"https://example.com/alice/nl.yaml\"",
        "\"url\": \"https://example.com/alice/{room}.yaml\"",
    ),
    (
        "type-by-property",
        "ad-structure",
        "a type that readers of RDF see, and no others",
        "\"version\": \"1.0.0\",",
        "\"version\": \"1.0.0\", \"http://www.w3.org/1999/02/22-rdf-syntax-ns#type\": {\"@id\": \"https://schema.org/Person\"},",
    ),
    (
        "language-no-tag",
        "ad-wrong-type",
        "the default language is no language tag: RDF has none of the texts",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en_US\"}",
    ),
    (
        "language-of-text",
        "ad-wrong-type",
        "the same for one text",
        "\"description\": \"Books rooms at the Grand Hotel.\"",
        "\"description\": {\"@value\": \"Books rooms at the Grand Hotel.\", \"@language\": \"en_US\"}",
    ),
    (
        "type-vanishes",
        "ad-wrong-type",
        "a type with the form of a keyword, which JSON-LD ignores",
        "\"@type\": \"Organization\"",
        "\"@type\": [\"Organization\", \"@hotel\"]",
    ),
    (
        "type-keyword",
        "ad-wrong-type",
        "a keyword is no type",
        "\"@type\": \"Organization\"",
        "\"@type\": [\"Organization\", \"@json\"]",
    ),
    (
        "list-beside-members",
        "ad-structure",
        "readers of JSON-LD take the root for a list and drop it, or drop the list",
        "\"version\": \"1.0.0\",",
        "\"version\": \"1.0.0\", \"@list\": [],",
    ),
    (
        "set-beside-members",
        "ad-structure",
        "an owner who is a set too",
        "\"@type\": \"Organization\",",
        "\"@type\": \"Organization\", \"@set\": [{\"name\": \"Mallory\"}],",
    ),
    (
        "proof-keyword",
        "ad-structure",
        "a keyword in the proof with which the document does not expand",
        "\"version\": \"1.0.0\",",
        "\"version\": \"1.0.0\", \"proof\": {\"type\": \"EcdsaSecp256r1Signature2019\", \"proofPurpose\": \"assertionMethod\", \"verificationMethod\": \"did:wba:example.com:alice#key-1\", \"proofValue\": \"x\", \"@included\": \"x\"},",
    ),
    (
        "propagate-in-array",
        "ad-structure",
        "JSON-LD 1.1 API, 5.1.2 step 2: an array cannot say it, and libraries read it off the first entry",
        "[\"https://agent-network-protocol.com/ad#\", {\"@language\": \"en\"}]",
        "[{\"@propagate\": false}, \"https://agent-network-protocol.com/ad#\", {\"@language\": \"en\"}]",
    ),
    (
        "context-imported",
        "ad-structure",
        "libraries refuse what @import brings in",
        "{\"@language\": \"en\"}",
        "{\"@import\": \"https://agent-network-protocol.com/ad#\", \"@language\": \"en\"}",
    ),
    (
        "scoped-context-of-itself",
        "ad-structure",
        "libraries process the context of a term over its own result: the inner one would give each interface another url",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en\", \"interfaces\": {\"@id\": \"ad:interfaces\", \"@container\": \"@set\", \"@context\": {\"interfaces\": {\"@id\": \"ad:interfaces\", \"@container\": \"@set\", \"@context\": {\"url\": \"https://x.example/p\"}}}}}",
    ),
    (
        "scoped-vocabulary-grows",
        "ad-structure",
        "the same with a vocabulary that is relative to the one before",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en\", \"owner\": {\"@id\": \"ad:owner\", \"@context\": {\"@vocab\": \"x/\"}}}",
    ),
    (
        "scoped-contexts-in-a-row",
        "ad-structure",
        "the same with a prefix that changes after its use",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en\", \"p\": \"https://p.example/\", \"owner\": {\"@id\": \"ad:owner\", \"@context\": [{\"note\": \"p:note\"}, {\"p\": \"https://schema.org/\"}]}}",
    ),
    (
        "nothing-to-remove",
        "ad-structure",
        "libraries fail where there is no vocabulary to remove",
        "[\"https://agent-network-protocol.com/ad#\", {\"@language\": \"en\"}]",
        "[{\"@language\": null}, \"https://agent-network-protocol.com/ad#\", {\"@language\": \"en\"}]",
    ),
    (
        "direction-removed",
        "ad-structure",
        "libraries fail where there is no direction to remove",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en\", \"@direction\": null}",
    ),
    (
        "protected-false",
        "ad-structure",
        "libraries take it for a term that is defined by itself",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en\", \"@protected\": false}",
    ),
    (
        "identifier-of-nothing",
        "ad-wrong-type",
        "what looks like a keyword is no identifier, and libraries fail",
        "\"@id\": \"https://example.com/\"}",
        "\"@id\": \"https://example.com/\", \"url\": {\"@id\": \"@foo\"}}",
    ),
    (
        "alias-beside-null",
        "ad-term-rebound",
        "`name` is null, and ad:name is not",
        "\"name\": \"Grand Hotel Assistant\"",
        "\"name\": null, \"ad:name\": \"Grand Hotel Assistant\"",
    ),
    (
        "context-unknown",
        "context-not-embedded",
        "contexts never come from the network",
        "{\"@language\": \"en\"}",
        "\"https://example.com/context.jsonld\"",
    ),
    (
        "term-definition-invalid",
        "invalid-term-definition",
        "JSON-LD: a term is defined as a number",
        "{\"@language\": \"en\"}",
        "{\"@language\": \"en\", \"x\": 1}",
    ),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    all.push(
        "check/sound",
        Vector::new("check", "ok", "nothing to say, not even a warning", SOUND).with("strict", "true"),
    );
    for (name, code, comment, from, to) in FAULTS {
        all.push(format!("check/{name}"), Vector::new("check", code, comment, changed(SOUND, from, to)?));
    }
    let dropped = changed(SOUND, "{\"@language\": \"en\"}", "{\"@language\": \"en\", \"stars\": null}")?;
    let dropped = changed(&dropped, "\"version\": \"1.0.0\",", "\"version\": \"1.0.0\", \"stars\": 5,")?;
    all.push(
        "check/member-dropped",
        Vector::new("check", "ad-dropped-term", "the context gives `stars` no meaning", dropped).with("strict", "true"),
    );
    Ok(())
}
