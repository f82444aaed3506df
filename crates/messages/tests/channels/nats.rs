//! The conformance test over a real NATS server, and what NATS alone does: queue groups, broadcasts, messages that are kept.

use super::{
    agents::{KB, OTHER, SHOP, WILD, WILD_TYPE, agent, did, parameters, said},
    conformance::{self, Held, Rig, until},
};
use adp_fixtures::servers::nats::NatsServer;
use adp_messages::{
    agent::{AgentCall, CallError, Caller, Event, To},
    channel::{
        Address, Channel,
        nats::{ConnectOptions, Kept, KeptSettings, Nats, Serving, for_agent, for_all, for_one},
    },
    endpoint::{Context, Endpoint, EndpointSettings, HandlerFailure},
    signature::AcceptedMessage,
};
use agent_description::{CodedError, Json};
use futures_util::{
    StreamExt,
    future::{BoxFuture, FutureExt},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

struct Broker {
    server: NatsServer,
    served: Mutex<HashMap<Address, (Nats, Serving)>>,
}

async fn connect(server: &NatsServer) -> Nats {
    Nats::connect(&server.url(), ConnectOptions::new()).await.unwrap()
}

impl Rig for Broker {
    fn serve(&self, endpoint: Endpoint) -> BoxFuture<'_, Address> {
        async move {
            let nats = connect(&self.server).await;
            let serving = nats.serve(&endpoint).await.unwrap();
            let address = Address::Agent(endpoint.agent().did().clone());
            self.served.lock().unwrap().insert(address.clone(), (nats, serving));
            address
        }
        .boxed()
    }

    fn channel(&self) -> BoxFuture<'_, Arc<dyn Channel>> {
        async { Arc::new(connect(&self.server).await) as Arc<dyn Channel> }.boxed()
    }

    fn kill<'a>(&'a self, address: &'a Address) -> BoxFuture<'a, ()> {
        async {
            let (nats, serving) = self.served.lock().unwrap().remove(address).unwrap();
            drop(serving);
            // until the server has let go of its subscriptions
            processed(nats.client()).await;
        }
        .boxed()
    }
}

/// Returns when the server has processed all that this connection sent: it handles commands in order, and `flush` only writes them to the socket.
async fn processed(client: &async_nats::Client) {
    let inbox = client.new_inbox();
    let mut own = client.subscribe(inbox.clone()).await.unwrap();
    client.publish(inbox, "".into()).await.unwrap();
    own.next().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server"]
async fn messages_over_nats() {
    conformance::all(&Broker { server: NatsServer::start(), served: Mutex::default() }).await;
}

/// Says its own name.
fn named(
    name: &'static str,
) -> impl Fn(Arc<AcceptedMessage>, Context) -> BoxFuture<'static, Result<Json, HandlerFailure>> {
    move |_, _| async move { Ok(Json::from(name)) }.boxed()
}

fn code(result: Result<impl Sized, impl CodedError>) -> &'static str {
    result.map_or_else(|error| error.code().as_str(), |_| "ok")
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server"]
async fn one_of_a_type_answers_and_all_of_it_hear() {
    let server = NatsServer::start();
    let nats = connect(&server).await;
    let endpoints = [KB, OTHER].map(|name| Endpoint::new(agent(name, WILD_TYPE), named(name)));
    // another type hears nothing of it
    let bystander = Endpoint::new(agent(WILD, "a2a"), named(WILD));
    let mut serving = vec![nats.serve(&bystander).await.unwrap()];
    for endpoint in &endpoints {
        serving.push(connect(&server).await.serve(endpoint).await.unwrap());
    }
    let caller = Caller::new(agent(SHOP, "customer-service"), nats.clone());
    let to = |agents: &[&str]| To::OneOf {
        agent_type: WILD_TYPE.to_owned(),
        agents: agents.iter().map(|name| did(name)).collect(),
    };
    for _ in 0..20 {
        let answer = caller.call(AgentCall::new(to(&[KB, OTHER]), "who", parameters("say", ""))).await.unwrap();
        assert_eq!(answer.results.as_str(), Some(answer.message.signer().as_str()));
    }
    let handled = || endpoints.iter().map(|endpoint| endpoint.counters().handled.get()).collect::<Vec<_>>();
    assert_eq!(handled().iter().sum::<u64>(), 20);
    // an agent that the caller did not name may not answer, whatever type it says it has
    let stranger = caller.call(AgentCall::new(to(&[SHOP]), "who", parameters("say", "")).retries(0)).await;
    assert_eq!(code(stranger), "message-signer");
    let before = handled();
    caller.tell(&Event::new(To::EveryOf { agent_type: WILD_TYPE.to_owned() }, parameters("say", "all"))).await.unwrap();
    let each_heard = || handled().iter().zip(&before).all(|(now, before)| now == &(before + 1));
    until("all of the type have heard", each_heard).await;
    assert_eq!(bystander.counters().received.get(), 0);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server"]
async fn whoever_listens_or_speaks_at_the_server_makes_no_answer() {
    let server = NatsServer::start();
    let nats = connect(&server).await;
    let caller = Caller::new(agent(SHOP, "customer-service"), nats.clone());
    let call =
        || AgentCall::new(To::agent(did(KB)), "who", parameters("say", "")).retries(0).timeout(Duration::from_secs(5));
    // nobody
    assert_eq!(code(caller.call(call()).await), "message-unreachable");
    // someone who answers nonsense, or the request itself
    let intruder = async_nats::connect(server.url()).await.unwrap();
    let mut requests = intruder.subscribe(for_agent(&did(KB))).await.unwrap();
    processed(&intruder).await;
    let answering = tokio::spawn(async move {
        for nonsense in [Some("\u{7}"), None] {
            let request = requests.next().await.unwrap();
            let said = nonsense.map_or(request.payload, |nonsense| nonsense.into());
            intruder.publish(request.reply.unwrap(), said).await.unwrap();
        }
        intruder.flush().await.unwrap();
    });
    assert_eq!(code(caller.call(call()).await), "json-syntax");
    // our own request is no response to it, which is compared before anything is fetched
    assert_eq!(code(caller.call(call()).await), "invalid-reference");
    answering.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server"]
async fn a_server_that_dies_is_found_again() {
    let mut server = NatsServer::start();
    let nats = connect(&server).await;
    let endpoint = Endpoint::new(agent(KB, "knowledge-base"), named(KB));
    let _serving = connect(&server).await.serve(&endpoint).await.unwrap();
    let caller = Caller::new(agent(SHOP, "customer-service"), nats);
    let call = || AgentCall::new(To::agent(did(KB)), "who", parameters("say", ""));
    assert_eq!(code(caller.call(call()).await), "ok");
    server.kill();
    let gone = caller.call(call().timeout(Duration::from_millis(600)).retries(0)).await;
    assert!(matches!(code(gone), "message-unreachable" | "message-timeout"));
    assert!((0..20).any(|_| server.restart()));
    let again = caller.call(call().timeout(Duration::from_secs(20)).retries(30)).await;
    assert_eq!(code(again), "ok");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server"]
async fn a_kept_message_waits_for_its_receiver_and_outlives_one_that_dies() {
    let mut server = NatsServer::start();
    let nats = connect(&server).await;
    let mut settings = KeptSettings::default();
    settings.word = Duration::from_secs(1);
    let kept = Kept::open(&nats, &settings).await.unwrap();
    let caller = Caller::new(agent(SHOP, "customer-service"), kept.clone());
    let event = Event::new(To::agent(did(KB)), parameters("say", "keep this"));
    // nobody is there; then the server itself dies and comes again
    caller.tell(&event).await.unwrap();
    let asked = caller.call(AgentCall::new(To::agent(did(KB)), "who", parameters("say", "")).retries(0)).await;
    assert!(matches!(asked, Err(CallError::Channel(_))), "what is kept has no answer");
    assert!((0..20).any(|_| server.restart()));
    let nats = connect(&server).await;
    let kept = Kept::open(&nats, &settings).await.unwrap();
    // the first receiver dies while it handles it
    let held = Held::default();
    let first = held.endpoint(agent(KB, "knowledge-base"), EndpointSettings::default());
    let serving = kept.serve(&first).await.unwrap();
    until("the first one has it", || held.began() == ["keep this"]).await;
    drop((serving, first));
    // the next one gets it
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listening = Arc::clone(&heard);
    let second = Endpoint::new(agent(KB, "knowledge-base"), move |message: Arc<AcceptedMessage>, _| {
        listening.lock().unwrap().push(said(&message, "say"));
        async { Ok(Json::from("done")) }
    });
    let _serving = kept.serve(&second).await.unwrap();
    until("the second one has it", || *heard.lock().unwrap() == ["keep this"]).await;
    // and nobody after it
    until("the stream is empty", || second.counters().handled.get() == 1).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(second.counters().received.get(), 1);
}

#[test]
fn subjects_have_three_levels_whatever_the_names_hold() {
    // `printf %s did:wba:kb.example | openssl dgst -sha256 -binary | basenc --base64url`, without the padding
    let kb = for_agent(&did(KB));
    assert_eq!(kb, "a2a.agent.LxZyV6l7VgiAtd4qnNSwtAsYOBR1uwJkjqcd-xg2wfU");
    for subject in [kb, for_one("*.> \r\nPUB a 1"), for_all(">"), for_all("")] {
        let levels: Vec<&str> = subject.split('.').collect();
        let [_, _, last] = levels.as_slice() else { panic!("{subject}") };
        assert_eq!(last.len(), 43);
        assert!(last.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')), "{subject}");
    }
}
