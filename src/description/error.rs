//! Errors of agent descriptions, and the wording of findings that have several places.

use crate::{
    Code, CodedError,
    diagnostic::{Finding, Place, shortened},
    json::{Document, Offset},
};
use std::fmt;

/// Why a document is not a valid agent description: it is not in the plain profile, or it breaks a rule of the
/// protocol's tables. Boxed so that errors stay small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError(Box<(Finding, Box<Place>)>);

impl ModelError {
    /// The error for a finding about a value of a document.
    pub(super) fn at(document: &Document, offset: Offset, finding: Finding) -> Self {
        (finding, Box::new(Place::from_offset(document, offset))).into()
    }

    /// The finding and its position.
    pub(super) fn into_parts(self) -> (Finding, Box<Place>) {
        *self.0
    }

    /// The next step, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.0.0.help.clone()
    }
}

impl From<(Finding, Box<Place>)> for ModelError {
    fn from(found: (Finding, Box<Place>)) -> Self {
        Self(Box::new(found))
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (finding, place) = &*self.0;
        if let Some(position) = place.position {
            write!(f, "{position}: ")?;
        }
        f.write_str(&finding.message)?;
        match &finding.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ModelError {}

impl CodedError for ModelError {
    fn code(&self) -> Code {
        self.0.0.code
    }

    fn place(&self) -> Place {
        Place::clone(&self.0.1)
    }
}

/// Maximum number of characters of an IRI in a message.
pub(super) const MAX_IRI_CHARS: usize = 160;

/// A required term of `what` (`the agent description`, `the interface`) is missing.
pub(super) fn missing(what: &'static str, term: &'static str) -> Finding {
    Finding::missing(Code::AD_MISSING_TERM, what, term).with_help(remedy(what, term))
}

/// A value has the wrong type, or is not one of the allowed values.
pub(super) fn wrong_type((what, term): (&str, &str), found: &str, expected: &str) -> Finding {
    Finding::new(Code::AD_WRONG_TYPE, format!("`{term}` of {what} is {found}, expected {expected}"))
}

/// A value resembles a known one.
pub(super) fn misspelled_value(what: (&str, &str), found: &str, expected: &str, known: &str) -> Finding {
    wrong_type(what, &shortened(found), expected).meant(found, known)
}

/// A term for one value has several.
pub(super) fn ambiguous((what, term): (&str, &str), count: usize) -> Finding {
    structure(format!("`{term}` of {what} has {count} values, expected one"), "keep one value")
}

/// The structure hides or moves data.
pub(super) fn structure(found: impl Into<String>, help: impl Into<String>) -> Finding {
    Finding::new(Code::AD_STRUCTURE, found).with_help(help)
}

/// What to write for a missing term.
fn remedy(what: &str, term: &str) -> String {
    let text = match (term, what) {
        ("@context", _) => r#"add "@context": "https://agent-network-protocol.com/ad#""#,
        ("@language", _) => r#"add {"@language": "en"}, or another language tag, to "@context""#,
        (super::vocabulary::AD_CONTEXT, _) => {
            r#"make it a separate entry: "@context": ["https://agent-network-protocol.com/ad#", ...]"#
        }
        ("@id", _) => r#"add "@id": a unique absolute IRI"#,
        ("@type", "the interface") => {
            r#"add "@type": "ad:StructuredInterface", "ad:NaturalLanguageInterface" or another type"#
        }
        ("@type", _) => r#"add "@type": "ad:AgentDescription""#,
        ("type", _) => r#"add "type": "AgentDescription""#,
        ("security", _) => r#"add "security": the name of a scheme in "securityDefinitions""#,
        ("securityDefinitions", _) => {
            r#"add "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}"#
        }
        ("scheme", _) => r#"add "scheme", for example "didwba""#,
        ("in", _) => r#"add "in": "header", "query", "body", "cookie", "uri" or "auto""#,
        ("priceCurrency", _) => r#"add "priceCurrency" with a code of ISO 4217, for example "CNY""#,
        ("price", super::check::resources::AGGREGATE_OFFER) => {
            r#"write one "Offer" with "price" for each price: readers do not read "lowPrice" and "highPrice""#
        }
        ("price", _) => r#"add "price" with a decimal number, for example "12.00""#,
        ("name", "the product") => r#"add "name": the name of the product"#,
        ("NaturalLanguageInterface", _) => r#"add an interface with "type": "NaturalLanguageInterface""#,
        ("protocol", _) => r#"add "protocol", for example "YAML" or "JSON-RPC 2.0""#,
        ("humanAuthorization", _) => r#"add "humanAuthorization": true if a person must approve each call, else false"#,
        _ => return format!("add `{term}`"),
    };
    text.to_owned()
}
