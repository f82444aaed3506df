//! A card's promises are held where messages come in.

use super::agents::{agent, card, handler, json, listed, object, told, user};
use adp_messages::{
    agent::{AgentCall, Event, To},
    card_policy::CardPolicy,
    channel::InProcess,
    endpoint::{Endpoint, EndpointSettings, Handler, HandlerFailure},
};
use agent_description::Did;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::Notify;

const SEARCH: &str = r#"{"name": "search",
    "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
    "outputSchema": {"type": "array", "items": {"type": "string"}}}"#;

/// The knowledge base behind its card.
async fn knowledge_base(more: &str, allow: fn(&Did, &str) -> bool, work: impl Handler) -> (InProcess, CardPolicy) {
    let channel = InProcess::new();
    let card = listed(&card("kb", "knowledge-base", SEARCH, more)).await;
    let policy = CardPolicy::from_card(&card).permissions(allow);
    let (settings, admission) = (EndpointSettings::default(), Some(policy.admission()));
    let kept = policy.handler(work);
    channel.join(Endpoint::with_settings(agent("kb", "knowledge-base"), kept, settings, admission));
    (channel, policy)
}

fn call(action: &str, parameters: &str) -> AgentCall {
    AgentCall::new(To::agent(super::agents::did("kb")), action, object(parameters)).retries(0)
}

fn search() -> AgentCall {
    call("search", r#"{"query": "refunds"}"#)
}

fn nobody(_: &Did, _: &str) -> bool {
    false
}

#[tokio::test]
async fn what_does_not_fit_the_capability_reaches_no_handler() {
    let worked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&worked);
    let work = handler(move |parameters| {
        counted.fetch_add(1, Ordering::Relaxed);
        // a number for the query "7" is what the card does not promise
        let said = if parameters.get("query").unwrap().as_str() == Some("7") { "[7]" } else { r#"["seven days"]"# };
        async move { Ok(json(said)) }
    });
    let (channel, policy) = knowledge_base("", nobody, work).await;
    let user = user(&channel);

    let answer = user.call(search()).await.unwrap();
    assert_eq!(answer.results, json(r#"["seven days"]"#));
    let unfit = user.call(call("search", r#"{"query": 7}"#)).await.unwrap_err();
    assert_eq!(told(&unfit), "invalid-arguments", "{unfit}");
    let unknown = user.call(call("delete", r#"{"query": "all"}"#)).await.unwrap_err();
    assert_eq!(told(&unknown), "invalid-reference", "{unknown}");
    assert_eq!(worked.load(Ordering::Relaxed), 1);

    let held_back = user.call(call("search", r#"{"query": "7"}"#)).await.unwrap_err();
    assert_eq!(told(&held_back), "invalid-result", "{held_back}");
    assert!(held_back.to_string().contains("/payload/results/0"), "{held_back}");
    assert_eq!(
        (worked.load(Ordering::Relaxed), policy.counters().results.get(), policy.counters().parameters.get()),
        (2, 1, 2)
    );
}

#[tokio::test]
async fn permissions_are_asked_of_the_did_that_signed() {
    let more = r#", "security": {"requiredPermissions": ["read:knowledge-base"]}"#;
    let work = || handler(|_| async { Ok(json("[]")) });
    // until the service says who has a permission, nobody has
    let (channel, _) = knowledge_base(more, nobody, work()).await;
    let refused = user(&channel).call(search()).await.unwrap_err();
    assert_eq!(told(&refused), "auth-forbidden", "{refused}");

    let of_the_user =
        |did: &Did, permission: &str| did.as_str() == "did:wba:user.example" && permission == "read:knowledge-base";
    let (channel, policy) = knowledge_base(more, of_the_user, work()).await;
    user(&channel).call(search()).await.unwrap();
    let mallory = adp_messages::agent::Caller::new(agent("mallory", "user"), channel.clone());
    assert_eq!(told(&mallory.call(search()).await.unwrap_err()), "auth-forbidden");
    // an event needs it too
    let event = Event::new(To::agent(super::agents::did("kb")), object("{}"));
    assert_eq!(told(&mallory.tell(&event).await.unwrap_err()), "auth-forbidden");
    assert_eq!(policy.counters().permission.get(), 2);
}

#[tokio::test]
async fn requests_of_a_minute_are_counted_by_did() {
    let more = r#", "constraints": {"rateLimits": {"requestsPerMinute": 3}}"#;
    let (channel, policy) = knowledge_base(more, nobody, handler(|_| async { Ok(json("[]")) })).await;
    let user = user(&channel);
    let repeated = search().message_id("5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c");
    user.call(repeated.clone()).await.unwrap();
    // the same again is answered from memory, and signs of life are no requests
    user.call(repeated).await.unwrap();
    user.tell(&Event::heartbeat(To::agent(super::agents::did("kb")))).await.unwrap();
    user.call(search()).await.unwrap();
    user.call(search()).await.unwrap();
    assert_eq!(told(&user.call(search()).await.unwrap_err()), "rate-limit");
    let other = adp_messages::agent::Caller::new(agent("a", "user"), channel.clone());
    other.call(search()).await.unwrap();
    assert_eq!(policy.counters().rate.get(), 1);
}

/// Two at once are promised; the third is told so, and one more goes once one is done.
#[tokio::test]
async fn requests_at_once_are_counted_by_did() {
    let more = r#", "constraints": {"rateLimits": {"concurrentConnections": 2}}"#;
    let (begun, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (begins, goes) = (Arc::clone(&begun), Arc::clone(&go));
    let work = handler(move |_| {
        let (begun, go) = (Arc::clone(&begins), Arc::clone(&goes));
        async move {
            begun.notify_one();
            go.notified().await;
            Ok::<_, HandlerFailure>(json("[]"))
        }
    });
    let (channel, policy) = knowledge_base(more, nobody, work).await;
    let user = user(&channel);
    let working: Vec<_> = (0..2)
        .map(|_| {
            let user = user.clone();
            tokio::spawn(async move { user.call(search()).await.map(|_| ()) })
        })
        .collect();
    begun.notified().await;
    begun.notified().await;
    assert_eq!(told(&user.call(search()).await.unwrap_err()), "rate-limit");
    go.notify_one();
    go.notify_one();
    for done in working {
        done.await.unwrap().unwrap();
    }
    go.notify_one();
    user.call(search()).await.unwrap();
    assert_eq!(policy.counters().rate.get(), 1);
}
