//! Countings of facets have turns of their own: as many as run, and as long as they take, searches go on.

use adp_registry::{
    Administrators, Indexing, Registry, Settings, formats,
    http::{App, Guard, Metrics, Rate, router},
    search::SearchLimits,
    store::MemoryStore,
};
use agent_description::resolve::{StaticResolver, SystemClock};
use axum::{Router, body::Body};
use http::{Request, StatusCode, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;
use tower_service::Service;

/// The routes over an empty registry, with so many turns for searches and for countings.
async fn routes(searches: usize, countings: usize) -> (Router, Arc<Semaphore>) {
    let store = Arc::new(MemoryStore::new().unwrap());
    let (documents, clock) = (Arc::new(StaticResolver::new()), Arc::new(SystemClock::new()));
    let registry = Registry::new(store, documents, clock, Administrators::default(), Settings::default());
    let indexing = Indexing::open(registry.clone(), None, SearchLimits::default()).await.unwrap();
    let time = Duration::from_millis(200);
    let guard = Guard { proxies: Vec::new(), rate: Rate::new(10, 10), time, metrics: Metrics::default() };
    let countings = Arc::new(Semaphore::new(countings));
    let app = App {
        registry,
        indexing,
        searches: Arc::new(Semaphore::new(searches)),
        countings: Arc::clone(&countings),
        origin: "http://127.0.0.1".to_owned(),
        formats: formats(),
        guard: Arc::new(guard),
        checks: Arc::new(Semaphore::new(1)),
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
