//! A signed request and its signed answer over NATS on loopback, in turns with a bare request and reply of the same bytes with two bare
//! signatures and two checks beside it. Goal: at least half as many a second. One at a time, then 32 at a time.
//!
//! `INTEROP_NATS_SERVER` names the server: see tests/README.md.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use adp_fixtures::servers::nats::NatsServer;
use adp_messages::{
    agent::{Agent, AgentCall, Caller, Peers, To},
    channel::nats::{ConnectOptions, Nats},
    endpoint::{Context, Endpoint, EndpointSettings},
    signature::AcceptedMessage,
};
use agent_description::{
    Did, DidDocumentBuilder, Json, KeySigner, KeyType, Limits, Signature, SigningKey,
    auth::replay::MemoryReplayStore,
    did::{DidDocument, DidUrl, Resolved},
    json::Object,
    resolve::ResolveError,
};
use bytes::Bytes;
use futures_util::{
    StreamExt,
    future::{BoxFuture, FutureExt, join_all},
};
use std::{
    collections::HashMap,
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};

/// Documents that are at hand, read once, as a cache has them.
#[derive(Clone, Default)]
struct AtHand(HashMap<Did, Resolved<DidDocument>>);

impl Peers for AtHand {
    fn did_document<'a>(&'a self, did: &'a Did) -> BoxFuture<'a, Result<Resolved<DidDocument>, ResolveError>> {
        let found = self.0.get(did).cloned();
        async move { Ok(found.expect("everybody is known")) }.boxed()
    }
}

fn identity(name: &str, seed: u8) -> (Did, SigningKey) {
    (name.parse().unwrap(), SigningKey::from_secret_bytes(KeyType::P256, &[seed; 32]).unwrap())
}

fn agent((did, key): (Did, SigningKey), agent_type: &str, peers: &AtHand) -> Agent {
    let method = DidUrl::new(&did, "key-1").unwrap();
    // room for all of the run, which takes less than a nonce's seven minutes
    let nonces = MemoryReplayStore::new(16_000_000);
    Agent::builder(agent_type, KeySigner::new(method, key), peers.clone()).replay_store(nonces).first_process().build()
}

/// How many of `work` are done in a second, `at_once` of them at the same time.
async fn rate<F: Future<Output = ()>>(at_once: usize, time: Duration, work: impl Fn() -> F) -> f64 {
    let begin = Instant::now();
    let lanes = (0..at_once).map(|_| async {
        let mut done = 0_u32;
        while begin.elapsed() < time {
            work().await;
            done += 1;
        }
        done
    });
    let done: u32 = join_all(lanes).await.into_iter().sum();
    f64::from(done) / begin.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Answers every request with `answer`, after a check of its signature, under one of its own.
async fn bare_responder(server: String, key: SigningKey, request: (Bytes, Signature), answer: Bytes) {
    let client = async_nats::connect(server).await.unwrap();
    let mut requests = client.subscribe("bare").await.unwrap();
    let public = key.verifying_key().clone();
    let key = Arc::new(key);
    client.flush().await.unwrap();
    while let Some(message) = requests.next().await {
        let (client, key, public, (bytes, signature), answer) =
            (client.clone(), Arc::clone(&key), public.clone(), request.clone(), answer.clone());
        tokio::spawn(async move {
            assert_eq!(message.payload.len(), bytes.len());
            public.verify(&bytes, &signature).unwrap();
            std::hint::black_box(key.sign(&answer));
            client.publish(message.reply.unwrap(), answer).await.unwrap();
        });
    }
}

#[tokio::main]
async fn main() {
    let server = NatsServer::start();
    let (shop, kb) = (identity("did:wba:shop.example", 7), identity("did:wba:kb.example", 8));
    let mut peers = AtHand::default();
    for (did, key) in [&shop, &kb] {
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
        let resolved = DidDocument::parse_for(did, document.source().as_bytes(), &Limits::default()).unwrap();
        peers.0.insert(did.clone(), resolved);
    }
    let url = server.url();
    let connect = async || Nats::connect(&url, ConnectOptions::new()).await.unwrap();
    let answers = |_: Arc<AcceptedMessage>, _: Context| async { Ok(Json::from("7 days")) };
    let mut settings = EndpointSettings::default();
    (settings.answers, settings.answer_bytes) = (16_000_000, 4 << 30);
    let kb_agent = agent(identity("did:wba:kb.example", 8), "knowledge-base", &peers);
    let endpoint = Endpoint::with_settings(kb_agent, answers, settings, None);
    let serving = connect().await;
    let _serving = serving.serve(&endpoint).await.unwrap();
    let caller = Caller::new(agent(identity("did:wba:shop.example", 7), "customer-service", &peers), connect().await);
    let mut parameters = Object::new();
    parameters.insert("query", "退款政策");
    let call = || AgentCall::new(To::agent(kb.0.clone()), "search", parameters.clone());

    // what goes over the wire, for the bare exchange
    let mut envelope = Object::new();
    for (name, value) in [("version", "1.0"), ("messageId", "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c")] {
        envelope.insert(name, value);
    }
    envelope.insert("fill", "a".repeat(820));
    let bytes = Bytes::from(Json::from(envelope).to_compact());
    let key = Arc::new(shop.1);
    let signature = key.sign(&bytes);
    let public = key.verifying_key().clone();
    let responder = identity("did:wba:shop.example", 7).1;
    tokio::spawn(bare_responder(server.url(), responder, (bytes.clone(), signature), bytes.clone()));
    let client = async_nats::connect(server.url()).await.unwrap();
    let bare = || async {
        std::hint::black_box(key.sign(&bytes));
        let answer = client.request("bare", bytes.clone()).await.unwrap();
        assert_eq!(answer.payload.len(), bytes.len());
        public.verify(&bytes, &signature).unwrap();
    };
    let ours = || async {
        caller.call(call()).await.unwrap();
    };
    // until both are there
    while client.request("bare", bytes.clone()).await.is_err() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    ours().await;
    for at_once in [1, 32] {
        let time = Duration::from_millis(700);
        let mut rates = (Vec::new(), Vec::new());
        for _ in 0..9 {
            rates.0.push(rate(at_once, time, bare).await);
            rates.1.push(rate(at_once, time, ours).await);
        }
        let ratios = rates.0.iter().zip(&rates.1).map(|(bare, ours)| ours / bare).collect();
        println!(
            "{at_once} at a time: bare {:.0}/s, signed messages {:.0}/s, {:.0} % (goal: at least 50 %)",
            median(rates.0),
            median(rates.1),
            100.0 * median(ratios)
        );
    }
}
