//! Callers are held to the card's limits, each by itself, in bounded memory.

use super::senders::parse;
use adp_cards::seed_card::SeedCard;
use adp_messages::rate_limits::{RateLimiter, RateLimits};
use agent_description::{CodedError, Did};
use std::time::{Duration, Instant};

fn limits(text: &str) -> RateLimits {
    let card = format!(r#"{{"agentInfo": {{}}, "capabilities": [], "constraints": {{"rateLimits": {text}}}}}"#);
    RateLimits::from_card(&SeedCard::read(&parse(&card)))
}

fn did(name: &str) -> Did {
    format!("did:wba:{name}.example").parse().unwrap()
}

#[test]
fn limits_are_the_cards() {
    let of_the_source = limits(r#"{"requestsPerMinute": 1000, "concurrentConnections": 50}"#);
    assert_eq!((of_the_source.requests_per_minute, of_the_source.concurrent), (Some(1000), Some(50)));
    for nothing in ["{}", "[]", r#"{"requestsPerMinute": 0.5, "concurrentConnections": -3}"#] {
        assert_eq!(limits(nothing), RateLimits::default(), "{nothing}");
    }
}

/// Counted by hand beside it: in no window of sixty seconds more than three are let in, and one who waits is let in.
#[test]
fn no_minute_has_more_requests_than_promised() {
    let limiter = RateLimiter::new(limits(r#"{"requestsPerMinute": 3}"#));
    let (start, caller) = (Instant::now(), did("a"));
    let mut let_in: Vec<u64> = Vec::new();
    // every 7.3 seconds for a quarter of an hour
    for moment in (0..900_000).step_by(7_300) {
        let now = start + Duration::from_millis(moment);
        let window = let_in.iter().filter(|earlier| moment - **earlier < 60_000).count();
        match limiter.count(&caller, now) {
            Ok(_) => {
                assert!(window < 3, "at {moment} ms, {let_in:?}");
                let_in.push(moment);
            }
            Err(error) => {
                let expected = ("rate-limit", "the sender exceeded the limit of 3 requests per minute".to_owned());
                assert_eq!((error.code().as_str(), error.to_string()), expected);
                // refused for no longer than a second more than needed
                let near = let_in.iter().filter(|earlier| moment - **earlier < 61_000).count();
                assert_eq!(near, 3, "at {moment} ms, {let_in:?}");
            }
        }
    }
    assert!(let_in.len() > 30, "{let_in:?}");
    // the other caller is counted by itself
    limiter.count(&did("b"), start).unwrap();
}

/// Seconds that were begun count whole: 59.6 seconds later is within a minute, whatever the clock's seconds are.
#[test]
fn a_minute_is_no_shorter_for_where_it_begins() {
    let limiter = RateLimiter::new(limits(r#"{"requestsPerMinute": 1}"#));
    let (start, caller) = (Instant::now(), did("a"));
    // the limiter's seconds begin with the first request that it sees
    limiter.count(&did("b"), start).unwrap();
    limiter.count(&caller, start + Duration::from_millis(900)).unwrap();
    limiter.count(&caller, start + Duration::from_millis(60_500)).unwrap_err();
    limiter.count(&caller, start + Duration::from_millis(61_000)).unwrap();
}

#[test]
fn as_many_at_once_as_promised() {
    let limiter = RateLimiter::new(limits(r#"{"concurrentConnections": 2}"#));
    let (now, caller) = (Instant::now(), did("a"));
    let first = limiter.begin(&caller, now).unwrap();
    let _second = limiter.begin(&caller, now).unwrap();
    let refused = limiter.begin(&caller, now).unwrap_err().to_string();
    assert_eq!(refused, "the sender exceeded the limit of 2 concurrent requests");
    limiter.begin(&did("b"), now).unwrap();
    drop(first);
    limiter.begin(&caller, now).unwrap();
}

/// Identities cost nothing: whoever makes a million of them takes no memory for it, and is forgotten after a minute.
#[test]
fn many_callers_take_no_more_memory() {
    let limiter = RateLimiter::with_room(limits(r#"{"requestsPerMinute": 10}"#), 100);
    let start = Instant::now();
    let working = limiter.begin(&did("working"), start).unwrap();
    let refused = (0..1_000).filter(|n| limiter.count(&did(&format!("a{n}")), start).is_err()).count();
    assert_eq!((refused, limiter.callers()), (901, 100));
    let refused = limiter.count(&did("late"), start).unwrap_err().to_string();
    assert_eq!(refused, "the limit of 100 senders per minute is exceeded");
    // who is known is let in all the same
    limiter.count(&did("a3"), start).unwrap();
    let later = start + Duration::from_secs(61);
    limiter.count(&did("late"), later).unwrap();
    assert_eq!(limiter.callers(), 2, "the one that is worked for and the new one");
    drop(working);
}
