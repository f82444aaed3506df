//! Client addresses for shares.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network address of a client whose request makes us resolve a DID. Each client has a share of the fetches for
/// unknown DIDs ([`Throttled`](crate::Throttled)). The address is used only for sharing, never for authorization.
///
/// Use the address of the connection, or the one that your own proxy reports. Do not use a header that clients can set
/// (`X-Forwarded-For` if no proxy replaces it), because a client could then claim any number of addresses.
///
/// `auth::Authenticator` and `AuthLayer` read it from a request's extensions; the code that accepts the
/// connection sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PeerAddress {
    address: IpAddr,
}

/// A block of addresses: its first address and the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Block {
    first: IpAddr,
    prefix: u32,
}

/// The IPv6 prefix for IPv4 addresses in networks without IPv4 (RFC 6052).
const NAT64: [u16; 6] = [0x64, 0xff9b, 0, 0, 0, 0];

impl PeerAddress {
    /// Creates it from an address. IPv6 addresses that represent an IPv4 address (IPv4-mapped, NAT64) become that
    /// address.
    #[must_use]
    pub fn new(address: IpAddr) -> Self {
        let address = match address.to_canonical() {
            IpAddr::V6(v6) if v6.segments().starts_with(&NAT64) => {
                let [.., a, b, c, d] = v6.octets();
                IpAddr::V4(Ipv4Addr::new(a, b, c, d))
            }
            other => other,
        };
        Self { address }
    }

    /// The address.
    #[must_use]
    pub fn address(self) -> IpAddr {
        self.address
    }

    /// The first address of its sharing unit: for IPv6 that of the /64, because one machine may have all of it. Use it
    /// as the key for shares.
    #[must_use]
    pub fn first_of_link(self) -> IpAddr {
        self.link().first
    }

    /// The first address of its network: a /24, or a /48 (RFC 6177). Use it as the key for shares of what is expensive.
    #[must_use]
    pub fn first_of_network(self) -> IpAddr {
        self.network().first
    }

    /// The sharing unit: for IPv6 the /64, which is one link (RFC 4291 section 2.5.4), so one machine may have all of
    /// it.
    pub(crate) fn link(self) -> Block {
        self.block(32, 64)
    }

    /// The surrounding network: a /24, or a /48, which is assigned to one site (RFC 6177).
    pub(crate) fn network(self) -> Block {
        self.block(24, 48)
    }

    fn block(self, v4: u32, v6: u32) -> Block {
        match self.address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32 - v4).unwrap_or(0);
                Block { first: Ipv4Addr::from_bits(address.to_bits() & mask).into(), prefix: v4 }
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - v6).unwrap_or(0);
                Block { first: Ipv6Addr::from_bits(address.to_bits() & mask).into(), prefix: v6 }
            }
        }
    }
}

impl From<IpAddr> for PeerAddress {
    fn from(address: IpAddr) -> Self {
        Self::new(address)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::PeerAddress;

    #[test]
    fn addresses_of_one_link_and_of_one_network() {
        let peer = |text: &str| PeerAddress::new(text.parse().unwrap());
        for (one, other, same_link, same_network) in [
            ("192.0.2.1", "192.0.2.1", true, true),
            ("192.0.2.1", "192.0.2.255", false, true),
            ("192.0.2.1", "192.0.3.1", false, false),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true, true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false, true),
            ("2001:db8:1:2::1", "2001:db8:2:2::1", false, false),
            // the same IPv4 address in all spellings, and no other
            ("192.0.2.1", "::ffff:192.0.2.1", true, true),
            ("192.0.2.1", "64:ff9b::192.0.2.1", true, true),
            ("64:ff9b::192.0.2.1", "64:ff9b::198.51.100.1", false, false),
            ("::ffff:192.0.2.1", "::ffff:198.51.100.1", false, false),
        ] {
            assert_eq!(peer(one).link() == peer(other).link(), same_link, "{one} {other}");
            assert_eq!(peer(one).first_of_link() == peer(other).first_of_link(), same_link, "{one} {other}");
            assert_eq!(peer(one).network() == peer(other).network(), same_network, "{one} {other}");
            let [first, second] = [one, other].map(|address| peer(address).first_of_network());
            assert_eq!(first == second, same_network, "{one} {other}");
        }
        // a link is not a network, whatever its first address is
        assert_ne!(peer("2001:db8:1::1").link(), peer("2001:db8:1::1").network());
    }
}
