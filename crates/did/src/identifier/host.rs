//! Host names in DIDs: names on the public web with exactly one spelling.

use super::web_url::has_plain_host;

/// Names that are never on the public web: RFC 6761 section 6.3, RFC 6762, ICANN's `.internal`, RFC 7686.
const RESERVED: [&str; 4] = ["localhost", "local", "internal", "onion"];

/// The message about a percent-encoding other than one `%3A` before the port.
pub(crate) const PERCENT: &str = "the only percent-encoding allowed is one `%3A` (upper case) between host and port";

/// The message about a host that URL parsers read as an IP address.
const ADDRESS: &str = "the host is an IP address or ends like one; expected a domain name (did:wba section 2.2)";

/// Checks a host: at least two lower-case LDH labels, not an IP address in any spelling, not a reserved name, and
/// unchanged by URL parsers.
#[doc(hidden)]
pub fn check_host(host: &str) -> Result<(), &'static str> {
    if host.is_empty() {
        return Err("the host is empty; write a domain name, for example `agents.example.com`");
    }
    if let Some(bad) = host.bytes().find(|byte| !matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.')) {
        return Err(match bad {
            b'A'..=b'Z' => "the host has upper-case letters; write it in lower case",
            b'%' => PERCENT,
            b'[' | b']' => ADDRESS,
            _ => {
                "the host has a character other than a-z, 0-9, `-` and `.`; internationalized names are written as `xn--…`"
            }
        });
    }
    if host.len() > 253 {
        return Err("the host is longer than 253 characters");
    }
    for label in host.split('.') {
        if label.is_empty() {
            return Err("the host has an empty label; it must not start or end with a dot or have two in a row");
        }
        if label.len() > 63 {
            return Err("a label of the host is longer than 63 characters (RFC 1035 section 2.3.4)");
        }
        if label.starts_with('-') || label.ends_with('-') {
            return Err("a label of the host starts or ends with a hyphen (RFC 1123 section 2.1)");
        }
    }
    let (_, last) = host.rsplit_once('.').unwrap_or(("", host));
    if is_numeric_label(last) {
        return Err(ADDRESS);
    }
    if last == host {
        return Err("the host is a single label; expected a fully qualified domain name, for example \
                    `agents.example.com`");
    }
    if RESERVED.contains(&last) {
        return Err(
            "the host ends in `.localhost`, `.local`, `.internal` or `.onion`, which are not on the public web",
        );
    }
    // fast path: URL parsers do not change most names
    if has_plain_host(host) {
        return Ok(());
    }
    // for other names the URL parser decides, because the connection uses its result
    match url::Host::parse(host) {
        Ok(url::Host::Domain(domain)) if domain == host => Ok(()),
        Ok(url::Host::Ipv4(_) | url::Host::Ipv6(_)) => Err(ADDRESS),
        _ => Err("URL parsers change this host to a different one (invalid `xn--` label)"),
    }
}

/// Whether the last label makes URL parsers read the host as an IPv4 address (WHATWG URL 3.5, "ends in a number"). It
/// does if it has only digits, or `0x` with optional hexadecimal digits.
fn is_numeric_label(label: &str) -> bool {
    let hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    label.bytes().all(|byte| byte.is_ascii_digit()) || label.strip_prefix("0x").is_some_and(hexadecimal)
}

/// Parses the server part of a DID: a host, or a host, `%3A` and a port.
pub(crate) fn parse_authority(authority: &str) -> Result<(&str, Option<u16>), &'static str> {
    let Some((host, port)) = authority.split_once("%3A") else {
        check_host(authority)?;
        return Ok((authority, None));
    };
    check_host(host)?;
    if port.contains('%') {
        return Err(PERCENT);
    }
    let is_decimal = !port.starts_with('0') && port.bytes().all(|byte| byte.is_ascii_digit());
    match port.parse::<u16>() {
        Ok(443) if is_decimal => Err("`%3A443` is the default port; remove it"),
        Ok(port) if is_decimal => Ok((host, Some(port))),
        _ => Err("the port is not a decimal number from 1 to 65535 without leading zeros"),
    }
}
