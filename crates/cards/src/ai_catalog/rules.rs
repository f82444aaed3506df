//! The rules of catalogs: of all generations at once, as each catalog is held to those of its own.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// The root.
pub const ROOT: Rule = Rule::new(
    "catalog-root",
    "A catalog has a list of `entries`; an AI Catalog and ARD 0.9 also have a `specVersion` of major version 1.",
    "AI Catalog, Top-Level Structure; ARD 0.91, section 5.1",
    "An AI Catalog document is a JSON object that MUST contain the following members: specVersion, entries",
    Severity::Error,
);

/// Who operates it.
pub const HOST: Rule = Rule::new(
    "catalog-host",
    "`host` has a `displayName`; its other members are strings.",
    "AI Catalog, Host Info",
    "The Host Info object identifies the operator of the catalog. It MUST contain: displayName",
    Severity::Error,
);

/// Entries.
pub const ENTRY: Rule = Rule::new(
    "catalog-entry",
    "An entry has an identifier and a type, in ARD and in the first generation also a `displayName`; its members have their types.",
    "AI Catalog, Catalog Entry; ARD 0.91, section 4.2",
    "It MUST contain the following members: identifier, type",
    Severity::Error,
);

/// Identifiers of ARD.
pub const ARD_IDENTIFIER: Rule = Rule::new(
    "ard-identifier",
    "An ARD entry's identifier is urn:air:HOST:…:NAME.",
    "ARD 0.91, section 4.2 and appendix C",
    "identifier: MUST. Domain-anchored URN form (urn:air:<publisher>:<namespace>:<agent-name>)",
    Severity::Error,
);

/// Identifiers of AI Catalog.
pub const IDENTIFIER: Rule = Rule::new(
    "catalog-identifier",
    "An identifier is an absolute URI; one that begins with urn:air: names a publisher, a namespace and a name.",
    "AI Catalog, Catalog Entry, identifier",
    "For open or federated systems, a globally unique absolute URI is RECOMMENDED.",
    Severity::Warning,
);

/// Each entry once.
pub const UNIQUE: Rule = Rule::new(
    "catalog-unique",
    "Identifier and version of an entry are its own.",
    "AI Catalog, Multi-Version Entries",
    "When version is present, the combination of identifier and version MUST be unique within the catalog. When version is absent, identifier alone MUST be unique.",
    Severity::Error,
);

/// Value or reference.
pub const CONTENT: Rule = Rule::new(
    "catalog-content",
    "An entry has exactly one of `url` and `data`.",
    "AI Catalog, Catalog Entry; ARD 0.91, section 4.3",
    "A Catalog Entry MUST contain exactly one of the following members",
    Severity::Error,
);

/// Where artifacts are.
pub const URL: Rule = Rule::new(
    "catalog-url",
    "An entry's `url` is an absolute https URL.",
    "AI Catalog, Catalog Entry, url; Safe Fetching",
    "Restrict fetches to the https scheme",
    Severity::Error,
);

/// What artifacts are.
pub const MEDIA_TYPE: Rule = Rule::new(
    "catalog-media-type",
    "An entry's type is a media type, spelled as readers look for it.",
    "AI Catalog, Catalog Entry, type; ARD 0.91, section 3.3",
    "it is RECOMMENDED to use one of the following recognized \"known types\"",
    Severity::Warning,
);

/// Digests.
pub const DIGEST: Rule = Rule::new(
    "catalog-digest",
    "A digest is sha256: (or stronger) and lower-case hexadecimal; that of inline `data` is of its canonical form.",
    "AI Catalog, Digest Format; Verifying Artifact Integrity",
    "Consumers MUST reject digest values using algorithms shorter than SHA-256.",
    Severity::Error,
);

/// When an entry changed.
pub const UPDATED: Rule = Rule::new(
    "catalog-updated",
    "`updatedAt` is an RFC 3339 date-time.",
    "AI Catalog, Catalog Entry, updatedAt",
    "A string containing an ISO 8601 [RFC3339] timestamp indicating when this entry was last modified.",
    Severity::Error,
);

/// Who publishes.
pub const PUBLISHER: Rule = Rule::new(
    "catalog-publisher",
    "`publisher` has an `identifier` and a `displayName`.",
    "AI Catalog, Publisher Object",
    "It MUST contain: identifier, displayName",
    Severity::Error,
);

/// Members of others.
pub const EXTENSIONS: Rule = Rule::new(
    "catalog-extensions",
    "Keys of `extensions` are URLs or names in reverse-DNS order; keys of `metadata` are not empty, and ARD 0.9's values there are plain.",
    "AI Catalog, Format and Key Naming; ai-catalog.schema.json of ARD 0.9",
    "the keys MUST be a valid URL or a reverse-DNS string",
    Severity::Error,
);

/// Trust manifests.
pub const MANIFEST: Rule = Rule::new(
    "catalog-trust-manifest",
    "A trust manifest names its contributor and claims something; its parts are whole.",
    "AI Catalog, Manifest Validity; the drafts before it; ai-catalog.schema.json of ARD 0.9",
    "A Trust Manifest MUST contain at least one of: a signature, a trustSchema, a non-empty attestations array, a non-empty provenance array, or a non-empty extensions object.",
    Severity::Error,
);

/// Whose trust manifest it is, in the generations before signatures.
pub const IDENTITY: Rule = Rule::new(
    "catalog-trust-identity",
    "`trustManifest.identity` is of the entry's publisher (ARD), or is the entry's identifier (the first generation of AI Catalog).",
    "ARD 0.91, section 4.5.1; AI Catalog 634a09d9, Trust Manifest",
    "The cryptographic trust domain asserted in trustManifest.identity MUST align with the <publisher> domain embedded in the entry's discovery identifier",
    Severity::Error,
);

/// What a manifest is about.
pub const SUBJECT: Rule = Rule::new(
    "catalog-subject",
    "A signed manifest's `subject` is the release of its entry.",
    "AI Catalog, Subject Object; Entry Release Coverage",
    "It MUST exactly equal the containing entry's identifier.",
    Severity::Error,
);

/// Signatures.
pub const SIGNATURE: Rule = Rule::new(
    "catalog-signature",
    "A signature has `signer`, `profile`, `issuedAt` and a detached `jws`; a manifest's signer is its contributor; what did-web-v1 asks is kept.",
    "AI Catalog, Signature Object; the did:web Signer Profile",
    "A Signature object MUST contain signer, profile, issuedAt, and jws, and MAY contain expiresAt.",
    Severity::Error,
);

/// Names of other generations.
pub const GENERATION: Rule = Rule::new(
    "catalog-generation",
    "Members are named as the catalog's generation names them.",
    "AI Catalog, ARD: compared draft by draft",
    "Ignore unrecognized fields (forward compatibility within a major version).",
    Severity::Warning,
);

/// Members that ARD 0.9's schema does not know.
pub const CLOSED: Rule = Rule::new(
    "ard-closed",
    "The root, `host` and trust manifests of ARD 0.9 have no members but those of its schema.",
    "ai-catalog.schema.json of ARD 0.9",
    "additionalProperties: false",
    Severity::Warning,
);

/// What an index is built from.
pub const QUERIES: Rule = Rule::new(
    "ard-queries",
    "An ARD entry has two to five `representativeQueries`.",
    "ARD 0.91, section 4.2",
    "SHOULD contain 2–5 examples.",
    Severity::Warning,
);

/// Catalogs in catalogs.
pub const NESTED: Rule = Rule::new(
    "catalog-nested",
    "A catalog inside of a catalog is one, at most four deep.",
    "AI Catalog, Nested Catalog Entries",
    "A depth limit of 4 is RECOMMENDED.",
    Severity::Error,
);

/// Texts that models read.
pub const TEXT: Rule = Rule::new(
    "catalog-text",
    "Texts have no characters that people cannot see, and none continues after hidden white space.",
    "this software: people and models should read the same text",
    "Names, descriptions and queries go into the prompts of models.",
    Severity::Error,
);

/// The spelling of names.
pub const SPELLING: Rule = Rule::new(
    "catalog-spelling",
    "No member of a catalog has a known name in another spelling: in another case, or with `_` or `-`.",
    "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
    "One reader takes the member for the known one, another ignores it.",
    Severity::Error,
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &ROOT,
    &HOST,
    &ENTRY,
    &ARD_IDENTIFIER,
    &IDENTIFIER,
    &UNIQUE,
    &CONTENT,
    &URL,
    &MEDIA_TYPE,
    &DIGEST,
    &UPDATED,
    &PUBLISHER,
    &EXTENSIONS,
    &MANIFEST,
    &IDENTITY,
    &SUBJECT,
    &SIGNATURE,
    &GENERATION,
    &CLOSED,
    &QUERIES,
    &NESTED,
    &TEXT,
    &SPELLING,
];
