//! DIDs and DID URLs: what parses, what does not and why, and where the documents are.

use super::syntax_faults as faults;
use agent_description::{
    Code, CodedError,
    did::{Did, DidError, DidMethod, DidUrl},
};

#[test]
fn dids_and_the_locations_of_their_documents() {
    for (did, host, port, location) in [
        ("did:wba:example.com", "example.com", None, "https://example.com/.well-known/did.json"),
        ("did:wba:example.com:user:alice", "example.com", None, "https://example.com/user/alice/did.json"),
        (
            "did:wba:example.com%3A3000:user:alice",
            "example.com",
            Some(3000),
            "https://example.com:3000/user/alice/did.json",
        ),
        ("did:wba:example.com%3A8800", "example.com", Some(8800), "https://example.com:8800/.well-known/did.json"),
        ("did:web:example.com:u:B-o_b.1", "example.com", None, "https://example.com/u/B-o_b.1/did.json"),
        ("did:wba:a.b%3A1", "a.b", Some(1), "https://a.b:1/.well-known/did.json"),
        ("did:wba:a.b%3A65535", "a.b", Some(65535), "https://a.b:65535/.well-known/did.json"),
        (
            "did:wba:xn--bcher-kva.example",
            "xn--bcher-kva.example",
            None,
            "https://xn--bcher-kva.example/.well-known/did.json",
        ),
        ("did:wba:1.2.3.4.example", "1.2.3.4.example", None, "https://1.2.3.4.example/.well-known/did.json"),
        ("did:wba:example.0xg", "example.0xg", None, "https://example.0xg/.well-known/did.json"),
        ("did:wba:localhost.example", "localhost.example", None, "https://localhost.example/.well-known/did.json"),
        ("did:wba:example.com:8443", "example.com", None, "https://example.com/8443/did.json"),
        ("did:wba:example.com:...", "example.com", None, "https://example.com/.../did.json"),
    ] {
        let parsed: Did = did.parse().unwrap_or_else(|error| panic!("{did}: {error}"));
        assert_eq!(parsed.as_str(), did);
        assert_eq!(parsed.to_string(), did);
        assert_eq!((parsed.host(), parsed.port()), (Some(host), port), "{did}");
        assert_eq!(parsed.location().as_deref(), Some(location));
        let url = url::Url::parse(location).unwrap();
        assert_eq!(url.as_str(), location, "a URL parser changes nothing");
        assert_eq!(url.host_str(), Some(host));
    }
    assert_eq!("did:wba:a.b".parse::<Did>().unwrap().method(), DidMethod::Wba);
    assert_eq!("did:web:a.b".parse::<Did>().unwrap().method(), DidMethod::Web);
    let did: Did = "did:wba:a.b%3A99:x:y".parse().unwrap();
    assert_eq!(did.path_segments().collect::<Vec<_>>(), ["x", "y"]);
    assert_eq!("did:wba:a.b".parse::<Did>().unwrap().path_segments().count(), 0);
}

fn fault(text: &str) -> &'static str {
    match text.parse::<Did>() {
        Err(DidError::Syntax { fault, .. }) => fault,
        other => panic!("{text:?}: {other:?}"),
    }
}

#[test]
fn ip_addresses_in_every_spelling() {
    for host in [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f.1",
        "0x7f000001",
        "0x7f",
        "017700000001",
        "0177.0.0.1",
        "127.0.0.0x1",
        "0.0.0.0",
        "0",
        "10.0.0.1",
        "169.254.169.254",
        "1.1.1.1",
        "256.256.256.256",
        "a.1",
        "a.017",
        "a.09",
        "a.0x",
        "a.0xff",
        "example.com.0x7f",
        "example.99999999999",
        "[::1]",
        "[::ffff:127.0.0.1]",
    ] {
        let text = format!("did:wba:{host}");
        // a colon ends the host in a DID, so what is left of a bracketed address is `[`
        assert!(fault(&text).contains(faults::HOST_ADDRESS), "{text}");
        assert_eq!(text.parse::<Did>().unwrap_err().code(), Code::DID_SYNTAX);
    }
    for host in ["１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1"] {
        assert!(fault(&format!("did:web:{host}")).contains(faults::HOST_CHARACTER), "{host}");
    }
}

/// Each text after `did:wba:` is refused, for this reason.
#[track_caller]
fn refused(faults: &[(&str, &str)]) {
    for (rest, expected) in faults {
        assert!(fault(&format!("did:wba:{rest}")).contains(expected), "{rest:?}");
    }
}

#[test]
fn percent_encodings_are_not_decoded() {
    refused(&[
        ("example.com%2Fpath", faults::PERCENT),
        ("example.com%2F@evil.com", faults::PERCENT),
        ("good.com%40evil.com", faults::PERCENT),
        ("example.com%5C", faults::PERCENT),
        ("example.com%00", faults::PERCENT),
        ("example.com%0A", faults::PERCENT),
        ("example%2Ecom", faults::PERCENT),
        ("%65xample.com", faults::PERCENT),
        ("example.com%2Fpath%3Fq=1", faults::PERCENT),
        ("example.com%3A80%3A90", faults::PERCENT),
        ("example.com%3A80%2F", faults::PERCENT),
        ("example.com:a%3A80", faults::PERCENT),
        ("%3A80", faults::HOST_EMPTY),
    ]);
}

#[test]
fn ports_have_one_spelling() {
    refused(&[
        ("example.com%3a80", faults::PERCENT),
        ("example.com%3A", faults::PORT),
        ("example.com%3A0", faults::PORT),
        ("example.com%3A00", faults::PORT),
        ("example.com%3A080", faults::PORT),
        ("example.com%3A65536", faults::PORT),
        ("example.com%3A+80", faults::PORT),
        ("example.com%3A-80", faults::PORT),
        ("example.com%3A8_0", faults::PORT),
        ("example.com%3A\u{ff18}0", faults::PORT),
        ("example.com%3A99999999999999999999", faults::PORT),
        ("example.com%3A443", faults::PORT_DEFAULT),
    ]);
}

#[test]
fn paths_cannot_climb() {
    refused(&[
        ("example.com::", faults::SEGMENT_EMPTY),
        ("example.com:", faults::SEGMENT_EMPTY),
        ("example.com:a:", faults::SEGMENT_EMPTY),
        ("example.com:a::b", faults::SEGMENT_EMPTY),
        ("example.com:.", faults::SEGMENT_DOT),
        ("example.com:..", faults::SEGMENT_DOT),
        ("example.com:..:..:x", faults::SEGMENT_DOT),
        ("example.com:a:..:b", faults::SEGMENT_DOT),
        ("example.com:%2e%2e", faults::PERCENT),
        ("example.com:%2E", faults::PERCENT),
        ("example.com:.%2e", faults::PERCENT),
        ("example.com:a%2Fb", faults::PERCENT),
        ("example.com:a%5Cb", faults::PERCENT),
        ("example.com:a/b", faults::NOT_BARE),
        ("example.com:a\\b", faults::SEGMENT_CHARACTER),
        ("example.com:..\\x", faults::SEGMENT_CHARACTER),
    ]);
}

#[test]
fn what_ends_or_hides_a_part_of_a_url_is_refused() {
    refused(&[
        ("example.com/a", faults::NOT_BARE),
        ("example.com?a=b", faults::NOT_BARE),
        ("example.com#key-1", faults::NOT_BARE),
        ("example.com:a?b", faults::NOT_BARE),
        ("example.com:a#", faults::NOT_BARE),
        ("a b.com", faults::HOST_CHARACTER),
        ("a.com\n", faults::HOST_CHARACTER),
        ("a.\ncom", faults::HOST_CHARACTER),
        ("a.com\t", faults::HOST_CHARACTER),
        ("a.com\r", faults::HOST_CHARACTER),
        ("a.com\0", faults::HOST_CHARACTER),
        ("a@b.com", faults::HOST_CHARACTER),
        ("a\\b.com", faults::HOST_CHARACTER),
        ("a;b.com", faults::HOST_CHARACTER),
        ("a_b.com", faults::HOST_CHARACTER),
        ("\u{feff}a.com", faults::HOST_CHARACTER),
        ("a.com\u{200b}", faults::HOST_CHARACTER),
        ("example.com:a b", faults::SEGMENT_CHARACTER),
        ("example.com:a;b", faults::SEGMENT_CHARACTER),
        ("example.com:a@b", faults::SEGMENT_CHARACTER),
        ("example.com:a~b", faults::SEGMENT_CHARACTER),
        ("example.com:a\n", faults::SEGMENT_CHARACTER),
        ("example.com:\u{202e}a", faults::SEGMENT_CHARACTER),
    ]);
}

#[test]
fn look_alike_hosts_are_shown_as_ascii_or_refused() {
    refused(&[
        // Cyrillic а; fullwidth e; a dotless i; a soft hyphen
        ("\u{430}pple.com", faults::HOST_CHARACTER),
        ("\u{ff45}xample.com", faults::HOST_CHARACTER),
        ("m\u{131}crosoft.com", faults::HOST_CHARACTER),
        ("exam\u{ad}ple.com", faults::HOST_CHARACTER),
        ("b\u{fc}cher.example", faults::HOST_CHARACTER),
        ("example\u{3002}com", faults::HOST_CHARACTER),
        ("example.com:\u{e9}", faults::SEGMENT_CHARACTER),
        // A-labels that a URL parser reads as something else, or not at all
        ("xn--example-.com", faults::LABEL_HYPHEN),
        ("xn--a.com", faults::HOST_MISMATCH),
        ("xn--bcher-kvb9999.com", faults::HOST_MISMATCH),
        ("xn--\u{fc}.com", faults::HOST_CHARACTER),
    ]);
    // one that is sound stays as it is, in every message and URL: `xn--pple-43d` is Cyrillic а and Latin pple
    let did: Did = "did:wba:xn--pple-43d.com".parse().unwrap();
    assert_eq!((did.to_string().as_str(), did.host()), ("did:wba:xn--pple-43d.com", Some("xn--pple-43d.com")));
    assert_eq!(did.location().as_deref(), Some("https://xn--pple-43d.com/.well-known/did.json"));
    assert!(format!("{did:?}").is_ascii());
}

#[test]
fn one_spelling_for_one_did() {
    refused(&[
        ("Example.com", faults::HOST_CASE),
        ("example.coM", faults::HOST_CASE),
        ("EXAMPLE.COM", faults::HOST_CASE),
        ("example.com%3a8443", faults::PERCENT),
    ]);
    for text in ["DID:wba:example.com", "did:WBA:example.com", "did:Wba:example.com", "Did:wba:example.com"] {
        assert!(fault(text).contains(faults::PREFIX), "{text}");
    }
    // paths are told apart by case, as URLs are
    let (lower, upper): (Did, Did) = ("did:wba:a.example:x".parse().unwrap(), "did:wba:a.example:X".parse().unwrap());
    assert!(lower != upper && lower.location() != upper.location());
}

#[test]
fn names_that_are_not_on_the_public_web() {
    refused(&[
        ("", faults::HOST_EMPTY),
        ("example", faults::HOST_SINGLE_LABEL),
        ("localhost", faults::HOST_SINGLE_LABEL),
        ("local", faults::HOST_SINGLE_LABEL),
        ("internal", faults::HOST_SINGLE_LABEL),
        ("onion", faults::HOST_SINGLE_LABEL),
        ("localhost%3A8443", faults::HOST_SINGLE_LABEL),
        ("a.localhost", faults::HOST_RESERVED),
        ("printer.local", faults::HOST_RESERVED),
        ("metadata.google.internal", faults::HOST_RESERVED),
        ("abc.onion", faults::HOST_RESERVED),
        ("localhost.", faults::LABEL_EMPTY),
        ("example.com.", faults::LABEL_EMPTY),
        (".example.com", faults::LABEL_EMPTY),
        ("example..com", faults::LABEL_EMPTY),
        (".", faults::LABEL_EMPTY),
        ("-a.com", faults::LABEL_HYPHEN),
        ("a-.com", faults::LABEL_HYPHEN),
        ("a.com-", faults::LABEL_HYPHEN),
    ]);
}

#[test]
fn everything_has_a_length() {
    let label = |n: usize| "a".repeat(n);
    let host = |last: usize| format!("{0}.{0}.{0}.{1}", label(63), label(last));
    let longest = format!("example.com:{}", "s".repeat(2048 - 20));
    refused(&[
        (&format!("{}.com", label(64)), faults::LABEL_LENGTH),
        (&host(62), faults::HOST_LENGTH),
        (&format!("example.com{}", ":s".repeat(17)), faults::SEGMENT_COUNT),
        (&format!("{longest}s"), faults::LENGTH),
        (&format!("example.com:{}", "s".repeat(1 << 20)), faults::LENGTH),
    ]);
    for (accepted, length) in [
        (format!("did:wba:{}.com", label(63)), 75),
        (format!("did:wba:{}", host(61)), 261),
        (format!("did:wba:example.com{}", ":s".repeat(16)), 51),
        (format!("did:wba:{longest}"), 2048),
    ] {
        assert_eq!(accepted.len(), length);
        accepted.parse::<Did>().unwrap();
    }
}

#[test]
fn methods() {
    for text in ["did:pkh:z6Mk", "did:plc:abc", "did:example:123", "did:wba1:example.com"] {
        assert_eq!(text.parse::<Did>().unwrap_err().code(), Code::DID_METHOD_UNSUPPORTED, "{text}");
    }
    for text in [
        "",
        "did",
        "did:",
        "did:wba",
        "did::example.com",
        "DID:wba:example.com",
        "did:WBA:example.com",
        " did:wba:example.com",
        "https://example.com",
        "did:wb-a:a.b",
    ] {
        assert!(fault(text).contains(faults::PREFIX), "{text:?}");
    }
}

#[test]
fn made_from_host_and_path() {
    assert_eq!(Did::new(DidMethod::Wba, "example.com", "").unwrap().as_str(), "did:wba:example.com");
    assert_eq!(Did::new(DidMethod::Wba, "example.com:8443", "a:b").unwrap().as_str(), "did:wba:example.com%3A8443:a:b");
    for (authority, path) in [
        ("example.com:443", ""),
        ("example.com:1:2", ""),
        ("127.0.0.1", ""),
        ("Example.com", ""),
        ("example.com", "a/b"),
        ("example.com", ":a"),
    ] {
        assert_eq!(
            Did::new(DidMethod::Wba, authority, path).unwrap_err().code(),
            Code::DID_SYNTAX,
            "{authority} {path}"
        );
    }
}

#[test]
fn did_urls_name_a_did_and_a_fragment() {
    for (text, did, fragment) in [
        ("did:wba:example.com#key-1", "did:wba:example.com", "key-1"),
        ("did:web:a.b%3A99:x#a/b?c", "did:web:a.b%3A99:x", "a/b?c"),
        ("did:wba:a.b#%41:@!$&'()*+,;=~", "did:wba:a.b", "%41:@!$&'()*+,;=~"),
    ] {
        let url: DidUrl = text.parse().unwrap();
        assert_eq!((url.as_str(), url.did().as_str(), url.fragment()), (text, did, fragment));
        assert_eq!(url.to_string(), text);
        assert_eq!(DidUrl::new(url.did(), fragment).unwrap(), url);
    }
    let url_fault = |text: &str| match text.parse::<DidUrl>() {
        Err(DidError::Syntax { fault, .. }) => fault,
        other => panic!("{text:?}: {other:?}"),
    };
    for (text, expected) in [
        ("did:wba:a.b", faults::FRAGMENT_MISSING),
        ("#key-1", faults::PREFIX),
        ("did:wba:a.b#", faults::FRAGMENT),
        ("did:wba:a.b#a#b", faults::FRAGMENT),
        ("did:wba:a.b#a b", faults::FRAGMENT),
        ("did:wba:a.b#%4", faults::FRAGMENT),
        ("did:wba:a.b#%zz", faults::FRAGMENT),
        ("did:wba:a.b#é", faults::FRAGMENT),
        ("did:wba:a.b/path#key-1", faults::NOT_BARE),
        ("did:wba:a.b?versionId=1#key-1", faults::NOT_BARE),
        ("did:wba:a.b:..#key-1", faults::SEGMENT_DOT),
        (&format!("did:wba:a.b#{}", "k".repeat(1025)), faults::FRAGMENT),
        (&format!("did:wba:a.b#{}", "k".repeat(9999)), faults::LENGTH),
    ] {
        assert!(url_fault(text).contains(expected), "{text:?}");
    }
    format!("did:wba:a.b#{}", "k".repeat(1024)).parse::<DidUrl>().unwrap();
    assert_eq!("did:plc:z6Mk#z6Mk".parse::<DidUrl>().unwrap_err().code(), Code::DID_METHOD_UNSUPPORTED);
}

#[test]
fn the_longest_did_urls() {
    let did = format!("did:wba:a.example:{}", "s".repeat(2048 - 18));
    let longest = format!("{did}#{}", "f".repeat(1024));
    assert_eq!(longest.len(), 2048 + 1 + 1024);
    assert_eq!(longest.parse::<DidUrl>().unwrap().as_str(), longest);
    assert!(format!("{longest}f").parse::<DidUrl>().is_err());
    assert!(format!("{did}s#f").parse::<DidUrl>().is_err());
    assert_eq!(format!("{:?}", "did:wba:a.example".parse::<Did>().unwrap()), "Did(did:wba:a.example)");
    assert_eq!(format!("{:?}", "did:wba:a.example#k".parse::<DidUrl>().unwrap()), "DidUrl(did:wba:a.example#k)");
    assert_eq!("did:web:a.example".parse::<Did>().unwrap().method().to_string(), "web");
}

#[test]
fn messages_escape_what_a_terminal_would_obey() {
    let message = "did:wba:a\u{1b}[2J\u{202e}.com".parse::<Did>().unwrap_err().to_string();
    assert!(message.contains("\\u{1b}") && message.contains("\\u{202e}"), "{message}");
    let message = format!("did:wba:{}", "\u{1b}é".repeat(5000)).parse::<Did>().unwrap_err().to_string();
    assert!(message.len() < 1200, "{}", message.len());
}

mod properties {
    use agent_description::did::{Did, DidUrl};
    use proptest::prelude::*;

    /// Texts near the syntax: put together as a DID is, of parts that are mostly right, and now and then a stray character.
    fn nearly_a_did() -> impl Strategy<Value = String> {
        let label = prop_oneof![
            4 => "[a-z0-9]{1,4}",
            3 => prop::sample::select(vec!["example", "com", "b-c", "xn--bcher-kva", "1"]).prop_map(str::to_owned),
            1 => prop::sample::select(vec!["", "0x7f", "0x", "017", "127", "local", "xn--a", "-", "A", "é", "\u{ff11}", "_"]).prop_map(str::to_owned),
        ];
        let port = prop::sample::select(vec![
            "", "", "", "%3A1", "%3A8443", "%3A65535", "%3A443", "%3a80", "%3A0", "%3A65536", ":8443",
        ]);
        let segment = prop_oneof![
            6 => "[A-Za-z0-9._-]{1,6}",
            1 => prop::sample::select(vec!["", ".", "..", "%2e", "%2F", "/", "\\", "?", "#key-1", "e1_"]).prop_map(str::to_owned),
        ];
        let stray = prop_oneof![3 => Just(None), 1 => (any::<prop::sample::Index>(), any::<char>()).prop_map(Some)];
        (prop::collection::vec(label, 1..5), port, prop::collection::vec(segment, 0..4), stray).prop_map(
            |(labels, port, segments, stray)| {
                let mut text = format!("did:wba:{}{port}", labels.join("."));
                for segment in segments {
                    text.push(':');
                    text.push_str(&segment);
                }
                if let Some((index, stray)) = stray {
                    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                    text.insert(*index.get(&places), stray);
                }
                text
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// What parses has one spelling, and a URL parser reads its location as it is written, host and port included.
        #[test]
        fn what_parses_is_what_a_url_parser_reads(text in nearly_a_did()) {
            if let Ok(did) = text.parse::<Did>() {
                prop_assert_eq!(did.as_str(), &text);
                let location = did.location().unwrap();
                let url = url::Url::parse(&location).unwrap();
                prop_assert_eq!(url.as_str(), &location);
                prop_assert_eq!(url.scheme(), "https");
                prop_assert_eq!(url.domain(), did.host());
                prop_assert_eq!(url.port(), did.port());
                prop_assert_eq!((url.username(), url.password(), url.query(), url.fragment()), ("", None, None, None));
                let mut segments: Vec<_> = did.path_segments().collect();
                if segments.is_empty() {
                    segments.push(".well-known");
                }
                segments.push("did.json");
                prop_assert_eq!(url.path_segments().unwrap().collect::<Vec<_>>(), segments);
            }
            if let Ok(url) = text.parse::<DidUrl>() {
                prop_assert_eq!(url.as_str(), &text);
                prop_assert_eq!(format!("{}#{}", url.did(), url.fragment()), text);
            }
        }
    }
}
