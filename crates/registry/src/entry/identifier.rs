//! Identifiers of entries: `urn:air:HOST:…`.

use agent_description::{TextError, did::Did};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, sync::Arc};

/// Maximum length of an identifier, in bytes.
const MAX_BYTES: usize = 512;
/// Maximum number of parts after the host.
const MAX_PARTS: usize = 16;

/// The identifier of an entry, `urn:air:HOST:NAMESPACE…:NAME` (ARD 0.91, section on identifiers; its pattern requires
/// at least one part after the host). Compared exactly.
///
/// The host is a public host name in the canonical spelling of DIDs: lower case, no port, no IP address, no trailing
/// dot. Each host therefore has only one spelling in identifiers.
///
/// ```rust
/// use adp_registry::Identifier;
/// let identifier: Identifier = "urn:air:hotel.example:agent:rooms".parse()?;
/// assert_eq!((identifier.host(), identifier.name()), ("hotel.example", "rooms"));
/// assert!("urn:air:Hotel.example:agent:rooms".parse::<Identifier>().is_err());
/// # Ok::<(), agent_description::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Identifier {
    text: Arc<str>,
}

impl Identifier {
    /// The text of the identifier.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host whose DIDs may write the entry.
    #[must_use]
    pub fn host(&self) -> &str {
        self.text.split(':').nth(2).unwrap_or_default()
    }

    /// The registrable domain of the host, by the public suffix list in this program: what somebody registered, or got
    /// from a provider on the list. Of a host that is a public suffix itself, that host.
    #[must_use]
    pub fn domain(&self) -> &str {
        registrable_domain(self.host())
    }

    /// The last part.
    #[must_use]
    pub fn name(&self) -> &str {
        self.text.rsplit(':').next().unwrap_or_default()
    }
}

/// The registrable domain of a host, or the host itself if it is a public suffix.
pub(crate) fn registrable_domain(host: &str) -> &str {
    psl::domain_str(host).unwrap_or(host)
}

fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

impl FromStr for Identifier {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let no = |problem: String| {
            let found: String = text.chars().take(100).collect();
            TextError::new(format!("the identifier {found:?} {problem}, expected urn:air:HOST:NAMESPACE:NAME"))
        };
        if text.len() > MAX_BYTES {
            return Err(no(format!("has {} bytes, expected at most {MAX_BYTES}", text.len())));
        }
        let rest = text.strip_prefix("urn:air:").ok_or_else(|| no("does not begin with \"urn:air:\"".to_owned()))?;
        let mut parts = rest.split(':');
        let host = parts.next().unwrap_or_default();
        // the same syntax of hosts as in DIDs
        if let Err(error) = format!("did:web:{host}").parse::<Did>() {
            return Err(no(format!("does not name a public host ({error})")));
        }
        if host.contains('%') {
            return Err(no("has a port in its host".to_owned()));
        }
        let mut number = 0;
        for part in parts {
            number += 1;
            if part.is_empty() || !part.chars().all(is_of_names) {
                let part: String = part.chars().take(100).collect();
                return Err(no(format!(
                    "has the part {part:?}, expected letters, digits, dots, hyphens and underscores"
                )));
            }
        }
        match number {
            0 => Err(no("has no part after its host".to_owned())),
            1..=MAX_PARTS => Ok(Self { text: text.into() }),
            _ => Err(no(format!("has {number} parts after its host, expected at most {MAX_PARTS}"))),
        }
    }
}

impl TryFrom<String> for Identifier {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        text.parse()
    }
}

impl From<Identifier> for String {
    fn from(identifier: Identifier) -> Self {
        identifier.text.as_ref().to_owned()
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::Identifier;

    /// The expected domains are read from the list by hand.
    #[test]
    fn subdomains_are_of_who_registered_the_domain() {
        for (host, domain) in [
            ("hotel.example.com", "example.com"),
            ("a.b.c.example.com", "example.com"),
            ("example.com", "example.com"),
            ("a.shop.co.uk", "shop.co.uk"),
            // a provider's customers are different owners
            ("x.alice.github.io", "alice.github.io"),
            ("github.io", "github.io"),
            // an exception of a wildcard rule, and the wildcard
            ("a.www.ck", "www.ck"),
            ("a.b.c.ck", "b.c.ck"),
            ("a.shop.xn--fiqs8s", "shop.xn--fiqs8s"),
            // not on the list
            ("hotel.example", "hotel.example"),
            ("a.hotel.example", "hotel.example"),
        ] {
            let identifier: Identifier = format!("urn:air:{host}:agent:rooms").parse().unwrap();
            assert_eq!(identifier.domain(), domain, "{host}");
        }
    }
}
