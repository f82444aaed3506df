//! What goes on while DIDs are resolved, as `tracing` tells it (the table of the crate's documentation).
//!
//! A binary of its own: whether anybody listens at a place in the code is known to `tracing` for the whole process.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![cfg(feature = "resolver")]

use adp_fixtures::tls::{Answer, Authority, Server};
use agent_description::{
    did::{Did, DidDocument, Resolved},
    resolve::{
        Cached, ConnectTo, HttpResolver, HttpsGet, Resolve, ResolveError, StaticResolver, SystemClock,
        ThrottleSettings, Throttled, blocking::Runtime,
    },
};
use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::sync::Semaphore;

/// What was told, as lines.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<u8>>>);

impl io::Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What our target tells while `future` runs, from the spans on.
fn told<F: Future + Send>(future: F) -> Vec<String>
where
    F::Output: Send,
{
    let told = Told::default();
    let writer = told.clone();
    let lines = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::with_default(lines, || Runtime::new().unwrap().block_on(future));
    let text = String::from_utf8(told.0.lock().unwrap().clone()).unwrap();
    let ours = text.lines().filter(|line| line.contains(" agent_description::"));
    ours.map(|line| line.trim_start().strip_prefix("DEBUG ").unwrap().to_owned()).collect()
}

fn did(path: &str) -> Did {
    format!("did:wba:agent.example:{path}").parse().unwrap()
}

#[test]
fn a_cached_document_is_fetched_confirmed_and_taken() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["agent.example"]), |request| match request.header("if-none-match") {
        Some(_) => Answer::status(304, &["etag: \"1\"", "cache-control: max-age=60"], ""),
        None => Answer::status(
            200,
            &["content-type: application/did+json", "etag: \"1\"", "cache-control: max-age=0"],
            r#"{"id":"did:wba:agent.example:hotel"}"#,
        ),
    });
    let connect_to: ConnectTo = server.resolve("agent.example", 443).parse().unwrap();
    let https = HttpsGet::builder().connect_to(connect_to).add_roots_pem(authority.pem().as_bytes()).unwrap().build();
    let resolver = Cached::new(HttpResolver::new(https));
    let told = told(async {
        for _ in 0..3 {
            resolver.resolve(&did("hotel")).await.unwrap();
        }
    });
    let resolving = "resolve{did=did:wba:agent.example:hotel}:";
    let fetching = format!("{resolving}fetch{{url=https://agent.example/hotel/did.json}}: agent_description::resolve:");
    let expected = [
        format!("{fetching} fetched bytes=36 media_type=\"application/did+json\""),
        format!("{resolving} agent_description::resolve: resolved provenance=Fetched"),
        format!("{fetching} not modified"),
        format!("{resolving} agent_description::resolve: resolved provenance=Revalidated"),
        "agent_description::resolve: resolved from the cache did=did:wba:agent.example:hotel is_document=true"
            .to_owned(),
    ];
    assert_eq!(told, expected);
}

/// Knows everybody, once it is let.
struct Slow(Arc<Semaphore>);

impl Resolve for Slow {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.0.acquire().await.unwrap().forget();
        let mut documents = StaticResolver::default();
        documents.insert(did.clone(), format!(r#"{{"id":"{did}"}}"#));
        documents.get(did)
    }
}

/// A throttle, and how many resolutions behind it may come to their end.
fn throttled(change: impl FnOnce(&mut ThrottleSettings)) -> (Throttled<Slow>, Arc<Semaphore>) {
    let (mut settings, gate) = (ThrottleSettings::default(), Arc::new(Semaphore::new(0)));
    change(&mut settings);
    (Throttled::with_settings(Slow(gate.clone()), settings, SystemClock::default()), gate)
}

#[test]
fn who_is_held_up_by_the_throttle_is_told() {
    let (few, gate) = throttled(|settings| settings.per_host = 1);
    gate.add_permits(2);
    let told_of_few = told(async {
        few.resolve(&did("a")).await.unwrap();
        few.resolve(&did("b")).await.unwrap_err();
    });
    let throttled_event = "agent_description::resolve: throttled host=\"agent.example\" limit=Host(1)";
    assert_eq!(told_of_few, [throttled_event]);

    let (narrow, gate) =
        throttled(|settings| (settings.at_once_per_host, settings.wait) = (1, Duration::from_millis(30)));
    let (a, b) = (did("a"), did("b"));
    let told_of_narrow = told(async {
        let second = async {
            let second = narrow.resolve(&b).await;
            gate.add_permits(1);
            second
        };
        let (first, second) = tokio::join!(narrow.resolve(&a), second);
        assert!(first.is_ok() && second.is_err());
    });
    assert_eq!(told_of_narrow, ["agent_description::resolve: no permit in time host=\"agent.example\""]);
}
