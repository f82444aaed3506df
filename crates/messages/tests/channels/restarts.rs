//! An agent that starts again: what it accepted before is not accepted again, and whoever sends is told when to.

use super::agents::{KB, SHOP, agent, did, parameters, restarted};
use adp_messages::{
    agent::{Agent, AgentBuilder, AgentCall, CallError, Caller, Event, To},
    channel::{Channel, ChannelError, InProcess, Outgoing, Refusal},
    endpoint::{Context, Endpoint, HandlerFailure},
    signature::AcceptedMessage,
};
use agent_description::{
    CodedError, Json, Timestamp,
    auth::replay::{MemoryReplayStore, Recording, ReplayKey, ReplayStore},
    resolve::Clock,
};
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::Instant;

const START: &str = "2026-11-01T10:00:00Z";

/// A clock that is set, shared by those who have it.
#[derive(Clone)]
struct Hands(Arc<Mutex<Timestamp>>);

impl Hands {
    fn at(time: &str) -> Self {
        Self(Arc::new(Mutex::new(time.parse().unwrap())))
    }

    fn forward(&self, seconds: u64) {
        let mut now = self.0.lock().unwrap();
        *now = now.saturating_add(Duration::from_secs(seconds));
    }
}

impl Clock for Hands {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

/// A store that outlives the agents that use it.
#[derive(Clone)]
struct Kept(Arc<MemoryReplayStore>);

impl ReplayStore for Kept {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        self.0.record(key, expires, now)
    }

    fn survives_restart(&self) -> bool {
        true
    }
}

/// Whoever listens to what goes by.
#[derive(Clone, Debug)]
struct Captured {
    channel: InProcess,
    bytes: Arc<Mutex<Vec<Bytes>>>,
}

impl Channel for Captured {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        self.bytes.lock().unwrap().push(parcel.bytes.clone());
        self.channel.exchange(parcel)
    }
}

async fn hello(_: Arc<AcceptedMessage>, _: Context) -> Result<Json, HandlerFailure> {
    Ok(Json::from("hello"))
}

fn endpoint(agent: AgentBuilder) -> Endpoint {
    Endpoint::new(agent.build(), hello)
}

fn call() -> AgentCall {
    AgentCall::new(To::agent(did(KB)), "greet", parameters("say", "hello")).retries(0)
}

/// What an endpoint says to bytes that come once more: the refusal's code, and when to try again.
async fn again(endpoint: &Endpoint, bytes: &Bytes) -> (String, Option<u64>) {
    let said = endpoint.arrive(bytes.clone()).await.unwrap();
    let refusal = Refusal::read(&said).unwrap_or_else(|| panic!("accepted: {said:?}"));
    (refusal.stated_code.clone(), refusal.retry_after)
}

#[tokio::test]
async fn a_captured_message_is_not_accepted_after_a_restart() {
    let hands = Hands::at(START);
    let kb = || restarted(KB, "knowledge-base", hands.clone());
    let (first, channel) = (endpoint(kb()), InProcess::new());
    channel.join(first.clone());
    let captured = Captured { channel: channel.clone(), bytes: Arc::default() };
    hands.forward(61);
    // the answer to an agent that has only just started is accepted: its request's id is new
    let shop = || restarted(SHOP, "customer-service", hands.clone()).build();
    let caller = Caller::new(shop(), captured.clone());
    assert_eq!(caller.call(call()).await.unwrap().results.as_str(), Some("hello"));
    caller.tell(&Event::new(To::agent(did(KB)), parameters("say", "told"))).await.unwrap();
    // a sender whose clock is a minute ahead
    let ahead = Hands::at("2026-11-01T10:02:01Z");
    let hasty = restarted(SHOP, "customer-service", ahead).build();
    let _answer_is_of_the_past = Caller::new(hasty, captured.clone()).call(call()).await;
    let bytes = captured.bytes.lock().unwrap().clone();
    let [request, event, hasty] = &bytes[..] else { panic!("{bytes:?}") };
    assert_eq!(first.counters().accepted.get(), 3);
    for bytes in &bytes {
        assert_eq!(again(&first, bytes).await.0, "auth-replayed");
    }

    // 10:01:01, and so 10:02:01 with the skew of a minute
    let second = endpoint(kb());
    assert_eq!(again(&second, request).await, ("message-replay-store".to_owned(), Some(61)));
    assert_eq!(again(&second, event).await, ("message-replay-store".to_owned(), Some(61)));
    assert_eq!(again(&second, hasty).await, ("message-replay-store".to_owned(), Some(1)));
    channel.join(second.clone());
    let error = Caller::new(shop(), channel.clone()).call(call()).await.unwrap_err();
    assert_eq!(error.code().as_str(), "message-replay-store");
    assert!(error.to_string().ends_with("; retry in 61 s"), "{error}");
    hands.forward(61);
    for bytes in &bytes {
        assert_eq!(again(&second, bytes).await.0, "message-replay-store");
    }
    Caller::new(shop(), channel.clone()).call(call()).await.unwrap();
    assert_eq!(second.counters().accepted.get(), 1);
}

#[tokio::test]
async fn messages_are_accepted_at_once_where_nothing_was_forgotten() {
    let hands = Hands::at(START);
    let store = Kept(Arc::new(MemoryReplayStore::new(100)));
    let captured = Captured { channel: InProcess::new(), bytes: Arc::default() };
    let shop = Caller::new(agent_at(&hands), captured.clone());
    let mut endpoints = Vec::new();
    for _ in 0..2 {
        let kb = endpoint(restarted(KB, "knowledge-base", hands.clone()).replay_store(store.clone()));
        captured.channel.join(kb.clone());
        shop.call(call()).await.unwrap();
        endpoints.push(kb);
    }
    let first = captured.bytes.lock().unwrap()[0].clone();
    assert_eq!(again(&endpoints[1], &first).await, ("auth-replayed".to_owned(), None));
    // a new key: nobody can have captured anything
    let kb = endpoint(restarted(KB, "knowledge-base", hands.clone()).first_process());
    captured.channel.join(kb);
    shop.call(call()).await.unwrap();
}

fn agent_at(hands: &Hands) -> Agent {
    restarted(SHOP, "customer-service", hands.clone()).build()
}

/// Refuses for the time that it says.
#[derive(Clone, Debug)]
struct Refusing(u64, Arc<Mutex<Vec<Instant>>>);

impl Channel for Refusing {
    fn exchange(&self, _: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        self.1.lock().unwrap().push(Instant::now());
        let said = format!(r#"{{"refused": {{"code": "message-replay-store", "retryAfter": {}}}}}"#, self.0);
        async { Ok(Some(Bytes::from(said))) }.boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn a_caller_waits_as_long_as_the_receiver_says() {
    let attempts = async |seconds| {
        let refusing = Refusing(seconds, Arc::default());
        let caller = Caller::new(agent(SHOP, "customer-service"), refusing.clone());
        let error = caller.call(call().retries(2).timeout(Duration::from_secs(30))).await.unwrap_err();
        assert!(matches!(error, CallError::Refused(_)), "{error}");
        let at = refusing.1.lock().unwrap().clone();
        at.windows(2).map(|two| (two[1] - two[0]).as_secs()).collect::<Vec<_>>()
    };
    assert_eq!(attempts(7).await, [7, 7]);
    // the next attempt would be too late: the refusal is told at once
    assert_eq!(attempts(20).await, [20]);
    assert_eq!(attempts(31).await, Vec::<u64>::new());
    assert_eq!(attempts(u64::MAX >> 12).await, Vec::<u64>::new());
}
