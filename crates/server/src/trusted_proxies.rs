//! Reverse proxies whose `X-Forwarded-For` is trusted.

use agent_description::resolve::PeerAddress;
use http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

/// The addresses of the operator's reverse proxies.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<IpAddr>);

impl TrustedProxies {
    /// Trusts these addresses.
    #[must_use]
    pub fn new(proxies: Vec<IpAddr>) -> Self {
        Self(proxies)
    }

    /// The client's address: that of the connection, or for a trusted proxy the last address in its header.
    #[must_use]
    pub fn client(&self, connected: PeerAddress, headers: &HeaderMap) -> PeerAddress {
        if !self.0.contains(&connected.address()) {
            return connected;
        }
        let last = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
        let address = last.and_then(|value| forwarded_address(value.rsplit(',').next()?.trim()));
        address.map_or(connected, PeerAddress::new)
    }
}

/// Reads an address of `X-Forwarded-For`; some proxies write IPv6 addresses in brackets, or add the port.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).filter(|text| text.contains(':'));
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    bare.unwrap_or(text).parse().ok().or_else(with_port)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{HeaderMap, PeerAddress, TrustedProxies};

    #[test]
    fn a_proxy_of_ours_names_who_asks_and_nobody_else_does() {
        let proxies = TrustedProxies::new(vec!["127.0.0.1".parse().unwrap()]);
        let peer = |text: &str| PeerAddress::new(text.parse().unwrap());
        for (connected, forwarded, expected) in [
            ("127.0.0.1", Some("198.51.100.7"), "198.51.100.7"),
            // the client's own header comes before what the proxy appends
            ("127.0.0.1", Some("192.0.2.1, 198.51.100.7"), "198.51.100.7"),
            ("127.0.0.1", Some("198.51.100.7:52114"), "198.51.100.7"),
            ("127.0.0.1", Some("192.0.2.1, 2001:db8:5::7"), "2001:db8:5::7"),
            ("127.0.0.1", Some("192.0.2.1, [2001:db8:5::7]"), "2001:db8:5::7"),
            ("127.0.0.1", Some("[2001:db8:5::7]:443"), "2001:db8:5::7"),
            ("127.0.0.1", Some("[198.51.100.7]"), "127.0.0.1"),
            ("127.0.0.1", Some("[2001:db8:5::7"), "127.0.0.1"),
            ("127.0.0.1", Some("198.51.100.7:99999"), "127.0.0.1"),
            ("127.0.0.1", Some("nonsense"), "127.0.0.1"),
            ("127.0.0.1", None, "127.0.0.1"),
            ("203.0.113.5", Some("198.51.100.7"), "203.0.113.5"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(forwarded) = forwarded {
                headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            }
            assert_eq!(proxies.client(peer(connected), &headers), peer(expected), "{connected} {forwarded:?}");
        }
    }
}
