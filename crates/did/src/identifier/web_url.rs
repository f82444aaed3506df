//! Web URLs, and URLs that parsers interpret differently.

use adp_jsonld::iri;

/// Whether a text is an absolute URL with a host and a scheme in `allowed` (`https`, or several: `https or wss`). It
/// must not contain characters that URL parsers silently remove.
#[must_use]
#[doc(hidden)]
pub fn is_web_url(text: &str, allowed: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let scheme_fits = allowed.split(" or ").any(|allowed| scheme.eq_ignore_ascii_case(allowed));
    let clean = !text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\');
    scheme_fits
        && clean
        && !rest.starts_with('/')
        && (has_plain_host(rest) || url::Url::parse(text).is_ok_and(|url| url.has_host()))
}

/// The authority that URL parsers read, if it differs from the written one; simpler parsers would connect to another
/// host. Upper and lower case are the same host, and so is the default port. A user name is always reported, because
/// people can mistake it for the host.
///
/// ```
/// use agent_description::rewritten_authority;
/// assert_eq!(
///     rewritten_authority("https://evil.example\\@good.example/").as_deref(),
///     Some("evil.example")
/// );
/// assert_eq!(rewritten_authority("https://Good.example:443/a"), None);
/// ```
#[must_use]
pub fn rewritten_authority(text: &str) -> Option<String> {
    let read = || url::Url::parse(text).ok().filter(url::Url::has_host);
    // `https:a.example`, `https:\\a.example`: simpler parsers see a path
    let Some((_, rest)) = text.split_once("://").filter(|(scheme, _)| is_scheme(scheme)) else {
        return read().map(|url| host_and_port(&url));
    };
    if has_plain_host(rest) {
        return None;
    }
    let written = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let url = read()?;
    // the colons of an IPv6 address in brackets do not begin a port
    let host_end = written.rfind(']').map_or(0, |at| at + 1);
    let port_at = written.get(host_end..)?.find(':').map_or(written.len(), |at| host_end + at);
    let (host, port) = written.split_at(port_at);
    let port = port.strip_prefix(':').unwrap_or_default();
    let same_port = port.is_empty() || port.parse() == Ok(url.port_or_known_default().unwrap_or_default());
    let same_host = url.host_str().is_some_and(|read| read == host.to_ascii_lowercase());
    (!same_host || !same_port || port.starts_with('+')).then(|| host_and_port(&url))
}

/// The authority without a user name and password, which are secrets.
fn host_and_port(url: &url::Url) -> String {
    url[url::Position::BeforeHost..url::Position::AfterPort].to_owned()
}

/// The scheme of a URL (RFC 3986 section 3.1).
fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Fast path: whether the characters alone show that all parsers interpret a web URL in the same way. Most URLs
/// qualify.
#[doc(hidden)]
pub fn is_plain_web_url(text: &str, allowed: &str) -> bool {
    // `is_plain` accepts no other schemes
    let (scheme, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
        (Some(rest), _) => ("https", rest),
        (_, Some(rest)) => ("http", rest),
        (None, None) => return false,
    };
    let mut words = allowed.as_bytes().split(|byte| *byte == b' ');
    words.any(|word| word == scheme.as_bytes()) && has_plain_host(rest) && iri::is_plain(text)
}

/// Whether the part after `//` begins with a host name that URL parsers neither change nor refuse. Such a name has
/// lower-case labels that are not numbers, followed by a path or the end.
pub(crate) fn has_plain_host(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    let is_label =
        |label: &[u8]| (1..64).contains(&label.len()) && !label.ends_with(b"-") && !label.starts_with(b"xn--");
    // of the current label
    let (mut start, mut only_letters) = (0, true);
    let mut end = bytes.len();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'a'..=b'z' => {}
            b'0'..=b'9' | b'-' if at > start => only_letters = false,
            b'.' if is_label(&bytes[start..at]) => (start, only_letters) = (at + 1, true),
            b'/' => {
                end = at;
                break;
            }
            _ => return false,
        }
    }
    end < 254 && only_letters && is_label(&bytes[start..end])
}

#[cfg(test)]
mod tests {
    use super::{has_plain_host, is_web_url};
    use proptest::prelude::*;

    #[test]
    fn plain_hosts() {
        for host in ["a", "example.com", "agent-network-protocol.com/api/x.yaml", "a1.b-2.example/?q#f"] {
            assert!(has_plain_host(host) && is_web_url(&format!("https://{host}"), "https"), "{host}");
        }
        for host in [
            "",
            "/a",
            "a..b",
            "A.example",
            "1.2.3.4",
            "a.1",
            "a.b1",
            "0x7f",
            "xn--a.example",
            "a.example:1",
            "u@a",
            "a?b",
        ] {
            assert!(!has_plain_host(host), "{host}");
        }
        // RFC 1035 section 2.3.4
        let label = "a".repeat(63);
        assert!(has_plain_host(&label) && !has_plain_host(&format!("{label}a")));
        let longest = format!("{label}.{label}.{label}.{}", "a".repeat(61));
        assert!(has_plain_host(&longest) && !has_plain_host(&format!("{longest}a")));
        for text in
            ["https://a.example\\b", "https://a.example/\u{7}", "https://a.example/ b", "https:///a.example", "ftp://a"]
        {
            assert!(!is_web_url(text, "http or https"), "{text:?}");
        }
        assert!(is_web_url("HTTP://A.example", "http or https") && !is_web_url("http://a.example", "https"));
        assert!(is_web_url("WSS://A.example/ws", "https or wss") && !is_web_url("ws://a.example", "https or wss"));
    }

    proptest! {
        /// The fast path accepts only URLs that the full parser accepts.
        #[test]
        fn plain_hosts_are_hosts(
            host in prop_oneof![r"[a-z0-9.%@:\[\]-]{0,40}", r"(xn--)?[a-z0-9-]{1,70}(\.[a-z0-9-]{1,9}){0,3}"],
            path in r"(/[ -~]{0,20})?",
        ) {
            if has_plain_host(&format!("{host}{path}")) {
                let url = url::Url::parse(&format!("https://{host}{path}")).ok();
                prop_assert_eq!(url.as_ref().and_then(|url| url.host_str()), Some(host.as_str()));
            }
        }
    }
}
