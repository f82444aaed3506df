//! Targets of requests: checked URLs with deadlines.

mod address_policy;
mod private_origin;

use super::{Deadlines, NetError, Phase, error::MAX_SHOWN_CHARS};
use address_policy::check_public;
use adp_crypto::Origin;
use adp_did as did;
use adp_json::cut;
pub use private_origin::PrivateOrigin;
use std::net::IpAddr;

/// A URL that requests may connect to.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Target {
    url: url::Url,
    /// The origin that is connected to.
    pub origin: Origin,
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
    pub fn new(url: &str, deadlines: Deadlines) -> Result<Self, NetError> {
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
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Same, parsed.
    pub(super) fn parsed_url(&self) -> &url::Url {
        &self.url
    }

    /// The host: a domain name in lower case.
    pub fn host(&self) -> &str {
        self.origin.host()
    }

    /// The port.
    pub fn port(&self) -> u16 {
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
            Phase::Answer | Phase::Permit | Phase::Whole => self.deadlines.total,
        };
        NetError::Time { url: self.url.to_string(), phase, limit }
    }
}
