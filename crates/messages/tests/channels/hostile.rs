//! Signed messages, answers and refusals with some of their bytes changed, as a peer or whoever stands between can change them: what comes in is
//! refused by name, what comes back is no answer, and nothing panics or waits.

use super::agents::{self, KB, OTHER, SHOP, WILD, agent, did, everybody, parameters, said};
use adp_messages::{
    agent::{Agent, AgentCall, Caller, Event, To},
    channel::{Address, Channel, ChannelError, InProcess, Outgoing, Refusal, WebSocket},
    endpoint::{Context, Endpoint, HandlerFailure},
    signature::{AcceptedMessage, sign},
};
use agent_description::{
    CodedError, Did, Document, Json, Limits, Timestamp,
    did::{DidDocument, Resolved},
    json::jcs,
    resolve::{FetchLimits, Fetcher, HttpsGet, Resolve, ResolveError, SystemClock},
};
use bytes::Bytes;
use futures_util::{
    StreamExt,
    future::{BoxFuture, FutureExt},
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{io::AsyncWriteExt, net::TcpListener, time::Instant};

/// The same numbers each time (SplitMix64).
#[derive(Debug)]
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most.max(1) as u64).unwrap()
    }
}

const WORDS: [&[u8]; 16] = [
    b"{",
    b"}",
    b"[",
    b"\"",
    b",",
    b" ",
    b"\n",
    b"null",
    b"1e999",
    b"\\u0000",
    b"\\ud800",
    b"\xff",
    b"\"refused\":{\"code\":\"a\"},",
    b"\"RESPONSE\"",
    b"did:wba:other.example",
    b"\x89\x00",
];

/// The bytes with one to three changes.
fn changed(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len());
        let end = (at + 1 + chance.below(40)).min(bytes.len());
        match chance.below(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(end..end, again);
            }
            3 => bytes.truncate(at),
            _ => drop(bytes.splice(at..at, WORDS[chance.below(WORDS.len())].iter().copied())),
        }
    }
    bytes
}

/// What a signature covers, so far as bytes are a document.
fn meaning(bytes: &[u8]) -> Option<Vec<u8>> {
    let document = Document::parse(bytes, &Limits::default()).ok()?;
    Some(jcs::canonicalize(&Json::from(document.root().clone())))
}

async fn echo(message: Arc<AcceptedMessage>, _: Context) -> Result<Json, HandlerFailure> {
    Ok(Json::from(said(&message, "say")))
}

fn call() -> AgentCall {
    AgentCall::new(To::agent(did(KB)), "echo", parameters("say", "hello")).timeout(Duration::from_secs(30)).retries(0)
}

/// Keeps what is sent, and brings nothing back.
#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<Vec<Bytes>>>);

impl Channel for Kept {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        self.0.lock().unwrap().push(parcel.bytes);
        async { Ok(None) }.boxed()
    }
}

#[tokio::test]
async fn what_comes_in_is_refused_by_name() {
    let endpoint = Endpoint::new(agent(KB, "knowledge-base"), echo);
    let kept = Kept::default();
    let caller = Caller::new(agent(SHOP, "customer-service"), kept.clone());
    let mut chance = Chance(1);
    let mut same = 0;
    for round in 0..900 {
        match round % 3 {
            0 => drop(caller.tell(&Event::new(To::agent(did(KB)), parameters("say", "so"))).await),
            _ => drop(caller.call(call()).await),
        }
        let sent = kept.0.lock().unwrap().pop().unwrap();
        let bytes = Bytes::from(changed(&sent, &mut chance));
        let said = endpoint.arrive(bytes.clone()).await;
        if meaning(&bytes) == meaning(&sent) {
            same += 1;
            continue;
        }
        let refusal = said.as_deref().and_then(Refusal::read);
        let refusal = refusal.unwrap_or_else(|| panic!("{said:?}: {}", String::from_utf8_lossy(&bytes)));
        assert_eq!(refusal.digest.as_deref().map(str::len), Some(43));
    }
    // spaces between members, and what two changes made good again
    assert!(same < 180, "{same}");
    assert_eq!(endpoint.counters().received.get(), 900);
}

#[tokio::test]
async fn a_refusal_is_small_whatever_is_refused() {
    let endpoint = Endpoint::new(agent(KB, "knowledge-base"), echo);
    let id = "a".repeat(900_000);
    let said = endpoint.arrive(Bytes::from(format!(r#"{{"messageId": "{id}"}}"#))).await.unwrap();
    assert_eq!(Refusal::read(&said).unwrap().stated_code, "missing");
    assert!(said.len() < 1000, "{}", said.len());
}

/// Brings back what the agent said, changed.
#[derive(Debug)]
struct Between {
    agent: InProcess,
    chance: Mutex<Chance>,
    is_same: Arc<Mutex<bool>>,
}

impl Channel for Between {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let said = self.agent.exchange(parcel).await?.unwrap();
            let bytes = changed(&said, &mut self.chance.lock().unwrap());
            *self.is_same.lock().unwrap() = meaning(&bytes) == meaning(&said);
            Ok(Some(bytes.into()))
        }
        .boxed()
    }
}

#[tokio::test]
async fn what_comes_back_is_no_answer() {
    let process = InProcess::new();
    process.join(Endpoint::new(agent(KB, "knowledge-base"), echo));
    let is_same = Arc::new(Mutex::new(false));
    let between = Between { agent: process, chance: Mutex::new(Chance(2)), is_same: Arc::clone(&is_same) };
    let caller = Caller::new(agent(SHOP, "customer-service"), between);
    for _ in 0..500 {
        let answer = caller.call(call()).await;
        assert!(answer.is_err() || *is_same.lock().unwrap(), "{answer:?}");
    }
}

/// Brings back an event to the first of two requests, and to the second the answer to the first.
#[derive(Debug)]
struct Mixed {
    agent: InProcess,
    first: Mutex<Option<Bytes>>,
    others: Kept,
}

impl Channel for Mixed {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let id = parcel.message_id.clone();
            let said = self.agent.exchange(parcel).await?;
            if !self.others.0.lock().unwrap().is_empty() {
                return Ok(self.first.lock().unwrap().take());
            }
            *self.first.lock().unwrap() = said;
            // what would be the answer, were it a response
            let event = Event::new(To::agent(did(SHOP)), parameters("say", "so")).conversation(id);
            Caller::new(agent(KB, "knowledge-base"), self.others.clone()).tell(&event).await.unwrap();
            Ok(self.others.0.lock().unwrap().last().cloned())
        }
        .boxed()
    }
}

#[tokio::test]
async fn a_message_of_the_right_agent_that_answers_something_else_is_no_answer() {
    let process = InProcess::new();
    process.join(Endpoint::new(agent(KB, "knowledge-base"), echo));
    let mixed = Mixed { agent: process, first: Mutex::default(), others: Kept::default() };
    let caller = Caller::new(agent(SHOP, "customer-service"), mixed);
    for what in ["an event about the request", "the answer to the request before"] {
        let error = caller.call(call()).await.expect_err(what);
        assert_eq!(error.code().as_str(), "invalid-reference", "{what}: {error}");
    }
}

/// Answers as this agent, to the request or to another one.
#[derive(Debug)]
struct Answers {
    signer: &'static str,
    is_right: bool,
}

impl Channel for Answers {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        let (now, signer) = (Timestamp::now(), self.signer);
        let id = if self.is_right { &*parcel.message_id } else { "another" };
        let text = format!(
            r#"{{"version": "1.0", "messageId": "0c2b4a46-6c9c-4b0e-8f3c-1d3a1d6b7f10", "timestamp": "{now}",
              "source": {{"agentId": "{signer}", "agentType": "knowledge-base"}}, "target": {{"agentId": "{SHOP}", "agentType": "customer-service"}},
              "message": {{"type": "RESPONSE", "correlationId": "{id}"}}, "payload": {{"status": "success", "results": []}}}}"#
        );
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let signed = sign(&document, &agents::signer(signer), now, "q83vEjRWeJCrze8SNFZ4kA", false, None).unwrap();
        let bytes = Bytes::copy_from_slice(signed.source().as_bytes());
        async move { Ok(Some(bytes)) }.boxed()
    }
}

/// Knows everybody, and notes who is asked for.
#[derive(Clone, Debug, Default)]
struct Noting(Arc<Mutex<Vec<String>>>);

impl Resolve for Noting {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.0.lock().unwrap().push(did.to_string());
        everybody().resolve(did).await
    }
}

#[tokio::test]
async fn a_response_that_cannot_count_makes_no_request() {
    for (signer, is_right, code, asked) in [
        (KB, true, "ok", &[KB][..]),
        (KB, false, "invalid-reference", &[]),
        (OTHER, true, "message-signer", &[]),
        (WILD, true, "message-signer", &[]),
    ] {
        let resolver = Noting::default();
        let shop = Agent::builder("customer-service", agents::signer(SHOP), resolver.clone()).first_process().build();
        let answer = Caller::new(shop, Answers { signer, is_right }).call(call()).await;
        assert_eq!(answer.map_or_else(|error| error.code().to_string(), |_| "ok".to_owned()), code, "{signer}");
        assert_eq!(*resolver.0.lock().unwrap(), asked, "{signer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_come_back_are_no_answer_and_end_the_waiting() {
    let listener = TcpListener::bind("localhost:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let is_same = Arc::new(Mutex::new(false));
    let same = Arc::clone(&is_same);
    tokio::spawn(async move {
        let endpoint = Endpoint::new(agent(KB, "knowledge-base"), echo);
        let mut chance = Chance(3);
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
            let request = loop {
                match socket.next().await {
                    Some(Ok(frame)) if frame.is_text() => break frame.into_data(),
                    Some(Ok(_)) => {}
                    _ => panic!("no request"),
                }
            };
            let said = endpoint.arrive(request).await.unwrap();
            // an unmasked text frame with a length of 16 bits
            let mut frame = vec![0x81, 126];
            frame.extend(u16::try_from(said.len()).unwrap().to_be_bytes());
            frame.extend_from_slice(&said);
            let bytes = changed(&frame, &mut chance);
            *same.lock().unwrap() = bytes.get(4..).and_then(meaning) == meaning(&said);
            let mut stream = socket.into_inner();
            let _gone = stream.write_all(&bytes).await;
            let _gone = stream.shutdown().await;
        }
    });
    let mut limits = FetchLimits::default();
    (limits.per_host, limits.in_all) = (10_000, 10_000);
    let origin = format!("http://localhost:{port}").parse().unwrap();
    let fetcher =
        Fetcher::with_limits(HttpsGet::builder().build(), limits, SystemClock::default()).allow_private(origin);
    let caller = Caller::new(agent(SHOP, "customer-service"), WebSocket::new(fetcher));
    let address = Address::from_url(&format!("ws://localhost:{port}/")).unwrap();
    for _ in 0..200 {
        let begin = Instant::now();
        match caller.call_at(std::slice::from_ref(&address), call()).await {
            Ok(answer) => assert!(*is_same.lock().unwrap(), "{answer:?}"),
            Err(error) => assert_ne!(error.code().as_str(), "message-timeout", "{error}"),
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    }
}
