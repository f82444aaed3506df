//! URLs whose hosts parsers read differently.

use agent_description::rewritten_authority;

#[test]
fn authorities_that_readers_rewrite() {
    for (written, read) in [
        ("https://user@a.example/", "a.example"),
        ("https://:secret@a.example/", "a.example"),
        ("https://@a.example/", "a.example"),
        ("https://good.example:443@a.example:8443/", "a.example:8443"),
        ("https://exa\u{ad}mple.com/", "example.com"),
        ("https://a\u{200b}.example/", "a.example"),
        ("https://a%2eexample/", "a.example"),
        ("https://%61.example/", "a.example"),
        ("https://a\u{ff0e}example/", "a.example"),
        ("https://a\u{3002}example/", "a.example"),
        ("https://\u{ff41}.example/", "a.example"),
        ("https://b\u{fc}cher.example/", "xn--bcher-kva.example"),
        ("https://127.1/", "127.0.0.1"),
        ("https://0x7f.0.0.1/", "127.0.0.1"),
        ("https://2130706433/", "127.0.0.1"),
        ("https://[::0:1]/", "[::1]"),
        ("https://a.example:4\t43/", "a.example"),
        ("https://a.example\\@b.example/", "a.example"),
        ("https:a.example/", "a.example"),
        ("https:\\\\a.example/://b.example/", "a.example"),
        (" https://a.example/", "a.example"),
        ("ht\ntps://a.example/", "a.example"),
        ("https:///a.example/", "a.example"),
    ] {
        assert_eq!(rewritten_authority(written).as_deref(), Some(read), "{written}");
        // normalization is idempotent
        assert_eq!(rewritten_authority(&format!("https://{read}/")), None, "{read}");
    }
    for same in [
        "https://a.example",
        "https://A.Example/x",
        "https://a.example:443/",
        "https://a.example:8443",
        "https://a.example:/",
        "https://a.example:08443?q",
        "https://a.example./",
        "https://xn--bcher-kva.example/#f",
        "https://a_b.example/",
        "https://[2001:DB8::1]:8443/",
        "https://[::]/",
        "https://127.0.0.1/",
        "https://a.example/../@b/%2e?x=a@b",
    ] {
        assert_eq!(rewritten_authority(same), None, "{same}");
    }
}
