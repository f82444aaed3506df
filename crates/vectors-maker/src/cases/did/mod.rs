//! DIDs and DID URLs: did:wba, section 2, did:web, and host rules that prevent URL parser confusion.

pub(crate) mod binding;
pub(crate) mod did_document;
pub(crate) mod handle;

use super::{All, Vector};

/// Name, comment, DID, location.
const ACCEPTED: &[(&str, &str, &str, &str)] = &[
    ("host", "a bare host", "did:wba:example.com", "https://example.com/.well-known/did.json"),
    (
        "host-and-port",
        "the port's colon is percent-encoded",
        "did:wba:example.com%3A3000",
        "https://example.com:3000/.well-known/did.json",
    ),
    (
        "path",
        "colons separate path segments",
        "did:wba:example.com:user:alice",
        "https://example.com/user/alice/did.json",
    ),
    ("port-and-path", "both", "did:wba:example.com%3A3000:user:alice", "https://example.com:3000/user/alice/did.json"),
    (
        "web",
        "did:web locates its documents the same way",
        "did:web:example.com:user:alice",
        "https://example.com/user/alice/did.json",
    ),
    (
        "path-case-kept",
        "path segments are case-sensitive",
        "did:wba:example.com:User:Alice_1.2-x",
        "https://example.com/User/Alice_1.2-x/did.json",
    ),
    (
        "bound-e1",
        "the last segment is a key's thumbprint",
        "did:wba:example.com:agents:e1_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
        "https://example.com/agents/e1_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k/did.json",
    ),
    (
        "bound-not-last",
        "only the last segment binds",
        "did:wba:example.com:e1_x:alice",
        "https://example.com/e1_x/alice/did.json",
    ),
    ("bound-web", "did:web knows no binding", "did:web:example.com:e1_x", "https://example.com/e1_x/did.json"),
    (
        "host-a-label",
        "an internationalized name, written in ASCII",
        "did:wba:xn--bcher-kva.example",
        "https://xn--bcher-kva.example/.well-known/did.json",
    ),
];

/// Name, expected code, comment, DID.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("method-unknown", "did-method-unsupported", "another DID method", "did:plc:z72i7hdynmk6r22z27h6tvur"),
    ("empty", "did-syntax", "no DID", ""),
    (
        "bound-alone",
        "did-syntax",
        "did:wba section 2.2: a path segment stands before the fingerprint",
        "did:wba:example.com:e1_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    ),
    (
        "key-no-multibase",
        "did-syntax",
        "did:key section 2.1: `z` and base58btc",
        "did:key:MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
    ),
    (
        "key-base58-other",
        "did-syntax",
        "0 is no base58 character",
        "did:key:z6Mktwupdm0XVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
    ),
    (
        "key-version",
        "did-syntax",
        "the versioned form is not read",
        "did:key:1.1:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
    ),
    ("key-empty", "did-syntax", "no key", "did:key:"),
    ("bound-empty", "did-syntax", "no fingerprint", "did:wba:example.com:agents:k1_"),
    (
        "bound-short",
        "did-syntax",
        "42 characters",
        "did:wba:example.com:agents:e1_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4",
    ),
    (
        "bound-long",
        "did-syntax",
        "44 characters",
        "did:wba:example.com:agents:k1_R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8A",
    ),
    (
        "bound-stray-bits",
        "did-syntax",
        "a second spelling of the same 32 bytes",
        "did:wba:example.com:agents:e1_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4l",
    ),
    ("scheme-upper-case", "did-syntax", "DID Core section 3.1", "DID:wba:example.com"),
    ("method-upper-case", "did-syntax", "DID Core section 3.1", "did:WBA:example.com"),
    ("host-missing", "did-syntax", "the host is empty", "did:wba:"),
    ("host-upper-case", "did-syntax", "one DID has one spelling", "did:wba:Example.com"),
    ("host-ipv4", "did-syntax", "did:wba section 2.2 forbids IP addresses", "did:wba:127.0.0.1"),
    ("host-ipv4-hexadecimal", "did-syntax", "URL parsers read 0x7f.1 as 127.0.0.1", "did:wba:0x7f.1"),
    ("host-ipv4-octal", "did-syntax", "URL parsers read 017700000001 as 127.0.0.1", "did:wba:017700000001"),
    ("host-ipv4-octal-label", "did-syntax", "a last label of digits makes it an address", "did:wba:example.017"),
    ("host-ipv4-decimal", "did-syntax", "URL parsers read 2130706433 as 127.0.0.1", "did:wba:2130706433"),
    (
        "host-ipv4-full-width",
        "did-syntax",
        "URL parsers map full-width digits to ASCII",
        "did:wba:\u{ff11}\u{ff12}\u{ff17}.0.0.1",
    ),
    ("host-ipv6", "did-syntax", "did:wba section 2.2 forbids IP addresses", "did:wba:[%3A%3A1]"),
    ("host-u-label", "did-syntax", "internationalized names are written as A-labels", "did:wba:b\u{fc}cher.example"),
    ("host-homograph", "did-syntax", "a Cyrillic a", "did:wba:ex\u{430}mple.com"),
    ("host-a-label-invalid", "did-syntax", "no Punycode", "did:wba:xn--example-.com"),
    ("host-single-label", "did-syntax", "no dot, so no name of the public web", "did:wba:localhost"),
    ("host-local", "did-syntax", "never on the public web", "did:wba:printer.local"),
    ("host-localhost", "did-syntax", "never on the public web", "did:wba:agents.localhost"),
    ("host-onion", "did-syntax", "not reached over DNS", "did:wba:agents.onion"),
    ("host-trailing-dot", "did-syntax", "an empty label", "did:wba:example.com."),
    ("host-empty-label", "did-syntax", "an empty label", "did:wba:example..com"),
    ("host-leading-hyphen", "did-syntax", "RFC 1123 section 2.1", "did:wba:-example.com"),
    ("host-underscore", "did-syntax", "no letter, digit or hyphen", "did:wba:ex_ample.com"),
    (
        "host-user-information",
        "did-syntax",
        "a URL parser would go to evil.example",
        "did:wba:example.com%40evil.example",
    ),
    (
        "host-slash",
        "did-syntax",
        "a URL parser would go to example.com, with the rest as user",
        "did:wba:example.com%2F@evil.example",
    ),
    ("host-line-feed", "did-syntax", "URL parsers drop line feeds", "did:wba:example\n.com"),
    ("host-nul", "did-syntax", "percent-encoded NUL", "did:wba:example.com%00.evil.example"),
    ("port-default", "did-syntax", "443 is left out, so that one DID has one spelling", "did:wba:example.com%3A443"),
    ("port-zero", "did-syntax", "1 to 65535", "did:wba:example.com%3A0"),
    ("port-too-large", "did-syntax", "1 to 65535", "did:wba:example.com%3A65536"),
    ("port-leading-zero", "did-syntax", "one DID has one spelling", "did:wba:example.com%3A0443"),
    ("port-empty", "did-syntax", "a colon and no port", "did:wba:example.com%3A"),
    ("port-lower-case", "did-syntax", "one DID has one spelling, with %3A in upper case", "did:wba:example.com%3a3000"),
    ("port-twice", "did-syntax", "one port", "did:wba:example.com%3A3000%3A3001"),
    ("path-empty-segment", "did-syntax", "two colons", "did:wba:example.com:user::alice"),
    ("path-trailing-colon", "did-syntax", "an empty segment", "did:wba:example.com:user:"),
    ("path-dot-dot", "did-syntax", "a URL parser would resolve it away", "did:wba:example.com:user:..:admin"),
    ("path-dot", "did-syntax", "a URL parser would resolve it away", "did:wba:example.com:.:alice"),
    ("path-dot-dot-encoded", "did-syntax", "some URL parsers decode it first", "did:wba:example.com:%2e%2e:admin"),
    ("path-slash-encoded", "did-syntax", "another path to those who decode", "did:wba:example.com:user%2Falice"),
    ("path-backslash", "did-syntax", "URL parsers read it as a slash", "did:wba:example.com:user\\alice"),
    ("path-slash", "did-syntax", "a DID URL, not a DID", "did:wba:example.com/user"),
    ("query", "did-syntax", "a DID URL, not a DID", "did:wba:example.com?versionId=1"),
    ("fragment", "did-syntax", "a DID URL, not a DID", "did:wba:example.com#key-1"),
    ("space", "did-syntax", "before the DID", " did:wba:example.com"),
];

const URLS: &[(&str, &str, &str, &str)] = &[
    ("no-fragment", "did-syntax", "a verification method is named by DID and fragment", "did:wba:example.com"),
    ("fragment-empty", "did-syntax", "nothing after the number sign", "did:wba:example.com#"),
    ("fragment-twice", "did-syntax", "a number sign in the fragment", "did:wba:example.com#key-1#key-2"),
    ("path", "did-syntax", "DID and fragment only", "did:wba:example.com/user#key-1"),
    ("query", "did-syntax", "DID and fragment only", "did:wba:example.com?versionId=1#key-1"),
    ("relative", "did-syntax", "an absolute name is due where a proof names its method", "#key-1"),
    ("method-unknown", "did-method-unsupported", "another DID method", "did:plc:z72i#z72i"),
];

pub fn add(all: &mut All) {
    for (name, comment, did, location) in ACCEPTED {
        all.push(format!("did/{name}"), Vector::new("did", "ok", comment, *did).with("output", *location));
    }
    for (name, expect, comment, did) in REFUSED {
        all.push(format!("did/{name}"), Vector::new("did", expect, comment, *did));
    }
    for (name, comment, did) in [
        (
            "key",
            "did:key: on no host, its document follows from it",
            "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw".to_owned(),
        ),
        ("label-63", "the longest label", format!("did:wba:{}.example", "a".repeat(63))),
        ("host-253", "the longest host", format!("did:wba:{}", host_of(253))),
        ("segments-16", "the most path segments", format!("did:wba:example.com{}", ":a".repeat(16))),
        ("length-2048", "the longest DID", did_of(2048)),
    ] {
        all.push(format!("did/{name}"), Vector::new("did", "ok", comment, did));
    }
    for (name, comment, did) in [
        ("label-64", "RFC 1035 section 2.3.4", format!("did:wba:{}.example", "a".repeat(64))),
        ("host-254", "longer than any DNS name", format!("did:wba:{}", host_of(254))),
        ("segments-17", "one more than the limit", format!("did:wba:example.com{}", ":a".repeat(17))),
        ("length-2049", "one byte more than the limit", did_of(2049)),
    ] {
        all.push(format!("did/{name}"), Vector::new("did", "did-syntax", comment, did));
    }
    all.push(
        "did-url/fragment",
        Vector::new("did-url", "ok", "a verification method's name", "did:wba:example.com%3A3000:alice#key-1")
            .with("output", "did:wba:example.com%3A3000:alice"),
    );
    for (name, expect, comment, url) in URLS {
        all.push(format!("did-url/{name}"), Vector::new("did-url", expect, comment, *url));
    }
}

/// A host of this length, in labels of at most 61 characters.
fn host_of(length: usize) -> String {
    let label = "a".repeat(61);
    let rest = "a".repeat(length - 3 * 62 - ".example".len());
    format!("{label}.{label}.{label}.{rest}.example")
}

/// A DID of this length in bytes.
fn did_of(length: usize) -> String {
    let start = "did:wba:example.com:";
    format!("{start}{}", "a".repeat(length - start.len()))
}
