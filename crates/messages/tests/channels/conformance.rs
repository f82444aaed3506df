//! What every channel does.

use super::agents::{KB, OTHER, SHOP, WILD, WILD_TYPE, agent, did, impostor, parameters, said};
use adp_messages::{
    agent::{Agent, AgentCall, CallError, Caller, Event, To},
    channel::{Address, Channel, Outgoing, Refusal},
    endpoint::{Context, Endpoint, EndpointSettings, HandlerFailure},
    envelope::Priority,
    signature::AcceptedMessage,
};
use agent_description::{CodedError, Json};
use bytes::Bytes;
use futures_util::future::{BoxFuture, join_all};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    sync::{Notify, Semaphore, watch},
    time::Instant,
};

/// How agents are reached by one channel.
pub trait Rig: Sync {
    /// Lets messages reach an endpoint; the address that leads there.
    fn serve(&self, endpoint: Endpoint) -> BoxFuture<'_, Address>;
    /// What callers use.
    fn channel(&self) -> BoxFuture<'_, Arc<dyn Channel>>;
    /// The endpoint there is gone, and what carried messages to it.
    fn kill<'a>(&'a self, address: &'a Address) -> BoxFuture<'a, ()>;
}

/// Every case, one after another.
pub async fn all(rig: &dyn Rig) {
    answers_are_of_whom_was_asked(rig).await;
    a_conversation_keeps_its_order(rig).await;
    urgent_ones_go_first_and_low_ones_are_handled(rig).await;
    time_runs_out(rig).await;
    a_failure_is_the_agents_word(rig).await;
    a_retry_has_one_effect_and_one_answer(rig).await;
    a_known_id_with_another_content_is_refused(rig).await;
    a_full_queue_refuses(rig).await;
    what_is_too_large_is_refused(rig).await;
    nonsense_is_refused_and_the_next_message_answered(rig).await;
    a_wrong_signature_is_refused(rig).await;
    a_replayed_message_is_refused(rig).await;
    a_peer_dies_in_the_middle(rig).await;
    a_did_of_wildcards_is_one_agent(rig).await;
    many_answers_at_the_same_time_find_their_calls(rig).await;
}

type Said = Result<Json, HandlerFailure>;

async fn echo(message: Arc<AcceptedMessage>, _: Context) -> Said {
    Ok(Json::from(said(&message, "say")))
}

fn call(to: &str, say: &str) -> AgentCall {
    AgentCall::new(To::agent(did(to)), "echo", parameters("say", say)).timeout(Duration::from_secs(20))
}

async fn shop(rig: &dyn Rig) -> Caller {
    Caller::new(agent(SHOP, "customer-service"), rig.channel().await)
}

fn code(result: Result<impl Sized, CallError>) -> &'static str {
    result.map_or_else(|error| error.code().as_str(), |_| "ok")
}

async fn answers_are_of_whom_was_asked(rig: &dyn Rig) {
    let kb = rig.serve(Endpoint::new(agent(KB, "knowledge-base"), echo)).await;
    let caller = shop(rig).await;
    let answer = caller.call_at(std::slice::from_ref(&kb), call(KB, "hello")).await.unwrap();
    assert_eq!(answer.results.as_str(), Some("hello"));
    assert_eq!((answer.message.signer(), answer.attempts), (&did(KB), 1));
    let envelope = answer.message.envelope();
    assert_eq!(envelope.target.agent_id.as_deref(), Some(SHOP));
    assert_eq!(envelope.source.agent_type.as_str(), "knowledge-base");
    // the message is for another: whoever gets it does not take it
    let misled = caller.call_at(std::slice::from_ref(&kb), call(OTHER, "hello")).await;
    let Err(CallError::Refused(refusal)) = misled else { panic!("{misled:?}") };
    assert_eq!((refusal.stated_code.as_str(), refusal.code().as_str()), ("auth-audience", "message-failed"));
    rig.kill(&kb).await;
}

async fn a_conversation_keeps_its_order(rig: &dyn Rig) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listening = Arc::clone(&heard);
    let done = Arc::new(Semaphore::new(0));
    let telling = Arc::clone(&done);
    let kb = Endpoint::new(agent(KB, "knowledge-base"), move |message: Arc<AcceptedMessage>, _| {
        let (listening, telling) = (Arc::clone(&listening), Arc::clone(&telling));
        async move {
            // the first ones take longest
            let number: usize = said(&message, "say").parse().unwrap();
            for _ in number..40 {
                tokio::task::yield_now().await;
            }
            listening.lock().unwrap().push(number);
            telling.add_permits(1);
            Ok(Json::from("heard"))
        }
    });
    let kb = rig.serve(kb).await;
    let caller = shop(rig).await;
    for number in 0..40 {
        let event = Event::new(To::agent(did(KB)), parameters("say", number.to_string())).conversation("first");
        caller.tell_at(&kb, &event, Duration::from_secs(20)).await.unwrap();
    }
    let _all = tokio::time::timeout(Duration::from_secs(20), done.acquire_many(40)).await.unwrap().unwrap();
    assert_eq!(*heard.lock().unwrap(), (0..40).collect::<Vec<_>>());
    rig.kill(&kb).await;
}

/// A handler that waits to be let go, and notes what it was given.
#[derive(Clone, Default)]
pub struct Held {
    began: Arc<Mutex<Vec<String>>>,
    begins: Arc<Notify>,
    open: watch::Sender<bool>,
}

impl Held {
    pub fn endpoint(&self, agent: Agent, settings: EndpointSettings) -> Endpoint {
        let held = self.clone();
        let handler = move |message: Arc<AcceptedMessage>, _: Context| {
            let held = held.clone();
            async move {
                let say = said(&message, "say");
                held.began.lock().unwrap().push(say.clone());
                held.begins.notify_one();
                held.open.subscribe().wait_for(|open| *open).await.unwrap();
                Ok(Json::from(say))
            }
        };
        Endpoint::with_settings(agent, handler, settings, None)
    }

    pub fn began(&self) -> Vec<String> {
        self.began.lock().unwrap().clone()
    }

    fn open(&self) {
        self.open.send_replace(true);
    }
}

/// Until `is` holds, at most 20 s.
pub async fn until(what: &str, is: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !is() {
        assert!(Instant::now() < end, "{what}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

fn one_at_a_time() -> EndpointSettings {
    let mut settings = EndpointSettings::default();
    settings.at_once = 1;
    settings
}

async fn urgent_ones_go_first_and_low_ones_are_handled(rig: &dyn Rig) {
    let held = Held::default();
    let kb = held.endpoint(agent(KB, "knowledge-base"), one_at_a_time());
    let watched = kb.clone();
    let kb = rig.serve(kb).await;
    let caller = shop(rig).await;
    let ask = |say: String, priority| {
        let (caller, kb) = (caller.clone(), kb.clone());
        async move { caller.call_at(&[kb], call(KB, &say).priority(priority)).await.unwrap() }
    };
    let first = tokio::spawn(ask("first".to_owned(), Priority::Normal));
    held.begins.notified().await;
    let mut asked = Vec::new();
    for number in 0..12 {
        for priority in Priority::ALL {
            asked.push(tokio::spawn(ask(format!("{priority} {number}"), *priority)));
        }
    }
    until("all wait", || watched.queued() == 48).await;
    held.open();
    first.await.unwrap();
    for answer in join_all(asked).await {
        answer.unwrap();
    }
    let began: Vec<String> = held.began().into_iter().skip(1).collect();
    let kinds: Vec<&str> = began.iter().map(|say| say.split(' ').next().unwrap()).collect();
    // "first" had one of the two shares that normal ones have in a round
    let expected = [
        ["urgent"; 8].as_slice(),
        &["high"; 4],
        &["normal"; 1],
        &["low"; 1],
        &["urgent"; 4],
        &["high"; 4],
        &["normal"; 2],
        &["low"; 1],
    ]
    .concat();
    assert_eq!(kinds[..expected.len()], expected);
    assert_eq!(began.len(), 48);
    drop(watched);
    rig.kill(&kb).await;
}

async fn time_runs_out(rig: &dyn Rig) {
    let held = Held::default();
    let kb = rig.serve(held.endpoint(agent(KB, "knowledge-base"), EndpointSettings::default())).await;
    let caller = shop(rig).await;
    let begin = Instant::now();
    let late = caller
        .call_at(std::slice::from_ref(&kb), call(KB, "wait").timeout(Duration::from_millis(300)).retries(1))
        .await;
    assert_eq!(code(late), "message-timeout");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    held.open();
    assert_eq!(code(caller.call_at(std::slice::from_ref(&kb), call(KB, "now")).await), "ok");
    rig.kill(&kb).await;
}

async fn a_failure_is_the_agents_word(rig: &dyn Rig) {
    let fails = |message: Arc<AcceptedMessage>, _: Context| async move {
        match said(&message, "say").as_str() {
            "panic" => panic!("the handler of this test panics"),
            "much" => Ok(Json::from("a".repeat(2 << 20))),
            _ => Err(HandlerFailure::new("there is no such thing\u{7}")),
        }
    };
    let kb = rig.serve(Endpoint::new(agent(KB, "knowledge-base"), fails)).await;
    let caller = shop(rig).await;
    let failed = caller.call_at(std::slice::from_ref(&kb), call(KB, "that")).await.unwrap_err();
    assert_eq!(failed.code().as_str(), "message-failed");
    assert_eq!(failed.to_string(), r#"the agent returned "message-failed": "there is no such thing\u{7}""#);
    for (say, told) in [("panic", "message-failed"), ("much", "too-large")] {
        let failed = caller.call_at(std::slice::from_ref(&kb), call(KB, say)).await;
        assert!(matches!(&failed, Err(CallError::Failed { code, .. }) if code == told), "{failed:?}");
    }
    rig.kill(&kb).await;
}

async fn a_retry_has_one_effect_and_one_answer(rig: &dyn Rig) {
    let held = Held::default();
    let kb = held.endpoint(agent(KB, "knowledge-base"), EndpointSettings::default());
    let watched = kb.clone();
    let kb = rig.serve(kb).await;
    let caller = shop(rig).await;
    let asked = caller.ask(call(KB, "once")).unwrap();
    let attempt = || {
        let (caller, asked, kb) = (caller.clone(), asked.clone(), kb.clone());
        tokio::spawn(async move { caller.attempt(&asked, &kb, Instant::now() + Duration::from_secs(20)).await })
    };
    // the first attempt is given up while it is being done, the second one comes then
    let first = attempt();
    held.begins.notified().await;
    first.abort();
    let second = attempt();
    until("the second one came", || watched.counters().repeated.get() == 1).await;
    held.open();
    // always the same answer, under a signature of its own
    let mut seen = vec![second.await.unwrap().unwrap()];
    for _ in 0..2 {
        seen.push(attempt().await.unwrap().unwrap());
    }
    let envelopes: Vec<_> = seen.iter().map(|answer| answer.message.envelope()).collect();
    assert!(envelopes.iter().all(|one| one.message_id == envelopes[0].message_id));
    assert!(envelopes.iter().all(|one| one.payload == envelopes[0].payload));
    assert_ne!(envelopes[0].security, envelopes[1].security);
    // an answer to the attempt that was given up may come before the last attempt does
    until("all attempts came", || watched.counters().repeated.get() == 3).await;
    assert_eq!(held.began(), ["once"]);
    // a call is tried again by itself
    held.open.send_replace(false);
    let patient = {
        let (caller, kb) = (caller.clone(), kb.clone());
        let call = call(KB, "by itself").timeout(Duration::from_secs(12)).retries(19);
        tokio::spawn(async move { caller.call_at(&[kb], call).await })
    };
    until("it is tried again", || watched.counters().repeated.get() == 4).await;
    held.open();
    let answer = patient.await.unwrap().unwrap();
    assert!(answer.attempts > 1);
    assert_eq!(held.began(), ["once", "by itself"]);
    drop(watched);
    rig.kill(&kb).await;
}

async fn a_known_id_with_another_content_is_refused(rig: &dyn Rig) {
    let kb = rig.serve(Endpoint::new(agent(KB, "knowledge-base"), echo)).await;
    let caller = shop(rig).await;
    let id = "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c";
    let same = || call(KB, "this").message_id(id);
    assert_eq!(code(caller.call_at(std::slice::from_ref(&kb), same()).await), "ok");
    assert_eq!(code(caller.call_at(std::slice::from_ref(&kb), same()).await), "ok");
    assert_eq!(code(caller.call_at(std::slice::from_ref(&kb), call(KB, "that").message_id(id)).await), "duplicate");
    // the id of another sender's message says nothing
    let other = Caller::new(agent(OTHER, "customer-service"), rig.channel().await);
    assert_eq!(code(other.call_at(std::slice::from_ref(&kb), call(KB, "that").message_id(id)).await), "ok");
    rig.kill(&kb).await;
}

async fn a_full_queue_refuses(rig: &dyn Rig) {
    let held = Held::default();
    let mut settings = one_at_a_time();
    settings.queued_per_priority = 3;
    let kb = held.endpoint(agent(KB, "knowledge-base"), settings);
    let watched = kb.clone();
    let kb = rig.serve(kb).await;
    let caller = shop(rig).await;
    let ask = |number: usize| {
        let (caller, kb) = (caller.clone(), kb.clone());
        async move { caller.call_at(&[kb], call(KB, &number.to_string()).retries(0)).await }
    };
    let mut asked = vec![tokio::spawn(ask(0))];
    held.begins.notified().await;
    for number in 1..20 {
        asked.push(tokio::spawn(ask(number)));
    }
    until("what is too much is refused", || watched.counters().full.get() == 16).await;
    assert_eq!(watched.queued(), 3);
    held.open();
    let answers: Vec<&str> = join_all(asked).await.into_iter().map(|answer| code(answer.unwrap())).collect();
    assert_eq!(answers.iter().filter(|code| **code == "ok").count(), 4, "{answers:?}");
    assert_eq!(answers.iter().filter(|code| **code == "message-queue-full").count(), 16, "{answers:?}");
    assert_eq!(held.began().len(), 4);
    drop(watched);
    rig.kill(&kb).await;
}

/// Sends bytes as they are.
async fn send(rig: &dyn Rig, address: &Address, bytes: impl Into<Bytes>) -> Result<Option<Bytes>, &'static str> {
    let channel = rig.channel().await;
    let deadline = Instant::now() + Duration::from_secs(20);
    let parcel = Outgoing::new(address.clone(), bytes.into(), "nobody-knows", deadline);
    channel.exchange(parcel).await.map_err(|error| error.code().as_str())
}

/// What the receiver refuses, by its own word.
async fn refused(rig: &dyn Rig, address: &Address, bytes: impl Into<Bytes>) -> String {
    match send(rig, address, bytes).await {
        Ok(Some(said)) => Refusal::read(&said).map_or_else(|| "an answer".to_owned(), |refusal| refusal.stated_code),
        Ok(None) => "nothing".to_owned(),
        Err(code) => code.to_owned(),
    }
}

async fn what_is_too_large_is_refused(rig: &dyn Rig) {
    let kb = rig.serve(Endpoint::new(agent(KB, "knowledge-base"), echo)).await;
    let caller = shop(rig).await;
    let large = "a".repeat(900_000);
    let answer = caller.call_at(std::slice::from_ref(&kb), call(KB, &large)).await.unwrap();
    assert_eq!(answer.results.as_str(), Some(large.as_str()));
    // more than an envelope may have is not signed, and not sent
    let too_large = caller.call_at(std::slice::from_ref(&kb), call(KB, &"a".repeat(1 << 20))).await;
    assert_eq!(code(too_large), "json-size");
    assert_eq!(refused(rig, &kb, vec![b'{'; (1 << 20) + 1]).await, "too-large");
    rig.kill(&kb).await;
}

async fn nonsense_is_refused_and_the_next_message_answered(rig: &dyn Rig) {
    let kb = rig.serve(Endpoint::new(agent(KB, "knowledge-base"), echo)).await;
    let caller = shop(rig).await;
    for (nonsense, told) in [
        (b"\xff\x00\xfe".as_slice(), "json-encoding"),
        (b"", "json-syntax"),
        (b"{\"a\": 1", "json-syntax"),
        (b"[]", "document-shape"),
        (b"{}", "missing"),
        (b"{\"a\": 1, \"a\": 2}", "json-duplicate-key"),
    ] {
        let code = refused(rig, &kb, nonsense).await;
        assert_eq!(code, told, "{nonsense:?}");
        assert_eq!(self::code(caller.call_at(std::slice::from_ref(&kb), call(KB, "still there")).await), "ok");
    }
    rig.kill(&kb).await;
}

async fn a_wrong_signature_is_refused(rig: &dyn Rig) {
    let endpoint = Endpoint::new(agent(KB, "knowledge-base"), echo);
    let watched = endpoint.clone();
    let kb = rig.serve(endpoint).await;
    let forger = Caller::new(impostor(SHOP), rig.channel().await);
    let forged = forger.call_at(std::slice::from_ref(&kb), call(KB, "forged")).await;
    let Err(CallError::Refused(refusal)) = forged else { panic!("{forged:?}") };
    assert_eq!(refusal.stated_code, "jws-signature");
    assert_eq!(watched.counters().accepted.get(), 0);
    drop(watched);
    rig.kill(&kb).await;
    // an answer by another key, an answer to another request, an answer by another agent: none is one
    let liar = Endpoint::new(impostor(KB), echo);
    let kb = rig.serve(liar).await;
    let caller = shop(rig).await;
    assert_eq!(code(caller.call_at(std::slice::from_ref(&kb), call(KB, "lie").retries(0)).await), "jws-signature");
    rig.kill(&kb).await;
}

async fn a_replayed_message_is_refused(rig: &dyn Rig) {
    let endpoint = Endpoint::new(agent(KB, "knowledge-base"), echo);
    let kb = rig.serve(endpoint).await;
    let shop = agent(SHOP, "customer-service");
    let text = format!(
        r#"{{"version": "1.0", "messageId": "seen before", "timestamp": "2026-11-01T10:00:00Z",
        "source": {{"agentId": "{SHOP}", "agentType": "customer-service"}}, "target": {{"agentId": "{KB}"}},
        "message": {{"type": "REQUEST"}}, "payload": {{"action": "echo", "parameters": {{"say": "once"}}}}}}"#
    );
    let root = agent_description::Document::parse(text.as_bytes(), &agent_description::Limits::default()).unwrap();
    let signed = shop.sign(root.root().clone()).unwrap().source().to_owned();
    let said = {
        let parcel = Outgoing::new(
            kb.clone(),
            Bytes::from(signed.clone()),
            "seen before",
            Instant::now() + Duration::from_secs(20),
        );
        rig.channel().await.exchange(parcel).await.unwrap().unwrap()
    };
    assert!(Refusal::read(&said).is_none());
    let accepted = shop.accept(&said).await.unwrap();
    assert_eq!(accepted.message.envelope().correlation_id.as_deref(), Some("seen before"));
    let parcel =
        Outgoing::new(kb.clone(), Bytes::from(signed), "seen before", Instant::now() + Duration::from_secs(20));
    let again = rig.channel().await.exchange(parcel).await.unwrap().unwrap();
    assert_eq!(Refusal::read(&again).unwrap().stated_code, "auth-replayed");
    rig.kill(&kb).await;
}

async fn a_peer_dies_in_the_middle(rig: &dyn Rig) {
    let held = Held::default();
    let kb = rig.serve(held.endpoint(agent(KB, "knowledge-base"), EndpointSettings::default())).await;
    let caller = shop(rig).await;
    let asked = {
        let (caller, kb) = (caller.clone(), kb.clone());
        tokio::spawn(
            async move { caller.call_at(&[kb], call(KB, "wait").timeout(Duration::from_secs(3)).retries(1)).await },
        )
    };
    held.begins.notified().await;
    rig.kill(&kb).await;
    let code = code(tokio::time::timeout(Duration::from_secs(10), asked).await.unwrap().unwrap());
    assert!(["message-unreachable", "message-timeout", "net-connect"].contains(&code), "{code}");
}

async fn a_did_of_wildcards_is_one_agent(rig: &dyn Rig) {
    let kb = rig.serve(Endpoint::new(agent(KB, "knowledge-base"), echo)).await;
    let wild = rig.serve(Endpoint::new(agent(WILD, WILD_TYPE), echo)).await;
    let caller = shop(rig).await;
    for (name, address) in [(WILD, &wild), (KB, &kb)] {
        let answer = caller.call_at(std::slice::from_ref(address), call(name, "who")).await.unwrap();
        assert_eq!(answer.message.signer(), &did(name));
    }
    rig.kill(&wild).await;
    rig.kill(&kb).await;
}

async fn many_answers_at_the_same_time_find_their_calls(rig: &dyn Rig) {
    let kb = rig.serve(Endpoint::new(agent(KB, "knowledge-base"), echo)).await;
    let caller = shop(rig).await;
    let calls = (0..60).map(|number: u32| {
        let (caller, kb) = (caller.clone(), kb.clone());
        async move {
            let say = number.to_string();
            let answer = caller.call_at(&[kb], call(KB, &say)).await.unwrap();
            assert_eq!(answer.results.as_str(), Some(say.as_str()));
        }
    });
    join_all(calls).await;
    rig.kill(&kb).await;
}
