//! The address policy: names in documents may only have public addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Non-public ranges of IPv4: first address, prefix length, purpose.
const V4: [(Ipv4Addr, u32, &str); 16] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8, "this network (RFC 791)"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "private use (RFC 1918)"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "shared by a provider's customers (RFC 6598)"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "loopback (RFC 1122)"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "link-local, where clouds serve metadata (RFC 3927)"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "private use (RFC 1918)"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "protocol assignments (RFC 6890)"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "documentation (RFC 5737)"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "6to4 relays (RFC 7526)"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "private use (RFC 1918)"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "benchmarks (RFC 2544)"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "documentation (RFC 5737)"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "documentation (RFC 5737)"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "multicast (RFC 5771)"),
    (Ipv4Addr::new(255, 255, 255, 255), 32, "broadcast (RFC 919)"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "reserved (RFC 1112)"),
];

/// Non-public ranges of IPv6; the first match applies.
const V6: [(Ipv6Addr, u32, &str); 16] = [
    (Ipv6Addr::UNSPECIFIED, 128, "unspecified (RFC 4291)"),
    (Ipv6Addr::LOCALHOST, 128, "loopback (RFC 4291)"),
    (Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 0), 96, "IPv4-compatible (RFC 4291)"),
    (Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, 0, 0), 48, "local IPv4 translation (RFC 8215)"),
    (Ipv6Addr::new(0x100, 0, 0, 0, 0, 0, 0, 0), 64, "discard only (RFC 6666)"),
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 32, "Teredo tunnels (RFC 4380)"),
    (Ipv6Addr::new(0x2001, 2, 0, 0, 0, 0, 0, 0), 48, "benchmarks (RFC 5180)"),
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "protocol assignments (RFC 2928)"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "documentation (RFC 3849)"),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, "6to4 tunnels (RFC 3056)"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "documentation (RFC 9637)"),
    (Ipv6Addr::new(0x5f00, 0, 0, 0, 0, 0, 0, 0), 16, "segment routing (RFC 9602)"),
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7, "unique local (RFC 4193)"),
    (Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10, "link-local (RFC 4291)"),
    (Ipv6Addr::new(0xfec0, 0, 0, 0, 0, 0, 0, 0), 10, "site-local (RFC 3879)"),
    (Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0), 8, "multicast (RFC 4291)"),
];

/// The addresses that IANA assigns as global unicast; all others are reserved (RFC 4291 section 2.4).
const GLOBAL_UNICAST: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
/// IPv4-mapped addresses, which connect over IPv4 (RFC 4291 section 2.5.5.2).
const MAPPED: (Ipv6Addr, u32) = (Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96);
/// NAT64 addresses, which a network's DNS derives from IPv4 addresses (RFC 6052).
const NAT64: (Ipv6Addr, u32) = (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// Checks that an address is public. For addresses that represent an IPv4 address (IPv4-mapped, NAT64), that address is
/// checked.
///
/// # Errors
/// The purpose of the range (IANA special-purpose address registries), for example `loopback`.
pub(super) fn check_public(address: IpAddr) -> Result<(), &'static str> {
    match address {
        IpAddr::V4(v4) => check_v4(v4),
        IpAddr::V6(v6) if is_in_v6(v6, MAPPED) || is_in_v6(v6, NAT64) => {
            let [.., a, b, c, d] = v6.octets();
            check_v4(Ipv4Addr::new(a, b, c, d))
        }
        IpAddr::V6(v6) => match V6.iter().find(|(first, prefix, _)| is_in_v6(v6, (*first, *prefix))) {
            Some((_, _, range)) => Err(range),
            None if is_in_v6(v6, GLOBAL_UNICAST) => Ok(()),
            None => Err("reserved (RFC 4291)"),
        },
    }
}

fn check_v4(address: Ipv4Addr) -> Result<(), &'static str> {
    let differs = |first: Ipv4Addr, prefix: u32| {
        let difference = address.to_bits() ^ first.to_bits();
        difference.checked_shr(32 - prefix).unwrap_or(0) != 0
    };
    match V4.iter().find(|(first, prefix, _)| !differs(*first, *prefix)) {
        Some((_, _, range)) => Err(range),
        None => Ok(()),
    }
}

fn is_in_v6(address: Ipv6Addr, (first, prefix): (Ipv6Addr, u32)) -> bool {
    let difference = address.to_bits() ^ first.to_bits();
    difference.checked_shr(128 - prefix).unwrap_or(0) == 0
}
