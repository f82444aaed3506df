//! The rules a description is checked by: each with a stable id, its severity and the sentence it comes from.

use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Advice.
    Note,
    /// The document can be used, but somebody will stumble over this.
    Warning,
    /// The document is refused, by verification too.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The rule's stable id, for example `adp-5-url`.
    pub id: &'static str,
    /// The rule itself.
    pub sentence: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The severity when something required is missing.
    missing: Severity,
    /// The severity of everything else, such as a wrong type.
    wrong: Severity,
    /// Whether strict checking makes an error of a warning.
    hardens: bool,
}

impl Rule {
    /// The severity of a finding: whether something is `missing`, and whether checking is `strict`.
    #[must_use]
    pub const fn severity(&self, missing: bool, strict: bool) -> Severity {
        let severity = if missing { self.missing } else { self.wrong };
        match severity {
            Severity::Warning if strict && self.hardens => Severity::Error,
            other => other,
        }
    }

    /// The rule of an id.
    #[must_use]
    pub fn named(id: &str) -> Option<&'static Rule> {
        ALL.iter().copied().find(|rule| rule.id == id)
    }
}

macro_rules! rules {
    ($($name:ident = $id:literal, $missing:ident, $wrong:ident, $hardens:literal, $source:literal, $sentence:literal;)+) => {
        $(
            #[allow(rustdoc::bare_urls)] // the sentence is shown in a terminal too
            #[doc = $sentence]
            pub const $name: Rule = Rule {
                id: $id,
                sentence: $sentence,
                source: $source,
                missing: Severity::$missing,
                wrong: Severity::$wrong,
                hardens: $hardens,
            };
        )+
        /// Every rule, in the order of the specification.
        pub const ALL: &[&Rule] = &[$(&$name,)+];
    };
}

rules! {
    JSON_LD = "json-ld", Error, Error, false, "JSON-LD 1.1 API, expansion",
        "The document processes as JSON-LD, with contexts that are embedded or pinned.";
    CONTEXT = "adp-1-context", Error, Error, false, "ADP table 1, @context",
        "A document has a `@context`, or is an ANP-07 document with a `protocolType`.";
    CONTEXT_IRI = "adp-context-1", Error, Error, false, "ADP rule 1 for @context",
        "`@context` contains the IRI https://agent-network-protocol.com/ad#, which marks the document as an agent description.";
    CONTEXT_IRI_ENTRY = "adp-context-1-entry", Warning, Warning, true, "ADP rule 1 for @context",
        "The IRI https://agent-network-protocol.com/ad# is an entry of `@context`, not only the value of a prefix.";
    CONTEXT_ONE_MAP = "adp-context-2", Note, Note, false, "ADP rule 2 for @context",
        "All name-value pairs of `@context` are in one map.";
    CONTEXT_NAMESPACE = "adp-context-3", Warning, Warning, true, "ADP rule 3 for @context",
        "The values of a map in `@context` are absolute IRIs of namespaces.";
    CONTEXT_LANGUAGE = "adp-context-4", Note, Warning, true, "ADP rule 4 for @context",
        "A map in `@context` sets the default language: `@language` with a BCP 47 tag.";
    NAMESPACE_ALIAS = "namespace-alias", Warning, Warning, true, "ADP section Namespace",
        "The protocol's namespace is spelled https://agent-network-protocol.com/ad#.";
    DID_PREFIX = "did-prefix", Warning, Warning, true, "JSON-LD 1.1 section 4.1.5",
        "`did` is not defined as a prefix, which would cut DIDs in `@id` positions.";
    DID_CAPTURED = "did-captured", Error, Error, false, "JSON-LD 1.1 section 4.1.5",
        "A DID in an `@id` position stays the DID that was written.";
    STRUCTURE = "structure", Error, Error, false, "verification step `structure`",
        "The document is one node: no @graph, @included, @reverse, @nest, nested @context or @base.";
    TERM = "term-meaning", Error, Error, false, "verification step `structure`",
        "A member named as a term of the profile means that term.";
    DROPPED = "dropped-term", Warning, Warning, true, "JSON-LD 1.1 API, expansion",
        "Every member has a meaning under the document's context.";

    TYPE = "adp-1-type", Error, Error, false, "ADP table 1, @type",
        "The root's `@type`, if there is one, is `ad:AgentDescription`.";
    TYPE_SAID = "adp-1-type-said", Note, Note, false, "ADP table 1, @type",
        "The root says its `@type`.";
    ID = "adp-1-id", Note, Error, false, "ADP table 1, @id",
        "`@id` is an absolute URI.";
    DID = "adp-1-did", Note, Error, false, "ADP table 1, did",
        "`did` is the agent's DID: one plain string, the same for readers with and without JSON-LD.";
    DID_KIND = "adp-1-did-method", Warning, Warning, true, "ADP section Security",
        "`did` is a did:wba or did:web DID of a host on the public web.";
    NAME = "adp-1-name", Error, Error, false, "ADP table 1, name",
        "`name` is required, a string.";
    DESCRIPTION = "adp-1-description", Note, Error, false, "ADP table 1, description",
        "`description` is a string.";
    VERSION = "adp-1-version", Note, Error, false, "ADP table 1, version",
        "`version` is a string.";
    CREATED = "adp-1-created", Note, Error, false, "ADP table 1, created",
        "`created` is a date and time.";
    MODIFIED = "adp-1-modified", Note, Error, false, "ADP table 1, modified",
        "`modified` is a date and time.";
    TIME_ZONE = "adp-1-time-zone", Warning, Warning, true, "RFC 3339 section 4",
        "Dates and times say their offset from UTC.";
    OWNER = "adp-1-owner", Note, Error, false, "ADP table 1, owner",
        "`owner` is a person or an organization.";
    PRODUCTS = "adp-1-products", Note, Error, false, "ADP table 1, products",
        "`products` is an array of products.";
    SERVICES = "adp-1-services", Note, Error, false, "ADP table 1, services",
        "`services` is an array of services.";
    INTERFACES = "adp-1-interfaces", Note, Error, false, "ADP table 1, interfaces",
        "`interfaces` is an array of interfaces.";
    SECURITY = "adp-1-security", Error, Error, false, "ADP table 1, security",
        "`security` is required: the name of a security scheme, or several.";
    SECURITY_DEFINITIONS = "adp-1-security-definitions", Error, Error, false, "ADP table 1, securityDefinitions",
        "`securityDefinitions` is required: a map of named security schemes.";
    SECURITY_REFERENCE = "adp-security-reference", Error, Error, false, "ADP table 1, security",
        "Every name in `security` is defined in `securityDefinitions`.";
    DESCRIPTION_URL = "adp-url", Note, Error, false, "ANP-07, url; ADP table 5, url",
        "The `url` of an agent description or of a resource is an https URL.";

    SCHEME = "adp-2-scheme", Error, Error, false, "ADP table 2, scheme",
        "`scheme` is required, a string.";
    SCHEME_IN = "adp-2-in", Error, Error, false, "ADP table 2, in",
        "`in` is required: header, query, body, cookie, uri or auto.";
    SCHEME_NAME = "adp-2-name", Error, Error, false, "ADP table 2, name",
        "`name` is required, a string, except with `in: auto`.";
    SCHEME_AUTO_NAME = "adp-2-auto", Warning, Warning, true, "ADP section Security, auto",
        "With `in: auto` a scheme has no `name`.";
    SCHEME_DESCRIPTION = "adp-2-description", Note, Error, false, "ADP table 2, description",
        "`description` is a string.";
    SCHEME_SECRET = "adp-security-secret", Warning, Warning, true, "ADP section Security",
        "No key, password or other secret stands in an agent description.";

    INTERFACE_TYPE = "adp-5-type", Error, Error, false, "ADP table 5, @type",
        "An interface's `@type` is required.";
    INTERFACE_ID = "adp-5-id", Warning, Error, true, "ADP table 5, @id",
        "An interface's `@id` is required, an absolute URI.";
    INTERFACE_NAME = "adp-5-name", Warning, Error, true, "ADP table 5, name",
        "An interface's `name` is required, a string.";
    INTERFACE_DESCRIPTION = "adp-5-description", Error, Error, false, "ADP table 5, description",
        "An interface's `description` is required, a string.";
    INTERFACE_PROTOCOL = "adp-5-protocol", Error, Error, false, "ADP table 5, protocol",
        "An interface's `protocol` is required, a string.";
    INTERFACE_PROTOCOL_KNOWN = "adp-5-protocol-known", Warning, Warning, true, "ADP table 5, protocol",
        "An interface's `protocol` is one that readers know.";
    INTERFACE_URL = "adp-5-url", Error, Error, false, "ADP table 5, url",
        "An interface's `url` is required, an https URL; ANP-07 allows `content` in its place.";
    INTERFACE_VERSION = "adp-5-version", Note, Error, false, "ADP table 5, version",
        "An interface's `version` is a string.";
    INTERFACE_SECURITY = "adp-5-security", Note, Error, false, "ADP table 5, security",
        "An interface's `security` is a security scheme, or the name of one.";
    HUMAN_AUTHORIZATION = "adp-5-human-authorization", Note, Error, false, "ADP table 5, humanAuthorization",
        "An interface's `humanAuthorization` is a boolean; one that buys or books says whether a person must approve.";

    PROTOCOL_TYPE = "anp-07-protocol-type", Warning, Warning, true, "ANP-07, protocolType",
        "`protocolType` is `ANP`.";
    PROTOCOL_VERSION = "anp-07-protocol-version", Error, Error, false, "ANP-07, protocolVersion",
        "`protocolVersion` is required, a string.";
    ANP_07_TYPE = "anp-07-type", Error, Error, false, "ANP-07, type",
        "`type` is required: `AgentDescription`.";
    ANP_07_INTERFACE = "anp-07-interface", Note, Error, false, "ANP-07, interfaces",
        "The members of an ANP-07 interface have their types.";
    INFOMATIONS = "anp-07-infomations", Note, Error, false, "ANP-07, Infomations",
        "`Infomations` is an array of resources.";
    RESOURCE = "resource", Note, Warning, true, "schema.org",
        "What is known of a product, service, person or organization has schema.org's types.";
}

#[cfg(test)]
mod tests {
    use super::{ALL, Rule, Severity};

    #[test]
    fn ids_are_unique_and_found() {
        for (at, rule) in ALL.iter().enumerate() {
            assert!(ALL[..at].iter().all(|other| other.id != rule.id), "{}", rule.id);
            assert_eq!(Rule::named(rule.id), Some(*rule));
        }
        assert_eq!(Rule::named("no-such-rule"), None);
    }

    #[test]
    fn strict_checking_hardens_warnings_and_leaves_notes() {
        assert_eq!(super::INTERFACE_NAME.severity(true, false), Severity::Warning);
        assert_eq!(super::INTERFACE_NAME.severity(true, true), Severity::Error);
        assert_eq!(super::HUMAN_AUTHORIZATION.severity(true, true), Severity::Note);
    }
}
