//! Syntax errors of DIDs and DID URLs.

use super::identifier::{MAX_BYTES, MAX_SEGMENTS};

/// The broken syntax rule (did:wba section 2.2, with further rules for texts that URL parsers change).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxFault {
    /// Longer than 2048 bytes.
    #[error("it is longer than {MAX_BYTES} bytes")]
    Length,
    /// Not `did:`, a method and a method-specific id.
    #[error("expected `did:wba:` or `did:web:` and a host name, or `did:key:` and a key, in lower case")]
    Prefix,
    /// No host.
    #[error("the host is empty; write a domain name, for example `agents.example.com`")]
    HostEmpty,
    /// Upper-case letters in the host.
    #[error("the host has upper-case letters; write it in lower case")]
    HostCase,
    /// A character that is not a letter, digit, hyphen or dot.
    #[error(
        "the host has a character other than a-z, 0-9, `-` and `.`; internationalized names are written as `xn--…`"
    )]
    HostCharacter,
    /// A percent-encoding other than one `%3A` before the port.
    #[error("the only percent-encoding allowed is one `%3A` (upper case) between host and port")]
    Percent,
    /// An empty label: two dots in a row, a leading or a trailing dot.
    #[error("the host has an empty label; it must not start or end with a dot or have two in a row")]
    LabelEmpty,
    /// A label of more than 63 characters.
    #[error("a label of the host is longer than 63 characters (RFC 1035 section 2.3.4)")]
    LabelLength,
    /// A label that starts or ends with a hyphen.
    #[error("a label of the host starts or ends with a hyphen (RFC 1123 section 2.1)")]
    LabelHyphen,
    /// A host of more than 253 characters.
    #[error("the host is longer than 253 characters")]
    HostLength,
    /// A host without a dot.
    #[error("the host is a single label; expected a fully qualified domain name, for example `agents.example.com`")]
    HostSingleLabel,
    /// A host that URL parsers read as an IP address.
    #[error("the host is an IP address or ends like one; expected a domain name (did:wba section 2.2)")]
    HostAddress,
    /// A host below a name that is never on the public web.
    #[error("the host ends in `.localhost`, `.local`, `.internal` or `.onion`, which are not on the public web")]
    HostReserved,
    /// A host that URL parsers read as another host.
    #[error("URL parsers change this host to a different one (invalid `xn--` label)")]
    HostMismatch,
    /// Not a decimal number from 1 to 65535 without leading zeros.
    #[error("the port is not a decimal number from 1 to 65535 without leading zeros")]
    Port,
    /// Port 443, which is the default.
    #[error("`%3A443` is the default port; remove it")]
    PortDefault,
    /// An empty path segment.
    #[error("a path segment is empty; remove the doubled or trailing `:`")]
    SegmentEmpty,
    /// A path segment `.` or `..`.
    #[error("a path segment is `.` or `..`, which URL parsers remove")]
    SegmentDot,
    /// An invalid character in a path segment.
    #[error("a path segment has a character other than A-Z, a-z, 0-9, `-`, `_` and `.`")]
    SegmentCharacter,
    /// More than 16 path segments.
    #[error("it has more than {MAX_SEGMENTS} path segments")]
    SegmentCount,
    /// A last segment `e1_` or `k1_` without a fingerprint after it.
    #[error(
        "after `e1_` or `k1_` the last segment must be a key's thumbprint: 43 characters of base64url, the last one without stray bits (did:wba section 2.2)"
    )]
    Fingerprint,
    /// A fingerprint directly after the host.
    #[error(
        "there must be a path segment between the host and the key's fingerprint, for example `:agents:e1_…` (did:wba section 2.2)"
    )]
    FingerprintAlone,
    /// No Multikey value after `did:key:`.
    #[error("expected a Multikey value after `did:key:`: `z` and base58btc")]
    KeyValue,
    /// A DID URL instead of a DID.
    #[error("it has a fragment, query or path; expected the DID alone")]
    NotBare,
    /// A DID URL without a fragment.
    #[error("it has no `#fragment`; a verification method is named as `DID#fragment`")]
    FragmentMissing,
    /// An empty fragment, or one with characters that RFC 3986 does not allow.
    #[error("its fragment is empty, too long or has characters that RFC 3986 section 3.5 does not allow")]
    Fragment,
}
