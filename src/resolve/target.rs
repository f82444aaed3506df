//! Where a request goes: a URL that may be connected to, and until when.

use super::{
    NetError, Phase,
    plan::{Deadlines, check_addresses, shortened},
};
use crate::did;
use std::net::IpAddr;

/// A URL that may be connected to, whatever is asked of it there.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    url: url::Url,
    deadlines: Deadlines,
}

impl Target {
    /// Judges a URL; its fragment is left out, because it is never sent.
    ///
    /// # Errors
    /// `net-scheme` unless it is an absolute `https` URL without user name, password and port 0; `net-address` if its
    /// host is an IP address in any spelling or a name that is not on the public web.
    pub(crate) fn new(url: &str, deadlines: Deadlines) -> Result<Self, NetError> {
        let scheme = |problem: &str| NetError::Scheme { url: shortened(url), problem: problem.to_owned() };
        let mut parsed = url::Url::parse(url).map_err(|error| scheme(&error.to_string()))?;
        if parsed.scheme() != "https" {
            return Err(scheme(&format!("its scheme is `{}`", parsed.scheme())));
        }
        if !parsed.username().is_empty() || parsed.password().is_some() {
            return Err(scheme("it has a user name or password"));
        }
        if parsed.port() == Some(0) {
            return Err(scheme("its port is 0"));
        }
        match parsed.host() {
            Some(url::Host::Domain(domain)) => did::check_host(domain)
                .map_err(|fault| NetError::Host { host: shortened(domain), problem: fault.to_string() })?,
            Some(address) => {
                return Err(NetError::Host {
                    host: address.to_string(),
                    problem:
                        "it is an IP address, which no certificate of the public web names; expected a domain name"
                            .to_owned(),
                });
            }
            None => return Err(scheme("it has no host")),
        }
        parsed.set_fragment(None);
        Ok(Self { url: parsed, deadlines })
    }

    /// The URL as it is sent.
    pub(crate) fn url(&self) -> &str {
        self.url.as_str()
    }

    /// What the request line asks for.
    #[cfg(feature = "resolver")]
    pub(super) fn path_and_query(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// The host: a domain name in lower case.
    pub(crate) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// The port.
    pub(crate) fn port(&self) -> u16 {
        self.url.port().unwrap_or(443)
    }

    /// The host, and the port where it is not that of `https`.
    #[cfg(feature = "resolver")]
    pub(crate) fn authority(&self) -> String {
        match self.url.port() {
            Some(port) => format!("{}:{port}", self.host()),
            None => self.host().to_owned(),
        }
    }

    pub(super) fn deadlines(&self) -> Deadlines {
        self.deadlines
    }

    pub(super) fn check_addresses(&self, addresses: &[IpAddr]) -> Result<(), NetError> {
        check_addresses(self.host(), self.url(), addresses)
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
