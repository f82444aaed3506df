//! Settings of the HTTPS client: trusted roots, named addresses, proxy, deadlines.

use crate::{Deadlines, HttpsGet, Lookup};
use adp_did as did;
use adp_json::{Limits, TextError};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    str::FromStr,
    sync::Arc,
};

/// An address for one host and port that replaces name lookup; it may be private.
///
/// Name, SNI and certificate check still use the host. Written `HOST:PORT:ADDR[:PORT]`, as for curl's `--resolve` and
/// `--connect-to`; an IPv6 address with a port is in brackets.
///
/// ```
/// use agent_description::resolve::ConnectTo;
/// let connect_to: ConnectTo = "example.com:443:127.0.0.1:8443".parse()?;
/// assert_eq!(connect_to.address.to_string(), "127.0.0.1:8443");
/// # Ok::<(), agent_description::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ConnectTo {
    /// The host, in lower case.
    pub host: String,
    /// The port in the URLs.
    pub port: u16,
    /// The address to connect to.
    pub address: SocketAddr,
}

impl ConnectTo {
    /// Redirects connections from `host:port` to `address`.
    ///
    /// # Errors
    /// [`TextError`] if the host is not a domain name or a port is 0.
    pub fn new(host: &str, port: u16, address: SocketAddr) -> Result<Self, TextError> {
        let shown = format!("{host}:{port}:{address}");
        Self::checked(host, port, address).map_err(|problem| Self::refused(&shown, &problem))
    }

    fn checked(host: &str, port: u16, address: SocketAddr) -> Result<Self, String> {
        let host = host.to_ascii_lowercase();
        did::check_host(&host).map_err(str::to_owned)?;
        if port == 0 || address.port() == 0 {
            return Err("a port is 0".to_owned());
        }
        Ok(Self { host, port, address })
    }

    fn refused(found: &str, problem: &str) -> TextError {
        TextError::new(format!(
            "found {found:?}: {problem}; expected HOST:PORT:ADDR[:PORT], for example example.com:443:127.0.0.1:8443"
        ))
    }
}

impl FromStr for ConnectTo {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |problem: &str| Self::refused(text, problem);
        let mut parts = text.splitn(3, ':');
        let (Some(host), Some(port), Some(address)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(error("it has too few parts"));
        };
        let port = decimal_port(port).ok_or_else(|| error("the port is not a number from 1 to 65535"))?;
        let bare = address.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(address);
        let address = match bare.parse::<IpAddr>() {
            Ok(ip) => SocketAddr::new(ip, port),
            Err(_) => address.parse().map_err(|_| error("the address is not an IP address, with or without a port"))?,
        };
        Self::checked(host, port, address).map_err(|problem| error(&problem))
    }
}

fn decimal_port(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten().filter(|port| *port != 0)
}

/// Builder of [`HttpsGet`]. No setting disables a check: roots are added, and addresses named, one by one.
#[derive(Clone)]
pub struct HttpsGetBuilder {
    pub(super) roots: Vec<CertificateDer<'static>>,
    /// Trusts only the added roots, not those of the platform.
    pub only_added_roots: bool,
    pub(super) connect_to: Vec<ConnectTo>,
    /// Disables network access: every fetch fails with `net-offline`.
    pub offline: bool,
    pub(crate) proxy: Option<reqwest::Proxy>,
    pub(super) lookup: Arc<dyn Lookup>,
    /// The deadlines of a fetch.
    pub deadlines: Deadlines,
    /// The limits; only size limits apply.
    pub limits: Limits,
    #[cfg(test)]
    pub(super) local_address: Option<IpAddr>,
}

impl HttpsGetBuilder {
    pub(crate) fn new(lookup: Arc<dyn Lookup>) -> Self {
        Self {
            roots: Vec::new(),
            only_added_roots: false,
            connect_to: Vec::new(),
            offline: false,
            proxy: None,
            lookup,
            deadlines: Deadlines::default(),
            limits: Limits::default(),
            #[cfg(test)]
            local_address: None,
        }
    }

    /// Also trusts the CA certificates of a PEM file.
    ///
    /// # Errors
    /// [`TextError`] if it contains no certificate, or one that cannot be used as a root.
    pub fn add_roots_pem(mut self, pem: &[u8]) -> Result<Self, TextError> {
        let problem = |problem: String| {
            TextError::new(format!("{problem}; expected CA certificates in PEM (`-----BEGIN CERTIFICATE-----`)"))
        };
        let mut store = rustls::RootCertStore::empty();
        let before = self.roots.len();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|error| problem(format!("the PEM is malformed ({error:?})")))?;
            store
                .add(certificate.clone())
                .map_err(|error| problem(format!("a certificate cannot be a trusted root ({error})")))?;
            self.roots.push(certificate);
        }
        if self.roots.len() == before {
            return Err(problem("the PEM contains no certificate".to_owned()));
        }
        Ok(self)
    }

    /// Sets the address for a host and port. The first match applies.
    #[must_use]
    pub fn connect_to(mut self, connect_to: ConnectTo) -> Self {
        self.connect_to.push(connect_to);
        self
    }

    /// Fetches through an HTTP proxy with `CONNECT`. Proxies in the environment are never used.
    ///
    /// The host's addresses are still looked up and checked here, but the proxy connects by name, so the proxy must be
    /// trusted to use the same addresses. Hosts set by [`connect_to`](Self::connect_to) bypass it.
    ///
    /// # Errors
    /// [`TextError`].
    pub fn proxy(mut self, url: &str) -> Result<Self, TextError> {
        let error = |found: &str, problem: &str| {
            let expected = "expected `http://HOST:PORT` or `https://HOST:PORT`";
            TextError::new(format!("{found:?} is not a proxy: {problem}; {expected}"))
        };
        let parsed = url::Url::parse(url).map_err(|failed| match failed {
            url::ParseError::RelativeUrlWithoutBase => {
                error(url.rsplit('@').next().unwrap_or_default(), "it has no scheme")
            }
            // it may have a password without a host
            failed => error("the URL", &failed.to_string()),
        })?;
        let mut shown = parsed.clone();
        // do not show user name and password in messages
        let _ = (shown.set_username(""), shown.set_password(None));
        // without a scheme, they are a part of the path
        let shown = shown.as_str().rsplit('@').next().unwrap_or_default();
        let unusable = || error(shown, "its scheme is not supported, or it has no host");
        // reqwest also speaks SOCKS, where another crate enables it
        if !matches!(parsed.scheme(), "http" | "https") || parsed.port() == Some(0) {
            return Err(unusable());
        }
        self.proxy = Some(reqwest::Proxy::all(parsed).map_err(|_| unusable())?);
        Ok(self)
    }

    /// Uses `lookup` instead of the operating system's name lookup. Its addresses are still checked.
    #[must_use]
    pub fn lookup(mut self, lookup: impl Lookup + 'static) -> Self {
        self.lookup = Arc::new(lookup);
        self
    }

    /// Builds the client. It loads roots and opens connections on the first fetch.
    #[must_use]
    pub fn build(self) -> HttpsGet {
        HttpsGet::with(self)
    }
}

impl fmt::Debug for HttpsGetBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpsGetBuilder")
            .field("roots", &self.roots.len())
            .field("only_added_roots", &self.only_added_roots)
            .field("connect_to", &self.connect_to)
            .field("offline", &self.offline)
            // a proxy's URL may contain a password
            .field("proxy", &self.proxy.is_some())
            .field("deadlines", &self.deadlines)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
