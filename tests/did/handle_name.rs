//! The syntax of Handles.

use agent_description::handle::Handle;

#[test]
fn handles_of_the_specification() {
    for (text, local_part, domain) in [
        ("alice.example.com", "alice", "example.com"),
        ("bob-smith.example.com", "bob-smith", "example.com"),
        ("agent-42.example.com", "agent-42", "example.com"),
        ("a.example.com", "a", "example.com"),
        ("7.example.com", "7", "example.com"),
        ("Alice.Example.com", "alice", "example.com"),
        ("wba://alice.example.com", "alice", "example.com"),
        ("WBA://ALICE.EXAMPLE.COM", "alice", "example.com"),
        ("alice.sub.example.co.uk", "alice", "sub.example.co.uk"),
    ] {
        let handle: Handle = text.parse().unwrap();
        assert_eq!((handle.local_part(), handle.domain()), (local_part, domain), "{text}");
        assert_eq!(handle.as_str(), format!("{local_part}.{domain}"));
    }
    let longest = format!("{}.example.com", "a".repeat(63));
    assert_eq!(longest.parse::<Handle>().unwrap().local_part().len(), 63);
    for text in [
        "",
        "wba://",
        "alice",
        "alice.com",
        "-alice.example.com",
        "alice-.example.com",
        "al--ice.example.com",
        ".example.com",
        "alice..com",
        "alice.example.com.",
        "al_ice.example.com",
        "al%69ce.example.com",
        "ålice.example.com",
        "\u{212a}.example.com",
        " alice.example.com",
        "alice.example.com ",
        "alice.example.com:443",
        "alice.example.com/x",
        "alice@example.com",
        "alice.127.0.0.1",
        "alice.host.localhost",
        "alice.-example.com",
        "wba://wba://alice.example.com",
        "https://alice.example.com",
        &format!("{}.example.com", "a".repeat(64)),
        &format!("a.{}.com", "b".repeat(64)),
    ] {
        assert!(text.parse::<Handle>().is_err(), "{text:?}");
    }
}
