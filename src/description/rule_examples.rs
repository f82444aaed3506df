//! A wrong and a right document for each rule, and why it matters.

use super::rules::{self, Rule, Severity};

/// What teaches a rule.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RuleExample {
    /// The rule.
    pub rule: &'static Rule,
    /// Why it matters.
    pub why: &'static str,
    /// What to do where it is broken.
    pub fix: &'static str,
    /// The severity of the finding in the wrong document.
    pub severity: Severity,
    base: &'static str,
    wrong: &'static [Edit],
    right: &'static [Edit],
}

impl RuleExample {
    /// The example of a rule.
    #[must_use]
    pub fn of(rule: &Rule) -> Option<&'static Self> {
        EXAMPLES.iter().find(|example| example.rule.id == rule.id)
    }

    /// A document that breaks the rule, and no other; only a DID that a prefix has cut comes with the prefix.
    #[must_use]
    pub fn wrong(&self) -> String {
        edited(self.base, self.wrong)
    }

    /// A document that keeps the rule, and every other.
    #[must_use]
    pub fn right(&self) -> String {
        edited(self.base, self.right)
    }
}

/// A change of a document's text.
#[derive(Clone, Copy, Debug)]
enum Edit {
    /// The one text in place of the other.
    Swap(&'static str, &'static str),
    /// One more member of the root.
    Add(&'static str),
    /// One more member of the interface.
    Within(&'static str),
}

use Edit::{Add, Swap, Within};

fn edited(base: &str, edits: &[Edit]) -> String {
    let append = |text: &str, end: &str, indent: &str, member: &str| match text.rsplit_once(end) {
        Some((before, after)) => format!("{before},\n{indent}{member}{end}{after}"),
        None => text.to_owned(),
    };
    edits.iter().fold(base.to_owned(), |text, edit| match edit {
        Swap(from, to) => text.replacen(from, to, 1),
        Add(member) => append(&text, "\n}", "  ", member),
        Within(member) => append(&text, "\n    }\n  ]", "      ", member),
    })
}

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

/// An example of every rule, in the order of [`rules::ALL`].
pub const EXAMPLES: &[RuleExample] = &[
    RuleExample {
        rule: &rules::JSON_LD,
        why: "A context that is fetched could change after signing, and with it what every member means.",
        fix: "Name only contexts that are embedded, or pin the context's bytes.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en"}, "https://hotel.example/terms"]"#)],
        right: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "hotel": "https://hotel.example/terms#"}]"#)],
    },
    RuleExample {
        rule: &rules::CONTEXT,
        why: "Without a context the members are words without meaning: every reader would guess.",
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
        why: "As the value of a prefix the IRI is only an abbreviation: readers that look for the entry do not find it, though the specification's own example writes it so.",
        fix: "Add the IRI as an entry of its own, beside the map.",
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
        rule: &rules::CONTEXT_NAMESPACE,
        why: "A namespace that is no absolute IRI depends on where the document was found, or means nothing at all.",
        fix: "Write the namespace's IRI in full.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(r#""@language": "en"}"#, r#""@language": "en", "hotel": "terms"}"#)],
        right: &[Swap(r#""@language": "en"}"#, r#""@language": "en", "hotel": "https://hotel.example/terms#"}"#)],
    },
    RuleExample {
        rule: &rules::CONTEXT_LANGUAGE,
        why: "Texts for people are in some language; without a tag, software cannot choose a voice, a font or a translation.",
        fix: "Add `@language` with the tag of the texts' language to the map in `@context`.",
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
        why: "Two misspelled namespaces are read because published documents use them; other software does not know them.",
        fix: "Write the namespace as https://agent-network-protocol.com/ad#.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""https://agent-network-protocol.com/ad/owner": {"@type": "Organization", "name": "Hotel"}"#)],
        right: &[Add(r#""owner": {"@type": "Organization", "name": "Hotel"}"#)],
    },
    RuleExample {
        rule: &rules::DID_PREFIX,
        why: "As a prefix, `did` swallows every DID in an `@id` position: `did:wba:a` becomes `https://w3id.org/did#wba:a`. The specification's own example has it.",
        fix: "Leave `did` to the protocol's context, which defines it as a term and no prefix.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "did": "https://w3id.org/did#"}]"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::DID_CAPTURED,
        why: "The identifier that readers see is not the DID that was written: nobody resolves it to the agent's keys.",
        fix: "Take the prefix `did` out of `@context`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[
            Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "did": "https://w3id.org/did#"}]"#),
            Swap(r#""@id": "https://hotel.example/ad.json""#, r#""@id": "did:wba:hotel.example:rooms""#),
        ],
        right: &[Swap(r#""@id": "https://hotel.example/ad.json""#, r#""@id": "did:wba:hotel.example:rooms""#)],
    },
    RuleExample {
        rule: &rules::STRUCTURE,
        why: "Keywords that move data let a signed document mean one thing to JSON-LD and another to `jq`.",
        fix: "Write the data where it belongs.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""@included": [{"@id": "https://hotel.example/bar.json", "name": "Bar"}]"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::TERM,
        why: "A context that gives `modified` another meaning hides the member from every reader of the protocol.",
        fix: "Take the definition out of `@context`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[
            Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "modified": "https://hotel.example/terms#m"}]"#),
            Add(r#""modified": "2026-01-31T12:00:00Z""#),
        ],
        right: &[Add(r#""modified": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::UNNAMED,
        why: "A reader without JSON-LD looks for `modified`, and finds no such member.",
        fix: "Name the member as the protocol names the term; the context gives it its meaning.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""ad:modified": "2026-01-31T12:00:00Z""#)],
        right: &[Add(r#""modified": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::DROPPED,
        why: "JSON-LD readers never see a member without meaning, though it is signed.",
        fix: "Define the term in `@context`.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "stars": null}]"#), Add(r#""stars": 4"#)],
        right: &[
            Swap(r#"{"@language": "en"}]"#, r#"{"@language": "en", "stars": "https://schema.org/starRating"}]"#),
            Add(r#""stars": 4"#),
        ],
    },
    RuleExample {
        rule: &rules::MISSPELLED,
        why: "Under a vocabulary every member has some meaning, so a misspelled one is no error and is read by nobody.",
        fix: "Correct the name.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""desciption": "Brings supper.""#)],
        right: &[Add(r#""description": "Brings supper.""#)],
    },
    RuleExample {
        rule: &rules::TYPE,
        why: "A document of another type is no agent description, whatever its members say.",
        fix: "Write the type `ad:AgentDescription`.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""ad:AgentDescription""#, r#""ad:AgentDescripton""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::TYPE_SAID,
        why: "The type is what crawlers and search engines sort documents by.",
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
        rule: &rules::ID,
        why: "A relative identifier names another thing at every place the document is copied to.",
        fix: "Write the URL where the document is published, in full.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""@id": "https://hotel.example/ad.json""#, r#""@id": "ad.json""#)],
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
        why: "Verifiers resolve did:wba, did:web and did:key; of another method they get no keys.",
        fix: "Use a did:wba DID of the host that publishes the description.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Swap("did:wba:hotel.example:rooms", "did:ethr:0xb9c5714089478a327f09197987f16f9e5d936e8a")],
        right: &[],
    },
    RuleExample {
        rule: &rules::NAME,
        why: "The name is what people choose the agent by.",
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
        why: "Readers compare times; a day is not one.",
        fix: "Write date, time and offset.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""created": "2026-01-31""#)],
        right: &[Add(r#""created": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::MODIFIED,
        why: "Readers compare times, to keep the newer description.",
        fix: "Write date, time and offset.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""modified": "yesterday""#)],
        right: &[Add(r#""modified": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::TIME_ZONE,
        why: "A time without an offset is 26 different moments.",
        fix: "End it with `Z` or an offset.",
        severity: Severity::Warning,
        base: DESCRIPTION,
        wrong: &[Add(r#""created": "2026-01-31T12:00:00""#)],
        right: &[Add(r#""created": "2026-01-31T12:00:00Z""#)],
    },
    RuleExample {
        rule: &rules::OWNER,
        why: "An owner has a name, a kind and a site; a bare string has none of them.",
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
        why: "An interface says its protocol and where it is defined; a bare URL does not.",
        fix: "Write each interface as an object.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Add(r#""interfaces": [true]"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::SECURITY,
        why: "Definitions apply only when they are named: without `security` nobody knows how to authenticate.",
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
        why: "A name in `security` says nothing without the scheme that it names.",
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
        why: "A name without a definition locks everybody out, or lets everybody in.",
        fix: "Write the name as it is defined.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""security": "didwba_sc""#, r#""security": "didwba_cs""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PROOF,
        why: "A verifier needs to know the suite, the purpose, the key and the signature: without one of them the proof proves nothing.",
        fix: "Sign the description anew: signing writes all of it.",
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
        why: "A domain without a challenge lets an old proof be shown again at the same place.",
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
        why: "Over plain HTTP anybody on the way can change what is read.",
        fix: "Serve it over https, and write that URL.",
        severity: Severity::Error,
        base: ANP_07,
        wrong: &[Add(r#""url": "http://hotel.example/ad.json""#)],
        right: &[Add(r#""url": "https://hotel.example/ad.json""#)],
    },
    RuleExample {
        rule: &rules::SCHEME_TYPE,
        why: "JSON-LD refuses a type that is no string, and with it the whole document.",
        fix: "Write the type as a string, or leave it out.",
        severity: Severity::Error,
        base: DESCRIPTION,
        wrong: &[Swap(r#""scheme": "didwba""#, r#""@type": {"name": "DIDWBASecurityScheme"}, "scheme": "didwba""#)],
        right: &[Swap(r#""scheme": "didwba""#, r#""@type": "ad:DIDWBASecurityScheme", "scheme": "didwba""#)],
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
        why: "A misspelled mechanism is an unknown one: consumers give up.",
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
        why: "With `auto` the protocol settles the place, so a name contradicts it.",
        fix: "Take `name` out, or say where it goes.",
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
        why: "A description is public: a secret in it is none.",
        fix: "Take the secret out, change it, and hand it over by another way.",
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
        why: "Other types are allowed, so a misspelled one is no error, and no reader knows it.",
        fix: "Correct the type.",
        severity: Severity::Warning,
        base: WITH_INTERFACE,
        wrong: &[Swap("ad:StructuredInterface", "ad:StructuredInterfaces")],
        right: &[],
    },
    RuleExample {
        rule: &rules::INTERFACE_ID,
        why: "Other documents and logs refer to an interface by its identifier.",
        fix: "Add an absolute URI that no other thing has.",
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
        why: "Models decide by the description whether to call the interface.",
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
        why: "Consumers look for the protocols that the specifications name.",
        fix: "Write one of them as it is spelled there.",
        severity: Severity::Warning,
        base: WITH_INTERFACE,
        wrong: &[Swap(r#""YAML""#, r#""JSONRPC 2.0""#)],
        right: &[Swap(r#""YAML""#, r#""JSON-RPC 2.0""#)],
    },
    RuleExample {
        rule: &rules::INTERFACE_URL,
        why: "Over plain HTTP anybody on the way can change the definition that consumers program by.",
        fix: "Serve it over https, and write that URL.",
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
        why: "Where an interface names its own security, that counts and not the description's: it must be readable.",
        fix: "Name a scheme of `securityDefinitions`.",
        severity: Severity::Error,
        base: WITH_INTERFACE,
        wrong: &[Within(r#""security": true"#)],
        right: &[Within(r#""security": "didwba_sc""#)],
    },
    RuleExample {
        rule: &rules::HUMAN_AUTHORIZATION,
        why: "An agent that buys without asking spends somebody's money.",
        fix: "Say whether a person must approve each call.",
        severity: Severity::Note,
        base: WITH_INTERFACE,
        wrong: &[Swap(r#""name": "Menu""#, r#""name": "Purchase""#)],
        right: &[Swap(r#""name": "Menu""#, r#""name": "Purchase""#), Within(r#""humanAuthorization": true"#)],
    },
    RuleExample {
        rule: &rules::PROTOCOL_TYPE,
        why: "The member tells the plain JSON of ANP-07 from any other JSON.",
        fix: "Write `ANP`.",
        severity: Severity::Warning,
        base: ANP_07,
        wrong: &[Swap(r#""ANP""#, r#""anp""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::PROTOCOL_VERSION,
        why: "Readers choose by the version how to read the rest.",
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
        why: "Models decide by the description whether to call the interface.",
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
        why: "A resource says its type and its place; a bare string has neither. (The misspelling is the protocol's.)",
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
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{EXAMPLES, Edit};
    use crate::{
        Document, Limits,
        description::{CheckOptions, check, rules},
    };

    #[test]
    fn wrong_examples_break_their_rule_alone_and_right_ones_none() {
        let checked = |text: &str| {
            check(&Document::parse(text.as_bytes(), &Limits::default()).unwrap(), &CheckOptions::default())
                .into_iter()
                .map(|finding| (finding.rule.id, finding.severity))
                .collect::<Vec<_>>()
        };
        let mut failed = Vec::new();
        for example in EXAMPLES {
            let mut wrong = checked(&example.wrong());
            // the prefix that cuts a DID is a finding of its own
            if *example.rule == rules::DID_CAPTURED {
                wrong.retain(|(id, _)| *id != rules::DID_PREFIX.id);
            }
            let right = checked(&example.right());
            if wrong != [(example.rule.id, example.severity)] || !right.is_empty() {
                failed.push(format!("{}: {wrong:?}, {right:?}", example.rule.id));
            }
        }
        assert!(failed.is_empty(), "{failed:#?}");
    }

    #[test]
    fn every_rule_has_an_example_whose_edits_take() {
        let ids: Vec<&str> = EXAMPLES.iter().map(|example| example.rule.id).collect();
        assert_eq!(ids, rules::ALL.iter().map(|rule| rule.id).collect::<Vec<_>>());
        for example in EXAMPLES {
            for edit in example.wrong.iter().chain(example.right) {
                let taken = match edit {
                    Edit::Swap(from, _) => example.base.contains(from),
                    Edit::Add(_) => true,
                    Edit::Within(_) => example.base.contains("\n    }\n  ]"),
                };
                assert!(taken, "{}: {edit:?}", example.rule.id);
            }
        }
    }
}
