//! Origins of the web.

use adp_json::TextError;
use std::{fmt, str::FromStr};
use url::Url;

const EXPECTED: &str =
    "a service's origin, for example https://agent.example.com: scheme, host and port, without a path";

/// An origin (RFC 6454 section 4): a scheme, `https` or `http`, a host and a port.
///
/// ```
/// use agent_description::Origin;
///
/// let origin: Origin = "https://Agents.example.com:443".parse()?;
/// assert_eq!(origin.to_string(), "https://agents.example.com");
/// assert_eq!(
///     Origin::from_https("https://agents.example.com/ad.json"),
///     Some(origin.clone())
/// );
/// assert_ne!(
///     Origin::from_https("https://agents.example.com:8443/ad.json"),
///     Some(origin)
/// );
/// # Ok::<(), agent_description::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    host: String,
    port: u16,
    is_https: bool,
}

impl Origin {
    /// The origin of a scheme (`https` or `http`) and an authority: a host, with a port if it is not the default port.
    ///
    /// # Errors
    /// [`TextError`].
    pub fn new(scheme: &str, authority: &str) -> Result<Self, TextError> {
        let refused = || TextError::found(&format!("{scheme}://{authority}"), EXPECTED);
        // an `@`, a slash or a backslash in the authority would move the host
        let is_plain = !authority.is_empty()
            && !authority.contains(['@', '/', '\\', '?', '#'])
            && !authority.contains(char::is_whitespace);
        if !matches!(scheme, "https" | "http") || !is_plain {
            return Err(refused());
        }
        let url = Url::parse(&format!("{scheme}://{authority}/")).map_err(|_| refused())?;
        let is_bare =
            url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
        let origin = Self::from_url(&url).filter(|origin| is_bare && url.path() == "/" && origin.has_real_host());
        origin.ok_or_else(refused)
    }

    /// Whether the host is an address or consists of the characters of host names: `*.example.com` is no host.
    fn has_real_host(&self) -> bool {
        let is_of_names = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_');
        let is_label = |label: &str| !label.is_empty() && label.bytes().all(is_of_names);
        let name = self.host.strip_suffix('.').unwrap_or(&self.host);
        self.host.starts_with('[') || name.split('.').all(is_label)
    }

    /// The origin of an `https` URL; `None` for any other text.
    #[must_use]
    pub fn from_https(url: &str) -> Option<Self> {
        Url::parse(url).ok().and_then(|url| Self::from_url(&url)).filter(Self::is_https)
    }

    /// The origin of an `https` or `http` URL.
    #[doc(hidden)]
    pub fn from_url(url: &Url) -> Option<Self> {
        let is_https = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        Some(Self { host: url.host_str()?.to_owned(), port: url.port_or_known_default()?, is_https })
    }

    /// `https` or `http`.
    #[must_use]
    pub fn scheme(&self) -> &'static str {
        if self.is_https { "https" } else { "http" }
    }

    #[doc(hidden)]
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    /// The host, in lower case, without port; an IPv6 address in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, or the default port of the scheme if none was written.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The authority by RFC 9421 section 2.2.3: the host, and the port if it is not the default port.
    #[must_use]
    pub fn authority(&self) -> String {
        match (self.is_https, self.port) {
            (true, 443) | (false, 80) => self.host.clone(),
            (_, port) => format!("{}:{port}", self.host),
        }
    }

    /// Whether the host is loopback: `localhost` (RFC 6761 section 6.3) or a loopback address.
    #[doc(hidden)]
    pub fn is_loopback(&self) -> bool {
        use url::Host;
        match Host::parse(&self.host) {
            Ok(Host::Domain(name)) => name == "localhost",
            Ok(Host::Ipv4(address)) => address.is_loopback(),
            Ok(Host::Ipv6(address)) => address.is_loopback(),
            Err(_) => false,
        }
    }
}

impl FromStr for Origin {
    type Err = TextError;

    /// Parses `https://HOST[:PORT]` or `http://HOST[:PORT]`, without a path.
    fn from_str(origin: &str) -> Result<Self, TextError> {
        match origin.split_once("://") {
            Some((scheme, authority)) => Self::new(scheme, authority.strip_suffix('/').unwrap_or(authority)),
            None => Err(TextError::found(origin, EXPECTED)),
        }
    }
}

/// `https://agent.example.com`: with a port only if it is not the default port.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme(), self.authority())
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Origin({self})")
    }
}
