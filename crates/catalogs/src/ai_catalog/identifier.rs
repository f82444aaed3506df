//! `urn:air` identifiers: publisher's host, namespace, name.

use agent_description::{TextError, format::Format};
use std::fmt;

/// Maximum length of a name that is derived from a path, in characters.
const MAX_NAME_CHARS: usize = 200;

/// An identifier `urn:air:PUBLISHER:NAMESPACE…:NAME` (AI Catalog, Catalog Entry, `identifier`; ARD, appendix C).
/// Compared exactly, without normalization.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AirIdentifier {
    text: String,
}

const EXPECTED: &str = "urn:air:HOST:NAMESPACE:NAME, of letters, digits, dots, hyphens and underscores";

impl AirIdentifier {
    /// Creates an identifier from the publisher's host, namespaces and a name. Replaces invalid characters in
    /// namespaces and name by hyphens.
    ///
    /// # Errors
    ///
    /// [`TextError`] for an invalid host, or if a part would be empty.
    pub fn new(host: &str, namespaces: &[&str], name: &str) -> Result<Self, TextError> {
        if !host.chars().all(is_of_hosts) {
            return Err(TextError::found(host, EXPECTED));
        }
        let mut text = format!("urn:air:{host}");
        for part in namespaces.iter().chain([&name]) {
            text.push(':');
            text.extend(part.chars().map(|c| if is_of_names(c) { c } else { '-' }));
        }
        text.parse()
    }

    /// Creates the identifier of a document at a path of a host: `urn:air:HOST:FORMAT:PATH`. The path has no
    /// `.well-known/` and no extension. Catalogs, crawls and registrations of the same document thus use the same
    /// identifier.
    ///
    /// # Errors
    ///
    /// [`TextError`] for an invalid host.
    pub fn for_document(host: &str, format: &Format, path: &str) -> Result<Self, TextError> {
        let namespace = if format.is_description { "agent-description" } else { format.name };
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = path.strip_prefix(".well-known/").unwrap_or(path);
        let is_extension = |end: &str| end.chars().all(|c| c.is_ascii_alphanumeric());
        let stem = path.rsplit_once('.').filter(|(_, end)| is_extension(end)).map_or(path, |(stem, _)| stem);
        let name: String = stem.chars().take(MAX_NAME_CHARS).collect();
        Self::new(host, &[namespace], if name.is_empty() { "root" } else { &name })
    }

    /// The text of the identifier.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The publisher's host.
    #[must_use]
    pub fn publisher(&self) -> &str {
        self.text.split(':').nth(2).unwrap_or_default()
    }

    /// The publisher's DID, which must sign an entry of this identifier (AI Catalog, did:web Publisher Profile).
    #[must_use]
    pub fn publisher_did(&self) -> String {
        format!("did:web:{}", self.publisher())
    }
}

fn is_of_hosts(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-')
}

fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

impl std::str::FromStr for AirIdentifier {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match number_of_names(text) {
            Some(2..) => Ok(Self { text: text.to_owned() }),
            _ => Err(TextError::found(text, EXPECTED)),
        }
    }
}

/// The number of names after the publisher in `urn:air:PUBLISHER:NAME…`; `None` for other texts.
pub(super) fn number_of_names(text: &str) -> Option<usize> {
    let mut parts = text.strip_prefix("urn:air:")?.split(':');
    let is_host = parts.next().is_some_and(|host| !host.is_empty() && host.chars().all(is_of_hosts));
    let names = parts.clone().count();
    let are_names = parts.all(|part| !part.is_empty() && part.chars().all(is_of_names));
    (is_host && are_names).then_some(names)
}

impl fmt::Display for AirIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
