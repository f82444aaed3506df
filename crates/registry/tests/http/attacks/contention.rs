//! What requests take from each other: countings of facets have turns of their own, and all bodies together have so much memory.

use adp_registry::{
    Administrators, Indexing, Registry, RegistrySettings,
    http::{AccessLog, App, Guard, Metrics, Rate, WorkBudget, router},
    search::SearchLimits,
    store::RedbStore,
};
use adp_server::BodyBudget;
use agent_description::resolve::{PeerAddress, StaticResolver, SystemClock};
use axum::{Router, body::Body};
use http::{Request, StatusCode, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;
use tower_service::Service;

/// Memory for bodies, in bytes: less than two of the largest documents that are checked.
const BODY_BUDGET: usize = 3 << 20;

/// The routes over an empty registry, with so many turns for searches and for countings.
async fn routes(searches: usize, countings: usize) -> (Router, Arc<Semaphore>) {
    routes_with(searches, countings, WorkBudget::default(), Duration::from_secs(1)).await
}

async fn routes_with(searches: usize, countings: usize, work: WorkBudget, time: Duration) -> (Router, Arc<Semaphore>) {
    let store = Arc::new(RedbStore::in_memory().unwrap());
    let (documents, clock) = (Arc::new(StaticResolver::default()), Arc::new(SystemClock::default()));
    let registry = Registry::new(store, documents, clock, Administrators::default(), RegistrySettings::default());
    let indexing = Indexing::open(registry.clone(), None, SearchLimits::default()).await.unwrap();
    let guard = Guard {
        proxies: adp_server::TrustedProxies::default(),
        rate: Rate::new(10, 10),
        work,
        time,
        metrics: Metrics::default(),
        log: AccessLog::Off,
    };
    let countings = Arc::new(Semaphore::new(countings));
    let app = App {
        searches: Arc::new(Semaphore::new(searches)),
        countings: Arc::clone(&countings),
        bodies: BodyBudget::new(BODY_BUDGET),
        check_bodies: BodyBudget::new(BODY_BUDGET),
        ..App::new(registry, indexing, "http://127.0.0.1".to_owned(), guard)
    };
    (router::<StaticResolver>(Arc::new(app), None), countings)
}

async fn answer(routes: &mut Router, request: Request<Body>) -> (StatusCode, serde_json::Value) {
    let response = routes.call(request).await.unwrap();
    let status = response.status();
    (status, serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap())
}

fn counting() -> Request<Body> {
    let asked = r#"{"resultType": {"facets": [{"field": "publisher"}]}}"#;
    Request::post("/explore").header(CONTENT_TYPE, "application/json").body(asked.into()).unwrap()
}

fn search() -> Request<Body> {
    Request::get("/search?q=").body(Body::empty()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_go_on_while_all_turns_of_countings_are_taken() {
    let (mut routes, countings) = routes(1, 1).await;
    let taken = countings.acquire_owned().await.unwrap();
    let mut other = routes.clone();
    let waiting = tokio::spawn(async move { answer(&mut other, counting()).await });
    assert_eq!(answer(&mut routes, search()).await.0, StatusCode::OK);
    // whoever counts waits as long as an answer may take, and is told
    let (status, said) = waiting.await.unwrap();
    assert_eq!((status, said["errorCode"].as_str()), (StatusCode::SERVICE_UNAVAILABLE, Some("DEADLINE_EXCEEDED")));
    drop(taken);
    assert_eq!(answer(&mut routes, counting()).await.0, StatusCode::OK);
}

/// What a network's documents cost is charged to all of its addresses, and to no other network.
#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_used_its_processor_time_waits() {
    let peer = |address: &str| PeerAddress::new(address.parse().unwrap());
    let work = WorkBudget::default();
    work.charge(peer("203.0.113.7"), Duration::from_secs(60), Instant::now());
    // the first check in a process takes a second on a busy machine
    let (routes, _) = routes_with(1, 1, work, Duration::from_secs(60)).await;
    let status = async |address: &str, request: Request<Body>| {
        let mut request = request;
        request.extensions_mut().insert(peer(address));
        routes.clone().call(request).await.unwrap().status()
    };
    let check = || {
        let form = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{}\r\n--b--\r\n";
        Request::post("/check").header(CONTENT_TYPE, "multipart/form-data; boundary=b").body(form.into()).unwrap()
    };
    assert_eq!(status("203.0.113.7", check()).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(status("203.0.113.99", check()).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(status("203.0.114.7", check()).await, StatusCode::OK);
    // what costs little is answered
    assert_eq!(status("203.0.113.7", search()).await, StatusCode::OK);
}

/// Documents to check that arrive slowly take the memory that there is for them, and none of the others.
#[tokio::test(flavor = "multi_thread")]
async fn unfinished_bodies_have_a_budget_together() {
    let (routes, _) = routes(1, 1).await;
    let piece = bytes::Bytes::from(vec![b' '; 1 << 20]);
    let sent = Arc::new(Semaphore::new(0));
    let slow = || {
        let (piece, sent) = (piece.clone(), Arc::clone(&sent));
        let arrived = futures_util::stream::once(async move { Ok::<_, std::io::Error>(piece) });
        let waiting = futures_util::stream::once(async move {
            sent.add_permits(1);
            std::future::pending().await
        });
        let body = Body::from_stream(futures_util::StreamExt::chain(arrived, waiting));
        let mut routes = routes.clone();
        async move { routes.call(Request::post("/check").body(body).unwrap()).await.unwrap().status() }
    };
    let held: Vec<_> = (0..3).map(|_| tokio::spawn(slow())).collect();
    // all three have sent a third of the budget, and go on
    let _sent = sent.acquire_many(3).await.unwrap();
    assert_eq!(slow().await, StatusCode::SERVICE_UNAVAILABLE);
    // other bodies, and what has none, are answered
    assert_eq!(answer(&mut routes.clone(), counting()).await.0, StatusCode::OK);
    assert_eq!(answer(&mut routes.clone(), search()).await.0, StatusCode::OK);
    for slow in held {
        slow.abort();
        let _ = slow.await;
    }
    assert_eq!(answer(&mut routes.clone(), counting()).await.0, StatusCode::OK);
}
