//! The rules a description is checked by: each with a stable id, its severity and the sentence it comes from.

use super::rule_examples::EXAMPLES;
use crate::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// The rules of the plain profile.
pub(super) const PLAIN: [&Rule; 10] = [
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

macro_rules! rules {
    ($(#[$list_doc:meta])* $view:vis $list:ident: $($name:ident = $id:literal, $missing:ident, $wrong:ident, $hardens:literal, $source:literal, $sentence:literal, $original:literal;)+) => {
        $(
            #[allow(rustdoc::bare_urls)] // the sentence is shown in a terminal too
            #[doc = $sentence]
            pub const $name: Rule = {
                let rule = Rule::new($id, $sentence, $source, $original, Severity::$wrong);
                let rule = rule.when_missing(Severity::$missing);
                if $hardens { rule.hardening() } else { rule }
            };
        )+
        $(#[$list_doc])*
        $view const $list: &[&Rule] = &[$(&$name,)+];
    };
}

rules! {
    /// Every rule, in the order of the specification.
    pub ALL:
    JSON_LD = "json-ld", Error, Error, false, "JSON-LD 1.1 API, expansion",
        "Every context that the document names is embedded or pinned.",
        "We use JSON-LD (JavaScript Object Notation for Linked Data) as the format of agent descriptions.";
    CONTEXT = "adp-1-context", Error, Error, false, "ADP table 1, @context",
        "A document has a `@context`, or is an ANP-07 document with a `protocolType`.",
        "@context: JSON-LD keyword that defines the short names (terms) used in the AD document. Required. anyURI or Array.";
    CONTEXT_IRI = "adp-context-1", Error, Error, false, "ADP rule 1 for @context",
        "`@context` contains the IRI https://agent-network-protocol.com/ad#, which marks the document as an agent description.",
        "The name-value pairs of @context must contain the anyURI https://agent-network-protocol.com/ad# to mark the document as an AD document.";
    CONTEXT_IRI_ENTRY = "adp-context-1-entry", Warning, Warning, true, "ADP rule 1 for @context",
        "The IRI https://agent-network-protocol.com/ad# is an entry of `@context`, not only the value of a prefix.",
        "The name-value pairs of @context must contain the anyURI https://agent-network-protocol.com/ad# to mark the document as an AD document.";
    CONTEXT_ONE_MAP = "adp-context-2", Note, Note, false, "ADP rule 2 for @context",
        "All name-value pairs of `@context` are in one map.",
        "When @context is an array, it may contain several elements of type anyURI or Map; it is recommended to put all name-value pairs into one Map.";
    CONTEXT_LANGUAGE = "adp-context-4", Note, Error, false, "ADP rule 4 for @context",
        "A map in `@context` sets the default language: `@language` with a BCP 47 tag; the language of every text is such a tag.",
        "One Map in the @context array should contain the name-value pair that defines the AD's default language: the name is the term @language, the value is a language tag as defined by [BCP47], such as en, zh-CN or zh-TW.";
    NAMESPACE_ALIAS = "namespace-alias", Warning, Warning, true, "ADP section Namespace",
        "The protocol's namespace is spelled https://agent-network-protocol.com/ad#.",
        "The vocabulary's terms are always shown in compact form; their expanded form is reached through the namespace IRI https://agent-network-protocol.com/ad#.";
    DID_PREFIX = "did-prefix", Warning, Warning, true, "JSON-LD 1.1 section 4.1.5",
        "`did` is not defined as a prefix, which would change DIDs in `@id` positions.",
        "A prefix is expanded when a compact IRI begins with it and a colon: `did:wba:a` becomes the prefix's IRI followed by `wba:a`.";
    PLAIN_JSON = "plain-json", Error, Error, false, "docs/plain-profile.md, rule 0",
        "No member name has a meaning of its own in JavaScript or C, and no object is empty.",
        "Readers of a signed description see the same values.";
    PLAIN_CONTEXT = "plain-context", Error, Error, false, "docs/plain-profile.md, rule 1",
        "`@context` stands at the root, and has only the contexts of the protocol and of schema.org, `@vocab`, `@language`, `@version`, prefixes and terms.",
        "Readers of a signed description see the same values.";
    PLAIN_CONTEXT_NAME = "plain-context-name", Error, Error, false, "docs/plain-profile.md, rule 2",
        "A name of the context renames nothing that descriptions read.",
        "Readers of a signed description see the same values.";
    PLAIN_KEYWORD = "plain-keyword", Error, Error, false, "docs/plain-profile.md, rule 3",
        "Below the root, `@id` and `@type` are the only keywords; values of unknown members may have `@value`, `@language` and `@list`.",
        "Readers of a signed description see the same values.";
    PLAIN_MEMBER = "plain-member", Error, Error, false, "docs/plain-profile.md, rule 4",
        "A term stands once, under its exact name; `proof` and `securityDefinitions` stand at the root.",
        "Readers of a signed description see the same values.";
    PLAIN_VALUE = "plain-value", Error, Error, false, "docs/plain-profile.md, rule 5",
        "A term's value is a string, a number of at most 15 digits, a boolean, an object, or a flat array of these.",
        "Readers of a signed description see the same values.";
    PLAIN_TYPE = "plain-type", Error, Error, false, "docs/plain-profile.md, rule 6",
        "A type is a name, PREFIX:name or an absolute IRI, and none that only looks like a type of the protocol.",
        "Readers of a signed description see the same values.";
    PLAIN_ID = "plain-id", Error, Error, false, "docs/plain-profile.md, rule 7",
        "An `@id` is an absolute IRI in normalized form, and its node is described in one place.",
        "Readers of a signed description see the same values.";
    PLAIN_SECURITY = "plain-security", Error, Error, false, "docs/plain-profile.md, rule 8",
        "`securityDefinitions` is one object of named security schemes, whose names the context does not define.",
        "Readers of a signed description see the same values.";
    PLAIN_PROOF = "plain-proof", Error, Error, false, "docs/plain-profile.md, rule 9",
        "`proof` is one object of strings that its cryptosuite defines.",
        "Readers of a signed description see the same values.";
    UNNAMED = "term-unnamed", Warning, Warning, false, "verification step `structure`",
        "A term of the profile is written as the member with its name, where readers without JSON-LD look for it.",
        "What readers of plain JSON see of a signed description must be what readers of JSON-LD see.";
    MISSPELLED = "misspelled-term", Warning, Warning, false, "ADP section Vocabulary",
        "No member name is a misspelling of a missing term.",
        "To make the understanding of description documents more consistent, we define a set of standard vocabulary terms.";

    TYPE = "adp-1-type", Error, Error, false, "ADP table 1, @type",
        "The root's `@type`, if present, is `ad:AgentDescription`.",
        "@type: JSON-LD keyword that adds semantic tags (or types) to an object. Optional. string or Array of string.";
    TYPE_SAID = "adp-1-type-said", Note, Note, false, "ADP table 1, @type",
        "The root has a `@type`.",
        "@type: JSON-LD keyword that adds semantic tags (or types) to an object. Optional. string or Array of string.";
    DID = "adp-1-did", Note, Error, false, "ADP table 1, did",
        "`did` is the agent's DID: one plain string, the same for readers with and without JSON-LD.",
        "did: the agent's decentralized identifier (DID), which identifies the agent uniquely. Optional. string.";
    DID_KIND = "adp-1-did-method", Warning, Warning, true, "ADP section Security",
        "`did` is a did:wba or did:web DID of a host on the public web, or a did:key DID.",
        "The agent description protocol currently uses the did:wba method as its security mechanism.";
    NAME = "adp-1-name", Error, Error, false, "ADP table 1, name",
        "`name` is required, a string.",
        "name: a human-readable name in the default language, for example for display. Required. string.";
    DESCRIPTION = "adp-1-description", Note, Error, false, "ADP table 1, description",
        "`description` is a string.",
        "description: additional (human-readable) information in the default language. Optional. string.";
    VERSION = "adp-1-version", Note, Error, false, "ADP table 1, version",
        "`version` is a string.",
        "version: version information. Optional. VersionInfo.";
    CREATED = "adp-1-created", Note, Error, false, "ADP table 1, created",
        "`created` is a date and time.",
        "created: when the AD instance was created. Optional. dateTime.";
    MODIFIED = "adp-1-modified", Note, Error, false, "ADP table 1, modified",
        "`modified` is a date and time.",
        "modified: when the AD instance was last modified. Optional. dateTime.";
    OWNER = "adp-1-owner", Note, Error, false, "ADP table 1, owner",
        "`owner` is a person or an organization.",
        "owner: who owns the agent, a person or an organization. Optional. Person or Organization.";
    PRODUCTS = "adp-1-products", Note, Error, false, "ADP table 1, products",
        "`products` is an array of products.",
        "products: the list of all products the agent offers. Optional. Array of Product.";
    SERVICES = "adp-1-services", Note, Error, false, "ADP table 1, services",
        "`services` is an array of services.",
        "services: the list of all services the agent offers. Optional. Array of Service.";
    INTERFACES = "adp-1-interfaces", Note, Error, false, "ADP table 1, interfaces",
        "`interfaces` is an array of interfaces.",
        "interfaces: the definitions of all interfaces the agent offers. Optional. Array of Interface.";
    SECURITY = "adp-1-security", Error, Error, false, "ADP table 1, security",
        "`security` is required: the name of a security scheme, or several.",
        "security: a set of security definition names, chosen from securityDefinitions. All of them must be satisfied to access resources. Required. string or Array of string.";
    SECURITY_DEFINITIONS = "adp-1-security-definitions", Error, Error, false, "ADP table 1, securityDefinitions",
        "`securityDefinitions` is required: a map of named security schemes.",
        "securityDefinitions: a set of named security configurations (definitions only). They apply only when named in a security name-value pair. Required. Map of SecurityScheme.";
    SECURITY_REFERENCE = "adp-security-reference", Error, Error, false, "ADP table 1, security",
        "Every name in `security` is defined in `securityDefinitions`.",
        "security: a set of security definition names, chosen from securityDefinitions.";
    PROOF = "adp-1-proof", Error, Error, false, "ADP table 1, proof",
        "`proof`, if present, is one object with `type`, `proofPurpose`, `verificationMethod` and `proofValue`, all strings.",
        "proof: integrity information that protects the AD document against tampering. Optional. Proof.";
    PROOF_CHALLENGE = "adp-proof-challenge", Error, Error, false, "ADP section Proof, challenge",
        "A proof with a `domain` has a `challenge`.",
        "challenge: the challenge of the verification, which protects against tampering. When domain is given, challenge must be given too.";
    DESCRIPTION_URL = "adp-url", Note, Error, false, "ANP-07, url; ADP table 5, url",
        "The `url` of an agent description or of a resource is an https URL.",
        "url: the URL of the document. anyURI.";

    SCHEME = "adp-2-scheme", Error, Error, false, "ADP table 2, scheme",
        "`scheme` is required, a string.",
        "scheme: the identifier of the security mechanism. Required. string.";
    SCHEME_KNOWN = "adp-2-scheme-known", Warning, Warning, false, "ADP section Security",
        "`scheme` is `didwba`, or the name of a mechanism that cannot be mistaken for it.",
        "The agent description protocol currently uses the did:wba method as its security mechanism; other methods of authentication may be added in future as needed.";
    SCHEME_IN = "adp-2-in", Error, Error, false, "ADP table 2, in",
        "`in` is required, except with `nosec`: header, query, body, cookie, uri or auto.",
        "in: where the authentication parameter is. Required. string. One of: header, query, body, cookie, uri, auto.";
    SCHEME_NAME = "adp-2-name", Error, Error, false, "ADP table 2, name",
        "`name` is required, a string, except with `in: auto` or `nosec`.",
        "name: the name of the authentication parameter. Required. string.";
    SCHEME_AUTO_NAME = "adp-2-auto", Warning, Warning, true, "ADP section Security, auto",
        "With `in: auto` a scheme has no `name`.",
        "auto: the location is determined or negotiated as part of the protocol. If in is set to auto, name should not be set.";
    SCHEME_DESCRIPTION = "adp-2-description", Note, Error, false, "ADP table 2, description",
        "`description` is a string.",
        "description: additional (human-readable) information in the default language. Optional. string.";
    SCHEME_SECRET = "adp-security-secret", Warning, Warning, true, "ADP section Security",
        "An agent description contains no key, password or other secret.",
        "For all security schemes, no key, password or other sensitive information that gives access directly may be stored in the AD; it is shared and stored out of band.";

    INTERFACE_TYPE = "adp-5-type", Error, Error, false, "ADP table 5, @type",
        "An interface's `@type` is required.",
        "@type: the type of the interface. Required. string.";
    INTERFACE_TYPE_KNOWN = "adp-5-type-known", Warning, Warning, false, "ADP section Interface",
        "An interface's `@type` is StructuredInterface, NaturalLanguageInterface, or a type that cannot be mistaken for one of them.",
        "The basic types of interfaces are StructuredInterface, called by a particular API protocol, and NaturalLanguageInterface, talked to in natural language.";
    INTERFACE_ID = "adp-5-id", Warning, Error, true, "ADP table 5, @id",
        "An interface's `@id` is required, an absolute URI.",
        "@id: the unique identifier of the interface. Required. anyURI.";
    INTERFACE_NAME = "adp-5-name", Warning, Error, true, "ADP table 5, name",
        "An interface's `name` is required, a string.",
        "name: the name of the interface. Required. string.";
    INTERFACE_DESCRIPTION = "adp-5-description", Error, Error, false, "ADP table 5, description",
        "An interface's `description` is required, a string.",
        "description: a detailed description of the interface. Required. string.";
    INTERFACE_PROTOCOL = "adp-5-protocol", Error, Error, false, "ADP table 5, protocol",
        "An interface's `protocol` is required, a string.",
        "protocol: the protocol the interface uses; currently YAML and JSON-RPC 2.0 are supported. Required. string.";
    INTERFACE_PROTOCOL_KNOWN = "adp-5-protocol-known", Warning, Warning, true, "ADP table 5, protocol",
        "An interface's `protocol` is one that readers know.",
        "protocol: the protocol the interface uses; currently YAML and JSON-RPC 2.0 are supported. Required. string.";
    INTERFACE_URL = "adp-5-url", Error, Error, false, "ADP table 5, url",
        "An interface's `url` is required, an https or wss URL; ANP-07 allows `content` in its place.",
        "url: the URL of the document that defines the interface. Required. anyURI.";
    INTERFACE_VERSION = "adp-5-version", Note, Error, false, "ADP table 5, version",
        "An interface's `version` is a string.",
        "version: version information of the interface. Optional. string.";
    INTERFACE_SECURITY = "adp-5-security", Note, Error, false, "ADP table 5, security",
        "An interface's `security` is a security scheme, or the name of one.",
        "security: the security requirements of the interface. Optional. SecurityScheme.";
    HUMAN_AUTHORIZATION = "adp-5-human-authorization", Note, Error, false, "ADP table 5, humanAuthorization",
        "An interface's `humanAuthorization` is a boolean; an interface that buys or books says whether a person must approve.",
        "If calling an interface needs manual authorization by a person, a purchase interface for example, the field humanAuthorization can be added to its definition; true means that it can only be accessed once a person has authorized the call.";

    PROTOCOL_TYPE = "anp-07-protocol-type", Error, Error, false, "ANP-07, protocolType",
        "`protocolType` is `ANP`.",
        "protocolType: required, \"ANP\".";
    PROTOCOL_VERSION = "anp-07-protocol-version", Error, Error, false, "ANP-07, protocolVersion",
        "`protocolVersion` is required, a string.",
        "protocolVersion: required, a string such as \"1.0.0\".";
    ANP_07_TYPE = "anp-07-type", Error, Error, false, "ANP-07, type",
        "`type` is required: `AgentDescription`.",
        "type: required, \"AgentDescription\".";
    ANP_07_INTERFACE = "anp-07-interface", Note, Error, false, "ANP-07, interfaces",
        "The members of an ANP-07 interface have the right types.",
        "An interface has type, protocol, version, url, description and humanAuthorization.";
    INFOMATIONS = "anp-07-infomations", Note, Error, false, "ANP-07, Infomations",
        "`Infomations` is an array of resources.",
        "Infomations: the agent's resources, such as products and services; optional, an array.";
    RESOURCE = "resource", Note, Warning, true, "schema.org",
        "The members of a product, service, person or organization have schema.org's types.",
        "For describing products, services and other resources, the vocabulary of schema.org is recommended, so that descriptions are understood alike.";
    ANP_07_PRODUCT = "anp-07-product", Error, Error, false, "ANP-07, Product Description Document",
        "A product document of ANP-07 has a `name` and a `description`.",
        "name: required, product name. description: required, detailed product description.";
    PRODUCT_NAME = "product-name", Warning, Warning, false, "schema.org, Product",
        "A product has a `name`, unless it only links to its own document.",
        "name: the name of the item.";
    PRICE_CURRENCY = "price-currency", Warning, Warning, false, "schema.org, priceCurrency",
        "A price has a `priceCurrency`, a code of ISO 4217; an offer with a currency has a price.",
        "priceCurrency: the currency of the price; use standard formats: ISO 4217 currency format, e.g. USD.";
    AVAILABILITY = "offer-availability", Warning, Warning, false, "schema.org, availability",
        "The `availability` of an offer is one of schema.org's, as a URL.",
        "availability: the availability of this item, for example In stock, Out of stock, Pre-order. ItemAvailability.";
    OUTSIDE_OFFER = "outside-offer", Warning, Warning, false, "schema.org, Offer",
        "`price`, `priceCurrency`, `priceSpecification` and `availability` stand in an offer.",
        "offers: an offer to provide this item, for example to sell a product.";
}

/// The URLs that a description names can be reached. No part of [`ALL`]: only a check with a network looks at it.
pub const REACHABLE: Rule = Rule::new(
    "url-reachable",
    "The URLs that a description names can be reached.",
    "ADP section Overview",
    "An agent's information is stored in several files which the description document links; the description is the entry from which other agents get all of it.",
    Severity::Warning,
);

#[cfg(test)]
mod tests {
    use super::{CATALOGUE, HUMAN_AUTHORIZATION, INTERFACE_NAME, Severity};
    use crate::{
        Document, Limits,
        description::{CheckOptions, check_report},
        diagnostic::CheckReport,
    };

    #[test]
    fn each_rule_has_an_example_that_breaks_it_alone_and_one_that_breaks_none() {
        let check = |text: &str| match Document::parse(text.as_bytes(), &Limits::default()) {
            Ok(document) => check_report(&document, &CheckOptions::default()),
            Err(_) => CheckReport::default(),
        };
        let faults = CATALOGUE.faults(check, &[]);
        assert!(faults.is_empty(), "{faults:#?}");
        assert_eq!(CATALOGUE.rule("adp-5-name"), Some(&INTERFACE_NAME));
        assert_eq!(CATALOGUE.rule("no-such-rule"), None);
    }

    #[test]
    fn strict_checking_hardens_warnings_and_leaves_notes() {
        assert_eq!(INTERFACE_NAME.severity(true, false), Severity::Warning);
        assert_eq!(INTERFACE_NAME.severity(true, true), Severity::Error);
        assert_eq!(HUMAN_AUTHORIZATION.severity(true, true), Severity::Note);
    }
}
