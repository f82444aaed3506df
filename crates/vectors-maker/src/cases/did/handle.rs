//! Handles of WNS, and the generations of their bindings (ANP-04 1.2, sections 3 and 4).

use crate::cases::{All, Vector};

/// Name, comment, Handle, the URL of its document.
const ACCEPTED: &[(&str, &str, &str, &str)] = &[
    ("name", "section 3.1", "alice.example.com", "https://example.com/.well-known/handle/alice"),
    ("hyphen", "section 3.1", "bob-smith.example.com", "https://example.com/.well-known/handle/bob-smith"),
    ("digits", "section 3.1", "agent-42.example.com", "https://example.com/.well-known/handle/agent-42"),
    ("one-character", "section 3.1", "a.example.com", "https://example.com/.well-known/handle/a"),
    ("case", "input in any case, section 3.1", "Alice.Example.com", "https://example.com/.well-known/handle/alice"),
    ("uri", "section 3.2", "wba://alice.example.com", "https://example.com/.well-known/handle/alice"),
    (
        "longer-domain",
        "the local part ends at the first dot",
        "alice.agents.example.com",
        "https://agents.example.com/.well-known/handle/alice",
    ),
];

/// Name, comment, text.
const REFUSED: &[(&str, &str, &str)] = &[
    ("hyphen-first", "section 3.1", "-alice.example.com"),
    ("hyphen-last", "section 3.1", "alice-.example.com"),
    ("hyphens", "section 3.1", "al--ice.example.com"),
    ("underscore", "section 3.1", "al_ice.example.com"),
    ("letter-of-another-alphabet", "Cyrillic a", "\u{430}lice.example.com"),
    ("kelvin-sign", "lower case of it is k", "\u{212a}im.example.com"),
    ("local-part-missing", "section 3.1", ".example.com"),
    ("domain-missing", "section 3.1", "alice"),
    ("domain-of-one-label", "an FQDN has two labels", "alice.com"),
    ("domain-address", "no domain name", "alice.127.0.0.1"),
    ("port", "section 3.1", "alice.example.com:8443"),
    ("path", "no Handle", "alice.example.com/"),
    ("user", "no Handle", "mallory@alice.example.com"),
    ("scheme-twice", "the prefix is removed once", "wba://wba://alice.example.com"),
    ("space", "no Handle", " alice.example.com"),
];

/// Name, comment, generation, previous generation, whether it is a valid successor.
const GENERATIONS: &[(&str, &str, &str, Option<&str>, bool)] = &[
    ("first", "section 4.4", "1", None, true),
    ("beyond-64-bits", "a string has no largest number", "18446744073709551616", None, true),
    ("zero", "positive", "0", None, false),
    ("leading-zero", "one spelling", "08", None, false),
    ("sign", "no sign", "+1", None, false),
    ("negative", "positive", "-1", None, false),
    ("space", "digits only", " 8", None, false),
    ("letter", "digits only", "8a", None, false),
    ("exponent", "digits only", "1e3", None, false),
    ("digit-of-another-alphabet", "digits of ASCII only", "\u{661}", None, false),
    ("grown", "section 4.4", "9", Some("8"), true),
    ("compared-as-number", "as texts, 10 comes before 9", "10", Some("9"), true),
    ("compared-beyond-64-bits", "all digits are compared", "18446744073709551617", Some("18446744073709551616"), true),
    ("same", "a replay", "10", Some("10"), false),
    ("rolled-back", "an earlier binding", "9", Some("10"), false),
];

pub fn add(all: &mut All) {
    for (name, comment, handle, url) in ACCEPTED {
        all.push(format!("handle/{name}"), Vector::new("handle", "ok", comment, *handle).with("output", *url));
    }
    let longest = format!("{}.example.com", "a".repeat(63));
    let url = format!("https://example.com/.well-known/handle/{}", "a".repeat(63));
    all.push(
        "handle/local-part-63",
        Vector::new("handle", "ok", "the longest local part", longest).with("output", url),
    );
    let longer = format!("{}.example.com", "a".repeat(64));
    all.push("handle/local-part-64", Vector::new("handle", "invalid-name", "one character more", longer));
    for (name, comment, text) in REFUSED {
        all.push(format!("handle/{name}"), Vector::new("handle", "invalid-name", comment, *text));
    }
    for (name, comment, generation, previous, follows) in GENERATIONS {
        let expect = if *follows { "ok" } else { "invalid-value" };
        let vector = Vector::new("binding-generation", expect, comment, *generation);
        let vector = match previous {
            Some(previous) => vector.with("previous", *previous),
            None => vector,
        };
        all.push(format!("handle/generation-{name}"), vector);
    }
}
