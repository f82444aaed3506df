//! The network address that a request came from, as far as shares of places go.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network address of whoever sent a request that makes us resolve a DID: each has a share of what is fetched for strangers
/// ([`Throttled`](super::Throttled)). What it says is only ever used to divide places, never to let anyone in.
///
/// It is the address of the connection, or the one that a proxy of the operator's own names. A header that the sender writes
/// (`X-Forwarded-For` where no proxy replaces it) would give everyone as many addresses as they like.
///
/// In a request's extensions it is what `auth::Authenticator` and `auth::AuthLayer` go by; whoever accepts the connection puts it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PeerAddress {
    address: IpAddr,
}

/// A block of addresses: its first one and the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Block {
    first: IpAddr,
    prefix: u32,
}

/// The prefix under which the addresses of IPv4 stand in those of IPv6 for networks without IPv4 (RFC 6052).
const NAT64: [u16; 6] = [0x64, 0xff9b, 0, 0, 0, 0];

impl PeerAddress {
    /// This address. IPv6 addresses that stand for an IPv4 address (IPv4-mapped, NAT64) are that one.
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

    /// The first address of what counts as one: of IPv6 of its /64, which one machine may have all of. Whoever gives everyone a share of something
    /// counts by it.
    #[must_use]
    pub fn first_of_link(self) -> IpAddr {
        self.link().first
    }

    /// What counts as one address: of IPv6 its /64, which is one link (RFC 4291 section 2.5.4), so one machine may have all of it.
    pub(super) fn link(self) -> Block {
        self.block(32, 64)
    }

    /// The network around it: a /24, or a /48, which is what one site is given (RFC 6177).
    pub(super) fn network(self) -> Block {
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
            // the same IPv4 address, however it is written, and no other
            ("192.0.2.1", "::ffff:192.0.2.1", true, true),
            ("192.0.2.1", "64:ff9b::192.0.2.1", true, true),
            ("64:ff9b::192.0.2.1", "64:ff9b::198.51.100.1", false, false),
            ("::ffff:192.0.2.1", "::ffff:198.51.100.1", false, false),
        ] {
            assert_eq!(peer(one).link() == peer(other).link(), same_link, "{one} {other}");
            assert_eq!(peer(one).first_of_link() == peer(other).first_of_link(), same_link, "{one} {other}");
            assert_eq!(peer(one).network() == peer(other).network(), same_network, "{one} {other}");
        }
        // a link is no network, whatever its first address is
        assert_ne!(peer("2001:db8:1::1").link(), peer("2001:db8:1::1").network());
    }
}
