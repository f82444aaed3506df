//! A `DIDWba` header or body that is read says what a second, simpler reader finds in it.

use agent_description::{
    Origin, Timestamp,
    auth::{AuthPolicy, Receiver, UnverifiedRequest},
};
use std::collections::BTreeMap;

pub fn run(bytes: &[u8]) {
    let audience: Origin = "https://agent.example.com".parse().expect("an origin");
    let now: Timestamp = "2026-01-31T12:05:00Z".parse().expect("a time");
    let mut policy = AuthPolicy::default();
    policy.legacy = true;

    // a body is the same members: what is read of either form is the same
    if bytes.starts_with(b"{") {
        let (parts, ()) = http::Request::new(()).into_parts();
        let Ok(read) = UnverifiedRequest::read_json(&parts, bytes, Receiver::new(&audience, &policy, now)) else {
            return;
        };
        if !read.claims().form.is_legacy() {
            return;
        }
        let body: serde_json::Value = serde_json::from_slice(bytes).expect("strict JSON is JSON");
        compare(&read, |name| body.get(name).and_then(|value| value.as_str()).map(str::to_owned));
        return;
    }
    let Ok(value) = http::HeaderValue::from_bytes(bytes) else { return };
    let request = http::Request::get("/").header("authorization", value).body(()).expect("a request");
    let Ok(read) = UnverifiedRequest::read(&request.into_parts().0, b"", Receiver::new(&audience, &policy, now)) else {
        return;
    };
    // no value has a quote or an escape in it, so what is between quotes alternates
    let text = std::str::from_utf8(bytes).expect("only text is read");
    let parts: Vec<&str> = text.split('"').collect();
    let mut fields = BTreeMap::new();
    for pair in parts.chunks_exact(2) {
        let name = pair[0].rsplit([',', ' ', '\t']).next().and_then(|name| name.strip_suffix('=')).expect("a name");
        assert!(fields.insert(name.to_ascii_lowercase(), pair[1].to_owned()).is_none(), "{name} occurs twice");
    }
    assert!(parts.len() % 2 == 1 && parts[parts.len() - 1].trim().is_empty());
    compare(&read, |name| fields.get(name).cloned());
    assert!((5..=6).contains(&fields.len()));
}

fn compare(read: &UnverifiedRequest, field: impl Fn(&str) -> Option<String>) {
    let claims = read.claims();
    assert_eq!(field("did").as_deref(), Some(claims.did().as_str()));
    assert_eq!(field("nonce"), claims.nonce);
    assert_eq!(field("verification_method").as_deref(), Some(claims.key_id.fragment()));
    let created = claims.created.expect("a time");
    assert_eq!(field("timestamp").expect("a time").parse(), Ok(created));
    let version = field("v").unwrap_or_else(|| "1.1".to_owned());
    assert!(claims.form.as_str().ends_with(&version) && claims.form.is_legacy());
    assert_eq!(field("signature").expect("a signature").len(), 86);
}
