//! Which DIDs a place speaks for.

use agent_description::did::{Did, DidMethod};
use url::Url;

/// A host and port that something is served from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub(crate) host: String,
    /// None where the address says none and has no usual one.
    pub(crate) port: Option<u16>,
}

impl Place {
    /// Of an absolute URL with a domain name.
    #[must_use]
    pub fn of_url(url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let host = url.domain()?.trim_end_matches('.').to_ascii_lowercase();
        let usual = match url.scheme() {
            "wss" | "https" | "grpcs" => Some(443),
            "ws" | "http" => Some(80),
            _ => None,
        };
        (!host.is_empty()).then(|| Self { host, port: url.port().or(usual) })
    }

    /// Whether a DID is of this place: a did:wba or did:web DID of its host; one with a port, of this port alone.
    #[must_use]
    pub fn is_of(&self, did: &Did) -> bool {
        matches!(did.method(), DidMethod::Wba | DidMethod::Web)
            && did.host() == Some(self.host.as_str())
            && did.port().is_none_or(|port| self.port == Some(port))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Place;

    #[test]
    fn a_did_binds_its_host_and_where_it_says_one_its_port() {
        for (did, url, is_of) in [
            ("did:wba:hotel.example:rooms", "https://hotel.example/card.json", true),
            ("did:web:hotel.example", "https://HOTEL.example:8443/card.json", true),
            ("did:web:hotel.example%3A8443", "https://hotel.example:8443/", true),
            ("did:web:hotel.example%3A8443", "https://hotel.example/", false),
            ("did:wba:hotel.example", "https://rooms.hotel.example/", false),
            ("did:wba:hotel.example", "https://hotel.example.evil.example/", false),
            ("did:wba:hotel.example", "https://hotel.example@evil.example/", false),
            ("did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw", "https://hotel.example/", false),
        ] {
            assert_eq!(Place::of_url(url).unwrap().is_of(&did.parse().unwrap()), is_of, "{did} {url}");
        }
        assert_eq!(Place::of_url("https://127.0.0.1/"), None);
        assert_eq!(Place::of_url("/a2a"), None);
    }
}
