//! Origins of the web.

use agent_description::Origin;

#[test]
fn an_origin_is_scheme_host_and_port() {
    for (text, shown, host, port) in [
        ("https://Agent.Example.com:443", "https://agent.example.com", "agent.example.com", 443),
        ("https://agent.example.com/", "https://agent.example.com", "agent.example.com", 443),
        ("http://localhost:80", "http://localhost", "localhost", 80),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1", 8080),
        ("https://[::1]:8443", "https://[::1]:8443", "[::1]", 8443),
    ] {
        let origin: Origin = text.parse().unwrap();
        assert_eq!((origin.to_string().as_str(), origin.host(), origin.port()), (shown, host, port), "{text}");
    }
    for text in [
        "agent.example.com",
        "ftp://a.example",
        "https://",
        "https://a@b.example",
        "https://a.example/x",
        "https://a.example?x",
        "https://a.example#",
        "https://a b",
        "https://a\\b",
        "https://*.a.example",
        "https://*",
        "https://a.*:8443",
        "https://a..example",
        "https://a,b.example",
    ] {
        assert!(text.parse::<Origin>().is_err(), "{text}");
    }
}

#[test]
fn a_url_has_the_origin_of_its_scheme_host_and_port() {
    let origin = Origin::from_https;
    assert_eq!(origin("https://a.example/x?y"), origin("https://A.example:443"));
    assert_ne!(origin("https://a.example/"), origin("https://a.example:444/"));
    assert_ne!(origin("https://a.example/"), origin("https://b.a.example/"));
    for none in ["http://a.example/", "a.example", "data:,", "file:///etc/passwd", "https://", ""] {
        assert_eq!(origin(none), None, "{none}");
    }
    assert_ne!("https://a.example:80".parse::<Origin>(), "http://a.example".parse());
}
