//! The conformance test in one process.

use super::{
    agents::{KB, OTHER, SHOP, agent, did},
    conformance::{self, Rig},
};
use adp_messages::{
    agent::{AgentCall, Caller, Event, To},
    channel::{Address, Channel, Https, InProcess},
    endpoint::{Context, Endpoint},
    signature::AcceptedMessage,
};
use agent_description::{
    CodedError, Json,
    json::Object,
    resolve::{Fetcher, HttpsGet},
};
use futures_util::future::{BoxFuture, FutureExt};
use std::sync::Arc;

struct OneProcess(InProcess);

impl Rig for OneProcess {
    fn serve(&self, endpoint: Endpoint) -> BoxFuture<'_, Address> {
        let did = endpoint.agent().did().clone();
        self.0.join(endpoint);
        async move { Address::Agent(did) }.boxed()
    }

    fn channel(&self) -> BoxFuture<'_, Arc<dyn Channel>> {
        async { Arc::new(self.0.clone()) as Arc<dyn Channel> }.boxed()
    }

    fn kill<'a>(&'a self, address: &'a Address) -> BoxFuture<'a, ()> {
        let Address::Agent(did) = address else { panic!("{address}") };
        drop(self.0.leave(did));
        async {}.boxed()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_in_one_process() {
    conformance::all(&OneProcess(InProcess::new())).await;
}

#[tokio::test]
async fn a_type_is_nobodys_identity() {
    let process = InProcess::new();
    let named = |name: &'static str| move |_: Arc<AcceptedMessage>, _: Context| async move { Ok(Json::from(name)) };
    let endpoints = [KB, OTHER].map(|name| Endpoint::new(agent(name, "knowledge-base"), named(name)));
    for endpoint in &endpoints {
        process.join(endpoint.clone());
    }
    let caller = Caller::new(agent(SHOP, "customer-service"), process);
    let ask = async |agents: &[&str]| {
        let agents = agents.iter().map(|name| did(name)).collect();
        let to = To::OneOf { agent_type: "knowledge-base".to_owned(), agents };
        caller.call(AgentCall::new(to, "who", Object::new()).retries(0)).await
    };
    // in turn
    for name in [KB, OTHER, KB] {
        assert_eq!(ask(&[KB, OTHER]).await.unwrap().results.as_str(), Some(name));
    }
    let stranger = ask(&[KB]).await.unwrap_err();
    assert_eq!(stranger.code().as_str(), "message-signer");
    // all of the type hear what is told to all
    let all = |agent_type: &str| Event::new(To::EveryOf { agent_type: agent_type.to_owned() }, Object::new());
    let before = endpoints.each_ref().map(|endpoint| endpoint.counters().accepted.get());
    caller.tell(&all("knowledge-base")).await.unwrap();
    caller.tell(&all("nobody")).await.unwrap();
    assert_eq!(endpoints.each_ref().map(|endpoint| endpoint.counters().accepted.get()), before.map(|count| count + 1));
}

#[tokio::test]
async fn an_address_that_leads_to_no_channel_is_told() {
    for url in ["nats://a.example", "ftp://a.example", "a.example", ""] {
        assert_eq!(Address::from_url(url).unwrap_err().code().as_str(), "invalid-url", "{url}");
    }
    let shop = agent(SHOP, "customer-service");
    let call = || AgentCall::new(To::agent(did(KB)), "who", Object::new()).retries(0);
    let https = Caller::new(shop.clone(), Https::new(Fetcher::new(HttpsGet::builder().build())));
    assert_eq!(https.call(call()).await.unwrap_err().code().as_str(), "invalid-url");
    let process = Caller::new(shop, InProcess::new());
    let url = Address::from_url("https://a.example").unwrap();
    assert_eq!(process.call_at(&[url], call()).await.unwrap_err().code().as_str(), "invalid-url");
    assert_eq!(process.call_at(&[], call()).await.unwrap_err().code().as_str(), "invalid-url");
    assert_eq!(process.call(call()).await.unwrap_err().code().as_str(), "message-unreachable");
}

#[test]
fn ids_are_random_uuids() {
    let ids: Vec<String> = (0..64).map(|_| adp_messages::agent::message_id().unwrap()).collect();
    for id in &ids {
        let groups: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(groups, [8, 4, 4, 4, 12], "{id}");
        assert_eq!(id.as_bytes().get(14), Some(&b'4'), "{id}");
        assert!(matches!(id.as_bytes().get(19), Some(b'8' | b'9' | b'a' | b'b')), "{id}");
    }
    let different: std::collections::HashSet<&String> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
}
