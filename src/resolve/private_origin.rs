//! An origin that the caller names as one that may be private.

use super::SettingsError;
use std::{fmt, str::FromStr};
use url::Url;

/// An origin that requests may go to wherever it is: a host of the caller's own network, or this machine. Written as a URL without path:
/// `https://HOST[:PORT]`, where the host may be an address; `http://` for this machine alone.
///
/// The certificate is checked all the same. Nothing but this one host and port becomes reachable by it.
///
/// ```
/// use agent_description::resolve::PrivateOrigin;
///
/// let origin: PrivateOrigin = "http://localhost:8080".parse()?;
/// assert_eq!(origin.to_string(), "http://localhost:8080");
/// assert!("http://10.0.0.1".parse::<PrivateOrigin>().is_err());
/// # Ok::<(), agent_description::resolve::SettingsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateOrigin {
    url: Url,
}

impl PrivateOrigin {
    /// Whether a URL is of this origin.
    pub(super) fn is_of(&self, url: &Url) -> bool {
        url.origin() == self.url.origin()
    }
}

impl FromStr for PrivateOrigin {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let error = |problem: &str| SettingsError::Origin { found: text.to_owned(), problem: problem.to_owned() };
        let url = Url::parse(text).map_err(|failed| error(&failed.to_string()))?;
        let is_bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if !is_bare {
            return Err(error("it has more than a scheme, host and port"));
        }
        if url.port() == Some(0) {
            return Err(error("its port is 0"));
        }
        // "localhost" is this machine by its name (RFC 6761 section 6.3); the addresses it leads to are asked about too
        let is_here = match url.host() {
            Some(url::Host::Domain(name)) => name == "localhost",
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            None => return Err(error("it has no host")),
        };
        match url.scheme() {
            "https" => Ok(Self { url }),
            "http" if is_here => Ok(Self { url }),
            "http" => Err(error("`http` is allowed with this machine only")),
            _ => Err(error("its scheme is not `https`")),
        }
    }
}

impl fmt::Display for PrivateOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url.origin().ascii_serialization())
    }
}
