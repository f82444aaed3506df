//! Identifiers of entries.

use adp_registry::Identifier;

#[test]
fn a_host_and_names_behind_it() {
    for (text, host, name) in [
        ("urn:air:example.com:skill:code-review", "example.com", "code-review"),
        ("urn:air:example.com:finance:agent:a_b.c", "example.com", "a_b.c"),
        ("urn:air:xn--bcher-kva.example:A", "xn--bcher-kva.example", "A"),
    ] {
        let identifier: Identifier = text.parse().unwrap();
        assert_eq!((identifier.as_str(), identifier.host(), identifier.name()), (text, host, name));
    }
}

#[test]
fn what_is_none_is_refused() {
    let long = format!("urn:air:example.com:{}", "a".repeat(500));
    let deep = format!("urn:air:example.com{}", ":a".repeat(17));
    for text in [
        "",
        "urn:air:",
        "urn:air:example.com",
        "urn:air::a:b",
        "urn:air:example.com:a:",
        "urn:air:example.com::b",
        "URN:AIR:example.com:a:b",
        "urn:air:Example.com:a:b",
        "urn:air:example.com.:a:b",
        "urn:air:example.com%3A8443:a:b",
        "urn:air:example.com:a:b/c",
        "urn:air:example.com:a:b%20c",
        "urn:air:127.0.0.1:a:b",
        "urn:air:localhost:a:b",
        "urn:air:b\u{fc}cher.example:a:b",
        "urn:air:example.com:b\u{fc}cher",
        " urn:air:example.com:a:b",
        "urn:air:example.com:a:b\n",
        long.as_str(),
        deep.as_str(),
    ] {
        assert!(text.parse::<Identifier>().is_err(), "{text}");
    }
}
