//! The syntax of Handles, and the generations of their bindings.

use agent_description::handle::{BindingGeneration, Handle, HandleDocument};
use proptest::prelude::*;
use std::cmp::Ordering;

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

fn generation(text: &str) -> BindingGeneration {
    text.parse().unwrap()
}

#[test]
fn one_spelling_for_each_number() {
    let large = format!("1{}", "0".repeat(40));
    for text in ["1", "9", "10", "18446744073709551616", &large] {
        assert_eq!(generation(text).to_string(), text);
    }
    for text in
        ["", "0", "00", "08", "-1", "+1", " 8", "8 ", "8\n", "8a", "a", "1.0", "1e3", "0x1", "\u{661}", "\u{ff11}"]
    {
        assert!(text.parse::<BindingGeneration>().is_err(), "{text:?}");
    }
}

#[test]
fn numbers_of_any_length_are_compared_and_counted() {
    let (nines, large) = ("9".repeat(40), format!("1{}", "0".repeat(40)));
    for (older, newer) in [("8", "9"), ("9", "10"), ("1", "2"), ("99", "100"), ("109", "110"), (&nines, &large)] {
        assert_eq!(generation(older).cmp(&generation(newer)), Ordering::Less, "{older} {newer}");
        assert_eq!(generation(newer).cmp(&generation(older)), Ordering::Greater, "{older} {newer}");
        assert_eq!(generation(older).next(), generation(newer), "{older}");
    }
    assert_eq!(generation("10").cmp(&generation("10")), Ordering::Equal);
    assert_eq!(
        HandleDocument::new("a.b.example".parse().unwrap(), "did:wba:b.example".parse().unwrap())
            .unwrap()
            .binding_generation
            .to_string(),
        "1"
    );
}

proptest! {
    #[test]
    fn the_order_is_that_of_numbers(one in 1_u128.., other in 1_u128..) {
        let (a, b) = (generation(&one.to_string()), generation(&other.to_string()));
        prop_assert_eq!(a.cmp(&b), one.cmp(&other));
        prop_assume!(one < u128::MAX);
        prop_assert_eq!(a.next(), generation(&(one + 1).to_string()));
    }
}
