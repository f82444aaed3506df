//! Any header fields: reading them and computing the signature base never panics; what is read is written the same; nothing that nobody signed
//! verifies.
//!
//! An input is a request line's method and target, then header fields, one a line, then an empty line and the body.

use agent_description::{
    KeyType, Origin, SigningKey, Timestamp, VerifyingKey,
    auth::{
        AuthPolicy, NoncePolicy, Receiver, UnverifiedRequest,
        http_signature::{Component, Message, SignatureParams, check_content_digest, signature_base, verify_with},
    },
};
use http::{HeaderName, HeaderValue, Request, request::Parts};
use std::sync::LazyLock;

/// A key with which nobody signs here.
static KEY: LazyLock<VerifyingKey> = LazyLock::new(|| {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).expect("a key");
    key.verifying_key().clone()
});

pub fn run(bytes: &[u8]) {
    let Some((parts, body)) = request(bytes) else { return };
    let audience: Origin = "https://agent.example.com".parse().expect("an origin");
    let now: Timestamp = "2026-01-31T12:05:00Z".parse().expect("a time");
    let mut policy = AuthPolicy::default();
    policy.nonce = NoncePolicy::OrSignatureBase;

    let message = Message::request(&parts.method, &parts.uri, &audience, &parts.headers);
    let _ = check_content_digest(&parts.headers, body);
    for label in ["sig1", "sig-b26", "a"] {
        if let Ok(params) = verify_with(&KEY, &message, label) {
            panic!("verifies without the key: {params}");
        }
    }
    // a response of the same fields, which answers the request
    let answer = Message::response(http::StatusCode::OK, &parts.headers, Some(&message));
    let _ = verify_with(&KEY, &answer, "sig1");
    let _ = UnverifiedRequest::read_json(&parts, body, Receiver::new(&audience, &policy, now));
    let Ok(read) = UnverifiedRequest::read(&parts, body, Receiver::new(&audience, &policy, now)) else { return };
    if read.claims().form.is_legacy() {
        return;
    }
    // what is covered is written as it was read, and once more the same
    let covered: Vec<Component> =
        read.claims().covered.iter().map(|text| text.parse().expect("an identifier")).collect();
    let again: Vec<String> = covered.iter().map(ToString::to_string).collect();
    assert_eq!(again, read.claims().covered);
    for name in ["@method", "@target-uri"] {
        assert!(again.iter().any(|covered| covered == name), "{name} is not covered");
    }
    assert!(body.is_empty() || again.iter().any(|covered| covered == "content-digest"), "the body is not covered");
    let params = SignatureParams::new(covered).expect("components that were read");
    let base = signature_base(&message, &params).expect("a base that was computed");
    assert_eq!(base.lines().count(), params.components().len() + 1, "a line for each component and one more");
    assert!(base.starts_with("\"") && base.len() > 64, "no base is a document or a hash");
    assert!(base.ends_with(&format!("\"@signature-params\": {params}")));
    assert!(read.claims().created.is_some() && read.claims().nonce.as_deref() != Some(""));
}

/// `METHOD TARGET`, `name: value` lines, an empty line, the body.
fn request(bytes: &[u8]) -> Option<(Parts, &[u8])> {
    let (head, body) = match bytes.windows(2).position(|pair| pair == b"\n\n") {
        Some(at) => (&bytes[..at], &bytes[at + 2..]),
        None => (bytes, &[][..]),
    };
    let mut lines = head.split(|byte| *byte == b'\n');
    let start = std::str::from_utf8(lines.next()?).ok()?;
    let (method, target) = start.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(target).body(()).ok()?.into_parts().0;
    for line in lines {
        let at = line.iter().position(|byte| *byte == b':')?;
        let name = HeaderName::from_bytes(&line[..at]).ok()?;
        request.headers.append(name, HeaderValue::from_bytes(line[at + 1..].trim_ascii()).ok()?);
    }
    Some((request, body))
}
