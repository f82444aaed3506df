//! The rules for descriptions: each with a stable ID, its severity and its source.

use crate::diagnostic::Edit::{Add, Swap, Within};

/// The rules of the plain profile.
pub(super) const PLAIN: [&crate::diagnostic::Rule; 10] = [
    &PLAIN_JSON,
    &PLAIN_CONTEXT,
    &PLAIN_CONTEXT_NAME,
    &PLAIN_KEYWORD,
    &PLAIN_MEMBER,
    &PLAIN_VALUE,
    &PLAIN_TYPE,
    &PLAIN_ID,
    &PLAIN_SECURITY,
    &PLAIN_PROOF,
];

const DESCRIPTION_DOCUMENT: &str = r#"{
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

const SIGNED: &str = r#"{
  "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "@type": "ad:AgentDescription",
  "name": "Room service",
  "did": "did:wba:hotel.example:rooms",
  "securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "security": "didwba_sc",
  "proof": {
    "type": "EcdsaSecp256r1Signature2019",
    "created": "2026-01-31T12:00:00Z",
    "proofPurpose": "assertionMethod",
    "verificationMethod": "did:wba:hotel.example:rooms#key-1",
    "domain": "hotel.example",
    "challenge": "1235abcd6789",
    "proofValue": "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz"
  }
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

const ANP_07_WITH_INTERFACE: &str = r#"{
  "protocolType": "ANP",
  "protocolVersion": "1.0.0",
  "type": "AgentDescription",
  "name": "Room service",
  "securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "security": "didwba_sc",
  "interfaces": [
    {
      "type": "NaturalLanguageInterface",
      "protocol": "YAML",
      "url": "https://hotel.example/api/menu.yaml",
      "description": "What there is for supper."
    }
  ]
}
"#;

const ANP_07_PRODUCT_DOCUMENT: &str = r#"{
  "protocolType": "ANP",
  "protocolVersion": "1.0.0",
  "type": "Product",
  "name": "Supper",
  "description": "Soup, bread and fruit.",
  "offers": {"type": "Offer", "price": "12.00", "priceCurrency": "EUR"}
}
"#;

crate::rules! {
    /// Every rule, in the order of the specification.
    pub RULES;

    JSON_LD = "json-ld" / Error {
        summary: "Every context that the document names is embedded or pinned.",
        source: "JSON-LD 1.1 API, expansion",
        quote: "We use JSON-LD (JavaScript Object Notation for Linked Data) as the format of agent descriptions.",
        rationale: "A fetched context could change after signing, and with it the meaning of every member.",
        fix: "Use only embedded contexts, or supply the context with its digest.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en"}, "https://hotel.example/terms"]"#)],
        right: [Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "hotel": "https://hotel.example/terms#"}]"#)],
    }
    CONTEXT = "adp-1-context" / Error {
        summary: "A document has a `@context`, or is an ANP-07 document with a `protocolType`.",
        source: "ADP table 1, @context",
        quote: "@context: JSON-LD keyword that defines the short names (terms) used in the AD document. Required. anyURI or Array.",
        rationale: "Without a context, the members have no defined meaning.",
        fix: "Begin the document with the protocol's context.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "#, ""),
        ],
    }
    CONTEXT_IRI = "adp-context-1" / Error {
        summary: "`@context` contains the IRI https://agent-network-protocol.com/ad#, which marks the document as an agent description.",
        source: "ADP rule 1 for @context",
        quote: "The name-value pairs of @context must contain the anyURI https://agent-network-protocol.com/ad# to mark the document as an AD document.",
        rationale: "The IRI marks the document as an agent description. Crawlers look for it first.",
        fix: "Make the protocol's IRI the first entry of `@context`.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#, r#""@context": {"@vocab": "https://schema.org/", "@language": "en"}"#),
            Swap(r#""ad:AgentDescription""#, r#""AgentDescription""#),
        ],
    }
    CONTEXT_IRI_ENTRY = "adp-context-1-entry" / Warning, strict Error {
        summary: "The IRI https://agent-network-protocol.com/ad# is an entry of `@context`, not only the value of a prefix.",
        source: "ADP rule 1 for @context",
        quote: "The name-value pairs of @context must contain the anyURI https://agent-network-protocol.com/ad# to mark the document as an AD document.",
        rationale: "As the value of a prefix, the IRI is only an abbreviation, and readers that look for the entry do not find it. The specification's own example has this problem.",
        fix: "Add the IRI as a separate entry before the map.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#, r#""@context": {
    "@vocab": "https://schema.org/",
    "ad": "https://agent-network-protocol.com/ad#",
    "@language": "en"
  }"#),
        ],
    }
    CONTEXT_ONE_MAP = "adp-context-2" / Note {
        summary: "All name-value pairs of `@context` are in one map.",
        source: "ADP rule 2 for @context",
        quote: "When @context is an array, it may contain several elements of type anyURI or Map; it is recommended to put all name-value pairs into one Map.",
        rationale: "Later maps can redefine terms of earlier ones, so readers must process all of them.",
        fix: "Merge the maps into one.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en"}, {"hotel": "https://hotel.example/terms#"}]"#),
        ],
        right: [Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "hotel": "https://hotel.example/terms#"}]"#)],
    }
    CONTEXT_LANGUAGE = "adp-context-4" / Error, missing Note {
        summary: "A map in `@context` sets the default language: `@language` with a BCP 47 tag. The language of every text is a BCP 47 tag.",
        source: "ADP rule 4 for @context",
        quote: "One Map in the @context array should contain the name-value pair that defines the AD's default language: the name is the term @language, the value is a language tag as defined by [BCP47], such as en, zh-CN or zh-TW.",
        rationale: "Without a language tag, software cannot choose a voice, a font or a translation. RDF parsers drop texts with an invalid tag such as `en_US`.",
        fix: "Add `@language` with the tag of the text's language, such as `en` or `zh-CN`, to the map in `@context`.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#, r#""@context": "https://agent-network-protocol.com/ad#""#),
        ],
    }
    NAMESPACE_ALIAS = "namespace-alias" / Warning, strict Error {
        summary: "The protocol's namespace is spelled https://agent-network-protocol.com/ad#.",
        source: "ADP section Namespace",
        quote: "The vocabulary's terms are always shown in compact form; their expanded form is reached through the namespace IRI https://agent-network-protocol.com/ad#.",
        rationale: "Two misspelled namespaces are accepted because published documents use them, but other software rejects them.",
        fix: "Write the namespace as https://agent-network-protocol.com/ad#.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""@language": "en"}"#, r#""@language": "en", "old": "https://agent-network-protocol.com/ad/"}"#),
            Swap("ad:AgentDescription", "old:AgentDescription"),
        ],
    }
    DID_PREFIX = "did-prefix" / Warning, strict Error {
        summary: "`did` is not defined as a prefix, which would change DIDs in `@id` positions.",
        source: "JSON-LD 1.1 section 4.1.5",
        quote: "A prefix is expanded when a compact IRI begins with it and a colon: `did:wba:a` becomes the prefix's IRI followed by `wba:a`.",
        rationale: "As a prefix, `did` changes every DID in an `@id`: `did:wba:a` becomes `https://w3id.org/did#wba:a`. The specification's own example has this problem.",
        fix: "Leave `did` to the protocol's context, which defines it as a term, not a prefix.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "did": "https://w3id.org/did#"}]"#)],
    }
    PLAIN_JSON = "plain-json" / Error {
        summary: "No member name has a special meaning in JavaScript or C, and no object is empty.",
        source: "docs/reference/plain-profile.md, rule 0",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "JavaScript programs find a built-in function instead of the member, or modify all objects.",
        fix: "Use another name.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""constructor": "Grand Hotel""#)],
        right: [Add(r#""builder": "Grand Hotel""#)],
    }
    PLAIN_CONTEXT = "plain-context" / Error {
        summary: "`@context` is at the root. It contains only the contexts of the protocol and of schema.org, `@vocab`, `@language`, `@version`, prefixes and terms.",
        source: "docs/reference/plain-profile.md, rule 1",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "Parsers disagree about the other features of JSON-LD contexts. An attacker can use each difference to show them different values.",
        fix: "Remove it from the context.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""@language": "en"}"#, r#""@language": "en", "@base": "https://hotel.example/"}"#)],
    }
    PLAIN_CONTEXT_NAME = "plain-context-name" / Error {
        summary: "The context does not redefine names that agent descriptions use.",
        source: "docs/reference/plain-profile.md, rule 2",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "A context that gives `modified` another meaning hides the member from all readers of the protocol.",
        fix: "Remove the definition from `@context`, or use another name.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""@language": "en"}"#, r#""@language": "en", "modified": "https://hotel.example/terms#m"}"#)],
    }
    PLAIN_KEYWORD = "plain-keyword" / Error {
        summary: "Below the root, the only keywords are `@id` and `@type`. Values of unknown members may also use `@value`, `@language` and `@list`.",
        source: "docs/reference/plain-profile.md, rule 3",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "With other keywords, a signed document can mean one thing to JSON-LD processors and another to `jq`.",
        fix: "Write the data where it belongs.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""@included": [{"@id": "https://hotel.example/bar.json", "name": "Bar"}]"#)],
    }
    PLAIN_MEMBER = "plain-member" / Error {
        summary: "Each term occurs once, under its exact name. `proof` and `securityDefinitions` are at the root.",
        source: "docs/reference/plain-profile.md, rule 4",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "Go and .NET decoders ignore the case of names: they read one of the two members, and not always the same one.",
        fix: "Keep the term under its exact name.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""Name": "Another name""#)],
    }
    PLAIN_VALUE = "plain-value" / Error {
        summary: "A term's value is a string, a number of at most 15 digits, a boolean, an object, or a flat array of these.",
        source: "docs/reference/plain-profile.md, rule 5",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "JSON-LD flattens nested arrays; other parsers do not.",
        fix: "Write one value, or a flat array.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""description": [["Brings supper."]]"#)],
        right: [Add(r#""description": "Brings supper.""#)],
    }
    PLAIN_TYPE = "plain-type" / Error {
        summary: "A type is a name, PREFIX:name or an absolute IRI, and is not confusable with a type of the protocol.",
        source: "docs/reference/plain-profile.md, rule 6",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "Software that ignores the case of names mistakes the type for one of the protocol.",
        fix: "Write the exact type, or a clearly different one.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""ad:AgentDescription""#, r#"["ad:AgentDescription", "ad:agentDescription"]"#)],
    }
    PLAIN_ID = "plain-id" / Error {
        summary: "An `@id` is an absolute IRI in normalized form, and its node is described in one place.",
        source: "docs/reference/plain-profile.md, rule 7",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "Readers that normalize identifiers see one node where others see two.",
        fix: "Write the identifier in normalized form.",
        wrong: DESCRIPTION_DOCUMENT => [Swap("https://hotel.example/ad.json", "https://HOTEL.example/ad.json")],
    }
    PLAIN_SECURITY = "plain-security" / Error {
        summary: "`securityDefinitions` is one object of named security schemes, whose names the context does not define.",
        source: "docs/reference/plain-profile.md, rule 8",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "Readers that look up the scheme by its `@id` do not find it under its name.",
        fix: "Remove the `@id`.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""scheme": "didwba","#, r#""@id": "https://hotel.example/scheme", "scheme": "didwba","#)],
    }
    PLAIN_PROOF = "plain-proof" / Error {
        summary: "`proof` is one object of strings that its cryptosuite defines.",
        source: "docs/reference/plain-profile.md, rule 9",
        quote: "All parsers of a signed description must read the same values.",
        rationale: "RDF parsers treat the proof as a node, so its other statements could be about another node.",
        fix: "Remove the member, and sign again.",
        wrong: SIGNED => [Swap("    \"proofValue\"", "    \"id\": \"https://hotel.example/ad.json\",\n    \"proofValue\"")],
    }
    UNNAMED = "term-unnamed" / Warning {
        summary: "A term of the profile is written as the member with its name, which plain JSON parsers look for.",
        source: "verification step `structure`",
        quote: "Plain JSON parsers must see the same signed description as JSON-LD processors.",
        rationale: "A plain JSON parser looks for `modified` and finds no such member.",
        fix: "Use the protocol's name for the term as the member name; the context gives it its meaning.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""ad:modified": "2026-01-31T12:00:00Z""#)],
        right: [Add(r#""modified": "2026-01-31T12:00:00Z""#)],
    }
    MISSPELLED = "misspelled-term" / Warning {
        summary: "No member name is a misspelling of a missing term.",
        source: "ADP section Vocabulary",
        quote: "To make the understanding of description documents more consistent, we define a set of standard vocabulary terms.",
        rationale: "With a vocabulary every member has a meaning, so a misspelled name is not an error, but readers ignore it.",
        fix: "Correct the name.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""desciption": "Brings supper.""#)],
        right: [Add(r#""description": "Brings supper.""#)],
    }
    TYPE = "adp-1-type" / Error {
        summary: "The root's `@type`, if present, is `ad:AgentDescription`.",
        source: "ADP table 1, @type",
        quote: "@type: JSON-LD keyword that adds semantic tags (or types) to an object. Optional. string or Array of string.",
        rationale: "A document of another type is not an agent description.",
        fix: "Write the type `ad:AgentDescription`.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""ad:AgentDescription""#, r#""ad:AgentDescripton""#)],
    }
    TYPE_SAID = "adp-1-type-said" / Note {
        summary: "The root has a `@type`.",
        source: "ADP table 1, @type",
        quote: "@type: JSON-LD keyword that adds semantic tags (or types) to an object. Optional. string or Array of string.",
        rationale: "Crawlers and search engines sort documents by type.",
        fix: "Add the type.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""@type": "ad:AgentDescription",
  "#, ""),
        ],
    }
    DID = "adp-1-did" / Error, missing Note {
        summary: "`did` is the agent's DID: one plain string, the same for JSON and JSON-LD parsers.",
        source: "ADP table 1, did",
        quote: "did: the agent's decentralized identifier (DID), which identifies the agent uniquely. Optional. string.",
        rationale: "The DID determines who may sign: with two DIDs, verifiers could accept different signers.",
        fix: "Keep one DID.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""did": "did:wba:hotel.example:rooms""#, r#""did": ["did:wba:hotel.example:rooms", "did:wba:other.example"]"#),
        ],
    }
    DID_KIND = "adp-1-did-method" / Warning, strict Error {
        summary: "`did` is a did:wba or did:web DID of a host on the public web, or a did:key DID.",
        source: "ADP section Security",
        quote: "The agent description protocol currently uses the did:wba method as its security mechanism.",
        rationale: "Verifiers resolve only did:wba, did:web and did:key.",
        fix: "Use a did:wba DID of the host that publishes the description.",
        wrong: DESCRIPTION_DOCUMENT => [Swap("did:wba:hotel.example:rooms", "did:ethr:0xb9c5714089478a327f09197987f16f9e5d936e8a")],
    }
    NAME = "adp-1-name" / Error {
        summary: "`name` is required, a string.",
        source: "ADP table 1, name",
        quote: "name: a human-readable name in the default language, for example for display. Required. string.",
        rationale: "People choose an agent by its name.",
        fix: "Add a name.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""name": "Room service",
  "#, ""),
        ],
    }
    DESCRIPTION = "adp-1-description" / Error, missing Note {
        summary: "`description` is a string.",
        source: "ADP table 1, description",
        quote: "description: additional (human-readable) information in the default language. Optional. string.",
        rationale: "Readers show the description as text.",
        fix: "Write one string.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""description": ["Brings supper.", "And wine."]"#)],
        right: [Add(r#""description": "Brings supper. And wine.""#)],
    }
    VERSION = "adp-1-version" / Error, missing Note {
        summary: "`version` is a string.",
        source: "ADP table 1, version",
        quote: "version: version information. Optional. VersionInfo.",
        rationale: "As a number, 1.10 and 1.1 are the same version.",
        fix: "Write the version in quotes.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""version": 1.10"#)],
        right: [Add(r#""version": "1.10""#)],
    }
    CREATED = "adp-1-created" / Error, missing Note {
        summary: "`created` is a date and time.",
        source: "ADP table 1, created",
        quote: "created: when the AD instance was created. Optional. dateTime.",
        rationale: "Readers compare times; a date alone is not a time.",
        fix: "Write the date, time and offset.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""created": "2026-01-31""#)],
        right: [Add(r#""created": "2026-01-31T12:00:00Z""#)],
    }
    MODIFIED = "adp-1-modified" / Error, missing Note {
        summary: "`modified` is a date and time.",
        source: "ADP table 1, modified",
        quote: "modified: when the AD instance was last modified. Optional. dateTime.",
        rationale: "Readers compare times, to keep the newer description.",
        fix: "Write the date, time and offset.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""modified": "yesterday""#)],
        right: [Add(r#""modified": "2026-01-31T12:00:00Z""#)],
    }
    OWNER = "adp-1-owner" / Error, missing Note {
        summary: "`owner` is a person or an organization.",
        source: "ADP table 1, owner",
        quote: "owner: who owns the agent, a person or an organization. Optional. Person or Organization.",
        rationale: "An owner has a name, a type and a site; a bare string has none of these.",
        fix: "Write the owner as an object with a type.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""owner": "Grand Hotel""#)],
        right: [Add(r#""owner": {"@type": "Organization", "name": "Grand Hotel"}"#)],
    }
    PRODUCTS = "adp-1-products" / Error, missing Note {
        summary: "`products` is an array of products.",
        source: "ADP table 1, products",
        quote: "products: the list of all products the agent offers. Optional. Array of Product.",
        rationale: "A product is an object with its data or with a link in `@id`; a string is neither.",
        fix: "Write each product as an object.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""products": ["Supper"]"#)],
        right: [
            Add(r#""products": [{"@type": "Product", "@id": "https://hotel.example/supper.json", "name": "Supper"}]"#),
        ],
    }
    SERVICES = "adp-1-services" / Error, missing Note {
        summary: "`services` is an array of services.",
        source: "ADP table 1, services",
        quote: "services: the list of all services the agent offers. Optional. Array of Service.",
        rationale: "A service is an object with its data or with a link in `@id`; a string is neither.",
        fix: "Write each service as an object.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""services": ["Laundry"]"#)],
        right: [
            Add(r#""services": [{"@type": "Service", "@id": "https://hotel.example/laundry.json", "name": "Laundry"}]"#),
        ],
    }
    INTERFACES = "adp-1-interfaces" / Error, missing Note {
        summary: "`interfaces` is an array of interfaces.",
        source: "ADP table 1, interfaces",
        quote: "interfaces: the definitions of all interfaces the agent offers. Optional. Array of Interface.",
        rationale: "An interface has a protocol and the URL of its definition; a bare value has neither.",
        fix: "Write each interface as an object.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""interfaces": [true]"#)],
    }
    SECURITY = "adp-1-security" / Error {
        summary: "`security` is required: the name of a security scheme, or several.",
        source: "ADP table 1, security",
        quote: "security: a set of security definition names, chosen from securityDefinitions. All of them must be satisfied to access resources. Required. string or Array of string.",
        rationale: "Definitions apply only if `security` names them. Without it, consumers cannot know how to authenticate.",
        fix: "Name a scheme of `securityDefinitions`.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#",
  "security": "didwba_sc""#, ""),
        ],
    }
    SECURITY_DEFINITIONS = "adp-1-security-definitions" / Error {
        summary: "`securityDefinitions` is required: a map of named security schemes.",
        source: "ADP table 1, securityDefinitions",
        quote: "securityDefinitions: a set of named security configurations (definitions only). They apply only when named in a security name-value pair. Required. Map of SecurityScheme.",
        rationale: "A name in `security` has no meaning without a definition of the scheme.",
        fix: "Define the scheme.",
        wrong: DESCRIPTION_DOCUMENT => [
            Swap(r#""securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "#, ""),
        ],
    }
    SECURITY_REFERENCE = "adp-security-reference" / Error {
        summary: "Every name in `security` is defined in `securityDefinitions`.",
        source: "ADP table 1, security",
        quote: "security: a set of security definition names, chosen from securityDefinitions.",
        rationale: "A name without a definition may deny access to everyone, or allow it to everyone.",
        fix: "Write the name as it is defined.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""security": "didwba_sc""#, r#""security": "didwba_cs""#)],
    }
    PROOF = "adp-1-proof" / Error {
        summary: "`proof`, if present, is one object with `type`, `proofPurpose`, `verificationMethod` and `proofValue`, all strings.",
        source: "ADP table 1, proof",
        quote: "proof: integrity information that protects the AD document against tampering. Optional. Proof.",
        rationale: "A verifier needs the suite, the purpose, the key and the signature.",
        fix: "Sign the description again, which writes all of them.",
        wrong: SIGNED => [Swap("    \"verificationMethod\": \"did:wba:hotel.example:rooms#key-1\",\n", "")],
    }
    PROOF_CHALLENGE = "adp-proof-challenge" / Error {
        summary: "A proof with a `domain` has a `challenge`.",
        source: "ADP section Proof, challenge",
        quote: "challenge: the challenge of the verification, which protects against tampering. When domain is given, challenge must be given too.",
        rationale: "With a domain but no challenge, an old proof can be replayed on the same host.",
        fix: "Sign with both a domain and a challenge.",
        wrong: SIGNED => [Swap("    \"challenge\": \"1235abcd6789\",\n", "")],
    }
    DESCRIPTION_URL = "adp-url" / Error, missing Note {
        summary: "The `url` of an agent description or of a resource is an https URL.",
        source: "ANP-07, url; ADP table 5, url",
        quote: "url: the URL of the document. anyURI.",
        rationale: "Over plain HTTP, anyone on the network path can change the content.",
        fix: "Serve it over HTTPS, and write that URL.",
        wrong: ANP_07 => [Add(r#""url": "http://hotel.example/ad.json""#)],
        right: [Add(r#""url": "https://hotel.example/ad.json""#)],
    }
    SCHEME = "adp-2-scheme" / Error {
        summary: "`scheme` is required, a string.",
        source: "ADP table 2, scheme",
        quote: "scheme: the identifier of the security mechanism. Required. string.",
        rationale: "Without the mechanism, consumers cannot know what to send.",
        fix: "Add `scheme`.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""scheme": "didwba", "#, "")],
    }
    SCHEME_KNOWN = "adp-2-scheme-known" / Warning {
        summary: "`scheme` is `didwba`, or a clearly different name.",
        source: "ADP section Security",
        quote: "The agent description protocol currently uses the did:wba method as its security mechanism; other methods of authentication may be added in future as needed.",
        rationale: "Consumers cannot use a misspelled mechanism.",
        fix: "Write `didwba`.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""scheme": "didwba""#, r#""scheme": "did-wba""#)],
    }
    SCHEME_IN = "adp-2-in" / Error {
        summary: "`in` is required, except with `nosec`: header, query, body, cookie, uri or auto.",
        source: "ADP table 2, in",
        quote: "in: where the authentication parameter is. Required. string. One of: header, query, body, cookie, uri, auto.",
        rationale: "Consumers must know where to send the parameter.",
        fix: "Write one of header, query, body, cookie, uri and auto.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""in": "header""#, r#""in": "headers""#)],
    }
    SCHEME_NAME = "adp-2-name" / Error {
        summary: "`name` is required, a string, except with `in: auto` or `nosec`.",
        source: "ADP table 2, name",
        quote: "name: the name of the authentication parameter. Required. string.",
        rationale: "Consumers must know the name of the header.",
        fix: "Add `name`.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#", "name": "Authorization""#, "")],
    }
    SCHEME_AUTO_NAME = "adp-2-auto" / Warning, strict Error {
        summary: "With `in: auto` a scheme has no `name`.",
        source: "ADP section Security, auto",
        quote: "auto: the location is determined or negotiated as part of the protocol. If in is set to auto, name should not be set.",
        rationale: "With `auto`, the protocol determines the location, so a name contradicts it.",
        fix: "Remove `name`, or set `in` to the location.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""in": "header""#, r#""in": "auto""#)],
        right: [Swap(r#""in": "header", "name": "Authorization""#, r#""in": "auto""#)],
    }
    SCHEME_DESCRIPTION = "adp-2-description" / Error, missing Note {
        summary: "`description` is a string.",
        source: "ADP table 2, description",
        quote: "description: additional (human-readable) information in the default language. Optional. string.",
        rationale: "Readers show the description as text.",
        fix: "Write a string.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""name": "Authorization""#, r#""name": "Authorization", "description": true"#)],
        right: [Swap(r#""name": "Authorization""#, r#""name": "Authorization", "description": "For guests.""#)],
    }
    SCHEME_SECRET = "adp-security-secret" / Warning, strict Error {
        summary: "An agent description contains no key, password or other secret.",
        source: "ADP section Security",
        quote: "For all security schemes, no key, password or other sensitive information that gives access directly may be stored in the AD; it is shared and stored out of band.",
        rationale: "Descriptions are public, so a secret in a description is compromised.",
        fix: "Remove the secret, replace it, and share the new one over another channel.",
        wrong: DESCRIPTION_DOCUMENT => [Swap(r#""name": "Authorization""#, r#""name": "Authorization", "ad:password": "1234""#)],
    }
    INTERFACE_TYPE = "adp-5-type" / Error {
        summary: "An interface's `@type` is required.",
        source: "ADP table 5, @type",
        quote: "@type: the type of the interface. Required. string.",
        rationale: "The type determines whether software or a model can use the interface.",
        fix: "Add the type.",
        wrong: WITH_INTERFACE => [
            Swap(r#"      "@type": "ad:StructuredInterface",
"#, ""),
        ],
    }
    INTERFACE_TYPE_KNOWN = "adp-5-type-known" / Warning {
        summary: "An interface's `@type` is StructuredInterface, NaturalLanguageInterface or a clearly different type.",
        source: "ADP section Interface",
        quote: "The basic types of interfaces are StructuredInterface, called by a particular API protocol, and NaturalLanguageInterface, talked to in natural language.",
        rationale: "Other types are allowed, so a misspelled type is not an error, but readers ignore it.",
        fix: "Correct the type.",
        wrong: WITH_INTERFACE => [Swap("ad:StructuredInterface", "ad:StructuredInterfaces")],
    }
    INTERFACE_ID = "adp-5-id" / Error, missing Warning, strict Error {
        summary: "An interface's `@id` is required, an absolute URI.",
        source: "ADP table 5, @id",
        quote: "@id: the unique identifier of the interface. Required. anyURI.",
        rationale: "Other documents and logs refer to an interface by its identifier.",
        fix: "Add a unique absolute URI.",
        wrong: WITH_INTERFACE => [
            Swap(r#"      "@id": "https://hotel.example/api/menu",
"#, ""),
        ],
    }
    INTERFACE_NAME = "adp-5-name" / Error, missing Warning, strict Error {
        summary: "An interface's `name` is required, a string.",
        source: "ADP table 5, name",
        quote: "name: the name of the interface. Required. string.",
        rationale: "People choose an interface by its name.",
        fix: "Add a name.",
        wrong: WITH_INTERFACE => [
            Swap(r#"      "name": "Menu",
"#, ""),
        ],
    }
    INTERFACE_DESCRIPTION = "adp-5-description" / Error {
        summary: "An interface's `description` is required, a string.",
        source: "ADP table 5, description",
        quote: "description: a detailed description of the interface. Required. string.",
        rationale: "Models use the description to decide whether to call the interface.",
        fix: "Describe what the interface does.",
        wrong: WITH_INTERFACE => [
            Swap(r#"      "description": "What there is for supper.",
"#, ""),
        ],
    }
    INTERFACE_PROTOCOL = "adp-5-protocol" / Error {
        summary: "An interface's `protocol` is required, a string.",
        source: "ADP table 5, protocol",
        quote: "protocol: the protocol the interface uses; currently YAML and JSON-RPC 2.0 are supported. Required. string.",
        rationale: "Without the protocol a consumer cannot read the definition.",
        fix: "Add the protocol.",
        wrong: WITH_INTERFACE => [
            Swap(r#"      "protocol": "YAML",
"#, ""),
        ],
    }
    INTERFACE_PROTOCOL_KNOWN = "adp-5-protocol-known" / Warning, strict Error {
        summary: "An interface's `protocol` is one that a specification defines.",
        source: "ADP table 5, protocol",
        quote: "protocol: the protocol the interface uses; currently YAML and JSON-RPC 2.0 are supported. Required. string.",
        rationale: "Consumers look for the protocols named in the specifications.",
        fix: "Write one of the protocols exactly as specified.",
        wrong: WITH_INTERFACE => [Swap(r#""YAML""#, r#""JSONRPC 2.0""#)],
        right: [Swap(r#""YAML""#, r#""JSON-RPC 2.0""#)],
    }
    INTERFACE_URL = "adp-5-url" / Error {
        summary: "An interface has a `url`, an https or wss URL, or its definition as `content`.",
        source: "ADP table 5, url; ANP-07, content",
        quote: "url: the URL of the document that defines the interface. Required. anyURI.",
        rationale: "Over plain HTTP, anyone on the network path can change the definition.",
        fix: "Serve it over HTTPS, and write that URL.",
        wrong: WITH_INTERFACE => [Swap("https://hotel.example/api/menu.yaml", "http://hotel.example/api/menu.yaml")],
    }
    INTERFACE_VERSION = "adp-5-version" / Error, missing Note {
        summary: "An interface's `version` is a string.",
        source: "ADP table 5, version",
        quote: "version: version information of the interface. Optional. string.",
        rationale: "As a number, 1.10 and 1.1 are the same version.",
        fix: "Write the version in quotes.",
        wrong: WITH_INTERFACE => [Within(r#""version": 2"#)],
        right: [Within(r#""version": "2""#)],
    }
    INTERFACE_SECURITY = "adp-5-security" / Error, missing Note {
        summary: "An interface's `security` is a security scheme, or the name of one.",
        source: "ADP table 5, security",
        quote: "security: the security requirements of the interface. Optional. SecurityScheme.",
        rationale: "An interface's own `security` overrides that of the description, so it must be valid.",
        fix: "Name a scheme of `securityDefinitions`.",
        wrong: WITH_INTERFACE => [Within(r#""security": true"#)],
        right: [Within(r#""security": "didwba_sc""#)],
    }
    HUMAN_AUTHORIZATION = "adp-5-human-authorization" / Error, missing Note {
        summary: "An interface's `humanAuthorization` is a boolean. Interfaces that buy or book state whether a person must approve.",
        source: "ADP table 5, humanAuthorization",
        quote: "If calling an interface needs manual authorization by a person, a purchase interface for example, the field humanAuthorization can be added to its definition; true means that it can only be accessed once a person has authorized the call.",
        rationale: "Without approval, an agent could spend money that is not its own.",
        fix: "Add `humanAuthorization`: true if a person must approve each call.",
        wrong: WITH_INTERFACE => [Swap(r#""name": "Menu""#, r#""name": "Purchase""#)],
        right: [Swap(r#""name": "Menu""#, r#""name": "Purchase""#), Within(r#""humanAuthorization": true"#)],
    }
    PROTOCOL_TYPE = "anp-07-protocol-type" / Error {
        summary: "`protocolType` is `ANP`.",
        source: "ANP-07, protocolType",
        quote: "protocolType: required, \"ANP\".",
        rationale: "The member distinguishes the plain JSON of ANP-07 from any other JSON.",
        fix: "Write `ANP`.",
        wrong: ANP_07 => [Swap(r#""ANP""#, r#""anp""#)],
    }
    PROTOCOL_VERSION = "anp-07-protocol-version" / Error {
        summary: "`protocolVersion` is required, a string.",
        source: "ANP-07, protocolVersion",
        quote: "protocolVersion: required, a string such as \"1.0.0\".",
        rationale: "Readers use the version to decide how to read the rest.",
        fix: "Add the version of the protocol that you follow.",
        wrong: ANP_07 => [
            Swap(r#""protocolVersion": "1.0.0",
  "#, ""),
        ],
    }
    ANP_07_TYPE = "anp-07-type" / Error {
        summary: "`type` is required: `AgentDescription`.",
        source: "ANP-07, type",
        quote: "type: required, \"AgentDescription\".",
        rationale: "Without a type, the document could be any document of the protocol.",
        fix: "Add the type.",
        wrong: ANP_07 => [
            Swap(r#""type": "AgentDescription",
  "#, ""),
        ],
    }
    ANP_07_INTERFACE = "anp-07-interface" / Error, missing Note {
        summary: "The members of an ANP-07 interface have the right types.",
        source: "ANP-07, interfaces",
        quote: "An interface has type, protocol, version, url, description and humanAuthorization.",
        rationale: "Models use the description to decide whether to call the interface.",
        fix: "Describe what the interface does.",
        wrong: ANP_07_WITH_INTERFACE => [Swap(",\n      \"description\": \"What there is for supper.\"", "")],
    }
    NATURAL_LANGUAGE = "anp-07-natural-language" / Note {
        summary: "An agent with interfaces has one that takes natural language.",
        source: "ANP-07, Core Concepts",
        quote: "It is recommended that all agents support natural language interfaces.",
        rationale: "Where no structured interface fits, callers have nothing to ask.",
        fix: "Add an interface of the type `NaturalLanguageInterface`.",
        wrong: ANP_07_WITH_INTERFACE => [
            Swap("NaturalLanguageInterface", "StructuredInterface"),
            Swap("YAML", "openrpc"),
        ],
    }
    INFOMATIONS = "anp-07-infomations" / Error, missing Note {
        summary: "`Infomations` is an array of resources.",
        source: "ANP-07, Infomations",
        quote: "Infomations: the agent's resources, such as products and services; optional, an array.",
        rationale: "A resource has a type and a URL; a bare string has neither. (The protocol misspells the member name.)",
        fix: "Write each resource as an object.",
        wrong: ANP_07 => [Add(r#""Infomations": ["menu.json"]"#)],
        right: [
            Add(r#""Infomations": [{"type": "Product", "description": "The menu", "url": "https://hotel.example/menu.json"}]"#),
        ],
    }
    RESOURCE = "resource" / Warning, missing Note, strict Error {
        summary: "The members of a product, service, person or organization have schema.org's types.",
        source: "schema.org",
        quote: "For describing products, services and other resources, the vocabulary of schema.org is recommended, so that descriptions are understood alike.",
        rationale: "Software that compares prices needs numbers and a currency.",
        fix: "Write the value in its type: a price, for example, as a decimal number.",
        wrong: WITH_OFFER => [Swap("12.00", "12 euros")],
    }
    ANP_07_PRODUCT = "anp-07-product" / Error {
        summary: "A product document of ANP-07 has a `name` and a `description`.",
        source: "ANP-07, Product Description Document",
        quote: "name: required, product name. description: required, detailed product description.",
        rationale: "Agents compare products by their names and descriptions.",
        fix: "Add what is missing.",
        wrong: ANP_07_PRODUCT_DOCUMENT => [Swap("\"name\": \"Supper\",\n  ", "")],
    }
    PRODUCT_NAME = "product-name" / Warning {
        summary: "A product has a `name`, unless it only links to its own document.",
        source: "schema.org, Product",
        quote: "name: the name of the item.",
        rationale: "A product without a name cannot be shown, searched or ordered.",
        fix: "Add `name`; if the entry is a link, add `@id` with the URL of the product's document.",
        wrong: DESCRIPTION_DOCUMENT => [Add(r#""products": [{"@type": "Product", "sku": "S-1"}]"#)],
        right: [Add(r#""products": [{"@type": "Product", "sku": "S-1", "name": "Supper"}]"#)],
    }
    PRICE_CURRENCY = "price-currency" / Warning {
        summary: "A price has a `priceCurrency`, a code of ISO 4217; an offer with a currency has a price.",
        source: "schema.org, priceCurrency",
        quote: "priceCurrency: the currency of the price; use standard formats: ISO 4217 currency format, e.g. USD.",
        rationale: "Software cannot compare prices without a currency.",
        fix: "Add the three-letter code of ISO 4217.",
        wrong: WITH_OFFER => [Swap(r#", "priceCurrency": "EUR""#, "")],
    }
    AVAILABILITY = "offer-availability" / Warning {
        summary: "The `availability` of an offer is a URL of schema.org.",
        source: "schema.org, availability",
        quote: "availability: the availability of this item, for example In stock, Out of stock, Pre-order. ItemAvailability.",
        rationale: "Software compares the URL to find items in stock.",
        fix: "Write a URL of schema.org, such as https://schema.org/InStock.",
        wrong: WITH_OFFER => [Swap(r#""EUR""#, r#""EUR", "availability": "in stock""#)],
        right: [Swap(r#""EUR""#, r#""EUR", "availability": "https://schema.org/InStock""#)],
    }
    OUTSIDE_OFFER = "outside-offer" / Warning {
        summary: "`price`, `priceCurrency`, `priceSpecification` and `availability` are members of an offer.",
        source: "schema.org, Offer",
        quote: "offers: an offer to provide this item, for example to sell a product.",
        rationale: "Readers ignore prices outside of offers.",
        fix: "Move it into `offers`.",
        wrong: WITH_OFFER => [
            Swap(r#""offers": {"@type": "Offer", "price": "12.00", "priceCurrency": "EUR"}"#, r#""price": "12.00""#),
        ],
    }
}

crate::rules! {
    /// The rules for the targets of a document's links.
    pub FOLLOWED;

    REACHABLE = "url-reachable" / Warning {
        summary: "All URLs in a description are reachable.",
        source: "ADP section Overview",
        quote: "An agent's information is stored in several files which the description document links; the description is the entry from which other agents get all of it.",
        rationale: "A description with broken links is not usable.",
        fix: "Publish a document at the URL, or correct the URL.",
    }
}
