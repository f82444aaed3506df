//! Host names in DIDs: names on the public web with exactly one spelling.

use super::SyntaxFault;
use crate::web_url::has_plain_host;

/// Names that are never on the public web: RFC 6761 section 6.3, RFC 6762, ICANN's `.internal`, RFC 7686.
const RESERVED: [&str; 4] = ["localhost", "local", "internal", "onion"];

/// Checks a host: at least two lower-case LDH labels, not an IP address in any spelling, not a reserved name, and
/// unchanged by URL parsers.
pub(crate) fn check_host(host: &str) -> Result<(), SyntaxFault> {
    if host.is_empty() {
        return Err(SyntaxFault::HostEmpty);
    }
    if let Some(bad) = host.bytes().find(|byte| !matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.')) {
        return Err(match bad {
            b'A'..=b'Z' => SyntaxFault::HostCase,
            b'%' => SyntaxFault::Percent,
            b'[' | b']' => SyntaxFault::HostAddress,
            _ => SyntaxFault::HostCharacter,
        });
    }
    if host.len() > 253 {
        return Err(SyntaxFault::HostLength);
    }
    for label in host.split('.') {
        if label.is_empty() {
            return Err(SyntaxFault::LabelEmpty);
        }
        if label.len() > 63 {
            return Err(SyntaxFault::LabelLength);
        }
        if label.starts_with('-') || label.ends_with('-') {
            return Err(SyntaxFault::LabelHyphen);
        }
    }
    let (_, last) = host.rsplit_once('.').unwrap_or(("", host));
    if is_numeric_label(last) {
        return Err(SyntaxFault::HostAddress);
    }
    if last == host {
        return Err(SyntaxFault::HostSingleLabel);
    }
    if RESERVED.contains(&last) {
        return Err(SyntaxFault::HostReserved);
    }
    // fast path: URL parsers do not change most names
    if has_plain_host(host) {
        return Ok(());
    }
    // for other names the URL parser decides, because the connection uses its result
    match url::Host::parse(host) {
        Ok(url::Host::Domain(domain)) if domain == host => Ok(()),
        Ok(url::Host::Ipv4(_) | url::Host::Ipv6(_)) => Err(SyntaxFault::HostAddress),
        _ => Err(SyntaxFault::HostMismatch),
    }
}

/// Whether the last label makes URL parsers read the host as an IPv4 address (WHATWG URL 3.5, "ends in a number"). It
/// does if it has only digits, or `0x` with optional hexadecimal digits.
fn is_numeric_label(label: &str) -> bool {
    let hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    label.bytes().all(|byte| byte.is_ascii_digit()) || label.strip_prefix("0x").is_some_and(hexadecimal)
}

/// Parses the server part of a DID: a host, or a host, `%3A` and a port.
pub(super) fn parse_authority(authority: &str) -> Result<(&str, Option<u16>), SyntaxFault> {
    let Some((host, port)) = authority.split_once("%3A") else {
        check_host(authority)?;
        return Ok((authority, None));
    };
    check_host(host)?;
    if port.contains('%') {
        return Err(SyntaxFault::Percent);
    }
    if port.is_empty() || port.starts_with('0') || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SyntaxFault::Port);
    }
    match port.parse::<u16>() {
        Ok(443) => Err(SyntaxFault::PortDefault),
        Ok(port) => Ok((host, Some(port))),
        Err(_) => Err(SyntaxFault::Port),
    }
}
