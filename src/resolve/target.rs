//! Targets of requests: checked URLs with deadlines.

use super::{Deadlines, NetError, Phase, PrivateOrigin, error::MAX_SHOWN_CHARS, policy::check_public};
use crate::{Origin, did};
use adp_json::cut;
use std::net::IpAddr;

/// A URL that requests may connect to.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    url: url::Url,
    /// The origin that is connected to.
    pub(crate) origin: Origin,
    pub(super) deadlines: Deadlines,
    /// Whether the caller allows this origin to be private.
    pub(super) is_private: bool,
}

/// A URL as sent: absolute, with an allowed scheme, without user name, password, port 0 and fragment.
fn parse(url: &str, schemes: &[&str]) -> Result<url::Url, NetError> {
    let scheme = |problem: &str| NetError::Scheme { url: cut(url, MAX_SHOWN_CHARS), problem: problem.to_owned() };
    let mut parsed = url::Url::parse(url).map_err(|error| scheme(&error.to_string()))?;
    if !schemes.contains(&parsed.scheme()) {
        return Err(scheme(&format!("its scheme is `{}`", parsed.scheme())));
    }
    if !parsed.username().is_empty() || parsed.password().is_some() {
        return Err(scheme("it has a user name or password"));
    }
    if parsed.port() == Some(0) {
        return Err(scheme("its port is 0"));
    }
    parsed.set_fragment(None);
    Ok(parsed)
}

impl Target {
    /// Checks a URL; its fragment is removed, because it is never sent.
    ///
    /// # Errors
    /// `net-scheme` unless it is an absolute `https` URL without user name, password and port zero. `net-address` if its
    /// host is an IP address in any spelling, or a name that is not on the public web.
    pub(crate) fn new(url: &str, deadlines: Deadlines) -> Result<Self, NetError> {
        let scheme = |problem: &str| NetError::Scheme { url: cut(url, MAX_SHOWN_CHARS), problem: problem.to_owned() };
        let parsed = parse(url, &["https"])?;
        match parsed.host() {
            Some(url::Host::Domain(domain)) => did::check_host(domain)
                .map_err(|fault| NetError::Host { host: cut(domain, MAX_SHOWN_CHARS), problem: fault.to_string() })?,
            Some(address) => {
                return Err(NetError::Host {
                    host: address.to_string(),
                    problem: "it is an IP address; expected a domain name".to_owned(),
                });
            }
            None => return Err(scheme("it has no host")),
        }
        let origin = Origin::from_url(&parsed).ok_or_else(|| scheme("it has no origin"))?;
        Ok(Self { url: parsed, origin, deadlines, is_private: false })
    }

    /// Same, but the given origins may be private.
    ///
    /// # Errors
    /// As for [`Target::new`].
    pub(super) fn within(url: &str, deadlines: Deadlines, private: &[PrivateOrigin]) -> Result<Self, NetError> {
        let parsed = parse(url, &["https", "http"])?;
        if let Some(origin) = Origin::from_url(&parsed)
            && private.iter().any(|private| *private.origin() == origin)
        {
            return Ok(Self { url: parsed, origin, deadlines, is_private: true });
        }
        Self::new(url, deadlines)
    }

    /// Whether TLS is used: always, except for a loopback origin that the caller allows as `http`.
    pub(super) fn is_secure(&self) -> bool {
        self.origin.is_https()
    }

    /// The address in the URL itself, which is allowed for private origins.
    pub(super) fn address(&self) -> Option<IpAddr> {
        match self.url.host()? {
            url::Host::Domain(_) => None,
            url::Host::Ipv4(address) => Some(address.into()),
            url::Host::Ipv6(address) => Some(address.into()),
        }
    }

    /// The URL as it is sent.
    pub(crate) fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The target in the request line.
    pub(super) fn path_and_query(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// The host: a domain name in lower case.
    pub(crate) fn host(&self) -> &str {
        self.origin.host()
    }

    /// The port.
    pub(crate) fn port(&self) -> u16 {
        self.origin.port()
    }

    /// Checks the addresses of the host: if one of them is not allowed, none is used.
    ///
    /// # Errors
    /// `net-address`; `net-connect` if there are none.
    pub(super) fn check_addresses(&self, addresses: &[IpAddr]) -> Result<(), NetError> {
        let host = self.host().to_owned();
        if addresses.is_empty() {
            return Err(NetError::Connect { url: self.url().to_owned(), problem: format!("{host} has no address") });
        }
        let refused = |address: IpAddr| match self.is_private {
            false => check_public(address).err(),
            true if self.is_secure() || address.is_loopback() => None,
            true => Some("not loopback, and `http` is allowed only on loopback"),
        };
        match addresses.iter().find_map(|address| Some((*address, refused(*address)?))) {
            None => Ok(()),
            Some((address, range)) => Err(NetError::Address { host, address, range }),
        }
    }

    /// The error for a deadline that has passed.
    pub(super) fn timed_out(&self, phase: Phase) -> NetError {
        let limit = match phase {
            Phase::Connect => self.deadlines.connect,
            Phase::Answer | Phase::Turn | Phase::Whole => self.deadlines.total,
        };
        NetError::Time { url: self.url.to_string(), phase, limit }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Code, CodedError};

    fn target(url: &str) -> Result<Target, NetError> {
        Target::new(url, Deadlines::default())
    }

    #[test]
    fn urls_are_normalized() {
        for (url, sent, host, port) in [
            ("https://Agent.EXAMPLE:8443/a/../b?c#d", "https://agent.example:8443/b?c", "agent.example", 8443),
            ("https://agent.example:443", "https://agent.example/", "agent.example", 443),
            // RFC 3492 and UTS #46
            ("https://b\u{fc}cher.example/", "https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443),
        ] {
            let target = target(url).unwrap();
            assert_eq!((target.url(), target.host(), target.port()), (sent, host, port));
        }
        let did: did::Did = "did:wba:agent.example%3A8443:u".parse().unwrap();
        assert_eq!(target(&did.location().unwrap()).unwrap().url(), "https://agent.example:8443/u/did.json");
    }

    #[test]
    fn urls_that_are_refused() {
        for (url, code) in [
            ("http://agent.example/", Code::NET_SCHEME),
            ("agent.example", Code::NET_SCHEME),
            ("https://a@agent.example/", Code::NET_SCHEME),
            ("https://:b@agent.example/", Code::NET_SCHEME),
            ("https://agent.example:0/", Code::NET_SCHEME),
            ("https://agent.example:65536/", Code::NET_SCHEME),
            ("https://127.0.0.1/", Code::NET_ADDRESS),
            ("https://0x7f.1/", Code::NET_ADDRESS),
            ("https://[::1]/", Code::NET_ADDRESS),
            ("https://localhost/", Code::NET_ADDRESS),
            ("https://agent.local/", Code::NET_ADDRESS),
            ("https://agent.example./", Code::NET_ADDRESS),
        ] {
            assert_eq!(target(url).unwrap_err().code(), code, "{url}");
        }
    }

    #[test]
    fn refused_urls_are_shown_shortened_and_escaped() {
        let message = target(&format!("http://{}\u{202e}", "a".repeat(9999))).unwrap_err().to_string();
        assert!(message.len() < 500 && !message.contains('\u{202e}'), "{message}");
        assert!(message.contains("http://aaa") && message.contains("a…"), "{message}");
        let message = target("http://agent.example/\u{202e}").unwrap_err().to_string();
        assert!(message.contains("http://agent.example/\\u{202e}") && !message.contains('…'), "{message}");
    }
}
