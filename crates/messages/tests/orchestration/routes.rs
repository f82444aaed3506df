//! Who is asked, of several.

use super::agents::{agent, card, did, handler, json, listed, object, told, user};
use adp_messages::{
    MessageError,
    agent::{AgentCall, CallError, To},
    channel::InProcess,
    directory::{AgentQuery, Directory, ListedAgent},
    endpoint::{Endpoint, HandlerFailure},
    routing::{Preference, Router},
};
use agent_description::CodedError;
use futures_util::future::{BoxFuture, FutureExt, ready};

/// A directory that lists these, in the order given.
struct These(Vec<ListedAgent>);

impl Directory for These {
    fn find<'a>(&'a self, wanted: &'a AgentQuery) -> BoxFuture<'a, Result<Vec<ListedAgent>, MessageError>> {
        ready(Ok(self.0.iter().filter(|agent| wanted.is(agent)).cloned().collect())).boxed()
    }
}

/// Agents that can search, each with its figures, in both orders.
async fn routers(agents: &[(&str, &str)], preference: Preference) -> [Router; 2] {
    let mut all = Vec::new();
    for (name, performance) in agents {
        let capability = format!(r#"{{"name": "search", "performance": {performance}}}"#);
        all.push(listed(&card(name, "knowledge-base", &capability, "")).await);
    }
    let backwards = all.iter().rev().cloned().collect();
    [Router::new(These(all), preference), Router::new(These(backwards), preference)]
}

fn wanted() -> AgentQuery {
    AgentQuery::capability("search")
}

async fn first(router: &Router) -> String {
    router.choose(&wanted(), &[]).await.unwrap().agent().did.to_string()
}

#[tokio::test]
async fn whoever_is_least_loaded_goes_first() {
    let agents = [("a", r#"{"maxConcurrentRequests": 4}"#), ("b", r#"{"maxConcurrentRequests": 2}"#)];
    for router in routers(&agents, Preference::LeastLoaded).await {
        // by hand: loads of (a, b) after each are (1/4, 0), (1/4, 1/2), (2/4, 1/2), (3/4, 1/2), (3/4, 1), (1, 1)
        let mut kept = Vec::new();
        for expected in ["a", "b", "a", "a", "b", "a"] {
            let chosen = router.choose(&wanted(), &[]).await.unwrap();
            assert_eq!(chosen.agent().did, did(expected), "after {} others", kept.len());
            kept.push(chosen);
        }
        let busy = router.choose(&wanted(), &[]).await.unwrap_err();
        assert_eq!((busy.code().as_str(), matches!(busy, CallError::Busy(2))), ("message-queue-full", true));
        // whoever is done can be asked again
        kept.remove(4);
        assert_eq!((router.working(&did("a")), router.working(&did("b"))), (4, 1));
        assert_eq!(first(&router).await, "did:wba:b.example");
        kept.clear();
        assert_eq!((router.working(&did("a")), router.working(&did("b"))), (0, 0));
    }
}

#[tokio::test]
async fn ties_have_one_order() {
    for (agents, preference, expected) in [
        (vec![("b", "{}"), ("a", "{}"), ("c", "{}")], Preference::LeastLoaded, "a"),
        (vec![("a", "{}"), ("b", r#"{"averageResponseTime": 900}"#)], Preference::LeastLoaded, "b"),
        (
            vec![("a", r#"{"averageResponseTime": 900}"#), ("b", r#"{"averageResponseTime": 800}"#)],
            Preference::LeastLoaded,
            "b",
        ),
        (
            vec![("a", r#"{"reliability": 0.9, "averageResponseTime": 1}"#), ("b", r#"{"reliability": 0.99}"#)],
            Preference::Reliability,
            "b",
        ),
        (vec![("a", r#"{"reliability": 7}"#), ("b", r#"{"reliability": 0}"#)], Preference::Reliability, "b"),
    ] {
        for router in routers(&agents, preference).await {
            assert_eq!(first(&router).await, did(expected).to_string(), "{agents:?} {preference:?}");
        }
    }
}

fn call() -> AgentCall {
    AgentCall::new(To::EveryOf { agent_type: String::new() }, "search", object("{}"))
}

#[tokio::test]
async fn after_a_failure_that_passes_the_next_one_is_asked() {
    let channel = InProcess::new();
    let [router, _] = routers(&[("a", "{}"), ("b", "{}"), ("c", "{}")], Preference::LeastLoaded).await;
    let user = user(&channel);
    // nobody is there: the last failure is told
    let nobody = router.call(&user, &wanted(), call()).await.unwrap_err();
    assert_eq!(nobody.code().as_str(), "message-unreachable");
    channel.join(Endpoint::new(agent("c", "knowledge-base"), handler(|_| async { Ok(json(r#""from c""#)) })));
    let answer = router.call(&user, &wanted(), call()).await.unwrap();
    assert_eq!((answer.results.as_str(), answer.message.signer()), (Some("from c"), &did("c")));
    // one try and two agents that are not there: the third is not asked
    let one = router.call(&user, &wanted(), call().retries(1)).await.unwrap_err();
    assert_eq!(one.code().as_str(), "message-unreachable");
    // what an agent says that it did not do is final
    let fails = handler(|_| async { Err(HandlerFailure::new("no such policy")) });
    channel.join(Endpoint::new(agent("a", "knowledge-base"), fails));
    let failed = router.call(&user, &wanted(), call()).await.unwrap_err();
    assert_eq!(told(&failed), "message-failed");
    assert_eq!((router.working(&did("a")), router.working(&did("c"))), (0, 0));
}

#[tokio::test]
async fn nobody_is_told_by_name() {
    let [router, _] = routers(&[("a", "{}")], Preference::LeastLoaded).await;
    let error = router.choose(&AgentQuery::capability("fly\u{1b}").with_type("bird"), &[]).await.unwrap_err();
    assert_eq!(error.code().as_str(), "not-found");
    assert!(error.to_string().contains("found no agent of type \"bird\" with the capability \"fly"), "{error}");
    assert!(!error.to_string().contains('\u{1b}'));
}
