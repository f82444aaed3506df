//! Web Bot Auth with Cloudflare's crate: each verifies what the other signs, and both refuse the same.

use super::peers::RustPeer;
use adp_fixtures::third_party;
use agent_description::{
    CodedError, KeySigner, KeyType, Origin, SigningKey, Timestamp,
    auth::{
        AuthPolicy, Receiver, UnverifiedBotRequest,
        http_signature::{SignRequestOptions, sign_request},
    },
    key::KeyDirectory,
};
use http::{HeaderName, HeaderValue, Request, request::Parts};
use serde_json::{Value, json};
use std::time::Duration;

const AGENT: &str = "https://bot.example.com";
const SEED: [u8; 32] = [7; 32];

fn key() -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::Ed25519, &SEED).unwrap()
}

fn directory() -> String {
    KeyDirectory::write([key().verifying_key()]).to_compact()
}

fn shop() -> Origin {
    "https://shop.example.com".parse().unwrap()
}

fn request() -> Parts {
    Request::builder().uri("/rooms?day=1").body(()).unwrap().into_parts().0
}

#[test]
#[ignore = "needs INTEROP_ANP_RUST"]
fn the_peer_verifies_our_requests() {
    let peer = RustPeer::start();
    let signer = KeySigner::new("did:web:bot.example.com#key-1".parse().unwrap(), key());
    // the peer has the system's clock, and allows for no difference
    let now = Timestamp::now().saturating_sub(Duration::from_secs(5));
    let signed = |created: Timestamp| {
        let mut request = request();
        let options = SignRequestOptions {
            nonce: Some("n".to_owned()),
            cover: vec!["@authority".to_owned()],
            web_bot_auth: Some(AGENT.parse().unwrap()),
            ..SignRequestOptions::new(created)
        };
        sign_request(&mut request, b"", &shop(), &signer, &options).unwrap();
        let text = |name: &str| request.headers[name].to_str().unwrap().to_owned();
        json!({"do": "bot-verify", "directory": serde_json::from_str::<Value>(&directory()).unwrap(),
            "headers": {"signature": text("signature"), "signature-input": text("signature-input"), "signature-agent": text("signature-agent")},
            "components": {"@method": "GET", "@target-uri": "https://shop.example.com/rooms?day=1", "@authority": "shop.example.com",
                "signature-agent;key=\"sig1\"": format!("\"{AGENT}\"")}})
    };
    let answer = peer.ask(&signed(now));
    assert_eq!((&answer["accepted"], &answer["agents"]), (&json!(true), &json!([AGENT])), "{answer}");
    for (name, value) in [
        ("@authority", "other.example.com"),
        ("@method", "POST"),
        ("signature-agent;key=\"sig1\"", "\"https://a.example\""),
    ] {
        let mut task = signed(now);
        task["components"][name] = value.into();
        assert_eq!(peer.ask(&task)["accepted"], false, "{name}");
    }
    // version 0.7.0 leaves the times to its caller; here they are checked
    for (created, code) in [
        (now.saturating_add(Duration::from_secs(3600)), "auth-not-yet-valid"),
        (now.saturating_sub(Duration::from_secs(3600)), "auth-expired"),
    ] {
        let task = signed(created);
        assert_eq!(peer.ask(&task)["accepted"], true, "{created}");
        let mut request = request();
        for (name, value) in task["headers"].as_object().unwrap() {
            let value = HeaderValue::from_str(value.as_str().unwrap()).unwrap();
            request.headers.insert(HeaderName::try_from(name).unwrap(), value);
        }
        let (audience, policy) = (shop(), AuthPolicy::web_bot_auth());
        let read = UnverifiedBotRequest::read(&request, b"", Receiver::new(&audience, &policy, now));
        assert_eq!(read.unwrap_err().code().as_str(), code);
    }
    third_party::ran("interop-web-bot-auth-ours-to-peer", 6);
}

#[test]
#[ignore = "needs INTEROP_ANP_RUST"]
fn we_verify_the_peers_requests() {
    let task = json!({"do": "bot-sign", "key": SEED, "keyid": key().verifying_key().thumbprint(), "authority": "shop.example.com", "agent": AGENT});
    let answer = RustPeer::start().ask(&task);
    let verified = |change: &dyn Fn(&mut Parts)| {
        let mut request = request();
        for (name, value) in answer["headers"].as_object().unwrap() {
            let value = HeaderValue::from_str(value.as_str().unwrap()).unwrap();
            request.headers.insert(HeaderName::try_from(name).unwrap(), value);
        }
        change(&mut request);
        let (audience, policy, now) = (shop(), AuthPolicy::web_bot_auth(), Timestamp::now());
        let read = UnverifiedBotRequest::read(&request, b"", Receiver::new(&audience, &policy, now)).unwrap();
        let directory = KeyDirectory::parse(read.claims().agent.clone(), directory().as_bytes()).unwrap();
        read.verify(&directory, now).map(|verified| verified.claims().agent.to_string())
    };
    assert_eq!(verified(&|_| {}).unwrap(), AGENT);
    assert!(
        verified(&|request| {
            let agent = HeaderValue::from_static("peer=\"https://victim.example.com\"");
            request.headers.insert("signature-agent", agent);
        })
        .is_err()
    );
    third_party::ran("interop-web-bot-auth-peer-to-ours", 2);
}
