//! The service that requests are for.

use std::{fmt, str::FromStr};
use url::{Host, Url};

/// The service that requests are for, as its operator configures it: scheme, host and port. Never taken from a request.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Audience {
    scheme: String,
    host: String,
    port: Option<u16>,
}

impl Audience {
    /// A service by scheme (`https`, `http`) and authority: a host, and a port where it is not the scheme's own.
    ///
    /// # Errors
    /// [`AudienceError`].
    pub fn new(scheme: &str, authority: &str) -> Result<Self, AudienceError> {
        let refused = || AudienceError { found: format!("{scheme}://{authority}") };
        if !matches!(scheme, "https" | "http") || authority.is_empty() {
            return Err(refused());
        }
        let url = Url::parse(&format!("{scheme}://{authority}/")).map_err(|_| refused())?;
        let plain =
            url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
        let host = match url.host() {
            Some(Host::Domain(domain)) => domain.to_owned(),
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => format!("[{address}]"),
            None => return Err(refused()),
        };
        // an `@`, a slash or a backslash in the authority would have moved the host
        if !plain
            || url.path() != "/"
            || authority.contains(['@', '/', '\\', '?', '#'])
            || authority.contains(char::is_whitespace)
        {
            return Err(refused());
        }
        Ok(Self { scheme: scheme.to_owned(), host, port: url.port() })
    }

    /// `https` or `http`.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host, in lower case, without port: the audience of the legacy forms.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The authority as RFC 9421 section 2.2.3 has it: the host, and the port where it is not the scheme's own.
    #[must_use]
    pub fn authority(&self) -> String {
        match self.port {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.clone(),
        }
    }

    /// The origin, for example `https://agent.example.com`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme, self.authority())
    }
}

impl FromStr for Audience {
    type Err = AudienceError;

    /// Reads an origin: `https://HOST[:PORT]`, without path.
    fn from_str(origin: &str) -> Result<Self, AudienceError> {
        match origin.split_once("://") {
            Some((scheme, authority)) => Self::new(scheme, authority.strip_suffix('/').unwrap_or(authority)),
            None => Err(AudienceError { found: origin.to_owned() }),
        }
    }
}

impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin())
    }
}

impl fmt::Debug for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Audience({self})")
    }
}

/// The text is not an origin of a service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found {found:?}, expected a service's origin, for example https://agent.example.com: scheme, host and port, without a path"
)]
pub struct AudienceError {
    found: String,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (text, origin, host) in [
            ("https://Agent.Example.com:443", "https://agent.example.com", "agent.example.com"),
            ("https://agent.example.com/", "https://agent.example.com", "agent.example.com"),
            ("http://localhost:80", "http://localhost", "localhost"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1"),
            ("https://[::1]:8443", "https://[::1]:8443", "[::1]"),
        ] {
            let audience: Audience = text.parse().unwrap();
            assert_eq!((audience.origin().as_str(), audience.host()), (origin, host), "{text}");
        }
        for text in [
            "agent.example.com",
            "ftp://a.example",
            "https://",
            "https://a@b.example",
            "https://a.example/x",
            "https://a.example?x",
            "https://a.example#",
            "https://a b",
            "https://a\\b",
        ] {
            assert!(text.parse::<Audience>().is_err(), "{text}");
        }
    }
}
