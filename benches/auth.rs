//! One authenticated request, from its parts to `Authenticated`, in turns with the bare check of its signature over the same bytes.
//!
//! The DID document is resolved beforehand; each request has a nonce of its own, so that the replay store does its work too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod table;

use agent_description::{
    Did, DidDocument, DidDocumentBuilder, KeySigner, KeyType, Limits, Origin, Resolved, SigningKey, Timestamp,
    VerifyingKey,
    auth::{
        AuthPolicy, Authenticated, Receiver, UnverifiedRequest,
        http_signature::{Message, SignRequestOptions, sign_request, signature_base, verify_with},
        replay::MemoryReplayStore,
    },
};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ED25519, ParsedPublicKey};
use base64::{Engine, prelude::BASE64_STANDARD};
use http::{Request, request::Parts};
use std::{
    cell::{Cell, RefCell},
    future::Future,
    hint::black_box,
    pin::pin,
    task::{Context, Poll, Waker},
};
use table::Table;

const DID: &str = "did:wba:agent.example.com:alice";
const BODY: &[u8] = br#"{"action":"create","orderId":"12345"}"#;
/// More requests than a run takes before a new store is made.
const REQUESTS: usize = 20_000;

fn main() {
    // `cargo test --benches` runs benches too, to see that they run
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    for key_type in [KeyType::P256, KeyType::Ed25519] {
        run(key_type);
    }
}

/// A store that gives one DID all its places: here there is no other.
fn store_of_one_caller() -> MemoryReplayStore {
    MemoryReplayStore::new(REQUESTS).with_share(REQUESTS)
}

struct Service {
    audience: Origin,
    policy: AuthPolicy,
    document: Resolved<DidDocument>,
    now: Timestamp,
}

impl Service {
    fn authenticate(&self, request: &Parts, store: &MemoryReplayStore) -> Authenticated {
        let read =
            UnverifiedRequest::read(request, BODY, Receiver::new(&self.audience, &self.policy, self.now)).unwrap();
        let verified = read.verify(&self.document, self.now).unwrap();
        // a store in memory answers at once
        match pin!(verified.admit(store, self.now)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(authenticated) => authenticated.unwrap(),
            Poll::Pending => panic!("the store waits"),
        }
    }
}

fn run(key_type: KeyType) {
    let now: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    let did: Did = DID.parse().unwrap();
    let key = SigningKey::from_secret_bytes(key_type, &[7; 32]).unwrap();
    let public = key.verifying_key().clone();
    let document = DidDocumentBuilder::new(did.clone(), &public).build().unwrap();
    let document = DidDocument::parse_for(&did, document.source().as_bytes(), &Limits::default()).unwrap();
    let audience: Origin = "https://hotel.example.com".parse().unwrap();
    let signer = KeySigner::new(format!("{DID}#key-1").parse().unwrap(), key);
    let requests: Vec<Parts> = (0..REQUESTS)
        .map(|number| {
            let request = Request::post("/orders?day=2026-01-01").header("content-type", "application/json");
            let mut parts = request.body(()).unwrap().into_parts().0;
            let options = SignRequestOptions {
                nonce: Some(format!("2v9UzmxLk6ZRvPb4{number:06}")),
                ..SignRequestOptions::new(now)
            };
            sign_request(&mut parts, BODY, &audience, &signer, &options).unwrap();
            parts
        })
        .collect();
    let (base, signature) = under_signature(&requests[0], &audience, &public);
    println!("{key_type}: {} bytes under the signature, a body of {}", base.len(), BODY.len());
    let service = Service { audience, policy: AuthPolicy::default(), document, now };
    let (store, next) = (RefCell::new(store_of_one_caller()), Cell::new(0));
    let authenticate = || {
        let number = next.get();
        if number == 0 {
            *store.borrow_mut() = store_of_one_caller();
        }
        next.set((number + 1) % REQUESTS);
        service.authenticate(black_box(&requests[number]), &store.borrow())
    };

    let mut table = Table::default();
    match key_type {
        KeyType::P256 => {
            let aws = ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public.to_sec1(false)).unwrap();
            table.row("aws-lc-rs bare verify", move || aws.verify_sig(black_box(&base), &signature).unwrap());
        }
        _ => {
            let bytes = public.to_sec1(true);
            let aws = ParsedPublicKey::new(&ED25519, &bytes).unwrap();
            let dalek = ed25519_dalek::VerifyingKey::from_bytes(bytes.as_slice().try_into().unwrap()).unwrap();
            let parsed = ed25519_dalek::Signature::from_bytes(&signature);
            let same = base.clone();
            table.row("ed25519-dalek bare strict verify", move || {
                dalek.verify_strict(black_box(&base), &parsed).unwrap()
            });
            table.row("aws-lc-rs bare verify", move || aws.verify_sig(black_box(&same), &signature).unwrap());
        }
    }
    table.row("read, without signature", || {
        UnverifiedRequest::read(black_box(&requests[0]), BODY, Receiver::new(&service.audience, &service.policy, now))
            .unwrap()
    });
    table.row("read + verify + admit (1.3x)", authenticate);
    table.compare(&format!("an authenticated request, {key_type}"));
}

/// The bytes under a request's signature, and the signature.
fn under_signature(request: &Parts, audience: &Origin, key: &VerifyingKey) -> (Vec<u8>, [u8; 64]) {
    let message = Message::request(&request.method, &request.uri, audience, &request.headers);
    let params = verify_with(key, &message, "sig1").unwrap();
    let signature = request.headers["signature"].to_str().unwrap();
    let encoded = signature.strip_prefix("sig1=:").and_then(|text| text.strip_suffix(':')).unwrap();
    let signature = BASE64_STANDARD.decode(encoded).unwrap().as_slice().try_into().unwrap();
    (signature_base(&message, &params).unwrap().into_bytes(), signature)
}
