//! `urn:air` identifiers: a publisher's host, a namespace, a name.

use agent_description::format::Format;
use std::fmt;

/// The longest name that is made of a path, in characters.
const MAX_NAME_CHARS: usize = 200;

/// An identifier `urn:air:PUBLISHER:NAMESPACE…:NAME` (AI Catalog, Catalog Entry, `identifier`; ARD, appendix C). Compared as it is written:
/// nothing of it is normalized.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AirIdentifier {
    text: String,
}

/// The text is not such an identifier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found:?}, expected urn:air:HOST:NAMESPACE:NAME, of letters, digits, dots, hyphens and underscores")]
pub struct NoAirIdentifier {
    found: String,
}

impl AirIdentifier {
    /// Of a publisher's host, namespaces and a name. In the namespaces and the name, what may not stand there becomes a hyphen.
    ///
    /// # Errors
    /// [`NoAirIdentifier`] for a host with other characters than hosts have, and where nothing is left of a part.
    pub fn new(host: &str, namespaces: &[&str], name: &str) -> Result<Self, NoAirIdentifier> {
        if !host.chars().all(is_of_hosts) {
            return Err(NoAirIdentifier { found: host.chars().take(80).collect() });
        }
        let mut text = format!("urn:air:{host}");
        for part in namespaces.iter().chain([&name]) {
            text.push(':');
            text.extend(part.chars().map(|c| if is_of_names(c) { c } else { '-' }));
        }
        text.parse()
    }

    /// Of the document of a format at a path of a host: `urn:air:HOST:FORMAT:PATH`, the path without `.well-known/` and its extension. Catalogs,
    /// crawls and registrations that name the same document have the same identifier.
    ///
    /// # Errors
    /// [`NoAirIdentifier`] for a host with other characters than hosts have.
    pub fn for_document(host: &str, format: &dyn Format, path: &str) -> Result<Self, NoAirIdentifier> {
        let namespace = if format.is_description() { "agent-description" } else { format.name() };
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = path.strip_prefix(".well-known/").unwrap_or(path);
        let is_extension = |end: &str| end.chars().all(|c| c.is_ascii_alphanumeric());
        let stem = path.rsplit_once('.').filter(|(_, end)| is_extension(end)).map_or(path, |(stem, _)| stem);
        let name: String = stem.chars().take(MAX_NAME_CHARS).collect();
        Self::new(host, &[namespace], if name.is_empty() { "root" } else { &name })
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host of who publishes the artifact.
    #[must_use]
    pub fn publisher(&self) -> &str {
        self.text.split(':').nth(2).unwrap_or_default()
    }

    /// The DID whose signature makes an entry of this identifier its publisher's (AI Catalog, the did:web Publisher Profile).
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
    type Err = NoAirIdentifier;

    fn from_str(text: &str) -> Result<Self, NoAirIdentifier> {
        let error = || NoAirIdentifier { found: text.chars().take(80).collect() };
        let mut parts = text.strip_prefix("urn:air:").ok_or_else(error)?.split(':');
        let publisher = parts.next().unwrap_or_default();
        let mut names = 0;
        let fits = !publisher.is_empty()
            && publisher.chars().all(is_of_hosts)
            && parts.inspect(|_| names += 1).all(|part| !part.is_empty() && part.chars().all(is_of_names));
        if fits && names >= 2 { Ok(Self { text: text.to_owned() }) } else { Err(error()) }
    }
}

impl fmt::Display for AirIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::AirIdentifier;

    #[test]
    fn a_publisher_a_namespace_and_a_name() {
        for (text, publisher) in [
            ("urn:air:example.com:skill:code-review", "example.com"),
            ("urn:air:example.com:finance:agent:a_b.c", "example.com"),
            ("urn:air:Example.COM:a:b", "Example.COM"),
        ] {
            let identifier: AirIdentifier = text.parse().unwrap();
            assert_eq!((identifier.as_str(), identifier.publisher()), (text, publisher));
        }
        for text in [
            "",
            "urn:air:",
            "urn:air:example.com",
            "urn:air:example.com:name",
            "urn:air::a:b",
            "urn:air:example.com:a:",
            "urn:air:example.com::b",
            "URN:AIR:example.com:a:b",
            "urn:ai:example.com:a:b",
            "urn:air:example.com:a:b/c",
            "urn:air:example.com:a:b#c",
            "urn:air:ex_ample.com:a:b",
            "urn:air:bücher.example:a:b",
            " urn:air:example.com:a:b",
        ] {
            assert!(text.parse::<AirIdentifier>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_document_has_one_identifier() {
        for (path, name) in [
            ("/.well-known/agent-card.json", "a2a-card:agent-card"),
            (".well-known/mcp/server-card.json", "a2a-card:mcp-server-card"),
            ("/agents/x%20y/ad.json?z", "a2a-card:agents-x-20y-ad.json-z"),
            ("/", "a2a-card:root"),
        ] {
            let identifier = AirIdentifier::for_document("a.example.com", crate::A2A_CARD, path).unwrap();
            assert_eq!(identifier.as_str(), format!("urn:air:a.example.com:{name}"));
        }
        let description = AirIdentifier::for_document("a.example.com", agent_description::format::ADP, "/ad.json");
        assert_eq!(description.unwrap().as_str(), "urn:air:a.example.com:agent-description:ad");
    }

    #[test]
    fn what_may_not_stand_in_a_name_becomes_a_hyphen() {
        let made = AirIdentifier::new("hotel.example", &["agent"], "rooms/Zürich 1").unwrap();
        assert_eq!(made.as_str(), "urn:air:hotel.example:agent:rooms-Z-rich-1");
        // a port would read as a namespace
        assert!(AirIdentifier::new("hotel.example:8443", &[], "rooms").is_err());
        assert!(AirIdentifier::new("hotel.example", &[], "rooms").is_err());
        assert!(AirIdentifier::new("", &["agent"], "rooms").is_err());
    }
}
