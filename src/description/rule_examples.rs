//! A wrong and a right document for each rule, and why it matters.

use super::rules;
use crate::diagnostic::{
    Edit::{Add, Swap, Within},
    RuleExample, Severity,
};

const DESCRIPTION: &str = r#"{
  "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "@type": "ad:AgentDescription",
  "@id": "https://hotel.example/ad.json",
  "name": "Room service",
  "did": "did:wba:hotel.example:rooms",
  "securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "security": "didwba_sc"
}
"#;

const WITH_INTERFACE: &str = r#"{
  "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "@type": "ad:AgentDescription",
  "name": "Room service",
  "securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "security": "didwba_sc",
  "interfaces": [
    {
      "@type": "ad:StructuredInterface",
      "@id": "https://hotel.example/api/menu",
      "name": "Menu",
      "description": "What there is for supper.",
      "protocol": "YAML",
      "url": "https://hotel.example/api/menu.yaml"
    }
  ]
}
"#;

const ANP_07: &str = r#"{
  "protocolType": "ANP",
  "protocolVersion": "1.0.0",
  "type": "AgentDescription",
  "name": "Room service",
  "did": "did:wba:hotel.example:rooms",
  "securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "security": "didwba_sc"
}
"#;

const WITH_OFFER: &str = r#"{
  "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "@type": "ad:AgentDescription",
  "name": "Room service",
  "securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "security": "didwba_sc",
  "products": [
    {
      "@type": "Product",
      "name": "Supper",
      "offers": {"@type": "Offer", "price": "12.00", "priceCurrency": "EUR"}
    }
  ]
}
"#;

const ANP_07_PRODUCT: &str = r#"{
  "protocolType": "ANP",
  "protocolVersion": "1.0.0",
  "type": "Product",
  "name": "Supper",
  "description": "Soup, bread and fruit.",
  "offers": {"type": "Offer", "price": "12.00", "priceCurrency": "EUR"}
}
"#;

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    RuleExample {
        rule: &rules::JSON_LD,
        why: "A fetched context could change after signing, and with it the meaning of every member.",
        fix: "Use only embedded contexts, or pin the context's bytes.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en"}, "https://hotel.example/terms"]"#)],
        right: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "hotel": "https://hotel.example/terms#"}]"#)],
    },
    RuleExample {
        rule: &rules::CONTEXT,
        why: "Without a context the members have no defined meaning: every reader would have to guess.",
        fix: "Begin the document with the protocol's context.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::CONTEXT_IRI,
        why: "The IRI marks the document as an agent description: crawlers look for it before they read on.",
        fix: "Make the protocol's IRI the first entry of `@context`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[
            Swap(
                r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#,
                r#""@context": {"@vocab": "https://schema.org/", "@language": "en"}"#,
            ),
            Swap(r#""ad:AgentDescription""#, r#""AgentDescription""#),
        ],
        right: &[],
    },
    RuleExample {
        rule: &rules::CONTEXT_IRI_ENTRY,
        why: "As the value of a prefix the IRI is only an abbreviation: readers that look for the entry do not find it, although the specification's own example does this.",
        fix: "Add the IRI as a separate entry, beside the map.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#,
            r#""@context": {
    "@vocab": "https://schema.org/",
    "ad": "https://agent-network-protocol.com/ad#",
    "@language": "en"
  }"#,
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::CONTEXT_ONE_MAP,
        why: "Later maps redefine terms of earlier ones, so a reader has to know them all to understand one term.",
        fix: "Merge the maps into one.",
        severity: Severity::Note,
        base: DESCRIPTION,
        wrong: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en"}, {"hotel": "https://hotel.example/terms#"}]"#)],
        right: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "hotel": "https://hotel.example/terms#"}]"#)],
    },
    RuleExample {
        rule: &rules::CONTEXT_LANGUAGE,
        why: "Text for people is in some language; without a tag, software cannot choose a voice, a font or a translation. Readers of RDF drop a text whose language is not a tag (`en_US`).",
        fix: "Add `@language` with the tag of the text's language, such as `en` or `zh-CN`, to the map in `@context`.",
        severity: Severity::Note,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#,
            r#""@context": "https://agent-network-protocol.com/ad#""#,
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::NAMESPACE_ALIAS,
        why: "Two misspelled namespaces are accepted because published documents use them; other software does not know them.",
        fix: "Write the namespace as https://agent-network-protocol.com/ad#.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[
            Swap(r#""@language": "en"}"#, r#""@language": "en", "old": "https://agent-network-protocol.com/ad/"}"#),
            Swap("ad:AgentDescription", "old:AgentDescription"),
        ],
        right: &[],
    },
    RuleExample {
        rule: &rules::DID_PREFIX,
        why: "As a prefix, `did` swallows every DID in an `@id` position: `did:wba:a` becomes `https://w3id.org/did#wba:a`. The specification's own example does this.",
        fix: "Leave `did` to the protocol's context, which defines it as a term, not a prefix.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "did": "https://w3id.org/did#"}]"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_JSON,
        why: "A JavaScript program finds the function of every object instead of the member, or changes all objects.",
        fix: "Use another name.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""constructor": "Grand Hotel""#)],
        right: &[Add(r#""builder": "Grand Hotel""#)],
    },
    RuleExample {
        rule: &rules::PLAIN_CONTEXT,
        why: "Readers differ in what the other parts of JSON-LD contexts do, and each difference is a way to show them other values.",
        fix: "Remove it from the context.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""@language": "en"}"#, r#""@language": "en", "@base": "https://hotel.example/"}"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_CONTEXT_NAME,
        why: "A context that gives `modified` another meaning hides the member from every reader of the protocol.",
        fix: "Remove the definition from `@context`, or use another name.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""@language": "en"}"#, r#""@language": "en", "modified": "https://hotel.example/terms#m"}"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_KEYWORD,
        why: "Keywords that move data let a signed document mean one thing to JSON-LD and another to `jq`.",
        fix: "Write the data where it belongs.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""@included": [{"@id": "https://hotel.example/bar.json", "name": "Bar"}]"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_MEMBER,
        why: "Decoders of Go and .NET match names without regard to case: they read one of the two, and not always the same.",
        fix: "Keep the term under its exact name.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""Name": "Another name""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_VALUE,
        why: "JSON-LD flattens nested arrays, readers by name do not.",
        fix: "Write one value, or a flat array.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""description": [["Brings supper."]]"#)],
        right: &[Add(r#""description": "Brings supper.""#)],
    },
    RuleExample {
        rule: &rules::PLAIN_TYPE,
        why: "Software that compares names without regard to case takes the type for one of the protocol.",
        fix: "Write the type exactly, or another one.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""ad:AgentDescription""#, r#"["ad:AgentDescription", "ad:agentDescription"]"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_ID,
        why: "Readers that normalize identifiers see one node where others see two.",
        fix: "Write the identifier in normalized form.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap("https://hotel.example/ad.json", "https://HOTEL.example/ad.json")],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_SECURITY,
        why: "A reader that knows the scheme by its `@id` does not find it under its name.",
        fix: "Remove the `@id`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""scheme": "didwba","#, r#""@id": "https://hotel.example/scheme", "scheme": "didwba","#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PLAIN_PROOF,
        why: "To readers of RDF the proof is a node: what it says beside the signature could be said of another node.",
        fix: "Remove the member, and sign again.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""proof": {
    "type": "EcdsaSecp256r1Signature2019",
    "created": "2026-01-31T12:00:00Z",
    "proofPurpose": "assertionMethod",
    "verificationMethod": "did:wba:hotel.example:rooms#key-1",
    "id": "https://hotel.example/ad.json",
    "proofValue": "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz"
  }"#)],
        right: &[Add(r#""proof": {
    "type": "EcdsaSecp256r1Signature2019",
    "created": "2026-01-31T12:00:00Z",
    "proofPurpose": "assertionMethod",
    "verificationMethod": "did:wba:hotel.example:rooms#key-1",
    "proofValue": "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz"
  }"#)],
    },
    RuleExample {
        rule: &rules::UNNAMED,
        why: "A reader without JSON-LD looks for `modified`, and finds no such member.",
        fix: "Use the protocol's name for the term as the member name; the context gives it its meaning.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""ad:modified": "2026-01-31T12:00:00Z""#)],
        right: &[Add(r#""modified": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::MISSPELLED,
        why: "With a vocabulary every member has some meaning, so a misspelled name is not an error, but no reader knows it.",
        fix: "Correct the name.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""desciption": "Brings supper.""#)],
        right: &[Add(r#""description": "Brings supper.""#)],
    },
    RuleExample {
        rule: &rules::TYPE,
        why: "A document of another type is not an agent description, whatever its members say.",
        fix: "Write the type `ad:AgentDescription`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""ad:AgentDescription""#, r#""ad:AgentDescripton""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::TYPE_SAID,
        why: "Crawlers and search engines sort documents by type.",
        fix: "Add the type.",
        severity: Severity::Note,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#""@type": "ad:AgentDescription",
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::DID,
        why: "The DID decides whose signature counts: with two, a verifier would have to choose.",
        fix: "Keep one DID.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#""did": "did:wba:hotel.example:rooms""#,
            r#""did": ["did:wba:hotel.example:rooms", "did:wba:other.example"]"#,
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::DID_KIND,
        why: "Verifiers resolve did:wba, did:web and did:key; they get no keys from other methods.",
        fix: "Use a did:wba DID of the host that publishes the description.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap("did:wba:hotel.example:rooms", "did:ethr:0xb9c5714089478a327f09197987f16f9e5d936e8a")],
        right: &[],
    },
    RuleExample {
        rule: &rules::NAME,
        why: "People choose an agent by its name.",
        fix: "Add a name.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#""name": "Room service",
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::DESCRIPTION,
        why: "Readers show the description as text.",
        fix: "Write one string.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""description": ["Brings supper.", "And wine."]"#)],
        right: &[Add(r#""description": "Brings supper. And wine.""#)],
    },
    RuleExample {
        rule: &rules::VERSION,
        why: "As a number, 1.10 and 1.1 are the same version.",
        fix: "Write the version in quotes.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""version": 1.10"#)],
        right: &[Add(r#""version": "1.10""#)],
    },
    RuleExample {
        rule: &rules::CREATED,
        why: "Readers compare times; a date alone is not a time.",
        fix: "Write the date, time and offset.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""created": "2026-01-31""#)],
        right: &[Add(r#""created": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::MODIFIED,
        why: "Readers compare times, to keep the newer description.",
        fix: "Write the date, time and offset.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""modified": "yesterday""#)],
        right: &[Add(r#""modified": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::OWNER,
        why: "An owner has a name, a type and a site; a bare string has none of these.",
        fix: "Write the owner as an object with a type.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""owner": "Grand Hotel""#)],
        right: &[Add(r#""owner": {"@type": "Organization", "name": "Grand Hotel"}"#)],
    },
    RuleExample {
        rule: &rules::PRODUCTS,
        why: "A product is described, or linked by its `@id`; a string is neither.",
        fix: "Write each product as an object.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""products": ["Supper"]"#)],
        right: &[Add(
            r#""products": [{"@type": "Product", "@id": "https://hotel.example/supper.json", "name": "Supper"}]"#,
        )],
    },
    RuleExample {
        rule: &rules::SERVICES,
        why: "A service is described, or linked by its `@id`; a string is neither.",
        fix: "Write each service as an object.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""services": ["Laundry"]"#)],
        right: &[Add(
            r#""services": [{"@type": "Service", "@id": "https://hotel.example/laundry.json", "name": "Laundry"}]"#,
        )],
    },
    RuleExample {
        rule: &rules::INTERFACES,
        why: "An interface gives its protocol and the place of its definition; a bare value does not.",
        fix: "Write each interface as an object.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""interfaces": [true]"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::SECURITY,
        why: "Definitions apply only when they are named: without `security`, consumers do not know how to authenticate.",
        fix: "Name a scheme of `securityDefinitions`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#",
  "security": "didwba_sc""#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::SECURITY_DEFINITIONS,
        why: "A name in `security` says nothing without a definition of the scheme.",
        fix: "Define the scheme.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(
            r#""securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::SECURITY_REFERENCE,
        why: "A name without a definition locks everyone out, or lets everyone in.",
        fix: "Write the name as it is defined.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""security": "didwba_sc""#, r#""security": "didwba_cs""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PROOF,
        why: "A verifier needs the suite, the purpose, the key and the signature: without any of these, the proof proves nothing.",
        fix: "Sign the description again: signing writes all of them.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""proof": {
    "type": "EcdsaSecp256r1Signature2019",
    "created": "2026-01-31T12:00:00Z",
    "proofPurpose": "assertionMethod",
    "domain": "hotel.example",
    "challenge": "1235abcd6789",
    "proofValue": "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz"
  }"#)],
        right: &[Add(r#""proof": {
    "type": "EcdsaSecp256r1Signature2019",
    "created": "2026-01-31T12:00:00Z",
    "proofPurpose": "assertionMethod",
    "verificationMethod": "did:wba:hotel.example:rooms#key-1",
    "domain": "hotel.example",
    "challenge": "1235abcd6789",
    "proofValue": "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz"
  }"#)],
    },
    RuleExample {
        rule: &rules::PROOF_CHALLENGE,
        why: "With a domain but no challenge, an old proof can be presented again at the same place.",
        fix: "Sign with both a domain and a challenge.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""proof": {
    "type": "EcdsaSecp256r1Signature2019",
    "created": "2026-01-31T12:00:00Z",
    "proofPurpose": "assertionMethod",
    "verificationMethod": "did:wba:hotel.example:rooms#key-1",
    "domain": "hotel.example",
    "proofValue": "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz"
  }"#)],
        right: &[Add(r#""proof": {
    "type": "EcdsaSecp256r1Signature2019",
    "created": "2026-01-31T12:00:00Z",
    "proofPurpose": "assertionMethod",
    "verificationMethod": "did:wba:hotel.example:rooms#key-1",
    "domain": "hotel.example",
    "challenge": "1235abcd6789",
    "proofValue": "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz"
  }"#)],
    },
    RuleExample {
        rule: &rules::DESCRIPTION_URL,
        why: "Over plain HTTP, anyone on the path can change what is read.",
        fix: "Serve it over HTTPS, and write that URL.",
        severity: Severity::Error,
        base: ANP_07,
        wrong: &[Add(r#""url": "http://hotel.example/ad.json""#)],
        right: &[Add(r#""url": "https://hotel.example/ad.json""#)],
    },
    RuleExample {
        rule: &rules::SCHEME,
        why: "Without the mechanism a consumer does not know what to send.",
        fix: "Add `scheme`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""scheme": "didwba", "#, "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::SCHEME_KNOWN,
        why: "A misspelled mechanism is an unknown mechanism: consumers give up.",
        fix: "Write `didwba`.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(r#""scheme": "didwba""#, r#""scheme": "did-wba""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::SCHEME_IN,
        why: "A consumer has to know where the parameter goes.",
        fix: "Write one of header, query, body, cookie, uri and auto.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""in": "header""#, r#""in": "headers""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::SCHEME_NAME,
        why: "A consumer has to know the header's name.",
        fix: "Add `name`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#", "name": "Authorization""#, "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::SCHEME_AUTO_NAME,
        why: "With `auto` the protocol decides where the parameter goes, so a name contradicts it.",
        fix: "Remove `name`, or say where it goes.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(r#""in": "header""#, r#""in": "auto""#)],
        right: &[Swap(r#""in": "header", "name": "Authorization""#, r#""in": "auto""#)],
    },
    RuleExample {
        rule: &rules::SCHEME_DESCRIPTION,
        why: "Readers show the description as text.",
        fix: "Write a string.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""name": "Authorization""#, r#""name": "Authorization", "description": true"#)],
        right: &[Swap(r#""name": "Authorization""#, r#""name": "Authorization", "description": "For guests.""#)],
    },
    RuleExample {
        rule: &rules::SCHEME_SECRET,
        why: "A description is public: a secret in it is no longer secret.",
        fix: "Remove the secret, change it, and share it another way.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(r#""name": "Authorization""#, r#""name": "Authorization", "ad:password": "1234""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_TYPE,
        why: "The type says whether software or a model can talk to the interface.",
        fix: "Add the type.",
        severity: Severity::Error,
        base: WITH_INTERFACE,
        wrong: &[Swap(
            r#"      "@type": "ad:StructuredInterface",
"#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_TYPE_KNOWN,
        why: "Other types are allowed, so a misspelled type is not an error, but no reader knows it.",
        fix: "Correct the type.",
        severity: Severity::Warning,
        base: WITH_INTERFACE,
        wrong: &[Swap("ad:StructuredInterface", "ad:StructuredInterfaces")],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_ID,
        why: "Other documents and logs refer to an interface by its identifier.",
        fix: "Add an absolute URI that nothing else has.",
        severity: Severity::Warning,
        base: WITH_INTERFACE,
        wrong: &[Swap(
            r#"      "@id": "https://hotel.example/api/menu",
"#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_NAME,
        why: "People choose an interface by its name.",
        fix: "Add a name.",
        severity: Severity::Warning,
        base: WITH_INTERFACE,
        wrong: &[Swap(
            r#"      "name": "Menu",
"#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_DESCRIPTION,
        why: "Models use the description to decide whether to call the interface.",
        fix: "Say what it does.",
        severity: Severity::Error,
        base: WITH_INTERFACE,
        wrong: &[Swap(
            r#"      "description": "What there is for supper.",
"#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_PROTOCOL,
        why: "Without the protocol a consumer cannot read the definition.",
        fix: "Add the protocol.",
        severity: Severity::Error,
        base: WITH_INTERFACE,
        wrong: &[Swap(
            r#"      "protocol": "YAML",
"#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_PROTOCOL_KNOWN,
        why: "Consumers look for the protocols named in the specifications.",
        fix: "Write one of them as it is spelled there.",
        severity: Severity::Warning,
        base: WITH_INTERFACE,
        wrong: &[Swap(r#""YAML""#, r#""JSONRPC 2.0""#)],
        right: &[Swap(r#""YAML""#, r#""JSON-RPC 2.0""#)],
    },
    RuleExample {
        rule: &rules::INTERFACE_URL,
        why: "Over plain HTTP, anyone on the path can change the definition that consumers program against.",
        fix: "Serve it over HTTPS, and write that URL.",
        severity: Severity::Error,
        base: WITH_INTERFACE,
        wrong: &[Swap("https://hotel.example/api/menu.yaml", "http://hotel.example/api/menu.yaml")],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_VERSION,
        why: "As a number, 1.10 and 1.1 are the same version.",
        fix: "Write the version in quotes.",
        severity: Severity::Error,
        base: WITH_INTERFACE,
        wrong: &[Within(r#""version": 2"#)],
        right: &[Within(r#""version": "2""#)],
    },
    RuleExample {
        rule: &rules::INTERFACE_SECURITY,
        why: "An interface's own `security` takes precedence over the description's, so it must be readable.",
        fix: "Name a scheme of `securityDefinitions`.",
        severity: Severity::Error,
        base: WITH_INTERFACE,
        wrong: &[Within(r#""security": true"#)],
        right: &[Within(r#""security": "didwba_sc""#)],
    },
    RuleExample {
        rule: &rules::HUMAN_AUTHORIZATION,
        why: "An agent that buys without asking spends someone else's money.",
        fix: "Say whether a person must approve each call.",
        severity: Severity::Note,
        base: WITH_INTERFACE,
        wrong: &[Swap(r#""name": "Menu""#, r#""name": "Purchase""#)],
        right: &[Swap(r#""name": "Menu""#, r#""name": "Purchase""#), Within(r#""humanAuthorization": true"#)],
    },
    RuleExample {
        rule: &rules::PROTOCOL_TYPE,
        why: "The member distinguishes the plain JSON of ANP-07 from any other JSON.",
        fix: "Write `ANP`.",
        severity: Severity::Error,
        base: ANP_07,
        wrong: &[Swap(r#""ANP""#, r#""anp""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PROTOCOL_VERSION,
        why: "Readers use the version to decide how to read the rest.",
        fix: "Add the version of the protocol that you follow.",
        severity: Severity::Error,
        base: ANP_07,
        wrong: &[Swap(
            r#""protocolVersion": "1.0.0",
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::ANP_07_TYPE,
        why: "Without a type the document could be any document of the protocol.",
        fix: "Add the type.",
        severity: Severity::Error,
        base: ANP_07,
        wrong: &[Swap(
            r#""type": "AgentDescription",
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::ANP_07_INTERFACE,
        why: "Models use the description to decide whether to call the interface.",
        fix: "Say what it does.",
        severity: Severity::Note,
        base: ANP_07,
        wrong: &[Add(r#""interfaces": [
    {
      "type": "StructuredInterface",
      "protocol": "openrpc",
      "url": "https://hotel.example/api/menu.json"
    }
  ]"#)],
        right: &[Add(r#""interfaces": [
    {
      "type": "StructuredInterface",
      "protocol": "openrpc",
      "url": "https://hotel.example/api/menu.json",
      "description": "What there is for supper."
    }
  ]"#)],
    },
    RuleExample {
        rule: &rules::INFOMATIONS,
        why: "A resource gives its type and its URL; a bare string has neither. (The misspelled member name is the protocol's.)",
        fix: "Write each resource as an object.",
        severity: Severity::Error,
        base: ANP_07,
        wrong: &[Add(r#""Infomations": ["menu.json"]"#)],
        right: &[Add(
            r#""Infomations": [{"type": "Product", "description": "The menu", "url": "https://hotel.example/menu.json"}]"#,
        )],
    },
    RuleExample {
        rule: &rules::RESOURCE,
        why: "Software that compares prices needs numbers and a currency.",
        fix: "Write the price as a decimal number.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""products": [
    {
      "@type": "Product",
      "name": "Supper",
      "offers": {"@type": "Offer", "price": "12 euros", "priceCurrency": "EUR"}
    }
  ]"#)],
        right: &[Add(r#""products": [
    {
      "@type": "Product",
      "name": "Supper",
      "offers": {"@type": "Offer", "price": "12.00", "priceCurrency": "EUR"}
    }
  ]"#)],
    },
    RuleExample {
        rule: &rules::ANP_07_PRODUCT,
        why: "Agents compare products by their names and descriptions.",
        fix: "Add what is missing.",
        severity: Severity::Error,
        base: ANP_07_PRODUCT,
        wrong: &[Swap(
            r#""name": "Supper",
  "#,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::PRODUCT_NAME,
        why: "A product without a name cannot be shown, searched or ordered.",
        fix: "Add `name`; where the entry is a link, add `@id` with the URL of the product's document.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""products": [{"@type": "Product", "sku": "S-1"}]"#)],
        right: &[Add(r#""products": [{"@type": "Product", "sku": "S-1", "name": "Supper"}]"#)],
    },
    RuleExample {
        rule: &rules::PRICE_CURRENCY,
        why: "12 of one currency are not 12 of another: no software compares a price without its currency.",
        fix: "Add the three letters of ISO 4217.",
        severity: Severity::Warning,
        base: WITH_OFFER,
        wrong: &[Swap(r#", "priceCurrency": "EUR""#, "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::AVAILABILITY,
        why: "Software that looks for what is in stock compares URLs.",
        fix: "Write the URL of schema.org.",
        severity: Severity::Warning,
        base: WITH_OFFER,
        wrong: &[Swap(r#""EUR""#, r#""EUR", "availability": "in stock""#)],
        right: &[Swap(r#""EUR""#, r#""EUR", "availability": "https://schema.org/InStock""#)],
    },
    RuleExample {
        rule: &rules::OUTSIDE_OFFER,
        why: "A price outside of an offer is not read as one.",
        fix: "Move it into `offers`.",
        severity: Severity::Warning,
        base: WITH_OFFER,
        wrong: &[Swap(
            r#""offers": {"@type": "Offer", "price": "12.00", "priceCurrency": "EUR"}"#,
            r#""price": "12.00""#,
        )],
        right: &[],
    },
];
