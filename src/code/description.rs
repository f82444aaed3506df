//! Codes of agent descriptions.

use super::core_codes;

const ADP_TABLES: &str = "Agent Description Protocol, tables 1, 2 and 5";
const EXPANSION: &str = "JSON-LD 1.1 Processing Algorithms and API, sections 4 and 5";

core_codes! {
    /// A required term is missing (ADP tables 1, 2 and 5).
    AD_MISSING_TERM = "ad-missing-term" / Refused,
        ADP_TABLES,
        "Add the term at the position shown.";
    /// A term has a value of the wrong type (ADP tables 1, 2 and 5).
    AD_WRONG_TYPE = "ad-wrong-type" / Refused,
        ADP_TABLES,
        "Write a value of the type that the table gives.";
    /// `security` names a scheme that `securityDefinitions` does not define.
    AD_UNKNOWN_SECURITY = "ad-unknown-security" / Refused,
        "Agent Description Protocol, table 1, security",
        "Name a scheme that `securityDefinitions` defines.";
    /// A member with the name of a term in the model does not expand to that term's IRI, or a DID was split as a compact IRI.
    AD_TERM_REBOUND = "ad-term-rebound" / Refused,
        "this software: every reader sees what was signed",
        "Remove the definition of the term from `@context`.";
    /// The document's structure hides or moves data: `@graph`, `@included`, `@reverse`, `@nest`, nested `@context`, several roots.
    AD_STRUCTURE = "ad-structure" / Refused,
        "this software: every reader sees what was signed",
        "Write the data where it belongs, in one node with one `@context` at the root.";
    /// A member has no meaning under the document's context and is dropped on expansion.
    AD_DROPPED_TERM = "ad-dropped-term" / Refused,
        EXPANSION,
        "Define the term in `@context`, or correct its name.";
    /// A term that takes one value has several.
    AD_AMBIGUOUS_VALUE = "ad-ambiguous-value" / Refused,
        ADP_TABLES,
        "Keep one value; look for a second term that expands to the same IRI.";
    /// A URL has a scheme other than `https`.
    AD_URL_SCHEME = "ad-url-scheme" / Refused,
        "Agent Description Protocol, table 5, url",
        "Serve it over HTTPS, and write that URL.";
}
