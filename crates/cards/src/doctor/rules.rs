//! The rules of what is shown at well-known places, beside those of the documents' own formats.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples: each example is what a host answers, by path.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// Every rule.
const ALL: &[&Rule] = &[
    &ANSWERS,
    &STATUS,
    &MEDIA_TYPE,
    &READABLE,
    &FORMAT,
    &LISTING,
    &LINKED,
    &DIGEST,
    &INTERFACE,
    &DID,
    &SIGNED,
    &VERIFIED,
    &PLACE,
    &CATALOGS,
];

/// A place answers.
pub const ANSWERS: Rule = Rule::new(
    "shown-answers",
    "A place where agents are shown answers in time, over a connection that can be trusted.",
    "this software: what is not had in time is not there",
    "A document counts as shown when it arrives whole within the deadline.",
    Severity::Error,
);

/// By its status.
pub const STATUS: Rule = Rule::new(
    "shown-status",
    "A place answers 200 with its document, or 404 or 410 where there is none.",
    "RFC 9110, section 15.5.5",
    "The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource or is not willing to disclose that one exists.",
    Severity::Warning,
);

/// The media type.
pub const MEDIA_TYPE: Rule = Rule::new(
    "shown-type",
    "What is shown is served as JSON: `application/json`, a type that ends with `+json`, or `application/did`.",
    "RFC 8259, section 11; RFC 6839, section 3.1",
    "The media type for JSON text is application/json.",
    Severity::Error,
);

/// That it can be read.
pub const READABLE: Rule = Rule::new(
    "shown-json",
    "What is shown is one JSON object, within the limits of its format.",
    "RFC 8259; RFC 7493 (I-JSON)",
    "The names within an object SHOULD be unique.",
    Severity::Error,
);

/// The format.
pub const FORMAT: Rule = Rule::new(
    "shown-format",
    "A document is of the format whose readers look at its place.",
    "RFC 8615, section 3",
    "A well-known URI is a URI whose path component begins with the characters \"/.well-known/\"",
    Severity::Error,
);

/// The listing.
pub const LISTING: Rule = Rule::new(
    "shown-listing",
    "A listing is a `CollectionPage`, and each entry names its description.",
    "ANP-08, section 3.2",
    "A discovery page is a JSON-LD document of the type CollectionPage, whose items name agent descriptions.",
    Severity::Error,
);

/// What others name.
pub const LINKED: Rule = Rule::new(
    "shown-linked",
    "What a listing or a catalog names on its own host is there.",
    "this software; AI Catalog (draft be6803f6), Catalog Entry; ANP-08, section 3.2",
    "What a host lists is what it shows: an entry that leads nowhere helps nobody.",
    Severity::Error,
);

/// What others name with a digest.
pub const DIGEST: Rule = Rule::new(
    "shown-digest",
    "What an index of skills or a catalog names with a digest, on its own host, has that digest.",
    "Agent Skills Discovery 0.2.0, Integrity and Verification; AI Catalog, Verifying Artifact Integrity",
    "Clients MUST verify the digest of what they fetch, and refuse it where it differs.",
    Severity::Error,
);

/// Where agents are called.
pub const INTERFACE: Rule = Rule::new(
    "shown-interface",
    "The interfaces that a card or description names on its own host are there: they do not answer 404 or 410.",
    "RFC 9110, sections 15.5.5 and 15.5.11",
    "The 404 (Not Found) status code indicates that the origin server did not find a current representation for the target resource",
    Severity::Warning,
);

/// Whose the DID document is.
pub const DID: Rule = Rule::new(
    "shown-did",
    "A DID document is at the place that its DID leads to.",
    "did:wba, section 2.3; did:web, Read (Resolve)",
    "Append /did.json to complete the URL.",
    Severity::Error,
);

/// That it is signed.
pub const SIGNED: Rule = Rule::new(
    "shown-signed",
    "A document whose format has signatures is signed.",
    "A2A 1.0, section 8.4; AI Catalog (draft be6803f6), Trust Manifest; this software for descriptions",
    "Agent Cards MAY be digitally signed using JSON Web Signature (JWS)",
    Severity::Warning,
);

/// That what is signed verifies.
pub const VERIFIED: Rule = Rule::new(
    "shown-verified",
    "A signature that is shown verifies, as that of someone who speaks for the host or the agent.",
    "this software: a signature that fails is worse than none",
    "Whoever relies on signatures refuses the document.",
    Severity::Error,
);

/// The place itself.
pub const PLACE: Rule = Rule::new(
    "shown-place",
    "What is shown at a place of an earlier version or custom is shown at the place of today, too.",
    "A2A 1.0, section 8.2; SEP-2127, Discovery",
    "Accessing https://{server_domain}/.well-known/agent-card.json",
    Severity::Warning,
);

/// Both places of catalogs.
pub const CATALOGS: Rule = Rule::new(
    "shown-catalogs",
    "A catalog is at both places: `/.well-known/ai-catalog.json` and `/.well-known/ard.json`.",
    "ARD 0.91, Consumer resolution; AI Catalog (draft be6803f6), Discovery",
    "A consumer resolving a domain's entries MUST fetch /.well-known/ard.json",
    Severity::Warning,
);
