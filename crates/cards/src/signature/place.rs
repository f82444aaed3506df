//! The origins of cards, and the DIDs that belong to them.

use agent_description::{
    did::{Did, DidMethod},
    rewritten_authority,
};
use url::Url;

/// Whether a URL scheme uses TLS.
pub(crate) fn is_by_tls(scheme: &str) -> bool {
    matches!(scheme, "https" | "wss" | "grpcs")
}

/// A host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostAndPort {
    pub(crate) host: String,
    /// `None` if the address has no port and its scheme no default.
    pub(crate) port: Option<u16>,
}

impl HostAndPort {
    /// The origin of a fetched card, from an absolute URL with a domain name.
    #[must_use]
    pub fn from_fetch(url: &str) -> Option<Self> {
        Self::from_url(&Url::parse(url).ok()?)
    }

    fn from_url(url: &Url) -> Option<Self> {
        let port = url.port_or_known_default().or_else(|| is_by_tls(url.scheme()).then_some(443));
        Self::new(url.domain()?, port)
    }

    /// The origin of an interface. `None` if URL parsers disagree on the host, or if the scheme, such as `ftp:`, cannot
    /// reach an agent.
    #[must_use]
    pub fn from_interface(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_reached = is_by_tls(url.scheme()) || matches!(url.scheme(), "http" | "ws" | "grpc");
        if !is_reached || rewritten_authority(text).is_some() { None } else { Self::from_url(&url) }
    }

    /// The origin of `HOST:PORT`, the form of gRPC addresses.
    #[must_use]
    pub fn from_authority(authority: &str) -> Option<Self> {
        let (host, port) = authority.rsplit_once(':')?;
        let is_host = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
        let port = port.parse().ok().filter(|_| is_host && port.bytes().all(|byte| byte.is_ascii_digit()))?;
        Self::new(host, Some(port))
    }

    fn new(host: &str, port: Option<u16>) -> Option<Self> {
        let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        (!host.is_empty()).then_some(Self { host, port })
    }

    /// Whether a did:wba or did:web DID belongs to this host, with any path. A DID without a port matches every port,
    /// one with a port only that port.
    #[must_use]
    pub fn is_of(&self, did: &Did) -> bool {
        matches!(did.method(), DidMethod::Wba | DidMethod::Web)
            && did.host() == Some(self.host.as_str())
            && did.port().is_none_or(|port| self.port == Some(port))
    }
}
