//! The `DIDWba` forms: what is accepted, and each rule broken by one step.
//!
//! The signatures that are written out were made with Python's `cryptography` and `jcs`, over texts made by hand.
#![cfg(feature = "auth")]

use agent_description::{
    Code, CodedError, KeySigner, KeyType, Limits, Origin, SigningKey, Timestamp,
    auth::{
        AuthError, AuthPolicy, Authenticated, CredentialForm, LegacyVersion, Receiver, UnverifiedRequest,
        replay::{Recording, Replay, ReplayKey, ReplayStore, StoreError},
        sign_didwba_header, sign_didwba_json,
    },
    did::{Binding, Did, DidDocument, DidDocumentBuilder, Resolved},
};
use sha2::{Digest, Sha256};
use std::{sync::Mutex, time::Duration};

const ALICE: &str = "did:wba:agent.example.com:alice";
const NONCE: &str = "9b5d0a54c2d1c06d";
const TIMESTAMP: &str = "2026-01-01T12:00:00Z";
const NOW: &str = "2026-01-01T12:01:00Z";
/// RFC 8032 section 7.1, test 1; RFC 6979 appendix A.2.5, taken for both curves.
const ED25519: [u8; 32] = hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
const SCALAR: [u8; 32] = hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
/// The signature of version 1.1 by the Ed25519 key.
const SIGNATURE: &str = "ajQit59En6fDVV7PCwxkmA0StPg0xJDFAWc2U3sdGKCLrNvbh7yX22iz-g2M8D4-zMbkR6FgSqlIBzson0CKDw";

const fn hex(text: &str) -> [u8; 32] {
    const fn digit(byte: u8) -> u8 {
        if byte <= b'9' { byte - b'0' } else { byte - b'a' + 10 }
    }
    let (text, mut bytes, mut at) = (text.as_bytes(), [0; 32], 0);
    while at < 32 {
        bytes[at] = digit(text[2 * at]) << 4 | digit(text[2 * at + 1]);
        at += 1;
    }
    bytes
}

fn key(key_type: KeyType) -> SigningKey {
    let secret = if key_type == KeyType::Ed25519 { ED25519 } else { SCALAR };
    SigningKey::from_secret_bytes(key_type, &secret).unwrap()
}

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn service() -> Origin {
    "https://agent.example.com".parse().unwrap()
}

fn accepting() -> AuthPolicy {
    let mut policy = AuthPolicy::default();
    policy.legacy = true;
    policy
}

fn document(did: &str, key: &SigningKey) -> Resolved<DidDocument> {
    let did: Did = did.parse().unwrap();
    let text = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
    DidDocument::parse_for(&did, text.source().as_bytes(), &Limits::default()).unwrap()
}

fn request(headers: &[(&str, &str)]) -> http::request::Parts {
    let mut builder = http::Request::builder().method("POST").uri("/orders");
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    builder.body(()).unwrap().into_parts().0
}

fn header(version: &str, signature: &str) -> String {
    format!(
        r#"DIDWba v="{version}", did="{ALICE}", nonce="{NONCE}", timestamp="{TIMESTAMP}", verification_method="key-1", signature="{signature}""#
    )
}

fn good() -> String {
    header("1.1", SIGNATURE)
}

fn read_at(authorization: &str, now: &str) -> Result<UnverifiedRequest, AuthError> {
    UnverifiedRequest::read(
        &request(&[("authorization", authorization)]),
        b"",
        Receiver::new(&service(), &accepting(), time(now)),
    )
}

fn read(authorization: &str) -> Result<UnverifiedRequest, AuthError> {
    read_at(authorization, NOW)
}

/// `ok`, or the code of what is wrong.
fn verdict(authorization: &str) -> &'static str {
    let document = document(ALICE, &key(KeyType::Ed25519));
    let verified = read(authorization).and_then(|unverified| unverified.verify(&document, time(NOW)));
    verified.map_or_else(|error| error.code().as_str(), |_| "ok")
}

/// Remembers all it is asked, and until when.
#[derive(Default)]
struct Remembered(Mutex<Vec<(ReplayKey, Timestamp)>>);

impl ReplayStore for Remembered {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, _: Timestamp) -> Recording<'a> {
        let mut seen = self.0.lock().unwrap();
        let known = seen.iter().any(|(seen, _)| seen == key);
        seen.push((*key, expires));
        Box::pin(std::future::ready(Ok(if known { Replay::Replayed } else { Replay::Fresh })))
    }
}

fn admit(store: &Remembered, authorization: &str, key: &SigningKey) -> Result<Authenticated, AuthError> {
    let verified = read(authorization)?.verify(&document(ALICE, key), time(NOW))?;
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(verified.admit(store, time(NOW)))
}

#[test]
fn signatures_made_elsewhere_are_accepted_and_made_here_the_same() {
    let published = [
        (KeyType::Ed25519, LegacyVersion::V1_1, SIGNATURE, true),
        (
            KeyType::Ed25519,
            LegacyVersion::V1_0,
            "NpFlR3qnCzFdA1B7hG1Wx_UMWMYag52byoECNj4aMGcVfEUE6QEH_nn6gQ5bFm65-oySZdihj3p2xO5yHa3fBA",
            true,
        ),
        (
            KeyType::P256,
            LegacyVersion::V1_1,
            "54v5t6699hAITqLpcoY6iZM_hwM67cRmFeanRKBXKH8Kj8HnLcvl65VN5DAwgJdiW_UkZGxZGpr6XZW87hMDWQ",
            true,
        ),
        (
            KeyType::P256,
            LegacyVersion::V1_0,
            "AFDJ0DFFTRR22iIEAGI5QkGx7yollflTt-U8u4HnqNoateiThETTT3-wsmKCjFaW9C_OUl8WY3m4jRkYRVMDwA",
            true,
        ),
        (
            KeyType::Secp256k1,
            LegacyVersion::V1_1,
            "TYV9ZvyvnsgkuHTYXVOcF8rFlkmOTGZRMl-msshYSu8BvzgcjxIwirmd8BUI8Ij2McvM_hpniDCx1auknD3U6Q",
            true,
        ),
        // its s is high: accepted, but we write the low one
        (
            KeyType::Secp256k1,
            LegacyVersion::V1_0,
            "3KfjSr39MZ4ExB0LwEcD8xu1wnoAp8YM4E-B5Hqsehqz4IeWZG5xuFYrOW12NkQ5Uha7GEOAhVMd8SYaQzy0bQ",
            false,
        ),
    ];
    for (key_type, version, signature, same) in published {
        let authorization = header(version.as_str(), signature);
        let store = Remembered::default();
        let authenticated = admit(&store, &authorization, &key(key_type)).unwrap();
        let profile =
            if version == LegacyVersion::V1_0 { CredentialForm::DidWbaV1_0 } else { CredentialForm::DidWbaV1_1 };
        let claims = &*authenticated;
        assert_eq!((claims.form, claims.key_id.as_str()), (profile, &*format!("{ALICE}#key-1")));
        assert_eq!((claims.covered.len(), claims.nonce.as_deref()), (0, Some(NONCE)));
        assert_eq!((claims.created, claims.expires), (Some(time(TIMESTAMP)), None));
        // 300 s of window, 60 s of skew
        assert_eq!(store.0.lock().unwrap()[0].1, time("2026-01-01T12:06:00Z"));

        let signer = KeySigner::new(format!("{ALICE}#key-1").parse().unwrap(), key(key_type));
        let made = sign_didwba_header(&signer, &service(), version, NONCE, time(TIMESTAMP)).unwrap();
        assert_eq!(made == *authorization, same, "{key_type} {version}: {made:?}");
        admit(&Remembered::default(), made.to_str().unwrap(), &key(key_type)).unwrap();

        let body = sign_didwba_json(&signer, &service(), version, NONCE, time(TIMESTAMP)).unwrap().to_pretty();
        let read = UnverifiedRequest::read_json(
            &request(&[]),
            body.as_bytes(),
            Receiver::new(&service(), &accepting(), time(NOW)),
        );
        let read = read.unwrap();
        let profile = if version == LegacyVersion::V1_0 {
            CredentialForm::DidWbaJsonV1_0
        } else {
            CredentialForm::DidWbaJsonV1_1
        };
        assert_eq!(read.claims().form, profile);
        read.verify(&document(ALICE, &key(key_type)), time(NOW)).unwrap();
    }
}

#[test]
fn off_unless_the_policy_says_otherwise() {
    let parts = request(&[("authorization", &good())]);
    let error =
        UnverifiedRequest::read(&parts, b"", Receiver::new(&service(), &AuthPolicy::default(), time(NOW))).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_LEGACY_REFUSED);
    let body = br#"{"did": "x", "signature": "x"}"#;
    let error =
        UnverifiedRequest::read_json(&request(&[]), body, Receiver::new(&service(), &AuthPolicy::default(), time(NOW)));
    assert_eq!(error.unwrap_err().code(), Code::AUTH_LEGACY_REFUSED);
}

#[test]
fn what_the_header_may_look_like() {
    let good = good();
    for (accepted, why) in [
        (good.clone(), "as it is"),
        (good.replace(", ", ","), "no white space after commas"),
        (good.replace(", ", " \t,\t "), "white space around commas"),
        (good.replace("DIDWba", "didwba"), "schemes have no case (RFC 9110 section 11.1)"),
        (good.replace("DIDWba ", "DIDWBA   "), "more than one space after the scheme"),
        (good.replace("v=\"1.1\", ", ""), "without v it is 1.1"),
        (good.replace("did=", "DID=").replace("nonce=", "Nonce="), "names have no case (RFC 9110 section 11.2)"),
        (format!("DIDWba {}", good[7..].rsplit(", ").collect::<Vec<_>>().join(", ")), "any order"),
    ] {
        assert_eq!(verdict(&accepted), "ok", "{why}: {accepted}");
    }
}

#[test]
fn threat_form_of_the_header() {
    let good = good();
    let did = format!("did=\"{ALICE}\"");
    let cases = [
        (good.replace("v=\"1.1\"", "v=\"1.2\""), "no such version"),
        (good.replace("v=\"1.1\"", "v=\"1.10\""), "the SDKs read a number here"),
        (good.replace("v=\"1.1\"", "v=\"\""), "an empty version"),
        (good.replace("did=", "xdid="), "a name that ends in another"),
        (good.replace(&did, &format!("xdid=\"did:wba:evil.example\", {did}")), "an unknown field before `did`"),
        (format!("{good}, realm=\"x\""), "an unknown field"),
        (format!("{good}, {did}"), "a field twice, the same"),
        (format!("{good}, DID=\"did:wba:evil.example\""), "a field twice, in another case"),
        (format!("{good}, v=\"1.1\""), "v twice"),
        (format!("{good},"), "nothing after a comma"),
        (good.replacen(", ", ", , ", 1), "nothing between commas"),
        (good.replacen(", ", " ", 1), "no comma"),
        (good.replacen(", ", "; ", 1), "a semicolon"),
        (format!("{good} x"), "text at the end"),
        (good.replace("did=\"", "did = \""), "white space around ="),
        (good.replace("v=\"1.1\"", "v=1.1"), "no quotes"),
        (good.replace("v=\"1.1\"", "v='1.1'"), "other quotes"),
        (good.replace("v=\"1.1\"", "v*=\"1.1\""), "an extended name"),
        (good.replace("v=\"1.1\"", "=\"1.1\""), "no name"),
        (good[..good.len() - 1].to_owned(), "no closing quote"),
        (good.replace(NONCE, "9b\\\"5d"), "an escaped quote"),
        (good.replace(NONCE, "9b\\5d"), "an escape"),
        (good.replace(NONCE, ""), "an empty nonce"),
        (good.replace(NONCE, &"n".repeat(257)), "a nonce that is too long"),
        (good.replace(NONCE, "9b\t5d"), "a tab"),
        (good.replace("alice", "..:alice"), "no DID"),
        (good.replace("did:wba:", "did:example:"), "a method that is not supported"),
        (good.replace("agent.example.com", "127.0.0.1"), "an address"),
        (good.replace("key-1", "#key-1"), "the fragment with its #"),
        (good.replace("key-1", &format!("{ALICE}#key-1")), "the whole DID URL"),
        (good.replace("key-1", ""), "no fragment"),
        (good.replace(TIMESTAMP, "2026-01-01T12:00:00"), "a time without offset"),
        (good.replace(TIMESTAMP, "1767268800"), "a time as a number"),
        (good.replace(SIGNATURE, &format!("{SIGNATURE}==")), "padding"),
        (good.replace(SIGNATURE, &SIGNATURE.replace('-', "+")), "the other alphabet"),
        (good.replace(SIGNATURE, &SIGNATURE[..85]), "63 bytes"),
        (good.replace(SIGNATURE, &format!("{SIGNATURE}A")), "65 bytes"),
        (good.replace(SIGNATURE, &format!("{}x", &SIGNATURE[..85])), "stray bits: another spelling of the same bytes"),
        ("DIDWba".to_owned(), "nothing but the scheme"),
        ("DIDWba ".to_owned(), "nothing but the scheme and a space"),
    ];
    for (refused, why) in &cases {
        assert_ne!(*refused, good, "{why}");
        assert_eq!(verdict(refused), "auth-malformed", "{why}: {refused}");
    }
    for name in ["did", "nonce", "timestamp", "verification_method", "signature"] {
        let fields: Vec<_> = good[7..].split(", ").filter(|field| !field.starts_with(&format!("{name}="))).collect();
        let error = read(&format!("DIDWba {}", fields.join(", "))).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_MALFORMED);
        assert!(error.to_string().contains(&format!("{name:?}: is missing")), "{error}");
    }
    assert_eq!(verdict(&good.replace(NONCE, &"n".repeat(256))), "auth-signature", "256 bytes of nonce are read");
}

#[test]
fn threat_two_credentials_in_one_request() {
    let (good, other) = (good(), header("1.0", SIGNATURE));
    for (headers, code) in [
        (vec![("authorization", good.as_str()), ("authorization", &good)], "auth-malformed"),
        (vec![("authorization", good.as_str()), ("authorization", &other)], "auth-malformed"),
        (vec![("authorization", "Basic eDp5"), ("authorization", &good)], "auth-malformed"),
        (vec![("authorization", good.as_str()), ("signature", "sig1=:AA==:")], "auth-malformed"),
        (vec![("authorization", good.as_str()), ("signature-input", "sig1=()")], "auth-malformed"),
        (vec![("authorization", "Basic eDp5")], "auth-missing"),
        (vec![("authorization", "DIDWbaX v=\"1.1\"")], "auth-missing"),
        (vec![("authorization", "Bearer DIDWba")], "auth-missing"),
        (vec![("proxy-authorization", good.as_str())], "auth-missing"),
        (vec![], "auth-missing"),
    ] {
        let error =
            UnverifiedRequest::read(&request(&headers), b"", Receiver::new(&service(), &accepting(), time(NOW)))
                .unwrap_err();
        assert_eq!(error.code().as_str(), code, "{headers:?}: {error}");
    }
}

#[test]
fn threat_age_of_the_credentials() {
    let good = good();
    for (now, code) in [
        ("2026-01-01T11:59:00Z", "ok"),
        ("2026-01-01T11:58:59.999Z", "auth-not-yet-valid"),
        ("2026-01-01T12:04:59.999Z", "ok"),
        ("2026-01-01T12:05:00Z", "auth-expired"),
    ] {
        let found = read_at(&good, now).map_or_else(|error| error.code().as_str(), |_| "ok");
        assert_eq!(found, code, "{now}");
    }
    // the same instant in another zone is other text, so the signature is over other bytes
    assert_eq!(verdict(&good.replace(TIMESTAMP, "2026-01-01T13:00:00+01:00")), "auth-signature");
    let mut policy = accepting();
    (policy.window, policy.skew) = (Duration::from_secs(60), Duration::ZERO);
    let parts = request(&[("authorization", &good)]);
    let error = UnverifiedRequest::read(&parts, b"", Receiver::new(&service(), &policy, time(NOW))).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_EXPIRED);
}

#[test]
fn threat_credentials_for_another_service() {
    let signer = KeySigner::new(format!("{ALICE}#key-1").parse().unwrap(), key(KeyType::Ed25519));
    let document = document(ALICE, &key(KeyType::Ed25519));
    let elsewhere: Origin = "https://other.example.com".parse().unwrap();
    let sent = |made_for: &Origin, host: &str| {
        let value = sign_didwba_header(&signer, made_for, LegacyVersion::V1_1, NONCE, time(TIMESTAMP)).unwrap();
        let parts = request(&[("host", host), ("authorization", value.to_str().unwrap())]);
        let unverified =
            UnverifiedRequest::read(&parts, b"", Receiver::new(&service(), &accepting(), time(NOW))).unwrap();
        unverified.verify(&document, time(NOW)).map_or_else(|error| error.code().as_str(), |_| "ok")
    };
    assert_eq!(sent(&service(), "agent.example.com"), "ok");
    // a reverse proxy may rewrite Host: it decides nothing, neither against the request nor for it
    assert_eq!(sent(&service(), "127.0.0.1:8080"), "ok");
    assert_eq!(sent(&elsewhere, "other.example.com"), "auth-signature");
    assert_eq!(sent(&elsewhere, "agent.example.com"), "auth-signature");
    // the port is no part of it
    assert_eq!(sent(&"https://agent.example.com:8443".parse().unwrap(), "agent.example.com:8443"), "ok");
}

#[test]
fn threat_other_texts_and_other_hashes() {
    let good = good();
    for (changed, why) in [
        (good.replace(NONCE, "9b5d0a54c2d1c06e"), "the nonce"),
        (good.replace(TIMESTAMP, "2026-01-01T12:00:01Z"), "the time"),
        (good.replace("v=\"1.1\"", "v=\"1.0\""), "the version"),
        (good.replace("ajQ", "bjQ"), "the signature"),
    ] {
        assert_ne!(changed, good);
        assert_eq!(verdict(&changed), "auth-signature", "{why}");
    }
    let text = format!(r#"{{"aud":"agent.example.com","did":"{ALICE}","nonce":"{NONCE}","timestamp":"{TIMESTAMP}"}}"#);
    for key_type in [KeyType::P256, KeyType::Secp256k1, KeyType::Ed25519] {
        let key = key(key_type);
        let encode = |signature: agent_description::Signature| {
            use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
            header("1.1", &URL_SAFE_NO_PAD.encode(signature.0))
        };
        let hashed_once = encode(key.sign(text.as_bytes()));
        let hashed_twice = encode(key.sign(&Sha256::digest(&text)));
        let verify = |authorization: &str| {
            let verified = read(authorization).unwrap().verify(&document(ALICE, &key), time(NOW));
            verified.map_or_else(|error| error.code().as_str(), |_| "ok")
        };
        assert_eq!((verify(&hashed_once), verify(&hashed_twice)), ("auth-signature", "ok"), "{key_type}");
    }
}

#[test]
fn threat_keys_that_do_not_authenticate() {
    let ed25519 = key(KeyType::Ed25519);
    let did: Did = ALICE.parse().unwrap();
    let refused = |text: &str, fragment: &str| {
        let document = DidDocument::parse_for(&did, text.as_bytes(), &Limits::default()).unwrap();
        let read = read(&good().replace("\"key-1\"", &format!("\"{fragment}\""))).unwrap();
        read.verify(&document, time(NOW)).unwrap_err().code().as_str()
    };
    let text = DidDocumentBuilder::new(did.clone(), ed25519.verifying_key()).build().unwrap().source().to_owned();
    let at = text.find("\"authentication\"").unwrap();
    let unlisted = format!("{}{}", &text[..at], text[at..].replacen("\"authentication\"", "\"keyAgreement\"", 1));
    assert_eq!(refused(&unlisted, "key-1"), "auth-method-not-authorized");
    assert_eq!(refused(&text, "key-2"), "auth-method-not-authorized");
    // the document of somebody else, with the same key
    let other = document("did:wba:agent.example.com:bob", &ed25519);
    let error = read(&good()).unwrap().verify(&other, time(NOW)).unwrap_err();
    assert_eq!(error.code(), Code::AUTH_METHOD_NOT_AUTHORIZED);

    // a k1 DID is its key: another key that its document lists does not speak for it
    let bound = key(KeyType::Secp256k1);
    let did = Did::wba_bound("agent.example.com", "alice", Binding::K1, bound.verifying_key()).unwrap();
    let mut text = DidDocumentBuilder::new(did.clone(), bound.verifying_key());
    text.keys.push(ed25519.verifying_key().clone());
    let document = text.build().unwrap();
    let document = DidDocument::parse_for(&did, document.source().as_bytes(), &Limits::default()).unwrap();
    for (fragment, key, code) in [("key-1", bound, "ok"), ("key-2", ed25519, "auth-method-not-authorized")] {
        let signer = KeySigner::new(format!("{did}#{fragment}").parse().unwrap(), key);
        let value = sign_didwba_header(&signer, &service(), LegacyVersion::V1_1, NONCE, time(TIMESTAMP)).unwrap();
        let verified = read(value.to_str().unwrap()).unwrap().verify(&document, time(NOW));
        assert_eq!(verified.map_or_else(|error| error.code().as_str(), |_| "ok"), code, "{fragment}");
    }
}

#[test]
fn threat_the_same_nonce_twice() {
    let ed25519 = key(KeyType::Ed25519);
    let store = Remembered::default();
    admit(&store, &good(), &ed25519).unwrap();
    // a forged copy does not reach the store
    assert_eq!(admit(&store, &good().replace("ajQ", "bjQ"), &ed25519).unwrap_err().code(), Code::AUTH_SIGNATURE);
    assert_eq!(store.0.lock().unwrap().len(), 1);
    assert_eq!(admit(&store, &good(), &ed25519).unwrap_err().code(), Code::AUTH_REPLAYED);
    // another spelling and the other version are the same nonce
    let signer = KeySigner::new(format!("{ALICE}#key-1").parse().unwrap(), key(KeyType::Ed25519));
    let other = sign_didwba_header(&signer, &service(), LegacyVersion::V1_0, NONCE, time(NOW)).unwrap();
    assert_eq!(admit(&store, other.to_str().unwrap(), &ed25519).unwrap_err().code(), Code::AUTH_REPLAYED);
}

/// Can take nothing more, or cannot answer.
struct Unable(bool);

impl ReplayStore for Unable {
    fn record<'a>(&'a self, _: &'a ReplayKey, _: Timestamp, _: Timestamp) -> Recording<'a> {
        let answer = if self.0 { Ok(Replay::Full) } else { Err(StoreError::new("out of reach")) };
        Box::pin(std::future::ready(answer))
    }
}

#[test]
fn threat_a_store_that_takes_nothing_lets_nobody_in() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let document = document(ALICE, &key(KeyType::Ed25519));
    for full in [true, false] {
        let verified = read(&good()).unwrap().verify(&document, time(NOW)).unwrap();
        let error = runtime.block_on(verified.admit(&Unable(full), time(NOW))).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_STORE_FULL, "{error}");
    }
}

#[test]
fn bodies_are_read_as_strictly() {
    let good = format!(
        r#"{{"v": "1.1", "did": "{ALICE}", "nonce": "{NONCE}", "timestamp": "{TIMESTAMP}", "verification_method": "key-1", "signature": "{SIGNATURE}"}}"#
    );
    let document = document(ALICE, &key(KeyType::Ed25519));
    let verdict = |body: &str, policy: &AuthPolicy| {
        let read =
            UnverifiedRequest::read_json(&request(&[]), body.as_bytes(), Receiver::new(&service(), policy, time(NOW)));
        let verified = read.and_then(|read| read.verify(&document, time(NOW)));
        verified.map_or_else(|error| error.code().as_str(), |_| "ok")
    };
    for (body, code) in [
        (good.clone(), "ok"),
        (good.replace("\"v\": \"1.1\", ", ""), "ok"),
        (good.replace("\"v\": \"1.1\"", "\"v\": 1.1"), "auth-malformed"),
        (good.replace("\"v\": \"1.1\"", "\"v\": \"2\""), "auth-malformed"),
        (good.replace("\"v\": \"1.1\"", "\"v\": \"1.0\""), "auth-signature"),
        (good.replace("\"v\": ", "\"V\": "), "auth-malformed"),
        (good.replace("{\"v\"", "{\"aud\": \"agent.example.com\", \"v\""), "auth-malformed"),
        (good.replace("{\"v\"", "{\"did\": \"did:wba:evil.example\", \"v\""), "auth-malformed"),
        (good.replace("\"nonce\"", "\"nonc\""), "auth-malformed"),
        (good.replace(NONCE, "9b\\u0022"), "auth-malformed"),
        (good.replace(NONCE, "9b5d0a54c2d1c06\\u0064"), "ok"),
        (good.replace(SIGNATURE, &format!("{SIGNATURE}==")), "auth-malformed"),
        (format!("[{good}]"), "auth-malformed"),
        (format!("{good}}}"), "auth-malformed"),
        (String::new(), "auth-malformed"),
        ("{}".to_owned(), "auth-missing"),
        (good.replace("{\"v\"", "{\"auth\": {}, \"v\""), "auth-malformed"),
    ] {
        assert_eq!(verdict(&body, &accepting()), code, "{body}");
    }
    for header in [("authorization", "Bearer x"), ("signature", "sig1=:AA==:"), ("signature-input", "sig1=()")] {
        let parts = request(&[header]);
        let error =
            UnverifiedRequest::read_json(&parts, good.as_bytes(), Receiver::new(&service(), &accepting(), time(NOW)));
        assert_eq!(error.unwrap_err().code(), Code::AUTH_MALFORMED, "{header:?}");
    }
    let mut policy = accepting();
    policy.body_limit = good.len();
    assert_eq!(verdict(&good, &policy), "ok");
    policy.body_limit -= 1;
    assert_eq!(verdict(&good, &policy), "auth-digest");
}

#[test]
fn nothing_is_signed_that_would_be_refused() {
    let signer = KeySigner::new(format!("{ALICE}#key-1").parse().unwrap(), key(KeyType::Ed25519));
    for nonce in ["", "a\"b", "a\\b", "a\nb", "ü", &"n".repeat(257)] {
        let error = sign_didwba_header(&signer, &service(), LegacyVersion::V1_1, nonce, time(NOW)).unwrap_err();
        assert_eq!(error.code(), Code::AUTH_MALFORMED, "{nonce:?}");
    }
}
