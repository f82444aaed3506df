//! Whatever a server answers, no document is resolved but the one of the DID asked for, and nothing is used from a cache
//! for longer than five minutes.
//!
//! An input is an answer as text: the status, header lines, an empty line, the body. `at` and `then` among the headers are
//! the times at which it came and at which it is looked at.

use agent_description::{
    Limits, Timestamp,
    did::{Did, DidDocument},
    resolve::{
        CacheHeaders, Deadlines, FetchKind, Freshness, Lifetimes, Validators,
        plan::{FetchPlan, ResponseHead},
    },
};
use std::{sync::LazyLock, time::Duration};

static DID: LazyLock<Did> = LazyLock::new(|| "did:wba:example.com:alice".parse().expect("a DID"));
const URL: &str = "https://example.com/alice/did.json";
const CLAMP: Duration = Duration::from_secs(300);

pub fn run(input: &[u8]) {
    let (head, body) = match input.windows(2).position(|pair| pair == b"\n\n") {
        Some(at) => (&input[..at], &input[at + 2..]),
        None => (input, &b""[..]),
    };
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.trim().parse().ok()).unwrap_or(200);
    let headers: Vec<(String, &str)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim_matches([' ', '\t'])))
        .collect();
    // several values of one name are joined, as on the way in
    let value = |name: &str| {
        let values: Vec<&str> = headers.iter().filter(|(known, _)| known == name).map(|(_, value)| *value).collect();
        (!values.is_empty()).then(|| values.join(", "))
    };
    let time = |name: &str| value(name).and_then(|text| text.parse::<Timestamp>().ok());
    let at = time("at").unwrap_or_else(|| "2026-01-01T12:00:00Z".parse().expect("a time"));
    let then = time("then").unwrap_or(at);
    let cache_headers = CacheHeaders::read(value);
    resolves_only_what_was_asked_for(status, &value, &cache_headers, body);
    is_fresh_for_five_minutes_at_most(&cache_headers, at, then);
}

fn resolves_only_what_was_asked_for(
    status: u16,
    value: &dyn Fn(&str) -> Option<String>,
    cache_headers: &CacheHeaders,
    body: &[u8],
) {
    let (content_type, content_encoding, location) =
        (value("content-type"), value("content-encoding"), value("location"));
    let response = ResponseHead {
        status,
        content_type: content_type.as_deref(),
        content_encoding: content_encoding.as_deref(),
        content_length: value("content-length").and_then(|text| text.parse().ok()),
        location: location.as_deref(),
        cache_headers: cache_headers.clone(),
    };
    let mut limits = Limits::default();
    limits.did_document_bytes = 4096;
    let plan = FetchPlan::new(URL, FetchKind::DidDocument, &limits, Deadlines::default()).expect("a plan");
    assert!(plan.not_modified(&response).is_none(), "nobody asked whether it has changed");
    let mut validators = Validators::default();
    validators.if_none_match = Some("\"x\"".to_owned());
    let not_modified = plan.clone().if_changed(validators).not_modified(&response);
    assert_eq!(not_modified.is_some(), status == 304);
    let Ok(mut receiving) = plan.respond(&response) else { return };
    assert_eq!(status, 200);
    for chunk in body.chunks(1000) {
        if receiving.chunk(chunk).is_err() {
            assert!(body.len() > limits.did_document_bytes);
            return;
        }
    }
    let fetched = receiving.finish();
    assert_eq!((fetched.url.as_str(), fetched.body.as_slice()), (URL, body));
    assert!(fetched.body.len() <= limits.did_document_bytes && &fetched.cache_headers == cache_headers);
    let json = fetched.media_type.ends_with("+json")
        || matches!(fetched.media_type.as_str(), "application/json" | "application/did");
    assert!(json, "{}", fetched.media_type);
    let Ok(resolved) = DidDocument::parse_for(&DID, &fetched.body, &limits) else { return };
    assert_eq!(resolved.get().id(), &*DID);
    let plain: serde_json::Value = serde_json::from_slice(body).expect("what we accept is JSON");
    assert_eq!(plain["id"], DID.as_str());
}

fn is_fresh_for_five_minutes_at_most(headers: &CacheHeaders, at: Timestamp, then: Timestamp) {
    // settings that would keep everything for ever, if they could
    let mut lifetimes = Lifetimes::default();
    (lifetimes.longest, lifetimes.unstated, lifetimes.failure) = (Duration::MAX, Duration::MAX, Duration::MAX);
    assert!(lifetimes.bounded().failure <= Duration::from_secs(30));
    let Some(freshness) = Freshness::new(URL, headers.clone(), at, &lifetimes) else { return };
    bounded(&freshness, at, then);
    let says_no = headers.get("cache-control").is_some_and(|value| {
        value.split(',').any(|directive| matches!(directive.trim(), "no-store" | "no-cache" | "max-age=0"))
    });
    assert!(!says_no || !freshness.is_fresh(at), "{headers:?}");
    let validators = freshness.validators(then);
    for value in [&validators.if_none_match, &validators.if_modified_since].into_iter().flatten() {
        assert!(value.bytes().all(|byte| (b' '..=b'~').contains(&byte) || byte == b'\t'), "{value:?}");
    }
    // the server confirms the document by the same headers, and then by none
    for answer in [headers, &CacheHeaders::default()] {
        if let Some(headers) = freshness.not_modified(answer, then)
            && let Some(confirmed) = Freshness::new(URL, headers, then, &lifetimes)
        {
            bounded(&confirmed, then, at);
        }
    }
}

fn bounded(freshness: &Freshness, received: Timestamp, looked_at: Timestamp) {
    let last = received.saturating_add(CLAMP);
    assert!(freshness.received == received && freshness.until <= last);
    assert!(!freshness.is_fresh(last));
    if freshness.is_fresh(looked_at) {
        assert!(received <= looked_at && looked_at < last);
    }
}
