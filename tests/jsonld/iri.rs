//! IRIs.

use adp_jsonld::iri::{is_absolute, is_plain, is_well_formed, resolve};

#[test]
fn plain_characters() {
    let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    for character in (0..=0xFF_u8).map(char::from) {
        // alone, and before and after a block of sixteen
        for [before, behind] in [["", ""], ["a", ""], ["", "b"], ["0123456789abcdef", ""], ["", "0123456789abcdef"]] {
            let text = format!("https://{before}{character}{behind}");
            assert_eq!(is_plain(&text), plain.contains(character) || character == '#', "{text:?}");
            assert!(!is_plain(&format!("{text}#")) || character != '#', "{text:?}");
        }
    }
    assert!(is_plain("http://a.example/0123456789abcdef#0123456789abcdef") && !is_plain("ftp://a.example"));
}

/// RFC 3986 sections 5.4.1 and 5.4.2.
#[test]
fn reference_resolution_examples_of_rfc_3986() {
    let base = "http://a/b/c/d;p?q";
    for (reference, target) in [
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ] {
        assert_eq!(resolve(base, reference).as_deref(), Some(target), "{reference}");
    }
    assert_eq!(resolve("no-scheme/", "g"), None);
}

#[test]
fn schemes() {
    assert!(is_absolute("did:wba:example.com") && is_absolute("a+b-c.1:") && is_absolute("urn:a b"));
    assert!(!is_absolute("1a:b") && !is_absolute(":a") && !is_absolute("a b:c") && !is_absolute("_:b0"));
}

/// By the grammar of RFC 3987 section 2.2.
#[test]
fn well_formed() {
    for iri in [
        "http://example.com/ä",
        "urn:a%2Fb#c",
        "did:wba:example.com%3A8800:alice#key-1",
        "http://[::1]:80/",
        "http://u@h:/?q=\u{e000}",
        "mailto:",
        "x+y-1.z:a:b",
        "http://h/'()*+,;=:@!$&",
        "urn:\u{10000}",
    ] {
        assert!(is_well_formed(iri), "{iri}");
    }
    let characters = "\0\u{1}\t\n\r\u{1f} <>\"{}|\\^`\u{7f}\u{80}\u{9f}\u{fffe}\u{ffff}\u{1fffe}\u{e000}";
    for character in characters.chars() {
        assert!(!is_well_formed(&format!("urn:a{character}b")), "{character:?}");
    }
    for bad in [
        "",
        "a",
        "_:b0",
        "//h/",
        "1a:b",
        "urn:a%2g",
        "urn:%2",
        "urn:a#b#c",
        "http://a:b",
        "http://[::1",
        "http://[g::]/",
    ] {
        assert!(!is_well_formed(bad), "{bad}");
    }
}
