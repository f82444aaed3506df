//! A primary that goes silent, and its backup, by a clock that the test moves.

use super::agents::{agent, did, handler, json, object};
use adp_messages::{
    agent::{AgentCall, CallError, Caller, To},
    channel::{Address, Channel, ChannelError, InProcess, Outgoing},
    endpoint::Endpoint,
    liveness::{FailOver, Heartbeat, Watch},
};
use agent_description::CodedError;
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::{Instant, sleep};

const HEARTBEAT: Duration = Duration::from_secs(1);

/// How a place behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Answers,
    /// Takes what it is sent and says nothing.
    Silent,
    Refuses,
}

/// Two places of one agent, at URLs, each with an endpoint of its own.
#[derive(Clone, Debug)]
struct Places {
    endpoints: Arc<HashMap<String, InProcess>>,
    behave: Arc<Mutex<HashMap<String, Place>>>,
}

const PRIMARY: &str = "https://primary.example/";
const BACKUP: &str = "https://backup.example/";

impl Places {
    fn new() -> Self {
        let at = |url: &'static str| {
            let channel = InProcess::new();
            let said = json(&format!("{url:?}"));
            channel.join(Endpoint::new(agent("kb", "kb"), handler(move |_| std::future::ready(Ok(said.clone())))));
            (url.to_owned(), channel)
        };
        let behave = [PRIMARY, BACKUP].map(|url| (url.to_owned(), Place::Answers));
        Self { endpoints: Arc::new([PRIMARY, BACKUP].map(at).into()), behave: Arc::new(Mutex::new(behave.into())) }
    }

    fn set(&self, url: &str, place: Place) {
        self.behave.lock().unwrap().insert(url.to_owned(), place);
    }

    fn of(&self, url: &str) -> Place {
        self.behave.lock().unwrap()[url]
    }
}

impl Channel for Places {
    fn exchange(&self, mut parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let Address::Https(url) = parcel.address.clone() else { panic!("{parcel:?}") };
            if self.of(&url) == Place::Refuses {
                return Err(ChannelError::Unreachable { address: url, reason: "connection refused".to_owned() });
            }
            // what dies in the middle says nothing any more
            parcel.address = Address::Agent(did("kb"));
            sleep(Duration::from_millis(10)).await;
            if self.of(&url) == Place::Silent {
                std::future::pending::<()>().await;
            }
            self.endpoints[&url].exchange(parcel).await
        }
        .boxed()
    }
}

fn fail_over(places: &Places) -> FailOver {
    let caller = Caller::new(agent("user", "user"), places.clone());
    let sign = Arc::new(Heartbeat::new(caller.clone(), did("kb")));
    let urls = [PRIMARY, BACKUP].map(|url| Address::from_url(url).unwrap());
    FailOver::new(caller, Watch::start(urls.to_vec(), sign, HEARTBEAT))
}

fn call() -> AgentCall {
    AgentCall::new(To::agent(did("kb")), "search", object("{}"))
}

async fn asked(fail_over: &FailOver) -> (String, Duration) {
    let started = Instant::now();
    let answer = fail_over.call(call()).await.unwrap();
    (answer.results.as_str().unwrap().to_owned(), started.elapsed())
}

/// Wherever in an interval the primary goes silent, the backup answers within two.
#[tokio::test(start_paused = true)]
async fn the_backup_answers_within_two_heartbeats() {
    for step in 0..20 {
        let places = Places::new();
        let fail_over = fail_over(&places);
        sleep(HEARTBEAT * 3 + HEARTBEAT * step / 20).await;
        assert_eq!(asked(&fail_over).await.0, PRIMARY);
        places.set(PRIMARY, Place::Silent);
        let (said, took) = asked(&fail_over).await;
        assert!(said == BACKUP && took <= HEARTBEAT * 2, "step {step}: {said} after {took:?}");
        assert_eq!(fail_over.moved(), 1);
        // from then on nobody waits for the primary
        let (said, took) = asked(&fail_over).await;
        assert!(said == BACKUP && took < HEARTBEAT / 10, "step {step}: {said} after {took:?}");
        assert!(fail_over.watch().down_since(0).is_some() && fail_over.watch().down_since(1).is_none());
    }
}

#[tokio::test(start_paused = true)]
async fn a_primary_that_refuses_is_left_at_once_and_asked_again_once_it_is_back() {
    let places = Places::new();
    let fail_over = fail_over(&places);
    sleep(HEARTBEAT).await;
    places.set(PRIMARY, Place::Refuses);
    let (said, took) = asked(&fail_over).await;
    assert!(said == BACKUP && took < HEARTBEAT / 10, "{said} after {took:?}");
    sleep(HEARTBEAT * 2).await;
    assert!(fail_over.watch().down_since(0).is_some());
    places.set(PRIMARY, Place::Answers);
    sleep(HEARTBEAT).await;
    assert_eq!((asked(&fail_over).await.0.as_str(), fail_over.watch().down_since(0)), (PRIMARY, None));
}

/// One lost heartbeat is none.
#[tokio::test(start_paused = true)]
async fn a_short_silence_is_not_the_end() {
    let places = Places::new();
    let fail_over = fail_over(&places);
    sleep(HEARTBEAT * 2 + HEARTBEAT / 10).await;
    places.set(PRIMARY, Place::Silent);
    sleep(HEARTBEAT / 2).await;
    places.set(PRIMARY, Place::Answers);
    // the one that was lost is given up half an interval after it was sent
    for _ in 0..600 {
        sleep(HEARTBEAT / 200).await;
        assert_eq!(fail_over.watch().down_since(0), None);
    }
    assert_eq!((fail_over.watch().down_since(0), asked(&fail_over).await.0.as_str()), (None, PRIMARY));
}

#[tokio::test(start_paused = true)]
async fn where_nobody_is_left_the_caller_has_one_error_in_time() {
    let places = Places::new();
    let fail_over = fail_over(&places);
    places.set(PRIMARY, Place::Refuses);
    places.set(BACKUP, Place::Refuses);
    let error = fail_over.call(call()).await.unwrap_err();
    assert_eq!(error.code().as_str(), "message-unreachable", "{error}");
    places.set(PRIMARY, Place::Silent);
    places.set(BACKUP, Place::Silent);
    let started = Instant::now();
    let error = fail_over.call(call().retries(50).timeout(Duration::from_secs(5))).await.unwrap_err();
    assert!(matches!(error, CallError::Timeout { .. }) && started.elapsed() <= Duration::from_secs(6), "{error}");
}
