//! Codes of agent descriptions.

use super::core_codes;

const ADP_TABLES: &str = "Agent Description Protocol, tables 1, 2 and 5";

core_codes! {
    /// A required term is missing (ADP tables 1, 2 and 5).
    AD_MISSING_TERM = "ad-missing-term" / Refused, ADP_TABLES,
        "Add the term at the position shown.";
    /// A term has a value of the wrong type (ADP tables 1, 2 and 5).
    AD_WRONG_TYPE = "ad-wrong-type" / Refused, ADP_TABLES,
        "Write a value of the type that the table gives.";
    /// `security` names a scheme that `securityDefinitions` does not define.
    AD_UNKNOWN_SECURITY = "ad-unknown-security" / Refused,
        "Agent Description Protocol, table 1, security",
        "Name a scheme that `securityDefinitions` defines.";
    /// The document is not in the plain profile, in which plain JSON, JSON-LD and RDF parsers read the same values.
    AD_STRUCTURE = "ad-structure" / Refused,
        "this software: all parsers must read the signed document in the same way",
        "Write the form that the message names.";
    /// A URL has a scheme other than `https`.
    AD_URL_SCHEME = "ad-url-scheme" / Refused,
        "Agent Description Protocol, table 5, url",
        "Serve it over HTTPS, and write that URL.";
}
