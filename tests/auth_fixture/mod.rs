//! A service, callers with keys of each type, and requests signed by them: what the tests of the server's side share.
#![allow(
    dead_code,
    missing_docs,
    missing_debug_implementations,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

use agent_description::{
    DidDocumentBuilder, KeySigner, KeyType, Signer, SigningKey, Timestamp,
    auth::{
        Audience, Authenticator,
        http_signature::{SignRequestOptions, sign_request},
        replay::MemoryReplayStore,
    },
    did::{Binding, Did, DidDocument, DocumentProofForm, Resolved},
    resolve::{Resolve, ResolveError, StaticResolver},
};
use http::request::Parts;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

pub const SERVICE: &str = "https://hotel.example.com";

/// 2026-11-21T12:00:00Z.
pub const NOW: i64 = 1_795_262_400;

pub fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix_seconds(NOW + seconds).unwrap()
}

pub fn service() -> Audience {
    SERVICE.parse().unwrap()
}

/// Somebody with a DID, a published key and its secret.
pub struct Caller {
    pub did: Did,
    pub document: String,
    pub signer: KeySigner,
}

impl Caller {
    /// A plain DID with a P-256 key.
    pub fn plain(path: &str, secret: u8) -> Self {
        Self::plain_at("agent.example.com", path, secret)
    }

    /// The same at another host.
    pub fn plain_at(host: &str, path: &str, secret: u8) -> Self {
        let key = SigningKey::from_secret_bytes(KeyType::P256, &[secret; 32]).unwrap();
        let did: Did = format!("did:wba:{host}:{path}").parse().unwrap();
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
        Self::of(did, document.source(), key)
    }

    /// A DID that is bound to its key: Ed25519 or secp256k1.
    pub fn bound(path: &str, binding: Binding, secret: u8) -> Self {
        let key_type = if binding == Binding::E1 { KeyType::Ed25519 } else { KeyType::Secp256k1 };
        let key = SigningKey::from_secret_bytes(key_type, &[secret; 32]).unwrap();
        let did = Did::wba_bound("agent.example.com", path, binding, key.verifying_key()).unwrap();
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key())
            .build_signed(&key, at(-3600), DocumentProofForm::W3c)
            .unwrap();
        Self::of(did, document.source(), key)
    }

    fn of(did: Did, document: &str, key: SigningKey) -> Self {
        let method = format!("{did}#key-1").parse().unwrap();
        Self { did, document: document.to_owned(), signer: KeySigner::new(method, key) }
    }

    /// Somebody who signs with another key under this DID's method.
    pub fn forger(&self) -> KeySigner {
        let key = SigningKey::from_secret_bytes(self.signer.verifying_key().key_type(), &[99; 32]).unwrap();
        KeySigner::new(self.signer.method().clone(), key)
    }
}

pub fn alice() -> Caller {
    Caller::bound("alice", Binding::E1, 1)
}

pub fn bob() -> Caller {
    Caller::plain("bob", 2)
}

pub fn carol() -> Caller {
    Caller::bound("carol", Binding::K1, 3)
}

/// Knows the documents of Alice, Bob and Carol, and counts what it is asked.
#[derive(Clone)]
pub struct Documents {
    documents: Arc<StaticResolver>,
    pub asked: Arc<AtomicUsize>,
}

impl Documents {
    pub fn new() -> Self {
        let mut documents = StaticResolver::new();
        for caller in [alice(), bob(), carol()] {
            documents.insert(caller.did, caller.document);
        }
        Self { documents: Arc::new(documents), asked: Arc::default() }
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Resolve for Documents {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.documents.get(did)
    }
}

pub fn authenticator() -> Authenticator<Documents> {
    Authenticator::new(service(), Documents::new(), MemoryReplayStore::new(1000))
}

pub fn options(nonce: &str, created: Timestamp) -> SignRequestOptions {
    SignRequestOptions::new(created).expires(created.saturating_add(Duration::from_secs(60))).nonce(nonce)
}

/// An unsigned request for a path of the service.
pub fn request(method: &str, target: &str) -> Parts {
    http::Request::builder().method(method).uri(target).body(()).unwrap().into_parts().0
}

/// A request signed as asked.
pub fn signed_as(signer: &dyn Signer, method: &str, target: &str, body: &[u8], options: &SignRequestOptions) -> Parts {
    let mut parts = request(method, target);
    sign_request(&mut parts, body, &service(), signer, options).unwrap();
    parts
}

/// `POST /orders` with this body and nonce, made now.
pub fn signed(caller: &Caller, nonce: &str, body: &[u8]) -> Parts {
    signed_as(&caller.signer, "POST", "/orders", body, &options(nonce, at(0)))
}
